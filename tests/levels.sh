#!/usr/bin/env bash
# ci: no-sanitizers
# The ladder: `levels` prints what the data has, the lowest level's setups are no gift, and levels can be named.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu -o pipefail
srcdir=$(cd "${srcdir:-.}" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp XDG_CONFIG_HOME=$tmp/config
failed=0
fail() { echo "FAILED: $*"; failed=1; }
data=$srcdir/data/levels/levels.yaml

# Each level's name, agent and score against random, and the scores against the level below.
"$VEDETTE" levels >"$tmp/all"
sed '1,/^$/d' "$tmp/all" >"$tmp/levels"
awk '$2 == "name:" { name = $3 } $1 == "agent:" { agent = $2 } $1 == "random:" { print name, agent, 100 * $2 }' \
    "$data" >"$tmp/wanted"
awk '$2 ~ /^(invincible|vedette):/ { print $1, $2, $(NF - 1) + 0 }' "$tmp/levels" >"$tmp/found"
awk '$1 == "below:" { print 100 * $2 }' "$data" >"$tmp/wanted-below"
awk '$2 ~ /^(invincible|vedette):/ && $3 != "-" { print $3 + 0 }' "$tmp/levels" >"$tmp/found-below"
diff "$tmp/wanted-below" "$tmp/found-below" || fail 'the scores against the level below do not agree'
diff "$tmp/wanted" "$tmp/found" || fail '`levels` and the data do not agree'
# First a line a level for scripts, the lowest first: name, tab, agent.
sed '/^$/Q' "$tmp/all" | diff - <(awk '{ print $1 "\t" $2 }' "$tmp/wanted") || fail 'lines for scripts'
# The document has the games of each score: both agree to a tenth of a percent.
awk 'NR == FNR { if ($7 == "%") given[$1 " " $2] = $6; next }
    $2 == "name:" { before = name; name = $3 }
    $1 == "random:" { of[name " random"] = 100 * $2 }
    $1 == "below:" { of[name " " before] = 100 * $2 }
    END {
        for (pair in of) {
            off = given[pair] - of[pair]
            if (!(pair in given) || off > 0.1 || off < -0.1)
                print pair ": " of[pair] ", by doc/levels.md " given[pair]
        }
    }' "$srcdir/doc/levels.md" "$data" >"$tmp/apart"
[ ! -s "$tmp/apart" ] || fail "$(cat "$tmp/apart")"
measured="$(awk '$1 == "games:" { print $2 }' "$data") games each, seed $(awk '$1 == "seed:" { print $2 }' "$data")"
grep -q "$measured" "$tmp/levels" || fail "missing: $measured"
[ "$(awk 'length > 79' "$tmp/levels")" = '' ] || fail 'a line of more than 79 columns'

# What is said in words goes by the table: from which level to which, and which of them have styles.
first=$(awk '$2 == "name:" { print $3; exit }' "$data") last=$(awk '$2 == "name:" { name = $3 }
    /^styles:/ { exit } END { print name }' "$data")
awk '$2 == "name:" { name = $3 } $1 == "styles:" && $2 == "yes" { print name }' "$data" >"$tmp/styled"
styled="From $(head -n 1 "$tmp/styled") to $(tail -n 1 "$tmp/styled")"
for page in README.md doc/vedette.1; do
    tr '\n' ' ' <"$srcdir/$page" >"$tmp/page"
    grep -q "from $first, which is for a first game, to $last, which" "$tmp/page" || fail "$page: from $first to $last"
    grep -q "$styled" "$tmp/page" || fail "$page: not '$styled'"
done
grep -q "^Styles, of $(sed '$d' "$tmp/styled" | paste -s -d, | sed 's/,/, /g') and $(tail -n 1 "$tmp/styled"):\$" "$tmp/levels" ||
    fail "which levels have styles: $(grep Styles "$tmp/levels")"

# As JSON: the same names and scores.
"$VEDETTE" levels --json | tr '{' '\n' | sed -n 's/.*"name":"\([^"]*\)".*"agent":"\([^"]*\)".*"random":\([0-9.]*\),.*/\1 \2 \3/p' |
    awk '{ print $1, $2, 100 * $3 }' >"$tmp/json"
diff "$tmp/wanted" "$tmp/json" || fail 'the JSON and the data do not agree'

# Each can be chosen by its name, in capitals or not; without a terminal there is no screen.
refused() { # refused TEXT ARG...
    local text=$1
    shift
    ! "$VEDETTE" "$@" >"$tmp/out" 2>&1 </dev/null || fail "$*: not refused"
    grep -qF -- "$text" "$tmp/out" || fail "$*: $(cat "$tmp/out")"
}
while read -r name; do
    refused 'needs a terminal' play --level "$name"
    refused 'needs a terminal' play --level "${name,,}"
done < <(awk '$2 == "name:" { print $3 } /^styles/ { exit }' "$data")
refused 'needs a terminal' play --level captain --style careful
refused 'expected one of recruit, ' play --level nobody
# The setup says which ladder the level is of: Barrage has no colonel.
printf '. . X . . . . . . .\n. . . . S . . . . .\n2 . 9 . . 2 . . . .\n. . . F B . 3 . . .\n' >"$tmp/barrage.setup"
refused "found the level 'colonel'" play --setup "$tmp/barrage.setup" --level colonel
refused 'needs a terminal' play --setup "$tmp/barrage.setup" --level recruit
refused 'expected one of careful, ' play --level captain --style bold
refused 'has no styles' play --level recruit --style careful
refused 'usage: ' play --style careful
refused 'usage: ' play random --level recruit
"$VEDETTE" complete 'play --level c' | grep -qi colonel || fail 'levels are not completed'
"$VEDETTE" complete 'play --style ' | grep -q bluffer || fail 'styles are not completed'

# H2 of what a first user met: the flag of the lowest level never stands where the first piece to come along takes it.
"$VEDETTE" --seed 4 -p recruit setup create --count 400 | awk 'NF == 10 && lines++ % 4 == 0' >"$tmp/fronts"
[ "$(wc -l <"$tmp/fronts")" = 400 ] || fail "$(wc -l <"$tmp/fronts") setups of 400"
! grep -n F "$tmp/fronts" || fail "the lowest level's flag stands on the front row"

# The bench plays the games whose score the ladder has: the same as `match --unpaired`.
wins() { "$VEDETTE" "$@" | sed -n 's/.*"wins":\([0-9]*\),"losses":\([0-9]*\),"draws":\([0-9]*\),.*/\1 \2 \3/p'; }
# Levels may be named; all of them would take too long here, as the highest plays worlds out.
"$VEDETTE" --seed 5 bench levels Recruit sergeant colonel recruit --games 2 >"$tmp/bench"
[ "$(sed -n 's/^figure \([^ ]*\) .*/\1/p' "$tmp/bench" | tr '\n' ' ')" = \
    'Recruit-random Sergeant-below Sergeant-random Colonel-below Colonel-random ' ] ||
    fail "other figures: $(cat "$tmp/bench")"
refused 'bench levels: found the level '\''nobody'\'', expected one of recruit, ' bench levels nobody
"$VEDETTE" complete 'bench levels colonel ma' | grep -q '^marshal' || fail 'levels to bench are not completed'
[ "$(awk '/^Colonel +Captain/ { print $3, $4, $5 }' "$tmp/bench")" = \
    "$(wins --seed 5 match invincible:profile=colonel invincible:profile=captain --games 2 --unpaired --json)" ] ||
    fail 'bench levels and match differ'
[ "$(awk '/^Recruit +random/ { print $3, $4, $5 }' "$tmp/bench")" = \
    "$(wins --seed 5 match invincible:profile=recruit random --games 2 --unpaired --json)" ] ||
    fail 'bench levels and match differ against random'

# Barrage has a ladder of its own, with the names that its data has; Duel has the classic one.
barrage=$srcdir/data/levels/barrage.yaml
"$VEDETTE" levels --variant barrage | sed '/^$/Q' |
    diff - <(awk '$2 == "name:" { name = $3 } $1 == "agent:" { print name "\t" $2 }' "$barrage") ||
    fail '`levels --variant barrage` and the data do not agree'
awk '$2 == "name:" { before = name; name = $3 } $1 == "random:" { print name, "random", 0 + $2 }
    $1 == "below:" { print name, before, 0 + $2 }' "$barrage" | sort >"$tmp/wanted"
awk '/^## Barrage/ { on = 1 } /^## How/ { on = 0 } on && NF == 6 && $6 ~ /^[01][.]/ { print $1, $2, 0 + $6 }' \
    "$srcdir/doc/levels.md" | sort | diff "$tmp/wanted" - || fail 'the data and doc/levels.md do not agree on Barrage'
"$VEDETTE" levels --variant barrage >"$tmp/out"
grep -q "in $(awk '$1 == "games:" { print $2 }' "$barrage") games each of barrage, seed 45" "$tmp/out" || fail "levels of Barrage: $(cat "$tmp/out")"
[ "$(awk 'length > 79' "$tmp/out")" = '' ] || fail 'a line of more than 79 columns'
"$VEDETTE" levels --variant duel | sed "/^$/Q" |
    diff - <(echo "# duel has no ladder of its own: this one is measured in classic"; sed "/^$/Q" "$tmp/all") || fail "levels of Duel"
"$VEDETTE" levels --variant barrage --json | grep -q '^{"variant":"barrage","games":' || fail 'JSON of the levels of Barrage'
refused 'needs a terminal' play --variant barrage --level general
refused 'expected one of recruit, ' play --variant barrage --level captain
"$VEDETTE" --seed 5 bench levels Recruit --variant barrage --games 2 >"$tmp/bench"
[ "$(awk '/^Recruit +random/ { print $3, $4, $5 }' "$tmp/bench")" = \
    "$(wins --seed 5 match "$(awk '$1 == "agent:" { print $2; exit }' "$barrage")" random --variant barrage --games 2 --unpaired --json)" ] ||
    fail 'bench levels and match differ in Barrage'
below=random
while read -r level; do
    score=$("$VEDETTE" --seed 3 match "$level" "$below" --variant barrage --games 40 --json | tail -n 1 |
        sed 's/.*"score":\([0-9.]*\),.*/\1/')
    awk -v score="$score" 'BEGIN { exit !(score > 0.5) }' || fail "Barrage: $level scores $score against $below"
    below=$level
done < <(awk '$1 == "agent:" && $2 ~ /^invincible/ { print $2 }' "$barrage")

# Each step wins more than it loses: not measured again, but no level is out of its place by far. (A game of the
# highest takes too long for here.)
below=random
for level in recruit sergeant lieutenant captain colonel general veteran; do
    score=$("$VEDETTE" --seed 3 match "invincible:profile=$level" "$below" --games 16 --json | tail -n 1 |
        sed 's/.*"score":\([0-9.]*\),.*/\1/')
    awk -v score="$score" 'BEGIN { exit !(score > 0.5) }' || fail "$level scores $score against $below"
    below=invincible:profile=$level
done
exit $failed
