#!/usr/bin/env bash
# A game that is played elsewhere, entered in the console or read from a file that grows.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck source=tests/interrupt.sh
. "${srcdir:-.}/tests/interrupt.sh"
# shellcheck source=tests/shell.sh
. "${srcdir:-.}/tests/shell.sh"
set +e # failures are reported, and the rest is tried
export XDG_DATA_HOME=$tmp/data XDG_CONFIG_HOME=$tmp/config SOURCE_DATE_EPOCH=1795219200
cd "$tmp" || exit 1
v() { timeout 60 "$VEDETTE" --seed 3 "$@"; }
begin="position edit army arts-03 army ? > /dev/null"
refused() { # refused STATUS PATTERN LINE: that status, and one line on stderr
    printf '%s\n' "$begin" "$3" | v >out 2>err
    is "$3: status" "$1" $?
    is "$3: lines" 1 "$(wc -l <err)"
    grep -q -e "$2" err || is "$3" "$2" "$(cat err)"
}

# Moves of both sides, fights with their ranks; what is known to us need not be said.
answer=$(printf '%s\n' "$begin" 'game enter b4b5 b7 b6' 'game enter b5xb6 2 a7-a6' 'game enter b6xa6 5' \
    'game back' 'game enter b6xa6 X' 'save beside.game' 'guess' | v 2>&1)
is 'a console' '1. red b4-b5
1... blue b7-b6
red to move
2. red b5#8xb6#2: taken
2... blue a7-a6
red to move
3. red b6#8xa6#5: taken
blue to move
4 moves, red to move
3. red b6#8xa6#X: lost
blue to move
pieces of blue after red'"'"'s move 3, guessed by "bayes"' "$(head -n 12 <<<"$answer")"
v check beside.game >/dev/null || is 'what was saved is sound' 0 1
has 'saved with its ranks' 'b6xa6#X' "$(cat beside.game)"
has 'guess again' '^a6   X ' "$(v guess beside.game)"

# Nothing is played of a line that has a fault.
refused 1 'game enter: move 1 (b5-b6): .*the other side' 'game enter b4-b5 b5-b6'
refused 2 "game enter: move 2 (b5xb6): a fight: say which rank it met" 'game enter b4-b5 b7-b6 b5xb6'
refused 2 "game enter: move 1 (zz): " 'game enter zz'
printf '%s\n' 'game enter b4-b5' | v >out 2>err
is 'no game: status' 2 $?
has 'no game' "game enter: no game is at hand: 'position edit' or 'load' takes one" "$(cat err)"
refused 1 'game back: only 0 moves have been played' 'game back'
kept=$(printf '%s\n' "$begin" 'game enter b4-b5 b7-b6 b5xb6 Q' 'game enter b4-b5' | v 2>/dev/null)
is 'nothing was kept of it' "1. red b4-b5
blue to move" "$kept"

# A script gets a notice where another game takes the place of moves that it entered: once, and not where they were saved,
# or nobody wants them.
lost="the moves that were entered are lost: no 'save' kept them"
scripted() { printf '%s\n' "$begin" "$@" | v 2>&1 >/dev/null; }
is 'lost' "$lost" "$(scripted 'game enter b4-b5' 'load beside.game' 'load beside.game')"
is 'lost: taken back' "$lost" "$(scripted 'load beside.game' 'game back' 'load beside.game')"
is 'lost: followed' "$lost" "$(echo b4-b5 >one-move; scripted 'game follow one-move --once' "$begin")"
is 'not lost: saved' '' "$(scripted 'game enter b4-b5' 'save one.game' 'load beside.game')"
is 'not lost: discarded' '' "$(scripted 'game enter b4-b5' 'load beside.game --discard')"
is 'not lost yet' 'nonsuch: No such file or directory' "$(scripted 'game enter b4-b5' 'load nonsuch' | sed 's/^stdin:3: //')"
is 'not lost: the end' '' "$(scripted 'game enter b4-b5')"

# A file: numbers, comments, no end of line at its end; again from where the game is.
printf '# ours\n1. b4-b5\n2. b7-b6 # theirs\n\nb5xb6 2\ne7-e6' >moves
is 'followed' '1. red b4-b5
1... blue b7-b6
2. red b5#8xb6#2: taken
2... blue e7-e6
red to move
red to move' "$(printf '%s\n' "$begin" 'game follow moves --once' 'game follow moves --once' | v 2>&1)"
printf '#\n#b4\n #\t# more\nb4-b5 # one # two\n' >comments
is 'comments' '1. red b4-b5
blue to move' "$(printf '%s\n' "$begin" 'game follow comments --once' | v 2>&1)"
printf 'b4-b5\nb7-b6\nnonsense\n' >bad
refused 2 'game follow\|bad:3: move 2 (nonsense)' 'game follow bad --once'
printf 'e4-e5\n' >other
refused 1 'other:1: the game at hand has another move 1' 'game enter b4-b5; game follow other --once'
head -c 3000 /dev/zero >zeros
refused 2 'zeros:1: found no move, but 3000 bytes' 'game follow zeros --once'
refused 2 'No such file' 'game follow nonsuch'
mkfifo pipe
refused 2 'pipe: ' 'game follow pipe'

# It grows while it is followed: each move is printed when it is there, half a line is not; then Ctrl-C.
: >grows
printf '%s\n' "$begin" 'game follow grows' 'show > shown' >lines
interruptible "$VEDETTE" <lines >followed 2>&1 &
pid=$!
ready $pid
followed() {
    for _ in $(seq 600); do
        grep -q -e "$1" followed && return
        sleep 0.05
    done
    is 'followed' "$1" "$(cat followed)"
}
printf 'b4-b5\nb7' >>grows
followed '^1. red b4-b5$'
printf -- '-b6\n' >>grows
followed '^1... blue b7-b6$'
kill -INT $pid
wait $pid
is 'Ctrl-C' 1 $?
has 'Ctrl-C' 'game follow: stopped' "$(cat followed)"

# A file that is cut while it is followed: said, and left.
echo b4-b5 >grows
: >followed # what the one before has said is not this one's
printf '%s\n' "$begin" 'game follow grows' | v >followed 2>&1 &
pid=$!
followed '^1. red b4-b5$'
: >grows
wait $pid
is 'cut' 1 $?
has 'cut' 'game follow\|grows: has become shorter than what was read of it' "$(cat followed)"

# Another file takes its place, by a new name, by a link that leads elsewhere, or after it was gone for a while;
# one that is emptied and written anew at once goes on too.
echo b4-b5 >first
ln -s first link
: >followed
printf '%s\n' "$begin" 'game follow link' | v >followed 2>&1 &
pid=$!
followed '^1. red b4-b5$'
printf 'b4-b5\nb7-b6\n' >second
mv second first
followed '^1... blue b7-b6$'
printf 'b4-b5 # a word on it\n2. b7-b6\nb5xb6 2\n' >elsewhere
ln -s elsewhere new
mv new link
followed '^2. red b5#8xb6#2: taken$'
rm elsewhere
followed '^link: is gone; waiting for it to come back$'
printf 'b4-b5\nb7-b6\nb5xb6 2\ne7-e6\n' >elsewhere
followed '^2... blue e7-e6$'
printf 'b4-b5\nb7-b6\nb5xb6 2\ne7-e6\nb6-b5\n' >elsewhere
followed '^3. red b6#8-b5$'
# A move that has changed, though the file is no shorter; and one that is no file.
printf 'b4-b5\nb7-b6\nb5xb6 3\ne7-e6\nb6-b5\n' >elsewhere
wait $pid
is 'changed' 1 $?
has 'changed' "game follow\\|link:3: found 'b5xb6 3' as move 3, which was 'b5xb6 2' before" "$(cat followed)"
echo b4-b5 >first
: >followed
printf '%s\n' "$begin" 'game follow first' | v >followed 2>&1 &
pid=$!
followed '^1. red b4-b5$'
rm first
mkdir first
wait $pid
is 'a folder in its place' 2 $?
has 'a folder in its place' 'first: ' "$(cat followed)"

# A square or a move in a file's place, and an army that is not all there.
is 'a square' "guess: no file is named g6: 'guess explain g6' is about the piece there" "$(v guess g6 2>&1)"
is 'a move' "why: no file is named e7f7: 'plans e7f7' explains a move" "$(v why e7f7 2>&1)"
few=$(printf '%s\n' 'position edit b4 X c1 F a7 ? > /dev/null' 'guess' | v 2>&1)
has 'missing pieces' '^blue: 39 pieces are neither on the board nor captured: name what was captured$' "$few"
whole=$(printf '%s\n' "$begin" 'game enter b4b5 b7-b6 b5xb6 2' guess | v 2>&1)
has 'none missing' "^pieces of blue after red's move 2" "$whole"
! grep -q 'neither on the board' <<<"$whole" || is 'none missing' '' "$whole"

# All that is found, with what is needed to find it again: the same twice.
printf '%s\n' "$begin" 'game enter b4-b5 b7-b6' 'game report --depth 1 > report' | v >/dev/null || is 'report' 0 $?
printf '%s\n' "$begin" 'game enter b4-b5 b7-b6' 'game report --depth 1 > again' | v >/dev/null || is 'again' 0 $?
cmp report again || is 'the same report' '' 'another'
for part in '^program: vedette ' '^seed: 3$' '^== ranks$' "^pieces of blue after blue's move 1" '^== plans$' \
    'red to move; points of the plans' '^[a-j0-9x-]*  red to move, depth 1'; do
    has 'report' "$part" "$(cat report)"
done
printf '%s\n' 'profile set screen.theme mono' "$begin" 'game enter b4-b5 b7-b6' 'game report --depth 1' | v >report
! grep screen.theme report || is 'a report' '' "the screen's options"
printf '%s\n' "$begin" 'game enter b4-b5' 'game report --depth 1' | v >report || is 'report at blue's move' 0 $?
has 'plans at blue's move' "plans: the move is blue's, whose pieces are not known here" "$(cat report)"

# At the move of a side whose ranks are not known no agent runs, however it is named: one line, no crash.
for army in "arts-03 army ?" "red ? army blue ?"; do
    for agent in $(agents); do
        for words in "move $agent" "hint --agent $agent"; do
            printf 'position edit army %s > /dev/null\ngame enter b4-b5\n%s\n' "$army" "$words" | v >out 2>err
            is "$words at an unknown side's move" 1 $?
            has "$words at an unknown side's move" "the move is blue's, whose pieces are not known here" "$(cat err)"
            is "$words at an unknown side's move: lines" 1 "$(wc -l <err)"
        done
    done
done
printf '%s\n' "$begin" 'game enter b4-b5' 'rollout' | v >out 2>err
is "rollout at an unknown side's move" 1 $?
printf '%s\n' "$begin" 'game enter b4-b5 b7-b6' 'move vedette:worlds=1,plies=2' | v >out 2>err ||
    is "an agent at the known side's move" 0 $?

# Every command where no game is at hand and nothing is named: an answer or a refusal, never a crash. (bench and
# tactics take minutes, of no game.)
v help | sed -n 's/^  \([a-z][a-z ]*[a-z]\)  .*/\1/p' | grep -v -e '^bench' -e '^tactics' >all
[ "$(wc -l <all)" -gt 60 ] || is 'all commands' 'more than 60' "$(wc -l <all)"
while read -r command; do
    echo "$command" | v console >out 2>err
    status=$?
    [ $status -le 3 ] || is "$command, alone in the console" 'no crash' "status $status: $(cat err)"
done <all
for line in 'show' 'show --all'; do
    # shellcheck disable=SC2086 # words
    is "$line" "show: no game is at hand: name a file, or 'load' one" "$(v $line 2>&1)"
done
exit $failed
