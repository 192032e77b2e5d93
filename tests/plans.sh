#!/usr/bin/env bash
# plans, hint, why: what they print for positions and games, and that nothing hidden is in it.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu -o pipefail
srcdir=${srcdir:-.}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

fail() { echo "$*"; failed=1; }

# usage: refuses STATUS PATTERN ARG…   (that exit status, one line on stderr that matches, no answer)
refuses() {
    local wanted=$1 pattern=$2 status=0
    shift 2
    "$VEDETTE" --seed 1 "$@" >"$tmp/out" 2>"$tmp/err" || status=$?
    if [ "$status" != "$wanted" ] || [ -s "$tmp/out" ] || [ "$(wc -l <"$tmp/err")" != 1 ] ||
        ! grep -Eq -- "$pattern" "$tmp/err"; then
        fail "status $status from: $* $(cat "$tmp/out" "$tmp/err")"
    fi
}

position=$srcdir/tests/positions/plan-immediate-capture-acts.yaml
"$VEDETTE" --seed 1 plans "$position" >"$tmp/table"
"$VEDETTE" --seed 1 hint "$position" >"$tmp/hint"
"$VEDETTE" legal "$position" >"$tmp/legal"

# Each legal move has its row, the chosen one is marked, and it is the hint and the agent's own move.
[ "$(grep -Ec '^[* ] [a-j][0-9]+[-x]' "$tmp/table")" = "$(wc -l <"$tmp/legal")" ] || fail "rows are missing"
chosen=$(sed -n 's/^\* \([^ ]*\).*/\1/p' "$tmp/table")
[ "$(wc -l <<<"$chosen")" = 1 ] || fail "not one move is marked"
grep -q "^$chosen: " "$tmp/hint" || fail "the hint is not the marked move"
[ "$("$VEDETTE" --seed 1 move invincible "$position")" = "${chosen/x/-}" ] || fail "the agent plays another move"
# The totals are sums of their rows.
awk '/^[* ] [a-j]/ { sub(/^[* ] /, ""); sum = 0; for (i = 3; i <= NF; i++) sum += $i == "." ? 0 : $i
     if (sum - $2 > 0.02 || $2 - sum > 0.02) { print "total of " $1 ": " $2 ", its row adds up to " sum; exit 1 } }' \
    "$tmp/table" || failed=1
# Plan by plan the same: what the explanation adds up to is the total it gives.
awk -F '[: ]+' 'NR == 1 { total = $2 } NR > 1 && $2 ~ /^-?[0-9.]+$/ { sum += $2 }
     END { if (sum - total > 0.02 || total - sum > 0.02) { print "explained " sum " of " total; exit 1 } }' \
    "$tmp/hint" || failed=1
# A plan of weight 0 is gone from the table, and has no say.
"$VEDETTE" --seed 1 plans --active "$position" >"$tmp/active"
grep -q '^ICap' "$tmp/active" || fail "ImmediateCapture sleeps"
printf 'format: vedette-profile/1\nplan_immediate_capture: {weight: 0}\n' >"$tmp/off.yaml"
"$VEDETTE" --seed 1 -p "$tmp/off.yaml" plans --active "$position" >"$tmp/active"
! grep -q '^ICap' "$tmp/active" || fail "a plan of weight 0 is awake"

# A game: why speaks of its last move; with an enemy's hidden pieces exchanged, of the same points.
"$VEDETTE" --seed 4 match invincible random --games 1 --save "$tmp/games" >/dev/null
game=$(ls "$tmp"/games/*)
"$VEDETTE" convert "$game" --plies 60 --to game >"$tmp/sixty.game"
"$VEDETTE" --seed 1 why "$tmp/sixty.game" >"$tmp/why"
grep -Eq '^[a-j][0-9]+[-x][a-j][0-9]+: .* of [0-9]+ moves$' "$tmp/why" || fail "why: $(cat "$tmp/why")"

refuses 1 'a1-a2|a1a2' plans a1-a2 "$position"
refuses 2 'usage' plans "$position" "$position" "$position"
refuses 2 'name a position' hint
refuses 2 'no such|No such' why "$tmp/none"
"$VEDETTE" convert "$game" --to game >"$tmp/over.game"
refuses 2 'the game is over' plans "$tmp/over.game"

exit "$failed"
