#!/usr/bin/env bash
# ci: archive
# The examples of doc/FILES.md are what the text says: each is sound, and the kinds are all there.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu -o pipefail
srcdir=$(cd "${srcdir:-.}" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

# Each fenced block becomes a file of its own.
mkdir "$tmp/examples"
${AWK:-awk} -v folder="$tmp/examples" '
    /^```/ { inside = !inside; if (inside) count++; else close(file); next }
    inside { file = sprintf("%s/%02d", folder, count); print >file }
' "$srcdir/doc/FILES.md"

cd "$tmp/examples"
for example in *; do
    # tests/test_theme.c and tests/test_keymap.c read the screen's own files, tests/test_ladder.c the ladder,
    # tests/test_review_keep.c reviews.
    ! grep -q -E '^format: vedette-(theme|keys|levels|review)/' "$example" || continue
    "$VEDETTE" check "$example" >>"$tmp/said" 2>&1 || failed=1
done
cat "$tmp/said"
for kind in setup letters position field game 'gravon xml' 'gravon gsn' 'ataraxos text' 'evaluator log'; do
    grep -q ": $kind, " "$tmp/said" || { echo "files.sh: no example of: $kind"; failed=1; }
done

# The file of an unfinished game gives away nothing of a sealed side; only --unsealed does.
sealed() {
    if "$VEDETTE" "$@" >"$tmp/out" 2>"$tmp/err" || ! grep -q "blue's side stays hidden" "$tmp/err" ||
        [ -s "$tmp/out" ]; then
        echo "files.sh: shows what is sealed: $*"; failed=1
    fi
}
for name in sealed sealed-position; do
    game=$srcdir/tests/fuzz/corpus/game/$name
    sealed show --all "$game"
    sealed show --side blue "$game"
    sealed review --worlds 0 "$game"
    sealed apply "$game"
    sealed position edit "$game"
    for format in position gsn tsv gravon; do
        sealed convert --to "$format" "$game"
    done
    "$VEDETTE" show "$game" >"$tmp/out"
    ! grep -q -E 'b[FBX]' "$tmp/out" || { echo "files.sh: show shows blue's ranks"; failed=1; }
    "$VEDETTE" convert --to position --unsealed "$game" | grep -q bF ||
        { echo "files.sh: --unsealed hides"; failed=1; }
    for words in 'show --all' 'show --side blue' 'position edit a9 .' 'game enter a6-a7' 'game back' \
        'game follow /dev/null'; do
        printf 'load "%s"\n%s\n' "$game" "$words" | "$VEDETTE" console >"$tmp/out" 2>"$tmp/err" || :
        if grep -q bF "$tmp/out" || ! grep -q 'stays hidden' "$tmp/err"; then
            echo "files.sh: load, $words: shows what is sealed"; failed=1
        fi
    done
done
sealed why "$srcdir/tests/fuzz/corpus/game/sealed"
sealed convert --to setup --side blue "$srcdir/tests/fuzz/corpus/game/sealed"
exit "$failed"
