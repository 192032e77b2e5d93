# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-3.0-or-later
# For tests that play on the real screen: a private tmux server, keys in, screens out. To be sourced.
# Without tmux, pseudo-terminals (a bare chroot has none), or a UTF-8 locale, the test is skipped.
command -v tmux >/dev/null || { echo "no tmux"; exit 77; }
[ "$(uname)" != Linux ] || [ -e /dev/pts/ptmx ] || { echo "no pseudo-terminals: no /dev/pts"; exit 77; }
utf8=$(locale -a 2>/dev/null | grep -i -m 1 -x -E 'c\.utf-?8' ||
    locale -a 2>/dev/null | grep -i -m 1 -E 'utf-?8' || true)
[ -n "$utf8" ] || { echo "no UTF-8 locale"; exit 77; }
export LC_ALL=$utf8 # for grep and sed too: one letter of a screen is one "."

srcdir=$(cd "${srcdir:-.}" && pwd)
tmp=$(mktemp -d)
export HOME=$tmp XDG_STATE_HOME=$tmp/state XDG_DATA_HOME=$tmp/data XDG_CONFIG_HOME=$tmp/config
unset TMUX TMUX_PANE LINES COLUMNS ESCDELAY COLORFGBG
cat >"$tmp/tmux.conf" <<END
set -g default-shell $(command -v bash)
set -g status off
set -s escape-time 0
set -g remain-on-exit on
END
server=0
T() { tmux -u -S "$tmp/socket.$server" -f "$tmp/tmux.conf" "$@"; }
# A program that is just ending may still write.
clean() {
    local status=$?
    [ "$BASHPID" = $$ ] || return 0 # a copy of this shell, killed before it has forgotten the trap
    T kill-server 2>/dev/null || true
    rm -rf "$tmp" 2>/dev/null || { sleep 1; rm -rf "$tmp"; } || true
    [ "$status" != 0 ] || exit "${failed:-0}"
}
trap clean EXIT

failed=0
fail() { echo "FAILED: $*"; failed=1; }

# A file of a game: what stands before the moves, and what from them on. The sides and the moves that several
# tests have; a game with battles.
game() { printf 'format: vedette-game/1\ndate: 2026-11-21\nrules: isf\n%s\n%s\n' "$1" "$2"; }
sides='red:  {player: you, setup: "DDHBLHBIBDFBDIEGMGFDBJDEHEDFFEKJHDCGIBEG"}
blue: {player: random, setup: "NQTTSQVPRUTNOPRWUPRNPQNQSPSYPPSXVRQNNTUP"}'
battles() {
    game "$sides" 'moves: >-
  a4-a5 b7-b6 b4-b5 b6xb5 c4-b4 i7-i6 b4xb5 i6-i5
result: unfinished'
}

# start COLSxROWS [NAME=VALUE...] COMMAND [ARG...]: runs it in a new terminal of that size.
start() {
    local size=$1
    shift
    T kill-server 2>/dev/null || true
    server=$((server + 1)) # one that is still dying is left alone
    [ -n "${first_start:-}" ] || mkdir -p "$XDG_STATE_HOME/vedette" # else the rules are shown
    T new-session -d -x "${size%x*}" -y "${size#*x}" \
        "exec env LC_ALL=$utf8 TERM=xterm-256color $(printf '%q ' "$@")"
}

resize() { T resize-window -x "${1%x*}" -y "${1#*x}"; }
keys() { T send-keys "$@"; }
capture() { T capture-pane -p; }
capture_colours() { T capture-pane -p -e; }
program() { T display-message -p '#{pane_pid}'; }

# within SECONDS COMMAND...: true once the command is. Where sanitizers slow all down, TEST_PATIENCE says how many
# times as long it may take.
within() {
    local ends=$((SECONDS + $1 * ${TEST_PATIENCE:-1} + 1))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$ends" ] || return 1
        sleep 0.03
    done
}

shows() { capture 2>/dev/null | grep -q -F -e "$1"; }
await() { within 30 shows "$1" || { fail "never shown: $1"; capture; return 1; }; }

# at_rest: nothing is still being thought about, and the screen stays as it is for a moment. To be called before
# a capture that is compared with another one: what was waited for may be drawn before what is worked out.
at_rest() {
    stays_as_it_is() {
        local first
        shows_not 'thinking...' && first=$(capture) && sleep 0.2 && [ "$first" = "$(capture)" ]
    }
    within 60 stays_as_it_is || { fail "the screen does not come to rest"; capture; }
}

shows_not() { ! shows "$1"; }
# answer KEY...: answers a question. It takes no key that came before it was on the screen, nor one that comes at
# once with others, so that nothing typed ahead or pasted answers it. Under load the program may count it as shown
# long after it is: where the same question stays, the keys were not taken, and come again.
answer() {
    local question
    await '(y/n)' || return 0
    question=$(capture | grep -F -m 1 '(y/n)' || true)
    sleep 0.4
    keys "$@"
    [ -z "$question" ] || within 5 shows_not "$question" || keys "$@" || true
}

# What of the screen is held against pictures, and where these are: a test may say otherwise.
pictures=$srcdir/tests/pictures
seen() { capture; }
same() { seen | diff -q - "$pictures/$1.txt" >/dev/null 2>&1; }

# picture NAME: the screen looks like that, at the latest after a while. With UPDATE_SCREENS=1 it is taken anew.
picture() {
    if [ "${UPDATE_SCREENS:-}" = 1 ]; then
        sleep 0.5
        seen >"$pictures/$1.txt"
    elif ! within 30 same "$1"; then
        fail "tests/pictures/$1.txt"
        seen | diff -u "$pictures/$1.txt" - || true
    fi
}

# tmux 3.3 sometimes misses the signal that its child has ended; a second signal makes it look.
remind() { kill -CHLD "$(T display-message -p '#{pid}')" 2>/dev/null || true; }
dead() {
    remind
    [ "$(T display-message -p '#{pane_dead}' 2>/dev/null)" = 1 ]
}

# The program has ended with this status.
status() { T display-message -p '#{pane_dead_status}' 2>/dev/null; }
has_status() {
    remind
    [ -n "$(status)" ]
}
ended() {
    within 30 has_status || { fail "still running"; capture; return 0; }
    [ "$(status)" = "$1" ] || fail "exit status $(status), expected $1"
}
