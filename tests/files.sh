#!/usr/bin/env bash
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
    # tests/test_theme.c and tests/test_keymap.c read the screen's own files, tests/test_ladder.c the ladder.
    ! grep -q -E '^format: vedette-(theme|keys|levels)/' "$example" || continue
    "$VEDETTE" check "$example" >>"$tmp/said" 2>&1 || failed=1
done
cat "$tmp/said"
for kind in setup letters position field game 'gravon xml' 'gravon gsn'; do
    grep -q ": $kind, " "$tmp/said" || { echo "files.sh: no example of: $kind"; failed=1; }
done
exit "$failed"
