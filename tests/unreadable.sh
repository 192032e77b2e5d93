#!/usr/bin/env bash
# ci: user
# Folders and files of the user's that cannot be read are no empty ones: lists have what there is, name what cannot be
# read and end with status 3.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
export HOME=$tmp XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data XDG_STATE_HOME=$tmp/state
data=$XDG_DATA_HOME/vedette
state=$XDG_STATE_HOME/vedette
own=$XDG_CONFIG_HOME/vedette
mkdir -p "$data" "$state" "$own"
cd "$tmp"

# closes PATH: nobody can list it; a file in its place, where root reads all. opens PATH: as it was.
closes() {
    why='Not a directory'
    if [ "$(id -u)" != 0 ]; then
        chmod 000 "$1"
        why='Permission denied'
    else
        mv "$1" aside
        : >"$1"
    fi
}
opens() {
    if [ "$(id -u)" != 0 ]; then
        chmod 700 "$1"
    else
        rm "$1"
        mv aside "$1"
    fi
}

# names FOLDER PATTERN COMMAND: the list has the pattern, and the error names the folder.
names() {
    local folder=$1 pattern=$2 status=0
    shift 2
    closes "$folder"
    v "$@" >out 2>err || status=$?
    opens "$folder"
    [ "$status" = 3 ] && [ "$(cat err)" = "$folder: $why" ] && grep -q -e "$pattern" out ||
        fail "$*, $folder: status $status, $(cat out err)"
    ! grep -q 'no games' out || fail "$*, $folder: $(cat out)"
    v "$@" >out 2>err || fail "$*: status $? without a fault"
}

# Games: those of the other folder are listed.
mkdir -p "$data/finished" "$state/games"
"$VEDETTE" --seed 1 match random random --games 1 --save saved >/dev/null
cp saved/000000.game "$data/finished/done.game"
sed '/^result:/d; /^reason:/d; s/^moves: >-$/moves:/; /^moves:/q' saved/000000.game >"$state/games/open.game"
v games >out
grep -q 'done.game' out || fail "games: $(cat out)"
for flag in '' --score --json; do
    # shellcheck disable=SC2086 # a flag or none
    names "$data/finished" '' games $flag
    # shellcheck disable=SC2086 # a flag or none
    names "$state/games" '' games $flag
done
names "$state/games" 'done.game' games
names "$data/finished" 'open.game' games
rm "$data/finished/done.game" "$state/games/open.game"
[ "$(v games)" = 'no games of yours yet' ] || fail "no games: $(v games)"
rmdir "$data/finished" "$state/games"
[ "$(v games)" = 'no games of yours yet' ] || fail "no folders of games: $(v games)"

# The archive: what is in it is listed and counted, and nobody is sure that this is all.
mkdir "$data/finished"
cp saved/000000.game "$data/finished/done.game"
v games where >out || fail "games where: status $?"
for command in 'where' 'where source=import' 'openings' 'setups' 'export --save exported'; do
    status=0
    closes "$data/finished"
    # shellcheck disable=SC2086 # several words
    v games $command >out 2>err || status=$?
    opens "$data/finished"
    [ "$status" = 3 ] && [ "$(cat err)" = "the archive may lack the last games: $data/finished: $why" ] &&
        ! grep -q 'no such games' out || fail "games $command: status $status, $(cat out err)"
    [ "$command" != where ] || grep -q 'done\.game' out || fail "games where: $(cat out)"
done
v games where source=import >out && [ "$(cat out)" = 'no such games' ] || fail "games where: $(cat out)"

# Setups: those of the program are there; a file that is damaged or is none is named too.
v setup create --count 1 >mine.setup
v setup save mine mine.setup
names "$data/setups" '^  arts-03' setup list
printf '1 2 3\n' >"$data/setups/torn.setup"
mkfifo "$data/setups/pipe.setup"
status=0
v setup list >out 2>err || status=$?
[ "$status" = 2 ] && [ "$(wc -l <err)" = 1 ] && grep -q "^$data/setups/[a-z]*.setup: \|^$data/setups/torn.setup:1:" err &&
    grep -q '^\* mine' out && grep -q '^  arts-03' out || fail "a damaged setup: status $status, $(cat out err)"
rm "$data"/setups/{torn,pipe}.setup
v setup list >out || fail "setup list: status $?"

# Profiles.
printf '# my own\nformat: vedette-profile/1\n' >"$own/mine.yaml"
status=0
closes "$own"
v profile list >out 2>err || status=$?
opens "$own"
grep -q '^  careful ' out && [ "$status" = 3 ] && grep -q "^$own/\?: $why\$" err ||
    fail "profile list: status $status, $(cat out err)"
v profile list >out || fail "profile list: status $?"
grep -q '^  mine ' out || fail "profile list: $(cat out)"
