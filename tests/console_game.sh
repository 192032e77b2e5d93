#!/usr/bin/env bash
# A whole game at the console, through a pipe: nothing but lines of text, the same each time, kept as a game of the
# screen is. tests/console_game.txt is the transcript; UPDATE_SCREENS=1 writes it anew.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
export HOME=$tmp XDG_STATE_HOME=$tmp/state XDG_DATA_HOME=$tmp/data XDG_CONFIG_HOME=$tmp/config
export TERM=dumb
golden=$srcdir/tests/console_game.txt

# usage: transcript LINE...   (each line behind a mark, then what came of it; as `script` would keep it)
transcript() {
    local all=() count=0 line
    for line; do
        all+=("$line")
        "$VEDETTE" --seed 7 console < <(printf '%s\n' "${all[@]}") >"$tmp/now" 2>&1 || true
    done
}
