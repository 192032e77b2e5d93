#!/usr/bin/env bash
# ci: archive
# Each file that earlier builds wrote for a user (tests/fixtures/) is opened by a command of today, and what comes
# out is looked at. The files that belong to the screen are opened there, too: tests/screen_old_files.sh.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
fixtures=$(cd "${srcdir:-.}" && pwd)/tests/fixtures
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp
failed=0
fail() { echo "FAILED: $*"; failed=1; }

# open_build BUILD: a copy of its files is the home; its own files are in files/, its models readable.
open_build() {
    build=$1
    cp -r "$fixtures/$1" "$tmp/$1"
    chmod -R u+w "$tmp/$1"
    cd "$tmp/$1"
    gunzip files/*.gz
    export XDG_CONFIG_HOME=$PWD/config XDG_DATA_HOME=$PWD/data XDG_STATE_HOME=$PWD/state
    touch used
}

# gives TEXT COMMAND...: the command succeeds and prints this text somewhere; its output is in the file "out", its
# notes are in "notes". Files that it names count as opened.
gives() {
    local text=$1 word
    shift
    for word in "$@"; do [ ! -f "$word" ] || echo "$word" >>used; done
    "$VEDETTE" "$@" >out 2>notes </dev/null || fail "$build: $* ends with $?: $(cat notes)"
    [ -z "$text" ] || grep -q -F -e "$text" out || { fail "$build: $* does not print '$text'"; head -20 out; }
}
notes() { diff - notes || fail "$build: other notes: $1"; }
opened() { for file in "$@"; do echo "$file" >>used; done; }

# all_opened: no file of the build was left out.
all_opened() {
    (cd "$fixtures/$build" && find . -type f) | sed 's|^\./||; s|\.gz$||' | sort >there
    sed "s|^$PWD/||" used | sort -u >known
    comm -23 there known >left
    [ ! -s left ] || fail "$build: not opened: $(cat left)"
}

# same_games FORM...: the match's game in other forms is the same position in the end.
same_games() {
    local form
    gives 'to_move' convert files/match.game --to position
    grep -A 10 '^board' out >position
    for form in "$@"; do
        gives 'to_move' convert "files/match.$form" --to position
        grep -A 10 '^board' out | diff -q - position >/dev/null || fail "$build: match.$form ends otherwise"
    done
}

# What both builds wrote in the same way; LOG is what the build itself said of its setup and its model.
common() {
    local game log=$1
    gives 'profile, sound' profile check files/all-options.yaml
    ! grep -v 'is now called\|is gone and does nothing\|puts today' notes || fail "$build: a note on all options"
    gives 'profile, sound' profile check config
    opened config/vedette/config.yaml data/vedette/setups/mine.setup
    gives 'mine' setup list
    gives '0 squares differ' setup compare mine files/own.setup
    gives 'Gravon' setup learn files/forty.setups --source 'of Gravon'
    gives 'game, 60 moves, draw' check files/match.game
    gives '-' legal files/now.position
    "$VEDETTE" convert files/match.game --plies 40 --to position >position 2>/dev/null
    "$VEDETTE" legal position 2>/dev/null | diff -q - out >/dev/null ||
        fail "$build: the position has other moves than the game"
    opened files/noted.game
    printf '%s\n' 'load files/noted.game' 'guess set' | "$VEDETTE" 2>/dev/null | grep -q 'a10  blue  X,9' ||
        fail "$build: the note is not there"
    gives 'B' --seed 1 setup create --best-of 1 --statistics files/statistics.yaml
    gives "log-probability: $log" setup novelty files/own.setup --model files/setup-model.yaml
    gives '2 moves, sound' check files/saved.game
    for game in state/vedette/games/*.game; do gives 'sound' check "$game"; done
    for game in data/vedette/finished/*.game; do gives 'red resigned' outcome "$game"; done
    gives 'unfinished' games
    gives 'lost' games where result=lost
    same_games xml gsn tsv
}

open_build 1cc7a9d
gives 'plan_seek.weight: 1 -> 2' profile diff
grep -q 'rules.two_squares: -1 -> 3' out || fail "$build: the config has other rules"
echo "$PWD/config/vedette/config.yaml:2:1: plan_search.weight is now called plan_seek.weight" | notes 'config'
common -77.02
mv config/vedette/config.yaml no-config.yaml
gives 'profile, sound' profile check config/vedette/seeker.yaml
notes 'seeker' <<'END'
config/vedette/seeker.yaml:3:1: plan_search is now called plan_seek
config/vedette/seeker.yaml:4:1: plan_search.cheap is now called plan_seek.cheap
'profile check --rewrite config/vedette/seeker.yaml' puts today's names in
END
gives 'plan_seek.weight   1.5 times' -p seeker profile show plan_search
cp config/vedette/seeker.yaml before
gives 'with 2 names of today' profile check --rewrite config/vedette/seeker.yaml
sed 's/plan_search/plan_seek/' before | diff - config/vedette/seeker.yaml || fail "$build: other names"
gives 'plan_seek.cheap' -p seeker profile show plan_seek
notes 'none' </dev/null
gives '' profile set plan_search.weight 3
grep -q -x 'plan_search.weight is now called plan_seek.weight' notes || fail 'no note of an option'
gives '' move invincible:plan_search.weight=2 files/now.position
echo 'plan_search.weight is now called plan_seek.weight' | notes "an agent's option"
gives 'red wins' value files/now.position --players people
echo 'value: --players is now called --weights' | notes 'a flag'
gives 'guessed by' guess files/now.position --model files/belief.yaml
mv out learnt
gives 'guessed by' guess files/now.position
! diff -q out learnt >/dev/null || fail "$build: the model of the guesser makes no difference"
all_opened

open_build 9e4074b
gives 'plan_seek.weight: 1 -> 2' profile diff
common -90.69
gives 'given up too soon' convert data/vedette/finished/*.game --to game
gives '3 a move' -p bold profile show vedette.worlds
opened config/vedette/bold.yaml
# shellcheck disable=SC2016
printf '#!/bin/sh\nsed /never/d "$1" >"$1.new" && mv "$1.new" "$1"\n' >editor
chmod +x editor
EDITOR=./editor "$VEDETTE" profile edit bold 2>notes </dev/null || fail "$build: profile edit"
grep -q 'going on with the draft of last time' notes || fail "$build: the draft is not there"
opened config/vedette/bold.draft.yaml
gives '60' games where result=draw
opened data/vedette/games.db
gives 'both' match merge files/match.log
gives 'greedy' match merge files/tournament.log
gives 'captured blue: X 9 8' show files/typed.position
gives 'red wins' value files/now.position --value-model files/value.yaml
# A tuning goes on only with the version that began it: others play otherwise.
"$VEDETTE" tune probabilistic probabilistic.piece=0..2 --games 4 --batch 2 --course files/course.csv \
    2>notes >out && fail "$build: a tuning of another version goes on"
grep -q 'of another tuning' notes || fail "$build: the course of a tuning"
opened files/course.csv
opened config/vedette/keys.yaml config/vedette/themes/dusk.yaml state/vedette/history # tests/screen_old_files.sh
all_opened
exit "$failed"
