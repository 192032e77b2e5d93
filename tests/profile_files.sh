#!/usr/bin/env bash
# ci: user
# Profiles as files under names: list, use, save, edit. SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
export XDG_CONFIG_HOME=$tmp/config
own=$XDG_CONFIG_HOME/vedette
unset VISUAL EDITOR

# says STATUS TEXT ARG...: what the program prints, on both outputs.
says() {
    local wanted=$1 text=$2 got=0 said
    shift 2
    said=$("$VEDETTE" "$@" 2>&1 </dev/null) || got=$?
    [ "$got" = "$wanted" ] && [ "$said" = "$text" ] && return
    fail "vedette $*: status $got, expected $wanted: $(diff <(echo "$said") <(echo "$text"))"
}

# What a profile is for may be any bytes: the file can be read again, and no letter is lost.
for about in $'l\xe4' $'l\xc3\xa4' $'l\xc3\xa4\xe2\x80\xa8x: 3' $'l\xc3\xa4\xc2\x85x' $'\xef\xbb\xbfl\xc3\xa4\001'; do
    "$VEDETTE" profile save odd --force --about "$about" 2>/dev/null || fail "profile save --about"
    "$VEDETTE" -p odd version >/dev/null || fail "a profile cannot be read again: $(cat -v "$own/odd.yaml")"
    head -n 1 "$own/odd.yaml" | grep -q $'^# l\xc3\xa4' || fail "a letter is lost: $(cat -v "$own/odd.yaml")"
done
rm "$own/odd.yaml"

# The options in force become a profile that sets the same again.
says 0 "$own/mine.yaml: written" --rules arts profile save mine --about 'short games'
diff "$own/mine.yaml" - <<'END' || fail "profile save"
# short games
format: vedette-profile/1
rules:
  rules: arts
END
says 0 "rules.rules: standard -> arts ($own/mine.yaml)" -p mine profile diff
says 1 "$own/mine.yaml: is there already; --force writes over it" profile save mine
says 0 "$own/mine.yaml: written" --rules isf profile save mine --force --about 'short games'
says 2 "a profile 'careful' came with the program: give yours another name" profile save careful
says 2 "config.yaml holds anyway: 'profile set --save' puts an option into it" profile save config
says 2 "found the profile '../x', expected a name of letters, digits, '-' and '_'" profile save ../x

# What the screen keeps of a person's choices is no part of it, nor a difference, by default.
{ echo 'format: vedette-profile/1'; echo 'screen.theme: mono'; echo 'rules.move_limit: 8'; } >"$tmp/seen.yaml"
differs="rules.move_limit: -1 -> 8 ($tmp/seen.yaml)"
says 0 "$differs" -p "$tmp/seen.yaml" profile diff
says 0 "$differs
screen.theme: auto -> mono ($tmp/seen.yaml)" -p "$tmp/seen.yaml" profile diff --screen
says 0 "$differs" profile diff "$tmp/seen.yaml"
"$VEDETTE" -p "$tmp/seen.yaml" profile diff --json | grep -q screen && fail "profile diff --json: the screen's options"
says 0 "$own/seen.yaml: written; --screen takes the screen's options along" -p "$tmp/seen.yaml" profile save seen
says 0 "rules.move_limit: -1 -> 8 ($own/seen.yaml)" -p seen profile diff --screen
says 0 "$own/seen.yaml: written" -p "$tmp/seen.yaml" profile save seen --force --screen
"$VEDETTE" -p seen profile diff --screen | grep -q '^screen.theme: auto -> mono' || fail "profile save --screen"
rm "$own/seen.yaml"

# It is in the list, with what it is for, and a star where it is in force.
"$VEDETTE" profile list >"$tmp/list"
grep -qx '  mine              yours    short games' "$tmp/list" || fail "profile list: $(cat "$tmp/list")"
grep -q '^  careful           shipped  Plays safe' "$tmp/list" || fail "profile list: $(cat "$tmp/list")"
"$VEDETTE" -p mine profile list | grep -q '^\* mine ' || fail "profile list: which is in force"
"$VEDETTE" profile list --json | grep -q '{"name":"mine","whose":"yours","in_force":false,"about":"short games"}' ||
    fail "profile list --json"

# One takes the place of another; what was set by hand stays; a mistake changes nothing.
printf '%s\n' 'profile use mine' 'profile set rules.move_limit 9' 'profile use careful mine' 'profile use nosuch' \
    'profile diff mine' 'profile use' 'profile diff' >"$tmp/lines"
"$VEDETTE" -p aggressive <"$tmp/lines" >"$tmp/out" 2>"$tmp/err" && fail "profile use nosuch"
says_err="stdin:4: found the unknown profile 'nosuch', expected a known one or a file"
[ "$(cat "$tmp/err")" = "$says_err" ] || fail "profile use: $(cat "$tmp/err")"
grep -q '^rules.move_limit: 9 -> -1' "$tmp/out" && grep -q '^plan_.*careful' <("$VEDETTE" -p careful profile diff) ||
    fail "profile use: $(cat "$tmp/out")"
[ "$(tail -n 1 "$tmp/out")" = 'rules.move_limit: -1 -> 9 (set)' ] || fail "profile use without a name: $(cat "$tmp/out")"
says 0 "this holds for this one command: 'vedette -p mine COMMAND' runs another so" profile use mine

# An editor that makes a mistake: its line is shown, and the old profile stays; the draft is there next time.
cp "$own/mine.yaml" "$tmp/before"
export EDITOR='sed -i s/isf/isv/'
says 2 "$own/mine.draft.yaml:4:10: rules.rules: found 'isv', expected one of standard, isf, deepnash, arts, redeca, free
      rules: isv
             ^
$own/mine.yaml is as it was; 'profile edit mine' goes on with the draft" profile edit mine
cmp "$own/mine.yaml" "$tmp/before" || fail "profile edit: a mistake was written"
VISUAL='sed -i s/isv/redeca/' says 0 "$own/mine.draft.yaml: going on with the draft of last time
$own/mine.yaml: written" profile edit mine
[ ! -e "$own/mine.draft.yaml" ] || fail "profile edit: a draft is left"
says 0 "rules.rules: standard -> redeca ($own/mine.yaml)" -p mine profile diff
EDITOR=true says 0 "$own/mine.yaml: as it was" profile edit mine
EDITOR=true says 0 "$own/config.yaml: as it was" profile edit
[ ! -e "$own/config.yaml" ] || fail "profile edit: an empty profile was written"
EDITOR=$tmp/none "$VEDETTE" profile edit mine >"$tmp/out" 2>&1 && fail "profile edit without an editor"
grep -q "^$tmp/none: could not be run$" "$tmp/out" || fail "profile edit without an editor: $(cat "$tmp/out")"
rm -f "$own"/*.draft.yaml

# In a session the new numbers hold from then on, of config.yaml and of a profile in force.
printf '%s\n' 'profile edit mine' 'profile show rules.rules' 'profile edit' 'profile show rules.move_limit' >"$tmp/lines"
cat >"$tmp/editor" <<'END'
#!/bin/sh
case $1 in
*/config.draft.yaml) echo 'rules.move_limit: 77' >>"$1" ;;
*) sed -i s/redeca/free/ "$1" ;;
esac
END
chmod +x "$tmp/editor"
EDITOR=$tmp/editor "$VEDETTE" -p mine <"$tmp/lines" >"$tmp/out" 2>"$tmp/err" || fail "profile edit: $(cat "$tmp/err")"
[ "$(cat "$tmp/out")" = "rules.rules  free  ($own/mine.yaml)
rules.move_limit  77 moves  ($own/config.yaml)" ] || fail "profile edit in a session: $(cat "$tmp/out")"
