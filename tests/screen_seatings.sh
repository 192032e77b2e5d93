#!/usr/bin/env bash
# ci: no-sanitizers user
# The seatings of a game, in a real terminal: two people and the cover between their turns, two agents that
# are watched, a position that is set up, a game that is played elsewhere.
# With UPDATE_SCREENS=1 the pictures are taken anew.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # `within` calls functions by their names
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
cd "$tmp"
all_sizes() { # all_sizes NAME SIZE...: a picture at each, and back at 80x24
    local name=$1 size
    shift
    for size in "$@"; do
        resize "$size"
        picture "seats-$name-$size"
    done
    resize 80x24
}
# The entry of the menu, or the row of the form, that is chosen, without its value; nothing while none is drawn.
row() { capture | sed -n -e '/^ *> /!d' -e 's/^ *> *//' -e 's/  *<.*//' -e p -e q; }
has_row() { [ -n "$(row)" ]; }
moved() { has_row && [ "$(row)" != "$before" ]; }
# go_to TEXT: goes down to that entry of the menu, or that row of the form. A key is pressed when the one before has
# moved the sign: other parts of the screen may change on their own, and a screen is not drawn at once.
go_to() {
    local tries=0 before
    within 20 has_row || { fail "nothing is chosen"; capture; return 0; }
    while before=$(row) && [ "${before#"$1"}" = "$before" ]; do
        tries=$((tries + 1))
        [ "$tries" -lt 16 ] || { fail "no row '$1'"; return 0; }
        keys Down
        within 20 moved || { fail "Down does not leave '$before'"; capture; return 0; }
    done
}
entry() { go_to "$1" && keys Enter; }
snapshot() { at_rest && capture >>"$1.$ranks"; }
journal() { find "$tmp/state/vedette/games" -name '*.game' | head -n 1; }

# Two people. What Red sees and the cover do not depend on Blue's hidden ranks.
red='DDHBLHBIBDFBDIEGMGFDBJDEHEDFFEKJHDCGIBEG'
blue='NQTTSQVPRUTNOPRWUPRNPQNQSPSYPPSXVRQNNTUP'
other='TQNTSQVPRUTNOPRWUPRNPQNQSPSYPPSXVRQNNTUP'
for ranks in $blue $other; do
    printf 'format: vedette-game/1\nrules: isf\nseating: two\n%s\n%s\nmoves: ""\nresult: unfinished\n' \
        "red:  {player: Ann, setup: \"$red\"}" "blue: {player: Bob, setup: \"$ranks\"}" >two.game
    start 80x24 "$VEDETTE" --seed 1 play --resume two.game
    await "Red's turn"
    snapshot cover
    keys Enter
    await 'move 1  red to move'
    keys b4 Space b5 Enter
    await 'Enter covers the board for blue'
    snapshot red
    keys w
    await "Where blue's marshal may be"
    snapshot red
    keys w :
    await 'vedette 1 blue>'
    keys 'show --side blue' Enter
    await 'stays hidden until the game is over'
    keys 'guess heat flag' Enter
    await 'where is the flag of blue'
    snapshot red
    keys Escape
    await 'your marshal'
    keys X
    await "Blue's turn"
    snapshot cover
done
diff "cover.$blue" "cover.$other" || fail "the cover depends on hidden ranks"
diff "red.$blue" "red.$other" || fail "red's board depends on blue's hidden ranks"
! grep -q '[■◆·≈]' "cover.$blue" || fail "the cover shows the board"
all_sizes cover 60x20 132x43 40x12 80x24

# Whoever kills the program finds the cover again, not a board.
kill -KILL "$(program)"
within 20 dead || fail "KILL does not end the program"
start 80x24 "$VEDETTE" --seed 1
await 'Resume the unfinished game'
keys Enter
await "Blue's turn"
at_rest
capture | diff - <(tail -n 24 "cover.$other") || fail "another cover after a kill"
keys Enter
await 'The first move: b4-b5'
keys X
await 'Make your move first'
keys m
await 'there are none in a game of two people'
keys w
await "Where red's marshal may be"
keys w A
await 'there are none in a game of two people'
keys r
await 'Does blue resign?'
answer y
await 'Red has won'
keys q
ended 0

# Two agents, paused and step by step, all pieces or from a seat.
rm -rf "$tmp/state"
start 80x24 "$VEDETTE" --seed 1
await 'New game'
entry 'Two people'
await 'two people'
picture seats-form-80x24
# Both arrange their pieces, each unseen by the other.
keys Down Down Down Down Down Down Right
await 'setups you arrange'
keys Down Enter
await 'Red sets up'
keys Enter
await 'your setup (red)'
keys p
await 'Blue sets up'
keys Enter
await 'your setup (blue)'
keys p
await "Red's turn"
keys n
answer y
await 'Resume the unfinished game'
entry 'Two people'
await 'Who plays'
keys Down Right
await 'two agents'
all_sizes agents 60x20 132x43 40x12 80x24
go_to 'Blue'
keys Right Right
entry 'Start'
await 'every 1 s'
keys q
await '(y/n)'
answer y
ended 0
rm -rf "$tmp/state"
printf 'format: vedette-game/1\nrules: isf\nseating: watch\nseed: 5\n%s\n%s\nmoves: ""\nresult: unfinished\n' \
    "red:  {player: random, setup: \"$red\"}" "blue: {player: random, setup: \"$blue\"}" >watch.game
start 80x24 "$VEDETTE" --seed 1 play --resume watch.game
await 'every 1 s'
keys Z
await paused
plies=$(sed -n '/^moves:/,$p' "$(journal)" | grep -c '^  ' || true)
while [ "$plies" -lt 4 ]; do
    plies=$((plies + 1))
    keys .
    await "move $((plies / 2 + 1)) "
done
keys Escape
keys X
await 'What red sees'
ranks_of_blue() { capture | grep -o -E ' b[2-9XBSF]' | wc -l; }
shows_all() { [ "$(ranks_of_blue)" -gt 30 ]; }
at_rest
[ "$(ranks_of_blue)" = 2 ] || { fail "red's seat shows other ranks of blue than the two that were attacked"; capture; }
keys X X
await 'All pieces are shown'
within 20 shows_all || fail "the ranks of blue are not shown where all pieces are"
all_sizes watch 132x43 60x20 40x12 80x24
# Where a rank is, by the guesses of an agent of its own: it is said whose.
keys w
await "Red guesses blue's marshal"
await "Where red's agent guesses blue's marshal, in percent"
keys t
await "Blue may guess red's marshal"
keys t w
keys r
await 'You watch this game'
keys q
await '(y/n)'
answer y
ended 0

# A position is set up: both sides, marks, captured pieces; what cannot be is refused.
rm -rf "$tmp/state"
start 80x24 "$VEDETTE" --seed 1
await 'New game'
entry 'Set up a position'
await 'red has no piece'
keys 9 Right F Down B Tab Up Up Up Up u '*' Left 5 '!' Left u c
await 'Captured of blue'
keys 'X 9 8' Enter
await 'captured: X98'
keys Left X
await 'blue has 2 marshals'
keys t Up
await 'blue to move'
all_sizes editor 60x20 132x43 40x12 80x24
# It is still there after the menu; neither the menu nor the form ends the program without a question.
keys Escape
await 'New game'
keys q
await 'The position is lost unless you saved it'
answer n
entry 'New game'
await 'Opponent'
keys q
await 'The position is lost unless you saved it'
answer n
keys Escape
entry 'Set up a position'
await 'captured: X98'
keys s
await 'Save as:'
keys typed.position Enter
await 'Saved as typed.position'
"$VEDETTE" check typed.position >/dev/null || fail "what the editor saved is not sound"
"$VEDETTE" guess typed.position >/dev/null || fail "no guess about what the editor saved"

# It is looked at from beside the board: a fight is entered with its ranks, taken back, and entered again.
keys p
await 'you, beside another board'
keys Up Enter
await 'move 1  blue to move'
keys 'f7 f6' Enter
await 'move 2  red to move'
keys 'e4 e5' Enter
await 'move 2  blue to move'
keys 'f6 f5' Enter
await 'move 3  red to move'
keys 'e5xf5' Enter
await 'Which rank did it meet?'
keys 7 Enter
await "your general takes blue's major"
keys u
await 'Taken back'
keys 'e5xf5 q' Enter
await "found 'q', expected ranks"
keys 'e5xf5 4' Enter
await "takes blue's sergeant"
keys w
await "Where blue's marshal may be"
all_sizes second 60x20 132x43 40x12 80x24
keys H
await "Enter blue's move first"
file=$(journal)
grep -q '^seating: second$' "$file" || fail "the journal does not have the seating"
kill -KILL "$(program)"
within 20 dead || fail "KILL does not end the program"
start 80x24 "$VEDETTE" --seed 1
await 'Resume the unfinished game'
keys Enter
await 'move 3  blue to move'
keys q
await '(y/n)'
answer y
ended 0
