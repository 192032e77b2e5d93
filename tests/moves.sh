#!/usr/bin/env bash
# The list of a game's moves, and every analysis at any moment of a game.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data XDG_STATE_HOME=$tmp/state
cd "$tmp"
setups='red: {setup: "DIHBIDBDDIDJFEHDGKHEDGHGJFBCLBDFEFEBGEBM"}
blue: {setup: "SSRWTTXSNVPTNUPUPSRNVNYNOQQUTPPRNRPQPQPQ"}'
printf 'format: vedette-game/1\nrules: isf\n%s\nclock: 5m\ntimes: >-\n  11 12 75.5 13\nmoves: >-\n  a4-a5 a7-a6 a5xa6 f7-f6\nresult: blue\nreason: resigned\n' \
    "$setups" >over.game
printf 'format: vedette-game/1\n%s\nmoves: >-\n  a4-a5 a7-a6 a5xa6 f7-f6\nresult: unfinished\n' "$setups" >open.game

# Red's and blue's move in a line; a fight in words; times; all ranks of a game that is over.
is 'moves of a game that is over' "? (red) - ? (blue): blue won: red resigned, 2 moves
     1. a4-a5 scout 0:11                   a7-a6 colonel 0:12
     2. a5xa6 scout falls to colonel 1:15  f7-f6 captain 0:13" "$(v moves over.game)"
# The seat knows its own ranks and those that fights have shown. Of an open game only the mover's are listed.
is 'moves of a seat' "? (red) - ? (blue): blue won: red resigned, 2 moves
     1. a4-a5 scout 0:11                   a7-a6 colonel 0:12
     2. a5xa6 scout falls to colonel 1:15  f7-f6 0:13" "$(v moves over.game --side red)"
is 'moves of an open game' "? (red) - ? (blue): unfinished, 2 moves
     1. a4-a5 scout                        a7-a6 colonel
     2. a5xa6 scout falls to colonel       f7-f6" "$(v moves open.game)"
# As the seat knew them at that moment: before the fight the captain was not known.
has 'what red knew before the fight' '1\. a4-a5 scout 0:11  *a7-a6 0:12$' "$(v moves over.game --side red --at 2)"
has 'what blue knew after it' '2\. a5xa6 scout falls to colonel 1:15 *$' "$(v moves over.game --side blue --at 2r)"
has 'all ranks, at a moment of a game that is over' ' a7-a6 colonel' "$(v moves over.game --at 2)"
is 'from a move on' 1 "$(v moves over.game --first 2 | grep -c '^ ')"
is 'up to a move' 1 "$(v moves over.game --last 1 | grep -c '^ ')"
refuses '^moves --first 3: there are only 2 moves$' moves over.game --first 3
refuses '^moves --last 3: there are only 2 moves$' moves over.game --last 3
refuses '^moves: --first 2 is after --last 1$' moves over.game --first 2 --last 1
refuses '^over.game: --at 5: there are only 4 moves$' moves over.game --at 5

# Chances are those of 'value', of the seat alone.
chance() { v value over.game --at "$1" --side "$2" | sed -n 's/.* wins: \([0-9.]*\) % if people.*/\1/p'; }
v moves over.game --chances --json >all.json
for side in red blue; do
    v moves over.game --chances --side $side --json >seat.json
    for ply in 1 2 3 4; do
        listed=$(grep -o "\"ply\":$ply,.*" all.json | grep -o "\"$side\":[0-9.]*}*" | head -n 1 | tr -dc '0-9.')
        is "chance of $side after $ply moves" "$(chance $ply $side)" "$(printf '%.1f' "$listed")"
        seat=$(grep -o "\"ply\":$ply,.*" seat.json | grep -o '"chance":{[^}]*}' | head -n 1)
        case $side$seat in
        red'"chance":{"red":'"$listed"',"blue":null}' | blue'"chance":{"red":null,"blue":'"$listed"'}') ;;
        *) fail "chances of the seat of $side: $seat, not $listed alone" ;;
        esac
    done
done
is 'chances in text' 4 "$(v moves over.game --chances | grep -o '[0-9] %' | wc -l)"

# Nothing that is printed of a seat depends on ranks that it does not know: two of blue's pieces are exchanged.
sed 's/SSRWTTXS/SSRWTTSX/' open.game >twin.game
cmp -s open.game twin.game && fail 'the twins are one'
for words in '' --chances '--at 1' --json '--chances --json'; do
    # shellcheck disable=SC2086 # words
    for game in open twin; do v moves $game.game --side red $words | sed 's/twin/open/' >$game.out; done
    cmp -s open.out twin.out || fail "moves --side red $words depends on what red does not know"
done
# A side that is sealed is not shown.
v convert over.game --to setup --side red >red.setup
printf 'new --side red --setup red.setup --rules isf\na4a5\nleave\n' | v --seed 1 >out 2>&1 || true
sealed=$(find state -name '*.game' | head -n 1)
[ -n "$sealed" ] || fail "no journal of the game: $(cat out)"
refuses_with 1 "blue's side stays hidden until the game is over" moves "$sealed" --side blue
has 'a sealed game from the own seat' '1\. a4-a5 scout' "$(v moves "$sealed" --side red)"

# --- every analysis at any moment: as of the file of that moment ---
v --seed 1 match invincible random --games 1 --max-plies 60 --save games >out
v convert games/000000.game --plies 30 --to game >cut.game
square=$(v guess cut.game | awk 'below { print $1; exit } $1 == "best" { below = 1 }')
move=$(v legal cut.game | head -n 1)
while read -r words; do
    words=${words/SQUARE/$square} words=${words/MOVE/$move}
    # shellcheck disable=SC2086 # words
    v ${words/FILE/cut.game} >cut.out 2>&1 || fail "$words: $(cat cut.out)"
    for at in 30 15b; do
        v ${words/FILE/games/000000.game} --at $at >at.out 2>&1 || fail "$words --at $at: $(cat at.out)"
        sed -i 's|games/000000.game|cut.game|' at.out
        cmp -s cut.out at.out || fail "$words --at $at is not as of that moment: $(diff cut.out at.out)"
    done
done <<'END'
apply FILE MOVE
explain value marshal FILE
game report FILE --depth 1 --seed 1
guess FILE
guess explain SQUARE FILE
guess heat flag FILE
hint FILE
legal FILE
move greedy FILE --seed 1
moves FILE --side red
outcome FILE
perft 2 FILE
plans FILE
rollout FILE --worlds 1 --plies 2
search FILE --depth 2
search tree MOVE FILE --depth 2
show FILE
show values FILE
value FILE
why FILE
END
