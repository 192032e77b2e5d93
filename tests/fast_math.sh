#!/usr/bin/env bash
# -ffast-math does not change results: configure leaves it out, and where it is given to make nothing compiles.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
srcdir=$(cd "${srcdir:-.}" && pwd)
cc=${CC:-cc}
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp"

die() { echo "fast_math.sh: $*" >&2; exit 1; }

# What configure makes of CFLAGS.
script=$(sed -n "/sed -E \\['/,/'\\]/p" "$srcdir/configure.ac" | sed "1d; s/'].*//")
left() { echo " $*" | sed -E "$script"; }
expect() { [ "$(left $1)" = "$2" ] || die "of $1 configure leaves \"$(left $1)\", not \"$2\""; }
expect '-O2 -ffast-math -g' '-O2 -g'
expect '-Ofast -march=native' '-O3 -march=native'
expect '-ffast-math -fassociative-math -fno-signed-zeros -ffp-contract=fast -Wall' '-Wall'
expect '-O2 -fno-omit-frame-pointer -fmath-errno' '-O2 -fno-omit-frame-pointer -fmath-errno'

echo '#include "belief/fast_math.h"' >header.c
compile() { $cc -std=c17 -I"$srcdir/src" "$@" -c header.c -o header.o; }
compile -O2 || die "header.c does not compile"
if compile -O2 -ffast-math 2>err; then die "with -ffast-math it compiles"; fi
grep -q 'changes results' err || die "found $(head -n 1 err), expected why"
