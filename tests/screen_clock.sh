#!/usr/bin/env bash
# ci: threads
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
within 20 is_kept || fail 'the game is not kept'
ends "$(finished)" blue
rm "$(finished)"

# The person has a second, and does nothing.
start 80x24 "$VEDETTE" --seed 1 play random --setup mine.setup --clock 1s,1h
await "You have lost: red's time ran out"
within 20 is_kept || fail 'the game is not kept'
ends "$(finished)" blue

# While Ctrl-Z has stopped the program no clock runs: a person with three seconds is away for four.
start 80x24 bash --norc --noprofile -i
keys "$VEDETTE --seed 1 play random --setup mine.setup --clock 3s,1h" Enter
await 'red 0:0'
keys C-z
await 'Stopped'
sleep 4
keys fg Enter
await 'move 1  red to move'
sleep 0.3
shows_not 'time ran out' || fail 'the clock ran while the program was stopped'
await "You have lost: red's time ran out"
within 20 is_kept || fail 'the game is not kept'
rm "$(finished)"

# seconds: Red's clock in the title, in seconds.
seconds() {
    capture | sed -n 's/.*red 1:\([0-9]*\):\([0-9]*\)  blue 1:30:.*/\1 \2/p' |
        awk 'NR == 1 { print 3600 + 60 * $1 + $2 }'
}
has_seconds() { [ -n "$(seconds)" ]; }

# third: what the third move has taken so far by the journal, in whole seconds; 0: nothing is written down yet.
third() { times | xargs | awk '{ print int($3) }'; }
thinks_long() { [ "$(third)" -ge 3 ]; }

# between LEAST N MOST
between() { [ "$1" -le "$2" ] && [ "$2" -le "$3" ]; }

# Two moves, then the person thinks for 3 seconds and more, and the program is killed.
start 80x24 "$VEDETTE" --seed 1 play random --setup mine.setup --clock 1h30m+10s
await 'move 1  red to move  red 1:29:5'
keys a4 a5 Enter
await 'move 2  red to move'
[ "$(times | wc -w)" -ge 2 ] || fail "not two times: $(times)"
had=$(times | xargs | awk '{ print int(5400 - $1 + 10) }') # for the third move
within 60 thinks_long || fail "no time of the move to come: $(cat "$(journal)")"
began=$SECONDS
stood=$(seconds)
kill -KILL "$(program)"
within 20 dead || fail 'still alive'
took=$((SECONDS - began))
thought=$(third)
# At most a second came back, and a moment that the write took; both clocks are cut to whole seconds.
between $((had - stood - 3)) "$thought" $((had - stood + took + 1)) ||
    fail "the clock stood at $stood s of $had, in the journal: $thought s"
sleep 2 # which are nobody's
start 80x24 "$VEDETTE" --seed 1
await 'the unfinished game'
began=$SECONDS
keys Enter
await 'move 2  red to move'
within 20 has_seconds || fail 'no clock'
stands=$(seconds)
took=$((SECONDS - began)) # until this look: the clock runs again
between -1 $((had - thought - stands)) $((took + 1)) ||
    fail "by the journal there were $((had - thought)) s, and $took s later $stands s"

# Left in an orderly way, it keeps what the move to come has taken.
goes_on() { [ "$(seconds)" -lt $((stands - 1)) ]; }
within 60 goes_on || fail 'the clock stands still'
stood=$(seconds)
keys q
answer y
ended 0
between $((had - stood - 1)) "$(third)" $((had - stood + 30)) ||
    fail "the clock stood at $stood s of $had: $(cat "$(journal)")"
exit $failed
