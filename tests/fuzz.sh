#!/usr/bin/env bash
# Replays the corpus of each fuzz target: every file as it is, cut off, and with bytes changed (with
# libFuzzer: as it is). SPDX-License-Identifier: GPL-3.0-or-later
set -eu -o pipefail
srcdir=$(cd "${srcdir:-.}" && pwd)
failed=0
fail() { echo "fuzz.sh: $*"; failed=1; }

[ -n "${FUZZ_TARGETS:-}" ] || { echo "fuzz.sh: FUZZ_TARGETS names no target"; exit 1; }
for target in $FUZZ_TARGETS; do
    corpus=$srcdir/tests/fuzz/corpus/${target##*/}
    files=$(find "$corpus" -type f 2>/dev/null | wc -l)
    [ "$files" -gt 0 ] || { fail "$target has no corpus"; continue; }
    if [ "${FUZZING:-no}" = yes ]; then
        "$target" -runs=0 "$corpus" 2>&1 | tail -n 20 || fail "$target"
    else
        "$target" "$corpus" || fail "$target"
    fi
done

# Every corpus has its target, and every target's file is built.
for corpus in "$srcdir"/tests/fuzz/corpus/*/; do
    name=$(basename "$corpus")
    [[ " $FUZZ_TARGETS " == *" tests/fuzz/$name "* ]] || fail "corpus $name has no target"
done
for file in "$srcdir"/tests/fuzz/*.c; do
    name=$(basename "$file" .c)
    [ "$name" = replay ] || [[ " $FUZZ_TARGETS " == *" tests/fuzz/$name "* ]] ||
        fail "tests/fuzz/$name.c is not in fuzz_targets of Makefile.am"
done
exit "$failed"
