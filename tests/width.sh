#!/usr/bin/env bash
# ci: no-sanitizers
# What commands print fits a terminal of 80 columns, its last column left free: whatever the game and the options.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
set +e +o pipefail # what fails is counted, and the rest is tried
cd "$tmp" || exit 1
export LC_ALL=C.UTF-8

# fits ARG...: runs the program, which prints something, and no line of it is too wide.
fits() {
    "$VEDETTE" --seed 1 "$@" >out 2>err </dev/null || { echo "FAIL vedette $*: $(cat err)"; failed=1; return; }
    [ -s out ] || { echo "FAIL vedette $*: nothing printed"; failed=1; }
    [ "$(wc -L <out)" -le 79 ] && return
    echo "FAIL vedette $*: too wide"
    while IFS= read -r line; do
        [ "${#line}" -le 79 ] || printf '    %s\n' "$line"
    done <out
    failed=1
}

"$VEDETTE" --seed 3 match invincible greedy --games 1 --save games >/dev/null || exit 1
game=games/000000.game
grep -v '^result' "$game" | head -n 18 >half.game # its first hundred moves

"$VEDETTE" help | sed -n 's/^  \([a-z]*\( [a-z]*\)\{0,2\}\)  .*/\1/p' >commands
[ "$(wc -l <commands)" -gt 80 ] || { echo "FAIL help lists $(wc -l <commands) commands"; failed=1; }
while read -r command; do
    # shellcheck disable=SC2086 # one to three words
    fits help $command
done <commands
"$VEDETTE" profile show | sed -n 's/^\([a-z_]*\.[a-z_0-9]*\) .*/\1/p' >options
[ "$(wc -l <options)" -gt 150 ] || { echo "FAIL profile show lists $(wc -l <options) options"; failed=1; }
for group in $(sed 's/\..*//' options | sort -u) vedette.deepen; do
    fits profile explain "$group"
done
XDG_DATA_HOME=$tmp/data "$VEDETTE" setup save a-name-of-my-own-which-is-long arts-06 || failed=1
XDG_DATA_HOME=$tmp/data fits setup list
# Lines that stay as they are fit the manual page's indentation.
"$VEDETTE" help position edit | sed -n '/^Begins/,$p' | grep '^ ' >fixed
[ -s fixed ] && [ "$(wc -L <fixed)" -le 64 ] || { echo "FAIL lines that the manual page cannot hold"; failed=1; }
many=setup.mirror=0.3,setup.best_of=3,setup.sweeps=40,setup.open_flags=0.5,belief.line=0.5
for command in help rules levels agents 'profile list' 'setup list' 'setup score arts-06' 'setup novelty arts-06' \
    'match random greedy --games 4 --sprt 0,20' 'tournament random greedy attacker --games 2' 'bench plans --seconds 0' \
    'tournament random greedy runner attacker random random random random random random random --games 1 --max-plies 20' \
    "match random:wait=0,$many greedy:$many --games 2 --max-plies 20 --seed 18446744073709551615" \
    "tournament random:wait=0,$many greedy greedy:$many --games 1 --max-plies 20" \
    'sweep invincible random plan_immediate_capture.pessimism 0 0 1 --games 1' \
    "sweep probabilistic:$many random:$many probabilistic.piece 0.123456789 0.2 0.1 --games 1" \
    'bench rollout --games 0 --seconds 0' 'bench field random random:wait=0.0001 greedy --games 2'; do
    # shellcheck disable=SC2086 # words of a command
    fits $command
done
for command in show 'review --worlds 0' 'report --worlds 0' check load guess outcome 'show values'; do
    # shellcheck disable=SC2086
    fits $command "$game"
done
for command in show guess 'guess heat 9' 'show values' 'explain value 9' value plans 'plans --active' hint legal load \
    'hint --agent invincible' 'hint --agent vedette:worlds=2' 'hint --agent star:depth=3' 'rollout --worlds 2' \
    'search --depth 3' 'game report --depth 2' why; do
    # shellcheck disable=SC2086
    fits $command half.game
done
for move in $("$VEDETTE" legal half.game | head -n 12); do
    fits plans "$move" half.game
done
"$VEDETTE" guess half.game | sed -n 's/^\([a-j][0-9]*\) .*/\1/p' | head -n 12 >squares
[ "$(wc -l <squares)" -gt 5 ] || { echo "FAIL guess lists $(wc -l <squares) pieces"; failed=1; }
while read -r square; do
    fits guess explain "$square" half.game
done <squares
exit "$failed"
