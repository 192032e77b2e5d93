#!/usr/bin/env bash
# ci: archive
# Positions typed in, and what can be computed of them at once. SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck source=tests/shell.sh
. "${srcdir:-.}/tests/shell.sh"
set +e # failures are reported, and the rest is tried
export XDG_DATA_HOME=$tmp/data XDG_CONFIG_HOME=$tmp/config SOURCE_DATE_EPOCH=1795219200
refused() { # refused PATTERN STEP...: as in 'position edit'
    local pattern=$1
    shift
    refuses "$pattern" position edit "$@" </dev/null
}

cd "$tmp" || exit 1
v position edit red c1 F d1 B d4 9moved e3 2 e7 ? f7 ?moved e4 'b5!' taken red 2 2 taken blue X 9 8 turn blue \
    >a.position || is 'it is made' 0 1
is 'the file' "format: vedette-position/1
to_move: blue
board: |
  .    .    .    .    .    .    .    .    .    .
  .    .    .    .    .    .    .    .    .    .
  .    .    .    .    .    .    .    .    .    .
  .    .    .    .    b?   b?*  .    .    .    .
  .    .    ~    ~    .    .    ~    ~    .    .
  .    .    ~    ~    .    .    ~    ~    .    .
  .    .    .    r9*  b5!  .    .    .    .    .
  .    .    .    .    r2   .    .    .    .    .
  .    .    .    .    .    .    .    .    .    .
  .    .    rF   rB   .    .    .    .    .    .
captured: {red: \"2 2\", blue: \"8 9 X\"}
# red: 4 on the board; 2 captured; 34 in neither place
# blue: 3 on the board, 2 of them unknown; 3 captured; 34 in neither place
# blue: 34 pieces are neither on the board nor captured: name what was captured" "$(cat a.position)"
v check a.position >/dev/null || is 'it is sound' 0 1

# A file is begun with, and rows are replaced as wholes.
is 'a row' '  .    r2   .    .    rF   .    .    b?   .    .' \
    "$(v position edit a.position clear c1 e3 row 3 '.2..F..?..' | sed -n 11p)"
is 'cells' '  rB   .    .    .    .    .    .    .    b?*  b4!' \
    "$(v position edit row 1 B . . . . . . . '?*' 'b4!' | sed -n 13p)"
is 'the rest' 'captured: {red: "F B B B B B B S 2 2 2 2 2 2 2 2 3 3 3 3 3 4 4 4 4 5 5 5 5 6 6 6 6 7 7 7 8 8 X"}' \
    "$(v position edit a1 9 taken rest | grep captured:)"

# Variants: chosen, or as the first setup says.
printf '. . X . . . . . . .\n. . . . S . . . . .\n2 . 9 . . 2 . . . .\n. . . F B . 3 . . .\n' >short.setup
v position edit army short.setup row 9 '?.?.?.?...' taken blue 2 X >short.position || is 'a short army' 0 1
is 'its variant' 'variant: barrage' "$(sed -n 2p short.position)"
is 'its counts' '# blue: 4 on the board, 4 of them unknown; 2 captured; 2 in neither place' \
    "$(grep '# blue: 4' short.position)"
is 'another variant' 'variant: duel' "$(v position edit short.position variant duel | sed -n 2p)"
is 'captured ones too' 'captured: {red: "B B S 2 2 3 3 9 X"}' \
    "$(v position edit variant duel c1 F taken rest | grep captured:)"
refused 'word 3 \(a1\): red has 1 colonel, captured ones counted; 0 at most' variant barrage a1 8
refused 'word 1 \(variant\): found .brawl. behind .variant., expected classic, barrage, duel or free' variant brawl
refused "word 3 \\(army\\): in Barrage pieces may stand anywhere: put a '\\?' on each square that blue has a piece on" \
    variant barrage army '?'
refused 'word 3 \(army\): found the pieces of the variant .barrage., expected those of .classic.' \
    army arts-03 army blue short.setup
is 'what a side began without is absent' "absent: {blue: \"B 9\"}" \
    "$(v position edit variant free c1 F d1 9 blue c10 F d10 2 absent blue B 9 | grep absent:)"
refused "word 3 \(absent\): found 2 absent pieces of rank X, expected at most 1" variant free absent blue X X
refused 'word 5 \(taken\): an army of the variant .free. may lack any piece: name what was captured' \
    variant free c1 F taken rest
refused 'word 4 \(army\): found the pieces of the variant .barrage., expected those of .duel.' \
    new variant duel army red short.setup
is 'any army' '# red: 2 on the board; 0 captured' \
    "$(v position edit new variant free a1 F a2 2 j10 bF j9 b2 | grep '# red')"
is 'show' 'variant: barrage' "$(v show short.position | grep variant)"
is 'load' 'short.position: barrage, 0 moves, red to move' "$(v load short.position)"

# It is the position at hand at once: of a game over a real board, at its start and later.
v setup list >/dev/null && name=$(v setup list | awk '{ print $1; exit }')
answers=$(printf '%s\n' "position edit army $name > /dev/null" 'position edit army ? > /dev/null' \
    guess 'search --depth 1' plans 'show values' 'position edit turn blue > /dev/null' 'search --depth 1' |
    v --seed 1) || is 'the console' 0 1
has 'guess' 'pieces of blue at the start' "$answers"
is 'forty are guessed' 40 "$(grep -c '^[a-j][0-9]* .*%' <<<"$answers")"
has 'search' '^[a-j0-9x-]*  red to move, depth 1' "$answers"
has 'search of the reply' '^[a-j0-9x-]*  blue to move, depth 1' "$answers"
has 'plans' 'red to move; points of the plans' "$answers"
v guess a.position >guess.out || is 'guess' 0 1
has 'guess from the seat' 'pieces of blue' "$(cat guess.out)"
plans=$(v plans a.position 2>&1 >/dev/null)
is 'plans of unknown pieces' 1 $?
has 'plans of unknown pieces' "the move is blue's, whose pieces are not known here.*from red's seat" "$plans"

# One clear line for what is wrong, and nothing is changed.
refused 'word 3 \(d5\): d5 is water' a1 9 d5 9
refused "word 1 \(d4\): nothing stands behind 'd4', expected a piece" d4
refused "word 1 \(d4\): found '11', expected a piece as in" d4 11
refused "word 2 \(k4\): found 'k4', expected a square and a piece, or one of" red k4 9
refused 'red has 2 generals, captured ones counted; 1 at most' a1 9 a2 9
refused 'red has 7 bombs' row 1 BBBBBBB...
refused 'row 4: found 3 cells, expected ten' row 4 B B B
refused "found '11' behind 'row', expected a row" row 11 B
refused "found 'e' behind 'taken', expected ranks" taken e
refused 'found 2 captured pieces of rank X, expected at most 1' taken X X
refused 'no piece stands on e2' moved e2
refused 'the bomb on e2 has moved, it cannot' e2 B moved e2
refused 'blue has unknown pieces: name what was captured' e7 ? taken blue rest
refused "no file and no stored setup 'nonsuch'" army nonsuch
refused 'No such file' nonsuch.position
refused "expected red or blue" turn green
printf 'format: vedette-position/1\nto_move: red\nboard: x\n' >bad.position
refused 'bad.position:3:8:' bad.position
kept=$(printf '%s\n' 'position edit a1 9 c1 F e7 ? e8 ? > x' 'position edit a2 9' | v 2>&1)
is 'a pipe ends there' 2 $?
has 'a pipe ends there' 'stdin:2: position edit: word 1 (a2): red has 2 generals' "$kept"
exit $failed
