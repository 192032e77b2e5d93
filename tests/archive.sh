#!/usr/bin/env bash
# ci: user
# The archive of games as commands have it: import, queries, counts, export, damage, a full disk, two at once.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data XDG_STATE_HOME=$tmp/state
database=$XDG_DATA_HOME/vedette/games.db finished=$XDG_DATA_HOME/vedette/finished
cd "$tmp"
mkdir -p "$finished" games/below

# usage: has N QUERY…   (so many games are found)
has() {
    local wanted=$1 found
    shift
    found=$("$VEDETTE" games where "$@" | grep -vc '^no such games$') || true
    [ "$found" = "$wanted" ] || fail "$found games, not $wanted, where $*"
}

# usage: game FILE DATE RED BLUE RESULT MOVES   (the loser gave up)
game() {
    printf 'format: vedette-game/1\ndate: %s\nprogram: "vedette 0.1.0"\nrules: isf\nseed: 1\n' "$2"
    printf 'red:  {player: "%s", setup: "KMLJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB"}\n' "$3"
    printf 'blue: {player: "%s", setup: "YXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN"}\n' "$4"
    printf 'moves: >-\n  %s\nresult: %s\n' "$6" "$5"
    [ "$5" = unfinished ] || echo 'reason: resigned'
}
game - 2026-01-05 you random red 'e4-e5 i7-i6' >"$finished/1.game"
game - 2026-02-10 random you red 'j4-j5 i7-i6' >"$finished/2.game"
game - 2026-02-11 you invincible:profile=recruit blue 'a4-a5' >"$finished/3.game"
game - 2026-02-12 you random unfinished 'a4-a5' >"$finished/4.game"
game - 2026-02-13 you random blue 'a4-a6' >"$finished/5.game"
game - 2026-03-01 random star red 'e4-e5 b7-b6' >games/below/match.game
for game in 1 2 3; do
    "$VEDETTE" convert "$finished/$game.game" --to gravon >games/$game.xml 2>err
done

# What lies in the folder of finished games is in the archive, but for the unfinished and the unsound.
has 3
has 1 result=won
has 2 result = lost
has 2 opponent is random
has 1 opponent=Recruit
has 1 level=recruit and 'date>=2026-02'
has 2 date from 2026-02 'not (opponent=nobody)'
shows '^2026-02-11  Recruit               red   lost            1  .*/3\.game$' games where result=lost --limit 1
shows '^2026-01-05 ' games where --sort moves
[ "$(sed -n '3s/ .*//p' out)" = 2026-02-11 ] || fail '--sort moves'
shows '^no such games$' games where plies over 100
shows '^\{"games":\[\{"id":1,"file":".*/1\.game","date":"2026-01-05","red":"you",.*"result":"won","winner":"red",.*\}\],"version":"[^"]*"\}$' \
    games where id=1 --json
refuses "^games where: unknown field 'oponent' in the query; did you mean 'opponent'\?$" games where oponent=x
refuses "found the result 'wun' in the query, expected won, .*; did you mean 'won'\?$" games where result=wun
refuses 'games export: the query ends, expected a field' games export where result=won and --save x
refuses '^usage: vedette games export .*--save DIR' games export result=won
refuses "^games where: found the date '2026-13' in the query, expected 2026, 2026-11 or 2026-11-21$" games where 'date>=2026-13'
refuses "found the date '2026-00-01' in" games where 'date=2026-00-01'
refuses "found the date '2026-11-32' in" games where 'date=2026-11-32'
has 3 'date<=2026-12' 'date<=2026-12-31'
refuses "found the plies 'many' in the query, expected a whole number$" games where plies=many
for query in 'rea:reason=' 'reason=res:reason=resigned' 'opponent=R:opponent=Recruit' 'an:and'; do
    "$VEDETTE" complete "games where ${query%%:*}" >out
    grep -q -- "^${query#*:} *$" out || fail "complete games where ${query%%:*}: $(cat out)"
done

# Imports: what is there in another form is the same game where no program is named.
shows '^4 games added, 0 there already, from 4 files$' games import games
shows '^0 games added, 4 there already, from 4 files$' games import games
has 7
has 4 source=import
echo 'format: vedette-game/1' >games/bad.game
game - 2026-03-01 a b unfinished 'a4-a5' >games/open.game
echo 'not looked at' >games/README
status=0
"$VEDETTE" games import games >out 2>err || status=$?
[ "$status" = 1 ] && grep -q '^0 games added, 4 there already, 1 unfinished left out, from 6 files$' out &&
    grep -q '/games/bad\.game:1:1: ' out || fail "import of bad files: $status $(cat out err)"
refuses "^$tmp/nonexistent: " games import "$tmp/nonexistent"
# Of several paths that are not there each is named, in JSON also one alone.
status=0
"$VEDETTE" games import nosuch neither >out 2>err || status=$?
[ "$status" = 2 ] && grep -qx '2 left out as unsound:' out && grep -q '^neither: No such' out ||
    fail "import of two paths that are not there: $status $(cat out err)"
rm games/bad.game games/open.game

# Out again as they came in, nothing written over.
shows '^7 games written, 0 there already$' games export --save out-all
shows '^0 games written, 7 there already$' games export --save out-all
for file in "$finished"/[123].game games/*.xml games/below/match.game; do
    same=
    for other in out-all/*; do
        ! cmp -s "$file" "$other" || same=$other
    done
    [ "${same##*.}" = "${file##*.}" ] || fail "$file is not among what was exported"
done
"$VEDETTE" check out-all/* >check || fail 'the exported games are not sound'
one=$(find out-all -name '*.game' | sort | head -n 1)
echo >>"$one"
refuses_with 1 'is there already, and another game$' games export --save out-all

# Counts: mirror images are one.
shows '^a4-a5 +4 +2 +0 +2 +50\.0 %$' games openings
shows '^7 in all, 2 that differ; a mirror image is the same$' games openings
has 4 first=j4-j5
has 4 first=a4-a5
shows '^e4-e5 b7-b6 +1 ' games openings --plies 2 where source=import
# A game of fewer moves has a row that says so; with as many as requested it does not.
shows '^a4-a5 \(ends there\) +2 ' games openings --plies 2
shows '"what":"a4-a5","kind":null,"ended":true,"games":2,' games openings --plies 2 --json
shows '"what":"a4-a5 b7-b6","kind":null,"ended":false,"games":' games openings --plies 2 --json
shows '^HHIIIJJKLMF.* +7 ' games setups --whose blue
shows '^6677788XF9 +2 +2 +0 +0 +100\.0 %$' games setups --front where result=won --whose yours
shows '^\{"setups":\[\{"what":"HHIIIJJLMKF.*","kind":"flag .*","games":7,"wins":' games setups --whose red --json

# Games of other variants are of their own kind in lists and counts.
sed -e '1a variant: barrage' -e 's/profile=recruit/&,plan_random.overlooks=0.85/' \
    -e 's/setup: "K[^"]*"/setup: "DLKAACAAAAAAAAAAAAAAAAAAAABMAAAAAAADAEAA"/' \
    -e 's/setup: "Y[^"]*"/setup: "PXWAAOAAAAAAAAAAAAAAAAAAAANYAAAAAAAPAQAA"/' "$finished/3.game" >"$finished/8.game"
has 1 variant=barrage
has 7 not variant is barrage
shows '^2026-02-11  Recruit               red   lost            1  .*/8\.game  barrage$' games where variant=barrage
shows '\[\{.*"variant":"barrage","rules":"isf",.*\}\],' games where variant=barrage --json
[ "$(v games setups where variant=barrage | awk 'length > 80' | wc -l)" = 0 ] || fail 'a setup passes 80 columns'
shows '^    barrage$' games setups where variant=barrage
shows '^a4-a5, barrage +1 +0 +0 +1 +0\.0 %$' games openings
shows '"what":"a4-a5",.*"score":0,"variant":"barrage"\}' games openings where variant=barrage --json
shows '^2026-02-11  Recruit, barrage      red   lost            1  ' games
shows '^Recruit, barrage +1 +0 +0 +1 ' games --score
shows '"opponent":"Recruit","variant":"classic","wins":0,' games --score --json
shows '^barrage: You play like Recruit, most likely .* \(1 game\)$' games --rating
shows '"variant":"classic","games":[1-9].*"elo_95":\[.*"variant":"barrage","games":1,' games --rating --json
refuses "found the variant 'barage' in the query, expected classic, .*; did you mean 'barrage'\?$" games where variant=barage
mkdir -p "$XDG_DATA_HOME/vedette/trash"
mv "$finished/8.game" "$XDG_DATA_HOME/vedette/trash"
has 7

# A damaged one is set aside with a line and made anew; imports that can be read stay.
dd if=/dev/urandom of="$database" bs=1 seek=20000 count=6000 conv=notrunc 2>err
"$VEDETTE" games where >out 2>err || fail "a damaged archive: $(cat err)"
[ "$(grep -c 2026- out)" -ge 3 ] || fail "a damaged archive has: $(cat out)"
echo 'not at all what was expected here, but words' >"$database"
"$VEDETTE" games where source=own >out 2>err || fail "no archive at all: $(cat err)"
grep -q 'games\.db was damaged (file is not a database): it is set aside as games\.db\.20' err && [ "$(wc -l <err)" = 1 ] ||
    fail "a damaged archive reports: $(cat err)"
[ "$(grep -c 2026- out)" = 3 ] || fail "an archive made anew has: $(cat out)"
"$VEDETTE" games where >out 2>err && [ ! -s err ] || fail 'an archive that was made anew is not sound'

# Games of a match, whatever the jobs; the same match again adds none.
for jobs in 1 2; do
    "$VEDETTE" --seed 7 --jobs $jobs match random star:depth=1 --games 5 --max-plies 300 --archive >match$jobs
    has 5 source=match
done
cmp -s match1 match2 || fail 'a match with --archive depends on the jobs'
has 3 source=match red=random
shows 'match, game 4$' games where source=match
"$VEDETTE" --seed 7 tournament random star:depth=1 --games 3 --max-plies 300 --archive >out
has 5 source=match # the same players, setups and seed: these games are there already
"$VEDETTE" games where source=match --json | tr '}' '\n' | grep -c '"program":"vedette ' >out
[ "$(cat out)" = 5 ] || fail "$(cat out) games of the match name the program that played them"
(
    trap '' XFSZ
    ulimit -f $(($(stat -c %s "$database") / 1024 + 1))
    "$VEDETTE" --seed 8 match random random --games 300 --archive >out 2>err
) && fail 'a match with a full disk reports nothing'
grep -q '^match: [0-9]* games of the match are not in the archive: .*games\.db: ' err && grep -q '^A wins' out ||
    fail "a match with a full disk: $(cat out err)"
has 5 source=match

# Two at once, each with all games of the other's.
for jobs in 1 2; do
    "$VEDETTE" games import games >two$jobs 2>err$jobs &
    eval "pid$jobs=$!"
done
# shellcheck disable=SC2154
wait "$pid1" || fail "one of two: $(cat err1)"
# shellcheck disable=SC2154
wait "$pid2" || fail "the other of two: $(cat err2)"
has 4 source=import

# A disk that is full takes no game away and does no damage.
for n in $(seq 100); do
    game - 2026-04-01 "player $n" random red 'a4-a5' >games/many$n.game
done
status=0
(
    trap '' XFSZ
    ulimit -f $(($(stat -c %s "$database") / 1024 + 4))
    "$VEDETTE" games import games >out 2>err
) || status=$?
[ "$status" = 3 ] && [ "$(wc -l <err)" = 1 ] || fail "a full disk: $status $(cat err)"
has 12
shows '^100 games added, 4 there already' games import games
has 112

# A finished game that cannot be read is taken in when it can be; a folder that cannot be is spoken of.
if [ "$(id -u)" != 0 ]; then
    game - 2026-05-01 you random red 'e4-e5 b7-b6' >"$finished/6.game"
    chmod 0 "$finished/6.game"
    has 112
    chmod u+r "$finished/6.game"
    has 113
    chmod 0 "$finished"
    status=0
    v games where >out 2>err || status=$?
    [ "$status" = 3 ] || fail "a folder that cannot be read: status $status"
    grep -q '^the archive may lack the last games: .*finished: Permission denied$' err ||
        fail "a folder that cannot be read: $(cat err)"
    chmod u+rwx "$finished"
fi

# Nothing can be written: queries still work.
if [ "$(id -u)" != 0 ]; then
    chmod a-w "$database" "$XDG_DATA_HOME/vedette"
    has 113
    chmod u+w "$database" "$XDG_DATA_HOME/vedette"
fi
