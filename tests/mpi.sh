#!/usr/bin/env bash
# learn rnad on two ranks of MPI gives the bytes of one process with the same shards, and either goes on from
# the other's checkpoint. Skipped where the build has no MPI.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
options=(--variant barrage --method ppo --share 0.5 --batch 4 --groups 2 --shards 2 --outer-channels 2
    --inner-channels 2 --inner-blocks 0)
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1

if ! "$VEDETTE" learn rnad "${options[@]}" --mpi --out "$tmp/alone.rnad" --steps 1 >"$tmp/out" 2>&1; then
    grep -q 'this vedette was built without MPI: configure --with-mpi$' "$tmp/out" || fail "$(cat "$tmp/out")"
    [ "$failed" = 0 ] && exit 77
    exit 1
fi
command -v mpirun >/dev/null || exit 77
two() { timeout 60 mpirun -np 2 "$VEDETTE" learn rnad "${options[@]}" --mpi "$@"; }

shows '^3 steps, 12 games: ' learn rnad "${options[@]}" --out "$tmp/one.rnad" --net "$tmp/one.net" --steps 3
two --out "$tmp/two.rnad" --net "$tmp/two.net" --log "$tmp/two.csv" --steps 2 >"$tmp/out" 2>&1 || fail "$(cat "$tmp/out")"
two --out "$tmp/two.rnad" --net "$tmp/two.net" --log "$tmp/two.csv" --steps 3 >"$tmp/out" 2>&1 || fail "$(cat "$tmp/out")"
[ "$(grep -c '^goes on from step 2 of ' "$tmp/out")" = 1 ] || fail "two ranks: $(cat "$tmp/out")"
[ "$(sed -n '$=' "$tmp/two.csv")" = 4 ] || fail "the curve has other than four lines"
for file in rnad net; do
    cmp "$tmp/one.$file" "$tmp/two.$file" || fail "two ranks: another $file"
done

# One process goes on with the checkpoint of two.
shows '^goes on from step 3 of ' learn rnad "${options[@]}" --out "$tmp/two.rnad" --steps 4
status=0
two --shards 3 --out "$tmp/odd.rnad" --steps 1 >"$tmp/out" 2>&1 || status=$?
{ [ "$status" != 0 ] && grep -q 'found 3 shards for 2 ranks, expected a multiple$' "$tmp/out"; } ||
    fail "three shards for two ranks: $(cat "$tmp/out")"
exit "$failed"
