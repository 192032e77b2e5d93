#!/usr/bin/env bash
# ci: no-sanitizers
# Words, moves, queries and numbers are read and written alike in every locale: in Turkish, where capital I has
# no small i, in German, where a number has a comma, with one byte a character, and in none.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
command -v localedef >"$tmp/localedef" || exit 77
export LOCPATH=$tmp/locales XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data
mkdir "$LOCPATH"
# usage: make NAME CHARSET   (a locale in $LOCPATH; exit 77 where the machine has not its sources)
make() { localedef -c -i "$1" -f "$2" "$LOCPATH/$1.$2" 2>"$tmp/err" || [ -d "$LOCPATH/$1.$2" ] || exit 77; }
make tr_TR UTF-8
make tr_TR ISO-8859-9
make de_DE UTF-8
[ "$(LC_ALL=de_DE.UTF-8 bash -c 'printf %.1f 1,5' 2>"$tmp/err")" = 1,5 ] || exit 77 # the locale is not in use

cd "$tmp"
"$VEDETTE" --seed 1 match random random --games 1 --max-plies 30 --save games >out
mv games/000000.game games/INDIGO.GAME
"$VEDETTE" convert games/INDIGO.GAME --plies 10 --to position >a.position

# The commands, a line each; the words that a Turkish locale would not take are with a capital I.
cat >words <<'END'
games import games
games where RESULT IS won OR NOT (result is WON)
games where PLIES > 2 AND FIRST=A4-A5 OR RED ~ RANDOM
games where REASON IS MISSING OR REASON IS TIME
legal a.position
apply a.position MOVE
bench levels RECRUIT LIEUTENANT --games 2
levels
match random random --games 2 --json
value a.position
plans a.position
--notation arts legal a.position
guess games/INDIGO.GAME
games --sort opponent
games --score RANDOM
setup score arts-03
profile show rules
sweep probabilistic random probabilistic.piece 0 0.1 0.1 --games 2
help --json
END
move=$("$VEDETTE" legal a.position | grep -m 1 '[ij]' || "$VEDETTE" legal a.position | head -n 1)

# usage: run_all LOCALE   (all answers, errors and statuses)
run_all() {
    local line words
    rm -rf data
    while read -r line; do
        words=${line/MOVE/${move^^}}
        # shellcheck disable=SC2086 # words
        { echo "\$ $words"; LC_ALL=$1 timeout 60 "$VEDETTE" --seed 1 --jobs 1 $words <<<quit 2>&1 || echo "status $?"; }
    done <words
}

run_all C >expected
grep -q '^status' expected && fail "a question of this test fails anywhere: $(grep -B 2 '^status' expected)"
for locale in POSIX tr_TR.UTF-8 tr_TR.ISO-8859-9 de_DE.UTF-8; do
    run_all "$locale" >found
    cmp -s expected found || fail "LC_ALL=$locale: $(diff expected found | head -n 40)"
done
