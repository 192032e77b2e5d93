#!/usr/bin/env bash
# The commands of the built program: answers to the byte, errors, exit statuses, command lines on a pipe.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
# shellcheck source=tests/interrupt.sh
. "${srcdir:-.}/tests/interrupt.sh"
vedette=${VEDETTE:?the program to test}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
failed=0

input=/dev/null # what the program's stdin is

# try STATUS ARG...: runs the program; its output is in out and err.
try() {
    local expected=$1 status
    shift
    timeout 20 "$vedette" "$@" >out 2>err <"$input"
    status=$?
    [ "$status" = "$expected" ] && return
    echo "FAIL vedette $*: status $status, expected $expected"
    sed 's/^/    /' err
    failed=1
}

# says FILE TEXT: FILE holds exactly that (printf's backslashes, no newline at its end needed).
says() {
    [ "$(cat "$1")" = "$(printf '%b' "$2")" ] && return
    echo "FAIL line ${BASH_LINENO[0]}: $1 is"
    sed 's/^/    /' "$1"
    echo "  expected"
    printf '%b\n' "$2" | sed 's/^/    /'
    failed=1
}

# answers TEXT ARG...: status 0, that output, and nothing on stderr.
answers() {
    local text=$1
    shift
    try 0 "$@"
    says out "$text"
    says err ""
}

# refuses STATUS TEXT ARG...: that status, one line on stderr, and nothing on stdout.
refuses() {
    local status=$1 text=$2
    shift 2
    try "$status" "$@"
    says err "$text"
    [ "$(wc -l <err)" = 1 ] || { echo "FAIL vedette $*: not one line of error"; failed=1; }
}

cat >three.yaml <<'END'
format: vedette-profile/1
rules:
  two_squares: 3
END

# --- positions: a scout, a lieutenant and a flag against a sergeant, a flag and a bomb ---

board() { # board FILE TO_MOVE: the position, without its moves
    cat >"$1" <<END
format: vedette-position/1
to_move: $2
board: |
  bF  bB  .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
  .   .   ~   ~   b4* .   ~   ~   .   .
  .   .   ~   ~   .   .   ~   ~   .   .
  .   .   .   r2  .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
  rF  .   .   .   r5  .   .   .   .   .
captured: {red: "", blue: ""}
END
}
board a.position red
board b.position blue

red_moves='d4-a4\nd4-b4\nd4-c4\nd4-d1\nd4-d2\nd4-d3\nd4-e4\nd4-f4\nd4-g4\nd4-h4\nd4-i4\nd4-j4'
red_moves+='\ne1-d1\ne1-e2\ne1-f1'
answers "$red_moves" legal a.position
answers 'e6-e5\ne6-e7\ne6-f6' legal b.position
input=a.position
answers "$red_moves" legal -
input=/dev/null

# 15 moves of red; the sergeant answers each with three.
answers 1 perft 0 a.position
answers 15 perft 1 a.position
answers 45 perft 2 a.position
answers 3 perft 1 b.position
answers 45 perft --jobs 2 2 a.position

# Moves in every form; what apply prints is a position file that stands for the same.
try 0 apply a.position d4-j4 e6e5 'E1 E2' e5 e4
cp out c.position
grep -q '^to_move: red$' c.position || { echo "FAIL apply: whose turn"; failed=1; }
reach='j4-e4\nj4-f4\nj4-g4\nj4-h4\nj4-i4\nj4-j1\nj4-j10\nj4-j2\nj4-j3\nj4-j5\nj4-j6\nj4-j7\nj4-j8\nj4-j9'
answers "e2-d2\ne2-e1\ne2-e3\ne2-f2\n$reach" legal c.position
try 0 apply a.position d4-j4
cp out d.position
try 0 apply d.position e6-e5 e1-e2 e5-e4
cmp -s out c.position || { echo "FAIL apply in two steps"; failed=1; }

# The sergeant falls; blue's flag is alone with its bomb, and no move is left.
try 0 apply c.position e2-e3 e4xe3
cp out open.position
try 0 apply open.position e3-e4
cp out won.position
answers 'red won: blue cannot move' outcome won.position
answers '' legal won.position
answers 0 perft 1 won.position
answers open outcome open.position
refuses 1 'move 1 (b10-b9): the game is over' apply won.position b10-b9
for command in 'move random' 'move star' 'hint --agent star' search plans; do
    # shellcheck disable=SC2086 # a command and its words
    refuses 1 'won.position: the game is over: red won: blue cannot move' $command won.position
done
refuses 1 'won.position: the game is over: red won: blue cannot move' search tree e3-e4 won.position

refuses 1 'move 1 (d4-d6): it ends in a lake' apply a.position d4-d6
refuses 1 'move 2 (d4-d3): the piece is the other side'"'"'s' apply a.position e1-e2 d4-d3
refuses 1 'move 1 (a1-a2): flags and bombs do not move' apply a.position a1-a2
refuses 1 'move 1 (e1#9-e2): the attacker is a lieutenant, not a general' apply a.position e1#9-e2
refuses 2 'move 1 (e1#9-e): found the end, expected a row 1-10' apply a.position e1#9-e
refuses 1 'move 1 (e1-e3): only scouts move more than one square' apply a.position e1-e3

# The two-squares rule, which "free" does not know.
shuttle='e1-e2 e6-e7 e2-e1 e7-e8 e1-e2 e8-e9 e2-e1 e9-e10 e1-e2 e10-f10'
# shellcheck disable=SC2086 # a list of words
refuses 1 'move 11 (e2-e1): the two-squares rule forbids it' apply a.position $shuttle e2-e1
# shellcheck disable=SC2086
try 0 apply --rules free a.position $shuttle e2-e1
# shellcheck disable=SC2086
refuses 1 'move 7 (e2-e1): the two-squares rule forbids it' apply -p three.yaml a.position \
    e1-e2 e6-e7 e2-e1 e7-e8 e1-e2 e8-e9 e2-e1

# The limits go on counting from one position file to the next, and a file has them only then.
cat >two.yaml <<'END'
format: vedette-profile/1
rules: {no_attack_limit: 3}
END
try 0 apply -p two.yaml a.position e1-e2 e6-e7
cp out quiet.position
grep -q '^quiet: 2$' quiet.position && { echo "FAIL apply writes what the history has"; failed=1; }
try 0 apply -p two.yaml quiet.position d4-c4
cp out drawn.position
answers 'draw (too many moves without an attack)' outcome -p two.yaml drawn.position
answers open outcome drawn.position
sed '/^ *\(moves\|history\)/,$d' a.position >counted.position
echo 'quiet: 199' >>counted.position
try 0 apply --rules deepnash counted.position d4-c4
cp out drawn.position
answers 'draw (too many moves without an attack)' outcome --rules deepnash drawn.position
answers open outcome --rules arts drawn.position
sed '/^quiet/s/.*/played: 1199/' counted.position >played.position
try 0 apply played.position d4-c4
cp out drawn.position
answers 'draw (the limit of moves is reached)' outcome --rules arts drawn.position
grep -q '^played: 1200$' drawn.position || { echo "FAIL apply forgets the moves played"; failed=1; }
answers open outcome --rules deepnash drawn.position

# Arts' notation: no file i, 0 is row 10, 1 the marshal; files stay in De Boer's.
arts_moves=$(printf '%b' "$red_moves" | sed 's/j/k/g; s/i/j/g' | sort)
answers "$arts_moves" --notation arts legal a.position
answers "$arts_moves" legal a.position --notation=arts
try 0 apply a.position d4-i4 e6-e7
cp out expected
try 0 apply --notation arts a.position d4-j4 e6e7
cmp -s out expected || { echo "FAIL apply in Arts' notation"; failed=1; }
try 0 apply --notation arts a.position D4#9-J4 'e6 e7'
cmp -s out expected || { echo "FAIL apply in Arts' notation, with ranks"; failed=1; }
refuses 2 "move 1 (d4-i4): found 'i', expected a file a-k without i" apply --notation arts a.position d4-i4
try 0 apply b.position e6-e7 d4-d1 e7-e8 d1-d4 e8-e9
cp out e9.position
answers "$("$vedette" legal e9.position | sed 's/j/k/g; s/i/j/g; s/10/0/g' | sort)" \
    --notation arts legal e9.position
try 0 --notation arts show --all a.position
head -n 2 out >top
says top '    a    b    c    d    e    f    g    h    j    k\n 0  bF   bB   .    .    .    .    .    .    .    .'
grep -q '^ 4  .    .    .    r9 ' out || { echo "FAIL show in Arts' notation"; cat out; failed=1; }
try 0 --notation arts --seed 3 move random a.position
cp out first
"$vedette" --seed 3 move random a.position | sed 's/j/k/g; s/i/j/g; s/10/0/g' | cmp -s - first ||
    { echo "FAIL move in Arts' notation"; failed=1; }
try 0 --notation arts guess heat 1 a.position --of blue
sed -n 2p out | grep -q 'h   j   k$\|h   j   k $' || { echo "FAIL guess heat in Arts' notation"; cat out; failed=1; }
try 0 --notation arts plans a.position
grep -q '^. d4-k4 ' out || { echo "FAIL plans in Arts' notation"; cat out; failed=1; }
try 0 --notation arts plans d4-k4 a.position
grep -q '^d4-k4: ' out || { echo "FAIL plans of a move in Arts' notation"; cat out; failed=1; }
printf 'notation\nnotation arts\nlegal a.position\nnotation\nnotation d\nnotation deboer\nlegal b.position\n' >script
input=script
try 2
input=/dev/null
says out "deboer\n$arts_moves\narts\ne6-e5\ne6-e7\ne6-f6"
refuses 2 "notation.notation: found 'gravon', expected one of deboer, arts" --notation gravon legal a.position

# --- files: setups, games, tables of games ---

cat >one.setup <<'END'
# front row first
9 8 3 7 2 2 6 3 2 X
B S 6 5 B 8 4 B 2 5
7 B 2 4 4 2 B 4 6 2
F 6 B 3 7 3 5 5 2 3
END
answers 'KJEIDDHEDLBCHGBJFBDGIBDFFDBFHDMHBEIEGGDE' convert one.setup --to gravon
cp out red.letters
answers 'WVQUPPTQPXNOTSNVRNPSUNPRRPNRTPYTNQUQSSPQ' convert --side blue one.setup --to gravon
cp out blue.letters
try 0 convert red.letters --to setup
grep -v '^#' one.setup | tr -d ' ' >expected
tr -d ' ' <out | cmp -s - expected || { echo "FAIL letters to setup"; failed=1; }
answers "$(cat blue.letters)" convert blue.letters --to gravon
answers 'one.setup: setup, sound\nred.letters: letters, 1 setup, sound' check one.setup red.letters

# A game: a scout takes a scout with it, red resigns.
cat >x.game <<'END'
format: vedette-game/1
date: 2020-01-02
rules: isf
red:  {player: ann, setup: "KJEIDDHEDLBCHGBJFBDGIBDFFDBFHDMHBEIEGGDE"}
blue: {player: bob, setup: "WVQUPPTQPXNOTSNVRNPSUNPRRPNRTPYTNQUQSSPQ"}
moves: >-
  e4-e5 f7-f6 f4xf6
result: blue
reason: resigned
END
field=MHBEIEGGDEIBDFFDBFHDBCHGBJFBDGKJEIDDHEDLAA__AA__AAAA__AA__AAXPQTPPUQVWSPNRVNSTONPTRNPRRPNUQPSSQUQNTY
answers 'x.game: game, 3 moves, blue won: red resigned, sound' check x.game
answers 'blue won: red resigned' outcome x.game
try 0 convert x.game --to game
cmp -s out x.game || { echo "FAIL a game is not written as it was read"; diff x.game out; failed=1; }
try 0 convert x.game --to gravon
cp out x.xml
grep -q "field content=\"$field\"" x.xml || { echo "FAIL field of XML"; cat x.xml; failed=1; }
grep -q '<move id="3" source="F4" target="F6"/>' x.xml || { echo "FAIL move of XML"; failed=1; }
grep -q '<result type="3" winner="2"/>' x.xml || { echo "FAIL result of XML"; failed=1; }
answers 'x.xml: gravon xml, 3 moves, blue won: red resigned, sound' check x.xml
answers "x.game\t$field\t3\t2\t3\tE4E5 F7F6 F4F6" convert x.game --to tsv
{ cat out; cat out; } >two.tsv
answers 'two.tsv: games one a line, 2 games, 6 moves, sound' check two.tsv
input=two.tsv
answers '-: games one a line, 2 games, 6 moves, sound' check -
input=/dev/null
mkfifo pipe
cat x.game >pipe &
answers 'pipe: game, 3 moves, blue won: red resigned, sound' check pipe
wait
sed 's/f4xf6/f4xf7/' x.game >pipe &
try 1 check pipe
wait
says err 'pipe:1:1: found f4-f7 as move 3, expected a legal one: something stands in its way'
try 0 convert x.game --to gsn
cp out x.gsn
says err ''
sed 's/reason: resigned/reason: illegal/' x.game >illegal.game
try 0 convert illegal.game --to gsn
says err "illegal.game: illegal: Gravon's forms have no such end; written as resigned"
grep -q 'result 3 winner 1$' out || { echo "FAIL gsn of an unknown reason"; failed=1; }
answers 'x.gsn: gravon gsn, 3 moves, blue won: red resigned, sound' check x.gsn
try 0 convert x.game --to position --plies 0
cp out start.position
answers "$field" convert start.position --to gravon
try 0 convert x.game --to setup --side red
tr -d ' ' <out | cmp -s - expected || { echo "FAIL setup of a game"; failed=1; }

# What a side is shown, and what the referee sees.
try 0 show x.game
head -n 5 out >top
says top '    j    i    h    g    f    e    d    c    b    a
 1  r?   r?   r?   r?   r?   r?   r?   r?   r?   r?
 2  r?   r?   r?   r?   r?   r?   r?   r?   r?   r?
 3  r?   r?   r?   r?   r?   r?   r?   r?   r?   r?
 4  r?   r?   r?   r?   .    .    r?   r?   r?   r?'
tail -n 4 out >bottom
says bottom 'captured red: 2\ncaptured blue: 2\nlast move: f4#2xf6#2\nover: blue won: red resigned'
try 0 show --side red --all x.game
sed -n 2p out >top
says top '10  b3   b2   b5   b5   b3   b7   b3   bB   b6   bF'

# A result that cannot be is not said by any of them; 'check' says that it is wrong.
for end in red:flag red:no-moves draw:move-limit draw:no-attack-limit draw:resigned draw:illegal; do
    sed "s/^result: .*/result: ${end%:*}/; s/^reason: .*/reason: ${end#*:}/" x.game >false.game
    try 1 check false.game
    try 0 outcome false.game
    says out open
    try 0 show false.game
    ! grep -q '^over' out || { echo "FAIL show $end: $(cat out)"; failed=1; }
    try 0 load false.game
    ! grep -Eq 'won|draw' out || { echo "FAIL load $end: $(cat out)"; failed=1; }
    try 0 review --worlds 0 false.game
    head -n 1 out | grep -q ': unfinished, 2 moves$' || { echo "FAIL review $end: $(head -n 1 out)"; failed=1; }
    try 0 review --worlds 0 false.game --json
    grep -q '"result":"open","reason":null' out || { echo "FAIL review --json $end"; failed=1; }
done

# Unsound files: status 1, the place and the reason; what came before is still printed.
sed 's/f4xf6/f4xf7/' x.game >jump.game
sed 's/F4F6/F4F7/' two.tsv | sed '1s/F4F7/F4F6/' >jump.tsv
sed 's/reason: resigned/reason: flag/' x.game >flagless.game
refuses 1 'jump.game:7:15: found f4xf7 as move 3, expected a legal one: something stands in its way' \
    check x.game jump.game one.setup
says out 'x.game: game, 3 moves, blue won: red resigned, sound'
try 1 check jump.tsv
says err 'jump.tsv:2: move 3: something stands in its way'
try 1 check flagless.game
says err "flagless.game:8:9: the record says blue won: red's flag is taken, but on the board the game is open"
sed 's/\(.*\t\)3\t2\t\(3\t\)/\11\t2\t\2/' two.tsv | sed '1s/\t1\t2\t3/\t3\t2\t3/' >flagless.tsv
try 1 check flagless.tsv
says err "flagless.tsv:2:$(($(printf %s "x.game$field" | wc -c) + 3)): the record says blue won: red's flag is taken, but on the board the game is open"
# With --all the other games and files are checked too, and summed up.
{ sed 2q jump.tsv; sed 1q two.tsv | sed 's/\t3\t2\t3\t/\t4\t1\t3\t/'; } >three.tsv
try 2 check --all three.tsv one.setup jump.game none x.game
says err 'check: 3 of 5 files are not sound'
grep -q '^three.tsv:2: move 3: ' out && grep -q '^three.tsv:3: red won: by agreement, where a draw is usual$' out &&
    grep -q '^three.tsv: games one a line, 2 games, 6 moves, 1 won by agreement, and 1 that is not sound$' out &&
    grep -q '^jump.game:7:15: ' out && grep -q '^none: No such file' out &&
    grep -q '^x.game: game, 3 moves, blue won: red resigned, sound$' out && [ "$(tail -n 1 out)" = '5 files, 2 sound' ] ||
    { echo 'FAIL check --all'; cat out; failed=1; }
# A line that cannot be read is none that is sound; the lines after it are checked as well, and so are setups.
{ sed 1q two.tsv; echo junk; sed 2q jump.tsv; echo 'more junk'; sed 1q two.tsv; } >five.tsv
try 2 check five.tsv
says err "five.tsv:2:5: found the line's end, expected six parts with tabs between"
try 2 check --all five.tsv x.game
says err 'check: 1 of 2 files is not sound'
says out "five.tsv:2:5: found the line's end, expected six parts with tabs between
five.tsv:4: move 3: something stands in its way
five.tsv:5:10: found the line's end, expected six parts with tabs between
five.tsv: games one a line, 3 games, 9 moves, and 3 that are not sound
five.tsv: not sound
x.game: game, 3 moves, blue won: red resigned, sound
2 files, 1 sound"
try 1 check --all jump.tsv
says out 'jump.tsv:2: move 3: something stands in its way
jump.tsv: games one a line, 1 game, 3 moves, and 1 that is not sound
jump.tsv: not sound
1 file, 0 sound'
try 2 check --all --json five.tsv x.game none
sed -i 's/,"version":"[^"]*"}$/}/' out
unsound() { echo "{\"file\":\"five.tsv\",\"line\":$1,\"column\":$2,\"text\":\"$3\"}"; }
parts="found the line's end, expected six parts with tabs between"
says out "{\"checked\":[{\"file\":\"five.tsv\",\"kind\":\"games one a line\",\"variant\":null,\"sound\":false,\"games\":3,\
\"moves\":9,\"setups\":null,\"result\":null,\"reason\":null,\"ties_won\":0,\"moves_played_again\":null,\
\"faults\":[$(unsound 2 5 "$parts"),$(unsound 4 null 'move 3: something stands in its way'),$(unsound 5 10 "$parts")]},\
{\"file\":\"x.game\",\"kind\":\"game\",\"variant\":\"classic\",\"sound\":true,\"games\":1,\"moves\":3,\
\"setups\":null,\"result\":\"blue\",\"reason\":\"resigned\",\"ties_won\":0,\"moves_played_again\":null,\"faults\":[]},\
{\"file\":\"none\",\"kind\":null,\"variant\":null,\"sound\":false,\"games\":null,\"moves\":null,\
\"setups\":null,\"result\":null,\"reason\":null,\"ties_won\":null,\"moves_played_again\":null,\
\"faults\":[{\"file\":\"none\",\"line\":null,\"column\":null,\
\"text\":\"No such file or directory\"}]}],\"files\":3,\"unsound_files\":2}"
printf '%s\n' BDGFDFDDDBHFLJGKDIFGEHEMCEHBDDIBJEIBHEBG AAA GFLDGFKIFDHDEIHDCHGDBEBJIDJEBBFBMBEDEDHG >armies
try 2 check --all armies
says out "armies:2:4: found 3 letters, expected 40
armies: letters, 2 setups, and 1 that is not sound
armies: not sound
1 file, 0 sound"
try 0 check --all x.game two.tsv
[ "$(tail -n 1 out)" = '2 files, 2 sound' ] || { echo 'FAIL check --all of sound files'; cat out; failed=1; }
sed 's/<result type="3"/<result type="1"/' x.xml >flagless.xml
try 1 check flagless.xml
says err "flagless.xml:$(grep -n '<result' x.xml | cut -d: -f1):3: the record says blue won: red's flag is taken, but on the board the game is open"
sed 's/<result type="3" winner="[12]"/<result type="4" winner="1"/' x.xml >tie.xml
try 0 check tie.xml
says out 'tie.xml: red won: by agreement, where a draw is usual
tie.xml: gravon xml, 3 moves, red won: by agreement, sound'
# All others say the same of it.
try 0 outcome tie.xml
says out 'red won: by agreement'
try 0 show tie.xml
tail -n 1 out >bottom
says bottom 'over: red won: by agreement'
for command in load 'review --worlds 0'; do
    # shellcheck disable=SC2086 # a command and its flags
    try 0 $command tie.xml
    grep -q 'red won: by agreement' out || { echo "FAIL $command of a tie that was won: $(cat out)"; failed=1; }
done
sed 's/result 3 winner 1/result 1 winner 1/' x.gsn >flagless.gsn
try 1 check flagless.gsn
grep -Eq "^flagless.gsn:$(grep -n ' result ' x.gsn | cut -d: -f1):[0-9]+: the record says blue won: red's flag is taken" err || { echo "FAIL flagless.gsn: $(cat err)"; failed=1; }
for command in legal outcome 'perft 1' show; do
    # shellcheck disable=SC2086 # a command and its argument
    try 2 $command jump.game
    says err 'jump.game:7:15: found f4xf7 as move 3, expected a legal one: something stands in its way'
done

# --- agents ---

try 0 agents
grep -q '^random  ' out && grep -q '^probabilistic  ' out || { echo "FAIL agents"; failed=1; }
try 0 move random a.position --seed 3
cp out first
grep -Fqx "$(cat first)" <<<"$(printf '%b' "$red_moves")" || { echo "FAIL move: not legal"; failed=1; }
answers "$(cat first)" --seed 3 move random a.position
try 0 match random random --games 3 --seed 1 --rules redeca --json
tail -n 1 out | grep -q '^{"a":"random","b":"random","games":3,"wins":[0-9]*,"losses":[0-9]*,"draws":[0-9]*,.*}$' ||
    { echo "FAIL match --json"; tail -n 1 out; failed=1; }

# Every game of a match ends: isf has no limit of its own, and the saved games say which they had.
try 0 match random random --games 2 --seed 1 --rules isf
grep -qx 'a game is drawn after 5000 moves' out || { echo "FAIL match: no limit under isf"; failed=1; }
try 0 match random random --games 4 --seed 1 --rules isf --max-plies 9 --save short --json
tail -n 1 out | grep -q '"draws":4,.*"mean_plies":9,.*"draws_by":{"move-limit":4},.*"max_plies":9,' ||
    { echo "FAIL match --max-plies"; tail -n 1 out; failed=1; }
try 0 check short/*.game
try 0 check --again short/*.game
sed 's/^seed: .*/seed: 77/' short/000000.game >other.game
try 1 check --again other.game
grep -q '^other.game: move [1-9] was .*, and now random plays .*$' err || { echo "FAIL check --again: $(cat err)"; failed=1; }
sed 's/{name: random/&, options: {random.wait: 0, no.such: 2}/' short/000000.game >options.game
try 2 check --again options.game
grep -q '^options.game:7:51: .*unknown key .no\.such' err || { echo "FAIL check --again: $(cat err)"; failed=1; }
refuses 1 'x.game: the game does not say by which seed it was played' check --again x.game
# In Gravon's forms too an impossible move is an error with its place.
try 0 convert short/000000.game --to gravon
sed 's/\(id="5" source=\)"[A-K][0-9]"/\1"A9"/' out >bad.xml
try 2 legal bad.xml
grep -q "^bad.xml:$(grep -n 'id="5"' bad.xml | cut -d: -f1):3: found .* as move 5, expected a legal one" err || { echo "FAIL bad.xml: $(cat err)"; failed=1; }
try 0 convert short/000000.game --to gsn
sed '8s/^../A9/' out >bad.gsn
try 2 legal bad.gsn
grep -q '^bad.gsn:8:1: found .* as move 5, expected a legal one' err || { echo "FAIL bad.gsn: $(cat err)"; failed=1; }
rm -r short
try 0 match random random --games 2 --seed 1 --max-plies 3000 --json
tail -n 1 out | grep -q '"max_plies":2000,' || { echo "FAIL match --max-plies above the rules' own"; failed=1; }
try 2 match random random --max-plies 0
# One game is one game, and an option is no value.
try 0 match random random --games 1 --seed 1
grep -q '^1 game, rules' out || { echo "FAIL match: 1 games"; failed=1; }
try 0 match invincible random --games 1 --seed 1 --save one
try 2 convert one/000000.game --at 99999 --to game
grep -q '^one/000000.game: --at 99999: there are only [1-9][0-9]* moves$' err ||
    { echo "FAIL convert --at 99999: $(cat err)"; failed=1; }
try 0 convert one/000000.game --plies 7 --to game
cp out few.game
for words in "plans --active few.game" "guess few.game" "bench rules --seconds 0" "bench belief --games 1" \
    "bench setups --table 1 --sample 100 --large 100"; do
    # shellcheck disable=SC2086
    "$vedette" $words >out 2>err || { echo "FAIL $words: $(cat err)"; failed=1; }
    ! grep -E '(^|[^0-9a-j.])1 (games|moves|plies|leaves|setups|positions|updates|samples)\b' out ||
        { echo "FAIL $words: more than one of one"; failed=1; }
done
try 0 plans --active few.game
grep -q ' 1 move  ' out || { echo "FAIL plans --active: no plan speaks of one move"; failed=1; }
rm -r one few.game
# Where the answer cannot be written that is said before hours of work, not after.
mkdir folder
touch file
for out in folder nosuch/file file/x -; do
    try 2 tactics make --out "$out"
    [ "$(wc -l <err)" = 1 ] && grep -q "^$out: " err || { echo "FAIL tactics make --out $out: $(cat err)"; failed=1; }
done
for line in 'guess learn start.position --out -' 'model pack people-and-programs --out -' 'legal start.position --out -'; do
    # shellcheck disable=SC2086
    try 2 $line
    [ "$(cat err)" = "-: no name of a file to write; './-' would be one" ] || { echo "FAIL $line: $(cat err)"; failed=1; }
done
printf 'load start.position\nsave -\n' | "$vedette" >out 2>err && { echo "FAIL save -"; failed=1; }
grep -q "^stdin:2: -: no name of a file" err || { echo "FAIL save -: $(cat err)"; failed=1; }
[ ! -e - ] || { echo "FAIL a file has the name -"; failed=1; }
try 0 tactics show --out file
grep -q "^fork-01 " file || { echo "FAIL tactics show --out"; failed=1; }
rm -r folder file
refuses 2 "match: option --save needs a value" match random random --games 2 --save --json
[ ! -e ./--json ] || { echo "FAIL match --save --json made a folder"; failed=1; }

# Ctrl-C ends a match that would take hours: the games done are reported, and the status says that they
# are not all. The first saved game shows that there is one.
for form in '' --json; do
    mkdir -p cut
    # shellcheck disable=SC2086 # a flag or none
    (umask 027; interruptible "$vedette" --jobs 8 match invincible invincible --games 10000000 $form --save cut) >out 2>err &
    pid=$!
    for ((i = 0; i < 600; i++)); do
        [ ! -e cut/000001.game ] || break
        sleep 0.1
    done
    kill -INT $pid
    wait $pid
    [ $? = 1 ] || { echo "FAIL an interrupted match: status"; failed=1; }
    grep -q '^stopped after [1-9][0-9]* of 10000000 games: the figures are partial$' out || [ -n "$form" ] ||
        { echo "FAIL stopped match"; failed=1; }
    grep -q '^match: stopped: the figures are of [1-9][0-9]* of 10000000 games$' err ||
        { echo "FAIL stopped match: stderr"; failed=1; }
    [ -z "$form" ] || grep -q '^{"a":"invincible".*}$' out || { echo "FAIL stopped match: JSON"; failed=1; }
    # What its threads have written has the mode that the mask leaves.
    [ -z "$(find cut -type f ! -perm 640)" ] || { echo "FAIL saved games: modes"; failed=1; }
    rm -r cut
done

# Ctrl-C gives status 1 in every command that looks or waits for its input, with nothing in the file of --out,
# and ends a script with the line that it stopped.
stops() { # stops [COMMAND...]: one that runs as $pid says so, of that command
    kill -INT $pid
    wait $pid
    [ $? = 1 ] && [ "$(wc -l <err)" = 1 ] && grep -q '^\(stdin:1: \)\?[a-z][a-z ]*: stopped' err ||
        { echo "FAIL Ctrl-C in: $*: $(cat err)"; failed=1; }
}
while read -r line; do
    # shellcheck disable=SC2086 # a command and its arguments
    interruptible "$vedette" --jobs 2 $line >out 2>err &
    pid=$!
    ready $pid
    stops "$line"
    [ ! -e half ] || { echo "FAIL Ctrl-C in: $line: half a file"; failed=1; }
done <<END
perft 12 start.position --out half
setup create --count 100000000 --out half
bench setups
bench ablation --out half
bench plans --out half
tactics make --out half
END
mkfifo silent
for line in "check silent" "legal silent" "guess silent" "guess start.position --model silent" "profile show -p ./silent"; do
    # shellcheck disable=SC2086 # a command and its arguments
    interruptible "$vedette" $line >out 2>err &
    pid=$!
    ready $pid waiting # for somebody who writes
    stops "$line"
done
exec 9<>silent
interruptible "$vedette" legal - <silent >out 2>err &
pid=$!
ready $pid waiting
stops "legal -"
printf 'match invincible invincible --games 10000000 --save cut\noutcome a.position\n' >lines
interruptible "$vedette" <lines >out 2>err &
pid=$!
for ((i = 0; i < 600; i++)); do
    [ ! -e cut/000001.game ] || break
    sleep 0.1
done
stops "a script"
! grep -q '^open$' out && grep -q '^stdin:1: match: stopped: ' err ||
    { echo "FAIL Ctrl-C in a script: $(cat err)"; failed=1; }
rm -r cut

# A second Ctrl-C, a while later, ends a command that does not look; the signals of one do not. It writes to a
# pipe that is full.
head -c 65536 /dev/zero >&9
interruptible "$vedette" legal start.position --out silent >out 2>err &
pid=$!
ready $pid silent
kill -INT $pid; kill -INT $pid; sleep 0.3
kill -0 $pid || { echo "FAIL one Ctrl-C ended a command that cannot stop"; failed=1; }
for ((i = 0; i < 60; i++)); do # the first may only have been taken just before the second
    sleep 0.6
    kill -INT $pid 2>/dev/null || break
done
wait $pid
[ $? = 130 ] || { echo "FAIL a second Ctrl-C did not end it"; failed=1; }
exec 9>&-
rm silent

# --- options ---

export XDG_CONFIG_HOME=$tmp/config
answers 'rules.two_squares: -1 -> 3 (three.yaml)' profile diff three.yaml
answers 'three.yaml: profile, sound' profile check three.yaml
answers '' profile diff
try 0 profile set rules.rules arts
says err 'rules.rules is set for this one command alone: --save keeps it'
printf 'profile set rules.rules arts\nprofile diff\n' | "$VEDETTE" >out 2>err
says out 'rules.rules: standard -> arts (set)'
says err ''
printf 'profile set rules.rules arts\nprofile diff\n' | "$VEDETTE" console >out 2>err
says out 'rules.rules: standard -> arts (set)'
says err ''
printf 'profile set rules.rules arts\nprofile diff\n' >set.txt
answers 'rules.rules: standard -> arts (set)' source set.txt
answers '' profile diff
answers '' profile set --save rules.move_limit 700
answers '' profile set --save rules.rules arts
try 0 profile diff
grep -q '^rules.rules: standard -> arts (' out && grep -q '^rules.move_limit: -1 -> 700 (' out ||
    { echo "FAIL profile set --save"; cat out; failed=1; }
try 0 match random random --games 4 --random-setups
grep -q '^4 games, rules custom,' out || { echo "FAIL saved options are not used"; failed=1; }
try 0 match random random --games 4 --rules free
grep -q 'rules custom' out || { echo "FAIL a saved number beats the row"; failed=1; }
try 0 profile explain rules.two_squares
grep -q 'ISF 10' out || { echo "FAIL profile explain: source"; failed=1; }
try 0 profile show --yaml
cp out whole.yaml
answers 'whole.yaml: profile, sound' profile check whole.yaml
answers '' profile diff whole.yaml
try 2 profile set rules.two_squares 1000
try 2 profile set rules.nothing 1
try 2 profile set --save rules.two_squares x
printf 'format: vedette-profile/1\nrules:\n  two_squares: many\n' >bad.yaml
try 2 profile check bad.yaml
grep -q '^bad.yaml:3:16: ' err || { echo "FAIL profile check: place"; cat err; failed=1; }
rm -r "$XDG_CONFIG_HOME"

# --- usage: status 2, one line ---

refuses 2 "unknown command 'legla'; did you mean 'legal'?" legla x
refuses 2 "unknown option --foo; 'vedette help' lists them" --foo
refuses 2 "legal: no game is at hand: name a file, or 'load' one" legal
refuses 2 "move: no game is at hand: name a file, or 'load' one" move random
[ "$(printf 'load a.position\nmove random\n' | "$VEDETTE" --seed 7 | tail -n 1)" = \
    "$("$VEDETTE" --seed 7 move random a.position)" ] || { echo "FAIL move: the game at hand"; failed=1; }
refuses 2 "legal: found 'b', expected no more; usage: vedette legal [FILE] [--at PLY] [--game N] [--json] [--out FILE]" legal a b
refuses 2 "plans: 'nobody' is no move: found 'n', expected a file a-j" plans nobody a.position
try 0 help
[ "$(head -n 3 out)" = "'vedette' alone, in a terminal, starts a game.

Play" ] || { echo "FAIL help: how a game starts"; failed=1; }
try 0 rules
grep -q 'Takes the marshal by attacking;' out && grep -q '^isf .*official' out || { echo "FAIL rules"; failed=1; }
refuses 2 "unknown command 'xyzzyx'; 'help' lists all commands" xyzzyx
refuses 2 "found the unknown key 'nosuch'; 'profile show' lists all" profile explain nosuch
refuses 2 "found the unknown key 'include'; 'profile show' lists all" profile explain include
refuses 2 "legal: unknown option --fast" legal --fast a.position
# The range of a clock's time is named.
for time in 0s 0.0001s 99999999999999h; do
    try 2 match random random --clock $time
    grep -q "^match: --clock: found '$time', .*; a time is 0.001s to 100h$" err ||
        { echo "FAIL match --clock $time: $(cat err)"; failed=1; }
done

# What all commands may share is never short for a flag of one's own: "--out" is not "--outcomes".
refuses 2 "check has no --out" check a.position --out printed
refuses 2 "save has no --json" save --json x.game
try 0 search a.position --depth 1 --seed 1
cp out before
answers "" search a.position --depth 1 --seed 1 --out printed
cmp -s printed before || { echo "FAIL search --out"; failed=1; }
try 0 search a.position --depth 1 --outc 2
answers "" legal a.position --out printed
says printed "$red_moves"
refuses 2 "perft: found '-1', expected a whole number from 0 to 20" perft -- -1 a.position
refuses 2 "perft: unknown option -1" perft -1 a.position
refuses 2 "perft: found '0x2', expected a whole number from 0 to 20" perft 0x2 a.position
refuses 2 "perft: found '99999999999999999999', expected a whole number from 0 to 20" \
    perft 99999999999999999999 a.position
refuses 2 "convert: found --to 'png', expected setup, position, game, gravon, gsn, tsv, ataraxos, msgpack or evaluator" \
    convert a.position --to png
refuses 2 "a.position: does not begin with two setups" convert a.position --to setup
refuses 2 "one.setup: a setup cannot become a game" convert one.setup --to game
refuses 2 "one.setup: found a setup, expected a position or a game" legal one.setup
refuses 2 "nosuch: No such file or directory" legal nosuch
refuses 2 "nosuch: No such file or directory" check nosuch
refuses 2 "unknown agent 'nobody'; there are random, greedy, probabilistic, multi-ply, invincible, vedette, star, attacker, runner, people, gambler, rnad, bot:PATH, progcomp:PATH" move nobody a.position
refuses 2 "match: --games: found '0', expected a whole number from 1 to 10000000" match a b --games 0
refuses 2 "found the unknown key 'probabilistic.nosuch'; 'profile show' lists all" bench redeca --table 4 --scale 0.001 nosuch=1
refuses 2 "--jobs: found '1000', expected a whole number from 1 to 256" --jobs 1000 version
refuses 2 "--seed: found '1x', expected a whole number, 0 or more" match random random --seed 1x
refuses 2 "option --seed needs a value" version --seed
refuses 2 "play: needs a terminal for the screen: 'new' begins a game at the console" play
try 2 --rules nosuch version
try 2 -p nosuch.yaml version
says err 'nosuch.yaml: No such file or directory'
try 2 "$(printf 'bad\033[31m')"
says err "unknown command 'bad\\\\x1b[31m'; 'help' lists all commands"
head -c 100000 /dev/urandom >noise
for command in legal check outcome show 'convert --to game' 'move random' 'perft 2' 'profile check'; do
    # shellcheck disable=SC2086
    try 2 $command noise
    [ "$(wc -l <err)" = 1 ] || { echo "FAIL $command noise: not one line"; failed=1; }
done

# --- command lines on a pipe ---

cat >script <<END
# comment
  outcome a.position   # another

leg 'b.position'
legal nosuch
apply a.position d4-d6
perft 1 "a.position
outcome x.game
quit
legal a.position
END
input=script
try 2
says out 'open\ne6-e5\ne6-e7\ne6-f6\nblue won: red resigned'
says err "stdin:5: nosuch: No such file or directory
stdin:6: move 1 (d4-d6): it ends in a lake
stdin:7: column 9: the quote \" is not closed"
printf 'apply a.position d4-d6\noutcome a.position' >script
try 1
says out open
printf 'version' >script
try 0
# Several commands on a line, answers into files, and commands in files; on the program's own line too.
cat >source <<'END'
load a.position; outcome > 'out come'
legal > legal.out; source nosuch; version
END
printf 'source source\nlegal; outcome # both\n' >script
try 2
says out "a.position: 0 moves, red to move\n$red_moves\nopen"
says err 'stdin:1: source:2: nosuch: No such file or directory'
says 'out come' open
says legal.out "$red_moves"
answers 'open\nopen' repeat 2 outcome a.position
refuses 2 'source:2: nosuch: No such file or directory' source source
says out 'a.position: 0 moves, red to move'
try 0 time outcome a.position
says out open
grep -Eqx 'time: [0-9]+\.[0-9]{3} s' err || { echo "FAIL time: $(cat err)"; failed=1; }
answers '' repeat 2 outcome a.position --out printed
says printed open
answers '' repeat --out printed 2 outcome a.position
says printed 'open\nopen'
# A line of 100 MB is refused without being kept. (The sanitizers take memory of their own.)
room=60000
[ "${SANITIZERS:-no}" = no ] || room=unlimited
{ head -c 100000000 /dev/zero | tr '\0' 'x'; echo; echo outcome a.position; } >script
(ulimit -v $room && timeout 20 "$vedette" <script >out 2>err)
[ $? = 2 ] || { echo "FAIL a long line"; failed=1; }
says out open
says err 'stdin:1: the line is longer than 65536 bytes'
rm script
input=/dev/null

# --- plans by name ---

for plan in MovePenalty plan_move_penalty; do
    try 0 --seed 1 bench ablation $plan --games 2
    [ "$(grep -c '^MovePenalty ' out)" = 1 ] && [ "$(grep -c '^figure ' out)" = 1 ] ||
        { echo "FAIL bench ablation $plan"; failed=1; }
done
for plan in flag_defense movepenalty MPen ''; do
    try 2 bench ablation "$plan" --games 2
    says out ''
    says err "bench ablation: found '$plan', expected a plan, as FlagDefense or plan_flag_defense"
done
try 2 bench ablation MovePenalty Random
says out ''

# --- output that cannot be written ---

if [ -w /dev/full ]; then
    for command in version help 'legal a.position' 'match random random --games 1'; do
        # shellcheck disable=SC2086
        timeout 20 "$vedette" $command >/dev/full 2>err
        [ $? = 3 ] || { echo "FAIL $command >/dev/full: not status 3"; failed=1; }
        says err 'standard output: No space left on device'
    done
    echo 'RED x 10 10' | timeout 20 "$vedette" bot --protocol progcomp invincible >/dev/full 2>err
    [ $? = 3 ] || { echo "FAIL bot >/dev/full: not status 3"; failed=1; }
    says err 'standard output: No space left on device'
fi
timeout 20 "$vedette" help --man 2>err | head -n 1 >out
says out '.SH COMMANDS'
says err ''
exit "$failed"
