#!/usr/bin/env bash
# ci: no-sanitizers
# SPDX-License-Identifier: GPL-3.0-or-later
# tune and sweep: the same course for any number of jobs, and however often it was killed; what they refuse; the
# plot, by a gnuplot that keeps its input.
. "${srcdir:-.}/tests/shell.sh"
. "${srcdir:-.}/tests/interrupt.sh"
cd "$tmp"
export HOME=$tmp XDG_DATA_HOME=$tmp XDG_STATE_HOME=$tmp XDG_CONFIG_HOME=$tmp

mkdir bin
cat >bin/gnuplot <<'END'
#!/bin/sh
[ ! -e nothing ] || exit 127
cat >script
printf '\f\n   \n   a plot   \n\n  its key\n\n'
END
chmod +x bin/gnuplot
PATH=$tmp/bin:$PATH

keys='probabilistic.piece=0..2 probabilistic.moved=0..0.2'
# shellcheck disable=SC2086 # the keys are words
tune() { v --seed 3 "$@" probabilistic $keys --games 320 --batch 8; }

tune --jobs 1 tune --course one.csv >one
tune --jobs 2 tune --course two.csv >two
cmp one two || fail "the answer depends on the jobs"
cmp one.csv two.csv || fail "the course depends on the jobs"
is "a row a step" 40 "$(grep -c '^[0-9]' one.csv)"
has "the columns" '^step,plus,minus,probabilistic.piece,probabilistic.moved$' "$(cat one.csv)"
has "steps" '^probabilistic, 40 of 40 steps of 8 games, seed 3$' "$(cat one)"
has "values" '^probabilistic.piece  *1  *[0-9.]*$' "$(cat one)"
has "the plot's title, which says what its height is" \
    "^set title 'the course of the values, in steps from the start' " "$(cat script)"
has "what to try" "^whether it helped: match 'probabilistic:probabilistic.piece=[0-9.]*,probabilistic.moved=[0-9.]*' 'probabilistic' --sprt" "$(cat one)"
is "the plot" '
   a plot

  its key' "$(grep -B 1 -A 2 'a plot' one)"
has "the input of gnuplot" "^plot '-' with lines title 'probabilistic.piece', '-' with" "$(cat script)"
is "points of both curves" 82 "$(grep -c '^[0-9]* [-0-9.e]*$' script)"

# Points of both sides are those of all games: plus and minus are swapped where a coin fell the other way.
awk -F, '/^[0-9]/ && $2 + $3 != 8 { exit 1 }' one.csv || fail "points that are not eight a step"

# Killed at any moment and started again, it comes to the same (KILLS times: `make soak-match`).
for ((kill = 0; kill < ${KILLS:-4}; kill++)); do
    # shellcheck disable=SC2086
    "$VEDETTE" --seed 3 --jobs 2 tune probabilistic $keys --games 320 --batch 8 --course cut.csv >killed 2>&1 &
    sleep "0.0$((RANDOM % 9 + 1))"
    kill -9 "$!" 2>/dev/null || true
    wait "$!" 2>/dev/null || true
done
head -n 20 one.csv >half.csv
printf '21,4' >>half.csv
head -c 100 one.csv >head.csv
tune --jobs 1 tune --course cut.csv >whole_again
cmp one whole_again || fail "the answer depends on where it was killed"
cmp one.csv cut.csv || fail "the course depends on where it was killed"
tune --jobs 1 tune --course half.csv >half
cmp one half || fail "the answer depends on a half-written row"
cmp one.csv half.csv || fail "the course depends on a half-written row"
tune --jobs 1 tune --course head.csv >/dev/null
cmp one.csv head.csv || fail "the course depends on a half-written head"

# A course that nobody may write.
: >kept.csv
chmod 444 kept.csv
refuses 'kept.csv: is write-protected \(mode 0444\)' tune star:depth=3 search.depth=1..4 --games 80 --course kept.csv

# Two at once would write over each other.
"$VEDETTE" tune star:depth=3 search.depth=1..4 --games 100000 --course busy.csv >busy 2>&1 &
until [ -s busy.csv ]; do sleep 0.02; done
refuses 'another tuning writes this course now' tune star:depth=3 search.depth=1..4 --games 100000 --course busy.csv
kill -9 "$!"
wait "$!" 2>/dev/null || true
tune --jobs 1 tune --course one.csv >again
cmp one again || fail "a course that is done does not print the same"

# A limit of time: it stops, and is no failure; the same command goes on.
tune tune --course timed.csv --seconds 0.0001 >timed
has "fewer steps" '^probabilistic, [0-9] of 40 steps' "$(cat timed)"
tune tune --course timed.csv >timed
cmp one timed || fail "the answer depends on where the time was over"

# Ctrl-C before the time is over: that is reported, with status 1.
interruptible "$VEDETTE" tune star:depth=3 search.depth=1..4 --games 100000 --seconds 1000 --course stopped.csv >stopped 2>err &
until [ -s stopped.csv ]; do sleep 0.02; done
kill -INT "$!"
status=0
wait "$!" || status=$?
[ "$status" = 1 ] || fail "stopped before its time: status $status"
has "stopped before its time" '^tune: stopped after [0-9]* of 6250 steps: the same command goes on$' "$(cat err)"

# Against another agent, each side plays half of the games; options that are whole numbers stay whole.
v --seed 5 tune star:depth=1 search.depth=1..3 --against random --games 16 --batch 8 \
    --course whole.csv >whole
awk -F, '/^[0-9]/ && ($2 > 4 || $3 > 4) { exit 1 }' whole.csv || fail "more points than games"
has "a whole number" '^search.depth  *1  *[123]$' "$(cat whole)"
v --seed 3 tune probabilistic probabilistic.piece=0..2 --games 16 --json >json
has "JSON" '"options":\[{"key":"probabilistic.piece","start":1,"end":' "$(tail -n 1 json)"

# The command that it prints has each option once, and the flags given.
cat >one.setup <<'END'
KMLJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB
END
printf 'format: vedette-profile/1\nprobabilistic:\n  moved: 0.1\n' >own.yaml
v -p ./own.yaml --rules isf --seed 3 tune probabilistic:rank=0.2,probabilistic.piece=1,moved=0.1 probabilistic.rank probabilistic.piece \
    --games 4 --batch 4 --setups one.setup >flags
has "each option once, and the flags" "^whether it helped: match 'probabilistic:moved=0.1,probabilistic.rank=[0-9.]*,probabilistic.piece=[0-9.]*' '[^']*' --sprt 0,5 --games 100000 --profile '[^']*own.yaml' --rules isf --setups 'one.setup'$" "$(cat flags)"
eval "v $(sed -n 's/^whether it helped: //; t found; d; :found; s/--games 100000/--games 2/; p' flags)" >tried 2>&1 || fail "the command that it prints: $(cat tried)"

# Without gnuplot a sentence stands in its place.
touch nothing
tune tune --course one.csv >plain
has "no plot" '^(gnuplot is not installed: no plot;' "$(cat plain)"
rm nothing

refuses "of another tuning: '# 8 games a step, 40 steps, seed 3" --seed 4 tune probabilistic \
    probabilistic.piece=0..2 probabilistic.moved=0..0.2 --games 320 --batch 8 --course one.csv
sed 's/^7,[^,]*/7,x/' one.csv >bad.csv
refuses '^bad.csv:15:1: expected step 7: ' --seed 3 tune probabilistic probabilistic.piece=0..2 \
    probabilistic.moved=0..0.2 --games 320 --batch 8 --course bad.csv
sed 's/^7,\([^,]*\),\([^,]*\),[^,]*/7,\1,\2,3/' one.csv >bad.csv
refuses '^bad.csv:15:1: expected step 7: ' --seed 3 tune probabilistic probabilistic.piece=0..2 \
    probabilistic.moved=0..0.2 --games 320 --batch 8 --course bad.csv
refuses "the nearest known is 'probabilistic.piece'" tune probabilistic probabilistic.pice
refuses "'rules.rules' is not a number" tune probabilistic rules.rules
refuses 'expected KEY=FROM..TO, from 0 to 100' tune probabilistic probabilistic.piece=2..1
refuses 'expected KEY=FROM..TO, from 0 to 100' tune probabilistic probabilistic.piece=0..101
refuses "its value, 1, is not in that range" tune probabilistic probabilistic.piece=2..3
refuses "^'search.depth': probabilistic never reads that option$" tune probabilistic search.depth
refuses "^'search.depth': invincible never reads that option$" tune invincible:profile=recruit search.depth
refuses "^'hint.lines': star never reads that option$" tune star hint.lines
refuses 'random never reads that option' sweep random random belief.missed 0 1 1
refuses 'is there already' tune probabilistic probabilistic.piece probabilistic.piece=0..3
refuses 'must be even' tune probabilistic probabilistic.piece --batch 3
refuses 'not more than --games' tune probabilistic probabilistic.piece --games 8

# The rules are those of a match: a bot of the 2012 competition knows no repetition.
v --seed 3 tune probabilistic probabilistic.piece --against progcomp:/bin/true --games 4 --batch 4 --course bot.csv >out
has "the rules with a bot" '^# rules: free, ' "$(cat bot.csv)"

# sweep: a row a value, the same as a match has it, for any number of jobs.
sweep() { v --seed 7 "$@" probabilistic random probabilistic.piece 0 0.3 0.1 --games 6; }
sweep --jobs 1 sweep >one
sweep --jobs 2 sweep >two
# doc/tuning.md quotes one: with the heads of the columns that there are.
v --seed 9 sweep probabilistic probabilistic:rank=0.5 probabilistic.rank 0 0 0.1 --games 2 >quoted
while IFS= read -r line; do
    grep -qxF "    $line" "$srcdir/doc/tuning.md" || fail "doc/tuning.md has no line '$line'"
done < <(sed -n 2,3p quoted)
cmp one two || fail "a sweep depends on the jobs"
is "the values" '0 0.1 0.2 0.3' "$(grep -o '^0[.0-9]*' one | tr '\n' ' ' | sed 's/ $//')"
row=$(grep '^0.3 ' one | tr -s ' ' | cut -d ' ' -f 6-8)
v --seed 7 match probabilistic:piece=0.3 random --games 6 >played
is "a row is a match" "$(sed -n 's/^A wins \([0-9]*\), loses \([0-9]*\), draws \([0-9]*\)$/\1 \3 \2/p' played)" "$row"
v --seed 7 sweep probabilistic:piece=0.9 random probabilistic.piece 0.3 0.3 1 --games 6 >named
is "its name does not beat the value" "$(grep '^0.3 ' one)" "$(grep '^0.3 ' named)"
v --seed 7 sweep probabilistic random probabilistic.piece 0 0.1 0.1 --games 2 --json >json
has "JSON of a sweep" '^{"values":\[{"value":0,"score":[0-9.]*,"score_95":' "$(tail -n 1 json)"
refuses "sweep: expected FROM up to TO" sweep probabilistic random probabilistic.piece 1 0 1
refuses "sweep: expected FROM up to TO" sweep probabilistic random probabilistic.piece 0 1 0
refuses "sweep: expected FROM up to TO" sweep probabilistic random probabilistic.piece 0 100 0.001
refuses "'probabilistic.piece' goes from 0 to 100" sweep probabilistic random probabilistic.piece 0 101 1
refuses "'probabilistic.piece' goes from 0 to 100" sweep probabilistic random probabilistic.piece -3 1 .5
# A value that the option cannot take is reported before the first game of all, not hours later.
refuses "^sweep: .*found '1.5', expected a whole number" --seed 7 sweep star random search.depth 1 2 0.5 --games 4
