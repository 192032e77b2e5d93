#!/usr/bin/env bash
# ci: archive
# The data files in the program are those on disk, byte for byte, whatever bytes they have.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
srcdir=$(cd "${srcdir:-.}" && pwd)
awk=${AWK:-awk} cc=${CC:-cc}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"

die() { echo "embed.sh: $*" >&2; exit 1; }
embed() { LC_ALL=C $awk -v root="$tmp/tree" -f "$srcdir/src/embed.awk" "$@"; }

mkdir -p tree/data
: >tree/data/empty
# shellcheck disable=SC2059 # each byte is a format of its own
for ((i = 255; i >= 0; i--)); do printf "\\x$(printf %02x $i)"; done >tree/data/every-byte
printf 'no newline at the end' >tree/data/line
head -c 100000 /dev/zero >tree/data/long
names="data/empty data/every-byte data/line data/long"

cat >unpack.c <<'END'
#include "base/embedded.h"
#include <stdio.h>
int main(int argc, char **argv)
{
    const struct embedded *file = argc > 1 ? embedded_find(argv[1]) : NULL;
    if (!file || file->bytes[file->size] != 0)
        return 1;
    return fwrite(file->bytes, 1, file->size, stdout) != file->size;
}
END
# shellcheck disable=SC2086 # lists of words
embed $names >data.c
# shellcheck disable=SC2086
$cc -I"$srcdir/src" -o unpack unpack.c data.c "$srcdir/src/base/embedded.c"
for name in $names; do
    ./unpack "$name" >out || die "$name is not in the table"
    cmp "out" "tree/$name" || die "$name differs"
done
./unpack data/other >out && die "found a file that is not there"

embed data/none >out 2>err && die "took a file that is missing"
grep -q "no such file" err || die "does not say which file is missing"
embed data/line data/empty >out 2>err && die "took names out of order"
embed "data/a'b" >out 2>err && die "took a name with a quote"
exit 0
