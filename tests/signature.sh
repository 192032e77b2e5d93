#!/usr/bin/env bash
# ci: no-sanitizers
# The numbers of `bench` that change only when what they stand for does, against those kept in the files
# tests/signature-NAME; they hang on no seed and no rules in force. SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"

veteran=$srcdir/data/profiles/veteran.yaml
for file in "$srcdir"/tests/signature-*; do
    name=${file##*/signature-}
    wanted="^figure signature $(cat "$file")$"
    how=(--seconds 0) by=()
    case $name in
    search) how=(--depth 3) ;;
    rules-*) how+=(--variant "${name#rules-}") ;;
    rollout-veteran*) by=(-p "$veteran") ;; # by what the agent vedette plans and plays out
    esac
    case $name in
    *-1000) # a minute in a build for debugging: where all are requested
        [ "${VEDETTE_SIGNATURES:-}" = all ] || continue
        how+=(--games 1000) ;;
    rollout*) how+=(--games 50) ;;
    esac
    shows "$wanted" "${by[@]}" bench "${name%%-*}" "${how[@]}"
    shows "$wanted" --seed 7 --rules free --jobs 2 "${by[@]}" bench "${name%%-*}" "${how[@]}"
done
[ "$(cat "$srcdir/tests/signature-rollout")" != "$(cat "$srcdir/tests/signature-rollout-veteran")" ] ||
    fail "the signature hangs on no option"
