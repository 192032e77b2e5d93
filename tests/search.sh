#!/usr/bin/env bash
# ci: no-sanitizers
# search, search tree, hint --agent, bench search and bench arts: what they print, and what they refuse.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
# shellcheck source=tests/interrupt.sh
. "$srcdir/tests/interrupt.sh"

at="$tmp/middle.position"
"$VEDETTE" positions show middle-013 >"$at"

# The best move stands first, its line and its value above, and the line goes through a fight by its outcomes.
shows '^[a-j][0-9]+[-x][a-j][0-9]+  (red|blue) to move, depth 5, longest line 5, [1-9][0-9]* nodes$' search "$at" --depth 5
cp "$tmp/out" "$tmp/whole"
line=$(sed -n 2p "$tmp/whole")
read -r best value nodes < <(sed -n '/^move  *value  *nodes$/{n;p;}' "$tmp/whole")
[[ $line == "$value: $best "* && $nodes -gt 0 ]] || fail "the line '$line' is not that of $best, $value"
grep -Eqx '  +[1-9][0-9]*% [a-j][0-9]+ is an? [a-z]+, -?[0-9.]+:.*' "$tmp/whole" || fail "no outcome in the line"
moves=$("$VEDETTE" legal "$at" | wc -l)
[ "$(sed '1,/^move /d' "$tmp/whole" | wc -l)" = "$moves" ] || fail "not each of $moves moves has a row"
[ "$(grep -c '<=' "$tmp/whole")" -le $((moves - 3)) ] || fail "not three moves have exact values"
shows "^$best +$value +[0-9]+$" search "$at" --depth 5 --lines 40
[ "$(grep -c '<=' "$tmp/out")" = 0 ] || fail "--lines 40 leaves a bound"

# Techniques change the work and not the answer; options stand behind, and hold for once.
shows "^$value: $best " search "$at" probe=0 search.etc=no --depth 5
shows "^$best +$value +[0-9]+$" search "$at" table=no --depth 5
shows '^[a-j]' search "$at" belief.kind=counts --depth 2
for jobs in 1 2; do
    "$VEDETTE" --jobs $jobs search "$at" --nodes 5000 >"$tmp/nodes.$jobs"
done
cmp "$tmp/nodes.1" "$tmp/nodes.2" || fail "a search of so many nodes depends on the jobs"
for limit in '--nodes 60000' '--depth 5'; do
    for jobs in 1 2 3; do
        # shellcheck disable=SC2086 # two words
        "$VEDETTE" --jobs $jobs search "$at" lanes=3 $limit >"$tmp/lanes.$jobs"
        "$VEDETTE" --jobs $jobs search "$at" lanes=3 $limit --json >>"$tmp/lanes.$jobs"
    done
    cmp "$tmp/lanes.1" "$tmp/lanes.2" && cmp "$tmp/lanes.2" "$tmp/lanes.3" ||
        fail "a search by $limit in lanes depends on the jobs"
done
grep -q "^$value: $best " "$tmp/lanes.1" || fail "three lanes find another best move or value"
shows '^[a-j][0-9]+-[a-j][0-9]+$' --jobs 2 move star:time=0.05 "$at"
shows ', 5[0-9]{3} nodes$' search "$at" --nodes 5000
shows '^[0-9.]+ s, [0-9]+ nodes/s$' search "$at" --time 0.05s --speed
shows '^search.time: 0 -> 0.05' profile diff -p <(echo 'format: vedette-profile/1'; echo 'search.time: 0.05s')

# One move, with all that may come of its fight, however unlikely: the probabilities add up to one, and with
# the values to the move's.
shows "^-?[0-9.]+: $best " search tree "$best" "$at" --depth 5
refuses_with 1 '^a1-a5: ' search tree a1-a5 "$at"
number='-?[0-9.]+(e-?[0-9]+)?'
fights=0
unlikely=0
"$VEDETTE" positions show middle-008 >"$tmp/fight"
for fight in $("$VEDETTE" search "$tmp/fight" --depth 1 --json | tail -n 1 |
    grep -Eo '[a-j][0-9]+x[a-j][0-9]+' | sort -u); do
    shows "^$number: $fight$" search tree "$fight" "$tmp/fight" --depth 1
    "$VEDETTE" search tree "$fight" "$tmp/fight" --depth 1 --json >>"$tmp/out"
    ! grep -q '"outcomes"' "$tmp/out" || fights=$((fights + 1))
    ! grep -Eqx ' +<1% [a-j][0-9]+ is an? .*' "$tmp/out" || unlikely=$((unlikely + 1))
    tail -n 1 "$tmp/out" | grep -Eo "\"(value|p)\":$number" | tr : ' ' | awk '
        $1 ~ /p/ { p = $2; sum += p; outcome = 1; next }
        outcome { value += p * $2; outcome = 0; next }
        { whole = $2 }
        function far(a, b) { return a - b > 1e-6 || b - a > 1e-6 }
        END { exit sum > 0 && (far(sum, 1) || far(value, whole)) }' ||
        fail "the outcomes of $fight do not make up its value: $(cat "$tmp/out")"
done
[ "$fights" -gt 0 ] && [ "$unlikely" -gt 0 ] || fail "$fights fights, $unlikely with an unlikely outcome"

# Where no depth was finished no value is printed.
for words in '' "tree $best"; do
    # shellcheck disable=SC2086 # words
    shows '^[a-j][0-9x-]*[a-j0-9]+  (red|blue) to move, no depth finished, 1 node$' search $words "$at" --nodes 1
    ! grep -Eq '^-?[0-9]+\.[0-9]{2}' "$tmp/out" || fail "search $words: a value that was not found"
    # shellcheck disable=SC2086 # words
    "$VEDETTE" search $words "$at" --nodes 1 --json >"$tmp/json"
    grep -q '"depth":0,.*,"value":null,"stopped":false,"line":\[\],"moves":\[{"move":"[^"]*","value":null,' "$tmp/json" ||
        fail "search $words --json: $(cat "$tmp/json")"
done
for form in '' --json; do
    # shellcheck disable=SC2086 # a flag or none
    interruptible "$VEDETTE" search "$at" --depth 40 deepening=no $form >"$tmp/out$form" 2>"$tmp/err" &
    pid=$!
    ready $pid
    kill -INT $pid
    status=0
    wait $pid || status=$?
    [ "$status" = 1 ] || fail "status $status of a search that Ctrl-C stopped: $(cat "$tmp/err")"
done
grep -Eq 'to move, no depth finished, [0-9]+ nodes?$' "$tmp/out" && grep -q '^Stopped: ' "$tmp/out" &&
    grep -q '"value":null,"stopped":true,"line":\[\]' "$tmp/out--json" ||
    fail "a search that Ctrl-C stopped: $(cat "$tmp/out" "$tmp/out--json")"

# JSON: one line, sound, with the tree in it.
shows '^\{"best":"' search "$at" --depth 5 --json
tail -n 1 "$tmp/out" >"$tmp/json"
if command -v python3 >/dev/null; then
    python3 - "$tmp/json" "$best" "$moves" <<'EOF' || fail "search --json: $(cat "$tmp/json")"
import json, sys
found = json.load(open(sys.argv[1]))
assert found["best"].replace("x", "-") == sys.argv[2].replace("x", "-") and len(found["moves"]) == int(sys.argv[3])
assert found["depth"] == 5 and found["line"][0]["move"] == found["best"]
def walk(line):
    return any("outcomes" in step or walk(step.get("line", [])) for step in line)
assert walk(found["line"])
EOF
fi

# With a hint an agent prints its line.
shows "^$best, depth 5$" hint --agent star:depth=5 "$at"
grep -q "^expected: $best " "$tmp/out" || fail "hint --agent prints no line"
grep -Eq "^(red|blue)'s chance to win: [0-9]+ %$" "$tmp/out" || fail "hint --agent without a chance"
! grep -q points "$tmp/out" || fail "hint --agent with points"
shows '^[a-j][0-9]+[-x][a-j][0-9]+$' hint --agent random "$at"
shows "^$best$" move star "$at" --depth 5

refuses "^found 'probe', expected OPTION=VALUE" search "$at" probe
refuses "search.nosuch" search "$at" nosuch=1
refuses 'expected' search "$at" probe=9
refuses '^search: no game is at hand' search probe=1
refuses '^search: no place for depth=2: .*--depth' search "$at" depth=2 --nodes 5000
shows ', depth 2, ' search "$at" depth=2
refuses '--depth: ' search "$at" --depth 0
refuses "^search tree: 'nosuch' is no move: found 'n', expected a file a-j" search tree nosuch "$at"
refuses ': No such file or directory$' search "$at" --depth 1 --out "$tmp/none/x"

# Help says which agent solves them, and on how many threads.
shows '^ +AGENT +the agent that solves them \(star\)$' help bench tactics
shows '^It thinks on --jobs threads' help search

# The paper's tables: nodes of one bench are those of the other, and gains follow from them.
"$VEDETTE" bench arts --depth 3 --each 2 >"$tmp/arts"
for table in 6.1 6.2 6.3 6.4 6.5 6.6 6.7 6.8 6.9 6.10 6.11 6.12 6.13; do
    grep -q "^Table $table: " "$tmp/arts" || fail "bench arts: no table $table"
done
read -r _ plain star2 _ < <(sed -n '/^Table 6.7:/,/^$/p' "$tmp/arts" | grep '^  3 ')
shows "^figure search-nodes $plain -$" bench search --depth 3 --each 2 deepening=no history=no table=no \
    star1=no probe=0 etc=no quiescence=no advance=0 flag=10000
shows "^figure search-nodes $star2 -$" bench search --depth 3 --each 2 etc=no chance_table=no quiescence=no \
    advance=0 flag=10000
sed -n '/^Table 6.7:/,/^$/p' "$tmp/arts" | awk '$1 == 3 {
    gain = 100 * (1 - $3 / $2); exit !(gain - $4 < 0.006 && $4 - gain < 0.006) }' || fail "bench arts: gains"
"$VEDETTE" --jobs 2 bench arts --depth 3 --each 2 | cmp "$tmp/arts" - || fail "bench arts depends on the jobs"

# Options that would do nothing are refused, with the flag that does it.
for word in depth=2 search.depth=2 nodes=5000 time=1 belief.kind=counts; do
    refuses "^bench search: no place for $word: " bench search --each 1 $word
    refuses "^bench arts: no place for $word: " bench arts --each 1 --depth 1 $word
done
for word in ordering deepening history table star1 probe etc chance_table multicut multicut_m multicut_c \
    multicut_r quiescence; do
    refuses "^bench arts: no place for $word=1: each table" bench arts --each 1 --depth 1 $word=1
done
refuses '^bench arts features: no place for nodes=5000: --nodes' bench arts features nodes=5000
refuses '^bench arts multicut: no place for depth=5: --nodes' bench arts multicut depth=5
refuses "found the unknown key 'search.nosuch'" bench arts nosuch=1
refuses '^bench search: --threads 2 needs lanes=2: ' bench search --each 1 --threads 2
refuses '^bench search: --threads 3 needs lanes=3: ' bench search --each 1 --threads 3 lanes=2
"$VEDETTE" bench search --depth 3 --each 1 lanes=2 | grep signature >"$tmp/lanes"
"$VEDETTE" bench search --depth 3 --each 1 lanes=2 --threads 2 | grep signature | cmp "$tmp/lanes" - ||
    fail "bench search depends on the threads"

# Self play: the same with any number of jobs, a row alone as among all.
"$VEDETTE" --seed 1 bench arts features --first 1 --nodes 1000 >"$tmp/features"
[ "$(wc -l <"$tmp/features")" = 8 ] || fail "bench arts features: $(cat "$tmp/features")"
"$VEDETTE" --seed 1 --jobs 2 bench arts features --first 1 --nodes 1000 --row 2 | tail -n 1 |
    cmp - <(sed -n 4p "$tmp/features") || fail "bench arts features --row"
shows '^10 3 2 .* 52.89$' bench arts multicut --first 1 --nodes 1000 --row 5
exit "$failed"
