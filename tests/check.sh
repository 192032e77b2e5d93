#!/usr/bin/env bash
# `check`: what is sound, what is not, and its exit status. SPDX-License-Identifier: GPL-3.0-or-later
set -eu -o pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"
failed=0

# expect STATUS TEXT FILE...: the status, and TEXT in the answer or the one line of error.
expect() {
    local wanted=$1 text=$2 status=0
    shift 2
    "$VEDETTE" check "$@" >out 2>err || status=$?
    if [ "$status" != "$wanted" ] || ! grep -qF -- "$text" out err; then
        echo "check.sh: check $*: expected status $wanted and '$text', found status $status and:"
        cat out err
        failed=1
    fi
}

# A free position: a red piece on d1 stands before a blue one on d2.
position() { # position TO-MOVE RED-PIECE BLUE-PIECE [MOVES]
    echo "format: vedette-position/1"
    echo "to_move: $1"
    echo "board: |"
    printf '  %s\n' '. . . . . . . . . .' '. . . . . . . . . .' '. . . . . . . . . .' \
        '. . . . . . . . . .' '. . ~ ~ . . ~ ~ . .' '. . ~ ~ . . ~ ~ . .' \
        '. . . . . . . . . .' '. . . . . . . . . .'
    echo "  . . . $3 . . . b5* . ."
    echo "  . rF . $2 . . . . . ."
    echo 'captured: {red: "", blue: ""}'
    [ -z "${4:-}" ] || echo "moves: $4"
}

position red 'r2*' bF >open.position
expect 0 'open.position: position, 0 moves, sound' open.position
position red 'r2*' bF d1xd2 >won.position
expect 0 "won.position: position, 1 move, red won: blue's flag is taken, sound" won.position
"$VEDETTE" apply open.position d1xd2 >after.position
expect 0 "after.position: position, 0 moves, red won: blue's flag is taken, sound" after.position
position red 'r2*' bF d1-e2 >illegal.position
expect 1 'illegal.position:' illegal.position
position red 'r2*' bQ >symbol.position
expect 2 'symbol.position:12:' symbol.position

recorded() { # recorded RESULT REASON MOVES: a game from full setups
    echo "format: vedette-game/1"
    echo "rules: isf"
    echo "red: {player: a, setup: \"$letters\"}"
    echo "blue: {player: b, setup: \"$letters\"}"
    echo "moves: $3"
    echo "result: $1"
    [ -z "$2" ] || echo "reason: $2"
}
letters=DDDDDDDDBBEEEEEBBBBFFFFGGGGHHHHIIIJJKLCM
recorded unfinished '' 'a4-a5 j7-j6' >a.game
expect 0 'a.game: game, 2 moves, sound' a.game
recorded red resigned 'a4-a5 j7-j6' >a.game
expect 0 'red won: blue resigned, sound' a.game
recorded blue flag 'a4-a5 j7-j6' >a.game
expect 1 'on the board the game is open' a.game
recorded draw resigned 'a4-a5 j7-j6' >a.game
expect 1 'the record says draw (one side resigned), which ends no game' a.game
recorded draw '' 'a4-a5 j7-j6' >a.game
expect 0 'a.game: game, 2 moves, draw, sound' a.game
recorded unfinished '' 'a4-a5 a5-a6' >a.game
expect 1 'a.game:' a.game

# The clocks of a game: each move was made in time, and the loser on time had none left.
timed() { # timed CLOCK TIMES RESULT REASON: after two moves red is to move
    recorded "$3" "$4" 'a4-a5 j7-j6' | sed "/^rules/a clock: $1\ntimes: $2"
}
timed_is() { # timed_is STATUS TEXT CLOCK TIMES RESULT REASON
    timed "$3" "$4" "$5" "$6" >a.game
    expect "$1" "$2" a.game
}
timed_is 0 "blue won: red's time ran out, sound" 5s '1 4.999 4' blue time
timed_is 0 "blue won: red's time ran out, sound" 5s+1s '1 4.999 5' blue time
timed_is 0 "blue won: red's time ran out, sound" 5s/move '4 4 5' blue time
timed_is 0 'blue won: red resigned, sound' 5s '1 4.999 3.999' blue resigned
timed_is 0 '2 moves, sound' 5s '1 1' unfinished ''
timed_is 0 '2 moves, sound' 5s '1 1 9' unfinished ''
timed_is 0 '2 moves, sound' 5s,none '1 1000' unfinished ''
timed_is 0 'red won: blue resigned, sound' '{red: 5s, blue: 5s, enforced: no}' '100 200 300' red resigned
timed_is 1 'a.game:4:8: found 5s for move 1, expected less than the 5s that red had' 5s '5 1' unfinished ''
timed_is 1 'a.game:4:10: found 6s for move 2, expected less than the 5s that blue had' 5s '1 6 1' red resigned
timed_is 1 "a.game:8:9: the record says blue won: red's time ran out, but red had 3.999s left" 5s '1 1 0.001' blue time
timed_is 1 "a.game:8:9: the record says blue won: red's time ran out, but red had 4s left" 5s '1 1' blue time
timed_is 1 "a.game:8:9: the record says blue won: red's time ran out, but red had 0.001s left" 5s+1s '1 1 4.999' blue time
timed_is 1 "a.game:8:9: the record says red won: blue's time ran out, but red was to move" 5s '1 1' red time
timed_is 1 "a.game:8:9: the record says red won: blue's time ran out, but red's time had run out" 5s '1 1 200' red time
timed_is 1 "a.game:8:9: the record says red won: blue resigned, but red's time had run out" 5s '1 1 200' red resigned
timed_is 1 "a.game:8:9: the record says draw (one side's time ran out), which ends no game" 5s '1 1 1' draw time
timed_is 1 "a.game:8:9: the record says blue won: red's time ran out, but red has no clock" none,5s '1 1 9' blue time
timed_is 1 'a.game:8:9: the record says that a time ran out, but the clock is not enforced' \
    '{red: 5s, blue: 5s, enforced: no}' '1 1 9' blue time
# Games of others have times, and no clocks.
recorded red time 'a4-a5 j7-j6' >a.game
expect 0 "red won: blue's time ran out, sound" a.game
recorded red time 'a4-a5 j7-j6' | sed '/^rules/a clock: 5s' >a.game
expect 0 "red won: blue's time ran out, sound" a.game

# A game that red has won on the board, whatever is written below it.
ended() { # ended RESULT REASON
    echo "format: vedette-game/1"
    echo "position:"
    sed -n '/^to_move/,/^captured/s/^/  /p' open.position
    echo "moves: d1xd2"
    echo "result: $1"
    [ -z "$2" ] || echo "reason: $2"
}
while IFS=, read -r reason red blue draw; do
    ended red "$reason" >a.game
    expect 0 "a.game: game, 1 move, $red, sound" a.game
    for said in "$blue" "$draw"; do
        ended "${said%%[ :]*}" "$reason" >a.game
        expect 1 "the record says $said, but the board says red won: blue's flag is taken" a.game
        [ "$("$VEDETTE" outcome a.game)" = "red won: blue's flag is taken" ] ||
            { echo "check.sh: outcome of a game with the result $said"; failed=1; }
    done
done <<END
,red won,blue won,draw
flag,red won: blue's flag is taken,blue won: red's flag is taken,draw (a flag is taken)
time,red won: blue's time ran out,blue won: red's time ran out,draw (one side's time ran out)
resigned,red won: blue resigned,blue won: red resigned,draw (one side resigned)
missing,red won: blue did not come back,blue won: red did not come back,draw (one side did not come back)
END
outcome() { # outcome ANSWER RESULT REASON: of a game that the board leaves open
    recorded "$2" "$3" 'a4-a5 j7-j6' >a.game
    [ "$("$VEDETTE" outcome a.game)" = "$1" ] ||
        { echo "check.sh: outcome of an open game with the result $2 $3"; failed=1; }
}
outcome 'blue won: red resigned' blue resigned
outcome 'draw (both agreed)' draw agreed
outcome "red won: blue's time ran out" red time
outcome 'red won' red ''
outcome "red won: blue's program gave no answer in time" red no-answer
outcome open blue flag
outcome open red no-moves
outcome open draw move-limit
outcome open draw resigned

recorded unfinished '' 'a4-a5' >good
expect 1 'good: game, 1 move, sound' good a.game
expect 2 'none' none
printf '\001\377\000\n\376' >noise
expect 2 'noise' noise
exit "$failed"
