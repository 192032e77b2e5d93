#!/usr/bin/env bash
# Matches of each variant: the same for any number of jobs, killed and gone on with, in shards; armies, logs and
# programs outside. SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data XDG_STATE_HOME=$tmp/state SOURCE_DATE_EPOCH=1600000000
cd "$tmp"

# usage: pieces FILE SIDE   (the symbols of a side's army, in byte order)
pieces() {
    sed -n "s/^$2: .*setup: \"\([^\"]*\)\".*/\1/p" "$1" | tr -d A | tr L-Y X0-9 | fold -w 1 | sort | tr -d '\n'
}

# Each game is one of the variant, sound by its file; the report does not depend on the jobs, nor on a kill.
for variant in barrage duel free; do
    match=(--seed 5 match invincible attacker --games 6 --variant $variant)
    v --jobs 1 "${match[@]}" --save games-$variant --log log1 >report1
    v --jobs 2 "${match[@]}" --log log2 >report2
    cmp -s report1 report2 && cmp -s log1 log2 || fail "$variant depends on the jobs"
    grep -q "^6 games, $variant, rules deepnash, seed 5, " report1 || fail "$variant: $(head -n 3 report1)"
    head -n 4 log1 >log3
    printf '{"index":3,' >>log3
    v "${match[@]}" --log log3 >report3
    cmp -s report1 report3 && cmp -s log1 log3 || fail "$variant: gone on with, another match"
    v check games-$variant/*.game >check || fail "$variant: $(cat check)"
    [ "$(grep -l "^variant: $variant\$" games-$variant/*.game | wc -l)" = 6 ] || fail "games of $variant do not say so"
    for shard in 1 2; do
        v "${match[@]}" --shard $shard/2 --out shard$shard >out
    done
    v match merge shard2 shard1 >merged
    cmp -s merged report1 || fail "$variant: shards make another match"
    rm -f log1 log2 log3 shard1 shard2
done

# A free army is drawn for each pair, and is that of both sides.
for pair in '0 1' '2 3' '4 5'; do
    for game in $pair; do
        [ "$(sed -n 's/.*setup: "\([^"]*\)".*/\1/p' games-free/00000$game.game | tr -d A | tr N-Y B-M |
            while read -r army; do fold -w 1 <<<"$army" | sort | tr -d '\n'; echo; done | sort -u | wc -l)" = 1 ] ||
            fail "game $game: two armies"
    done
    [ "$(for game in $pair; do pieces games-free/00000$game.game red | wc -c; done | sort -u | wc -l)" = 1 ] ||
        fail "games $pair: the armies differ"
done
[ "$(for game in 0 2 4; do pieces games-free/00000$game.game red | wc -c; done | sort -u | wc -l)" -gt 1 ] ||
    fail 'all free armies are alike'
v --seed 1 match random greedy --variant free --army 'F B 2 2 9' --games 4 --save army --json >json
grep -q '"variant":"free","army":"F B 2 2 9",' json || fail "$(cat json)"
[ "$(grep -o 'setup: "[^"]*"' army/*.game | cut -d'"' -f2 | while read -r setup; do tr -d 'A\n' <<<"$setup" | wc -c; done |
    sort -u)" = 5 ] || fail '--army is not what is set up'
v --seed 1 match random greedy --games 2 --json >json
grep -q '"variant":"classic","army":null,' json || fail "$(cat json)"
v --seed 1 tournament random greedy --variant duel --games 2 --json >json
grep -q '"variant":"duel"' json || fail "$(cat json)"

# A log is of its variant.
v --seed 1 match random random --variant barrage --games 2 --log log >out
refuses '^log:1:[0-9]+: ' --seed 1 match random random --variant duel --games 2 --log log
refuses '^log:1:[0-9]+: ' --seed 1 match random random --games 2 --log log
sed 's/"variant":"barrage"/"variant":"bridge"/' log >other
refuses '^match merge: other:1:1: found a first line that lacks something' match merge other

# What is not so is one line.
refuses "^match: found --variant 'barage', expected classic, barrage, duel or free" match random random --variant barage
refuses '^match: --army is only for free: in classic the armies are given$' match random random --army F2
refuses "^match: --army: found '\\?', expected the symbol of a rank" match random random --variant free --army 'F ?'
refuses '^match: --army: found no piece that moves, expected one$' match random random --variant free --army FB
refuses '^match: --army: found 2 pieces of rank F' match random random --variant free --army FF2
refuses '^match: --created-setups: the armies of free differ' match random random --variant free --created-setups 3
printf '%s\n' 'KMLJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB' >classic.letters
refuses '^classic.letters(:1)?: found ' match random random --variant barrage --setups classic.letters
printf '%s\n' DLKAACAAAAAAAAAAAAAAAAAAAABMAAAAAAADAEAA >barrage.letters
v --seed 1 match random random --variant barrage --setups barrage.letters --games 2 --save fixed >out
grep -q 'red:.*"DLKAACAAAAAAAAAAAAAAAAAAAABMAAAAAAADAEAA"' fixed/000000.game || fail '--setups is not what is set up'

# Programs outside: one that announces the variant plays it, any other is not started for it. Built with sanitizers
# this program takes more address space than any bound would leave it.
cat >bot <<BOT
#!/bin/sh
exec "$VEDETTE" --seed 3 bot \$BOT_VARIANT probabilistic
BOT
chmod +x bot
bot=bot:./bot,time=30,start=30,memory=unlimited
for variant in barrage duel free; do
    v --seed 2 match "$bot" random --variant $variant --games 4 --save bots-$variant --json >json
    grep -q '"wins_by":{[^}]*\(failed\|illegal\|no-answer\)' json && fail "$variant: $(cat json)"
    grep -q '"losses_by":{[^}]*\(failed\|illegal\|no-answer\)' json && fail "$variant: $(cat json)"
    grep -q "\"games\":4,.*\"variant\":\"$variant\"" json || fail "$variant: $(cat json)"
    v check bots-$variant/*.game >check || fail "$variant: $(cat check)"
    [ "$(grep -l "^variant: $variant\$" bots-$variant/*.game | wc -l)" = 4 ] || fail "a bot's games are not of $variant"
done
BOT_VARIANT='--variant duel' refuses '^bot:./bot: bot does not play barrage$' match "$bot" random --variant barrage
BOT_VARIANT='--variant barrage' refuses '^bot:./bot: bot does not play classic$' match "$bot" random --games 2
refuses '^bot:.*/tests/bots/thirty: thirty does not play barrage$' match "bot:$srcdir/tests/bots/thirty" random --variant barrage
refuses '^progcomp:./bot: that protocol knows only classic, not duel$' match progcomp:./bot random --variant duel
refuses '^bot: --variant: the protocol progcomp knows only classic, not free$' \
    bot --protocol progcomp --variant free random

# Set-ups beside games are of the games' variant, those of the papers' tables classic.
refuses '^classic.letters:1: found 6 pieces of rank B \(bomb\), expected 1, as barrage has$' \
    bench guess fixed/000000.game --setups classic.letters
refuses '^classic.letters:1: found 6 pieces of rank B \(bomb\), expected 1, as barrage has$' \
    guess learn fixed/000000.game --setups classic.letters --out model.yaml
refuses '^barrage.letters:1: found 1 piece of rank B \(bomb\), expected 6, as classic has$' \
    bench redeca --scale 0.001 --setups barrage.letters

# A guesser's model is of one variant.
for command in 'bench guess fixed/000000.game --model' 'guess fixed/000000.game --at 3 --model'; do
    refuses '^belief.model: .* was learnt of another variant, expected barrage$' \
        $command "$srcdir/data/belief/people-and-programs.yaml"
done
refuses '^belief.model: .* was learnt of another variant, expected classic$' \
    match "invincible:belief.model=$srcdir/data/belief/barrage.yaml" random --games 1

# The talk: a setup with empty places, an army that is given, and where the enemy stands.
printf '%s\n' 'vedette 1' 'game blue barrage' setup 'rules isf 5 yes 0 0' \
    'enemy ?.?....?.....?..............?...??..?... FBS2239X' 'played a4-a5' go |
    v --seed 1 bot random >talk
grep -qx 'variants classic barrage duel free' talk || fail "talk: $(cat talk)"
setup=$(sed -n 's/^setup //p' talk)
[ ${#setup} = 40 ] && [ "$(fold -w 1 <<<"$setup" | sort | tr -d '.\n')" = 2239BFSX ] || fail "sets up $setup"
grep -Eq '^move [a-j]([7-9]|10)-' talk || fail "talk: $(cat talk)"
printf '%s\n' 'game red free' 'army 9F2' setup 'enemy ???..................................... F29' go |
    v --seed 1 bot random >talk
setup=$(sed -n 's/^setup //p' talk)
[ "$(fold -w 1 <<<"$setup" | sort | tr -d '.\n')" = 29F ] || fail "sets up $setup"
grep -q '^move ' talk || fail "talk: $(cat talk)"
for line in 'game red barage' 'game green barrage' 'army FB' 'army F22222222222222222222222222222222222222222222222' \
    'enemy ? F2' 'enemy ??????????????????????????????????????.. F29' 'setup 2F......................................' \
    'enemy ???..................................... F2Z'; do
    printf '%s\n' 'game red free' "$line" quit | v bot random >talk
    [ "$(wc -l <talk)" = 1 ] && grep -q '^refused ' talk || [ "$line" = 'setup 2F......................................' ] ||
        fail "'$line': $(cat talk)"
done
printf '%s\n' 'game red barrage' setup go | v --seed 1 bot random >talk
grep -q '^error go: found .no enemy., expected enemy PLACES ARMY before it$' talk || fail "talk: $(cat talk)"
printf '%s\n' 'game red barrage x' quit | v bot random >talk
grep -q "^refused game red barrage x: .*at most one variant that it has announced$" talk || fail "talk: $(cat talk)"
refuses '^play: --resume goes on with the game of a file: ' play --variant barrage --resume x.game
