#!/usr/bin/env bash
# ci: archive
# The files of earlier builds (tests/fixtures/) on the real screen: options, keys, a theme, the list of games, a
# finished game with its comment, unfinished games of every kind, the console's history, the archive.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"

# open_build BUILD: a copy of its files is the home.
open_build() {
    cp -r "$srcdir/tests/fixtures/$1" "$tmp/$1"
    chmod -R u+w "$tmp/$1"
    cd "$tmp/$1"
    export XDG_CONFIG_HOME=$PWD/config XDG_DATA_HOME=$PWD/data XDG_STATE_HOME=$PWD/state
}

open_build 1cc7a9d
start 100x30 "$VEDETTE"
await 'probabilistic:piece=1.5'
keys Enter
await 'j7#2xj6#5'
shows 'move 3' || fail 'another game goes on'
keys -l ':'
await 'Esc close'
keys -l 'profile show plan_search.weight'
keys Enter
await 'plan_seek.weight  2 times'
start 100x30 "$VEDETTE" play --resume files/saved.game
await 'a7-a6'

open_build 9e4074b
touch -d '2026-01-01' state/vedette/games/*-Icl3Ln.game # the later file is offered first
start 100x30 "$VEDETTE"
await 'New game'
capture_colours | grep -q '48;5;52m' || fail 'the title has no colour of the theme'
keys F2
await 'dusk'
keys Escape
await 'New game'
# Both games that were cut off are offered; the one of two people begins with its cover.
await 'vedette:worlds=2,search=1'
keys Enter
await 'move 3'
keys F5
await 'int:'
keys -l ':'
await 'Esc close'
keys -l 'games where result=lost --count'
keys Enter
await '1'
keys Up Up
await 'rules isf'
start 100x30 "$VEDETTE" play --resume "$(echo state/vedette/games/*-Icl3Ln.game)"
await "Blue's turn"
# The list of games, and in one of them the comment.
start 100x30 "$VEDETTE"
await 'Your games'
keys Down Down Down Enter
await 'lost'
T kill-server
exit $failed
