#!/usr/bin/env bash
# ci: no-sanitizers no-archive
# Each header compiles alone. SPDX-License-Identifier: GPL-3.0-or-later
set -eu
cd "${srcdir:-.}"
cc=${CC:-cc}
failed=0
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
alone() { $cc -std=c17 -D_GNU_SOURCE -Wall -Werror -fsyntax-only -Isrc -include "$1" -x c /dev/null; }

echo 'struct text *text_of(size_t size);' >"$tmp/needy.h"
if alone "$tmp/needy.h" 2>/dev/null; then
    echo "headers.sh: a header that needs another passes"
    exit 1
fi
for header in src/*/*.h; do
    alone "$header" || failed=1
done
exit "$failed"
