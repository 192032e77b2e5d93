#!/usr/bin/env bash
# Lets every fuzz target search for FUZZ_SECONDS, two at a time, and prints what each did: its inputs, how many
# of them a second of processor time, and its findings. Exit status 1 where something was found.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: FUZZ_TARGETS='tests/fuzz/move …' [FUZZ_SECONDS=60] [FUZZ_JOBS=2] srcdir=DIR tests/fuzz/run.sh
# (in the build folder; what is found is left in tests/fuzz/found/NAME/, what was printed in NAME.log)
set -u -o pipefail
srcdir=$(cd "${srcdir:-.}" && pwd)
found=$PWD/tests/fuzz/found
seconds=${FUZZ_SECONDS:-60}
export srcdir found seconds

# The targets write no file but in folders that they make below TMPDIR, in memory where there is room.
scratch=$(mktemp -d "$({ [ -w /dev/shm ] && echo /dev/shm; } || echo "${TMPDIR:-/tmp}")/vedette-fuzz-XXXXXX") || exit 1
trap 'rm -rf "$scratch"' EXIT
export TMPDIR=$scratch HOME=$scratch XDG_CONFIG_HOME=$scratch XDG_DATA_HOME=$scratch XDG_STATE_HOME=$scratch

# Less is kept of each piece of memory than is usual: where something is found, the input shows all when it is run
# again by itself.
export ASAN_OPTIONS=${ASAN_OPTIONS:-quarantine_size_mb=8:malloc_context_size=2}

# Runs one target; its processor time goes to NAME.time, its status to NAME.status.
search() {
    local target=$1 name=${1##*/} status TIMEFORMAT='%U %S' LC_NUMERIC=C
    mkdir -p "$found/$name"
    {
        time {
            "$target" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=2048 -print_final_stats=1 \
                -artifact_prefix="$found/$name/" "$found/$name" "$srcdir/tests/fuzz/corpus/$name" \
                >"$found/$name.log" 2>&1
            status=$?
        }
    } 2>"$found/$name.time"
    echo "$status" >"$found/$name.status"
}
export -f search

echo "fuzzing: $(echo "$FUZZ_TARGETS" | wc -w) targets, $seconds seconds each, ${FUZZ_JOBS:-2} at a time"
mkdir -p "$found"
# shellcheck disable=SC2086 # words
printf '%s\n' $FUZZ_TARGETS | xargs -P "${FUZZ_JOBS:-2}" -I{} bash -c 'search {}'

failed=0 inputs=0
printf '%-16s %12s %10s  %s\n' target inputs inputs/s findings
for target in $FUZZ_TARGETS; do
    name=${target##*/}
    done_inputs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$found/$name.log" | tail -n 1)
    done_inputs=${done_inputs:-0}
    rate=$(awk -v inputs="$done_inputs" '{ time = $1 + $2 } END { printf "%.0f", (time > 0 ? inputs / time : 0) }' \
        "$found/$name.time")
    finding=-
    if [ "$(cat "$found/$name.status" 2>/dev/null)" != 0 ]; then
        finding=$(sed -n -E 's/^(broken promise: .*|SUMMARY: .*|==[0-9]+== *ERROR: .*)/\1/p' "$found/$name.log" |
            head -n 1)
        finding="${finding:-it ended early} (see $found/$name.log)"
        failed=$((failed + 1))
    fi
    inputs=$((inputs + done_inputs))
    printf '%-16s %12d %10d  %s\n' "$name" "$done_inputs" "$rate" "$finding"
done
echo "$inputs inputs in all; $failed targets found something"
[ "$failed" = 0 ]
