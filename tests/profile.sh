#!/usr/bin/env bash
# Profiles as a user meets them: layers, --save, and one line for what is wrong.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu -o pipefail
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
export XDG_CONFIG_HOME=$tmp/config
own=$XDG_CONFIG_HOME/vedette
failed=0

# expect STATUS TEXT ARG...: what the program prints, on stdout or as its error line.
expect() {
    local wanted=$1 text=$2 got=0 said
    shift 2
    said=$("$VEDETTE" "$@" 2>&1) || got=$?
    [ "$got" = "$wanted" ] && [ "$said" = "$text" ] && return
    echo "profile.sh: vedette $*: status $got, expected $wanted"
    diff <(echo "$said") <(echo "$text") || true
    failed=1
}

printf 'format: vedette-profile/1\nrules: {two_squares: 6, move_limit: 60}\n' >"$tmp/file.yaml"
expect 0 'rules.two_squares  -1 moves' profile show rules.two_squares
expect 0 '' profile diff

# --save begins the user's file; what a person writes into it stays.
expect 0 '' profile set --save rules.two_squares 3
expect 0 "rules.two_squares  3 moves  ($own/config.yaml)" profile show rules.two_squares
printf '# my own remark\nrules.move_limit: 30 # short games\n' >>"$own/config.yaml"
expect 0 '' profile set --save rules.two_squares 4
diff "$own/config.yaml" - <<'END' || failed=1
format: vedette-profile/1
rules.two_squares: 4
# my own remark
rules.move_limit: 30 # short games
END

# A named profile of the user's, then the user's config file, then files, then --rules.
printf 'format: vedette-profile/1\nrules: {two_squares: 9, no_attack_limit: 90}\n' >"$own/mine.yaml"
expect 0 "rules.rules            arts  (--rules)
rules.two_squares      6 moves  ($tmp/file.yaml)
rules.more_squares     standard
rules.move_limit       60 moves  ($tmp/file.yaml)
rules.no_attack_limit  90 moves  ($own/mine.yaml)" \
    -p "$tmp/file.yaml" -p mine --rules arts profile show rules
printf 'format: vedette-profile/1\nrules.move_limit: 60\n' >"$tmp/again.yaml"
expect 0 "rules.two_squares: -1 -> 4 ($own/config.yaml)
rules.move_limit: -1 -> 60 ($tmp/again.yaml)" -p "$tmp/again.yaml" profile diff
expect 0 "$tmp/file.yaml: profile, sound" profile check "$tmp/file.yaml"
expect 0 'mine: profile, sound' profile check mine

# Wrong keys, values and files.
expect 2 "found the unknown key 'rules.two_square'; the nearest known is 'rules.two_squares'" \
    profile explain rules.two_square
expect 2 "rules.two_squares: found '1.5', expected a whole number from -1 to 100 moves" \
    profile set --save rules.two_squares 1.5
printf 'format: vedette-profile/1\nrules:\n  two_squares: many\n' >"$tmp/bad.yaml"
many="found 'many', expected a whole number from -1 to 100 moves"
expect 2 "$tmp/bad.yaml:3:16: rules.two_squares: $many" -p "$tmp/bad.yaml" profile show rules.two_squares
expect 2 "$tmp/bad.yaml:3:16: rules.two_squares: $many" profile check "$tmp/bad.yaml"
# All that is wrong is found, a line each, in every profile named; what is sound is said to be.
cat >"$tmp/worse.yaml" <<'END'
format: vedette-profile/2
rules:
  two_squares: many
  more_square: yes
probabilistic: {piece: 1,5, distance: x}
nosuch: {a: 1}
rules.two_squares: 3
worth: [1]
END
worse="1:9: found 'vedette-profile/2', expected the format 'vedette-profile/1'
3:16: rules.two_squares: $many
4:3: found the unknown key 'rules.more_square'; the nearest known is 'rules.more_squares'
5:26: found '5' as a key, expected a name: numbers are written with a point, as 0.5
5:39: probabilistic.distance: found 'x', expected a number from 0 to 100 points a square of rows
6:1: found the unknown group 'nosuch'; 'profile show' lists all options
7:1: found 'rules.two_squares' again, expected it once (it is in line 3)
8:8: worth: found a list, expected options as 'key: value'"
expect 2 "$(echo "$worse" | sed "s#^#$tmp/worse.yaml:#")" profile check "$tmp/worse.yaml"
expect 2 "careful: profile, sound
$(echo "$worse" | sed "s#^#$tmp/worse.yaml:#")
$tmp/none.yaml: No such file or directory
$tmp/bad.yaml:3:16: rules.two_squares: $many" \
    profile check "$tmp/worse.yaml" careful "$tmp/none.yaml" "$tmp/bad.yaml"
[ "$("$VEDETTE" profile check "$tmp/worse.yaml" careful --json 2>/dev/null | grep -o '"line":[0-9]*' | wc -l)" = 8 ] ||
    { echo 'profile.sh: not all faults as JSON'; failed=1; }
# They are in the order of the file: that a file says no format is a fault of its first line.
printf 'rules:\n  two_squares: many\nnosuch: {a: 1}\n' >"$tmp/formless.yaml"
formless="1:1: found no key 'format', expected 'format: vedette-profile/1'
2:16: rules.two_squares: $many
3:1: found the unknown group 'nosuch'; 'profile show' lists all options"
expect 2 "$(echo "$formless" | sed "s#^#$tmp/formless.yaml:#")" profile check "$tmp/formless.yaml"
[ "$("$VEDETTE" profile check "$tmp/formless.yaml" --json 2>/dev/null | grep -o '"line":[0-9]*' | paste -sd ' ')" = \
    '"line":1 "line":2 "line":3' ] || { echo 'profile.sh: faults as JSON in another order'; failed=1; }
# To take one into force the first is enough.
expect 2 "$tmp/worse.yaml:$(echo "$worse" | head -n 1)" -p "$tmp/worse.yaml" version
head -c 3000000 /dev/zero | tr '\0' '[' >"$tmp/deep.yaml"
expect 2 "$tmp/deep.yaml:1:1: found more than 1048576 bytes, expected no more" \
    -p "$tmp/deep.yaml" version
head -c 100000 "$tmp/deep.yaml" >"$tmp/less.yaml"
expect 2 "$tmp/less.yaml:1:7: found a list inside 6 others, expected at most 6 levels" \
    -p "$tmp/less.yaml" version
cp "$tmp/bad.yaml" "$own/config.yaml"
without="$own/config.yaml:3:16: rules.two_squares: $many; going on without it"
expect 0 "$without
$("$VEDETTE" version 2>/dev/null)" version
expect 2 "$without
$own/config.yaml:3:16: rules.two_squares: $many" profile set --save rules.rules isf
cmp "$tmp/bad.yaml" "$own/config.yaml" || failed=1
exit "$failed"
