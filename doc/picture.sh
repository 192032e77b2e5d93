#!/usr/bin/env bash
# Takes the picture of the screen in README.md, doc/picture.svg, from the program itself: `make picture`.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu -o pipefail
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
cols=104 rows=32
cd "$tmp"
start ${cols}x$rows env COLORFGBG='15;0' "$VEDETTE" --seed 7 play invincible
await 'Set your pieces up'
keys p
await 'red to move'
# Some moves that the program would play, until pieces have fallen.
for ((i = 1; i <= 12; i++)); do
    keys H
    await 'Hint'
    keys Enter
    await "move $((2 * i + 1)) "
done
keys w
await 'Where is the'
keys Up Up
for ((i = 0; i < 40; i++)); do
    before=$(capture_colours)
    sleep 0.2 # as long as that nothing changes
    [ "$(capture_colours)" != "$before" ] || break
done
capture_colours | "${AWK:-awk}" -v cols=$cols -v rows=$rows -f "$srcdir/doc/picture.awk" >picture.svg
[ "$(grep -c '<text' picture.svg)" -ge 100 ] || fail "no picture: $(capture)"
cp picture.svg "$srcdir/doc/picture.svg"
