#!/usr/bin/env bash
# ci: no-sanitizers
# games and review: the user's games as a list and counted, and what there is to learn from one.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export HOME=$tmp XDG_STATE_HOME=$tmp/state XDG_DATA_HOME=$tmp/data XDG_CONFIG_HOME=$tmp/config
failed=0
fail() { echo "FAILED: $*"; failed=1; }
finished=$tmp/data/vedette/finished
mkdir -p "$finished"

[ "$("$VEDETTE" games)" = 'no games of yours yet' ] || fail 'games where there are none'
[ ! -e "$tmp/data/vedette/games.db" ] || fail 'games makes an archive'
[ "$("$VEDETTE" games --json | cut -c 1-13)" = '{"games":[],"' ] || fail 'no games as JSON'
[ "$("$VEDETTE" games zzz)" = "no games with 'zzz'" ] || fail 'games with what none has'
"$VEDETTE" games --score | grep -q -x 'all of them  *0  *0  *0  *0  *0.0 %' || fail 'a score of no game'

# Those of others in the archive are pointed to.
"$VEDETTE" --seed 3 match random random --games 3 --archive >/dev/null
pointed="the archive has 3 games: 'games where' lists them"
[ "$("$VEDETTE" games)" = $'no games of yours yet\n'"$pointed" ] || fail "an archive: $("$VEDETTE" games)"
[ "$("$VEDETTE" games --score | tail -n 1)" = "$pointed" ] || fail "an archive: $("$VEDETTE" games --score)"
[ "$("$VEDETTE" games --json | cut -c 1-13)" = '{"games":[],"' ] || fail 'an archive, as JSON'
rm "$tmp/data/vedette/games.db"

# Two games of agents, of which one side each is made the person's.
"$VEDETTE" --seed 5 match random probabilistic --games 2 --save "$tmp/games" >"$tmp/match"
for n in 0 1; do
    sed 's/player: random/player: you/' "$tmp/games/00000$n.game" >"$finished/10$n.game"
    touch -d "2026-11-0$((n + 1)) 12:00" "$finished/10$n.game"
done
printf 'format: vedette-game/1\nmoves: x\n' >"$finished/099.game"
touch -d '2026-10-01 12:00' "$finished/099.game"
"$VEDETTE" games >"$tmp/list"
[ "$(wc -l <"$tmp/list")" = 3 ] || fail "not three lines: $(cat "$tmp/list")"
sed -n 1p "$tmp/list" | grep -q '  probabilistic .* blue .*101.game$' || fail "not the newest first: $(cat "$tmp/list")"
sed -n 3p "$tmp/list" | grep -q "damaged .*099.game:2:8: found 'x'" || fail "the damaged one: $(cat "$tmp/list")"
[ "$("$VEDETTE" games 101.g | wc -l)" = 1 ] || fail 'the search for a file'
[ "$("$VEDETTE" games --sort opponent | head -n 1 | grep -c 099.game)" = 1 ] || fail 'by opponent'
result() { sed -n 's/^result: //p' "$1"; }
won=0 drawn=0 lost=0
for n in 0 1; do
    side=$([ $n = 0 ] && echo red || echo blue)
    case $(result "$finished/10$n.game") in
        draw) drawn=$((drawn + 1)) ;;
        "$side") won=$((won + 1)) ;;
        *) lost=$((lost + 1)) ;;
    esac
done
"$VEDETTE" games --score | grep -q "^probabilistic  *2  *$won  *$drawn  *$lost  *[0-9.]* %$" ||
    fail "won $won, drawn $drawn, lost $lost: $("$VEDETTE" games --score)"
"$VEDETTE" games --score --json | grep -q "\"opponent\":\"probabilistic\",\"variant\":\"classic\",\"wins\":$won,\"draws\":$drawn,\"losses\":$lost" ||
    fail 'the score as JSON'
"$VEDETTE" games --json | grep -q '"result":"damaged","moves":0,"variant":"classic","practice":false,"counts":false,"fault":{"file":"[^"]*","line":' || fail 'the list as JSON'

# A practice game does not count.
{ cat "$finished/100.game"; echo 'practice: yes'; } >"$finished/102.game"
"$VEDETTE" games 102 | grep -q ' probabilistic, practice ' || fail 'practice is missing'
"$VEDETTE" games --score | grep -q '^probabilistic  *2 ' || fail 'practice counts'
"$VEDETTE" games 102 --json | grep -q '"practice":true,"counts":false' || fail 'practice counts as JSON'
"$VEDETTE" games 101 --json | grep -q '"practice":false,"counts":true' || fail 'what counts as JSON'
# Nor one in which the agent's options were changed.
sed 's/agent: {name: probabilistic/&, since: 3/' "$finished/100.game" >"$finished/103.game"
grep -q 'since: 3' "$finished/103.game" || fail 'no agent in the game'
"$VEDETTE" games --score | grep -q '^probabilistic  *2 ' || fail 'a game of two opponents counts'

# review: the same figures as text and as JSON, for any number of jobs; a side alone; as many as requested.
"$VEDETTE" --seed 5 match random random --variant barrage --games 1 --max-plies 60 --save "$tmp/short" >/dev/null
game=$tmp/short/000000.game
"$VEDETTE" --seed 1 --jobs 2 review --worlds 4 "$game" --json >"$tmp/json"
# --store writes beside the file, and what is kept is shown the same, without judging; else nothing is written.
[ ! -e "$tmp/short/.000000.game.review" ] || fail 'a review is kept without --store'
"$VEDETTE" --seed 1 review --worlds 4 --store "$game" >"$tmp/text" 2>"$tmp/note"
[ -s "$tmp/note" ] && fail "a note on a new file: $(cat "$tmp/note")"
grep -E '.{80}' "$tmp/text" && fail 'more than 79 columns'
head -n 2 "$tmp/text" | tr '\n' ' ' | grep -q ', 30 *moves *$' || fail "how the game ended: $(head -n 1 "$tmp/text")"
listed=$(grep -c -E '^ *[0-9]+\.+ (red|blue) .* (blunder|mistake|inaccuracy|brilliant) ' "$tmp/text")
[ "$listed" -gt 1 ] || fail "few graded moves: $(cat "$tmp/text")"
graded=$(grep -o '"grade":"[a-z]*"' "$tmp/json" | wc -l)
counted=$(sed -n "s/^\(red\|blue\): \([0-9]\)/\2/p" "$tmp/text" | tr -cd '0-9,;\n' | sed 's/;.*//' | tr ',' '\n' | awk '{ s += $1 } END { print s }')
sums() { sed -n 's/^{.*"side":"red","start":[^,]*,"skill":\([^,]*\),.*$/\1/p' "$tmp/json" | awk '{ printf "%+.1f", $1 }'; }
skill=$(sed -n "s/^+ the side's own moves *\([^ ]*\) .*/\1/p" "$tmp/text")
[ "$skill" = "$(sums)" ] || fail "not the same with two jobs: $skill, $(sums)"
[ "$graded" = "$counted" ] || fail "$graded graded moves as JSON, $counted as text"
"$VEDETTE" --seed 1 review --worlds 4 "$game" --worst 1 --side blue >"$tmp/blue"
[ "$(grep -c -E '^ *[0-9]+\.+ blue .*, better' "$tmp/blue")" = 1 ] || fail '--worst 1 --side blue'
if grep -q '^red: \|^Each side' "$tmp/blue"; then fail "red's moves are shown, too"; fi
"$VEDETTE" --seed 1 review --worlds 0 "$game" --side red --json >"$tmp/red"
[ "$(grep -c '"side":"blue"' "$tmp/red")" = 0 ] || fail "blue's moves as JSON"
# The curve, its labels and the turning points are the asked seat's; as JSON all chances are in per cent.
"$VEDETTE" --seed 1 review --worlds 0 "$game" --side blue >"$tmp/blue"
grep -q "^blue's chance to win, by the value for programs$" "$tmp/blue" && grep -q '^blue *[0-9]*% |' "$tmp/blue" &&
    ! grep -q ' % for red: ' "$tmp/blue" || fail "the curve of blue: $(cat "$tmp/blue")"
[ "$(grep -n '^red *[0-9]*% |' "$tmp/blue" | cut -d : -f 1)" -gt "$(grep -n '^blue *[0-9]*% |' "$tmp/blue" | cut -d : -f 1)" ] ||
    fail 'blue is not above the axis'
"$VEDETTE" --seed 1 review --worlds 0 "$game" --side blue --json >"$tmp/blue"
own=$(grep -o '"own_chance":\[[^]]*' "$tmp/blue" | tail -n 1 | cut -d '[' -f 2)
[ "$(grep -o '"chance":\[[^]]*' "$tmp/blue" | head -n 1 | cut -d '[' -f 2)" = "$own" ] || fail "blue's curve as JSON"
[ "$(grep -o '"start":[^,]*' "$tmp/blue" | head -n 1 | cut -d : -f 2)" = "${own%%,*}" ] || fail "the start of blue's curve"
for key in own_chance chance truth; do
    grep -o "\"$key\":\[[^]]*" "$tmp/blue" | cut -d '[' -f 2 | tr ',' '\n' |
        awk '$1 < 0 || $1 > 100 { bad = 1 } $1 > 1 { large = 1 } END { exit bad || !large }' || fail "$key is not in per cent"
done
# A side's parts add up to its result, in the text and as JSON.
for side in red blue; do
    "$VEDETTE" --seed 1 review "$game" --side $side --json --worlds 0 |
        sed -E 's/^\{"result".*"start":([^,]*),"skill":([^,]*),"skill_of_opponent":([^,]*),"luck":([^,]*),"rest":([^,]*),"end":([^,]*),"words".*$/\1 \2 \3 \4 \5 \6/; s/,.*//' |
        awk '{ d = $1 + $2 + $3 + $4 + $5 - $6; if (NF != 6 || d > 0.01 || d < -0.01) exit 1 }' || fail "the sum of $side"
done
awk '/^in per cent/ { on = 1; next } /^= the result/ { exit on != 6 || r < $4 - 0.3 || r > $4 + 0.3 }
     on { r += $(NF - 1); on++ }' "$tmp/text" || fail "the sum in the text: $(cat "$tmp/text")"
# With both sides, a line says why they do not mirror; a line a side has what its graded moves and its others did.
grep -q "^Each side's numbers are by what it knew: they need not add up to 100\.$" "$tmp/text" || fail 'no word on both sides'
awk '/^(red|blue): moves / { split($3, a, ":"); g = $6; o = $(NF - 2); sides++
        if (a[1] - g - o > 1.1 || a[1] - g - o < -1.1) exit 1 } END { exit sides != 2 }' "$tmp/text" || fail 'what the others did'
cp "$tmp/short/.000000.game.review" "$tmp/review"
"$VEDETTE" --seed 1 review --worlds 4 --store "$game" >"$tmp/again" 2>"$tmp/note"
cmp -s "$tmp/text" "$tmp/again" && cmp -s "$tmp/short/.000000.game.review" "$tmp/review" && [ ! -s "$tmp/note" ] ||
    fail "what is kept is not the same: $(cat "$tmp/note")"
sed -i 's/worlds: "4"/worlds: "5"/' "$tmp/short/.000000.game.review"
"$VEDETTE" --seed 1 review --worlds 4 "$game" >"$tmp/again" 2>"$tmp/note"
cmp -s "$tmp/text" "$tmp/again" || fail 'a damaged review changes the answer'
[ "$(wc -l <"$tmp/note")" = 1 ] && grep -q '000000.game.review:1:1: found a damaged review' "$tmp/note" ||
    fail "a damaged review: $(cat "$tmp/note")"
# After load the game at hand has the file's review: --store writes it, and it is read until a note or a move
# makes another game of it; save gives that one a file.
rm "$tmp/short/.000000.game.review"
at_hand() { printf '%s\n' "load $game" "$@" | "$VEDETTE" --seed 1 >"$tmp/all" 2>"$tmp/note"; tail -n "$(wc -l <"$tmp/text")" "$tmp/all" >"$tmp/again"; }
at_hand 'review --worlds 4 --store'
cmp -s "$tmp/text" "$tmp/again" && cmp -s "$tmp/short/.000000.game.review" "$tmp/review" && [ ! -s "$tmp/note" ] ||
    fail "the review of a loaded game: $(cat "$tmp/note")"
echo damaged >"$tmp/short/.000000.game.review"
at_hand 'review --worlds 4'
grep -q '000000.game.review:1:1: ' "$tmp/note" || fail "a loaded game's kept review is not read: $(cat "$tmp/note")"
at_hand 'guess set j10 bomb' 'review --worlds 0 --store' || true
grep -q 'review --store needs the file of a game' "$tmp/note" || fail "a game with a note has a file: $(cat "$tmp/note")"
at_hand 'guess set j10 bomb' "save $tmp/noted.game" 'review --worlds 4 --store' || true
[ -s "$tmp/.noted.game.review" ] || fail "no review of a saved game is kept: $(cat "$tmp/note")"
code=0
"$VEDETTE" review "$tmp/review" >"$tmp/again" 2>"$tmp/note" || code=$?
[ "$code $(wc -l <"$tmp/note")" = '2 1' ] || fail "the review of a review: $code"
for words in "$tmp/nosuch" - '--worlds 0 '"$game"; do
    code=0
    # shellcheck disable=SC2086
    "$VEDETTE" review --store $words <"$game" >"$tmp/again" 2>"$tmp/note" || code=$?
    [ "$code $(wc -l <"$tmp/note")" = '2 1' ] || fail "review --store $words: $code $(cat "$tmp/note")"
done
awk '/^result: / { sub(/ [^ ]*$/, "", last) } NR > 1 { print last } { last = $0 } END { print "result: unfinished" }' "$game" |
    grep -v '^result: draw' >"$tmp/running.game"
code=0
"$VEDETTE" review --store "$tmp/running.game" >"$tmp/again" 2>"$tmp/note" || code=$?
[ "$code" = 1 ] && [ ! -e "$tmp/.running.game.review" ] || fail "the review of a running game is kept: $code"
# The old name works, with a note; without worlds no move is judged.
game=$finished/100.game
"$VEDETTE" --seed 1 grade --worlds 0 "$game" >"$tmp/text" 2>"$tmp/note"
grep -q "review" "$tmp/note" || fail "no note on the old name: $(cat "$tmp/note")"
"$VEDETTE" --seed 1 review --worlds 0 "$game" --json >"$tmp/json"
grep -q '"moves":\[\]' "$tmp/json" || fail 'moves are judged without worlds'
grep -q "^red's chance to win, by the value for programs$" "$tmp/text" || fail 'what the curve is'
# Where it turned: with the words of the moves, at least five points each.
turns=$(grep -E '^ *[0-9]+\.+ [0-9]+ to [0-9]+ % for red: [a-j]' "$tmp/text")
[ "$(echo "$turns" | wc -l)" = "$(grep -o '"ply":[0-9]*,"before"' "$tmp/json" | wc -l)" ] || fail "turning points: $turns"
echo "$turns" | awk '{ d = $2 - $4; if (d > -4 && d < 4) exit 1 }' || fail "turning points of less than five points: $turns"
chances=$(grep -o '"chance":\[[^]]*' "$tmp/json" | head -n 1 | tr -d '"a-z:[' | tr ',' '\n')
[ "$(echo "$chances" | wc -l)" = 627 ] || fail 'not a chance for each moment'
[ "$(echo "$chances" | tail -n 1)" = 0 ] || fail 'red has lost: its last chance is 0'

exit "$failed"
