#!/usr/bin/env bash
# ci: archive
# net show: what it prints of a weight file, and which files it refuses. (The files are a fuzz target's too.)
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
files=$srcdir/tests/fuzz/corpus/net

shows '^10 layers, 79 weights, .* seed 7, 0 further arrays, digest [0-9a-f]{16}$' net show "$files/whole"
shows '^  2        38  conv 2x2x2, kernel 3, stride 1, from 1$' net show "$files/whole"
shows '^rate: 0\.01$' net show "$files/whole"
refuses 'cut: found 682 bytes behind the head, expected 732$' net show "$files/cut"
refuses 'damaged: found damaged content$' net show "$files/damaged"
refuses "other-order: found another machine's order of bytes" net show "$files/other-order"
refuses 'version: found a packed file of version 2, expected version 1$' net show "$files/version"
refuses "later: found a packed file of kind 'net/2', expected 'net/1'$" net show "$files/later"
refuses 'nan: layer 2, conv: found NaN as weight 3 of array 0, expected a finite number$' net show "$files/nan"
refuses 'large: layer 2, conv: found 1e\+30 as weight 3, expected -1000 .. 1000$' net show "$files/large"
refuses 'nowhere' net show "$tmp/nowhere"
refuses '^usage: ' net show
exit "$failed"
