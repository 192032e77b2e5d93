#!/usr/bin/env bash
# ci: archive
# show values, explain value: what they print for a position, with a profile's numbers, and for bad words.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
position=$srcdir/tests/positions/deboer-3.2.yaml

# Shares of four and three pieces, 1.15 for the colonel with fewer below it.
shows '^8 colonel +1  1\.1196 .* 1  1\.3333 ' show values "$position"
shows '^9 general +- ' show values "$position"
shows '^state +1\.4416 +0\.6937' show values "$position"
shows '^blue colonel: 1\.33333 marshals$' explain value 8 "$position" --side blue
shows '^red colonel: 1\.11957 marshals$' explain value colonel "$position"
shows 'x 1\.15 .*blue has 1 lower, red 2' explain value 8 "$position" --side blue
shows '^red flag: 3\.80405 marshals$' explain value f "$position"
shows '^red marshal: 0 marshals$' explain value X "$position"

# The profile's numbers are the ones used.
printf 'format: vedette-profile/1\nworth: {fewer_lower_factor: 1, flag_ahead: 9}\n' >"$tmp/p.yaml"
shows '^blue colonel: 1\.33333 marshals$' -p "$tmp/p.yaml" explain value 8 "$position" --side blue
shows '^red colonel: 1\.25 marshals$' -p "$tmp/p.yaml" explain value 8 "$position"
shows '^red flag: 6\.3581' -p "$tmp/p.yaml" explain value F "$position"

refuses "found 'q', expected a rank" explain value q "$position"
refuses "found '\?', expected a rank" explain value '?' "$position"
refuses "found --side 'green'" explain value 8 "$position" --side green
refuses '^usage: ' explain value
refuses 'no game is at hand' show values
refuses 'nowhere' show values "$tmp/nowhere.yaml"
exit "$failed"
