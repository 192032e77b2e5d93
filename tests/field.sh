#!/usr/bin/env bash
# ci: archive
# bench field: the games are those of a gauntlet, the report is the same for any number of jobs, and the text and
# the JSON are the same.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
set +e +o pipefail # what fails is counted, and the rest is tried
cd "$tmp" || exit 1

"$VEDETTE" --seed 2 --jobs 1 bench field attacker gambler runner random --games 10 >one || fail "bench field: $?"
for jobs in 2 5; do
    "$VEDETTE" --seed 2 --jobs $jobs bench field attacker gambler runner random --games 10 >more
    cmp one more || fail "another report with $jobs jobs"
done
"$VEDETTE" --seed 3 bench field attacker gambler runner random --games 10 | cmp -s - one && fail "the seed changes nothing"
head -n 2 one | paste -sd '|' |
    grep -qx 'attacker against 3 partners, 10 games with each|rules deepnash, seed 2, 9 setups, pairs of games' ||
    fail "the first line: $(head -n 1 one)"
[ "$(awk 'length > 79' one)" = '' ] || fail "a line too long"

# The scores of each pair of players are those of a tournament, whose games are the same.
json() { sed 's/[{}]/\n/g' | sed -n 's/.*"partner":"\([a-z]*\)".*"wins":\([0-9]*\),"draws":\([0-9]*\),"losses":\([0-9]*\),.*/\1 \2 \3 \4/p'; }
"$VEDETTE" --seed 2 bench field attacker gambler runner random --games 10 --json >json || fail "--json: $?"
json <json >found
awk 'NF == 9 && $6 == "%" && $1 != "all" { print $1, $2, $3, $4 }' one >shown
[ "$(wc -l <found)" = 3 ] || fail "the JSON: $(cat json)"
diff found shown || fail "text and JSON differ"
"$VEDETTE" --seed 2 tournament attacker gambler runner random --gauntlet --games 10 --json >gauntlet
for partner in gambler runner random; do
    read -r wins draws losses < <(awk -v p=$partner '$1 == p { print $2, $3, $4 }' found)
    grep -q "\"wins\":$wins,\"losses\":$losses,\"draws\":$draws," gauntlet || fail "$partner: not as in a tournament"
done

# Counts per game of all partners are the means of theirs, for each weakness.
awk '/^a game/ { counts = 1; next } counts && NF != 9 { exit bad }
    counts && $1 != "all" { n++; for (i = 2; i <= 9; i++) sum[i] += $i }
    counts && $1 == "all" { for (i = 2; i <= 9; i++) if ((d = sum[i] / n - $i) > 0.011 || d < -0.011) bad = 1 }
    END { exit bad || !n }' one || fail "the counts of all: $(cat one)"
awk '/^all / && $2 ~ /^[0-9]/ && NF > 8 && !/%/ { for (i = 2; i <= 9; i++) mean[i] = $i; next }
    /^all / && /%/ { games = $2 + $3 + $4 }
    /^all, in number/ { for (i = 2; i <= 9; i++) if ((d = $(i + 2) / games - mean[i]) > 0.00501 || d < -0.00501) bad = 1; n++ }
    END { exit bad || n != 1 }' one || fail "the counts of all, in number: $(cat one)"
awk '/^a game/ { counts = 1; next } counts && $1 == "all" { exit !($2 > 0.5 && $3 < $2) }' one ||
    fail "nobody stepped up to anything: $(cat one)"

# Without names it is the whole field; an agent that there is none is refused.
"$VEDETTE" --seed 1 bench field random --games 1 >whole || fail "the whole field: $?"
for partner in attacker runner people gambler star:depth=2; do
    [ "$(grep -c "^$partner " whole)" = 2 ] || fail "no $partner: $(cat whole)"
done
"$VEDETTE" bench field random nobody --games 1 2>err && fail "nobody plays"
grep -q "unknown agent 'nobody'" err || fail "$(cat err)"
exit "$failed"
