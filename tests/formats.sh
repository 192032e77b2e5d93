#!/usr/bin/env bash
# ci: archive
# Other programs' games as commands have them: golden files in and out, what forms cannot hold, the archive.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data XDG_STATE_HOME=$tmp/state
golden=$srcdir/tests/formats
log=$golden/surrender.log

# Each golden file is what its game is written as, and is read as that game.
for pair in ataraxos:txt msgpack:msgpack; do
    v convert "$golden/barrage.game" --to "${pair%:*}" >"$tmp/out"
    cmp "$tmp/out" "$golden/barrage.${pair#*:}" || fail "${pair%:*} is written otherwise"
    v convert "$golden/barrage.game" --to "${pair%:*}" --out "$tmp/file"
    cmp "$tmp/file" "$golden/barrage.${pair#*:}" || fail "--out has another ${pair%:*}"
    v convert "$golden/barrage.${pair#*:}" --to game | cmp - "$golden/barrage.game" ||
        fail "${pair%:*} is read otherwise"
done
v convert "$log" --to evaluator | cmp - "$log" || fail "the log is written otherwise"
v convert "$log" --to game >"$tmp/log.game"
v convert "$tmp/log.game" --to evaluator | cmp - "$log" || fail "the log's game is written otherwise"

# What commands that read games say of them.
shows ': ataraxos text, barrage, 3 moves, red won' check "$golden/barrage.txt"
shows ': ataraxos msgpack, 1 game, 3 moves, sound' check "$golden/barrage.msgpack"
shows ': evaluator log, 5 moves, red won: blue resigned, sound' check "$log"
shows '"kind": ?"ataraxos msgpack"' check --json "$golden/barrage.msgpack"
shows 'over: red won' show "$golden/barrage.msgpack"
shows '^red won: blue resigned' outcome "$log"
head -n 1 "$golden/barrage.txt" >"$tmp/board.txt"
shows '^j4-j9$' legal "$tmp/board.txt"

# What a form cannot hold is refused in one line; a result that it has no place for is left out with a notice.
refuses_with 2 'a game of Barrage, the strategoevaluator plays' convert "$golden/barrage.game" --to evaluator
refuses_with 2 'msgpack: found --json, expected none' convert "$log" --to msgpack --json
v convert "$log" --to ataraxos 2>"$tmp/err" >"$tmp/log.txt"
has 'the notice' "red won: blue resigned: Ataraxos' forms have no results" "$(<"$tmp/err")"
shows ': ataraxos text, 5 moves, sound' check "$tmp/log.txt"
v convert "$golden/barrage.game" --to position --plies 1 >"$tmp/middle.yaml"
refuses_with 2 'middle.yaml: found a position of the variant "barrage", which a field of 100 letters' \
    convert "$tmp/middle.yaml" --to gravon

# Hostile files: one line with a place, exit status 2.
head -n 1 "$golden/barrage.txt" | tr M a >"$tmp/flagless.txt"
refuses_with 2 'flagless.txt:1:2: found 0 pieces of rank F .flag., expected 1$' check "$tmp/flagless.txt"
head -c 100 "$golden/barrage.msgpack" >"$tmp/cut.msgpack"
refuses_with 2 'cut.msgpack:1:101: found the end, expected a board' check "$tmp/cut.msgpack"
{ cat "$golden/barrage.txt"; echo 1800; } >"$tmp/range.txt"
refuses_with 2 'range.txt:5:1: found the action 1800, expected 0-1799' check "$tmp/range.txt"
{ cat "$golden/barrage.txt"; echo 339; } >"$tmp/after.txt"
refuses_with 2 'after.txt:5:1: found .* as move 4, expected a legal one' show "$tmp/after.txt"
sed 's/BOTHDIE/KILLS/' "$log" >"$tmp/other.log"
refuses_with 2 "other.log:15:17: found another outcome than the board's, expected BOTHDIE 5 5" check "$tmp/other.log"

# The archive takes them, and gives the bytes back; of a file of several games the sound ones.
mkdir "$tmp/games"
cp "$golden/barrage.msgpack" "$tmp/games"
v games import "$log" "$golden/barrage.txt" >"$tmp/out"
v games import "$tmp/games" >>"$tmp/out"
is 'games in the archive' 2 "$(v games where | wc -l)"
v games export --save "$tmp/exported" >"$tmp/out"
cat "$tmp"/exported/*.log | cmp - "$log" || fail 'the log comes out of the archive otherwise'
cat "$tmp"/exported/*.txt | cmp - "$golden/barrage.txt" || fail 'the text comes out of the archive otherwise'
