#!/usr/bin/env bash
# Clocks on the real screen: an agent that thinks for ever loses when its time is over, a person too, and
# after a kill -9 in the middle of a thought the clocks of a game that is gone on with stand where they stood,
# but for a second.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # `within` calls functions by their names
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
cd "$tmp"
printf '%s\n' '2 5 4 6 7 8 X 9 3 6' '4 5 2 S 2 7 5 3 8 2' '6 B 4 B 7 3 2 6 B 2' \
    '2 F B 3 4 B 3 5 B 2' >mine.setup

journal() { find "$tmp/state/vedette/games" -name '*.game' 2>/dev/null | head -n 1; }
finished() { find "$tmp/data/vedette/finished" -name '*.game' 2>/dev/null | head -n 1; }
times() { awk '/^[a-z]/ { on = /^times:/; next } on' "$(journal)"; }
is_kept() { [ -n "$(finished)" ]; }

# ends FILE RESULT: the game there ended so, on time.
ends() {
    [ "$(grep -c -x -e "result: $2" -e 'reason: time' "$1")" = 2 ] || fail "not $2 on time: $(cat "$1")"
    "$VEDETTE" check "$1" >/dev/null || fail "$1 is not sound"
}

# The agent has half a second, and thinks for ever.
start 80x24 "$VEDETTE" --seed 1 play random:wait=forever --side blue --setup mine.setup --clock none,0.5s
await "You have won: red's time ran out"
within 10 is_kept || fail 'the game is not kept'
ends "$(finished)" blue
rm "$(finished)"

# The person has a second, and does nothing.
start 80x24 "$VEDETTE" --seed 1 play random --setup mine.setup --clock 1s,1h
await "You have lost: red's time ran out"
within 10 is_kept || fail 'the game is not kept'
ends "$(finished)" blue

# seconds: Red's clock in the title, in seconds.
seconds() {
    capture | sed -n 's/.*red 1:\([0-9]*\):\([0-9]*\)  blue 1:30:.*/\1 \2/p' |
        awk 'NR == 1 { print 3600 + 60 * $1 + $2 }'
}

# Two moves, then the person thinks for 3 seconds and more, and the program is killed.
start 80x24 "$VEDETTE" --seed 1 play random --setup mine.setup --clock 1h30m+10s
await 'move 1  red to move  red 1:29:5'
keys a4 a5 Enter
await 'move 3  red to move'
[ "$(times | wc -w)" -ge 2 ] || fail "not two times: $(times)"
sleep 3.5
stood=$(seconds)
kill -KILL "$(program)"
within 10 dead || fail 'still alive'
thought=$(times | xargs | cut -d ' ' -f 3)
awk -v t="${thought:-0}" 'BEGIN { exit !(t >= 2 && t < 6) }' || fail "in the journal: $thought s"
sleep 2
start 80x24 "$VEDETTE" --seed 1
await 'the unfinished game'
keys Enter
await 'move 3  red to move'
# At most a second came back, and a moment that the write took; this look took a moment too, and the two
# seconds between are nobody's.
stands=$(seconds)
behind=$((stood - stands))
{ [ "$behind" -ge -1 ] && [ "$behind" -le 2 ]; } || fail "the clock stood at $stood s, and then at $stands s"

# Left in an orderly way, it keeps what the move to come has taken.
sleep 1.2
keys q y
ended 0
[ "$(times | wc -w)" = 3 ] || fail "no time of the move to come: $(cat "$(journal)")"
exit $failed
