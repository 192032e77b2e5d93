#!/usr/bin/env bash
# The manual page is sound, and its section COMMANDS is what the command table says (`make man`).
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu -o pipefail
srcdir=${srcdir:-.}
awk=${AWK:-awk}
page=$srcdir/doc/vedette.1
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
failed=0

# First the script itself: the old section goes, the others stay.
printf '.SH A\na\n.SH COMMANDS\nold\n.SH B\nb\n' >"$tmp/old"
printf '.SH COMMANDS\nnew\n' | $awk -f "$srcdir/src/manual.awk" - "$tmp/old" >"$tmp/new"
diff "$tmp/new" - <<<$'.SH A\na\n.SH COMMANDS\nnew\n.SH B\nb' || failed=1

"$VEDETTE" help --man >"$tmp/section"
[ "$(head -n 1 "$tmp/section")" = ".SH COMMANDS" ] || { echo "no section in: vedette help --man"; failed=1; }
$awk -f "$srcdir/src/manual.awk" "$tmp/section" "$page" >"$tmp/page"
diff "$page" "$tmp/page" || { echo "doc/vedette.1 is stale: run make man"; failed=1; }

if command -v groff >/dev/null 2>&1; then
    groff -man -Tascii -ww -z "$page" 2>"$tmp/warnings"
    if [ -s "$tmp/warnings" ]; then
        cat "$tmp/warnings"
        failed=1
    fi
fi
exit "$failed"
