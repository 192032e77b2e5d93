#!/usr/bin/env bash
# The profiles that come with the program: each can be read, invincible has every number of the planner in
# force, and each plays as its own name says. SPDX-License-Identifier: GPL-3.0-or-later
set -eu -o pipefail
srcdir=${srcdir:-.}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0
fail() { echo "$*"; failed=1; }

for file in "$srcdir"/data/profiles/*.yaml; do
    name=$(basename "$file" .yaml)
    "$VEDETTE" profile check "$file" >"$tmp/out" || fail "$name: $(cat "$tmp/out")"
    "$VEDETTE" -p "$name" profile diff >"$tmp/diff" || fail "$name is not known by name"
    [ -s "$tmp/diff" ] || fail "$name changes nothing"
done

# invincible.yaml says every option of the planner, and nothing but the guesser differs from the defaults.
[ "$("$VEDETTE" -p invincible profile diff)" = \
  'belief.kind: bayes -> deboer (data/profiles/invincible.yaml)' ] ||
    fail "invincible.yaml has other numbers: $("$VEDETTE" -p invincible profile diff)"
options() { awk '/^[a-z_]+:/ { group = $1 } /^  [a-z0-9_]+:/ { print group $1 }' "$1" | sort; }
"$VEDETTE" profile show --yaml >"$tmp/all.yaml"
diff <(options "$tmp/all.yaml" | grep -Ev '^(rules|notation|probabilistic):') \
    <(options "$srcdir/data/profiles/invincible.yaml") || fail "invincible.yaml lacks options, or has old ones"

# Every plan's group is plan_NAME, so that it is not taken for an agent's or a room's; no key is there twice.
for group in $(sed -n 's/^    _(\(.*\)).*/\1/p' "$srcdir/src/plan/plans.h"); do
    grep -q "^plan_$group:" "$tmp/all.yaml" || fail "no group plan_$group"
done
[ -z "$(options "$tmp/all.yaml" | uniq -d)" ] || fail "keys that are there twice"

# A profile in an agent's name is that agent's alone: with the same setups and seed the game is another,
# and the same as with the profile for the whole program where the enemy has no use for it.
play() { "$VEDETTE" --seed 3 --jobs 1 "$@" random --games 2 --json | tail -n 1; }
named=$(play match invincible:profile=aggressive | sed 's/"a":"[^"]*"//')
whole=$(play -p aggressive match invincible | sed 's/"a":"[^"]*"//')
plain=$(play match invincible | sed 's/"a":"[^"]*"//')
[ "$named" = "$whole" ] || fail "named and whole differ: $named $whole"
[ "$named" != "$plain" ] || fail "the profile changes no game"

# Weight 0 in a name switches a plan off; a wrong word is refused.
play match invincible:plan_random.weight=0,profile=careful >/dev/null || fail "several words are refused"
for wrong in profile=nobody no_plan.weight=0 plan_random.weight=x draw_below; do
    status=0
    "$VEDETTE" match "invincible:$wrong" random --games 1 >"$tmp/out" 2>"$tmp/err" || status=$?
    [ "$status" = 2 ] && [ "$(wc -l <"$tmp/err")" = 1 ] || fail "$wrong: status $status, $(cat "$tmp/err")"
done

# Read again while the session goes on: the file on disk was changed.
printf 'format: vedette-profile/1\nplan_random: {most: 2}\n' >"$tmp/mine.yaml"
{
    echo 'profile show plan_random.most'
    echo 'profile set plan_bluff.weight 3'
    sleep 0.5
    printf 'format: vedette-profile/1\nplan_random: {most: 3}\n' >"$tmp/mine.yaml"
    echo 'profile reload'
    echo 'profile show plan_random.most'
    echo 'profile show plan_bluff.weight'
} | "$VEDETTE" -p "$tmp/mine.yaml" >"$tmp/out"
grep -Eq 'plan_random.most +2' "$tmp/out" && grep -Eq 'plan_random.most +3' "$tmp/out" || fail "not read again: $(cat "$tmp/out")"
grep -Eq 'plan_bluff.weight +3' "$tmp/out" || fail "what was set by hand is gone: $(cat "$tmp/out")"

exit "$failed"
