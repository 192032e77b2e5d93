#!/usr/bin/env bash
# ci: archive
# A game that nobody can win any more, in a real terminal: the screen says so, and the agent offers a draw and takes
# one.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
positions=$(cd "${srcdir:-.}" && pwd)/tests/positions
cd "$tmp"
# usage: position_game POSITION RULE...   (game.game: of a person and an agent, from that position changed by sed)
position_game() {
    local from=$1
    shift
    {
        printf 'format: vedette-game/1\nrules: isf\nred:  {player: you}\nblue: {player: invincible}\nposition:\n'
        sed -e '/^#/d' -e '/^format:/d' -e 's/^/  /' "$@" "$positions/$from"
        printf 'moves: ""\nresult: unfinished\n'
    } >game.game
}

# Both know that nobody can win: the agent offers, and takes a draw that is offered.
position_game ending-dead.yaml -e ''
start 80x24 "$VEDETTE" --seed 1 play --resume game.game
await 'move 1  red to move'
keys -l 'f2 f3'
keys Enter
await 'A draw is offered: D agrees'
keys D
await 'A draw is offered. Do you agree?'
answer y
await 'both agreed'

# Red's bombs and flag are unknown to the agent: only the person knows that nobody can win.
position_game ending-dead.yaml -e 's/rB!/rB /g' -e 's/rF!/rF/'
start 80x24 "$VEDETTE" --seed 1 play --resume game.game
await 'move 1  red to move'
keys -l 'f2 f3'
keys Enter
await 'Nobody can win any more: D offers a draw'
keys D
await 'Nobody can win any more. Offer a draw?'
exit "$failed"
