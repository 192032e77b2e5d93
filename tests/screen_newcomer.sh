#!/usr/bin/env bash
# ci: user
# A newcomer's first game, from an empty home: the rules, the menu, the form, an army, the first moves with what is
# explained, a look back, and the end. The pictures are its transcript; with UPDATE_SCREENS=1 they are taken anew.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # `within` calls functions by their names
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
cd "$tmp"
seen() { capture | sed -E 's@~/data/vedette/finished/.*@#@; s/[0-9]+-[A-Za-z0-9]+\.game/#/'; } # no name of a file

for size in 60x20 132x43 80x24; do
    for encoding in "$utf8" C; do
        [ "$encoding" != C ] || [ $size = 80x24 ] || continue
        rm -rf "$tmp/state" "$tmp/data" "$tmp/config"
        name=newcomer-$size$([ "$encoding" = C ] && echo -ascii || true)
        first_start=1 start $size LC_ALL="$encoding" "$VEDETTE" --seed 3
        await 'how to play'
        picture "$name-1-rules"
        leave() { shows 'New game' || { keys Space && false; }; }
        within 20 leave || fail "no key leaves the rules"
        picture "$name-2-menu"
        keys Enter
        await '> Start'
        picture "$name-3-form"
        keys Enter
        await 'your setup'
        picture "$name-4-army"
        keys p
        await 'Move with the arrow keys'
        picture "$name-5-turn"
        move=$("$VEDETTE" legal "$tmp"/state/vedette/games/*.game | head -n 1)
        keys "$move" Enter
        await 'move 2  red'
        await 'neither bomb nor flag'
        picture "$name-6-answer"
        keys '['
        await "red's move 1 of 1"
        picture "$name-7-past"
        keys Escape
        await 'move 2  red'
        keys '?'
        await 'To move'
        picture "$name-8-help"
        keys Escape r
        answer y
        await 'Against Recruit'
        await 'Reviewed: '
        picture "$name-9-end"
        keys Escape
        await 'Taken'
        keys Y # the next level, at once
        await 'your setup'
        await 'Sergeant'
        await 'Your last army'
        keys q
        answer y
        ended 0
    done
done
start 80x24 "$VEDETTE" --seed 3 # the rules do not come again
await 'New game'
exit "$failed"
