#!/usr/bin/env bash
# ci: no-sanitizers
# The same seed gives the same output, byte for byte: twice, and with any number of jobs.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
set +e +o pipefail # what fails is counted, and the rest is tried
cd "$tmp" || exit 1

# alike NAME ARG...: the same with one, two and seven jobs, and again; another seed gives another answer.
alike() {
    local name=$1 jobs
    shift
    timeout 60 "$VEDETTE" --seed 11 --jobs 1 "$@" >"$name.1" || { echo "FAIL $name"; failed=1; }
    [ -s "$name.1" ] || { echo "FAIL $name: no output"; failed=1; }
    for jobs in 1 2 7; do
        timeout 60 "$VEDETTE" --seed 11 --jobs $jobs "$@" >"$name.again"
        cmp "$name.1" "$name.again" || { echo "FAIL $name with $jobs jobs"; failed=1; }
    done
    timeout 60 "$VEDETTE" --seed 12 "$@" >"$name.other"
    cmp -s "$name.1" "$name.other" && { echo "FAIL $name: the seed changes nothing"; failed=1; }
}

alike random match random random --games 60 --rules redeca --json
alike probabilistic match probabilistic random --games 60 --json
alike spread match probabilistic:ties=random probabilistic:piece=1.5 --games 40 --random-setups

alike invincible match invincible probabilistic --games 4 --json
alike positions positions make end --count 4
alike star match star:nodes=1000 probabilistic --games 2 --json
alike people match people people:temperature=0.5 --games 3 --json
alike vedette match vedette:worlds=2,plies=4 greedy --games 2 --max-plies 40 --json
alike partners match attacker gambler --games 20 --json
alike levels match invincible:profile=bluffer invincible:profile=beginner --games 4 --json

# Saved games too, for a fixed date.
export SOURCE_DATE_EPOCH=1600000000
for jobs in 1 2; do
    timeout 60 "$VEDETTE" --seed 5 --jobs $jobs match probabilistic random --games 20 \
        --save "saved.$jobs" >/dev/null
    timeout 60 "$VEDETTE" --seed 5 --jobs $jobs match invincible invincible:profile=careful --games 4 \
        --save "planned.$jobs" >/dev/null
done
diff -r saved.1 saved.2 && diff -r planned.1 planned.2 || failed=1
[ "$(find saved.1 -type f | wc -l)" = 20 ] || { echo "FAIL not every game was saved"; failed=1; }
timeout 60 "$VEDETTE" check saved.1/*.game >/dev/null || failed=1
# Each says enough of itself to be played again, alone, by a program with nothing else.
timeout 60 "$VEDETTE" --seed 99 check --again saved.2/*.game planned.2/*.game >again || failed=1
[ "$(grep -c ' played again the same: [1-9]' again)" = 24 ] || { echo "FAIL not all were played again"; failed=1; }

# A single answer, and a count that threads share.
"$VEDETTE" convert saved.1/000003.game --to position --plies 41 >a.position
alike move move random a.position
timeout 60 "$VEDETTE" --seed 11 move invincible a.position >planned
timeout 60 "$VEDETTE" --seed 11 --jobs 2 move invincible a.position | cmp planned - || failed=1
timeout 60 "$VEDETTE" --seed 11 plans a.position >plans
timeout 60 "$VEDETTE" --seed 11 --jobs 2 plans a.position | cmp plans - || failed=1
# What only says what the program thinks needs no seed for that: it is 1.
for command in plans hint 'hint --agent vedette:worlds=4' 'hint --agent random' 'rollout --worlds 4' \
    'game report --depth 1' 'search --depth 2' guess value 'review --worlds 0' why; do
    file=a.position
    case $command in review* | why) file=saved.1/000003.game ;; esac
    for try in 1 2 3; do
        # shellcheck disable=SC2086 # a command and its flags
        timeout 60 "$VEDETTE" $command $file >"analysis.$try" || { echo "FAIL $command"; failed=1; }
    done
    # shellcheck disable=SC2086
    timeout 60 "$VEDETTE" --seed 1 $command $file >analysis.4
    for try in 2 3 4; do
        cmp analysis.1 analysis.$try || { echo "FAIL $command is not the same without a seed"; failed=1; }
    done
done
for jobs in 1 2 5; do
    timeout 60 "$VEDETTE" --jobs $jobs perft 3 a.position
done | sort -u >leaves
[ "$(wc -l <leaves)" = 1 ] || { echo "FAIL perft depends on the jobs"; failed=1; }
exit "$failed"
