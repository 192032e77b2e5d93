#!/usr/bin/env bash
# ci: user
# Another program keeps the archive locked while a game ends on the screen: the screen goes on, the game's file
# is there, and the game is in the archive when the other lets go, or when the program is started again.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # `within` calls functions by their names
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
hold=$PWD/tests/hold_archive
database=$tmp/data/vedette/games.db

is_locked() { [ -s "$tmp/held" ]; }
lock() {
    rm -f "$tmp/held" "$tmp/release"
    mkfifo "$tmp/release"
    "$hold" "$database" <"$tmp/release" >"$tmp/held" &
    holder=$!
    exec 7>"$tmp/release"
    within 20 is_locked || fail 'the archive is not locked'
}
release() {
    exec 7>&-
    wait "$holder"
}
is_there() { [ "$("$hold" "$database" count)" = "$1" ]; }
has_file() { [ "$(find "$tmp/data/vedette/finished" -name '*.game' 2>/dev/null | wc -l)" = "$1" ]; }
gone() { remind; ! kill -0 "$pid" 2>/dev/null; }

# usage: play N   (the game with seed N, which is the N-th: a move, then gives up and goes on to the next game)
play() {
    start 80x24 "$VEDETTE" --seed "$1" play random 7>&- # which would keep the lock
    await 'your setup'
    keys p
    await 'red to move'
    keys Tab Enter Up Enter
    await 'move 2'
    keys r
    await 'y/n'
    answer y
    await 'The game is kept as'
    within 20 has_file "$1" || fail "the game's file is not there"
    pid=$(program)
    keys n
    await '> New game'
}

"$VEDETTE" games where >/dev/null
lock
play 1
# It gets there from the program that goes on, not from a command.
release
within 20 is_there 1 || fail 'the game is not in the archive when that is free'
keys q
within 20 gone || fail 'the program goes on'

# A program that is ended does not wait for the other; the next one takes the game in.
lock
play 2
kill -TERM "$pid"
within 20 gone || fail 'SIGTERM waits for the archive'
release
is_there 1 || fail 'the game is in the archive already'
start 80x24 "$VEDETTE"
within 20 is_there 2 || fail 'the next start does not take the game in'
