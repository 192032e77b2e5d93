#!/usr/bin/env bash
# ci: no-sanitizers
# The dossiers of players (games player): what they say of bluffs, chases, attacks and fights agrees with a separately
# written count (archive_oracle.awk), over games of four agents and of two names that an import gives, or over the
# games in the folder PLAYER_GAMES. SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data XDG_STATE_HOME=$tmp/state
awk=${AWK:-awk}
cd "$tmp"

# usage: table_of FILE…   (the games in a table for the oracle, with the players' names)
table_of() {
    local file names
    for file; do
        names=$(sed -n 's/^\(red\|blue\): *{player: "\{0,1\}\([^",]*\).*/\2/p' "$file" | tr '\n' '\t')
        printf '%s\t%s\n' "$("$VEDETTE" convert "$file" --to tsv 2>err)" "${names%?}"
    done
}
names=(probabilistic random runner greedy Ann 'Bob Baker')
if [ -n "${PLAYER_GAMES:-}" ]; then # a folder of the games of others
    "$VEDETTE" games import "$PLAYER_GAMES" >out
    find "$PLAYER_GAMES" -name '*.game' >files
    mapfile -t files <files
    table_of "${files[@]}" >games.tsv
    cut -f 7,8 games.tsv | tr '\t' '\n' | sort -u >players
    mapfile -t names <players
else
    "$VEDETTE" --seed 5 match probabilistic random --games 12 --max-plies 400 --save a >out
    "$VEDETTE" --seed 6 match runner greedy --games 12 --max-plies 400 --save b >out
    "$VEDETTE" --seed 7 match greedy probabilistic --games 12 --max-plies 600 --save c >out
    "$VEDETTE" games import a b >out
    for file in c/*.game; do "$VEDETTE" convert "$file" --to tsv 2>err; done >c.tsv
    "$VEDETTE" games import c.tsv --red Ann --blue 'Bob Baker' >out
    table_of a/*.game b/*.game >games.tsv
    sed 's/$/\tAnn\tBob Baker/' c.tsv >>games.tsv
fi
LC_ALL=C $awk -v habits=1 -f "$srcdir/tests/archive_oracle.awk" games.tsv >oracle

# usage: sum_of NAME HABIT   (the oracle's)
sum_of() { $awk -F'\t' -v name="$1" -v habit="$2" '$1 == name && $2 == habit { n = $3 } END { print n + 0 }' oracle; }
some=0
# usage: agrees NAME WHAT ABOVE BELOW…   (the line has the oracle's count of ABOVE, and the sum of the others)
agrees() {
    local name=$1 what=$2 above below=0 all_above all_below=0 wanted found habit
    above=$(sum_of "$1" "$3") all_above=$(sum_of all "$3")
    for habit in "${@:4}"; do
        below=$((below + $(sum_of "$name" "$habit"))) all_below=$((all_below + $(sum_of all "$habit")))
    done
    wanted=$($awk -v a="$above" -v b="$below" -v c="$all_above" -v d="$all_below" 'BEGIN {
        print a "," b "," (b > 0 ? sprintf("%.4f", a / b) : "") "," sprintf("%.4f", c / d) }')
    found=$($awk -F, -v what="$what" '$2 == "habit" && $3 == what { print $4 "," $5 "," $6 "," $9 }' dossier)
    [ "$found" = "$wanted" ] || fail "$what of $name: $found, the oracle has $wanted"
    [ "$above" = 0 ] || some=$((some + 1))
}
for name in "${names[@]}"; do
    "$VEDETTE" games player "$name" --csv >dossier
    agrees "$name" 'approaches of moves' approaches moves
    agrees "$name" 'bluffs of approaches' bluffs approaches
    agrees "$name" 'known bluffs of approaches' 'known bluffs' 'known approaches'
    agrees "$name" 'chases of moves' chases moves
    agrees "$name" 'attacks of moves' attacks moves
    agrees "$name" 'attacks on unmoved pieces' unmoved attacks
    agrees "$name" 'fights won' won won lost
done
[ -z "${PLAYER_GAMES:-}" ] || exit "$failed"
[ "$some" -ge 30 ] || fail "only $some of the oracle's counts are not 0"

# Intervals are by games: in each game both sides together win half the fights.
"$VEDETTE" games player Ann --csv | $awk -F, '$3 == "fights won" { all = $9 == 0.5 && $10 > 0.495 && $11 < 0.505 }
    END { exit !all }' || fail 'the fights that all win'

# The scores and shares are those of other commands.
score=$("$VEDETTE" games stats length --whose greedy --csv | $awk -F, 'NR > 1 { n += $4; p += $5 + $6 / 2 }
    END { printf "%d,%.4f\n", n, p / n }')
[ "$("$VEDETTE" games player greedy --csv | $awk -F, '$3 == "together" { print $5 "," $6 }')" = "$score" ] ||
    fail "greedy has not scored $score"
for part in flag marshal general spy first-mover; do
    "$VEDETTE" games stats $part --whose runner --csv | sed -n 's/^classic,,"\(.*\)",\([0-9]*\),.*/\1 \2/p' | sort >wanted
    "$VEDETTE" games player runner --csv | $awk -F, -v part=$part '$2 == part && $4 { print $3 " " $4 }' | sort >found
    cmp -s wanted found || fail "$part of runner: $(diff wanted found)"
done
"$VEDETTE" games player ann where player=bob >dossier # the query is about games
shows '^ann, classic, 12 games$' games player ann
"$VEDETTE" games player Ann where 'first!=a4-a5 or first=a4-a5' >out
"$VEDETTE" games player Ann >dossier
sed 1d dossier | cmp -s - <(sed 1d out) || fail 'a query that is true of all games changes a dossier'
[ "$(wc -L <dossier)" -le 79 ] || fail 'a dossier is too wide'
shows '^together, 4 games ' games player Ann where 'id<=28'
shows '^no such games$' games player Nobody
[ "$("$VEDETTE" games player Nobody --json | cut -c 1-16)" = '{"dossiers":[],"' ] || fail 'a dossier of nobody in JSON'
[ "$("$VEDETTE" games player Nobody --csv)" = variant,part,what,n,of,share,low,high,all,all_low,all_high ] ||
    fail 'a dossier of nobody in CSV'
[ "$("$VEDETTE" games player Ann --csv --limit 2 | grep -c '^classic,setup,')" = 2 ] || fail '--limit 2'
shows '^1 setup, 1 family ' games player Ann where id=25
refuses "^games player: unknown field 'flug' in the query; did you mean 'flag'\?$" games player Ann where flug=a1
# Names are those that a file could have.
refuses '^games import: --red: found byte 0x1b in a name, expected printable UTF-8$' games import c.tsv --red $'\e[2J'
refuses '^games import: --blue: found byte 0x0a in a name, expected printable UTF-8$' games import c.tsv --blue $'A\nB'
refuses '^games import: --blue: found a name of 300 bytes, expected at most 191$' \
    games import c.tsv --blue "$(printf '%300s' '' | tr ' ' x)"
