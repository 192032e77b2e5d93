#!/usr/bin/env bash
# ci: no-sanitizers
# What comes from outside (names of files and players, words of the command line, the environment, a bot's
# words) steers no terminal and breaks no JSON: control characters, other encodings and characters that turn
# the direction of writing are spelled out, in answers and in errors, and a line end makes no second line.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
awk=${AWK:-awk}
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data XDG_STATE_HOME=$tmp/state
cd "$tmp"
mkdir names
"$VEDETTE" --seed 1 match random random --games 1 --max-plies 40 --save games >out
mv games/000000.game sound.game
"$VEDETTE" convert sound.game --plies 0 --to position >a.position
sed 's/^format:.*/format: nosuch/' sound.game >unsound.game

# What steers a terminal: control characters, those of eight bits, and what turns the direction of writing.
steers=(-e $'[\x01-\x08\x0b-\x1f\x7f]' -e $'\xc2[\x80-\x9f]' -e $'\xe2\x80[\xaa-\xae]' -e $'\xe2\x81[\xa6-\xa9]')

# usage: is_plain NAME FILE   (nothing in it steers a terminal, and all of it is UTF-8)
is_plain() {
    ! LC_ALL=C grep -a -q "${steers[@]}" "$2" || fail "$1: $(LC_ALL=C grep -a "${steers[@]}" "$2" | head -n 3 | cat -v)"
    iconv -f UTF-8 -t UTF-8 "$2" >plain || fail "$1: no UTF-8: $(head -n 3 "$2" | cat -v)"
}

# usage: tries LINES ARG…   (runs it; both outputs are plain, and it writes so many lines in all)
tries() {
    local lines=$1 found
    shift
    timeout 60 "$VEDETTE" --seed 1 --jobs 1 "$@" >all 2>&1 </dev/null || true
    is_plain "${*@Q}" all
    found=$(wc -l <all)
    [ "$lines" = any ] || [ "$found" = "$lines" ] || fail "${*@Q}: $found lines: $(head -n 4 all | cat -v)"
}

# usage: tries_json ARG…   (the answer is one line, plain, and JSON)
tries_json() {
    timeout 60 "$VEDETTE" --seed 1 --jobs 1 "$@" --json >all 2>err || true
    is_plain "${*@Q} --json" all
    is_plain "${*@Q} --json" err
    [ "$(wc -l <all)" = 1 ] || fail "${*@Q} --json: $(wc -l <all) lines"
    $awk -f "$srcdir/tests/json.awk" all || fail "${*@Q} --json: $(cat -v all)"
}

# Colour, a cleared screen, a control sequence in one point, a line end, a return, Latin-1, half a character,
# right to left, and a bell.
names=($'a\e[31mb' $'x\e[2Jy' $'c\xc2\x9b2Jd' $'e\nf' $'g\rh' $'i\xe4j' $'k\xe2\x80' $'l\xe2\x80\xaem' $'n\ao')
for name in "${names[@]}"; do
    cp sound.game "names/$name.game"
    cp unsound.game "names/$name.bad.game"
    file=names/$name.game
    tries 1 check "$file"
    tries_json check "$file"
    tries 1 check "names/$name.bad.game"
    tries_json check "names/$name.bad.game"
    tries 2 check --all "$file"
    tries any load "$file"
    tries 1 show "names/$name.bad.game"
    tries 1 legal "$name"
    tries 1 "$name"
    tries 1 help "$name"
    tries 1 version --seed "$name"
    tries 1 "--$name" version
    tries 1 profile check "$name"
    tries 1 profile use "$name"
    tries 1 profile show "$name"
    tries 1 match "$name" random --games 1
    tries 1 match "bot:command=$name" random --games 1
    tries 1 match random random --games 1 --log "no/$name"
    tries 1 games where "opponent=$name and $name"
    tries 1 games where "opponent=$name"
    tries 1 apply a.position "$name"
    tries 1 setup load "$name"
    tries 1 setup score "$file"
    tries 1 convert sound.game --to "$name"
    tries any complete "check names/"
    tries_json complete "check names/"
    XDG_DATA_HOME=$tmp/unsound.game/$name tries any games where
    PAGER=$name VEDETTE_DATA=$tmp/$name XDG_CONFIG_HOME=$tmp/$name tries any profile list
    printf '%s\n' "$name" "show '$name'" >script
    "$VEDETTE" <script >all 2>&1 || true
    is_plain "a script with ${name@Q}" all
done

# Lists: one line a game, whatever its file is called.
many=${#names[@]}
mkdir -p "$XDG_DATA_HOME/vedette"
cp -r names "$XDG_DATA_HOME/vedette/finished"
tries $((2 * many)) games
tries_json games
tries any games where
tries_json games where
tries any games import names
tries_json games import names
tries $((2 * many + 2)) check --all names/*
tries_json check --all names/*
shows '^names/a\\x1b\[31mb\.game: game, 40 moves, draw \(the limit of moves is reached\), sound$' check names/$'a\e[31mb.game'
shows '^names/e\\x0af\.game: game, ' check names/$'e\nf.game'
shows '"file":"names/a\\u001b\[31mb\.game"' check names/$'a\e[31mb.game' --json
shows '"file":"names/i\\\\xe4j\.game"' check names/$'i\xe4j.game' --json

# Players' names, a bot's words and a game's notes.
turned=$'Ann\xe2\x80\xaeeoD'
sed "s/player: random/player: \"$turned\"/" sound.game >turned.game
grep -q "$turned" turned.game || fail "no name that turns"
tries 1 check turned.game
tries_json load turned.game
# In a file it stays what it is; a person's terminal does not get it.
cmp <("$VEDETTE" convert turned.game --to game) <("$VEDETTE" convert <("$VEDETTE" convert turned.game --to game) --to game) ||
    fail "a name is changed by convert"
"$VEDETTE" convert turned.game --to game | grep -q "$turned" || fail "convert loses a name"
if command -v script >out; then
    script -qec "$VEDETTE load turned.game" /dev/null </dev/null | tr -d '\r' >all
    is_plain "load at a terminal" all
    grep -Fq 'red Ann\xe2\x80\xaeeoD' all || fail "load at a terminal: $(cat -v all)"
fi
printf '#!/bin/sh\nprintf "\\033[31mbot\\302\\2332J\\n"\nprintf "\\033[2J" >&2\nread x\n' >bot
chmod +x bot
tries any match bot:command=./bot random --games 1
tries any match bot:command=./bot random --games 1 --save games
for game in games/*.game; do tries any show "$game"; done
