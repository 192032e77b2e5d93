#!/usr/bin/env bash
# ci: no-sanitizers archive
# The manual pages are sound, and their sections KEYS, COMMANDS, RULES and OPTIONS are what the tables say
# (`make man`).
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

# check_page FLAG PAGE SECTION...: these sections of it are what `vedette help FLAG` writes; roff has no complaint.
check_page() {
    local flag=$1 page=$2 section
    shift 2
    "$VEDETTE" help "$flag" >"$tmp/section"
    for section; do
        grep -qx "\.SH $section" "$tmp/section" || { echo "no $section in: vedette help $flag"; failed=1; }
        grep -qx "\.SH $section" "$page" || { echo "no $section in $page"; failed=1; }
    done
    $awk -f "$srcdir/src/manual.awk" "$tmp/section" "$page" >"$tmp/page"
    diff "$page" "$tmp/page" || { echo "$page is stale: run make man"; failed=1; }
    command -v groff >/dev/null 2>&1 || return 0
    groff -man -Tascii -ww -z "$page" 2>"$tmp/warnings"
    [ ! -s "$tmp/warnings" ] || { cat "$tmp/warnings"; failed=1; }
}
check_page --man "$page" KEYS COMMANDS RULES
"$VEDETTE" help --schemas >"$tmp/schemas"
cmp "$tmp/schemas" "$srcdir/doc/json-schemas.json" || { echo "doc/json-schemas.json is stale: run make man"; failed=1; }
check_page --man-options "$srcdir/doc/vedette-profile.5" OPTIONS

# The example of a profile is one, and each option is described.
sed -n '/^\.EX$/,/^\.EE$/p' "$srcdir/doc/vedette-profile.5" | grep -v '^\.' | sed 's/\\-/-/g' >"$tmp/example.yaml"
"$VEDETTE" profile check "$tmp/example.yaml" >"$tmp/out" || failed=1
[ "$("$VEDETTE" profile show | wc -l)" = "$(grep -c '^\.B [a-z_]*\.[a-z_0-9]*$' "$srcdir/doc/vedette-profile.5")" ] ||
    { echo "doc/vedette-profile.5 has not every option"; failed=1; }

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
