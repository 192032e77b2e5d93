#!/usr/bin/env bash
# What the archive answers about fights and armies agrees with a separately written count (archive_oracle.awk):
# over games of matches, or over the table of Gravon's games that ARCHIVE_GAMES names; also after games rebuild.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data XDG_STATE_HOME=$tmp/state
awk=${AWK:-awk}
database=$XDG_DATA_HOME/vedette/games.db
games=${ARCHIVE_GAMES:-$tmp/games.tsv}

# People-like setups, agents that attack much and little.
if [ -z "${ARCHIVE_GAMES:-}" ]; then
    "$VEDETTE" --seed 5 match probabilistic random --games 40 --max-plies 400 --save "$tmp/saved" >"$tmp/match"
    "$VEDETTE" --seed 6 match runner greedy --games 40 --max-plies 400 --save "$tmp/saved2" >"$tmp/match"
    for file in "$tmp"/saved*/*.game; do
        "$VEDETTE" convert "$file" --to tsv 2>"$tmp/err"
    done >"$games"
    # A game without a move.
    $awk -F'\t' 'NR == 1 { print "none\t" $2 "\t3\t1\t0\t" }' "$games" >"$tmp/none"
    cat "$tmp/none" >>"$games"
fi
[ "$(wc -l <"$games")" -ge 80 ] || fail "only $(wc -l <"$games") games"

# usage: agrees WHEN   (all answers are the oracle's)
agrees() {
    local query wanted found
    while IFS=$'\t' read -r query wanted; do
        found=$("$VEDETTE" games where "$query" | grep -vc '^no such games$') || true
        [ "$found" = "$wanted" ] || fail "$1: $found games where $query, the oracle has $wanted"
        case $wanted in 0) ;; *) some=$((some + 1)) ;; esac
    done <"$tmp/oracle"
}
"$VEDETTE" games import "$games" >"$tmp/import" || fail "import: $(cat "$tmp/import")"
LC_ALL=C $awk -f "$srcdir/tests/archive_oracle.awk" "$games" >"$tmp/oracle"
[ "$(wc -l <"$tmp/oracle")" = 43 ] || fail 'the oracle has not answered all questions'
some=0
agrees imported
[ "$some" -ge 25 ] || fail "only $some questions have games"
# What games stats counts: all rows, with the results of the owners.
LC_ALL=C $awk -v stats=1 -f "$srcdir/tests/archive_oracle.awk" "$games" | LC_ALL=C sort >"$tmp/wanted"
for subject in flag bombs bomb-patterns marshal general spy first-mover first-attack length openings setups \
    captures; do
    "$VEDETTE" games stats $subject --csv --limit 1000000 >"$tmp/out"
    sed -n "s/^classic,,\(\"[^\"]*\",[0-9]*,[0-9]*,[0-9]*,[0-9]*\),.*/$subject,\1/p" "$tmp/out"
done | LC_ALL=C sort >"$tmp/found"
cmp -s "$tmp/wanted" "$tmp/found" || fail "games stats: $(diff "$tmp/wanted" "$tmp/found" | head -n 20)"
LC_ALL=C $awk -v intervals=1 -f "$srcdir/tests/archive_oracle.awk" "$games" | LC_ALL=C sort >"$tmp/wanted"
"$VEDETTE" games stats captures --csv --limit 1000000 | $awk -F, 'NR > 1 { print "captures," $3 "," $10 "," $11 }' |
    LC_ALL=C sort >"$tmp/intervals"
cmp -s "$tmp/wanted" "$tmp/intervals" || fail "intervals of captures: $(diff "$tmp/wanted" "$tmp/intervals" | head)"
[ "$(wc -l <"$tmp/found")" -ge 120 ] || fail "only $(wc -l <"$tmp/found") rows of statistics"

shows '^[0-9]+ games read again$' games rebuild
agrees 'after games rebuild'
for query in 'los:lost=' 'lost=mar:lost=marshal' 'lost=spy ow:owner=' 'fl:flag=' 'marshal-:marshal-moved='; do
    "$VEDETTE" complete "games where ${query%%:*}" >"$tmp/out"
    grep -q -- "^${query#*:} *$" "$tmp/out" || fail "complete games where ${query%%:*}: $(cat "$tmp/out")"
done
# --whose is the owner of each fight and army, --count prints a number.
some=0
for query in 'lost=marshal' 'lost=spy by=any before=100' 'flag=b1' 'lost=marshal or took=scout by=miner'; do
    for whose in red blue; do
        wanted=$("$VEDETTE" games where "${query// or / owner=$whose or } owner=$whose" | grep -vc '^no such') || true
        found=$("$VEDETTE" games where "$query" --whose $whose --count)
        [ "$found" = "$wanted" ] || fail "$found games where $query --whose $whose, with owner= $wanted"
        [ "$found" = "$("$VEDETTE" games where "$query" --count)" ] || some=$((some + 1))
    done
done
[ "$some" -ge 4 ] || fail "--whose left out games of $some queries"
"$VEDETTE" games where lost=spy --count --json >"$tmp/out"
grep -q '^{"count":[1-9][0-9]*,' "$tmp/out" || fail "--count as JSON: $(cat "$tmp/out")"
refuses '^games where: found no piece or army in the query' games where plies=3 --whose red
refuses "^games where: unknown field 'byy' in the query; did you mean 'by'\?$" games where lost=spy byy=any

# By player, whichever side, and by year and month; a wrong word.
if [ -z "${ARCHIVE_GAMES:-}" ]; then
    "$VEDETTE" games import "$tmp/saved2" >"$tmp/out"
    "$VEDETTE" games stats flag --whose runner --csv >"$tmp/out"
    [ "$(awk -F, '{ n += $4 } END { print n }' "$tmp/out")" = 40 ] || fail "the runner's flags: $(cat "$tmp/out")"
    shows '^40 in all, ' games setups --whose runner
    year=$(date +%Y)
    shows "^classic,$year,\"[0-9]* to [0-9]* moves\",[0-9]+," games stats length program~vedette --by year --csv
    shows "^$year-[01][0-9]\$" games stats first-mover program~vedette --by month
fi
[ "$("$VEDETTE" games stats general --whose red | awk 'length > 79' | wc -l)" = 0 ] || fail 'a board is too wide'
shows '^variant,period,what,n,wins,draws,losses,share,score,low,high$' games stats spy plies=99999 --csv
shows '^no such games$' games stats spy plies=99999
refuses "^games stats: found 'flags', expected flag, bombs, " games stats flags

# Pictures, by a gnuplot that keeps its input, and by the real one if there is one.
"$VEDETTE" games stats flag --plot "$tmp/real.svg" >"$tmp/out" 2>"$tmp/err" || true
if command -v gnuplot >/dev/null; then
    grep -q '^<svg' "$tmp/real.svg" || fail "no picture by gnuplot: $(cat "$tmp/err")"
    for subject in captures setups length; do
        "$VEDETTE" games stats $subject --plot "$tmp/real.png" >"$tmp/out"
        [ "$(head -c 4 "$tmp/real.png" | tail -c 3)" = PNG ] || fail "no PNG of $subject"
    done
    "$VEDETTE" games stats first-mover --by year --plot "$tmp/trend.SVG" >"$tmp/out"
    grep -q '</svg>' "$tmp/trend.SVG" || fail 'no picture of trends'
fi
mkdir "$tmp/bin"
printf '#!/bin/sh\n[ ! -e "%s/nothing" ] || exit 127\ncat >"%s/script"\necho drawn\n' "$tmp" "$tmp" >"$tmp/bin/gnuplot"
chmod +x "$tmp/bin/gnuplot"
PATH=$tmp/bin:$PATH
"$VEDETTE" games stats bombs --plot "$tmp/bars.svg" >"$tmp/out"
[ "$(cat "$tmp/bars.svg")" = drawn ] || fail 'the picture is not what gnuplot drew'
grep -q '^"2 bombs, open" [0-9.]* [0-9.]* [0-9.]* [0-9.]*$' "$tmp/script" || fail "bars: $(cat "$tmp/script")"
touch "$tmp/nothing"
rm "$tmp/bars.svg"
status=0
"$VEDETTE" games stats bombs --plot "$tmp/bars.svg" >"$tmp/found" 2>"$tmp/err" || status=$?
[ "$status" = 3 ] && [ ! -e "$tmp/bars.svg" ] && cmp -s "$tmp/out" "$tmp/found" &&
    [ "$(sed 's|.*/||' "$tmp/err")" = 'bars.svg: gnuplot, which draws pictures, is not installed' ] ||
    fail "without gnuplot: $status, $(cat "$tmp/err")"
refuses "^found the picture's name 'a\.pdf', expected one that ends in \.svg or \.png$" games stats bombs --plot a.pdf
shows '^no such games$' games stats bombs plies=99999 --plot "$tmp/none.svg"
[ ! -e "$tmp/none.svg" ] || fail 'a picture of no games'
