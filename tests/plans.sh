#!/usr/bin/env bash
# ci: no-sanitizers
# plans, hint, why: what they print for positions and games, and that nothing hidden is in it.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"

position=$srcdir/tests/positions/plan-immediate-capture-acts.yaml
# The table stands in blocks of some columns each: a row a move, of all blocks, behind each other.
"$VEDETTE" --seed 1 plans "$position" | awk '/^[* ] [a-j]/ {
    head = substr($0, 1, 18); rest = substr($0, 19)
    if (!(head in row)) order[++count] = head
    row[head] = row[head] rest }
    END { for (i = 1; i <= count; i++) print order[i] row[order[i]] }' >"$tmp/table"
"$VEDETTE" --seed 1 hint --planner "$position" >"$tmp/hint"
"$VEDETTE" legal "$position" >"$tmp/legal"

# Each legal move has its row, the chosen one is marked, and it is the hint and the agent's own move.
[ "$(grep -Ec '^[* ] [a-j][0-9]+[-x]' "$tmp/table")" = "$(wc -l <"$tmp/legal")" ] || fail "rows are missing"
chosen=$(sed -n 's/^\* \([^ ]*\).*/\1/p' "$tmp/table")
[ "$(wc -l <<<"$chosen")" = 1 ] || fail "not one move is marked"
grep -q "^$chosen takes " "$tmp/hint" || fail "the hint is not the marked move"
[ "$("$VEDETTE" --seed 1 move invincible "$position")" = "${chosen/x/-}" ] || fail "the agent plays another move"
# An answer in JSON writes the move as the text does; 'move' is for programs, and has one way to write all moves.
case $chosen in *x*) ;; *) fail "the chosen move is no attack" ;; esac
shows "\"move\":\"$chosen\"" --seed 1 hint --planner --json "$position"
shows "\"move\":\"$chosen\"" --seed 1 hint --agent invincible --json "$position"
shows "\"move\":\"${chosen/x/-}\"" --seed 1 move invincible --json "$position"
# The totals are sums of their rows.
awk '/^[* ] [a-j]/ { sub(/^[* ] /, ""); sum = 0; for (i = 3; i <= NF; i++) sum += $i == "." ? 0 : $i
     if (sum - $2 > 0.02 || $2 - sum > 0.02) { print "total of " $1 ": " $2 ", its row adds up to " sum; exit 1 } }' \
    "$tmp/table" || failed=1
# Plan by plan the same: what the explanation adds up to is the total it gives.
"$VEDETTE" --seed 1 plans "$chosen" "$position" >"$tmp/explained"
awk 'NR == 1 { total = $2 } NR > 1 && match(substr($0, 21), /^ +-?[0-9.]+  /) { sum += substr($0, 21, RLENGTH) }
     END { if (sum - total > 0.02 || total - sum > 0.02) { print "explained " sum " of " total; exit 1 } }' \
    "$tmp/explained" || failed=1
[ "$(grep -c '^chance ' "$tmp/explained")" = 1 ] || fail "chance gives $chosen nothing: another seed is needed"
# A hint is a sentence about the board and the chance to win, without points and without chance.
! grep -Eq 'chance:|random|points|[+-][0-9]' "$tmp/hint" || fail "the hint: $(cat "$tmp/hint")"
grep -Eq "^red's chance to win: [0-9]+ %\\." "$tmp/hint" || fail "the hint has no chance: $(cat "$tmp/hint")"
# Plans are named in words, or by their codes; JSON has the same names either way.
"$VEDETTE" --seed 1 plans --codes "$chosen" "$position" >"$tmp/codes"
[ "$(cut -c 11- "$tmp/codes" | sed 's/^ *//' | tr -s ' \n' ' ')" = \
    "$(sed -n '1s/^..........//p; 2,$s/^....................//p' "$tmp/explained" | sed 's/^ *//' | tr -s ' \n' ' ')" ] ||
    fail "by codes and in words it is not the same"
grep -q '^attack ' "$tmp/explained" && grep -q '^ICap ' "$tmp/codes" || fail "the names of the plans"
"$VEDETTE" --seed 1 plans --codes --json "$position" | cmp -s - <("$VEDETTE" --seed 1 plans --json "$position") ||
    fail "--codes changes the JSON"
"$VEDETTE" --seed 1 plans --codes "$position" | sed -n 2p | grep -q '^  move        total    ICap ' || fail "the heading"
# hint.agent is asked where no other is named.
printf 'format: vedette-profile/1\nhint: {agent: star}\nsearch: {depth: 2}\n' >"$tmp/star.yaml"
"$VEDETTE" -p "$tmp/star.yaml" hint "$position" >"$tmp/star"
grep -q ', depth 2$' "$tmp/star" || fail "hint.agent is not asked: $(cat "$tmp/star")"
"$VEDETTE" -p "$tmp/star.yaml" hint --agent star "$position" | cmp -s - "$tmp/star" || fail "hint --agent star is another"
# A plan of weight 0 is gone from the table, and has no say.
"$VEDETTE" --seed 1 plans --active "$position" >"$tmp/active"
grep -q '^attack ' "$tmp/active" || fail "ImmediateCapture sleeps"
"$VEDETTE" --seed 1 plans --active --json "$position" >"$tmp/json"
[ "$(grep -o '"plan":' "$tmp/json" | wc -l)" = "$(grep -c ' moves*  .*[0-9] to  ' "$tmp/active")" ] ||
    fail "plans --active --json: others than $(cat "$tmp/active")"
printf 'format: vedette-profile/1\nplan_immediate_capture: {weight: 0}\n' >"$tmp/off.yaml"
"$VEDETTE" --seed 1 -p "$tmp/off.yaml" plans --active "$position" >"$tmp/active"
! grep -q '^attack ' "$tmp/active" || fail "a plan of weight 0 is awake"

# Where the own ranks are not known, more pieces than an army has miners may likeliest be one: each has its plan.
cat >"$tmp/unknown.position" <<'EOF'
format: vedette-position/1
to_move: red
board: |
  b?   bB!  b7*! .    .    .    .    .    b?   .
  bB!  .    .    .    .    .    .    .    .    .
  .    .    .    .    .    .    .    .    .    .
  .    .    .    .    .    .    .    .    .    .
  .    .    ~    ~    .    .    ~    ~    .    .
  .    .    ~    ~    .    .    ~    ~    .    .
  r?*  r?*  r?*  r?*  r?*  r?*  r?*  r?*  .    .
  .    .    .    .    .    .    .    .    .    .
  .    .    .    .    .    .    .    .    .    .
  rF   rB!  .    .    .    .    .    .    .    .
captured:
  red: "2 2 2 2 2 2 2 2 4 4 4 5 5 5 6 6 6 7 7 8 8 9 X S 4 B B B B B"
  blue: "2 2 2 2 2 2 2 2 3 3 3 3 3 4 4 4 4 5 5 5 5 6 6 6 6 7 7 8 8 9 X S B B B"
EOF
shows '^miner to the flag h4 ' --seed 1 plans --active "$tmp/unknown.position" # the eighth of eight

# A move from a fork to a lesser one has both.
lesser=$srcdir/tests/positions/plan-strategic-defense-lesser.yaml
shows '^SDef .* escapes a fork by an enemy on e3, but goes into one on$' plans --codes d3-d4 "$lesser"
shows '^ *c4, [+]' plans --codes d3-d4 "$lesser"
shows '^SDef .* escapes a fork: an enemy on e3 would threaten two pieces,$' plans --codes d3-d2 "$lesser"
shows '^SDef .* goes into a fork: an enemy on d4 would threaten two$' plans --codes b4-c4 "$lesser"

# A moment of a game is what the game was then, for every command with --at; a side's moves have numbers too.
"$VEDETTE" --seed 4 match invincible invincible --games 1 --save "$tmp/moments" >/dev/null
moments=$tmp/moments/000000.game
"$VEDETTE" convert "$moments" --at 40 --to game >"$tmp/forty.game"
while read -r words; do
    # shellcheck disable=SC2086
    "$VEDETTE" $words "$moments" --at 40 2>&1 | sed "s|$moments|FILE|" >"$tmp/at"
    # shellcheck disable=SC2086
    "$VEDETTE" $words "$tmp/forty.game" 2>&1 | sed "s|$tmp/forty.game|FILE|" | cmp -s - "$tmp/at" ||
        fail "$words: --at 40 is not the game of 40 moves"
done <<'EOF'
plans
hint
why
show
show --all
show values
explain value marshal
legal
outcome
guess
guess heat marshal
value
search --depth 1
rollout --worlds 2 --plies 3 --seed 1
move invincible
game report --depth 1
EOF
for moment in 40:20b 39:20r 1:1r 2:1b; do
    "$VEDETTE" show --all "$moments" --at "${moment#*:}" | cmp -s - <("$VEDETTE" show --all "$moments" --at "${moment%:*}") ||
        fail "--at ${moment#*:} is not --at ${moment%:*}"
done
refuses 'game: --at 9999b: there are only [0-9]+ moves$' show "$moments" --at 9999b
for moment in 0r b 20x r20 -1 4294967296; do
    refuses "^--at: found '$moment', expected a number of plies, or of a side's move as 20r or 20b$" show "$moments" --at=$moment
done
# Where blue moves first, its first move is the first of all.
sed 's/^to_move: .*/to_move: blue/' "$tmp/unknown.position" >"$tmp/blue.position"
cat <<EOF >"$tmp/blue.script"
load $tmp/blue.position
game enter c10-c9 a4-a5
show --at 1b
EOF
"$VEDETTE" <"$tmp/blue.script" 2>&1 | grep -q '^last move: c10' || fail "--at 1b: $("$VEDETTE" <"$tmp/blue.script" 2>&1)"
sed 's/1b/2r/' "$tmp/blue.script" >"$tmp/red.script"
"$VEDETTE" <"$tmp/red.script" 2>&1 | grep -q '^last move: a4-a5' || fail "--at 2r: $("$VEDETTE" <"$tmp/red.script" 2>&1)"
refuses '^check has no --at$' check "$moments" --at 3

# A game: why prints for each of its last moves what the agent computed, exactly: by the options in its
# name and by the chance it had, the move that was played is the best.
"$VEDETTE" --seed 4 match invincible:profile=careful invincible:plan_random.max=20 --games 2 --save "$tmp/games" \
    >/dev/null
game=$tmp/games/000001.game
"$VEDETTE" check "$game" >/dev/null
for plies in 1 2 30 31 58 59 60 61; do
    "$VEDETTE" convert "$game" --plies $plies --to game >"$tmp/at.game"
    shows '^[a-j][0-9]+[-x][a-j][0-9]+: .* points, number 1 of [0-9]+ moves$' --seed 9 why "$tmp/at.game"
    ! grep -q 'would have played' "$tmp/out" || fail "why: another move after $plies plies"
    # Before it the same move is the planner's, and what the agent plays there, whatever the seed given here.
    played=$(sed -n '1s/: .*//p' "$tmp/out")
    "$VEDETTE" convert "$game" --plies $((plies - 1)) --to game >"$tmp/before.game"
    side=red
    [ $((plies % 2)) = 1 ] || side=blue
    agent=$(sed -n "s/^$side: *{player: \"\{0,1\}\([^,\"]*\).*/\1/p" "$game")
    [ "$("$VEDETTE" --seed 9 plans "$tmp/before.game" | sed -n 's/^\* \([^ ]*\).*/\1/p' | sort -u)" = "$played" ] ||
        fail "plans: another move than was played after $plies plies"
    [ "$("$VEDETTE" --seed 9 move "$agent" "$tmp/before.game")" = "${played/x/-}" ] ||
        fail "move: another move than was played after $plies plies"
    # The agent's name alone is enough: it goes by the options that it has in the game.
    [ "$("$VEDETTE" move "${agent%%:*}" "$tmp/before.game")" = "${played/x/-}" ] ||
        fail "move: without its options, another move than was played after $plies plies"
    shows "^$played" hint --agent "${agent%%:*}" "$tmp/before.game"
done
# It does so only where that agent is the one to move, and what is given here beats what the game says.
# At some move of such a game the two play otherwise.
options=belief.kind=deboer,plan_strategic_attack.weight=0 given=belief.kind=bayes,plan_strategic_attack.weight=1
"$VEDETTE" --seed 8 match "invincible:$options" probabilistic:ties=random --games 1 --save "$tmp/own" >/dev/null
own=$tmp/own.game by_game='' by_name=''
for plies in $(seq 8 2 60); do
    "$VEDETTE" convert "$tmp/own/000000.game" --at "$plies" --to game >"$own"
    by_game=$("$VEDETTE" move "invincible:$options" "$own")
    by_name=$("$VEDETTE" move "invincible:$given" "$own")
    [ "$by_game" = "$by_name" ] || break
done
[ "$by_game" != "$by_name" ] || fail "move: the options change no move of a game"
shows "^$by_game\$" move invincible "$own"
shows "^${by_game/-/[-x]}$" hint --agent invincible "$own"
shows "^\\* ${by_game/-/[-x]} " plans "$own"
sed 's/^red: .*player: "[^"]*"/red:  {player: "somebody"/' "$own" >"$tmp/person.game"
standard=invincible:$given
[ "$("$VEDETTE" --seed 4 move invincible "$tmp/person.game")" = \
    "$("$VEDETTE" --seed 4 move "$standard" "$tmp/person.game")" ] ||
    fail "move: an agent goes by the options of another player"
# A game's first moves, without what it says of the agents' options beside their names.
# usage: cut_at GAME PLIES >PART
cut_at() {
    "$VEDETTE" convert "$1" --plies "$2" --to game |
        awk '/^  agent:/ { skip = 1; printf "}\n" } /^(blue|moves):/ { skip = 0 } !skip' |
        sed 's/^\(red\|blue\)\(.*\),$/\1\2/'
}
# Without its options in the name, or without its seed, it would have been another at times.
for change in 's/:plan_random.max=20/:plan_random.max=0/' '/^seed:/d'; do
    others=0
    for plies in 20 22 24 26 28 30 32 34; do
        cut_at "$game" $((plies + 1)) | sed "$change" >"$tmp/at.game"
        "$VEDETTE" --seed 9 why "$tmp/at.game" >"$tmp/out"
        ! grep -q 'would have played' "$tmp/out" || others=$((others + 1))
    done
    [ "$others" -gt 0 ] || fail "why: $change changes nothing"
done
# An agent's name that is unknown here: explained by the options in force, with a note.
sed 's/invincible:profile=careful/invincible:profile=nobody/; s/:plan_random.max/:no_plan.max/' "$tmp/at.game" \
    >"$tmp/nobody.game"
"$VEDETTE" why "$tmp/nobody.game" >"$tmp/out" 2>"$tmp/err"
[ -s "$tmp/out" ] && [ "$(wc -l <"$tmp/err")" = 1 ] && grep -q 'options in force' "$tmp/err" ||
    fail "an agent unknown here: $(cat "$tmp/err")"

# A game played by a profile says so: its moves are explained by it, unless a profile is named here.
printf 'format: vedette-profile/1\nplan_random: {max: 20}\n' >"$tmp/noisy.yaml"
printf 'format: vedette-profile/1\nplan_random: {max: 0}\n' >"$tmp/calm.yaml"
"$VEDETTE" --seed 4 match -p "$tmp/noisy.yaml" invincible random --games 1 --save "$tmp/noisy" >/dev/null
others=0
for plies in 11 13 15 21 23 25 27; do
    "$VEDETTE" convert "$tmp/noisy/000000.game" --plies $plies --to game >"$tmp/at.game"
    "$VEDETTE" why "$tmp/at.game" >"$tmp/out"
    ! grep -q 'would have played' "$tmp/out" || fail "why: not by the game's options after $plies plies"
    "$VEDETTE" why -p "$tmp/calm.yaml" "$tmp/at.game" >"$tmp/out"
    ! grep -q 'would have played' "$tmp/out" || others=$((others + 1))
done
[ "$others" -gt 0 ] || fail "why: -p changes nothing"
# Files are options too. One that is gone is reported, and the options in force count.
mkdir "$tmp/a, {b}"
sed '/^  joint:/s/1.000/0.100/' "$srcdir/data/belief/people-and-programs.yaml" >"$tmp/a, {b}/a \"model\".yaml"
printf 'format: vedette-profile/1\nbelief: {model: "a, {b}/a \\"model\\".yaml"}\n' >"$tmp/model.yaml"
"$VEDETTE" --seed 4 match -p "$tmp/model.yaml" invincible random --games 1 --save "$tmp/model" >/dev/null
game=$tmp/model/000000.game
"$VEDETTE" check --again "$game" >"$tmp/out" || fail "check --again: a game by another model"
for plies in 31 51 71 91; do
    "$VEDETTE" convert "$game" --plies $plies --to game >"$tmp/at$plies.game"
    "$VEDETTE" why -p "$tmp/model.yaml" "$tmp/at$plies.game" >"$tmp/why$plies"
    "$VEDETTE" why "$tmp/at$plies.game" >"$tmp/out" 2>"$tmp/err"
    cmp -s "$tmp/why$plies" "$tmp/out" && [ ! -s "$tmp/err" ] || fail "why: not by the game's model"
done
rm "$tmp/a, {b}/a \"model\".yaml"
others=0
for plies in 31 51 71 91; do
    "$VEDETTE" why "$tmp/at$plies.game" >"$tmp/out" 2>"$tmp/err"
    cmp -s "$tmp/why$plies" "$tmp/out" || others=$((others + 1))
    [ -s "$tmp/out" ] && [ "$(wc -l <"$tmp/err")" = 1 ] && grep -q 'options in force here: belief.model' "$tmp/err" ||
        fail "why: a model that is gone: $(head -n 2 "$tmp/err")"
done
[ "$others" -gt 0 ] || fail "why: a model that is gone explains the same"

# What the enemy hides is in no output: with two of its hidden pieces exchanged, the same bytes.
# usage: twin GAME red|blue >TWIN   (two that have never moved exchange their letters in the setup)
twin() {
    "$VEDETTE" convert "$1" --to position | awk -v colour="$2" '
        NR == FNR && NF == 10 && $1 ~ /^([rb][0-9BFSX][*!]*|[.~])$/ {
            row = 10 - rows++
            for (i = 1; i <= 10; i++)
                if (length($i) == 2 && substr($i, 1, 1) == substr(colour, 1, 1)) {
                    at = colour == "red" ? 10 * (4 - row) + i : 10 * (row - 7) + 11 - i
                    if (!one) { one = at; rank = $i } else if ($i != rank) two = at
                }
        }
        NR == FNR { next }
        $1 == colour ":" && two {
            if (one > two) { at = one; one = two; two = at }
            match($0, /setup: "/)
            home = RSTART + 7
            $0 = substr($0, 1, home + one - 1) substr($0, home + two, 1) \
                 substr($0, home + one + 1, two - one - 1) substr($0, home + one, 1) substr($0, home + two + 1)
        }
        { print }' - "$1"
}
# usage: twin_moved POSITION red|blue >TWIN   (two that have moved change places; status 1: there are not two)
twin_moved() {
    awk -v side="${2:0:1}" '
        { text[NR] = $0 }
        NF == 10 && $1 ~ /^([rb][0-9BFSX][*!]*|[.~])$/ {
            for (i = 1; i <= 10; i++)
                if ($i ~ "^" side "[2-9SX][*]$") {
                    if (!one) { one = $i; line1 = NR; file1 = i }
                    else if ($i != one) { two = $i; line2 = NR; file2 = i }
                }
        }
        END {
            if (!two) exit 1
            for (n = 1; n <= NR; n++) {
                $0 = text[n]
                if (n == line1) $file1 = two
                if (n == line2) $file2 = one
                if (n == line1 || n == line2) $0 = "  " $0
                print
            }
        }' "$1"
}
# usage: alike FILE TWIN COMMAND…
alike() {
    local one=$1 two=$2
    shift 2
    ! cmp -s "$one" "$two" || fail "no twin of $one"
    "$VEDETTE" --seed 1 "$@" "$one" >"$tmp/one"
    "$VEDETTE" --seed 1 "$@" "$two" >"$tmp/two"
    [ -s "$tmp/one" ] && cmp "$tmp/one" "$tmp/two" || fail "a hidden rank shows: $*"
}
moved=0 known=0
for plies in 10 11 40 41 64 65 80 81; do
    ours=red theirs=blue
    [ $((plies % 2)) = 0 ] || { ours=blue theirs=red; }
    "$VEDETTE" convert "$game" --plies $plies --to game >"$tmp/at.game"
    twin "$tmp/at.game" "$theirs" >"$tmp/theirs.game"
    alike "$tmp/at.game" "$tmp/theirs.game" plans
    alike "$tmp/at.game" "$tmp/theirs.game" plans --active
    alike "$tmp/at.game" "$tmp/theirs.game" hint --planner
    twin "$tmp/at.game" "$ours" >"$tmp/ours.game" # hidden from the side that moved last
    alike "$tmp/at.game" "$tmp/ours.game" why
    "$VEDETTE" --seed 1 plans "$tmp/ours.game" | cmp -s - <("$VEDETTE" --seed 1 plans "$tmp/at.game") ||
        known=$((known + 1))
    "$VEDETTE" convert "$tmp/at.game" --to position >"$tmp/at.position"
    twin_moved "$tmp/at.position" "$theirs" >"$tmp/theirs.position" || continue
    moved=$((moved + 1))
    alike "$tmp/at.position" "$tmp/theirs.position" plans
    alike "$tmp/at.position" "$tmp/theirs.position" plans --active
    alike "$tmp/at.position" "$tmp/theirs.position" hint --planner
done
[ "$known" -gt 4 ] || fail "the own pieces are not known: $known of 8 tables differ"
[ "$moved" -gt 1 ] || fail "no two hidden pieces have moved"

refuses_with 1 'a1-a2|a1a2' plans a1-a2 "$position"
refuses 'usage' plans "$position" "$position" "$position"
refuses "found .z., expected a file" plans zz "$position"
refuses 'no game is at hand' hint
refuses 'no such|No such' why "$tmp/none"
"$VEDETTE" convert "$game" --to game >"$tmp/over.game"
status=0
"$VEDETTE" plans "$tmp/over.game" >"$tmp/out" 2>"$tmp/err" || status=$?
[ "$status" = 1 ] && grep -q 'the game is over' "$tmp/err" || { echo "of a game that is over: status $status"; failed=1; }

exit "$failed"
