#!/usr/bin/env bash
# ci: no-sanitizers
# rollout, hint --agent vedette: what they print, what does not change it, and what they refuse.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
# shellcheck source=tests/interrupt.sh
. "$srcdir/tests/interrupt.sh"

at="$tmp/middle.position"
"$VEDETTE" positions show middle-013 >"$at"
mapfile -t moves < <("$VEDETTE" legal "$at")
[ "${#moves[@]}" -gt 4 ] || fail "only ${#moves[@]} moves"

# The only hidden piece of the enemy is its flag: whatever is drawn, to take it wins, and to leave it does not.
cat >"$tmp/flag" <<'END'
format: vedette-position/1
to_move: red
board: |
  .    .    .    .    .    .    .    .    b4*! .
  .    .    .    .    .    .    .    .    .    .
  bF   .    .    .    .    .    .    .    .    .
  r5*! .    .    .    .    .    .    .    .    .
  .    .    ~    ~    .    .    ~    ~    .    .
  .    .    ~    ~    .    .    ~    ~    .    .
  .    .    .    .    .    .    .    .    .    .
  .    .    .    .    .    .    .    .    .    .
  .    .    .    .    .    .    .    .    .    .
  rF   .    .    .    .    .    .    .    .    .
END
{
    sed 's/rF   \./r?   r?/' "$tmp/flag"
    echo 'captured:'
    echo '  red: "X 9 8 8 7 7 7 6 6 6 6 5 5 5 4 4 4 4 3 3 3 3 3 2 2 2 2 2 2 2 2 S B B B B B"'
    echo '  blue: "X 9 8 8 7 7 7 6 6 6 6 5 5 5 5 4 4 4 3 3 3 3 3 2 2 2 2 2 2 2 2 S B B B B B B"'
} >"$tmp/unknown"
"$VEDETTE" --seed 1 rollout "$tmp/flag" a7xa8 a7-b7 --worlds 9 --plies 1 --explain >"$tmp/out" || fail "rollout"
awk '$1 == "a7-b7" && NF > 1 { $0 = "a7-b7 and others" } $NF == "*" { $11 = "P" } / plans .* points/ { next } 1' \
    "$tmp/out" | sed '/^a7-b7$/Q' >"$tmp/plain"
diff - "$tmp/plain" <<'END' || fail "rollout: another text: $(cat "$tmp/out")"
move      mean error worlds   diff error chance best  won lost   plans
a7xa8 0.500 0.000 9 - - 100.0 100 100 0 P *
a7-b7 and others

a7xa8: chance 100 %, mean 0.500 (error 0.000) in 9 worlds
18 rollouts of 1 ply. Mean: the logarithm of the strengths at their
ends, own to the enemy's, drawn in below 0.5, a game won; near 0, 0.1 is a
tenth more. The learnt value of these ends counts 50 % in it. Diff: from
the move chosen, in the same worlds. Errors are standard errors. In percent:
chance, to win, by the learnt value of these ends; best, worlds in which no
other move tried was worth more; won and lost, games over by then. Plans:
points before any rollout, by the player's own options and the ranks as it
takes them; * has the highest mean with a part of these points added.
In 76 % of the worlds the enemy is assumed, by its moves so far, to be
a stranger, which plans as this one and takes no step up for strength;
in 12 % this planner, in 6 % one with De Boer's numbers, in
2 % an attacker and in 4 % people (doc/rollout.md, "Kinds of
enemy").

a7xa8
  of 9 worlds it wins the flag in 9; the game is won in 9
  likely: a7#5xa8#F
  the enemy knows already that it is a lieutenant

END
shows '^a7xa8: chance 100 %, mean 0\.500 \(error 0\.000\) in 9 worlds$' \
    --seed 1 rollout "$tmp/flag" a7xa8 --worlds 9
[ "$(sed -n '2,/^$/p' "$tmp/out" | grep -c .)" = 1 ] || fail "not one move: $(cat "$tmp/out")"

# A single world has no error.
shows '^a7xa8: chance 100 %, mean 0\.500 in 1 world$' --seed 1 rollout "$tmp/flag" a7xa8 --worlds 1

# A table a move, each in as many worlds, however many threads, and no line over 79 columns.
for jobs in 1 2 3; do
    "$VEDETTE" --seed 4 --jobs $jobs rollout "$at" "${moves[@]:0:5}" --worlds 7 --plies 5 --explain >"$tmp/$jobs"
    "$VEDETTE" --seed 4 --jobs $jobs rollout "$at" "${moves[@]:0:5}" --worlds 7 --plies 5 --json >>"$tmp/$jobs"
done
cmp "$tmp/1" "$tmp/2" && cmp "$tmp/2" "$tmp/3" || fail "rollout depends on the jobs"
[ "$(grep -c '^[a-j0-9x-]*  *[-0-9.]*  *[0-9.]*  *7 ' "$tmp/1")" = 5 ] || fail "not five moves in seven worlds: $(cat "$tmp/1")"
grep -q '^35 rollouts of 5 plies\. ' "$tmp/1" || fail "not 35 rollouts"
[ "$(grep -c '^[a-j][a-j0-9x-]* .* \*$' "$tmp/1")" = 1 ] || fail "not one is chosen"
! grep -v '^{' "$tmp/1" | grep -q '.\{80\}' || fail "a line of more than 79 columns"
"$VEDETTE" --seed 5 rollout "$at" "${moves[@]:0:5}" --worlds 7 --plies 5 >"$tmp/other"
! cmp -s <(head -n 8 "$tmp/1") <(head -n 8 "$tmp/other") || fail "another seed, the same worlds"

# Without moves those that vedette would try; what it would play is in both, and hint prints the same of a game.
"$VEDETTE" --seed 4 hint --agent vedette:worlds=8,sure=0,plies=4 "$at" >"$tmp/hint"
"$VEDETTE" --seed 4 rollout "$at" --worlds 8 --plies 4 >"$tmp/rolled"
tried() { sed -n '/^move /,/^$/{/^move /d; /^$/d; s/ .*//; p;}' "$1" | sort; }
[ -n "$(tried "$tmp/hint")" ] && [ "$(tried "$tmp/hint")" = "$(tried "$tmp/rolled")" ] ||
    fail "hint and rollout try other moves: $(cat "$tmp/hint" "$tmp/rolled")"
move=$("$VEDETTE" --seed 4 move vedette:worlds=8,sure=0,plies=4 "$at")
[ "$(sed -n '1s/:.*//p' "$tmp/hint" | tr x -)" = "$move" ] || fail "hint prints another move than $move"
! grep -q 'points at depth' "$tmp/hint" || fail "hint calls a mean points"

# By the clock, and the game at hand, where a word that is a move is no file.
shows '^[0-9.]+ s, [0-9]+ rollouts/s$' rollout "$at" --time 0.05s --speed
shows '"seconds":[0-9.e-]+,' rollout "$at" --time 0.05s --speed --json
printf 'load %s\nrollout %s --worlds 3 --plies 2\n' "$at" "${moves[0]}" | "$VEDETTE" --seed 1 console >"$tmp/out"
grep -q "^${moves[0]%[-x]*}.* \*$" "$tmp/out" || fail "the game at hand: $(cat "$tmp/out")"
shows "^${moves[0]%[-x]*}.* \*$" rollout "$at" "${moves[0]}" "${moves[0]}" --worlds 2 --plies 2
[ "$(sed -n '2,/^$/p' "$tmp/out" | grep -c .)" = 1 ] || fail "a move named twice is printed twice"

# The file may stand behind the moves; a row begins with the move, its mean, their error, and the worlds.
"$VEDETTE" --seed 1 rollout "${moves[@]:0:3}" "$at" --worlds 3 --plies 2 >"$tmp/behind"
"$VEDETTE" --seed 1 rollout "$at" "${moves[@]:0:3}" --worlds 3 --plies 2 | cmp - "$tmp/behind" ||
    fail "the file behind the moves: $(cat "$tmp/behind")"
[ "$(sed -n '2,4p' "$tmp/behind" | grep -c '^[a-j][0-9]*[-x][a-j][0-9]* *-*[0-9.]* [0-9.]* *3 ')" = 3 ] ||
    fail "rows of another form: $(cat "$tmp/behind")"

# The parts of the mean and the kinds of enemy are printed where it is not the plain case.
shows '^tenth more\. The learnt value of these ends counts 25 % in it\. Diff: from$' \
    --seed 1 rollout "$at" --agent vedette:value=0.25 "${moves[0]}" --worlds 2 --plies 2
shows 'Mean: what their ends are worth by the$|^learnt value, drawn in below 0\.5, a game won\. Diff: from$' \
    --seed 1 rollout "$at" --agent vedette:value=1 "${moves[0]}" --worlds 2 --plies 2
shows '^In 38 % of the worlds the enemy is assumed, by its moves so far, to be$' \
    --seed 1 rollout "$at" --agent vedette:mixture=0.5 "${moves[0]}" --worlds 2 --plies 2
shows "^in 56 % this planner, in 3 % one with De Boer's numbers, in$" \
    --seed 1 rollout "$at" --agent vedette:mixture=0.5 "${moves[0]}" --worlds 2 --plies 2
shows '"learnt":0\.25,"game_won":0\.5,"enemy":\{"planner":0\.56,"de_boer":0\.03,"attacker":0\.01,"people":0\.02,"stranger":0\.38\}' --seed 1 \
    rollout "$at" --agent vedette:mixture=0.5,value=0.25 "${moves[0]}" --worlds 2 --plies 2 --json

# A move that brings a position again loses for the side ahead, by the plies in the position's file too.
cat >"$tmp/again" <<'END'
format: vedette-position/1
to_move: red
board: |
  b?   b?   b?   b?   b?   b?   b?   b?   b?   b?
  b?   b?   b?   b?   b?   b?   b?   b?   b?   b?
  b?   b?   b?   b?   b?   b?   b?   b?   b?   b?
  .    b?   b?   b?   b?   b?   b?   b?   .    .
  .    .    ~    ~    .    .    ~    ~    .    b?*
  r9*  .    ~    ~    .    .    ~    ~    .    .
  .    r8   r2   r2   rX   r7   r7   r2   r4   r4
  r6   r8   r2   r7   r6   r6   r6   r2   r2   r2
  rB   r3   r5   rB   r3   r5   r3   r5   r5   rB
  r3   rB   rB   rF   rB   r2   rS   r3   r4   r4
captured: {red: "", blue: "X"}
played: 66
history: >-
  a4-a5 j7-j6 a5-a4 j6-j7 a4-a5 j7-j6
END
bonus() { "$VEDETTE" --seed 1 rollout "$tmp/again" "$1" --agent "vedette:repetition=$2" --worlds 1 --plies 1 --json |
    sed -n 's/.*"bonus":\([^,]*\),.*/\1/p'; }
lost() { awk -v without="$(bonus "$1" 0)" -v with="$(bonus "$1" 0.05)" 'BEGIN { printf "%.4f", without - with }'; }
[ "$(lost a5-a4)" = 0.0500 ] || fail "a position that comes again loses $(lost a5-a4)"
[ "$(lost a5-a6)" = 0.0000 ] || fail "a new position loses $(lost a5-a6)"

# why: a move of vedette is explained by the rollouts that it was played by; of any other move, where vedette is
# requested, there is a row too, with as many worlds as the others.
"$VEDETTE" --seed 2 match vedette:worlds=3,plies=3 invincible --games 2 --max-plies 70 --save "$tmp/games" >"$tmp/out"
# Where the plans left a single move there is no table; three that have one are enough.
explained=0
for ((plies = 31; plies < 70 && explained < 3; plies += 2)); do
    "$VEDETTE" convert "$tmp/games/000000.game" --plies $plies --to game >"$tmp/cut"
    played=$("$VEDETTE" show "$tmp/cut" | sed -n 's/^last move: //p' | sed 's/#.//g')
    "$VEDETTE" why "$tmp/cut" >"$tmp/out" || fail "why after $plies plies"
    grep -q "^$played: .* points, number " "$tmp/out" && grep -q '^what it was chosen from:$' "$tmp/out" ||
        fail "why: $(cat "$tmp/out")"
    if grep -q '^move  ' "$tmp/out"; then
        grep -q "^$played .* \\*$" "$tmp/out" || fail "why: not $played: $(cat "$tmp/out")"
        explained=$((explained + 1))
    else
        grep -q "^$played: by the plans, which leave no other$" "$tmp/out" || fail "why: $(cat "$tmp/out")"
    fi
done
[ $explained = 3 ] || fail "why: $explained tables"
"$VEDETTE" convert "$tmp/games/000000.game" --plies 44 --to game >"$tmp/cut"
played=$("$VEDETTE" show "$tmp/cut" | sed -n 's/^last move: //p' | sed 's/#.//g')
"$VEDETTE" why "$tmp/cut" >"$tmp/out"
! grep -q 'chosen from' "$tmp/out" || fail "why: a move of invincible, chosen by rollouts"
shows "^$played +-?[0-9.]+ +[-0-9.]+ +[1-9][0-9]* " --seed 1 why "$tmp/cut" --agent vedette:candidates=2,worlds=4,plies=3
shows "^$played$" --seed 1 why "$tmp/cut" --agent vedette:candidates=2,worlds=4,plies=3
"$VEDETTE" --seed 1 why "$tmp/cut" --agent vedette:candidates=2,worlds=32,plies=5 --json | grep -q '"plies":10,' ||
    fail "why: a move that vedette would not try is played out less long than others"

# Asked for so many worlds it takes its time for the look at the game so far, whatever its options say of time.
"$VEDETTE" --seed 1 rollout "$tmp/cut" --worlds 2 --plies 5 >"$tmp/1"
"$VEDETTE" --seed 1 rollout "$tmp/cut" --worlds 2 --plies 5 --agent vedette:time=0.001 | cmp - "$tmp/1" ||
    fail "rollout --worlds: an answer by the clock"

refuses '^why: star plays no worlds out$' why "$tmp/cut" --agent star
refuses '^why: no move to explain: a game has a last move, once one was played, a position has none$' why "$at" --agent vedette

# Fewer moves are tried, and the pull of the plans counts more, the likelier the enemy is nobody known: 80 in 100,
# before a move of the enemy was seen. So 8 moves within 50 points, 5 within 28, 2 within 8, and an attack besides.
for tried in 1:9 2:4 8:2; do
    "$VEDETTE" --seed 1 hint "$at" --agent "vedette:caution=${tried%:*},worlds=1,plies=1,rescue=0" --json >"$tmp/json"
    count=$(grep -oE '"behind":[-0-9.e]*' "$tmp/json" | wc -l)
    [ "$count" = "${tried#*:}" ] || fail "caution=${tried%:*}: $count moves are tried"
done
bonuses() { # SHARE CAUTION OPTIONS: fails unless the bonus of a move behind the best is by that
    "$VEDETTE" --seed 1 rollout "$at" "${moves[@]:0:2}" --agent "vedette:repetition=0,caution=$2$3" --worlds 1 --plies 1 \
        --json | grep -oE '"behind":[-0-9.e]*,"bonus":[-0-9.e]*' |
        awk -F '[:,]' -v pull="$(awk "BEGIN { print 0.3 * (1 + ($2 - 1) * $1) }")" \
            '$2 < 0 { seen++; off += ($4 - pull * $2 / 100) ^ 2 } END { exit !(seen && off < 1e-20) }' ||
        fail "caution=$2$3: the bonuses are not by a share of $1"
}
for caution in 1 2 3; do
    bonuses 0.8 "$caution" ""
    bonuses 0.4 "$caution" ",mixture=0.5"
    bonuses 0 "$caution" ",mixture=0"
done

# With more worlds or time than usual rollouts are longer and the plans pull less, by the square root of how many
# times more worlds there are, three times at most; not where each move's figures are requested, nor the length.
deeper() { # QUESTION OPTIONS PLIES PULL
    "$VEDETTE" --seed 1 --jobs 1 ${1//_/ } "$at" --agent "vedette:repetition=0,caution=1,candidates=3,rescue=0,mixture=0,$2" --json \
        >"$tmp/json" || fail "$1 $2"
    grep -q "\"plies\":$3," "$tmp/json" || fail "$1 $2: not $3 plies"
    grep -oE '"behind":[-0-9.e]*,"bonus":[-0-9.e]*' "$tmp/json" | awk -F '[:,]' -v pull="$4" \
        '$2 < 0 { seen++; off += ($4 - pull * $2 / 100) ^ 2 } END { exit !(seen && off < 1e-20) }' ||
        fail "$1 $2: the plans do not pull by $4"
}
deeper hint worlds=8 20 0.3
deeper hint worlds=2 20 0.3
deeper hint worlds=32 40 0.15
deeper hint worlds=32,deepen=1 60 0.1
deeper hint worlds=32,deepen=0 20 0.3
deeper hint worlds=100 60 0.1
deeper hint worlds=32,plies=7 15 0.15
deeper hint worlds=72,plies=1 3 0.1
deeper hint time=0.1 20 0.3
deeper hint time=0.8 40 0.15
deeper rollout_--worlds_32 worlds=32 20 0.3

# Less against a stranger, four in five here, as no move was seen yet: by that share.
plies_with() { # OPTIONS: how long the rollouts of a hint are
    "$VEDETTE" --seed 1 --jobs 1 hint "$at" --agent "vedette:candidates=3,rescue=0,$1" --json |
        sed 's/.*"plies":\([0-9]*\).*/\1/'
}
for options in "worlds=32 25" "worlds=100,deepen=1 35" "worlds=32,mixture=0 40" "worlds=8 20"; do
    found=$(plies_with "${options% *}")
    [ "$found" = "${options#* }" ] || fail "vedette:${options% *}: $found plies, not ${options#* }"
done

# A move that was drawn from several that count as equal says so, and how many they are.
"$VEDETTE" --seed 1 hint "$at" --agent vedette:candidates=3,equal=100,sure=0 >"$tmp/out"
equals=$(sed -n 's/^  chosen at random from \([2-5]\) moves that count as equal$/\1/p' "$tmp/out")
"$VEDETTE" --seed 1 hint "$at" --agent vedette:candidates=3,equal=100,sure=0 --json | grep -q "\"equals\":${equals:-none}," ||
    fail "no word that a move was drawn from equal ones: $(cat "$tmp/out")"
shows '"equals":0,' --seed 1 hint "$at" --agent vedette:candidates=3,equal=0 --json
! grep -q "count as equal" <("$VEDETTE" --seed 1 hint "$at" --agent vedette:candidates=3,equal=0) ||
    fail "a move that was not drawn"

# Ctrl-C ends it with what there is, and that is said; but not where it came to its end.
# interrupted PATTERN ARGUMENTS
interrupted() {
    local wanted=$1 status=0
    shift
    interruptible "$VEDETTE" "$@" >"$tmp/out" 2>"$tmp/err" &
    ready $!
    kill -INT $!
    wait $! || status=$?
    [ "$status" = 1 ] && grep -q "$wanted" "$tmp/out" ||
        fail "Ctrl-C in $*: status $status, $(cat "$tmp/out" "$tmp/err")"
}
long=vedette:worlds=65536,plies=1000
interrupted '^Stopped: this is what was found until then' rollout "$at" --worlds 65536 --plies 1000
interrupted '"stopped":true' rollout "$at" --worlds 65536 --plies 1000 --json
interrupted '^Stopped: ' hint "$at" --agent $long
interrupted '"stopped":true' hint "$at" --agent $long --json
# What was found by then is not tried anew with the move that was played.
"$VEDETTE" --seed 2 match random invincible --games 1 --save "$tmp/odd" >/dev/null
"$VEDETTE" convert "$tmp/odd/000000.game" --plies 41 --to game >"$tmp/cut"
played=$("$VEDETTE" show "$tmp/cut" | sed -n 's/^last move: //p' | sed 's/#.//g; s/x/-/')
interrupted "^$played, the move played, had not been tried by then" why "$tmp/cut" --agent $long,behind=10
! grep -qi stopped "$tmp/1" "$tmp/plain" || fail "stopped by nobody"

refuses "^rollout: 'nosuch' is no move: found 'n', expected a file a-j" rollout "$at" nosuch
refuses '^rollout: 33 moves, expected no more than 32$' rollout "$at" $(yes "${moves[0]}" | head -n 33)
refuses_with 1 '^a1-a5: ' rollout "$at" a1-a5
refuses_with 1 "^rollout: the move is red's, whose pieces are not known here: " rollout "$tmp/unknown"
refuses '^rollout: --time or --worlds, not both$' rollout "$at" --worlds 3 --time 1
refuses '--worlds: ' rollout "$at" --worlds 0
refuses '--plies: ' rollout "$at" --plies 1001
refuses '^rollout: star plays no worlds out$' rollout "$at" --agent star
refuses '^rollout: no game is at hand' rollout "${moves[0]}"
refuses 'No such file' rollout "$tmp/nowhere"
