#!/usr/bin/env bash
# ci: archive
# A whole game at the console through a pipe: nothing but lines of text, the same each time, and kept as a game of the
# screen is. tests/console_game.txt is its transcript; UPDATE_SCREENS=1 writes it anew.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
export HOME=$tmp XDG_STATE_HOME=$tmp/state XDG_DATA_HOME=$tmp/data XDG_CONFIG_HOME=$tmp/config TERM=dumb
version=$("$VEDETTE" version)

# usage: played WORD... <LINES   (the game of `vedette new WORD...`; each line stands before what came of it)
played() {
    tee "$tmp/lines" | sed 's/$/\nversion/' | "$VEDETTE" --seed 7 new "$@" 2>&1 |
        awk -v version="$version" -v lines="$tmp/lines" '
            function echo() { if ((getline line <lines) > 0) print "> " line }
            BEGIN { print "$ vedette --seed 7 new '"$*"'" }
            $0 == version { echo(); next }
            started || !/to move$/ { print; next }
            { print; started = 1; echo() }' | sed "s|^stdin:[0-9]*: ||; s|$tmp|~|; s|finished/.*\.game|finished/NAME.game|"
}

# --- a whole game ---

whole() {
    played random --variant duel --setup random <<'END'
j3-j4
d2d3
d3 c3
c3-e3
undo
redo
show
move c3-b3
B3-B4
draw
b4-b5
j4-j3
j3-j5
j3-j9
b5-b6
b6xb7
undo
b7-b8
c1-c2
c2-c3
c3-b3
b3-b4
b4-b5
b5-b6
g4-f4
f4-f5
f5-f7
f7-h7
f7-h7
undo
outcome
show --all
END
}
whole >"$tmp/one" || true
whole >"$tmp/two" || true
cmp -s "$tmp/one" "$tmp/two" || fail "not the same each time: $(diff "$tmp/one" "$tmp/two")"
[ "${UPDATE_SCREENS:-}" != 1 ] || cp "$tmp/one" "$srcdir/tests/console_game.txt"
diff "$srcdir/tests/console_game.txt" "$tmp/one" || fail "another game than tests/console_game.txt"
! LC_ALL=C grep -q '[^ -~]' "$tmp/one" || fail "what is printed is not plain text"
grep -qx "You have won: blue's flag is taken." "$tmp/one" || fail "the game has no end"
[ "$(find "$tmp/data/vedette/finished" -name '*.game' | wc -l)" = 2 ] || fail "the games are not among the finished ones"
shows ' random, duel +red +won +39 ' games

# --- what is left is resumed; hints, levels, sides, clocks ---

# usage: lines LINE...   (what `vedette console` prints, errors too)
lines() { printf '%s\n' "$@" | v --seed 3 console 2>&1 || true; }

has 'new' '^You play blue against Recruit (barrage, rules isf)\.$' "$(lines 'new --level Recruit --variant barrage --side blue')"
has 'the first move' '^Red.*\.$' "$(lines resume)"
has 'left' "^the game is kept: 'resume' goes on with it" "$(lines resume leave)"
out=$(lines resume 'hint --planner' resign resume)
has 'a hint' "^blue's chance to win: [0-9]* %\\. 'plans [a-j][0-9]*[-x][a-j]" "$out"
has 'a hint by vedette' '^[a-j][0-9]*[-x][a-j][0-9]*\. Chance to win [0-9]* ' "$(lines new hint resign)"
has 'a review of a running game' '^stdin:2: review: that is for after the game' "$(lines 'new random' review resign)"
has 'now' '^stdin:2: now: .*Ctrl-C has your opponent move at once$' "$(lines 'new random' now resign)"
has 'resigned' '^You have lost: blue resigned\.$' "$out"
has 'none is left' '^stdin:4: resume: there is no unfinished game$' "$out"
# The setup: a stored one, forty ranks, letters.
ranks='6 2 7 B 4 6 X 9 5 2 2 2 2 2 6 8 2 3 B 5 B 4 7 S 5 7 5 2 3 8 F B B 4 6 B 3 3 3 4'
for setup in "'$ranks'" "${ranks// /}" arts-03; do
    lines "new random --setup $setup" leave >"$tmp/out"
    row=' 4  r6   r2   r7   rB   r4   r6   rX   r9   r5   r2'
    [ "$setup" != arts-03 ] || row=' 4  r9   r8   r3   r7   r2   r2   r6   r3   r2   rX'
    grep -qx "$row" "$tmp/out" || fail "--setup $setup: $(cat "$tmp/out")"
done
# In Arts' notation they are typed as they are shown: 1 is the marshal.
arts=$(tr X98765432 123456789 <<<"$ranks")
lines 'notation arts' "new random --setup '$arts'" leave >"$tmp/out"
grep -qx ' 4  r5   r9   r4   rB   r7   r5   r1   r2   r6   r9' "$tmp/out" || fail "arts: $(cat "$tmp/out")"
total() { v "$@" --json | grep -o '"total":[-0-9.]*'; }
[ "$(total --notation arts setup score "$arts")" = "$(total setup score "$ranks")" ] || fail "arts: another score"
has 'ranks of the other notation' '^stdin:2: .*expected ranks F B S 1 \.\. 9$' \
    "$(lines 'notation arts' "new random --setup '$ranks'")"
has 'a wrong setup' '^stdin:1: .*found .*expected' "$(lines "new random --setup '${ranks/X/9}'")"
# Clocks: they are printed, and time that is up ends the game.
has 'clocks' '^Clocks: you [45]:[0-9][0-9], blue none\.$' "$(lines 'new random --setup arts-03 --clock 5m,none' a4-a5 leave)"
{ echo 'new random --setup arts-03 --clock 0.3s,none'; sleep 0.5; echo a4-a5; } | v --seed 3 console >"$tmp/out" 2>&1 || true
has 'time' "^You have lost: .*time" "$(cat "$tmp/out")"
# In practice an attack is taken back.
has 'practice' '^Taken back' "$(lines 'new random --practice --variant duel --setup random' j4-j7 undo)"

# --- one clear line where nothing is played ---

for word in e4-e5 'move e4-e5' undo redo resign draw; do
    # shellcheck disable=SC2086
    refuses "^${word#move }: no game is being played here: 'new' begins one\$" $word
done
refuses '^leave: no game is being played here$' leave
game=$(find "$tmp/data/vedette/finished" -name '*.game' | head -n 1)
has 'a loaded game' "^stdin:2: e4-e5: no game is being played here: 'new' begins one, 'game enter' puts a move into the game" \
    "$(lines "load $game" e4-e5)"
out=$(lines 'new random' "load $game" 'game enter a4-a5' 'position edit' 'new random')
for command in load 'position edit' new; do
    has "$command" "^stdin:.: $command: a game is being played here: 'leave' leaves it$" "$out"
done
has 'game enter' '^stdin:3: game enter: a game is being played here: type your move alone$' "$out"
refuses "^new: found the level 'nobody', expected one of recruit, " new --level nobody

# What is over gives way to another game, and can be edited.
out=$(lines 'new random --variant duel --setup random' resign 'position edit clear g3' "load $game" 'new random' resign 'new random' leave)
has 'edited' '^# red: 9 on the board; 0 captured; 1 in neither place$' "$out"
is 'three games' 3 "$(grep -c '^You play red against random' <<<"$out")"
