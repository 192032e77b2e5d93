#!/usr/bin/env bash
# Games that are named by their number in the archive, by the line of a table, and by --game; games where --list.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data XDG_STATE_HOME=$tmp/state
cd "$tmp"

refuses '^@1: there is no archive of games yet$' show @1
"$VEDETTE" --seed 5 match random random --games 3 --max-plies 60 --save saved >out
for game in 0 1 2; do
    "$VEDETTE" convert saved/00000$game.game --to tsv 2>err >$game.tsv
done
{ echo '# a table'; cat 0.tsv; echo; cat 1.tsv 2.tsv; } >all.tsv
"$VEDETTE" games import all.tsv >out

# usage: is_game NUMBER NAME…   (what is named is that game, in each command that takes a FILE)
is_game() {
    local number=$1
    shift
    "$VEDETTE" convert $number.tsv --to position --at 40 >wanted
    "$VEDETTE" convert "$@" --to position --at 40 >found
    cmp -s wanted found || fail "convert $* is not game $number"
    "$VEDETTE" show $number.tsv >wanted
    "$VEDETTE" show "$@" >found
    cmp -s wanted found || fail "show $* is not game $number"
}
is_game 0 all.tsv:2
is_game 1 all.tsv:4
is_game 2 all.tsv:5
is_game 0 all.tsv#1
is_game 2 all.tsv#3
is_game 0 all.tsv --game 1
is_game 1 all.tsv --game=2
is_game 0 @1
is_game 1 @2
is_game 2 @3
shows '^all\.tsv:4: games one a line, 1 game, 60 moves, sound$' check all.tsv:4

# The list has the numbers that name games.
shows '^game     date        red                   blue                  won    moves$' games where --list
shows '^@2                   \?                     \?                     draw      60$' games where id=2 --list
[ "$("$VEDETTE" games where --list | awk 'length > 79' | wc -l)" = 0 ] || fail 'a list is wider than a screen'
shows '^no such games$' games where id=4 --list

refuses '^all\.tsv: there is no line 6: the last is 5$' show all.tsv:6
refuses '^all\.tsv: there is no game 4: the last is 3$' show all.tsv --game 4
refuses '^all\.tsv:1:10: found ' show all.tsv:1
refuses "^@4: there is no such game in the archive; 'games where --list' has the numbers$" show @4
refuses '^none\.tsv: No such file or directory$' show none.tsv:3
refuses '^none\.tsv:x: No such file or directory$' show none.tsv:x
refuses '^@none: No such file or directory$' show @none
refuses '^@0: No such file or directory$' show @0
refuses '^show: --game is about a FILE: name one$' show --game 1
refuses '^check has no --game$' check all.tsv --game 1
refuses "^--game: found '0', expected a whole number from 1 to 1000000000$" show all.tsv --game 0

# A file of that very name comes first.
cp 2.tsv @1
cp 2.tsv all.tsv:2
is_game 2 @1
is_game 2 all.tsv:2

# Names for players of files that have none; an archive of an older version keeps them.
rm @1 all.tsv:2
"$VEDETTE" convert 0.tsv --to gravon | sed 's/\(<player id="\(.\)">\)[^<]*/\1Player \2/' >0.xml
export XDG_DATA_HOME=$tmp/named
shows '^1 game added, 0 there already, from 1 file$' games import 0.xml
has_games() { [ "$("$VEDETTE" games where "$2" | grep -vc '^no such games$')" = "$1" ] || fail "not $1 where $2"; }
has_games 0 player=Ann
shows '^0 games added, 1 there already, from 1 file$' games import 0.xml --red Ann --blue 'Bob Baker'
has_games 1 'red=Ann blue=Bob Baker'
shows '^0 games added, 1 there already, from 1 file$' games import 0.xml --red Zoe
has_games 1 red=Ann
shows '^3 games added, 0 there already, from 3 files$' games import saved --red Zoe
has_games 0 player=Zoe # these files name their players
"$VEDETTE" games import 1.tsv --blue Zoe >out
has_games 1 blue=Zoe
printf '\0\0\0\2' | dd of="$XDG_DATA_HOME/vedette/games.db" bs=1 seek=60 conv=notrunc 2>err
"$VEDETTE" games where >out 2>err
grep -q 'was of an older Vedette' err || fail "an older archive: $(cat err)"
has_games 1 'red=Ann blue=Bob Baker'
has_games 1 blue=Zoe
has_games 5 plies\>0
