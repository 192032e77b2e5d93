#!/usr/bin/env bash
# ci: user
# A person's editor at the terminal: a mistake is shown, and it may be edited again. SPDX-License-Identifier: GPL-3.0-or-later
set -eu -o pipefail
. "${srcdir:-.}/tests/tmux.sh"
own=$XDG_CONFIG_HOME/vedette
cat >"$tmp/editor" <<'END'
#!/bin/sh
printf 'editing; ' && read -r value && printf 'format: vedette-profile/1\nrules.rules: %s\n' "$value" >"$1"
END
chmod +x "$tmp/editor"

start 80x24 EDITOR="$tmp/editor" "$VEDETTE" console
await 'vedette>'
keys 'profile edit mine' Enter
await 'editing;'
keys 'nonsense' Enter
await "rules.rules: nonsense"
await 'Edit it again? [Y/n]'
keys Enter
await 'Edit it again? [Y/n]'
keys 'arts' Enter
await 'mine.yaml: written'
grep -qx 'rules.rules: arts' "$own/mine.yaml" || fail "the profile: $(cat "$own/mine.yaml")"

# Who has had enough keeps the old one.
keys 'profile edit mine' Enter
within 20 test -e "$own/mine.draft.yaml" || fail "no draft"
keys 'wrong' Enter
await "rules.rules: wrong"
keys n Enter
await 'as it was;'
grep -qx 'rules.rules: arts' "$own/mine.yaml" || fail "a mistake was written: $(cat "$own/mine.yaml")"
keys 'profile use mine; profile show rules.rules' Enter
await 'rules.rules  arts'
keys quit Enter
ended 0
