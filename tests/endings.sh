#!/usr/bin/env bash
# ci: archive
# Endings that neither side can win: what outcome, value and match print.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
positions=$srcdir/tests/positions

is 'outcome' 'open (Nobody can win any more)' "$(v outcome "$positions/ending-dead.yaml")"
json() { v "$@" --json | sed 's/,"version":"[^"]*"}$/}/'; }
is 'outcome --json' '{"result":"open","reason":null,"ending":"dead"}' \
    "$(json outcome "$positions/ending-dead.yaml")"
is 'outcome where somebody can win' open "$(v outcome "$positions/ending-miner.yaml")"
is 'outcome --json where somebody can win' '{"result":"open","reason":null,"ending":null}' \
    "$(json outcome "$positions/ending-miner.yaml")"
is 'value' 'red wins: 50.0 %. Nobody can win any more (a draw is half a win)' \
    "$(v value "$positions/ending-dead.yaml")"
is 'value --json' '{"side":"blue","people":0.5,"programs":0.5,"ending":"dead","points":{},"terms":{}}' \
    "$(json value --side blue "$positions/ending-dead.yaml")"
shows '^red wins: [0-9.]* % if people play' value "$positions/ending-miner.yaml"

# What red does not know, its value does not go by: with the bombs and the flag unknown each may be the flag.
sed 's/bF!/bF /; s/bB!/bB /g' "$positions/ending-dead.yaml" >"$tmp/unknown.yaml"
shows '^red wins: [0-9.]* % if people play' value "$tmp/unknown.yaml"
is 'outcome knows all ranks' 'open (Nobody can win any more)' "$(v outcome "$tmp/unknown.yaml")"

# A match says so where it ends such games, and its log too; without the flag nothing of it is said.
v --seed 3 match random random --games 2 --end-dead --log "$tmp/log" >"$tmp/match"
has 'match --end-dead' '^a game that neither side can win is drawn at once$' "$(cat "$tmp/match")"
has 'log of match --end-dead' '"ends_dead":true' "$(head -1 "$tmp/log")"
v match merge "$tmp/log" >"$tmp/merged"
has 'match merge' '^a game that neither side can win is drawn at once$' "$(cat "$tmp/merged")"
v --seed 3 match random random --games 2 --log "$tmp/plain" >"$tmp/match"
grep -q 'drawn at once' "$tmp/match" && fail "match without --end-dead reports it"
grep -q ends_dead "$tmp/plain" && fail "a log without --end-dead has it"
refuses 'plain' --seed 3 match random random --games 2 --end-dead --log "$tmp/plain"
