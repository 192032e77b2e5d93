#!/usr/bin/env bash
# ci: no-sanitizers
# The trainer in PyTorch (src/learn/torch): its losses and gradients are those of learn rnad, to 1e-4; a run
# that is killed goes on; its weights play. Skipped where no Python has PyTorch.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
export PYTHONDONTWRITEBYTECODE=1 OMP_NUM_THREADS=1
python=
for candidate in ${PYTHON:-} python3 /usr/bin/python3; do
    if "$candidate" -c 'import sys, torch; sys.exit(sys.version_info < (3, 9))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo 'no Python 3.9 with PyTorch: skipped'
    exit 77
fi
fixture=$PWD/tests/torch_fixture
cd "$tmp"

mkdir fixture
"$fixture" fixture
"$python" "$srcdir/tests/torch_check.py" "$srcdir/src/learn/torch" fixture >check || fail "$(cat check)"
[ "$(grep -c ': [0-9.e+-]* of ' check)" = 20 ] || fail "comparisons are missing: $(cat check)"

# A small run, with imitation of games that programs played; killed once self-play has a checkpoint.
"$VEDETTE" --seed 1 match random random --variant barrage --games 21 --max-plies 20 --save games --unpaired \
    >/dev/null
run=(--vedette "$VEDETTE" --out run.net --checkpoint run.pt --log run.csv --device cpu --jobs 1
    --variant barrage --shape '0,0,2,2' --games 1 --groups 1 --save 0 --minutes 10 --imitate 0.0005
    --data games/*.game)
"$python" "$srcdir/src/learn/torch/train.py" "${run[@]}" --steps 3 >first 2>&1 &
child=$!
until grep -q '^step 2: ' first || ! kill -0 "$child" 2>/dev/null; do sleep 0.05; done
kill -9 "$child" 2>/dev/null || true # on a busy machine it may have ended
wait "$child" 2>/dev/null || true
grep -q '^on [0-9]* decisions of games not seen: ' first || fail "no test of imitation: $(cat first)"

# It goes on; then it is refused with another seed, and with a damaged checkpoint: three runs of one process.
"$python" - "$srcdir/src/learn/torch" "${run[@]}" >second 2>err <<'END' || fail "$(cat second err)"
import sys
sys.path.insert(0, sys.argv[1])
import train
words = sys.argv[2:]
for more in (["--steps", "4"], ["--seed", "2"], ["--checkpoint", "cut.pt"]):
    sys.argv = ["train.py", *words, *more]
    print("status", train.main(), flush=True)
    open("cut.pt", "wb").write(open("run.pt", "rb").read()[:1000])
END
is 'statuses' $'status 0\nstatus 2\nstatus 2' "$(grep '^status' second)"
is 'errors' "train.py: run.pt: a checkpoint of another run: found 'seed: 1', expected 'seed: 2'
train.py: cut.pt: found no checkpoint of this program, or a damaged one" "$(cat err)"
grep -q '^goes on from run.pt: [1-9][0-9]* steps of imitation, [123] of self-play$' second ||
    fail "$(cat second)"
grep -q ', 4 of self-play, 4 games: run.net$' second || fail "$(cat second)"
[ "$(wc -l <run.csv)" = 5 ] || fail "the curve has other than five lines: $(cat run.csv)"
shows 'plies a game' learn curve run.csv
shows '^trainer: torch ' net show run.net
shows '^steps: 4$' net show run.net
shows '^score of A' match rnad:model=run.net random --variant barrage --games 2 --max-plies 20
exit "$failed"
