#!/usr/bin/env bash
# ci: no-sanitizers archive
# The examples of doc/manual.md: each command is run and answers as it is printed there, each screen is what the
# keys above it lead to. With UPDATE_MANUAL=1 the answers and the screens are written anew (`make manual`).
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A block ```console has commands behind '$' and their answers; a block ```text below a comment <!-- keys: … -->
# is the screen after these keys, or after `vedette …` was started, when it shows the words behind "; await:". Of
# a screen the board is compared.
set -eu -o pipefail
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
page=$srcdir/doc/manual.md
mkdir "$tmp/bin" "$tmp/work"
ln -s "$VEDETTE" "$tmp/bin/vedette"
export PATH="$tmp/bin:$PATH"
cd "$tmp/work"

# Presses keys, or starts the program, and waits until the words are there and nothing changes.
act() {
    local words=${1%; await: *} before
    case $words in
    vedette*) eval "start 80x24 $words" ;;
    *) eval "keys $words" ;;
    esac
    case $1 in *'; await: '*) await "${1#*; await: }" ;; esac
    for ((i = 0; i < 100; i++)); do
        before=$(capture)
        sleep 0.15 # as long as that nothing changes
        [ "$(capture)" != "$before" ] || break
    done
}

# Copies the page with what is true today.
renew() {
    local block='' line
    while IFS= read -r line; do
        case $block:$line in
        :'```console' | :'```text') block=${line#*\`\`\`} ;;
        :'<!-- keys: '*)
            line_keys=${line#<!-- keys: } line_keys=${line_keys% -->}
            ;;
        *:'```')
            [ "$block" != text ] || { act "$line_keys" >&2; capture | sed 's/ *$//'; }
            block=''
            ;;
        console:'$ '*)
            printf '%s\n' "$line"
            bash -c "${line#$ }" </dev/null 2>&1 || echo "manual_md.sh: this fails: ${line#$ }" >&2
            continue
            ;;
        console:* | text:*) continue ;; # an old answer
        esac
        printf '%s\n' "$line"
    done <"$page"
}

renew >"$tmp/page"
if [ "${UPDATE_MANUAL:-}" = 1 ]; then
    cp "$tmp/page" "$page"
fi

# What is compared: all but screens, and of these the squares.
compared() {
    awk '/^```text/ { screen = 1; print; next }
         /^```/ { screen = 0 }
         !screen { print; next }
         /^ ?[1-9][0-9]? / { print substr($0, 1, 45) }' "$1"
}
diff <(compared "$page") <(compared "$tmp/page") || fail "doc/manual.md is stale: run make manual"
[ "$(grep -c '^\$ vedette' "$page")" -ge 12 ] && [ "$(grep -c '^<!-- keys: ' "$page")" -ge 5 ] || fail "no examples"
