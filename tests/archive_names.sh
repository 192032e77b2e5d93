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
# usage: is_moment NUMBER NAME…   (the same in forms that have no result, or another)
is_moment() {
    "$VEDETTE" show $1.tsv --at 40 >wanted
    "$VEDETTE" legal $1.tsv --at 40 >>wanted
    shift
    "$VEDETTE" show "$@" --at 40 >found
    "$VEDETTE" legal "$@" --at 40 >>found
    cmp -s wanted found || fail "$*: $(diff wanted found)"
}
is_moment 1 saved/000001.game#1
is_moment 1 saved/000001.game --game 1
shows '^all\.tsv:4: games one a line, 1 game, 60 moves, sound$' check all.tsv:4
shows '^@2: game, 60 moves, draw \(both agreed\), sound$' check @2
shows '^all\.tsv#2: games one a line, 1 game, 60 moves, sound$' check all.tsv --game 2
# A file of several games in another form.
"$VEDETTE" convert 1.tsv --to msgpack 2>err >1.msgpack
"$VEDETTE" convert 2.tsv --to msgpack 2>err >2.msgpack
cat 1.msgpack 2.msgpack >both.msgpack
is_moment 1 both.msgpack#1
is_moment 2 both.msgpack --game 2
refuses '^both\.msgpack: there is no game 3: the last is 2$' show both.msgpack#3
refuses '^saved/000001\.game: there is no game 2: the last is 1$' show saved/000001.game#2
# Every command that reads games takes these names: what it prints is as of the game in a file of its own.
while read -r words; do
    # shellcheck disable=SC2086 # words
    "$VEDETTE" ${words/GAME/1.tsv} >wanted 2>err || fail "$words: $(cat err)"
    for name in @2 all.tsv:4 all.tsv#2; do
        # shellcheck disable=SC2086 # words
        "$VEDETTE" ${words/GAME/$name} >found 2>err || fail "$words of $name: $(cat err)"
        sed -i "s/$name/1.tsv/" found
        cmp -s wanted found || fail "$words of $name: $(diff wanted found)"
    done
done <<'END'
bench guess GAME --guessers counts
game report GAME --depth 1 --at 10
guess GAME --at 10
moves GAME
note GAME
perft 1 GAME --at 10
review GAME --worlds 0
setup learn GAME
setup mirror GAME:red
setup score GAME:blue
value GAME --at 10
END
"$VEDETTE" convert 1.tsv --to setup --side blue >a.setup
"$VEDETTE" setup compare a.setup @2:blue | sed 's/@2:blue/a.setup/' >out
"$VEDETTE" setup compare a.setup a.setup >same
cmp -s same out || fail "setup compare a.setup @2:blue: $(diff same out)"
refuses '^@2: found a game, expected a setup; a game.s are named @2:red and @2:blue$' setup score @2
refuses '^a\.setup: found a setup; only a game has one of red$' setup score a.setup:red
printf 'resume @2\n' | "$VEDETTE" >out 2>err && fail 'a game that is over is resumed'
grep -q 'resume: the game is over: draw' err || fail "resume @2: $(cat err)"

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
refuses '^setup learn has no --game$' setup learn all.tsv --game 1
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
shows '^Ann \(red\) - Bob Baker \(blue\): ' moves @1
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
