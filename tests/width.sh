#!/usr/bin/env bash
# What commands print fits a terminal of 80 columns, its last column left free: whatever the game and the options.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
vedette=${VEDETTE:?the program to test}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
failed=0
export LC_ALL=C.UTF-8

# fits ARG...: runs the program, which prints something, and no line of it is too wide.
fits() {
    "$vedette" --seed 1 "$@" >out 2>err </dev/null || { echo "FAIL vedette $*: $(cat err)"; failed=1; return; }
    [ -s out ] || { echo "FAIL vedette $*: nothing printed"; failed=1; }
    [ "$(wc -L <out)" -le 79 ] && return
    echo "FAIL vedette $*: too wide"
    while IFS= read -r line; do
        [ "${#line}" -le 79 ] || printf '    %s\n' "$line"
    done <out
    failed=1
}

"$vedette" --seed 3 match invincible greedy --games 1 --save games >/dev/null || exit 1
game=games/000000.game
grep -v '^result' "$game" | head -n 18 >half.game # its first hundred moves

while read -r command; do
    # shellcheck disable=SC2086 # one or two words
    fits help $command
done < <("$vedette" help | sed -n 's/^  \([a-z]*\( [a-z]*\)\{0,1\}\)  .*/\1/p')
for group in $("$vedette" profile show | sed -n 's/^\([a-z_]*\)\..*/\1/p' | sort -u); do
    fits profile explain "$group"
done
fits profile explain vedette.deepen
for command in help rules levels agents 'profile list' 'setup list'; do
    # shellcheck disable=SC2086 # words of a command
    fits $command
done
for command in show grade check load 'guess' outcome 'show values'; do
    # shellcheck disable=SC2086
    fits $command "$game"
done
for command in show guess 'guess heat 9' 'show values' value plans 'plans --active' hint 'game report' legal load \
    'hint --agent invincible' 'hint --agent vedette:worlds=2' 'hint --agent star:depth=3' 'rollout --worlds 2'; do
    # shellcheck disable=SC2086
    fits $command half.game
done
for move in $("$vedette" legal half.game | head -n 12); do
    fits plans "$move" half.game
done
exit "$failed"
