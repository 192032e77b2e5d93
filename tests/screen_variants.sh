#!/usr/bin/env bash
# Short armies and armies of one's own in a real terminal: a Barrage game from the menu to its review, a Duel typed
# in from a real board, a free position with a flag and a piece each; held against the pictures in tests/pictures/.
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
        picture "variant-$name-$size"
    done
    resize 80x24
}
# The figures of what the cursor is on change with what is learnt.
mkdir -p "$XDG_CONFIG_HOME/vedette"
printf 'format: vedette-profile/1\nscreen.about: no\n' >"$XDG_CONFIG_HOME/vedette/config.yaml"

# Barrage, from the menu: chosen in the form, set up piece by piece.
start 80x24 "$VEDETTE" --seed 1
await 'New game'
keys Enter
await '> Start'
keys Down Right Down
await '> Variant    < classic >'
keys Right
await '< barrage >'
all_sizes form 80x24
keys Up Up Enter
await 'your setup (red), barrage'
keys x
await 'In the reserve: 8'
keys F Right B
await 'In the reserve: 6'
all_sizes reserve 80x24 60x20 40x12 132x43
keys p
await '6 pieces are still in the reserve'
keys Left Down 2 Right 2 Right 3 Right S Up 9 Right X
await 'All pieces are down'
all_sizes setup 80x24
keys '?' Tab Tab Tab
await 'The rules of Barrage'
all_sizes rules 80x24
keys Escape p
await 'Recruit (blue), barrage'
await 'red to move'
grep -q '^screen.variant: barrage$' "$XDG_CONFIG_HOME/vedette/config.yaml" || fail "the variant is not kept"
keys q
answer y
ended 0

# It is gone on with, and is seen as a game of Barrage in the menu and in the list.
start 80x24 "$VEDETTE" --seed 1
await 'Resume the unfinished game'
await 'Recruit (blue), barrage, 0'
keys Enter
await 'move 1  red to move'
keys 'g3 g4' Enter
await 'move 2  red to move'
keys r
answer y
await 'You have lost'
keys E
await 'lost  better'
keys Escape n
await 'New game'
keys Down Down Enter
await 'Recruit, barrage'
keys q
ended 0

# A Duel on a real board: one's own pieces, then the squares of the enemy's.
start 80x24 "$VEDETTE" --seed 1
await 'New game'
keys Down Down Down Down Enter
await 'Who plays'
keys Right
await '< duel >'
keys Down Right Right
await 'beside another board'
await "you enter their squares"
all_sizes beside 80x24
keys Up Up Enter
await 'Go to where your pieces stand there'
keys 2 Right 2 Right 3 Right 3 Right S Right 9 Right X Down Left B Left F Left B
await 'All pieces are down'
keys p
await "where blue's pieces stand, duel"
keys Space Right Space Right Space Up Space Left Space Left Space
await '6 of 10'
all_sizes squares 80x24 60x20 40x12
keys p
await 'Blue has 10 pieces, and 6 are down'
keys Up Space Right Space Right Space Up Space
await "All 10 of blue's pieces are down"
keys p
await "Enter red's move"
all_sizes duel 80x24 60x20 40x12 132x43
keys 'a4 a5' Enter
await 'move 1  blue to move'
keys 'e7 e6' Enter
await 'move 2  red to move'
keys q
answer y
ended 0

# A free position with a flag and a piece each, played to its end and looked at again.
rm -rf "$tmp/state"
start 80x24 "$VEDETTE" --seed 1
await 'New game'
keys Down Down Down Down Down Enter
await 'a position, duel' # the last variant that was played
keys V
await 'a position, free'
keys F Right 2 Tab Up Up Up Up F Left 3
await 'blue miner'
all_sizes position 80x24
keys p
await '< you, for both sides >'
keys Up Enter
await 'you (red) - you (blue), free'
all_sizes free 80x24 60x20
keys 'f4xf8' Enter
await "Red has won: blue's flag is taken"
keys q
ended 0
