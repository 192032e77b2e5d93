#!/usr/bin/env bash
# A person plays against programs outside on the real screen: one that plays, two that fail, and one whose game
# is gone on with after a kill.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # `within` calls functions by their names
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
cd "$tmp"
for mode in none senseless setup-short; do ln -s "$srcdir/tests/bots/nasty" "nasty-$mode"; done
ln -s "$srcdir/tests/bots/thirty" thirty
# row REGEX: some line of the screen looks like that, at the latest after a while.
looks() { capture 2>/dev/null | grep -q -e "$1"; }
row() { within 30 looks "$1" || { fail "never shown: $1"; capture; return 1; }; }
none_left() { ! grep -lzqsx "$tmp/thirty" /proc/[0-9]*/cmdline; }

# Its own setup is wrong: the game is over before it began, and the screen says why.
start 80x24 "$VEDETTE" --seed 1 play progcomp:./nasty-setup-short,start=30
await 'your setup'
keys p
await "You have won: nasty-setup-short answered 'BB3', which is no row of a set-up"

# It plays, by rules without repetition, and fails on its third turn.
start 80x24 "$VEDETTE" --seed 1 play progcomp:./nasty-senseless,time=30,start=30
await 'your setup'
keys p
row 'you (red) - nasty-senseless (blue) .* free'
await 'Move with the arrow keys'
keys e4e5 Enter
await 'Answer:'
keys e5e4 Enter
row ' 2\..*e5-e4 *[a-j]'
keys e4e5 Enter
await "You have won: nasty-senseless answered 'what?', which is no move"

# By our own protocol: moves to and fro; a kill; the game goes on where it was, with the program started anew.
start 80x24 "$VEDETTE" --seed 1 play "bot:$tmp/thirty,time=30,start=30"
await 'your setup'
keys p
row 'you (red) - thirty (blue)'
keys e4e5 Enter
row ' 1\. *e4-e5 *[a-j]'
none_left && fail 'no program is there'
kill -KILL "$(program)"
within 20 dead || fail 'it lives on after a kill'
within 60 none_left || fail 'a program is left behind'
start 80x24 "$VEDETTE" --seed 1
await 'Resume the unfinished game'
keys Enter
await 'you (red) - thirty (blue)'
row ' 1\. *e4-e5 *[a-j]'
keys e5e4 Enter
row ' 2\. *e5-e4 *[a-j]'
keys Q
exit $failed
