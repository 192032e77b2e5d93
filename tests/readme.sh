#!/usr/bin/env bash
# ci: no-sanitizers
# The examples of README.md work as they stand, one after the other, and its links lead somewhere.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu -o pipefail
srcdir=$(cd "${srcdir:-.}" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
mkdir "$tmp/bin" "$tmp/work"
ln -s "$VEDETTE" "$tmp/bin/vedette"
cd "$tmp/work"
export PATH="$tmp/bin:$PATH" XDG_CONFIG_HOME="$tmp/config"

# The examples are the indented lines that begin with the program's name.
sed -n 's/^    \(vedette .*\)/\1/p' "$srcdir/README.md" >../examples
[ "$(wc -l <../examples)" -ge 10 ] || { echo "readme.sh: README.md has no examples"; exit 1; }

failed=0
while read -r line; do
    if ! bash -eu -c "$line" </dev/null >../out 2>../err; then
        echo "readme.sh: this fails: $line"
        cat ../err
        failed=1
    fi
    # An answer goes somewhere: to the screen, to a file that is not empty, or into a folder.
    file=$(sed -n 's/.*>\([a-z.]*\)$/\1/p' <<<"$line")
    if [ -n "$file" ] && [ ! -s "$file" ]; then
        echo "readme.sh: this writes nothing: $line"
        failed=1
    fi
done <../examples

grep -oE '\]\([^)]+\)' "$srcdir/README.md" | tr -d '])(' | while read -r link; do
    [ -e "$srcdir/$link" ] || { echo "readme.sh: no such file: $link"; exit 1; }
done || failed=1
exit "$failed"
