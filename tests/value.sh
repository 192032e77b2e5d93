#!/usr/bin/env bash
# value, value learn, bench value: what they print, what they learn, and what they refuse.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
position=$srcdir/tests/positions/deboer-3.2.yaml
shipped=$srcdir/data/value/people-and-programs.yaml

# A model of two terms, so that what is printed can be reckoned by hand: the state of this position is 1.4416, of
# which the logarithm is 0.3658; red is to move. 2 x 0.3658 + 0.1 are odds of 69.67 %; without the state
# 52.50 %, without the move 67.51 %.
awk '/^  games: /{ print; next }
    /^  /{ sub(/: .*/, ": 0") } /^  state: /{ $0 = "  state: 2" } /^  turn: /{ $0 = "  turn: 0.1" }
    { print }' "$shipped" >"$tmp/two.yaml"
"$VEDETTE" value "$position" --value-model "$tmp/two.yaml" >"$tmp/value" || fail "value"
diff - "$tmp/value" <<'END' || fail "value: another text"
red wins: 69.7 % if people play, 69.7 % if programs do (a draw is half a win)
what each matter does to that if people play, in points:
   +17.2  the armies
    +0.0  the strongest pieces
    +0.0  secrets
    +0.0  room to move and ground
    +0.0  around the flags
    +2.2  the move and attacks at hand
the terms of the greatest effect, and the side with what they count:
   +17.2  red   the stronger army (0.37)
    +2.2  red   to move (1.00)
END
shows '^blue wins: 30\.3 % ' value "$position" --value-model "$tmp/two.yaml" --side blue
shows '^ +-17\.2  red +the stronger army ' value "$position" --value-model "$tmp/two.yaml" --side blue --count 1
shows '^red wins: [0-9.]* % if people play' value "$position"
shows '"people":0\.[0-9]*,"programs":0\.[0-9]*,"ending":null,"points":\{"the armies":' value "$position" --json

# Files that are no model of the value.
sed 's/^  state: 2/  state: two/' "$tmp/two.yaml" >"$tmp/bad.yaml"
refuses 'bad.yaml:[0-9]*:10: people.state: "two" is no number' value "$position" --value-model "$tmp/bad.yaml"
sed '/^  turn: /d' "$tmp/two.yaml" >"$tmp/bad.yaml"
refuses 'bad.yaml:[0-9]*:[0-9]*: people' value "$position" --value-model "$tmp/bad.yaml"
printf 'format: vedette-belief/3\n' >"$tmp/bad.yaml"
refuses 'bad.yaml:1:9: format: vedette-value/1 expected' value "$position" --value-model "$tmp/bad.yaml"
refuses '^vedette.value_model: .*nowhere' value "$position" --value-model "$tmp/nowhere"

# The option names the value that vedette plays by, and what `value` prints; a path in a profile begins in its folder.
printf 'format: vedette-profile/1\nvedette: {value_model: two.yaml}\n' >"$tmp/two-profile.yaml"
"$VEDETTE" -p "$tmp/two-profile.yaml" value "$position" | cmp - "$tmp/value" ||
    fail "value_model in a profile: another text"
roll=(rollout "$position" --worlds 4 --plies 3 --agent)
"$VEDETTE" --seed 3 "${roll[@]}" vedette:value=1 >"$tmp/plain"
"$VEDETTE" --seed 3 "${roll[@]}" "vedette:value=1,value_model=$tmp/two.yaml" >"$tmp/named"
"$VEDETTE" --seed 3 -p "$tmp/two-profile.yaml" "${roll[@]}" vedette:value=1 |
    cmp - "$tmp/named" || fail "value_model: another answer by a profile than by the agent's name"
cmp -s "$tmp/plain" "$tmp/named" && fail "value_model: rollouts don't go by it"
refuses '^vedette.value_model: .*bad.yaml:1:9' rollout "$position" --agent "vedette:value_model=$tmp/bad.yaml"
refuses 'no game is at hand' value

# Learning: the same file with any --jobs; a game whose end says nothing does not count.
"$VEDETTE" --seed 5 match greedy random --games 8 --max-plies 300 --save "$tmp/games" >/dev/null
"$VEDETTE" --jobs 1 value learn "$tmp"/games/*.game --programs "$tmp"/games/*.game --out "$tmp/one.yaml" \
    --source 'a "test"' >"$tmp/out" || fail "value learn"
"$VEDETTE" --jobs 3 value learn "$tmp"/games/*.game --programs "$tmp"/games/*.game --out "$tmp/three.yaml" \
    --source 'a "test"' >"$tmp/out" || fail "value learn --jobs 3"
diff "$tmp/one.yaml" "$tmp/three.yaml" || fail "value learn: another file with three jobs"
grep -q "^source: \"a 'test'\"$" "$tmp/one.yaml" || fail "value learn: no source"
shows '^learnt from [0-9]* moments of 8 games of people$' value learn "$tmp"/games/*.game --out "$tmp/o.yaml"
shows '^people get the weights of programs$' value learn --programs "$tmp"/games/*.game --out "$tmp/programs.yaml"
[ "$(sed -n '/^people:/,/^programs:/p' "$tmp/programs.yaml" | grep -v games: | grep '^  ')" = \
    "$(sed -n '/^programs:/,$p' "$tmp/programs.yaml" | grep -v games: | grep '^  ')" ] || fail "value learn: other weights"
refuses '^usage: ' value learn --out "$tmp/o.yaml"
shows ' wins: ' value "$tmp/games/000000.game" --at 40 --value-model "$tmp/one.yaml"
"$VEDETTE" convert "$tmp/games/000000.game" --plies 40 --to game >"$tmp/part.game"
refuses 'no game to learn from' value learn "$tmp/part.game" --out "$tmp/o.yaml"
refuses 'no game to measure' bench value "$tmp/part.game"

# The bench holds out what it measures; the files' figures have the contract's names.
"$VEDETTE" bench value "$tmp"/games/*.game --folds 2 --every 4 >"$tmp/out" || fail "bench value"
for figure in 'value-logloss [0-9.]+ bits' 'state-logloss [0-9.]+ bits' 'value-calibration [0-9.]+ points' \
    'value [0-9.]+ us'; do
    grep -qE "^figure $figure$" "$tmp/out" || fail "bench value: no figure $figure"
done
grep -q '^held out: learnt anew for each of 2 parts' "$tmp/out" || fail "bench value: says not what was held out"
shows '^model: ' bench value "$tmp"/games/*.game --folds 0
shows '^model: a .test.; ' bench value "$tmp"/games/*.game --value-model "$tmp/one.yaml"
shows '^held out: ' bench value "$tmp"/games/*.game --value-model "$tmp/one.yaml" --folds 2
shows '^figure programs-value-logloss ' bench value "$tmp"/games/*.game --programs "$tmp"/games/*.game --folds 2
refuses 'one fold leaves nothing' bench value "$tmp"/games/*.game --folds 1
refuses '8 games of people to measure, expected at least 9' bench value "$tmp"/games/*.game --folds 9
refuses '^usage: ' bench value

# A game has the file that its player went by: `why` uses that one, whatever lies in the current folder.
mkdir "$tmp/here" "$tmp/else"
cp "$tmp/two.yaml" "$tmp/here/mine.yaml"
cp "$tmp/one.yaml" "$tmp/else/mine.yaml"
program=$(realpath "$VEDETTE")
(cd "$tmp/here" && "$program" --seed 3 match vedette:worlds=2,plies=3,value=1,value_model=mine.yaml greedy --games 1 \
    --max-plies 31 --save games >/dev/null && "$program" convert games/000000.game --at 21 --to game >cut.game &&
    "$program" why cut.game >../here.why) || fail "a game by a value of one's own"
for folder in else .; do
    (cd "$tmp/$folder" && "$program" why "$tmp/here/cut.game") 2>&1 | cmp - "$tmp/here.why" ||
        fail "why in $folder: another answer"
done
# A value is of one variant: learnt from its games alone, and for them.
"$VEDETTE" --seed 5 match greedy random --variant barrage --games 6 --save "$tmp/short" >/dev/null
"$VEDETTE" value learn --programs "$tmp"/short/*.game --out "$tmp/short.yaml" >/dev/null || fail "value learn: barrage"
sed -n 4p "$tmp/short.yaml" | grep -qx 'variant: barrage' || fail "value learn: the file does not name its variant"
"$VEDETTE" --seed 6 value learn --self-play 4 --players greedy --variant duel --out "$tmp/duel.yaml" >"$tmp/out" ||
    fail "value learn: self-play of duel"
sed -n 4p "$tmp/duel.yaml" | grep -qx 'variant: duel' || fail "value learn: self-play of another variant"
refuses 'value: found games of barrage and of classic, expected one variant' \
    value learn --programs "$tmp"/short/*.game "$tmp"/games/*.game --out "$tmp/both.yaml"
short=("$tmp"/short/*.game)
shows '^red wins: ' value "${short[0]}" --at 0 --value-model "$tmp/short.yaml"
refuses '^vedette.value_model: .*two.yaml: found a value of classic, expected one of barrage' \
    value "${short[0]}" --at 0 --value-model "$tmp/two.yaml"
refuses 'short.yaml: found a value of barrage, expected one of classic' \
    value "$position" --value-model "$tmp/short.yaml"
sed 's/^variant: barrage/variant: marathon/' "$tmp/short.yaml" >"$tmp/bad.yaml"
refuses 'bad.yaml:4:10: variant: found "marathon", expected classic, barrage' \
    value "$position" --value-model "$tmp/bad.yaml"
exit "$failed"
