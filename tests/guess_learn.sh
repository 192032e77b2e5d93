#!/usr/bin/env bash
# ci: no-sanitizers
# guess learn, belief.model and bench guess: what they learn and measure, print and refuse.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"

# What is learnt from and measured is cut short: the cost is by the move.
printf 'format: vedette-profile/1\nrules: {move_limit: 20}\n' >"$tmp/brief.yaml"
"$VEDETTE" -p "$tmp/brief.yaml" --seed 3 match probabilistic probabilistic --games 6 --unpaired --save "$tmp/brief" >/dev/null
game=$tmp/brief/000000.game

# Learning: the same seed, the same model; the model can be used, and broken ones are named.
"$VEDETTE" guess learn "$tmp"/brief/*.game --rounds 1 --out "$tmp/one.yaml" >"$tmp/out"
grep -q '^learnt from [0-9]* moves of 6 games of people$' "$tmp/out" && grep -q '^learnt from 12 setups$' "$tmp/out" || { cat "$tmp/out"; failed=1; }
"$VEDETTE" guess learn "$tmp"/brief/*.game --rounds 1 --out "$tmp/two.yaml" >/dev/null
cmp "$tmp/one.yaml" "$tmp/two.yaml" || failed=1
shows 'guessed by "bayes"' guess "$game" --at 15 --model "$tmp/one.yaml"
sed 's/^  moves: .*/  moves: nan/' "$tmp/one.yaml" >"$tmp/bad.yaml"
refuses 'bad.yaml:[0-9]+:[0-9]+: people.moves: ' guess "$game" --model "$tmp/bad.yaml"
refuses 'usage' guess learn "$game"
grep -q '^programs:' "$tmp/one.yaml" && grep -A1 '^programs:' "$tmp/one.yaml" | grep -q 'games: 0' || failed=1

# A model is an option: from a file, standard input, a pipe, a named pipe, a profile, the same holds, and a flag
# for its own command alone. It stands before the profile's.
cp "$tmp/one.yaml" "$tmp/other.yaml"
printf 'format: vedette-profile/1\nbelief: {model: other.yaml}\n' >"$tmp/other-profile.yaml"
printf 'format: vedette-profile/1\nbelief: {model: no-model.yaml}\n' >"$tmp/bad-profile.yaml"
mkfifo "$tmp/pipe.yaml"
printf 'format: vedette-profile/1\n' >"$tmp/no-model.yaml"
see=(guess "$game" --at 15)
"$VEDETTE" "${see[@]}" >"$tmp/plain"
"$VEDETTE" "${see[@]}" --model "$tmp/other.yaml" >"$tmp/other"
! cmp -s "$tmp/plain" "$tmp/other" || fail "another model, the same guess"
"$VEDETTE" "${see[@]}" --model - <"$tmp/other.yaml" | cmp - "$tmp/other" || fail "--model -"
"$VEDETTE" "${see[@]}" --model <(cat "$tmp/other.yaml") | cmp - "$tmp/other" || fail "--model <()"
cat "$tmp/other.yaml" >"$tmp/pipe.yaml" &
"$VEDETTE" "${see[@]}" --model "$tmp/pipe.yaml" | cmp - "$tmp/other" || fail "--model of a named pipe"
"$VEDETTE" "${see[@]}" -p "$tmp/other-profile.yaml" | cmp - "$tmp/other" || fail "belief.model in a profile"
"$VEDETTE" "${see[@]}" -p "$tmp/bad-profile.yaml" --model "$tmp/other.yaml" | cmp - "$tmp/other" ||
    fail "--model over a profile"
"$VEDETTE" "${see[@]}" -p "$tmp/other-profile.yaml" --model people-and-programs | cmp - "$tmp/plain" ||
    fail "--model NAME"
echo "${see[*]} --model $tmp/other.yaml
${see[*]}
profile show belief.model" | "$VEDETTE" >"$tmp/out"
{ cat "$tmp/other" "$tmp/plain"; "$VEDETTE" profile show belief.model; } | cmp - "$tmp/out" ||
    fail "--model holds for one command"
for i in 1 2; do # each command opens a pipe anew
    echo "${see[*]} --model $tmp/pipe.yaml"
done | "$VEDETTE" >"$tmp/out" &
cat "$tmp/other.yaml" >"$tmp/pipe.yaml"
for ((i = 0; i < 500; i++)); do # the answer is there: the first writer's pipe was read to its end
    [ ! -s "$tmp/out" ] || break
    sleep 0.02
done
cat "$srcdir/data/belief/people-and-programs.yaml" >"$tmp/pipe.yaml"
wait
cat "$tmp/other" "$tmp/plain" | cmp - "$tmp/out" || fail "two commands, two writers to one pipe"
refuses '^belief.model: -:1:1: found no key' "${see[@]}" --model - </dev/null
refuses '^belief.model: /dev/fd/.*:1:9: format' "${see[@]}" --model <(cat "$tmp/no-model.yaml")
refuses '^belief.model: found .* .a folder., expected a file, or people-and-programs' "${see[@]}" --model "$tmp"
refuses '^belief.model: found nothing' "${see[@]}" --model ''
refuses 'more than [0-9]* bytes' "${see[@]}" --model /dev/zero
refuses '^belief.model: .*no-model.yaml:1:9' "${see[@]}" -p "$tmp/bad-profile.yaml"

# What games taught is known again, also from other files; of a model without this record, that is said.
"$VEDETTE" bench guess "$game" --model "$tmp/one.yaml" >"$tmp/out"
grep -q '^in-sample: the model learnt how people move from 1 of these games$' "$tmp/out" &&
    grep -q '^in-sample: the model learnt from the setups of 1 of these games$' "$tmp/out" &&
    ! grep -q '^not known' "$tmp/out" &&
    grep -q '^figure in-sample 1 games$' "$tmp/out" || { cat "$tmp/out"; failed=1; }
sed '/^  marks: >-/{N;s/.*/  marks: ""/}' "$tmp/one.yaml" >"$tmp/mute.yaml"
"$VEDETTE" bench guess "$game" --model "$tmp/mute.yaml" >"$tmp/out"
grep -q '^not known: the model does not say from which games it learnt how people move$' "$tmp/out" &&
    grep -q '^not known: whether the setups of 1 of these games are among' "$tmp/out" &&
    ! grep -q '^in-sample' "$tmp/out" || { cat "$tmp/out"; failed=1; }

# Self-play: the same with any number of jobs; the games are held out of the standard model, and in this one.
learn=(-p "$tmp/brief.yaml" guess learn "$tmp"/brief/*.game --without "$game" --rounds 1)
learn+=(--self-play 4 --players random probabilistic)
"$VEDETTE" --seed 8 --jobs 1 "${learn[@]}" --out "$tmp/two.yaml" >"$tmp/out"
grep -q '^learnt from [0-9]* moves of 4 games of programs$' "$tmp/out" || { cat "$tmp/out"; failed=1; }
"$VEDETTE" --seed 8 --jobs 2 "${learn[@]}" --out "$tmp/three.yaml" >/dev/null
cmp "$tmp/two.yaml" "$tmp/three.yaml" || failed=1
"$VEDETTE" --seed 8 -p "$tmp/brief.yaml" bench guess --self-play 4 --players random probabilistic --model "$tmp/two.yaml" >"$tmp/out"
grep -q '^in-sample: the model learnt how programs move from 4 of these games$' "$tmp/out" &&
    grep -q '^held out: how people move was learnt from 6 other games$' "$tmp/out" || { cat "$tmp/out"; failed=1; }
shows '^held out: the pairs of setups of these games were left out; either setup may be known from another' \
    bench guess "$game" --model "$tmp/two.yaml"
shows '^in-sample: the model learnt from the setups of 5 of these games$' \
    bench guess "$tmp"/brief/*.game --folds 2 --model "$tmp/two.yaml"
! grep -Eq '^(not known|held out: the pairs)' "$tmp/out" || { cat "$tmp/out"; failed=1; }
# A pair that was left out is not learnt, even where the game is.
"$VEDETTE" guess learn "$tmp"/brief/*.game --without "$game" --rounds 1 --out "$tmp/both.yaml" >/dev/null
shows '^in-sample: the model learnt how people move from 6 of these games$' \
    bench guess "$tmp"/brief/*.game --guessers hard --model "$tmp/both.yaml"
grep -q '^in-sample: the model learnt from the setups of 5 of these games$' "$tmp/out" || { cat "$tmp/out"; failed=1; }
"$VEDETTE" --seed 9 bench guess --self-play 2 --players random >"$tmp/out"
grep -q '^figure in-sample 0 games$' "$tmp/out" || { cat "$tmp/out"; failed=1; }
refuses 'nobody' bench guess --self-play 2 --players nobody

# Folds: a model for each, the same with any number of jobs, and from what an earlier run left of it; each knows
# nothing of its own games.
pairs=()
for i in 0 1 2 3 4 5; do # red's and blue's, so that each game's pair is one
    for side in red blue; do
        "$VEDETTE" convert "$tmp/brief/00000$i.game" --to setup --side $side >"$tmp/$i$side.setup"
        pairs+=("$tmp/$i$side.setup")
    done
done
learn=(guess learn "$tmp"/brief/*.game --rounds 1 --folds 2)
"$VEDETTE" --jobs 1 "${learn[@]}" --out "$tmp/f.yaml" >"$tmp/out"
grep -q '^fold 2: learnt from 6 setups; ' "$tmp/out" || { cat "$tmp/out"; failed=1; }
"$VEDETTE" --jobs 2 "${learn[@]}" --out "$tmp/g.yaml" >/dev/null
[ ! -e "$tmp/g.yaml.draft" ] && [ ! -e "$tmp/g.yaml.fold1.draft" ] || fail "guess learn --folds: drafts are left"
for fold in '' .fold1 .fold2; do
    cmp "$tmp/f.yaml$fold" "$tmp/g.yaml$fold" || fail "guess learn --folds: other jobs, another model"
    cp "$tmp/f.yaml$fold" "$tmp/h.yaml$fold.draft"
done
"$VEDETTE" "${learn[@]}" --rounds 3 --drafts --out "$tmp/h.yaml" >/dev/null # rounds that are not needed
for fold in '' .fold1 .fold2; do
    cmp "$tmp/f.yaml$fold" "$tmp/h.yaml$fold" || fail "guess learn --drafts: another model"
done
"$VEDETTE" bench guess "$tmp"/brief/*.game --fold-models "$tmp"/f.yaml.fold* --guessers bayes,hard \
    --setups "${pairs[@]}" >"$tmp/out"
grep -q '^held out: how people move was learnt from 3 other games$' "$tmp/out" &&
    grep -q '^held out: the pairs of setups of these games were left out' "$tmp/out" &&
    grep -q '^figure in-sample 0 games$' "$tmp/out" || { cat "$tmp/out"; failed=1; }
"$VEDETTE" bench guess "$tmp"/brief/*.game --fold-models "$tmp"/f.yaml.fold{2,1} --guessers bayes >"$tmp/out"
grep -q '^in-sample: the model learnt how people move from 6 of these games$' "$tmp/out" ||
    { cat "$tmp/out"; failed=1; }
refuses 'nothing is learnt anew' bench guess "$game" --fold-models "$tmp"/f.yaml.fold* --folds 2
refuses 'expected at least 7' guess learn "$tmp"/brief/*.game --folds 7 --out "$tmp/h.yaml"
refuses 'one fold' guess learn "$game" --folds 1 --out "$tmp/h.yaml"

# Learning and measuring go by belief.statistics too, and bench guess by belief.model from wherever it comes.
"$VEDETTE" --seed 3 setup create --count 300 --generator random --format gravon |
    "$VEDETTE" setup learn - --out "$tmp/random.yaml"
printf 'format: vedette-profile/1\nbelief: {statistics: random.yaml}\n' >"$tmp/random-profile.yaml"
printf 'format: vedette-profile/1\nbelief: {statistics: no-model.yaml}\n' >"$tmp/bad-profile.yaml"
"$VEDETTE" bench guess "$game" --model "$tmp/one.yaml" | grep -v '^figure bayes' >"$tmp/plain"
"$VEDETTE" bench guess "$game" --model - <"$tmp/one.yaml" | grep -v '^figure bayes' | cmp - "$tmp/plain" ||
    fail "bench guess --model -"
"$VEDETTE" bench guess "$game" --model "$tmp/one.yaml" -p "$tmp/random-profile.yaml" >"$tmp/out"
for name in hard deboer; do
    ! grep "^figure $name-logloss" "$tmp/out" | cmp -s - <(grep "^figure $name-logloss" "$tmp/plain") ||
        fail "bench guess: other statistics, the same $name"
done
# The final probabilities are measured: the observer's evidence counts in them.
"$VEDETTE" --seed 5 match attacker attacker --games 1 --save "$tmp/whole" >/dev/null
printf 'format: vedette-profile/1\nobserver: {approach: 0}\n' >"$tmp/steps.yaml"
printf 'format: vedette-profile/1\nobserver: {approach: 1, opponent: 0}\n' >"$tmp/bare.yaml"
for profile in steps bare; do
    "$VEDETTE" -p "$tmp/$profile.yaml" bench guess "$tmp/whole/000000.game" --guessers hard >"$tmp/$profile"
done
! cmp -s "$tmp/steps" "$tmp/bare" || fail "bench guess leaves the observer's evidence out"
learn=(guess learn "$game" --programs "$tmp"/brief/*.game --rounds 1)
"$VEDETTE" "${learn[@]}" --out "$tmp/two.yaml" -p "$tmp/random-profile.yaml" >"$tmp/other"
"$VEDETTE" "${learn[@]}" --out "$tmp/three.yaml" >"$tmp/out"
! cmp -s "$tmp/out" "$tmp/other" || fail "guess learn: other statistics, nothing else learnt"
for command in "bench guess $game" "guess learn $game --out $tmp/three.yaml"; do
    refuses '^belief.statistics: .*no-model.yaml:1:1: key' $command -p "$tmp/bad-profile.yaml"
done
refuses 'usage' bench guess

# The bench: the same figures for any number of jobs, for each guesser.
"$VEDETTE" --jobs 1 bench guess "$tmp"/brief/*.game --folds 2 >"$tmp/one"
"$VEDETTE" --jobs 2 bench guess "$tmp"/brief/*.game --folds 2 >"$tmp/two"
cmp "$tmp/one" "$tmp/two" || failed=1
for name in counts hard neighbours opportunities deboer bayes-people bayes; do
    for figure in top1 true logloss flag3; do
        grep -Eq "^figure $name-$figure [0-9.]+ (%|bits|probability)$" "$tmp/one" ||
            { echo "guess_learn.sh: no figure $name-$figure"; failed=1; }
    done
done
refuses 'one fold' bench guess "$game" --folds 1
refuses '1 game to measure, expected at least 2' bench guess "$game" --folds 2

# Intervals of shares and of mean probabilities stay within 0 .. 1, as text, numbers and JSON.
for count in 2 3 6; do
    "$VEDETTE" bench guess $(ls "$tmp"/brief/*.game | head -n $count) --full >"$tmp/out"
    ! grep -E '^figure .*-(top1|true|flag3)(-low|-high)? -' "$tmp/out" &&
        ! grep -E '^figure .*-(top1|flag3)-high (100[.][0-9]*[1-9]|10[1-9]|1[1-9][0-9])' "$tmp/out" &&
        ! grep -E ' -[0-9.]+-[0-9.]+ ' "$tmp/out" || fail "bench guess: a share's interval beyond its ends"
    "$VEDETTE" bench guess $(ls "$tmp"/brief/*.game | head -n $count) --json >"$tmp/json"
    ! grep -oE '"(right|true_p|flag_among_3)":\{[^}]*(:-|"high":(1[.]|[2-9]))' "$tmp/json" ||
        fail "bench guess: a share's interval beyond its ends"
done

# A game counts once; of one game there is no interval, of none no figure at all.
shows '^repeated games left out: 2$' bench guess "$game" "$game" "$game"
head -n 1 "$tmp/out" | grep -q '^1 game$' && grep -q '^figure bayes-gain -*[0-9.]* bits$' "$tmp/out" ||
    { cat "$tmp/out"; failed=1; }
! grep -Eq 'nan|inf|interval|\.\.|gain-low| -0\.0000' "$tmp/out" || { cat "$tmp/out"; failed=1; }
"$VEDETTE" convert "$game" --to game --plies 0 >"$tmp/none.game"
"$VEDETTE" bench guess "$tmp/none.game" >"$tmp/out"
! grep -Eq '^after|^over|nan|inf|^figure bayes' "$tmp/out" || { cat "$tmp/out"; failed=1; }
printf '#file\tfield(100)\tresult type\twinner 1 red 2 blue 3 draw\tplies\n' >"$tmp/empty.tsv"
refuses '0 games to measure' bench guess "$tmp/empty.tsv"

# New to setups: the pair of a game that the model left out does not count; either of its setups, or its mirror
# image, elsewhere does, and so does a pair of which the model does not say that it was left out.
other=$tmp/brief/000002.game
for side in red blue; do
    "$VEDETTE" convert "$other" --to setup --side $side >"$tmp/$side.setup"
done
"$VEDETTE" setup mirror "$tmp/red.setup" >"$tmp/mirror.setup"
"$VEDETTE" --seed 77 match probabilistic probabilistic --games 1 --save "$tmp/far" >/dev/null
two=("$other" "$tmp/far/000000.game")
"$VEDETTE" guess learn "$game" --without "${two[@]}" --rounds 1 --out "$tmp/apart.yaml" >/dev/null
left='^games left out of which a setup, or its mirror image, stands among'
shows "$left 0 others: 0\$" \
    bench guess "${two[@]}" --new-to "$tmp/red.setup" "$tmp/blue.setup" --folds 2 --model "$tmp/apart.yaml"
head -n 1 "$tmp/out" | grep -q '^2 games$' && grep -q '^part 2:' "$tmp/out" || { cat "$tmp/out"; failed=1; }
shows "$left 2 others: 1\$" bench guess "${two[@]}" --new-to "$tmp/red.setup" "$tmp/blue.setup" --guessers hard
shows "$left 1 others: 1\$" bench guess "${two[@]}" --guessers hard --model "$tmp/apart.yaml" \
    --new-to "$tmp/red.setup" "$tmp/blue.setup" "$tmp/mirror.setup"
head -n 1 "$tmp/out" | grep -q '^1 game$' || { cat "$tmp/out"; failed=1; }
shows "$left 2 others: 1\$" bench guess "${two[@]}" --new-to "$tmp/blue.setup" "$tmp/red.setup" --guessers hard
refuses '0 games to measure' bench guess "$other" --new-to "$tmp/mirror.setup"

# The same files separate the kinds of games; only the named guessers are measured, and each N-th game.
"$VEDETTE" bench guess "${two[@]}" --setups "$tmp/mirror.setup" --guessers hard,bayes --full >"$tmp/out"
grep -q '^games with a setup, or its mirror image, among those learnt from: 1 game$' "$tmp/out" &&
    grep -q '^games with neither setup, nor its mirror image, among those learnt from: 1 game$' "$tmp/out" &&
    grep -q '^figure bayes-known-logloss ' "$tmp/out" && grep -q '^guesser hard, over' "$tmp/out" &&
    ! grep -Eq 'deboer|counts|nan |[( -]inf' "$tmp/out" || { cat "$tmp/out"; failed=1; }
# Calibration: of a bin with 200 pieces or more, by games; of one game its error is not known. Each such bin is shown.
"$VEDETTE" bench guess "$tmp"/brief/*.game --setups "$tmp/mirror.setup" --guessers hard,bayes >"$tmp/out"
grep -q '^games with neither setup, nor its mirror image, among those learnt from: 5 games$' "$tmp/out" &&
    grep -q '^figure hard-new-calibration [0-9.]* points$' "$tmp/out" &&
    ! grep -q '^figure hard-known-calibration' "$tmp/out" || { cat "$tmp/out"; failed=1; }
awk '/^games with neither setup.*among those/ { inside = 1 }
     /^games with neither setup.*within/ { inside = 0 }
     inside && $2 == ".." && $4 == "%" {
         gap = ($8 < 0 ? -$8 : $8 + 0) - substr($9, length("±") + 1)
         if ($5 < 200) bad = 1
         if (gap > most) most = gap
         bins++
     }
     /^figure bayes-new-calibration/ { said = $3 }
     END { exit bad || bins < 2 || said == "" || said - most > 0.02 || most - said > 0.02 }' "$tmp/out" ||
    fail "bench guess: the calibration of its bins: $(cat "$tmp/out")"

# Known is what anything that was learnt from has: another of the games measured, where the model learnt from it.
"$VEDETTE" setup create --seed 5 >"$tmp/a.setup"
"$VEDETTE" setup create --seed 6 >"$tmp/b.setup"
"$VEDETTE" setup create --seed 7 >"$tmp/c.setup"
"$VEDETTE" -p "$tmp/brief.yaml" --seed 4 match probabilistic probabilistic --games 6 --unpaired --save "$tmp/again" \
    --setups "$tmp/a.setup" "$tmp/b.setup" >/dev/null
"$VEDETTE" guess learn "$tmp"/again/*.game --rounds 1 --folds 2 --out "$tmp/k.yaml" >"$tmp/out"
learnt='^games with a setup, or its mirror image, among those learnt from:'
shows "$learnt 6 games\$" bench guess "$tmp"/again/*.game --guessers hard --setups "$tmp/c.setup" \
    --fold-models "$tmp"/k.yaml.fold*
shows "$learnt 6 games\$" bench guess "$tmp"/again/*.game --guessers hard --setups "$tmp/c.setup" --folds 2
shows "$learnt 1 game\$" bench guess "$tmp"/again/000000.game --guessers hard --setups "$tmp/c.setup" \
    --model "$tmp/k.yaml"
shows "^games with neither setup, nor its mirror image, among those learnt from: 1 game\$" \
    bench guess "$tmp"/again/000000.game --guessers hard --setups "$tmp/c.setup" --model "$tmp/k.yaml.fold1"
shows '^figure hard-new-top1 ' bench guess "${two[@]}" --setups "$tmp/mirror.setup" --guessers hard,bayes
"$VEDETTE" bench guess "${two[@]}" --setups "$tmp/mirror.setup" --guessers hard,bayes --json >"$tmp/json"
bits=$(sed -n 's/^figure bayes-logloss //p; s/ bits//' "$tmp/out" | head -n 1)
! command -v python3 >/dev/null || python3 - "$tmp/json" "${bits% *}" <<'END' || { cat "$tmp/json"; failed=1; }
import json, sys
answer = json.load(open(sys.argv[1]))
assert answer["games"] == 2 and answer["in_sample_people"] == 0
assert {name: kind["games"] for name, kind in answer["classes"].items()} == \
    {"all": 2, "known": 1, "new": 1, "unlike": 1}
bayes = answer["classes"]["all"]["guessers"]["bayes"]
assert abs(bayes["parts"]["whole"]["bits"]["mean"] - float(sys.argv[2])) < 6e-5
assert bayes["parts"]["whole"]["bits"]["low"] < bayes["parts"]["whole"]["bits"]["mean"]
pieces = bayes["parts"]["whole"]["pieces"]
assert sum(row["given"] for row in bayes["likeliest"]) == pieces
assert sum(sum(row.values()) for row in bayes["taken_for"].values()) == pieces
assert abs(sum(row["said"] * row["given"] for row in bayes["every_rank"]) - pieces) < 1e-3
ranks = [part["pieces"] for name, part in bayes["parts"].items() if name in bayes["taken_for"]]
assert sum(ranks) == pieces == bayes["parts"]["unmoved"]["pieces"] + bayes["parts"]["moved"]["pieces"]
END
! grep -v '^model: ' "$tmp/out" | grep -E '^.{121}' || fail "bench guess: lines of more than 120 columns"
shows '^2 games$' bench guess "$tmp"/brief/*.game --every 3 --guessers hard
shows '^figure hard-top1' bench guess "$other" --guessers hard
grep '^figure hard' "$tmp/out" >"$tmp/one"
shows '^1 game$' bench guess "$other" "$tmp/far/000000.game" --every 2 --guessers hard
grep '^figure hard' "$tmp/out" | cmp - "$tmp/one" || fail "bench guess --every"
refuses 'found "hart", expected a guesser' bench guess "$game" --guessers hard,hart
"$VEDETTE" bench belief --games 2 >"$tmp/out"
for figure in event-update event-update-p99 sample; do
    grep -Eq "^figure $figure [0-9.]+ us$" "$tmp/out" || { cat "$tmp/out"; failed=1; }
done
for form in readable packed; do
    grep -Eq "^figure model-$form-load [0-9.]+ ms$" "$tmp/out" &&
        grep -Eq "^figure model-$form-size [0-2]\.[0-9]+ MB$" "$tmp/out" || fail "bench belief: the $form model"
done
printf 'format: vedette-profile/1\nbelief: {kind: hard}\n' >"$tmp/hard.yaml"
"$VEDETTE" -p "$tmp/hard.yaml" bench belief --games 1 | grep '^figure model' && fail "bench belief: a model of none"
exit "$failed"
