#!/usr/bin/env bash
# ci: user
# The user's games on the real screen: the list of them at all sizes, searched, sorted, deleted from, and
# games looked at again.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # `within` calls functions by their names
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
cd "$tmp"
finished=$tmp/data/vedette/finished
mkdir -p "$finished"

# game NAME RED BLUE RESULT REASON: a game of ten moves, two of them fights.
game() {
    printf '%s\n' 'format: vedette-game/1' 'date: 2026-11-0'"${1#10}" 'rules: isf' \
        "red:  {player: $2, setup: \"KMLJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB\"}" \
        "blue: {player: $3, setup: \"YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN\"}" \
        'moves: >-' '  a4-a5 b7-b6 a5-a6 b6xa6 e4-e5 e7-e6 e5xe6 i7-i6 i4-i5 f7-f6' \
        "result: $4" "reason: $5" >"$finished/$1.game"
    touch -d "2026-11-0${1#10} 12:00" "$finished/$1.game"
}
game 101 you random red resigned
game 102 '"invincible:profile=beginner"' you red resigned
game 103 you random draw agreed
printf 'format: vedette-game/1\nmoves: x\n' >"$finished/100.game"
touch -d '2026-10-01 12:00' "$finished/100.game"

# The list at four sizes: each of the games has a line, the damaged one too.
for size in 80x24 60x20 132x43 40x12; do
    start $size "$VEDETTE"
    await 'Your games'
    keys j j Enter
    await 'won'
    for text in opponent 'beginner' 'lost' 'drawn' 'damaged'; do
        shows "$text" || { fail "$size: no $text"; capture; }
    done
    capture | grep -q '^> 2026-11-03' || { fail "$size: the newest is not the first"; capture; }
    keys '}'
    await 'This game is damaged'
    keys q
    ended 0
done

# Sorted, searched, counted.
start 80x24 "$VEDETTE"
await 'Your games'
keys j j Enter
await 'the newest first'
keys s
await 'by opponent'
in_order() { [ "$(capture | grep -o -E 'beginner|random|100.game' | tr '\n' ' ')" = "100.game beginner random random " ]; }
within 20 in_order || { fail 'not by opponent'; capture; }
keys / b e g
hidden() { shows 'beginner' && ! shows '100.game'; }
within 20 hidden || { fail 'the search does not go on with each letter'; capture; }
keys Enter
await "1 of 4 games with 'beg'"
keys Escape
await '100.game'
keys t
await 'all of them'
await '  1     1     0   75%'
await '  0     0     1    0%'
keys Escape
await 'by opponent'

# Deleted, after a prompt.
keys '{' d
await 'Delete this game?'
answer n
await '100.game'
keys d
await 'Delete this game?'
answer y
await 'It is ~/data/vedette/trash/100.game now'
[ -e "$tmp/data/vedette/trash/100.game" ] || fail 'it is not in the trash'
[ ! -e "$finished/100.game" ] || fail 'it is not gone'

# Looked at from the first move on: battles, from either seat, and a line that is tried with all ranks known.
keys / b e g Enter r
await 'before move 1 of 5'
await 'The start of the game'
keys '>'
await "blue's move 2 of 5"
keys '>'
await "red's move 4 of 5"
keys '>'
await 'There is no later battle'
keys '<'
await "blue's move 2 of 5"
keys O
await 'What red saw'
hides() { [ "$(capture | grep -c '[■◆]')" -gt 0 ]; }
within 20 hides || { fail 'red sees all'; capture; }
keys O
await 'What blue saw'
keys O
await 'All pieces are shown'
if hides; then fail 'not all pieces are shown'; capture; fi
keys T
await 'A line is tried from here'
keys e4 e5 Enter
await 'In the line: e4-e5'
keys e7 e6 Enter
await 'In the line: e7-e6'
keys Escape
await "blue's move 2 of 5"

# From there on as a new game, which is then one of the unfinished.
keys G
await 'move 3  blue to move'
await '■'
keys T
await 'A line is tried from here'
keys Escape n
await 'Leave?'
answer y
await 'Resume the unfinished game'
await 'beginner (red) - you (blue), '
keys q
ended 0
rm -f "$tmp"/state/vedette/games/*

# Replayed at four sizes: battles, seats, notes.
for size in 80x24 60x20 132x43 40x12; do
    start $size "$VEDETTE"
    await 'Your games'
    keys j j Enter
    await 'beginner'
    keys / b e g Enter r
    await 'The start of the game'
    keys '>'
    await 'b6xa6'
    keys '>'
    await "e5xe6, red's colonel takes"
    keys '<'
    await 'b6xa6'
    keys O
    await 'What red saw'
    within 20 hides || { fail "$size: red sees all"; capture; }
    keys O
    await 'What blue saw'
    keys O
    await 'All pieces are shown'
    keys A
    await "Note on blue's move 2:"
    keys C-u "too soon, $size" Enter
    await 'Noted'
    keys '[' ']'
    await 'Note: too soon'
    keys q
    ended 0
    grep -q "^  4: \"too soon, $size\"" "$finished/102.game" || fail "$size: the note is not in the file"
done

# In a running game a line has a prompt for the ranks of unknown pieces, and comes back to where one was.
printf '%s\n' '2 5 4 6 7 8 X 9 3 6' '4 5 2 S 2 7 5 3 8 2' '6 B 4 B 7 3 2 6 B 2' \
    '2 F B 3 4 B 3 5 B 2' >mine.setup
for size in 80x24 60x20 132x43 40x12; do
    start $size "$VEDETTE" --seed 1 play random --setup mine.setup
    await 'Move with the arrow keys'
    keys T
    await 'A line is tried from here'
    keys a4 a7 Enter
    await 'What is a7 here? X,9,8,7,6,5'
    keys 9 9 Enter
    await 'In the line: a4xa7'
    keys u
    await 'A line is tried from here'
    keys a4 a7 Enter
    await 'What is a7 here?'
    keys z Enter
    await 'Not that. What is a7 here?'
    keys B Enter
    await 'your scout falls to'
    keys G
    await 'No new game'
    keys O
    await 'A line is being tried'
    keys Escape
    await 'Move with the arrow keys'
    keys q
    answer y
    ended 0
done

# A practice game, chosen in the form: an attack goes back and comes again; a note stays with its move. Its
# journal does not show the enemy's pieces.
journal() { find "$tmp/state/vedette/games" -name '*.game' | head -n 1; }
rm -f "$tmp"/state/vedette/games/*
start 80x24 "$VEDETTE" --seed 1
await 'New game'
keys Enter
await 'a new game'
keys k k l l l l l l l l
await 'Opponent   < random >'
keys j j j l j j j j j j l
await 'Practice   < yes >'
keys k k k k k k k Enter
await 'your setup'
keys o mine.setup Enter
await 'is on the board'
keys p
await 'random (blue), practice'
keys a4 a7 Enter
await 'move 2  red to move'
keys u
await 'Taken back'
await 'move 1  red to move'
keys U
await 'move 2  red to move'
keys U
await 'Nothing to play again'
keys '['
await "red's move 1 of 1"
keys A
await "Note on red's move 1:"
keys 'a look' Enter
await 'Noted'
keys Escape
await '*a4#2xa7'
keys '['
await 'Note: a look'
grep -q '^practice: yes' "$(journal)" || fail 'the journal does not say practice'
grep -q '^  1: "a look"' "$(journal)" || fail 'the journal does not have the note'
grep -q '^blue:.*sealed: "' "$(journal)" || fail 'the journal does not hide the pieces'
if grep -q '^blue:.*setup' "$(journal)"; then fail 'the journal shows the pieces'; fi
kill -KILL "$(program)"
within 20 dead || fail 'KILL does not end the program'
start 80x24 "$VEDETTE" --seed 1
await 'Resume the unfinished game'
keys Enter
await 'move 2  red to move'
keys r
await 'Resign?'
answer y
await 'You have lost'
others() { find "$finished" -name '*.game' ! -name '10[0-9].game'; }
kept() { [ -n "$(others)" ]; }
within 20 kept || fail 'the game is not kept'
await 'The game is kept'
archived() { "$VEDETTE" games where plies=2 opponent=random | grep -q ', practice .* lost '; }
within 20 archived || fail 'the archive does not have the game'
file=$(others)
grep -q '^blue:.*setup: "' "$file" || fail 'the finished game still hides the pieces'
keys A
await "Note on blue's move 1:"
keys 'the end' Enter
await 'Noted'
grep -q '^  2: "the end"' "$file" || fail 'the file does not have the note'
"$VEDETTE" check "$file" >/dev/null || fail 'the file is not sound'
keys n
await 'Your games'
keys j j Enter
await 'random, practice'
keys t
await '  1     1     0   75%'
keys q
ended 0
"$VEDETTE" --seed 11 match random invincible --games 1 --max-plies 90 --save "$tmp/judged" >/dev/null
sed 's/player: random/player: you/; s/^  agent: {name: random}}/  }/' "$tmp/judged/000000.game" >"$finished/105.game"
# Who was ahead, and the moves that lost most: the same in the list and by the command; Enter leads there.
for size in 80x24 60x20 132x43 40x12; do
    start $size "$VEDETTE"
    await 'Your games'
    keys j j Enter
    await 'invincible'
    keys / 1 0 5 Enter Enter
    await 'rawn: '
    keys E
    await 'lost  better'
    await "$([ $size = 40x12 ] && echo '!!' || echo brilliant)"
    await 'red'
    await 'o'
    [ $size = 40x12 ] || picture "review-$size"
    [ $size = 40x12 ] || shows '█' || { fail "$size: no bar"; capture; }
    capture | grep -q '^> .*[0-9][.]* \(red\|blue\) ' || { fail "$size: no move"; capture; }
    keys Enter
    await ' was played, '
    keys q
    ended 0
done
start 80x24 LC_ALL=C "$VEDETTE"
await 'Your games'
keys j j Enter
await 'invincible'
keys / 1 0 5 Enter Enter
await 'rawn: '
keys E
await "red's chance to win, by the value for"
worst() { capture | sed -n 's/^> *\([0-9]*\)[.]* \([a-z]*\) *\([^ ]*\) *\([a-z]*\) *\([0-9]*\) *\([^ ]*\)$/\1 \2 \3 \4 \5 \6/p'; }
# The screen begins with the moves of the person, who is red. It has kept the review, which the command shows.
"$VEDETTE" --seed 1 review --side red "$finished/105.game" >graded 2>noted
[ -s "$finished/.105.game.review" ] && [ ! -s noted ] || fail "the review is not kept: $(cat noted)"
graded=$(sed -n 's/^ *\([0-9]*\)[.]* \([a-z]*\) *\([^ ]*\) *\([a-z]*\) *\([0-9]*\) [^,]*, better \(.*\)$/\1 \2 \3 \4 \5 \6/p' graded | head -n 1)
is_worst() { [ "$(worst)" = "${graded:-nothing}" ]; }
within 20 is_worst || fail "on the screen $(worst), by the command $graded"
picture review-80x24-ascii
keys w
await 'chance to win was'
picture review-80x24-ascii-words
keys w
keys Escape
await 'rawn: '
keys n
await 'New game'
keys q
ended 0
# Gone on with from a move, a game of two agents becomes one of the person's.
"$VEDETTE" --seed 5 match random random --games 1 --save "$tmp/agents" >/dev/null
sed 's/^rules:/seating: watch\nrules:/' "$tmp/agents/000000.game" >"$finished/104.game"
start 80x24 "$VEDETTE"
await 'Your games'
keys j j Enter
await 'random - random'
keys / 1 0 4 Enter r
await 'The start of the game'
keys '>'
await ', red'
keys G
await 'practice'
within 20 shows 'you (' || { fail 'nobody plays it'; capture; }
keys q
await 'Quit?'
answer y
ended 0
rm -f "$tmp"/state/vedette/games/*

# Not while it runs.
start 80x24 "$VEDETTE" --seed 1 play random --setup mine.setup
await 'Move with the arrow keys'
keys E
await 'That is for after the game'
keys : grade Enter
await 'that is for after the game'
keys Escape
closed() { ! shows 'Esc closes'; }
within 20 closed || fail 'the pane stays'
keys q
answer y
ended 0

# Folders that cannot be read are named, on the menu and above the list.
mv "$finished" aside
: >"$finished"
mv "$tmp/state/vedette/games" journals
: >"$tmp/state/vedette/games"
start 80x24 "$VEDETTE"
await 'state/vedette/games: Not a directory'
keys j j Enter
await 'vedette/finished: Not a directory'
keys t
await 'won and lost'
within 20 shows 'vedette/finished: Not a directory' || fail "the tally of a folder that cannot be read"
keys q
ended 0
rm "$finished" "$tmp/state/vedette/games"
exit "$failed"
