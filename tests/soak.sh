#!/usr/bin/env bash
# A long run of games, files and garbled files, each round with a seed of its own. Not a part of
# `make check`. SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: tests/soak.sh [SECONDS [FIRST-SEED]]      ($VEDETTE: the program; ./vedette)
# Every round plays a match twice, with one job and with two, which must be the same to the byte; holds
# its games against `check`, sends them to Gravon's form and back, cuts some at a random move and plays
# on; and feeds garbled copies to the commands, which may say no but must not fail otherwise. The first
# thing found ends the run, with the seed and the file that show it.
set -u
seconds=${1:-600}
seed=${2:-1}
vedette=$(realpath "${VEDETTE:-./vedette}") || exit 2
tmp=$(mktemp -d)
games=0 inputs=0
cd "$tmp" || exit 3

die() {
    echo "soak: seed $seed: $*"
    echo "soak: the files are in $tmp"
    exit 1
}

# Runs a command that has to succeed; what it prints goes to the file `out`.
ok() {
    timeout 60 "$vedette" --seed "$seed" --rules "${rules[seed % 4]}" "$@" >out 2>err || die "status $?: vedette $*: $(head -n 1 err)"
}

# Runs a command on input that may be bad: status 0, 1 or 2, and one line of error at most.
bad_or_ok() {
    timeout 20 "$vedette" "$@" >out 2>err
    local status=$?
    inputs=$((inputs + 1))
    [ "$status" -le 2 ] || die "status $status: vedette $*: $(head -n 1 err)"
    [ "$(wc -l <err)" -le 1 ] || die "more than one line of error: vedette $*"
    [ "$status" != 2 ] || [ -s err ] || die "status 2 without a word: vedette $*"
}

agents=(random probabilistic)
# Not isf, which draws no game for its length: two careful agents may play on for ever.
rules=(deepnash arts redeca free)
# Each with every row of the rules: sixteen rounds have all of them.
variants=(classic barrage duel free)

play_twice() {
    local red=${agents[RANDOM % 2]} blue=${agents[RANDOM % 2]} jobs
    for jobs in 1 2; do
        ok match "$red" "$blue" --games 20 --random-setups --json --save "jobs$jobs" --jobs $jobs \
            --variant "${variants[seed / 4 % 4]}"
        mv out "jobs$jobs.out"
    done
    cmp -s jobs1.out jobs2.out || die "a match of $red and $blue depends on --jobs"
    diff -r jobs1 jobs2 >/dev/null || die "the games of $red and $blue depend on --jobs"
    ok check jobs1/*.game
    games=$((games + 20))
}

there_and_back() { # there_and_back GAME
    ok convert "$1" --to gravon
    mv out game.xml
    ok convert game.xml --to game
    mv out back.game
    ok convert back.game --to gravon
    cmp -s out game.xml || die "not the same from Gravon's form: $1"
}

cut_and_play_on() { # cut_and_play_on GAME
    local length ply count move
    ok check "$1"
    length=$(sed -n 's/.*: game\(, [a-z]*\)\?, \([0-9]*\) moves\?,.*/\2/p' out)
    ply=$((RANDOM % (${length:?} + 1)))
    ok convert "$1" --plies $ply --to position
    mv out now.position
    ok legal now.position
    mv out legal.out
    count=$(wc -l <legal.out)
    ok perft 1 now.position
    [ "$(cat out)" = "$count" ] || die "$ply plies of $1: perft 1 is not the number of legal moves"
    [ "$count" -gt 0 ] || return 0
    ok move "${agents[RANDOM % 2]}" now.position
    move=$(tail -n 1 out)
    grep -qxF "$move" legal.out || die "$ply plies of $1: an agent plays $move"
    ok apply now.position "$move"
    mv out next.position
    ok check next.position
}

garble() { # garble FROM TO: one to eight bytes changed, sometimes the end cut off
    local size place i
    cp "$1" "$2"
    size=$(wc -c <"$2")
    for ((i = RANDOM % 8; i >= 0; i--)); do
        place=$(((RANDOM * 32768 + RANDOM) % size))
        # shellcheck disable=SC2059 # each byte is a format of its own
        printf "\\x$(printf %02x $((RANDOM % 256)))" |
            dd of="$2" bs=1 seek=$place conv=notrunc 2>/dev/null
    done
    [ $((RANDOM % 3)) != 0 ] || truncate -s $((size - RANDOM % size)) "$2"
}

feed_garbled() { # feed_garbled FILE
    garble "$1" garbled
    bad_or_ok check garbled
    bad_or_ok legal garbled
    bad_or_ok show garbled
    bad_or_ok convert garbled --to game
    bad_or_ok convert garbled --to gravon
    bad_or_ok --profile "$tmp/garbled" outcome "$1"
}

while [ "$SECONDS" -lt "$seconds" ]; do
    RANDOM=$seed
    rm -rf ./*
    play_twice
    for game in jobs1/00000[0-4].game; do
        there_and_back "$game"
        cut_and_play_on "$game"
        feed_garbled "$game"
        feed_garbled game.xml
        feed_garbled now.position
    done
    seed=$((seed + 1))
done
rm -rf "$tmp"
echo "soak: $games games and $inputs garbled inputs in $SECONDS seconds, nothing found"
