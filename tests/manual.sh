#!/usr/bin/env bash
# The manual page is sound, and its sections COMMANDS and RULES are what the tables say (`make man`).
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
for section in COMMANDS RULES; do
    grep -qx "\.SH $section" "$tmp/section" || { echo "no $section in: vedette help --man"; failed=1; }
    grep -qx "\.SH $section" "$page" || { echo "no $section in doc/vedette.1"; failed=1; }
done
$awk -f "$srcdir/src/manual.awk" "$tmp/section" "$page" >"$tmp/page"
diff "$page" "$tmp/page" || { echo "doc/vedette.1 is stale: run make man"; failed=1; }

if command -v groff >/dev/null 2>&1; then
    groff -man -Tascii -ww -z "$page" 2>"$tmp/warnings"
    if [ -s "$tmp/warnings" ]; then
        cat "$tmp/warnings"
        failed=1
    fi
fi

# Each example runs as it stands, one after the other, and answers.
sed -n '/^\.EX$/,/^\.EE$/s/^    //p' "$page" | sed 's/\\-/-/g; s/\\e/\\/g' >"$tmp/examples"
[ "$(wc -l <"$tmp/examples")" -ge 10 ] || { echo "no examples in doc/vedette.1"; failed=1; }
mkdir "$tmp/bin" "$tmp/work"
ln -s "$VEDETTE" "$tmp/bin/vedette"
cd "$tmp/work"
export PATH="$tmp/bin:$PATH" XDG_CONFIG_HOME="$tmp/config"
while read -r line; do
    bash -eu -o pipefail -c "$line" </dev/null >../out 2>../err || { echo "this fails: $line"; cat ../err; failed=1; }
    [ -s ../err ] && { echo "this complains: $line"; cat ../err; failed=1; }
    file=$(sed -n 's/.*>\([a-z.]*\)$/\1/p' <<<"$line")
    case $line in *" profile set "*) file=$XDG_CONFIG_HOME/vedette/config.yaml ;; esac
    [ -s "${file:-../out}" ] || { echo "this answers nothing: $line"; failed=1; }
done <"$tmp/examples"
exit "$failed"
