#!/usr/bin/env bash
# ci: user
# The screen as it looks in a real terminal, held against the pictures in tests/pictures/.
# With UPDATE_SCREENS=1 the pictures are taken anew.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # `within` calls functions by their names
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
cd "$tmp"

# What is on the screen, but for how long a search took.
seen() { capture | sed -E 's/  [0-9]+\.[0-9] s$/  # s/; s@[0-9.]+[kMG]?/s@#/s@'; }

# The start of a game, a game with battles, and one that is over.
game "$sides" 'moves: ""
result: unfinished' >"$tmp/start.game"
battles >"$tmp/battles.game"
game "${sides//you/person}" 'moves: >-
  a4-a5 b7-b6 b4-b5 b6xb5
result: red
reason: resigned' >"$tmp/over.game"
game "clock: {red: 5m+3s, blue: 1h30m}
times: 12.5 8.25 65 3600 9
$sides" 'moves: >-
  a4-a5 b7-b6 b4-b5 b6xb5
result: red
reason: time' >"$tmp/clock.game"
swapped=${sides/you/none}
swapped=${swapped/random/you}
game "${swapped/none/random}" 'moves: a4-a5
result: unfinished' >"$tmp/blue.game"
printf '%s\n' '2 5 4 6 7 8 X 9 3 6' '4 5 2 S 2 7 5 3 8 2' '6 B 4 B 7 3 2 6 B 2' \
    '2 F B 3 4 B 3 5 B 2' >mine.setup

start 80x24 "$VEDETTE" --seed 1
picture menu-80x24
keys Enter
picture new-80x24
keys Up Up Right
picture level-80x24
keys Left Down Down Enter
await 'your setup'
keys o mine.setup Enter
await 'is on the board'
keys Enter Right Right Down
picture setup-80x24
keys b
await 'setups by shape'
keys Enter Enter
await 'flag d1, '
picture shapes-80x24
keys Escape Escape Escape
await 'your setup'
keys '?'
picture setup-help-80x24
keys Escape Escape w
picture setup-heat-80x24
capture_colours | LC_ALL=C grep -q $'\033\[[0-9;]*48;5;89' || fail "the heatmap has no shades"
keys x F Right B Down
for size in 80x24 60x20 40x12 200x60; do
    resize $size
    picture setup-reserve-$size
done
resize 80x24
keys w q
await '(y/n)'
answer y
ended 0

start 80x24 "$VEDETTE" --seed 1 play --resume "$tmp/start.game"
picture start-80x24
keys Tab Enter Up
picture chosen-80x24
keys Escape a1 a9 Enter
picture illegal-80x24
keys '?'
picture help-80x24
keys Tab Tab Tab
picture rules-80x24
keys Tab
for size in 132x43 100x40 60x20; do
    resize $size
    picture help-$size
done
resize 80x24
keys Escape
for size in 60x20 40x12 30x10 200x60; do
    resize $size
    picture start-$size
done
resize 80x24
picture illegal-80x24
# A question is no reason not to draw a screen anew that something wrote over.
keys D
await 'Offer a draw? (y/n)'
printf '\033[2J' >"$(T display-message -p '#{pane_tty}')"
gone() { ! shows 'Offer a draw?'; }
within 20 gone || fail "the screen is not wiped"
keys C-l
await 'Offer a draw? (y/n)'
answer n q
await 'Quit?'
answer y
ended 0

start 80x24 "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
picture battles-80x24
resize 60x20
picture battles-60x20
resize 100x40
picture battles-100x40
keys '['
picture back-100x40

start 80x24 "$VEDETTE" --seed 1 play --resume "$tmp/blue.game"
picture blue-80x24

# What the program makes of the game: where a rank is, values, plans, a hint.
# Of the plans only two, and De Boer's guesser, so that learning and tuning do not change the pictures.
{
    printf 'format: vedette-profile/1\nbelief:\n  kind: deboer\n'
    printf 'hint:\n  agent: planner\n'
    "$VEDETTE" profile show | sed -n 's/^\([a-z_]*\)\.weight .*/\1/p' |
        while read -r plan; do
            case $plan in
                plan_immediate_capture | plan_move_penalty) ;;
                *) printf '%s:\n  weight: 0\n' "$plan" ;;
            esac
        done
} >still.yaml
start 80x24 "$VEDETTE" --seed 1 -p still.yaml play --resume "$tmp/battles.game"
await 'move 5'
keys w
picture heat-80x24
keys + + + + t v
picture heat-turned-80x24
capture_colours | LC_ALL=C grep -q $'\033\[[0-9;]*48;5;89' || fail "the heatmap has no shades"
keys w p H
picture plans-80x24
for size in 60x20 40x12 200x60; do
    resize $size
    picture plans-$size
    keys w
    picture heat-$size
    keys w
done
resize 80x24
keys Escape '['
picture plans-back-80x24

# A hint by an agent that looks ahead: its best lines, by a shallow search.
{
    sed 's/agent: planner/agent: star\n  lines: 2/' still.yaml
    printf 'search:\n  depth: 2\n  probabilities: counts\n'
} >lines.yaml
start 80x24 "$VEDETTE" --seed 1 -p lines.yaml play --resume "$tmp/battles.game"
await 'move 5'
keys L
picture lines-opponent-80x24
keys H
for size in 80x24 60x20 40x12 200x60; do
    resize $size
    picture lines-$size
done

# The person's notes about pieces, and the question for one.
start 80x24 "$VEDETTE" --seed 1 -p still.yaml play --resume "$tmp/battles.game"
await 'move 5'
keys w Up Up Up Up Up Up m B Enter
await 'Noted: B'
keys Left m X 9 Enter
await 'Noted: X,9'
keys Right m
picture note-ask-80x24
keys Escape
picture note-80x24
for size in 60x20 40x12 200x60; do
    resize $size
    picture note-$size
done
# Not every system knows these terminals; one of 16 colours can be made.
if ! tput -T xterm-16color cup 0 0 >/dev/null 2>&1 && command -v tic >/dev/null; then
    printf 'xterm-16color|for this test,\n\tcolors#16, pairs#256, setab=%s, setaf=%s, use=xterm,\n' \
        '\E[%?%p1%{8}%<%t4%p1%d%e10%p1%{8}%-%d%;m' '\E[%?%p1%{8}%<%t3%p1%d%e9%p1%{8}%-%d%;m' >terminfo
    mkdir -p "$HOME/.terminfo"
    tic -o "$HOME/.terminfo" terminfo || fail "tic"
fi
for term in xterm-16color xterm vt100; do
    tput -T $term cup 0 0 >/dev/null 2>&1 || { echo "not tested: no terminfo of $term"; continue; }
    start 80x24 LC_ALL=C TERM=$term "$VEDETTE" --seed 1 -p still.yaml play --resume "$tmp/battles.game"
    await 'move 5'
    keys w + + + +
    picture heat-ascii-80x24
    if [ $term != vt100 ]; then
        capture_colours | LC_ALL=C grep -q $'\033\[[0-9;]*45' || fail "no shades with $term"
    elif capture_colours | LC_ALL=C grep -q $'\033\[[0-9;]*4[0-8]'; then
        fail "a vt100 gets colours"
    fi
done
start 80x24 NO_COLOR=1 "$VEDETTE" --seed 1 -p still.yaml play --resume "$tmp/battles.game"
await 'move 5'
keys w
picture heat-80x24
if capture_colours | LC_ALL=C grep -q $'\033\[[0-9;]*[34][0-8]'; then fail "NO_COLOR gets shades"; fi

# The same in Arts' notation: files without i, row 0, ranks from 1 for the marshal; typed moves too.
start 100x40 "$VEDETTE" --seed 1 --notation arts -p still.yaml play --resume "$tmp/battles.game"
await 'move 5'
picture arts-battles-100x40
keys k 4 Space k 5 BSpace BSpace
await 'k4'
keys Escape
resize 80x24
keys w
picture arts-heat-80x24
keys w v
picture arts-values-80x24
keys v p H
picture arts-plans-80x24
start 80x24 "$VEDETTE" --seed 1 --notation arts play
await 'your setup'
keys o mine.setup Enter
await 'is on the board'
keys x 1 Right 9 Right F w
picture arts-setup-80x24

start 80x24 "$VEDETTE" --seed 1 -p still.yaml play --resume "$tmp/over.game"
picture over-80x24
start 80x24 "$VEDETTE" --seed 1 -p still.yaml play --resume "$tmp/clock.game"
picture clock-80x24
keys q
ended 0

start 80x24 LC_ALL=C NO_COLOR=1 "$VEDETTE" --seed 1 -p still.yaml play
await 'your setup'
keys o mine.setup Enter w
picture setup-ascii-80x24

start 80x24 LC_ALL=C TERM=vt100 "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
picture ascii-80x24
if capture_colours | LC_ALL=C grep -q $'\033\[[0-9;]*3[0-8]'; then fail "a vt100 gets colours"; fi

start 80x24 NO_COLOR=1 "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
picture battles-80x24
if capture_colours | LC_ALL=C grep -q $'\033\[[0-9;]*3[0-8]'; then fail "NO_COLOR gets colours"; fi

start 80x24 "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
picture battles-80x24
capture_colours | LC_ALL=C grep -q $'\033\[[0-9;]*38;5' || fail "no colours in a terminal that has them"
keys C C C C
await 'Colours: mono'
is_mono() { ! capture_colours | LC_ALL=C grep -q $'\033\[[0-9;]*3[0-8]'; }
within 20 is_mono || fail "mono has colours"

# refused TEXT [NAME=VALUE] COMMAND...: it says so, before the screen is touched.
refused() {
    local text=$1
    shift
    # shellcheck disable=SC2016 # the inner shell expands it
    start 80x24 sh -c 'exec "$@" 2>errors' sh env "$@"
    ended 2
    grep -q -F -e "$text" errors || fail "expected '$text', found '$(cat errors)'"
    [ "$(wc -l <errors)" = 1 ] || fail "more than one line of errors"
}
refused 'nowhere.game: No such file or directory' "$VEDETTE" play --resume nowhere.game
refused 'mine.setup: found a setup, expected a position or a game' "$VEDETTE" play --resume mine.setup
refused 'TERM is not set: try TERM=xterm' -u TERM "$VEDETTE" play
refused "the terminal type 'dumb' cannot show a screen" TERM=dumb "$VEDETTE" play
exit "$failed"
