#!/usr/bin/env bash
# Comments on moves: commands write and remove them, and they stand in what is printed.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data XDG_STATE_HOME=$tmp/state
cd "$tmp"
setups='red: {setup: "DIHBIDBDDIDJFEHDGKHEDGHGJFBCLBDFEFEBGEBM"}
blue: {setup: "SSRWTTXSNVPTNUPUPSRNVNYNOQQUTPPRNRPQPQPQ"}'
printf 'format: vedette-game/1\nrules: isf\n%s\nclock: 5m\ntimes: >-\n  11 12 75.5 13\nmoves: >-\n  a4-a5 a7-a6 a5xa6 f7-f6\nresult: blue\nreason: resigned\n' \
    "$setups" >over.game
cp over.game noted.game
is 'a comment is written' '2. a5xa6: "bold": why?' "$(v note noted.game --at 3 '"bold": why?')"
is 'only its lines are new' '5a6,7
> comments:
>   3: "\"bold\": why?"' "$(diff over.game noted.game)"
is 'a second one, before it' 'at the start: début' "$(v note noted.game --at 0 'début')"
is 'a third one, at the end' '2... f7-f6: no' "$(v note noted.game --at 2b no)"
is 'all of them' 'at the start: début
2. a5xa6: "bold": why?
2... f7-f6: no' "$(v note noted.game)"
v note noted.game --at 2r 'not so bold' >out
is 'one is replaced' '2. a5xa6: not so bold' "$(v note noted.game --at 3)"
v check noted.game >out || fail 'a game with comments is not sound'

is 'in the list of moves' '        début
     1. a4-a5 scout 0:11                   a7-a6 colonel 0:12
     2. a5xa6 scout falls to colonel 1:15
        not so bold
   2... f7-f6 captain 0:13
        no' "$(v moves noted.game | tail -n +2)"
has 'in show' '^comment: not so bold$' "$(v show noted.game --at 3)"
has 'in why' '^comment: not so bold$' "$(v why noted.game --at 3)"
has 'in review' '^2\.\.\. f7-f6: no$' "$(v review noted.game --worlds 0)"
has 'in game report' '^        not so bold$' "$(v game report noted.game --at 3 --depth 1)"
shows '"comment":"not so bold"' show noted.game --at 3 --json
shows '"comment":"not so bold",' why noted.game --at 3 --json
shows '"comments":\[{"ply":0,"number":null,"side":null,"move":null,"text":"début"},' review noted.game --worlds 0 --json
shows '^\{"file":"noted.game","comments":\[\{"ply":4,"number":2,"side":"blue","move":"f7-f6","text":"no"}]' \
    note noted.game --at 4 --json

for at in 0 3 4; do v note noted.game --at $at '' >out; done
cmp -s over.game noted.game || fail "removed comments leave something: $(diff over.game noted.game)"
v note noted.game --at 1 '' >out
cmp -s over.game noted.game || fail 'a comment that is not there cannot be removed'
# Unusual forms: CRLF, flow style, continued lines, a key in quotes. What the game is stays.
sed 's/$/\r/' over.game >crlf.game
v note crlf.game --at 1 one >out
is 'CRLF stays' 0 "$(grep -vc $'\r$' crlf.game || true)"
printf 'format: vedette-game/1\n%s\ncomments: {"1": "one", 3: three}\nmoves: "a4-a5 a7-a6 a5xa6 f7-f6"\nresult: red\n' "$setups" >flow.game
v note flow.game --at 2 two >out
is 'flow style' '1. a4-a5: one
1... a7-a6: two
2. a5xa6: three' "$(v note flow.game)"
printf 'format: vedette-game/1\n%s\ncomments:\n    1: "one\n      and more"\n    2: two # a remark\nmoves: a4-a5 a7-a6\nresult: red\n' "$setups" >long.game
v note long.game --at 1 short >out
is 'a comment of two lines' '1. a4-a5: short
1... a7-a6: two' "$(v note long.game)"
# A comment in the game at hand too, so that saving it keeps it.
printf 'load noted.game\nnote noted.game --at 2 kept\nsave saved.game\n' | v >out
is 'the game at hand has it' '1... a7-a6: kept' "$(v note saved.game)"

refuses '^note: --at 40 or --at 20b says on which move$' note noted.game text
refuses '^note: found a comment of 401 bytes, expected at most 400$' note noted.game --at 1 "$(printf 'x%.0s' {1..401})"
refuses '^note: found byte 0x0a in a comment, expected a line of text$' note noted.game --at 1 $'a\nb'
refuses '^note: found byte 0xff in a comment, expected a line of text$' note noted.game --at 1 $'\xff'
refuses '^noted.game: --at 9: there are only 4 moves$' note noted.game --at 9 x
refuses '^noted.game: --at 9: there are only 4 moves$' note noted.game --at 9
v convert over.game --to tsv >table.tsv 2>err
refuses "only the program's own game files hold comments" note table.tsv --at 1 x
refuses 'only a game in a file of its own can get a comment' note table.tsv --game 1 --at 1 x
refuses 'only a game in a file of its own can get a comment' note @1 --at 1 x
refuses '^nosuch: No such file or directory$' note nosuch --at 1 x
[ "$(id -u)" = 0 ] || { chmod a-w noted.game && refuses 'noted.game' note noted.game --at 1 x; }
