# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-3.0-or-later
# For tests of what commands print and refuse: a folder of its own in $tmp, and words for commands. To be
# sourced. What failed decides the exit status, however the test ends.
set -eu -o pipefail
srcdir=$(cd "${srcdir:-.}" && pwd)
tmp=$(mktemp -d)
failed=0
finish() {
    local status=$?
    [ "$BASHPID" = $$ ] || return 0 # a copy of this shell, killed before it has forgotten the trap
    rm -rf "$tmp"
    [ "$status" != 0 ] || exit "$failed"
}
trap finish EXIT

fail() { echo "$*"; failed=1; }

# usage: v ARG…   (runs the program, for a minute at most)
v() { timeout 60 "$VEDETTE" "$@"; }

# The names of all agents but programs outside.
agents() { v agents | sed -n 's/^\([a-z][a-z-]*\)  .*/\1/p' | grep -vx 'bot\|progcomp'; }

# usage: is NAME EXPECTED FOUND; has NAME PATTERN TEXT   (a line of it matches)
is() {
    [ "$2" = "$3" ] && return
    failed=1
    printf 'FAIL %s\n--- expected\n%s\n--- found\n%s\n' "$1" "$2" "$3"
}
has() { grep -q -e "$2" <<<"$3" || is "$1" "$2" "$3"; }

# usage: shows PATTERN ARG…   (a line of the output, which stays in $tmp/out, matches)
shows() {
    local pattern=$1
    shift
    "$VEDETTE" "$@" >"$tmp/out"
    grep -Eq -- "$pattern" "$tmp/out" || fail "no line '$pattern' in: $*"$'\n'"$(cat "$tmp/out")"
}

# usage: refuses_with STATUS PATTERN ARG…   (that exit status, one line on stderr that matches, no answer)
refuses_with() {
    local wanted=$1 pattern=$2 status=0
    shift 2
    "$VEDETTE" "$@" >"$tmp/out" 2>"$tmp/err" || status=$?
    if [ "$status" != "$wanted" ] || [ -s "$tmp/out" ] || [ "$(wc -l <"$tmp/err")" != 1 ] ||
        ! grep -Eq -- "$pattern" "$tmp/err"; then
        fail "status $status from: $*"$'\n'"$(cat "$tmp/out" "$tmp/err")"
    fi
}

# usage: refuses PATTERN ARG…   (bad input or usage)
refuses() { refuses_with 2 "$@"; }

# usage: twin FILE   (the game with two of blue's back pieces exchanged that have not moved: other hidden ranks)
twin() {
    local letters first other
    letters=$(sed -n 's/^blue:.*setup: "\([A-Z]*\)".*/\1/p' "$1")
    first=${letters:30:1}
    for ((other = 31; other < 39; other++)); do [ "${letters:other:1}" = "$first" ] || break; done
    sed "s/$letters/${letters:0:30}${letters:other:1}${letters:31:other - 31}$first${letters:other + 1}/" "$1"
}
