#!/usr/bin/env bash
# ci: no-sanitizers
# learn rnad: a run that is broken off gives the bytes of one that is not, its curve too; what it refuses.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
# Games that are played to test are long else.
printf 'format: vedette-profile/1\nrules: {move_limit: 60}\n' >"$tmp/short.yaml"
options=(-p "$tmp/short.yaml" --variant barrage --batch 1 --groups 1 --every 1 --outer-channels 2 --inner-channels 2 --inner-blocks 0)

shows '^step 2: value loss .* 2 games, 0\.00 hours left$' learn rnad "${options[@]}" --out "$tmp/one.rnad" \
    --log "$tmp/one.csv" --net "$tmp/one.net" --steps 2 --jobs 2 --test-games 2
for opponent in random probabilistic; do
    grep -q "^step 2 against $opponent: .* % of 2 games " "$tmp/out" || fail "--test-games: $(cat "$tmp/out")"
done
sed -n 3p "$tmp/one.csv" | grep -Eq '^2,2,.*,[01]\.[0-9]+,[01]\.[0-9]+$' || fail "the curve lacks the tests"
shows 'one.csv: 2 learning steps, 2 games' learn curve "$tmp/one.csv"
for row in '1,1' '1,1,10,5.0,1,0,0,nan,0.5,0,0.1,,' '1,1,10,5.0,1,0,0,0.1,0.5,0,,,' '1,1,10,5,1,0,0,0.1,0.5,0,1,,,'; do
    (head -1 "$tmp/one.csv"; echo "$row") >"$tmp/bad.csv"
    refuses 'bad.csv:2:[0-9]*: found' learn curve "$tmp/bad.csv"
done
# A checkpoint after each step, the last one too: its tests are played once.
"$VEDETTE" learn rnad "${options[@]}" --out "$tmp/often.rnad" --log "$tmp/often.csv" --net "$tmp/often.net" \
    --steps 1 --minutes 0 --test-games 1 >/dev/null
shows 'often.csv: 1 learning step, 1 game ' learn curve "$tmp/often.csv"
# Other agents to test against, each with a column and a mark.
tests=(--out "$tmp/tests.rnad" --log "$tmp/tests.csv" --net "$tmp/tests.net" --test-agents probabilistic:piece=2,rank=0.1 random)
shows '^step 1 against probabilistic:piece=2' learn rnad "${options[@]}" --steps 1 --test-games 1 "${tests[@]}"
[ "$(sed -n '1s/.*,gradient//p' "$tmp/tests.csv")" = ',probabilistic:piece=2;rank=0.1,random' ] || fail "--test-agents: no columns"
sed -n 2p "$tmp/tests.csv" | grep -Eq ',[01]\.[0-9]+,[01]\.[0-9]+$' || fail "--test-agents: $(cat "$tmp/tests.csv")"
shows '^p: probabilistic:piece=2;rank=0.1, r: random$' learn curve "$tmp/tests.csv"
refuses 'tests.csv:1:1: found another first line, expected that of a curve with these columns$' learn rnad "${options[@]}" \
    --steps 2 --test-games 1 "${tests[@]}" greedy
refuses '--test-agents needs --test-games N$' learn rnad "${options[@]}" --steps 2 "${tests[@]}"
refuses "rnad.model: found 'nowhere'" learn rnad "${options[@]}" --steps 2 --test-games 1 "${tests[@]}" rnad:model=nowhere
refuses 'found 9 agents to test against, expected at most 8$' learn rnad "${options[@]}" --steps 2 --test-games 1 "${tests[@]}" \
    random random random random random random random
refuses 'one.net:1:1: found another first line' learn curve "$tmp/one.net"
"$VEDETTE" learn rnad "${options[@]}" --out "$tmp/two.rnad" --log "$tmp/two.csv" --steps 1 >/dev/null
echo '2,9,a row of a step that was lost' >>"$tmp/two.csv"
shows '^goes on from step 1 of ' learn rnad "${options[@]}" --out "$tmp/two.rnad" --log "$tmp/two.csv" \
    --net "$tmp/two.net" --steps 2
sed -i '3s/,[01]\.[0-9]*,[01]\.[0-9]*$/,,/' "$tmp/one.csv" # the tests, which only one run played
for file in rnad csv net; do
    cmp "$tmp/one.$file" "$tmp/two.$file" || fail "broken off: another $file"
done
# Killed between its curve and its checkpoint, which is larger than a file may be here; and before its weights.
"$VEDETTE" learn rnad "${options[@]}" --out "$tmp/cut-off.rnad" --log "$tmp/cut-off.csv" --steps 1 >/dev/null
if (ulimit -c 0 -f 2; exec "$VEDETTE" learn rnad "${options[@]}" --out "$tmp/cut-off.rnad" --log "$tmp/cut-off.csv" \
        --steps 2) >/dev/null 2>"$tmp/killed"; then
    fail "a checkpoint larger than a file may be"
fi
cmp "$tmp/one.csv" "$tmp/cut-off.csv" || fail "killed before its checkpoint: the curve comes first"
shows '^goes on from step 1 of ' learn rnad "${options[@]}" --out "$tmp/cut-off.rnad" --log "$tmp/cut-off.csv" --steps 2
shows '^goes on from step 2 of ' learn rnad "${options[@]}" --out "$tmp/cut-off.rnad" --log "$tmp/cut-off.csv" \
    --net "$tmp/cut-off.net" --steps 2
for file in rnad csv net; do
    cmp "$tmp/one.$file" "$tmp/cut-off.$file" || fail "killed: another $file"
done
# Killed before its weights and tests, or in its second test: the next call begins with them.
tests=(--test-games 2 --out "$tmp/tested.rnad" --log "$tmp/tested.csv" --net "$tmp/tested.net")
"$VEDETTE" learn rnad "${options[@]}" "${tests[@]}" --steps 1 >/dev/null
cp "$tmp/tested.csv" "$tmp/whole.csv"
for cut in 's/(,[01]\.[0-9]{4}){2}$/,,/' 's/,[01]\.[0-9]{4}$/,/'; do
    sed -E -i "2$cut" "$tmp/tested.csv"
    sed -n 2p "$tmp/tested.csv" | grep -q ',$' || fail "no score was cut: $(cat "$tmp/tested.csv")"
    rm "$tmp/tested.net"
    shows '^step 1 against probabilistic: .* % of 2 games ' learn rnad "${options[@]}" "${tests[@]}" --steps 1
    cmp "$tmp/whole.csv" "$tmp/tested.csv" || fail "killed before its tests: another curve"
done
shows '^goes on from step 1 of ' learn rnad "${options[@]}" "${tests[@]}" --steps 2
grep -q '^step 1 against' "$tmp/out" && fail "tests that have scores are played again"
for file in rnad net; do
    cmp "$tmp/one.$file" "$tmp/tested.$file" || fail "killed before its tests: another $file"
done
shows '^steps: 2$' net show "$tmp/one.net"
shows '^variant: barrage$' net show "$tmp/one.net"
[ "$(sed -n '$=' "$tmp/one.csv")" = 3 ] || fail "the curve has other than three lines"

# Against an agent: the curve counts what the policy won.
shows '^step 1: .* won [01]\.00 lost [01]\.00 drawn [01]\.00, 1 game, ' learn rnad "${options[@]}" --out "$tmp/three.rnad" \
    --opponent random --rules free --log "$tmp/three.csv" --net "$tmp/three.net" --steps 1
head -1 "$tmp/three.csv" | grep -q ',won,lost,drawn,' || fail "the curve does not say who won"
shows '^w: won, r: random, p: probabilistic$' learn curve "$tmp/three.csv"
shows '^opponent: random$' net show "$tmp/three.net"
refuses "three.rnad: a checkpoint of another run: found 'opponent: random', expected 'opponent: greedy'$" \
    learn rnad "${options[@]}" --out "$tmp/three.rnad" --opponent greedy --rules free --steps 2
refuses "unknown agent 'nobody'" learn rnad "${options[@]}" --out "$tmp/four.rnad" --opponent nobody --steps 1

# With the weights of another run: without a step they are the same.
"$VEDETTE" learn rnad "${options[@]}" --method ppo --from "$tmp/one.net" --out "$tmp/five.rnad" --net "$tmp/five.net" \
    --rate 0 --average 0 --steps 1 >/dev/null
cmp <(tail -c 4000 "$tmp/one.net") <(tail -c 4000 "$tmp/five.net") || fail "--from: other weights"
refuses "five.rnad: a checkpoint of another run: found 'from: [0-9a-f]{16}', expected 'from: [0-9a-f]{16}'$" \
    learn rnad "${options[@]}" --method ppo --from "$tmp/three.net" --out "$tmp/five.rnad" --rate 0 --average 0 --steps 2
refuses 'one.net: found 0 and 0 blocks of 2 and 2 channels, expected 0, 0, 4 and 2$' learn rnad "${options[@]}" \
    --outer-channels 4 --from "$tmp/one.net" --out "$tmp/six.rnad" --steps 1
refuses 'one.rnad: found a packed file of kind' learn rnad "${options[@]}" --from "$tmp/one.rnad" \
    --out "$tmp/six.rnad" --steps 1

# How exploitable an agent is.
shows '^random +0\.00 +2( +-){3} +[0-9.]+( +-){3} +[0-9.]+ +[0-9.]+  [0-9.]+ to [0-9.]+$' \
    bench exploit random --variant barrage --from "$tmp/one.net" --nets "$tmp/kept" --hours 0 --steps 2 --batch 1 --groups 1 --games 2
grep -Eq '^figure exploit-score [0-9.]+ %$' "$tmp/out" || fail "no figure: $(cat "$tmp/out")"
shows '^opponent: random$' net show "$tmp/kept/1.net"
refuses 'found neither hours nor steps' bench exploit random --hours 0
# All agents are checked before the first is learnt against; the rows of a bench that is killed stay.
refuses "unknown key 'vedette.world'" bench exploit random vedette:world=1 --hours 100
mkdir -p "$tmp/taken/2.net"
refuses '2.net: Is a directory$' bench exploit random random --hours 100 --nets "$tmp/taken"
TMPDIR=$tmp "$VEDETTE" bench exploit random vedette:time=5 --variant barrage --hours 0 --steps 1 --batch 1 --groups 1 --games 2 \
    >"$tmp/rows" 2>&1 &
bench=$!
for ((i = 0; i < 600; i++)); do
    grep -q '^random ' "$tmp/rows" && break
    sleep 0.1
done
kill -9 "$bench"
wait "$bench" 2>"$tmp/killed" || true
grep -Eq '^random +[0-9.]+ +1 .* to [0-9.]+$' "$tmp/rows" || fail "a bench that was killed: $(cat "$tmp/rows")"
refuses 'one.rnad: found a packed file of kind' bench exploit random --from "$tmp/one.rnad" --steps 1

# How fast a policy learns: a row for each part.
shows '^backward pass +[0-9.]+ +[0-9]+$' bench learn --variant barrage --seconds 0.01
for row in 'observations alone' 'self-play' 'self-play, scalar loops' 'learning steps, rnad' 'learning steps, ppo' sgemm 'forward pass'; do
    grep -Eq "^$row +[0-9.]+ +[0-9]+( +[0-9.]+)?$" "$tmp/out" || fail "bench learn without '$row': $(cat "$tmp/out")"
done

refuses "one.rnad: a checkpoint of another run: found 'variant: barrage', expected 'variant: duel'$" \
    learn rnad "${options[@]}" --variant duel --out "$tmp/one.rnad" --steps 3
head -c 5000 "$tmp/one.rnad" >"$tmp/cut.rnad"
refuses 'cut.rnad: found .* bytes behind the head' learn rnad "${options[@]}" --out "$tmp/cut.rnad" --steps 3
refuses 'one.net: found a packed file of kind' learn rnad "${options[@]}" --out "$tmp/one.net" --steps 3
echo 'step,other' >"$tmp/other.csv"
refuses 'other.csv:1:1: found another first line' learn rnad "${options[@]}" --out "$tmp/one.rnad" \
    --log "$tmp/other.csv" --steps 3
refuses 'other.csv has a content, and .*none.rnad, whose curve it may be, is not there$' learn rnad "${options[@]}" \
    --out "$tmp/none.rnad" --log "$tmp/other.csv" --steps 1
grep -q '^step,other$' "$tmp/other.csv" || fail "a new run changed the file of --log"
cp "$tmp/three.rnad" "$tmp/lost.rnad"
"$VEDETTE" learn rnad "${options[@]}" --opponent random --rules free --out "$tmp/lost.rnad" --log "$tmp/lost.csv" --steps 2 \
    >/dev/null 2>"$tmp/err"
grep -q 'lost.csv: the curve lacks 1 of 1 steps$' "$tmp/err" || fail "no word of rows that a curve lacks: $(cat "$tmp/err")"
"$VEDETTE" net new "$tmp/direct.net" --direct --inner-blocks 0 --outer-channels 2 --inner-channels 2 >/dev/null
shows '^direct: 1$' net show "$tmp/direct.net"
shows '^score of A' match "rnad:model=$tmp/direct.net" random --variant barrage --games 1 --max-plies 4
refuses ', expected 0, 0, 2 and 2$' learn rnad "${options[@]}" --from "$tmp/direct.net" --out "$tmp/odd.rnad" --steps 1
refuses 'found 3 and 2 channels, expected even numbers' learn rnad --outer-channels 3 --inner-channels 2 \
    --out "$tmp/odd.rnad" --steps 1
refuses '^usage: ' learn rnad
refuses 'found 1 groups of games for 2 shards, expected a multiple$' learn rnad "${options[@]}" --shards 2 \
    --out "$tmp/odd.rnad" --steps 1
refuses '--test-games needs --net FILE$' learn rnad "${options[@]}" --out "$tmp/one.rnad" --steps 3 --test-games 2

# One file under two names is refused before anything is written: also through links, and where it is not there.
ln -s new.rnad "$tmp/link"
ln "$tmp/one.csv" "$tmp/other-name"
for two in "out log $tmp/new.rnad" "out net $tmp/./new.rnad" "out log $tmp/link" "out from $tmp/new.rnad"; do
    read -r one other name <<<"$two"
    refuses "^learn rnad: --$one and --$other name the same file, $name$" \
        learn rnad "${options[@]}" --steps 1 "--$one" "$tmp/new.rnad" "--$other" "$name"
done
refuses '--log and --net name the same file, ' learn rnad "${options[@]}" --steps 3 --out "$tmp/new.rnad" \
    --log "$tmp/one.csv" --net "$tmp/other-name"
refuses '--net and --from name the same file, ' learn rnad "${options[@]}" --steps 3 --out "$tmp/new.rnad" \
    --net "$tmp/one.net" --from "$tmp/one.net"
refuses '^bench exploit: --from and --nets name the same file, ' bench exploit random random --hours 100 --nets "$tmp/kept" \
    --from "$tmp/kept/1.net"
[ ! -e "$tmp/new.rnad" ] || fail "something was written"

# The agent that plays by the weights.
shows '^score of A' match "rnad:model=$tmp/one.net" random --variant barrage --games 2 --max-plies 40
# Its games have the digest of the weights, with which `check --again` finds that the file is another one.
cp "$tmp/one.net" "$tmp/played.net"
mkdir "$tmp/games"
"$VEDETTE" match "rnad:model=$tmp/played.net" random --variant barrage --games 1 --unpaired --max-plies 10 --save "$tmp/games" >/dev/null
file_digest=$("$VEDETTE" net show "$tmp/one.net" | sed -n 's/.* digest \([0-9a-f]*\)$/\1/p')
grep -q "agent: {name: rnad, weights: $file_digest, options: {$" "$tmp"/games/* || fail "no digest $file_digest: $(cat "$tmp"/games/*)"
shows 'and played again the same' check --again "$tmp"/games/*
cp "$tmp/three.net" "$tmp/played.net"
status=0
"$VEDETTE" check --again "$tmp"/games/* >/dev/null 2>"$tmp/err" || status=$?
grep -Eq ": red's agent: found weights with the digest [0-9a-f]{16}, expected $file_digest$" "$tmp/err" && [ $status = 1 ] ||
    fail "other weights: $status, $(cat "$tmp/err")"
refuses "rnad.model: .*cut.rnad: found a packed file of kind 'rnad/1', expected 'net/1'" match "rnad:model=$tmp/cut.rnad" random --games 1
refuses "rnad.model: found 'nowhere'" match rnad:model=nowhere random --games 1
refuses 'rnad.model: .*: found no shape of a policy in its options$' \
    match "rnad:model=$srcdir/tests/fuzz/corpus/net/whole" random --games 1

# The paper's network is made, saved, read back and played by; a file larger than any is refused unread.
"$VEDETTE" net new "$tmp/paper.net" --outer-blocks 2 --inner-blocks 2 --outer-channels 256 --inner-channels 320 >/dev/null
shows ', 22040169 weights, ' net show "$tmp/paper.net"
shows '^[a-k][0-9]+-[a-k][0-9]+$' move "rnad:model=$tmp/paper.net,bounds=none" "$srcdir/tests/positions/policy-steps.yaml"
truncate -s 1G "$tmp/paper.net"
refuses 'paper.net:1:1: found more than 536870912 bytes, expected no more$' match "rnad:model=$tmp/paper.net" random --games 1
rm "$tmp/paper.net"

# learn people: the same file whether broken off or not, which the agent plays by; what it refuses.
games=$srcdir/tests/formats/barrage.game
options=(--batch 1 --passes 3 --share 0.5 --every 1 --outer-channels 2 --inner-channels 2 --inner-blocks 0)
shows '^step 3 of 3, placement .* value loss ' learn people "$games" "${options[@]}" --out "$tmp/people.net" --jobs 2
"$VEDETTE" learn people "$games" "${options[@]}" --out "$tmp/second.net" --steps 1 >/dev/null
cp "$tmp/second.net" "$tmp/early.net"
shows '^goes on from step 1 of ' learn people "$games" "${options[@]}" --out "$tmp/second.net"
cmp "$tmp/people.net" "$tmp/second.net" || fail "learn people broken off: another file"
shows '^score of A' match "rnad:model=$tmp/early.net" random --variant barrage --games 2 --max-plies 40
shows '^figure setup-bits [0-9.]+$' bench policy "$games" --net "$tmp/people.net" --share 1
grep -Eq '^games 1, moves with a choice [0-9]+, setups 2$' "$tmp/out" || fail "bench policy: $(cat "$tmp/out")"
refuses "second.net: weights of another run: found 'batch: 1', expected 'batch: 2'$" \
    learn people "$games" "${options[@]}" --out "$tmp/second.net" --batch 2
refuses 'cut.rnad: found' learn people "$games" "${options[@]}" --out "$tmp/cut.rnad"
refuses 'bench policy: found 1 game, of which --hold-out 100 leaves out none$' bench policy "$games" --net "$tmp/people.net" \
    --hold-out 100
refuses 'cut.rnad: found' bench policy "$games" --net "$tmp/cut.rnad"
"$VEDETTE" convert "$games" --plies 1 --to game >"$tmp/open.game"
refuses 'learn people: no game to learn from that began with two setups' \
    learn people "$tmp/open.game" --out "$tmp/none.net"
refuses 'hunt.yaml:1:1: found a position, expected a game' \
    learn people "$srcdir/tests/positions/hunt.yaml" --out "$tmp/none.net"
echo 'format: vedette-game/1' >"$tmp/half.game"
refuses 'half.game' learn people "$tmp/half.game" --out "$tmp/none.net"
exit "$failed"
