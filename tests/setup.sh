#!/usr/bin/env bash
# ci: no-sanitizers
# The setup commands as a person runs them. SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck source=tests/interrupt.sh
. "${srcdir:-.}/tests/interrupt.sh"
# shellcheck source=tests/shell.sh
. "${srcdir:-.}/tests/shell.sh"
set +e # failures are reported, and the rest is tried
export XDG_DATA_HOME=$tmp/data XDG_CONFIG_HOME=$tmp/config SOURCE_DATE_EPOCH=1795219200

cat >"$tmp/a.setup" <<'END'
# made for this test
X 9 8 7 2 2 2 3 2 2
2 2 2 3 6 3 7 4 4 S
B B 6 6 5 5 B 8 7 5
F B 3 4 B 5 4 B 6 3
END

# --- score: every heuristic, the squares, the total
v setup score "$tmp/a.setup" >"$tmp/score"
is "score: H1" "H1 Distance to freedom, and the setup
      0  0  1  1  0  0  1  1  0  0     X 9 8 7 2 2 2 3 2 2
      1  1  2  2  1  1  2  2  1  1     2 2 2 3 6 3 7 4 4 S
      2  2  3  3  2  2  3  3  2  2     B B 6 6 5 5 B 8 7 5
      -  5  4  4  3  3  4  4  3  3     F B 3 4 B 5 4 B 6 3" "$(head -n 5 "$tmp/score")"
is "score: H3" "H3 Flag bombed in                             +5
        +5  the flag is wholly bombed in: a2 a1 b1" "$(sed -n '/^H3/,/^H4/p' "$tmp/score" | sed '$d')"
is "score: H4" "H4 Flag defence                               +2
        +3  the marshal stands on a field that defends the flag's side: a4
        +1  each major or colonel on such a field: c4
        -2  more than two scouts on such fields: a3 b3 c3" "$(sed -n '/^H4/,/^H5/p' "$tmp/score" | sed '$d')"
is "score: H7" "H7 Miners on the front row                    -1
        -1  each miner on the front row: h4" "$(sed -n '/^H7/,/^H8/p' "$tmp/score" | sed '$d')"
is "score: total is the sum" "$(awk '/^total/ { print $2 }' "$tmp/score")" \
    "$(awk '/^H[2-9]/ { sum += $NF } END { print sum }' "$tmp/score")"
is "score: blue's squares" "        -1  each miner on the front row: c7" \
    "$(v setup score "$tmp/a.setup" --for blue | grep 'front row: ')"
printf 'format: vedette-profile/1\njudge: {h3_bombed: 50}\n' >"$tmp/profile.yaml"
is "score: points are options" "H3 Flag bombed in                             +50" \
    "$(v -p "$tmp/profile.yaml" setup score "$tmp/a.setup" | grep ^H3)"

# --- create
v --seed 5 setup create --count 200 --best-of 3 --format gravon >"$tmp/made"
is "create: 200 lines of red's letters" 200 "$(grep -c '^[B-M]\{40\}$' "$tmp/made")"
is "create: sound" 0 "$(v check "$tmp/made" >/dev/null; echo $?)"
v --seed 5 --jobs 2 setup create --count 200 --best-of 3 --format gravon | cmp -s - "$tmp/made" ||
    is "create: same seed" same different
v --seed 6 setup create --count 200 --best-of 3 --format gravon | cmp -s - "$tmp/made" &&
    is "create: another seed" different same
is "create: blue's letters" 5 \
    "$(v setup create --count 5 --for blue --format gravon | grep -c '^[N-Y]\{40\}$')"
is "create: symbols" 4 "$(v setup create --best-of 1 | grep -c '^\([FBSX2-9] \)\{9\}[FBSX2-9]$')"
for generator in semi-random faithful random; do
    is "create: $generator keeps" 50 "$(v --seed 2 setup create --count 50 --generator "$generator" \
        --best-of 2 --keep 'F@b1 B@a1, x@j4' --format gravon | grep -c '^.\{9\}L.\{20\}BM')"
done
is "create: blue keeps" 20 "$(v setup create --count 20 --for blue --keep 'F@j10 X@a7' --format gravon |
    grep -c '^.\{9\}X.\{20\}Y')"
for share in 0 1; do # all bombed in, none bombed in
    v --seed 4 setup create --count 12 --open-flags "$share" --format gravon | while read -r letters; do
        echo "$letters" | v setup score - | grep '^H3'
    done >"$tmp/h3"
    is "create: $share open flags" "12 $((share == 0 ? 12 : 0))" \
        "$(grep -c . "$tmp/h3") $(grep -c '+5$' "$tmp/h3")"
done
is "create: count 0" "" "$(v setup create --count 0)"
is "create: blanks of all kinds" "$(v --seed 2 setup create --keep 'F@b1 B@a1')" \
    "$(v --seed 2 setup create --keep "$(printf '\tF@b1\t\n B@a1 ')")"
refuses_with 2 "^setup create: --keep: found 'X@a1', expected a rank F B S 1-9, as in F@b1\$" --notation arts setup create --keep 'X@a1'
refuses_with 2 "flag" setup create --keep 'F@a1 F@b1'
refuses_with 2 "--keep: found 'B@a1', expected a square that was not named before\$" setup create --keep 'F@a1 B@a1'
refuses_with 2 "found 'F@z1', expected a rank, '@' and a square, as in F@b1\$" setup create --keep 'F@z1'
refuses_with 2 "expected a rank F B S 2-9 X, as" setup create --keep 'Q@a1'
refuses_with 2 "expected a rank, '@' and a square" setup create --keep 'F@'
refuses_with 2 "found 'F@a10', expected a square of red's, on rows 1-4\$" setup create --keep 'F@a10'
refuses_with 2 "first move" setup create --keep 'B@a4 B@b4 B@e4 B@f4 B@i4 B@j4'
refuses_with 2 "expected setup or gravon" setup create --format xml
refuses_with 2 "expected red or blue" setup create --for green
refuses_with 2 "generator" setup create --generator best

# --- create: variants and armies
for variant in barrage duel; do
    for generator in semi-random faithful random; do
        v --seed 3 setup create --variant "$variant" --generator "$generator" --count 200 --best-of 2 \
            --format gravon >"$tmp/short"
        is "create: $variant, $generator, sound" 0 "$(v check "$tmp/short" >/dev/null; echo $?)"
        is "create: $variant, $generator, 200" 200 "$(grep -c '^[A-M]\{40\}$' "$tmp/short")"
        v --seed 3 --jobs 2 setup create --variant "$variant" --generator "$generator" --count 200 --best-of 2 \
            --format gravon | cmp -s - "$tmp/short" || is "create: $variant, same seed" same different
    done
done
is "create: an army" "variant: free" "$(v setup create --variant free --army 'F, x 9 2' | head -n 1)"
is "create: an army's variant" 8 "$(v setup create --army FBS2239X | tr -d ' .\n' | wc -c)"
v setup create --variant barrage >"$tmp/barrage.setup"
is "create: the army of a file" 8 "$(v setup create --army "$tmp/barrage.setup" | tr -d ' .\n' | wc -c)"
is "create: a short army keeps" 20 "$(v setup create --variant barrage --count 20 --keep 'F@j1 B@j2' \
    --format gravon | grep -c '^.\{29\}B.\{9\}M$')"
long=$(printf '2%.0s' {1..41})
refuses_with 2 "^setup create: --army: found a 41st piece, expected 40 at most\$" setup create --army "$long"
refuses_with 2 "^setup create: --army: found 0 pieces of rank F .flag., expected 1\$" setup create --army 'B X'
refuses_with 2 "^setup create: --army: found no piece that moves, expected one\$" setup create --army 'F B'
refuses_with 2 "^setup create: --army: found 2 pieces of rank X .marshal., expected at most 1\$" setup create --army FXX
refuses_with 2 "no ranks such as F B S" setup create --army nobody
refuses_with 2 "in the variant \"barrage\"\$" setup create --variant barrage --army FX
refuses_with 2 "pieces of the variant \"barrage\", expected those of \"duel\"" setup create --variant duel --army FBS2239X
refuses_with 2 "^setup create: --variant free: found no --army" setup create --variant free
refuses_with 2 "expected classic, barrage, duel or free" setup create --variant chess
refuses_with 2 "no bombed-in flag" setup create --variant barrage --open-flags 0
refuses_with 2 "found 2 kept miners, expected at most 1 of the army" \
    setup create --variant barrage --keep '3@a1 3@b1'
refuses_with 2 "found 1 kept colonel, expected at most 0 of the army" setup create --variant barrage --keep '8@a1'

# --- short setups in the other commands
printf '. . . . X . . . 2 .\n. . . . . . . . 9 S\n. . . . . . . . . B\n. 2 . . 3 . . . . F\n' >"$tmp/short.setup"
is "short: score" "H10 Short armies                              +0
        -2  each side of the flag that neither an edge nor a bomb closes: i1" \
    "$(v setup score "$tmp/short.setup" | grep -A1 ^H10)"
is "short: heuristics of forty pieces say nothing" 0 "$(v setup score "$tmp/short.setup" | grep -c '^H[45678]')"
is "short: mirror" ". 2 . . . X . . . ." "$(v setup mirror "$tmp/short.setup" | head -n 1)"
v setup save short "$tmp/short.setup"
v setup create --army FX --count 1 >"$tmp/free.setup"
v setup save free "$tmp/free.setup"
is "short: list" "barrage: flag back right, 1 way open; marshal front middle" "$(v setup list | sed -n 's/^\* short  *[-0-9.]*  //p')"
is "free: list" 1 "$(v setup list | grep -c '^\* free .*  free: ')"
# A setup that names a variant keeps it, whatever its pieces.
{ echo 'variant: free'; cat "$tmp/short.setup"; } >"$tmp/named.setup"
v setup save named "$tmp/named.setup"
is "named: list" 1 "$(v setup list | grep -c '^\* named .*  free: ')"
is "named: load" 'variant: free' "$(v setup load named | head -n 1)"
is "named: mirror" 'variant: free' "$(v setup mirror named | head -n 1)"
v setup delete named
is "short: load" "$(cat "$tmp/free.setup")" "$(v setup load free)"
is "short: compare" "0 squares differ" "$(v setup compare short "$tmp/short.setup" | sed -n '1s/ (.*//p')"
is "short: compare with another variant" 0 "$(v setup compare short arts-03 | grep -c log-prob)"
refuses_with 2 "^setup novelty: there is no model of the setups of duel\$" \
    setup novelty <(v setup create --variant duel)
refuses_with 2 "^setup.model: .* was learnt of another variant, expected duel\$" \
    setup novelty <(v setup create --variant duel) --model "$srcdir/data/setups/human-model.yaml"
refuses_with 2 "^setup.model: .* was learnt of another variant, expected free\$" \
    setup novelty "$tmp/free.setup" --model "$srcdir/data/setups/human-model.yaml"
v setup create --variant duel >"$tmp/duel.setup"
is "short: compare two variants" 0 "$(v setup compare short "$tmp/duel.setup" | grep -c log-prob)"
printf 'profile set setup.model %s\nsetup compare short %s\n' "$srcdir/data/setups/human-model.yaml" \
    "$tmp/duel.setup" >"$tmp/script"
is "short: compare two variants with a model named" 0 "$(v <"$tmp/script" | grep -c log-prob)"
printf 'profile set setup.model %s\nsetup compare short short\n' "$srcdir/data/setups/human-model.yaml" >"$tmp/script"
is "short: compare with a model of forty pieces" "was learnt of another variant, expected barrage" \
    "$(v <"$tmp/script" 2>&1 | grep -o 'was learnt.*')"
is "short: novelty" 1 "$(v setup novelty "$tmp/short.setup" | grep -c 'of 3944 setups people played')"
v --seed 1 setup create --variant barrage --generator faithful --best-of 1 --count 20 --format gravon >"$tmp/drawn"
is "short: faithful" 20 "$(grep -c '^[A-M]\{40\}$' "$tmp/drawn")"
is "short: faithful is not semi-random" 1 \
    "$(v --seed 1 setup create --variant barrage --best-of 1 --count 20 --format gravon | cmp -s - "$tmp/drawn"; echo $?)"
is "short: kept" 3 "$(v --seed 1 setup create --variant barrage --generator faithful --best-of 1 --count 3 \
    --keep 'F@e1 B@e2' --format gravon | grep -c '^.\{24\}B.\{9\}M.\{5\}$')"
v setup fit "$tmp/drawn" --iterations 3 --chains 16 --trees 0 --out "$tmp/drawn.yaml"
is "short: fit" "variant: barrage" "$(grep '^variant:' "$tmp/drawn.yaml")"
is "short: fit used" 2 "$(v setup create --variant barrage --generator faithful --best-of 1 --count 2 \
    --model "$tmp/drawn.yaml" --format gravon | grep -c '^[A-M]\{40\}$')"
{ v setup create --format gravon; head -n 1 "$tmp/drawn"; } >"$tmp/mixed"
refuses_with 2 "^setup fit: setup 2: found 1 piece of rank B .bomb., expected 6, as classic has\$" setup fit "$tmp/mixed"
refuses_with 2 "^setup fit: found a setup of an army of its own, expected setups of a variant with one army\$" \
    setup fit "$tmp/free.setup"
sed "s/^variant: barrage/variant: duel/" "$srcdir/data/setups/barrage-model.yaml" >"$tmp/bad.yaml"
refuses_with 2 "bad.yaml:[0-9]*:[0-9]*: known: .*no setup of duel\$" setup create --variant duel --model "$tmp/bad.yaml" \
    --generator faithful
v setup delete short
v setup delete free

# --- learn, and the file in use
v --seed 1 setup create --count 3000 --best-of 1 --format gravon >"$tmp/people"
v setup learn "$tmp/people" --source "a test" --out "$tmp/learnt.yaml" || failed=1
is "learn: to stdout" "$(cat "$tmp/learnt.yaml")" "$(v setup learn "$tmp/people" --source 'a test')"
is "learn: head" 'source: "a test"
date: 2026-11-21
setups: 3000' "$(sed -n 3,5p "$tmp/learnt.yaml")"
is "learn: no results" 0 "$(grep -c '^results:' "$tmp/learnt.yaml")"
v --seed 1 setup create --count 20 --format gravon --statistics "$tmp/learnt.yaml" >"$tmp/other"
is "learn: used" 20 "$(grep -c '^[B-M]\{40\}$' "$tmp/other")"
v --seed 1 setup create --count 20 --format gravon | cmp -s - "$tmp/other" &&
    is "learn: other statistics, other setups" different same
red=$(head -n 1 "$tmp/people")
blue=$(v --seed 9 setup create --best-of 1 --for blue --format gravon)
printf 'format: vedette-game/1\nred: {player: a, setup: "%s"}\nblue: {player: b, setup: "%s"}\nmoves: >-\n\nresult: red\nreason: resigned\n' \
    "$red" "$blue" >"$tmp/won.game"
v setup learn "$tmp/people" --results "$tmp/won.game" --out "$tmp/results.yaml" || failed=1
is "learn: results of both sides" "  setups: 2
  score: 0.500000" "$(sed -n '/^results:/,/score/p' "$tmp/results.yaml" | tail -n 2)"
is "learn: results do not count as setups" "setups: 3000" "$(grep '^setups:' "$tmp/results.yaml")"
is "learn: a game's own" "setups: 2" "$(v setup learn "$tmp/won.game" | grep '^setups:')"
sed 's/^  score: .*/  score: nan/' "$tmp/results.yaml" >"$tmp/bad.yaml"
line=$(grep -n 'score: nan' "$tmp/bad.yaml" | cut -d: -f1)
refuses_with 2 "bad.yaml:$line:.*results.score" setup create --statistics "$tmp/bad.yaml"
sed '/^  spy:/,/\]/d' "$tmp/learnt.yaml" >"$tmp/bad.yaml"
refuses_with 2 'bad.yaml:[0-9]*:.*placement.*"spy"' setup create --statistics "$tmp/bad.yaml"
sed 's/^setups: .*/setups: ~/' "$tmp/learnt.yaml" >"$tmp/bad.yaml"
refuses_with 2 'bad.yaml:5:.*setups' setup create --statistics "$tmp/bad.yaml"
refuses_with 2 missing.yaml setup create --statistics "$tmp/missing.yaml"
refuses_with 2 usage setup learn
refuses_with 2 missing setup learn "$tmp/missing"
refuses_with 2 'learnt.yaml:' setup novelty "$tmp/a.setup" --model "$tmp/learnt.yaml"

# --- fit: a small one
head -n 300 "$tmp/people" >"$tmp/few" # the cost is by the setup
v --jobs 2 setup fit "$tmp/few" --iterations 6 --chains 32 --trees 3 --out "$tmp/model.yaml" || failed=1
is "fit: jobs" "$(cat "$tmp/model.yaml")" "$(v setup fit "$tmp/few" --iterations 6 --chains 32 --trees 3)"
is "fit: used" 2 "$(v setup create --count 2 --generator faithful --best-of 1 --model "$tmp/model.yaml" \
    --format gravon | grep -c '^[B-M]\{40\}$')"

# --- models and statistics are options: files, pipes and profiles choose them, a flag for its command alone
printf 'format: vedette-profile/1\nsetup: {model: model.yaml, statistics: learnt.yaml}\n' >"$tmp/profile.yaml"
create=(--seed 1 setup create --count 3 --format gravon)
made=$(v "${create[@]}" --statistics "$tmp/learnt.yaml")
is "statistics: another file" different "$([ "$made" = "$(v "${create[@]}")" ] || echo different)"
is "statistics: standard input" "$made" "$(v "${create[@]}" --statistics - <"$tmp/learnt.yaml")"
is "statistics: a pipe" "$made" "$(v "${create[@]}" --statistics <(cat "$tmp/learnt.yaml"))"
is "statistics: a profile" "$made" "$(v -p "$tmp/profile.yaml" "${create[@]:2}" --seed 1)"
is "statistics: the flag before the profile" "$(v "${create[@]}")" \
    "$(v -p "$tmp/profile.yaml" "${create[@]:2}" --seed 1 --statistics human)"
faithful=("${create[@]}" --generator faithful --best-of 1)
made=$(v "${faithful[@]}" --model "$tmp/model.yaml")
is "model: another file" different "$([ "$made" = "$(v "${faithful[@]}")" ] || echo different)"
is "model: standard input" "$made" "$(v "${faithful[@]}" --model - <"$tmp/model.yaml")"
is "model: a pipe" "$made" "$(v "${faithful[@]}" --model <(cat "$tmp/model.yaml"))"
for command in "setup novelty $tmp/a.setup" "setup compare $tmp/a.setup arts-03"; do
    [ "$(v $command)" != "$(v $command -p "$tmp/profile.yaml")" ] || is "$command: the profile's model" different same
done
is "model: novelty, a pipe" "$(v setup novelty "$tmp/a.setup" --model "$tmp/model.yaml")" \
    "$(v setup novelty "$tmp/a.setup" --model <(cat "$tmp/model.yaml"))"
is "model: both at once" "$(v setup novelty "$tmp/a.setup" -p "$tmp/profile.yaml")" \
    "$(v setup novelty "$tmp/a.setup" --model <(cat "$tmp/model.yaml") --statistics <(cat "$tmp/learnt.yaml"))"
is "model: for one command" "setup.model  human-model" \
    "$(printf 'setup novelty %s --model %s\nprofile show setup.model\n' "$tmp/a.setup" "$tmp/model.yaml" |
        v | tail -n 1)"
refuses_with 2 '^setup.model: -:1:1: ' setup novelty "$tmp/a.setup" --model - </dev/null

# --- the store
is "list: what comes with the program" 9 "$(v setup list | grep -c '^  arts-')"
is "list: what kind it is" 1 \
    "$(v setup list | grep -c '^  arts-04 .* flag back middle, bombed in; marshal 2nd row middle$')"
is "list: a flag with ways to it" 1 "$(v setup list | grep -c '^  arts-06 .* flag 2nd row right, 3 ways open; ')"
v setup save mine "$tmp/a.setup" || failed=1
is "list: mine" 1 "$(v setup list | grep -c '^\* mine ')"
is "load" "$(grep -v '#' "$tmp/a.setup")" "$(v setup load mine)"
is "load: letters" "$(v convert "$tmp/a.setup" --to gravon)" "$(v setup load mine --format gravon)"
is "a name is a file" "$(cat "$tmp/score")" "$(v setup score mine)"
refuses_with 1 "already" setup save mine arts-03
v setup save mine arts-03 --replace || failed=1
is "save: replaced" "$(v setup load arts-03)" "$(v setup load mine)"
v setup save arts-03 "$tmp/a.setup" || failed=1
is "save: hides what is shipped" "$(grep -v '#' "$tmp/a.setup")" "$(v setup load arts-03)"
is "list: once" 1 "$(v setup list | grep -c '^[ *] arts-03 ')"
v setup delete arts-03 && v setup delete mine || failed=1
is "delete: the shipped one is back" "9 8 3 7 2 2 6 3 2 X" "$(v setup load arts-03 | head -n 1)"
refuses_with 2 "no stored setup 'arts-03' of yours" setup delete arts-03
refuses_with 2 "no stored setup 'nobody'" setup load nobody
refuses_with 2 "no name" setup save ../mine "$tmp/a.setup"
refuses_with 2 "no name" setup save .mine "$tmp/a.setup"
printf 'X X X\n' >"$tmp/data/vedette/setups/broken.setup"
refuses_with 2 'broken.setup:' setup load broken
is "list: leaves damage out" 0 "$(v setup list | grep -c broken)"

mkfifo "$tmp/data/vedette/setups/pipe.setup"
is "list: leaves a pipe out" 0 "$(v setup list | grep -c pipe)"
refuses_with 2 'no regular file' setup load pipe
refuses_with 2 'no file and no stored setup' setup score nofile.setup

# --- a flag that the kept pieces rule out; Ctrl-C while one setup is made
refuses_with 2 'no open flag' setup create --open-flags 1 --keep 'F@a1 B@a2 B@b1'
refuses_with 2 'no bombed-in flag' setup create --open-flags 0 --keep F@a4
refuses_with 2 'no bombed-in flag' \
    setup create --open-flags 0.5 --keep 'F@a1 2@a2'
refuses_with 2 'no bombed-in flag' \
    setup create --open-flags 0 --keep 'F@e2 B@a1 B@b1 B@c1 B@d4'
is "create: as the wall has it" 4 \
    "$(v setup create --open-flags 0 --keep 'F@a1 B@a2 B@b1' --best-of 2 | grep -c '^[^#]')"
interruptible "$VEDETTE" setup create --generator faithful --best-of 100000 >"$tmp/out" 2>"$tmp/err" &
pid=$!
ready $pid
sleep 0.5 # into the work; it stops at any other moment too
kill -INT $pid
{ sleep 60 && kill -KILL $pid; } 2>/dev/null &
watchdog=$!
wait $pid
code=$?
kill $watchdog
[ "$code" -eq 1 ] && [ ! -s "$tmp/out" ] && grep -q stopped "$tmp/err" ||
    is "create: Ctrl-C" "stopped, and nothing printed" "$code $(cat "$tmp/err")"

# --- mirror, compare, novelty
is mirror "2 2 3 2 2 2 7 8 9 X
S 4 4 7 3 6 3 2 2 2
5 7 8 B 5 5 6 6 B B
3 6 B 4 5 B 4 3 B F" "$(v setup mirror "$tmp/a.setup")"
v setup mirror "$tmp/a.setup" >"$tmp/b.setup"
is "mirror twice" "$(grep -v '#' "$tmp/a.setup")" "$(v setup mirror "$tmp/b.setup")"
is compare "0 squares differ" "$(v setup compare "$tmp/a.setup" "$tmp/a.setup" | head -n 1 | cut -d' ' -f1-3)"
is "compare: mirrored" "(0 with the second mirrored)" \
    "$(v setup compare "$tmp/a.setup" "$tmp/b.setup" | head -n 1 | cut -d' ' -f4-)"
is "novelty: nearest" "nearest stored setup: arts-07 mirrored, 0 squares differ" \
    "$(v setup mirror arts-07 | v setup novelty - | tail -n 1)"
is "novelty: not itself" 0 "$(v setup novelty arts-05 | tail -n 1 | grep -c 'arts-05')"
is "compare: no -0" 0 "$(v setup compare arts-03 arts-04 | grep -c -- '-0$')"
# In Arts' notation a marshal is 1 and a scout 9.
arts() { tr 2-9X 987654321; }
is "score: Arts' ranks" "$(v setup score arts-06 | sed -n 2,5p | cut -c 39- | arts)" \
    "$(v --notation arts setup score arts-06 | sed -n 2,5p | cut -c 39-)"
is "compare: Arts' ranks" "$(v setup compare arts-03 arts-06 | sed -n 4,7p | arts)" \
    "$(v --notation arts setup compare arts-03 arts-06 | sed -n 4,7p)"
# Which column is which: the names, and heads over the boards and over the figures.
v setup compare arts-03 "$tmp/a.setup" >"$tmp/compared"
is "compare: names" "first: arts-03, second: $tmp/a.setup" "$(sed -n 2p "$tmp/compared")"
is "compare: heads" "first second" "$(sed -n 3p "$tmp/compared" | xargs)"
is "compare: the boards stand below" 1 "$(awk 'NR == 3 { at = index($0, "second") }
    NR == 4 { print (at && substr($0, at - 1, 1) == " " && substr($0, at, 1) != " ") }' "$tmp/compared")"
is "compare: heads of figures" "points first second" "$(sed -n 8p "$tmp/compared" | xargs)"
is "novelty: means" "3000 setups" "$(v setup novelty "$tmp/people" --mean | cut -d, -f1)"
is "novelty: means of names and files" "3002 setups" \
    "$(v setup novelty arts-03 "$tmp/people" arts-04 --mean | cut -d, -f1)"
is "novelty: mean of a name" "1 setup" "$(v setup novelty arts-03 --mean | cut -d, -f1)"
is "novelty: a name or its file" "$(v setup mirror arts-03 | v setup mirror - | v setup novelty - --mean)" \
    "$(v setup novelty arts-03 --mean)"
refuses_with 2 usage setup novelty arts-03 arts-04
percent() { sed -n 's/^more predictable than \([0-9]*\) %.*/\1/p'; }
common=$(v --seed 3 setup create --generator faithful --best-of 1 | v setup novelty - | percent)
strange=$(v --seed 3 setup create --generator random --best-of 1 | v setup novelty - | percent)
[ "$strange" -lt 5 ] || is "novelty: random is a surprise" "below 5" "$strange"
[ "$common" -gt 5 ] || is "novelty: faithful is none" "above 5" "$common"

# --- bench, with few setups: all lines are there
v bench setups --table 5 --sample 100 --large 100 >"$tmp/bench" || failed=1
for figure in table-4.3-{1,2,3,4,5,6} best-of-50 semi-random; do
    is "bench: $figure" 1 "$(grep -c "^figure $figure -*[0-9.]* \(points\|us\)$" "$tmp/bench")"
done
v bench setups --variant barrage --sample 100 --large 100 >"$tmp/other" || failed=1
is "bench: barrage, all legal" "100 100 100" "$(sed -n 's/^\(semi-random\|faithful\|random\) *100 *\([0-9]*\) .* of 5$/\2/p' "$tmp/other" | xargs)"
is "bench: barrage has no table 4.3" 0 "$(grep -c 'table-4.3\|^De Boer' "$tmp/other")"
refuses_with 2 "^bench setups: there is no model of the setups of duel\$" bench setups --variant duel
v bench setups --table 5 --sample 100 --large 100 -p "$tmp/profile.yaml" >"$tmp/other" || failed=1
worst() { grep '^figure faithful-worst-' "$1"; }
[ "$(worst "$tmp/bench")" != "$(worst "$tmp/other")" ] || is "bench: the profile's model" different same
is "bench: its figures" 2 "$(worst "$tmp/other" | grep -c .)"
is "bench: all legal" "100 100
100 100
100 100" "$(sed -n '/^generator .* legal/,/^$/p' "$tmp/bench" | awk 'NR > 1 && NF { print $2, $3 }')"

# --- separability: chance from their own kind, nearly always from random ones; too few are refused
v --seed 21 setup create --count 450 --generator random --best-of 1 --format gravon >"$tmp/chance"
v --seed 22 setup create --count 450 --generator random --best-of 1 --format gravon >"$tmp/chance2"
apart() { # apart KIND LOW HIGH
    is "apart: $1" in "$(awk -v key="apart-$1" -v low="$2" -v high="$3" '
        $1 == "figure" && $2 == key { print ($3 > low && $3 < high) ? "in" : $3 }' "$tmp/apart")"
}
v bench setups --table 1 --sample 100 --large 100 --learn 300 --people "$tmp/chance" --own "$tmp/chance2" \
    >"$tmp/apart" || failed=1
apart own 42 58
apart semi-random 95 100.1
apart faithful 92 100.1
refuses_with 2 "450 of people's setups, 1500 needed" bench setups --table 1 --sample 100 --large 100 \
    --learn 1000 --people "$tmp/chance"

# --- table 4.3: the paper's order, each average within 3 of the paper's
v --seed 1 bench setups --table 300 --sample 100 --large 100 >"$tmp/table" || failed=1
is "table 4.3: order" 1 "$(grep -c '^figure table-4.3-order 1 bool$' "$tmp/table")"
method=0
for paper in -3 9 14 5 15 17; do
    method=$((method + 1))
    is "table 4.3: average $method" near "$(awk -v paper="$paper" -v key="table-4.3-$method" '
        $1 == "figure" && $2 == key { far = $3 - paper; print far * far <= 9 ? "near" : $3 }
    ' "$tmp/table")"
done
exit "$failed"
