#!/usr/bin/env bash
# ci: no-sanitizers
# Each header compiles alone. One that a source file includes before all else is compiled alone by the build;
# the others are compiled here. SPDX-License-Identifier: GPL-3.0-or-later
set -eu
cd "${srcdir:-.}"
cc=${CC:-cc}
failed=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
alone() { $cc -std=c17 -D_GNU_SOURCE -Wall -Werror -fsyntax-only -Isrc -include "$1" -x c /dev/null; }

# built_alone FILE...: the headers that these source files include before all else.
built_alone() {
    ${AWK:-awk} 'FNR == 1 { first = 1 }
        first && /^ *#/ { first = 0; if ($1 == "#include" && split($2, name, "\"") == 3) print "src/" name[2] }' "$@"
}

echo 'struct text *text_of(size_t size);' >"$tmp/needy.h"
if alone "$tmp/needy.h" 2>/dev/null; then
    echo "headers.sh: a header that needs another passes"
    exit 1
fi
printf '/* c */\n#include "a/x.h"\n#include "a/y.h"\n' >"$tmp/x.c"
printf '#define SIZE 1\n#include "a/z.h"\n' >"$tmp/z.c"
[ "$(built_alone "$tmp/x.c" "$tmp/z.c")" = src/a/x.h ] || { echo "headers.sh: what the build compiles alone"; failed=1; }
built_alone src/*/*.c | sort -u >"$tmp/built"
for header in $(printf '%s\n' src/*/*.h | sort | comm -23 - "$tmp/built"); do
    alone "$header" || failed=1
done
exit "$failed"
