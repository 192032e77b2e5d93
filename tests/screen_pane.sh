#!/usr/bin/env bash
# The console pane of the game screen in a real terminal: how it looks at several sizes, and that a command says the
# same there, at the console, in a script and on the shell's line. With UPDATE_SCREENS=1 the pictures are taken anew.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # `within` calls functions by their names
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
cd "$tmp"
unset PAGER INPUTRC

closed() { ! shows Console; }
close() { keys Escape && within 20 closed || fail "the pane stays"; }

battles >battles.game
mkfifo "$tmp/fifo"

# --- how it looks ---

start 80x24 "$VEDETTE" --seed 1 play --resume battles.game
await 'red to move'
keys :
picture pane-80x24
keys -l 'setup s'
keys Tab
picture pane-completion-80x24
keys C-c
keys p
keys -l 'lans'
keys Enter
picture pane-plans-80x24
for size in 60x20 40x12 132x43; do
    resize $size
    picture pane-plans-$size
done
keys PageDown
resize 80x24
await 'of 16'

# The panels follow what is set, at once.
keys -l 'profile set plan_random.weight 0'
keys Enter
close
keys p
await 'Plans for'
keys :
await 'Console'
keys -l 'profile set plan_random.weight 50'
keys Enter
await '.weight 50'
picture pane-followed-80x24
resize 132x43
picture pane-followed-132x43
resize 80x24

# Nothing is waited for that would never come; the program goes on.
for line in 'show fifo' 'source -' 'show > fifo' 'show > /dev/tty'; do
    keys -l "$line"
    keys Enter
done
await "not a regular file: it might be waited for for ever"
keys -l 'perft 20 battles.game'
keys Enter
await 'Ctrl-C stops'
keys C-c
await 'perft: stopped'
picture pane-errors-80x24

# Ctrl-Z and Ctrl-L are the screen's; nothing that readline does draws over it.
keys C-l
picture pane-errors-80x24
keys -l 'zzz'
keys Tab M-C-l C-u
picture pane-errors-80x24
# A count before a letter is no reason to be busy for hours.
keys M-9 M-9 M-9 M-9 M-9 M-9 M-9 M-9 x
await xxxxxxxxxxxxxxxxxxxxxxxx
keys C-u
# The marks of what is pasted, where they come without a request.
keys -l "$(printf '\e[200~was pasted\e[201~ here')"
await '> was pasted here'
keys C-u
picture pane-errors-80x24
# Escape closes it, whatever of the same moment stands behind it: another one, or a button that does nothing.
for behind in '\e' '\e[<1;9;9M' '\e[<1;9;9m' '\eOA'; do
    keys -l "$(printf '\e%b' "$behind")"
    within 20 closed || fail "the pane stays before $behind"
    keys :
    await 'Console'
done
# The game at hand is a running one.
keys -l 'games'
keys Enter
await '1 game is being played'
close
keys q
answer y
ended 0

# The table of all moves, and what the cursor is on.
start 80x24 "$VEDETTE" --seed 1 play --resume battles.game
await 'red to move'
keys P
await 'Moves 1-12 of 12'
keys Down Down
for size in 80x24 60x20 40x12 132x43; do
    resize $size
    picture table-$size
done
keys Escape
resize 80x24
await 'Taken'
for square in i5 e7 b5 a5 c6; do
    keys -l "$square"
    keys Enter
    picture about-$square-80x24
done
keys -l i5
keys Enter
for size in 60x20 40x12 132x43; do
    resize $size
    picture about-i5-$size
done
resize 80x24
keys I
await 'is not shown'
keys q
answer y
ended 0

# Without colours and beyond ASCII. A command of readline that reads until it has what it wants, gets an end.
echo '"\C-xs": skip-csi-sequence' >inputrc
start 60x20 LC_ALL=C TERM=vt100 INPUTRC="$tmp/inputrc" "$VEDETTE" --seed 1 play --resume battles.game
await 'a  b  c'
keys :
keys C-x s
keys -l 'guess explain d7'
keys Enter
picture pane-explain-vt100-60x20
keys C-d
within 20 closed
keys q
answer y
ended 0

# A screen that the console started gives readline back as it was.
start 80x24 "$VEDETTE" console
await 'Ctrl-D ends'
keys -l 'play --resume battles.game'
keys Enter
await 'red to move'
keys :
await 'Console'
keys -l 'outcome'
keys Enter
await 'open'
close
keys q
answer y
await 'vedette>'
keys Up
within 20 shows 'vedette> outcome' || fail "the console does not know the pane's line"
keys C-u
keys -l 'setup s'
keys Tab
await 'save'
keys C-u
keys -l 'version'
keys Enter
await 'vedette 0'
keys C-d
ended 0

# --- the game itself ---

# A typed move is played, and words alone in a line do what their keys do, with their questions.
start 80x24 "$VEDETTE" --seed 1 play --resume battles.game
await 'red to move'
keys :
await 'Console'
typed() { # typed LINE TEXT: enters the line; TEXT comes
    keys -l "$1"
    keys Enter
    await "$2"
}
typed 'a5 a6' 'vedette 6 red>'
typed 'undo' 'vedette 5 red>'
typed 'move a5-a6' 'vedette 6 red>'
typed 'a6-a9' 'a6-a9: '
picture pane-typed-80x24
typed 'undo' 'vedette 5 red>'
typed 'redo' 'vedette 6 red>'
typed 'review' 'That is for after the game'
typed 'undo; outcome' 'undo: type it alone in the line'
typed 'resign' 'Resign? (y/n)'
answer n
await 'vedette 6 red>'
typed 'resign' 'Resign? (y/n)'
answer y
await 'vedette 5 over>'
typed 'e4-e5' 'the game is over'
typed 'undo' 'the game is over'
# In its past every command is about the move shown.
close
keys '['
keys '['
keys '['
await "red's move 4 of 5"
keys :
await 'vedette 4 blue>'
typed 'outcome' 'open'
typed 'hint --planner' 'chance to win: '
typed 'guess' "pieces of blue after red's move 4"
picture pane-past-80x24
typed 'save whole.game' 'vedette 4 blue>'
typed 'outcome --at 10' 'red resigned'
typed 'review' 'better'
keys Escape
await 'Console'
close
keys q
ended 0
within 20 test -s whole.game || fail "save in the past"
[ "$("$VEDETTE" outcome whole.game)" = 'blue won: red resigned' ] || fail "save in the past keeps a part"

# --- the same four times ---

commands='show battles.game
guess battles.game
plans battles.game --seed 3
hint battles.game --seed 3
setup create --seed 4
legal battles.game --notation arts
show nosuch
guess explain z9 battles.game
repeat 2 outcome battles.game
lagel'
# What stands between the echo of each line and the next prompt.
: >shell.txt
while read -r line; do
    # shellcheck disable=SC2086 # words
    "$VEDETTE" $line >>shell.txt 2>&1 || true
done <<<"$commands"
"$VEDETTE" <<<"$commands" 2>&1 | sed 's/^stdin:[0-9]*: //' >script.txt || true

# answer_of LINE PROMPT: what the screen has between the echo of LINE and PROMPT, which is its last line. False while
# that is nothing (each of these commands prints something) and while the screen still changes.
answer_of() {
    local screen
    screen=$'\n'$(capture) # sed's range does not end on its first line
    [ "$(sed '/^ *$/d' <<<"$screen" | tail -n 1 | sed 's/ *$//')" = "$2" ] &&
        sed -e '1,/> '"${1//\//\\/}"' *$/d' -e '/^ *$/d' <<<"$screen" | sed '$d' >answer.txt && [ -s answer.txt ] &&
        sleep 0.05 && [ $'\n'"$(capture)" = "$screen" ]
}

start 132x60 "$VEDETTE" console
await 'Ctrl-D ends'
: >console.txt
while read -r line; do
    keys C-l
    keys -l "$line"
    keys Enter
    within 20 shows "vedette> $line" || fail "console: $line"
    within 20 answer_of "$line" 'vedette>' || fail "console: $line"
    cat answer.txt >>console.txt
done <<<"$commands"

start 132x160 "$VEDETTE" --seed 1 play --resume battles.game
await 'red to move'
keys :
await 'Tab completes'
: >pane.txt
while read -r line; do
    keys -l "version $line" # is no command: clears what was there
    keys C-u
    keys -l "$line"
    keys Enter
    within 20 shows "red> $line" || fail "pane: $line"
    answered() { shows_not 'Ctrl-C stops' && answer_of "$line" 'vedette 5 red>'; }
    within 20 answered || fail "pane: $line"
    cat answer.txt >>pane.txt
done <<<"$commands"
for where in script console pane; do
    sed -i -e 's/ *$//' -e '/^$/d' shell.txt $where.txt
    cmp -s shell.txt $where.txt || { fail "$where differs from the shell"; diff shell.txt $where.txt || true; }
done
