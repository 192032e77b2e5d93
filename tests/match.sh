#!/usr/bin/env bash
# ci: no-sanitizers
# Matches that are killed and gone on with, cut into shards and put together again. KILLS: how often each
# match is killed (3); SEED: of the moments. SPDX-License-Identifier: GPL-3.0-or-later
set -u
vedette=${VEDETTE:?the program to test}
srcdir=$(cd "${srcdir:-.}" && pwd)
kills=${KILLS:-3}
RANDOM=${SEED:=$$}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
export HOME=$tmp XDG_CONFIG_HOME=$tmp/config SOURCE_DATE_EPOCH=1600000000
failed=0
fail() { echo "FAIL (SEED=$SEED) $*"; failed=1; }
same() { diff "$1" "$2" >difference || { fail "$3"; head -n 5 difference; }; }
lines() { cat "$1" 2>/dev/null | wc -l; }

# --- kill -9 at random moments: it ends as a match that nobody killed ---

games=30
# unbroken FLAG…: the match that nobody kills
unbroken() {
    rm -rf whole.log whole.games
    match=(--seed 9 match invincible probabilistic --games $games "$@")
    timeout 120 "$vedette" "${match[@]}" --log whole.log --save whole.games >whole || fail "the unbroken match $*"
    [ "$(lines whole.log)" = $((games + 1)) ] || fail "the log has $(lines whole.log) lines"
}

# killed JOBS: kills a match KILLS times, each time a few games on, or at its start, and lets it end.
killed() {
    local jobs=$1 line pid
    rm -rf log saved
    for ((i = 0; i < kills; i++)); do
        line=$(($(lines log) + RANDOM % (2 * games / kills + 1)))
        "$vedette" --jobs "$jobs" "${match[@]}" --log log --save saved >out 2>err &
        pid=$!
        # A match that is over before is not killed.
        while [ "$(lines log)" -lt "$line" ] && kill -0 $pid 2>/dev/null; do :; done
        kill -9 $pid 2>/dev/null
        wait $pid 2>/dev/null
        [ ! -s err ] || fail "killed with $jobs jobs: $(cat err)"
    done
    timeout 120 "$vedette" --jobs "$jobs" "${match[@]}" --log log --save saved >out || fail "status $? after the kills"
    same out whole "the report after $kills kills, $jobs jobs"
    same log whole.log "the log after $kills kills, $jobs jobs"
    diff -r saved whole.games >/dev/null || fail "the games after $kills kills, $jobs jobs"
}
unbroken --variant barrage
killed 2
unbroken
killed 1
killed 2

# A log has no moves: games that it lists and that no file has are reported, and only those.
"$vedette" "${match[@]}" --log whole.log --save added >out 2>err || fail "--save added: $?"
[ "$(cat err)" = "--save: $games games of the log are not there: a log has no moves" ] ||
    fail "--save added: $(cat err)"
"$vedette" "${match[@]}" --log whole.log --save whole.games >out 2>err || fail "--save again: $?"
[ ! -s err ] || fail "--save again: $(cat err)"

# What is there is not written over: it is set aside, but for the very same game.
mkdir kept
echo precious >kept/000001.game
for seed in 2 2 3; do
    "$vedette" --seed $seed match random random --games 2 --save kept >out || fail "--save: $?"
done
[ "$(echo kept/*)" = 'kept/000000.game kept/000000.game.~1~ kept/000001.game kept/000001.game.~1~ kept/000001.game.~2~' ] ||
    fail "--save over games: $(echo kept/*)"
[ "$(cat kept/000001.game.~1~)" = precious ] || fail "--save: lost what was there"
"$vedette" check kept/*.game >out || fail "--save over games: $(cat out)"
"$vedette" --seed 2 match random random --games 2 --save again >out || fail "--save: $?"
cmp again/000001.game kept/000001.game.~2~ && cmp again/000000.game kept/000000.game.~1~ || fail '--save: set aside'

"$vedette" "${match[@]}" --save - >out 2>err && fail "--save -: not refused"
grep -q '^-: no name of ' err || fail "--save -: $(cat err)"
[ ! -e ./- ] || fail "--save -: a folder"

# A line that was cut, wherever, is played again; of a log that is whole nothing is played.
for ((i = 0; i < kills; i++)); do
    head -c $((RANDOM * 32768 % $(wc -c <whole.log) + RANDOM % 100)) whole.log >log
    timeout 120 "$vedette" --jobs 2 "${match[@]}" --log log >out || fail "a cut log: status $?"
    same out whole 'the report by a cut log'
    same log whole.log 'a cut log'
done
timeout 5 "$vedette" "${match[@]}" --log whole.log >out || fail "a whole log: status $?"
same out whole 'the report by a whole log'

# Without --seed the log has the seed, set-ups that were created by it included.
unseeded=(match greedy random --games 6 --created-setups 3 --log unseeded.log)
"$vedette" "${unseeded[@]}" >whole.unseeded || fail "no seed: $?"
cp unseeded.log all.log
head -n 4 all.log >unseeded.log
"$vedette" "${unseeded[@]}" >out 2>err || fail "a log without --seed: $? $(cat err)"
same out whole.unseeded 'the report by a log without --seed'
same unseeded.log all.log 'a log without --seed'

# refused TEXT FILE ARG...: exit status 2, a line that has the text, and the file is as it was.
refused() {
    local text=$1 file=$2 before
    before=$(cksum <"$file")
    shift 2
    timeout 20 "$vedette" "$@" >out 2>err
    [ $? = 2 ] && grep -qF -- "$text" err || fail "$*: $(cat err)"
    [ "$before" = "$(cksum <"$file")" ] || fail "$*: the file was changed"
}
chmod 444 whole.log
refused 'whole.log: is write-protected (mode 0444)' whole.log "${match[@]}" --log whole.log
chmod 644 whole.log
refused 'seed is 9, expected 8' whole.log --seed 8 match invincible probabilistic --games $games --log whole.log
refused 'rules.name is deepnash, expected arts' whole.log --rules arts "${match[@]}" --log whole.log
printf 'my notes' >notes
refused 'expected the log of a match' notes "${match[@]}" --log notes
printf 'my notes\nof today\n' >notes
refused 'notes:1:1: found' notes "${match[@]}" --log notes
sed '3d' whole.log >gap
refused 'gap:3:1: found game 2, expected the one that comes next' gap "${match[@]}" --log gap
sed '3s/"red"/"green"/' whole.log >other
refused 'other:3:1: ' other "${match[@]}" --log other

# --- shards, by hand, by GNU parallel and as an array of Slurm: merged, the report is the match's ---

together=(--seed 3 match random probabilistic --games 40)
"$vedette" "${together[@]}" >whole
"$vedette" "${together[@]}" --json >whole.json
for k in 1 2 3; do
    "$vedette" "${together[@]}" --shard $k/3 --out part.$k >out || fail "shard $k: $?"
    grep -qx "shard $k of 3" out || fail "the report of shard $k: $(head -n 4 out)"
done
"$vedette" match merge part.3 part.1 part.2 >out && same out whole 'three shards'
"$vedette" match merge part.2 part.3 part.1 --json >out && same out whole.json 'three shards, as JSON'
refused 'game 2 is in none of the logs, and others: 14 of 40 games are missing' part.1 match merge part.1 part.3
"$vedette" --seed 3 match random random --games 3 --shard 1/2 --out most >out
refused 'game 2 is in none of the logs: 1 of 3 games is missing' most match merge most
refused 'game 0 is listed twice' part.1 match merge part.1 part.2 part.1 part.3
"$vedette" --seed 4 match random probabilistic --games 40 --shard 2/3 --out strange >out
refused 'seed is 4, expected 3' strange match merge part.1 strange part.3
refused '--shard wants --out FILE' part.1 "${together[@]}" --shard 1/3
refused "found '4/3', expected K/N" part.1 "${together[@]}" --shard 4/3 --out part.1
refused "no name of a file to write" part.1 "${together[@]}" --log -
[ ! -e ./- ] || fail 'a log is named -'
refused '--log or --shard, not both' part.1 "${together[@]}" --shard 1/3 --out part.1 --log part.2

# The examples in doc/matches.md, as they stand there.
example() { awk -v name="# $1" '/^```/ { inside = 0 } inside { print } $0 == name { inside = 1 }' "$srcdir/doc/matches.md"; }
mkdir bin && ln -s "$(cd "$(dirname "$vedette")" && pwd)/$(basename "$vedette")" bin/vedette
PATH=$tmp/bin:$PATH
parallel --version 2>/dev/null | grep -q '^GNU parallel' || fail 'GNU parallel is missing (./bootstrap check installs it)'
rm -f part.*
mkdir .parallel && : >.parallel/will-cite
example parallel >job
grep -q sshloginfile job || fail 'no example for GNU parallel'
bash -eu job >out 2>err </dev/null || fail "GNU parallel: $(cat err)"
same out whole 'by GNU parallel'
[ "$(find . -name 'part.*' | wc -l)" = 8 ] || fail 'GNU parallel: not eight parts'
rm -f part.*
example slurm >job
for k in 5 2 8 1 3 4 7 6; do
    SLURM_CPUS_PER_TASK=2 SLURM_ARRAY_TASK_ID=$k SLURM_ARRAY_TASK_COUNT=8 bash -eu job >out || fail "Slurm's job $k"
done
"$vedette" match merge part.* >out && same out whole 'by Slurm'

# --- a test ends at the same game with any number of jobs, and when it is gone on with ---

test=(--seed 1 match probabilistic random --games 400 --sprt 0,100)
"$vedette" "${test[@]}" --log test.log >whole || fail "a test: $?"
grep -q 'Elo 100 is accepted' whole && grep -q '^at this spread it takes about [0-9]* games' whole || fail "a test: $(head -n 5 whole)"
[ "$(lines test.log)" -lt 200 ] || fail "a test takes $(lines test.log) games"
for jobs in 2 7; do
    rm -rf log games
    "$vedette" --jobs $jobs "${test[@]}" --log log --save games >out || fail "a test: $?"
    same out whole "a test with $jobs jobs"
    same log test.log "the log of a test with $jobs jobs"
    [ "$(find games -type f | wc -l)" = $(($(lines log) - 1)) ] || fail 'games behind the end of a test are kept'
    head -n 12 test.log >log
    "$vedette" --jobs $jobs "${test[@]}" --log log >out || fail "a test gone on with: $?"
    same out whole "a test gone on with, $jobs jobs"
    same log test.log "the log of a test gone on with, $jobs jobs"
done
"$vedette" match merge test.log >out && same out whole 'the log of a test, merged'
# Where a test ended the match, its score is said to lean to the answer's side; of a match of a fixed length it
# does not.
grep -qx "score and Elo lean upwards: the test ended the match while A's score was high" whole ||
    fail "a test of a lead: $(cat whole)"
"$vedette" match merge test.log --json >out && grep -q '"score_leans":"up"' out || fail "a test of a lead: $(cat out)"
back=(--seed 1 match random probabilistic --games 400 --sprt 0,100)
"$vedette" "${back[@]}" >out || fail "a test the other way: $?"
grep -qx "score and Elo lean downwards: the test ended the match while A's score was low" out ||
    fail "a test of no lead: $(cat out)"
"$vedette" "${back[@]}" --json >out && grep -q '"score_leans":"down"' out || fail "a test of no lead: $(cat out)"
for open in '--games 20' '--games 4 --sprt 0,5'; do # the second has no answer yet
    # shellcheck disable=SC2086 # words of a command
    "$vedette" --seed 1 match probabilistic random $open >out && ! grep -q ' lean ' out || fail "$open: $(cat out)"
    # shellcheck disable=SC2086
    "$vedette" --seed 1 match probabilistic random $open --json >out && grep -q '"score_leans":null' out ||
        fail "$open: $(cat out)"
done
for jobs in 1 2; do
    "$vedette" --seed 3 --jobs $jobs match random random --games 6 --max-plies 20 --created-setups 1 \
        --save created.$jobs >out || fail "created set-ups: $?"
done
diff -r created.1 created.2 || fail 'created set-ups depend on the jobs'
[ "$(grep -ho 'setup: "[^"]*"' created.1/*.game | sort | uniq -c | awk '{ print $1 }' | xargs)" = '6 6' ] ||
    fail "one created set-up is not everybody's: $(grep -h setup: created.1/*.game)"
refused 'a test of pairs' test.log match random random --sprt 0,5 --shard 1/2 --out test.log
refused 'a test of pairs' test.log match random random --sprt 0,5 --unpaired
refused "ELO0 must be below ELO1" test.log match random random --sprt 5,0

# --- lengths: what they are of is said, and of nothing there is no error ---

none=(--seed 1 match random random --max-plies 20)
"$vedette" "${none[@]}" --games 2 --json >out || fail "no captures: $?"
grep -q '"mean_plies":20,"mean_plies_error":0,"mean_plies_capture":null,"mean_plies_capture_error":null,' out ||
    fail "no captures: $(cat out)"
"$vedette" "${none[@]}" --games 1 --json >out || fail "one game: $?"
grep -q '"mean_plies":20,"mean_plies_error":null,' out || fail "one game: $(cat out)"
"$vedette" "${none[@]}" --games 1 >out || fail "one game: $?"
grep -qx 'mean length  20.0 plies' out && grep -qE '^A +0 +0[.]00 +0 +- +- +-$' out || fail "one game: $(cat out)"
"$vedette" --seed 1 match greedy random --games 30 --log lengths.log >whole || fail "lengths: $?"
grep -qE '^ +by capture of the flag$' whole &&
    grep -qE '^ +wins +% +games +% of wins +mean plies +[+]- 95 %$' whole || fail "no heads: $(cat whole)"
"$vedette" match merge lengths.log --json >out || fail "lengths: $?"
# spread PATTERN: the mean of the lengths of the games in that log that fit, and half its 95 % interval.
spread() {
    sed -n "/$1/s/.*\"plies\":\([0-9]*\).*/\1/p" lengths.log |
        awk '{ n++; sum += $1; squares += $1 * $1 }
             END { printf "%.1f %.1f\n", sum / n, 1.959964 * sqrt((squares - sum * sum / n) / (n - 1) / n) }'
}
rounded() { sed 's/.*"'"$1"'":\([0-9.]*\),"'"$1"'_error":\([0-9.]*\),.*/\1 \2/' out | awk '{ printf "%.1f %.1f\n", $1, $2 }'; }
[ "$(rounded mean_plies)" = "$(spread '"index"')" ] || fail "lengths: $(rounded mean_plies), $(spread '"index"')"
[ "$(rounded mean_plies_capture)" = "$(spread '"reason":"flag"')" ] ||
    fail "lengths of captures: $(rounded mean_plies_capture), $(spread '"reason":"flag"')"
read -r mean half <<<"$(spread '"index"')"
grep -qxF "mean length  $mean plies  (95 %: +- $half)" whole || fail "lengths: $(cat whole)"
read -r mean half <<<"$(spread '"reason":"flag"')"
grep -qE "^both .* $mean +$half\$" whole || fail "lengths of captures: $mean $half in $(cat whole)"

# --- tournaments: the same with any number of jobs, gone on with, and in shards ---

rm -f whole.log part.*
tournament=(--seed 5 tournament random probabilistic greedy --games 5)
"$vedette" "${tournament[@]}" --log whole.log >whole || fail "a tournament: $?"
[ "$(awk '$1 == "1" || $1 == "2" || $1 == "3"' whole | wc -l)" = 3 ] || fail "a tournament: $(cat whole)"
awk '$1 ~ /^[123]$/ { games += $6; points += $5 } END { exit games != 30 || points != 15 }' whole ||
    fail "the points of a tournament: $(cat whole)"
for k in 1 2 3; do
    head -c $((k * 900)) whole.log >log
    "$vedette" --jobs 2 "${tournament[@]}" --log log >out || fail "a tournament gone on with: $?"
    same out whole 'a tournament gone on with'
    same log whole.log 'the log of a tournament gone on with'
    "$vedette" "${tournament[@]}" --shard $k/3 --out part.$k >/dev/null || fail "shard $k of a tournament: $?"
done
"$vedette" match merge part.3 part.1 part.2 >out && same out whole 'a tournament in shards'
refused 'kind is round robin, expected gauntlet' whole.log "${tournament[@]}" --gauntlet --log whole.log
"$vedette" "${tournament[@]}" --gauntlet --save gauntlet >out || fail "a gauntlet: $?"
[ "$(grep -lE 'player: random,' gauntlet/*.game | wc -l)" = 10 ] || fail 'a gauntlet: not all play the first'

# Ratings give each player's points back, with many draws in some meetings and one player that loses all. A player that has
# more points of as many games is rated higher.
expected_points() {
    awk -v RS='{' '
        function number(key) {
            match($0, "\"" key "\":[-+0-9.e]+")
            return substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) + 0
        }
        function text(key) {
            match($0, "\"" key "\":\"[^\"]*")
            return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4)
        }
        /^"name"/ { elo[text("name")] = number("elo"); points[text("name")] = number("points") }
        /^"a"/ {
            a = text("a"); b = text("b"); games = number("games")
            more = games / (1 + exp((elo[b] - elo[a]) * log(10) / 400))
            expected[a] += more
            expected[b] += games - more
        }
        END {
            for (a in elo) {
                off = expected[a] - points[a]
                if (off > 0.01 || off < -0.01) { print a, expected[a], points[a]; bad = 1 }
                for (b in elo) if (points[a] > points[b] && elo[a] <= elo[b]) { print a, b; bad = 1 }
                players++
            }
            exit bad || players != 4
        }' "$1"
}
"$vedette" --seed 1 tournament random greedy probabilistic runner --games 20 --json >ratings || fail "ratings: $?"
expected_points ratings || fail "ratings: $(cat ratings)"
fails=progcomp:/bin/false # loses every game
"$vedette" --seed 1 tournament random greedy $fails probabilistic --games 10 --json >ratings || fail "ratings: $?"
expected_points ratings || fail "ratings without an end: $(cat ratings)"
grep -q '"elo_error":null,"elo_95":\[null,null\],"unrated":"below","points":0,' ratings ||
    fail "ratings without an end: $(cat ratings)"
"$vedette" --seed 1 tournament random $fails greedy --games 4 >out || fail "a tournament: $?"
grep -qE '^  3 progcomp:/bin/false +-[0-9]+     -  ' out &&
    grep -qx 'progcomp:/bin/false: lost every game with the players that have one' out ||
    fail "a player that loses all: $(cat out)"
# Where nobody has a finite rating, the reasons name no players that have one.
for terms in 'invincible random greedy --gauntlet --games 2' 'invincible random --games 6'; do
    "$vedette" --seed 1 tournament $terms >out || fail "a tournament without ratings: $?"
    grep -qx 'No player has a finite rating; those shown only give the places:' out &&
        grep -qx 'invincible: won every game' out && grep -qx 'random: lost every game' out &&
        ! grep -q 'have one' out || fail "nobody is rated: $(cat out)"
done
# A rating just under the mean has no minus before its 0.
"$vedette" --seed 1 tournament greedy random invincible --games 1 >out && grep -qE '^  2 greedy +\+0 ' out ||
    fail "a rating of nothing: $(cat out)"
exit $failed
