#!/usr/bin/env bash
# Each header compiles alone. SPDX-License-Identifier: GPL-3.0-or-later
set -eu
cd "${srcdir:-.}"
cc=${CC:-cc}
failed=0
alone() { $cc -std=c17 -D_GNU_SOURCE -Wall -Werror -fsyntax-only -Isrc -x c "$1"; }

if alone /dev/stdin <<<'struct text *text_of(size_t size);' 2>/dev/null; then
    echo "headers.sh: a header that needs another passes"
    exit 1
fi
for header in src/*/*.h; do
    alone "$header" || failed=1
done
exit "$failed"
