#!/usr/bin/env bash
# show values, explain value: what they print for a position, with a profile's numbers, and for bad words.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu -o pipefail
srcdir=${srcdir:-.}
position=$srcdir/tests/positions/deboer-3.2.yaml
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

# usage: shows PATTERN ARG…   (a line of the output matches)
shows() {
    local pattern=$1
    shift
    "$VEDETTE" "$@" >"$tmp/out"
    grep -Eq -- "$pattern" "$tmp/out" || { echo "no line '$pattern' in: $*"; cat "$tmp/out"; failed=1; }
}

# usage: refuses PATTERN ARG…   (exit status 2, one line on stderr that matches, nothing on stdout)
refuses() {
    local pattern=$1 status=0
    shift
    "$VEDETTE" "$@" >"$tmp/out" 2>"$tmp/err" || status=$?
    if [ "$status" != 2 ] || [ -s "$tmp/out" ] || [ "$(wc -l <"$tmp/err")" != 1 ] ||
        ! grep -Eq -- "$pattern" "$tmp/err"; then
        echo "status $status from: $*"
        cat "$tmp/out" "$tmp/err"
        failed=1
    fi
}

# Shares of four and three pieces, 1.15 for the colonel with fewer below it.
shows '^8 colonel +1  1\.1196 .* 1  1\.3333 ' show values "$position"
shows '^9 general +- ' show values "$position"
shows '^state +1\.4416 +0\.6937' show values "$position"
shows '^blue colonel: 1\.33333$' explain value 8 "$position" --side blue
shows '^red colonel: 1\.11957$' explain value colonel "$position"
shows 'x 1\.15 .*blue has 1 lower, red 2' explain value 8 "$position" --side blue
shows '^red flag: 3\.80405$' explain value f "$position"
shows '^red marshal: 0$' explain value X "$position"

# The profile's numbers are the ones used.
printf 'format: vedette-profile/1\nworth: {fewer_lower_factor: 1, flag_ahead: 9}\n' >"$tmp/p.yaml"
shows '^blue colonel: 1\.33333$' -p "$tmp/p.yaml" explain value 8 "$position" --side blue
shows '^red colonel: 1\.25$' -p "$tmp/p.yaml" explain value 8 "$position"
shows '^red flag: 6\.3581' -p "$tmp/p.yaml" explain value F "$position"

refuses "found 'q', expected a rank" explain value q "$position"
refuses "found '\?', expected a rank" explain value '?' "$position"
refuses "found --side 'green'" explain value 8 "$position" --side green
refuses '^usage: ' explain value
refuses '^usage: ' show values
refuses 'nowhere' show values "$tmp/nowhere.yaml"
exit "$failed"
