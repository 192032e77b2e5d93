#!/usr/bin/env bash
# ci: user
# However the screen ends, the terminal is as it was, the shell goes on, and the game is kept.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # `within` calls functions by their names
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
# Signals are the program's own affair here, not a sanitizer's.
export ASAN_OPTIONS=handle_segv=0:handle_abort=0 UBSAN_OPTIONS=handle_segv=0:handle_abort=0

# A sanitizer's own handler would keep the fatal signal from the program's.
export ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}handle_segv=0

# A shell in the terminal, in which the program is a job as for any user. Its prompt shows how the last
# command ended.
shell() {
    start 80x24 bash --norc --noprofile -i
    keys "stty -g >$tmp/before; ulimit -c 0; PS1='ended:\$? '; clear" Enter
    await 'ended:0'
}

# Starts a game in the shell and makes one move; $pid is then the program.
play() {
    rm -rf "$tmp/pid" "$tmp/after" "$tmp/state"
    keys "(echo \$BASHPID >$tmp/pid; ${ignoring-}exec $VEDETTE --seed 3 play random)" Enter
    await 'your setup'
    keys p
    await 'red to move'
    keys Tab Enter Up Enter
    await 'move 2'
    pid=$(cat "$tmp/pid")
}

gone() { ! kill -0 "$pid" 2>/dev/null; }
journals() { find "$tmp/state/vedette/games" -name '*.game' 2>/dev/null | wc -l; }

# restored STATUS: the shell is back and shows this status, its terminal modes are as before, and the
# game is in its journal.
restored() {
    # The prompt before the program may be back before the one behind it.
    within 20 gone || { fail "$1: the program goes on"; return 0; }
    await "ended:$1" || return 0
    keys "stty -g >$tmp/after" Enter
    within 20 test -s "$tmp/after" || fail "$1: the shell does not go on"
    cmp -s "$tmp/before" "$tmp/after" || fail "$1: the terminal's modes differ"
    if [ "$(T display-message -p '#{alternate_on}#{cursor_flag}#{mouse_any_flag}')" != 010 ]; then
        fail "$1: the alternate screen, a hidden cursor or the mouse is left"
    fi
    [ "$(journals)" = 1 ] || fail "$1: $(journals) journals"
    "$VEDETTE" check "$tmp"/state/vedette/games/*.game >/dev/null || fail "$1: the journal is broken"
}

shell
play
keys q
answer y
restored 0

for end in TERM:143 INT:130 QUIT:131 HUP:129 SEGV:139 ABRT:134; do
    shell
    play
    kill -"${end%:*}" "$pid"
    restored "${end#*:}"
done

# Signals that were ignored when it was started stay ignored; without a terminal it ends all the same.
ignoring="trap '' HUP INT QUIT TERM; "
shell
play
for name in HUP INT QUIT TERM; do
    kill -"$name" "$pid"
done
keys q
answer y
restored 0
shell
play
T kill-server
within 20 gone || { fail "the program outlives its terminal with SIGHUP ignored"; kill -KILL "$pid"; }
ignoring=

# A button that nothing listens to, and half a report of the mouse: the screen goes on, and signals come through.
for report in '2;9;9M\e[<2;9;9m' '32;9;9M' '0;9'; do
    shell
    play
    keys -l "$(printf '?\e[<%b' "$report")"
    await 'Tab'
    kill -TERM "$pid"
    restored 143
done

# A lost line: the terminal itself goes away.
shell
play
T kill-server
within 20 gone || fail "the program outlives its terminal"
[ "$(journals)" = 1 ] || fail "no journal after the terminal was closed"

# Ctrl-Z gives the shell back; the window may change meanwhile; fg goes on with the game.
shell
play
keys C-z
await 'Stopped'
keys Enter 'echo here I am' Enter
await 'here I am'
resize 100x30
keys 'fg' Enter
await 'move 2  red to move'
wide() { [ "$(capture | head -n 1 | wc -m)" -gt 90 ]; }
within 20 wide || fail "the new size is not seen after fg"
keys q
answer y
restored 0
exit "$failed"
