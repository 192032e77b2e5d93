#!/usr/bin/env bash
# The numbers of `bench` that change only when what they stand for does, against those kept in the files
# tests/signature-NAME; they hang on no seed and no rules in force. SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"

for file in "$srcdir"/tests/signature-*; do
    name=${file##*/signature-}
    wanted="^figure signature $(cat "$file")$"
    how="--seconds 0"
    case $name in
    search) how="--depth 3" ;;
    rollout) how="--seconds 0 --games 50" ;;
    rollout-1000) # a minute in a build for debugging: where all are asked for
        [ "${VEDETTE_SIGNATURES:-}" = all ] || continue
        name=rollout how="--seconds 0 --games 1000" ;;
    esac
    # shellcheck disable=SC2086
    shows "$wanted" bench "$name" $how
    # shellcheck disable=SC2086
    shows "$wanted" --seed 7 --rules free --jobs 2 bench "$name" $how
done
