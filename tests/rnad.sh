#!/usr/bin/env bash
# ci: no-sanitizers
# The agent rnad as an analyst: its policy in percent, and what each step at test time took away.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
position=$srcdir/tests/positions/policy-steps.yaml
agent=rnad:model=untrained,threshold=0.2,quanta=5,bounds=0

"$VEDETTE" --seed 1 hint --agent $agent "$position" >"$tmp/hint"
diff - "$tmp/hint" <<'END' || fail "hint --agent $agent: another text"
g1-b1: drawn with 50.0 %. Chance to win by the network: 49.2 %
In percent, from left to right: the network, then after each step (doc/policy.md).

move    network  eagerness  memory  losses  threshold  quanta  threats  bounds
g1-g3       2.3        2.3     2.3     2.6        4.3     8.0     10.5    50.0
g1-b1       2.2        2.2     2.2     2.5        4.1     8.0     10.5    50.0 *
b5-a5       7.5        7.5     7.5     7.5       12.4    16.0        -       -
i5-j5       6.6        6.6     6.6     6.6          -       -        -       -
i5xi6       6.5        6.5     6.5     6.5          -       -        -       -
i5-i4       6.5        6.5     6.5     6.5          -       -        -       -
b5-b4       6.4        6.4     6.4     6.4       10.6    16.0     21.1       -
b5-b6       6.4        6.4     6.4     6.4       10.6     8.0        -       -
b2-b1       5.1        5.1     5.1     5.1        8.4     8.0     10.5       -
b2-a2       5.0        5.0     5.0     5.0        8.3     8.0     10.5       -
13 more moves have 45.4 by the network, and are not drawn.

losses: g1xh1 dropped, which had 2.2 %
threshold: 7 moves dropped, which had 39.5 %
quanta: 4 moves dropped, which had 20.5 %
threats: b5-b6 and b5-a5 dropped, which had 24.0 %
bounds: 7 moves dropped, which had 78.9 %
No change by eagerness, memory
END
shows '^win: the chance to win in 2 worlds played out\.$' --seed 1 hint --agent "$agent,search=planner,worlds=2,plies=2" "$position"
shows '^move .* bounds  search   win$' --seed 1 hint --agent "$agent,search=planner,worlds=2,plies=2" "$position"
shows '^move    network  threshold  quanta$' hint --agent rnad:model=untrained,eagerness=1,memory=no,losses=no,threats=no,bounds=none "$position"
shows '"policy":{"chance":0\.4[0-9]*,"worlds":0,"steps":\[{"step":"eagerness","on":true,' hint --json --agent rnad:model=untrained "$position"
shows '{"step":"threats","on":true,"dropped":2,"dropped_share":0\.2[0-9]*,' --seed 1 hint --json --agent $agent "$position"
shows '"policy":null' hint --json --agent random "$position"
[ "$("$VEDETTE" --seed 1 move $agent "$position")" = "$(sed -n '1s/: .*//p' "$tmp/hint")" ] ||
    fail "the hint is not the move that is played"

# The weights that came with the program for Barrage win soon, and others do not; their curve. For other
# variants than the classic game there are none.
barrage=(--variant barrage --max-plies 100)
shows '^A wins 1[2-6], ' --seed 1 match rnad random "${barrage[@]}" --games 16
shows '^A wins 0, ' --seed 1 match rnad:model=untrained random "${barrage[@]}" --games 2
shows 'barrage.csv: 8263 learning steps, 66104 games' learn curve "$srcdir/doc/curves/barrage.csv"
shows '^A wins [12], ' --seed 6 match rnad random --games 2
for variant in duel free; do
    refuses "^rnad has no weights for $variant; use rnad:model=FILE from 'learn rnad --variant $variant'$" \
        match rnad random --variant $variant --games 2
    shows '^score of A' match rnad:model=untrained random --variant $variant --games 1 --max-plies 4
done
cat >"$tmp/duel.yaml" <<'END'
format: vedette-position/1
variant: duel
to_move: red
board: |
  bF b3 . . . . . . . .
  . . . . . . . . . .
  . . . . . . . . . .
  . . . . . . . . . .
  . . ~ ~ . . ~ ~ . .
  . . ~ ~ . . ~ ~ . .
  . . . . . . . . . .
  . . . . . . . . . .
  . . . . . . . . . .
  rF r3 . . . . . . . .
END
refuses "^rnad has no weights for duel; use " hint --agent rnad "$tmp/duel.yaml"

# Each step switched off alone: a match for those that are on.
bench=(--seed 1 bench steps --games 2 --variant duel)
shows '^figure without-memory [0-9.]+ %$' "${bench[@]}" rnad:model=untrained,bounds=none --against random --step memory
if "$VEDETTE" "${bench[@]}" rnad:model=untrained --step search | grep search; then
    fail "bench steps: a step that is off is switched off"
fi
refuses "bench steps: found 'random', expected the agent rnad, as rnad:model=FILE$" "${bench[@]}" random
refuses "bench steps: found 'nothing', expected a step, as threshold or memory$" "${bench[@]}" --step nothing
