#!/usr/bin/env bash
# ci: user threads
# A whole game from the setup to its end, played through the screen by typed moves: resized, killed
# and gone on with on the way. The first argument is the seed of the game.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # `within` calls functions by their names
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"

journal() { find "$tmp/state/vedette/games" -name '*.game' 2>/dev/null | head -n 1; }
finished() { find "$tmp/data/vedette/finished" -name '*.game' 2>/dev/null | head -n 1; }
plies() { sed -n '/^moves:/,$p' "$1" 2>/dev/null | grep '^  ' | wc -w; }

# The person (red) is to move again, or the game has ended.
my_turn() {
    file=$(journal)
    [ -n "$file" ] || { file=$(finished); [ -n "$file" ] && return 0; return 1; }
    played=$(plies "$file")
    [ "$played" -gt 0 ] || [ "$1" -lt 0 ] || return 1 # it went between two looks
    [ $((played % 2)) = 0 ] && [ "$played" -gt "$1" ]
}

# One of the legal moves: forward where that is possible, so that the armies meet.
choose() {
    "$VEDETTE" legal "$1" 2>/dev/null | awk -v seed="$2" '
        { split($0, m, "-")
          from = substr(m[1], 2) + 0; to = substr(m[2], 2) + 0
          weight = to > from ? 8 : to == from ? 2 : 1
          for (i = 0; i < weight; i++) moves[n++] = $0 }
        END { srand(seed); if (n) print moves[int(rand() * n)] }'
}

# Whether the screen shows that turn. The journal has an answer a moment before, and a move typed in between
# is refused. The smallest screen has no line for it.
turn_is_shown() { [ "$size" = 40x12 ] || [ -n "$(finished)" ] || shows "move $((played / 2 + 1))  red to move"; }

# Waits for the next turn. What came to nothing all the same is typed again.
next_turn() {
    for _ in 1 2 3 4 5; do
        if within 5 my_turn "$count"; then
            within 20 turn_is_shown || true
            return 0
        fi
        [ -n "$move" ] || [ ! -e "${file:-}" ] || move=$(choose "$file" "$count")
        [ -z "$move" ] || keys "$move" Enter
    done
    return 1
}

seed=${1:-5} size=80x24
start $size "$VEDETTE" --seed "$seed" play random
await 'your setup'
keys p
await 'red to move'
count=-1 resumed=0 move=''
while next_turn && [ -z "$(finished)" ]; do
    count=$played
    case $count in
        20) size=60x20 && resize $size ;;
        30) size=200x60 && resize $size ;;
        40) size=40x12 && resize $size ;;
        50) size=80x24 && resize $size ;;
        24 | 60)
            signal=$([ "$count" = 24 ] && echo KILL || echo HUP)
            await "move $((count / 2 + 1))"
            kill -"$signal" "$(program)"
            within 20 dead || fail "$signal does not end the program"
            size=80x24
            start $size "$VEDETTE" --seed "$seed"
            await 'Resume the unfinished game'
            await "you (red) - random (blue), $((count / 2)) moves"
            keys Enter
            await "move $((count / 2 + 1))  red to move"
            resumed=$((resumed + 1)) ;;
    esac
    move=$(choose "$file" "$count")
    # None: the game has just ended, and its journal is about to go.
    [ -z "$move" ] || keys "$move" Enter
done
file=$(finished)
if [ -z "$file" ]; then
    fail "the game has no end after $count moves"
    capture
    exit 1
fi
[ "$resumed" = 2 ] || fail "gone on with $resumed times"
# The file is there a moment before its journal is gone and the screen shows the end.
no_journal() { [ -z "$(journal)" ]; }
has_result() { capture | grep -q -E 'You have (won|lost)|Drawn'; }
is_open() { ! capture | grep -q -E '■|◆'; }
within 20 no_journal || fail "the journal is left"
within 20 has_result || { fail "no result on the screen"; capture; }
"$VEDETTE" check "$file" || fail "the finished game is not sound"
"$VEDETTE" outcome "$file"
within 20 is_open || fail "hidden pieces after the end"
keys q
ended 0
start 80x24 "$VEDETTE"
await 'New game'
if shows 'Resume the'; then fail "a finished game is offered"; fi
echo "played $(plies "$file") moves"
exit "$failed"
