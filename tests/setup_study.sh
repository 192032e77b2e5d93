#!/usr/bin/env bash
# ci: no-sanitizers
# The laboratory of setups as a person runs it: setup study and explore. SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck source=tests/shell.sh
. "${srcdir:-.}/tests/shell.sh"
set +e # failures are reported, and the rest is tried
export XDG_DATA_HOME=$tmp/data XDG_CONFIG_HOME=$tmp/config SOURCE_DATE_EPOCH=1795219200
cd "$tmp" || exit 1

# usage: member NAME FILE   (the value of a number in one line of JSON, the first of that name)
member() { grep -o "\"$1\":[-0-9.e]*" "$2" | head -n 1 | cut -d: -f2; }

# --- a setup that people played: it is among the known ones, and in its family
v --seed 2 setup create --generator faithful --best-of 1 --count 12 --format gravon >drawn
known=0
while read -r letters; do
    echo "$letters" >one
    [ "$(v setup novelty one --json | grep -o '"log_probability":[-0-9.]*' | cut -d: -f2 | cut -d. -f1)" -gt -12 ] ||
        continue
    known=1
    break
done <drawn
is "a draw that people played" 1 "$known"
v --seed 3 setup study one --games 2 --json >study
is "known: differs nowhere" 0 "$(grep -o '"nearest":.*' study | grep -o '"squares_differ":[0-9]*' | head -n 1 | cut -d: -f2)"
is "known: three games or more" 1 "$(($(grep -o '"nearest":.*' study >nearest; member games nearest) >= 3))"
is "known: its shape has setups" 1 "$(($(grep -o '"shape_of_people":.*' study >shape; member setups shape) >= 6))"
is "no archive: nothing is near" '"nearest_in_archive":[]' "$(grep -o '"nearest_in_archive":\[\]' study)"

# --- text: its parts, the same for any number of threads, and seeds differ
v --seed 3 --jobs 1 setup study one --games 2 >text
v --seed 3 --jobs 3 setup study one --games 2 | cmp -s - text || is "threads" same different
is "a known setup is in a family" 1 "$(grep -c '^its family: [0-9]* games of people' text)"
for part in "nearest setups of people's" 'setups of this shape' 'leak: .* in 8 quick games' 'chance to win, ' 'weak squares: ' \
    'exchanges: the 4 likeliest'; do
    is "part $part" 1 "$(grep -c "$part" text)"
done
is "no line is too wide" 0 "$(awk 'length > 80' text | wc -l)"
v setup mirror one >mirrored
is "shape: that of the mirror image" "$(grep -o '"shape":[^]]*' study)" \
    "$(v --seed 3 setup study mirrored --games 2 --json | grep -o '"shape":[^]]*')"

# --- the archive: the setup of a stored game, with its result; a file of enemies
v --seed 1 match invincible invincible --setup-a one --games 2 --save games >match
for game in games/*.game; do v games import "$game" >/dev/null; done
v --seed 3 setup study one --games 2 --enemies drawn --json >study
grep -o '"nearest_in_archive":.*' study >nearest
wins=$(sed -n 's/^A wins \([0-9]*\), .*/\1/p' match)
is "archive: the setup itself, twice" "0 2 $wins" \
    "$(member squares_differ nearest) $(member games nearest) $(member wins nearest)"
is "archive: its shape" 2 "$(grep -o '"shape_in_archive":.*' study >shape; member setups shape)"
is "against a file" '{"against":"drawn","setups":12,"games":2' "$(grep -o '{"against":"drawn"[^w]*[^,"w]' study)"

# --- a setup of each size, whatever is known of it
for army in 'variant barrage' 'variant duel' 'army FBS2239' 'army F2'; do
    # shellcheck disable=SC2086 # a flag and its value
    v --seed 5 setup create --$army >short
    v --seed 1 setup study short --games 2 >text || is "$army" 0 $?
    is "$army: chances" 2 "$(grep -c ' setups  *[0-9][0-9]*  *2  *[0-9.]*   [0-9.]* to ' text)"
done

# --- explore: the sums of each table are those of the row above; words descend
v setup explore --json >root
v setup explore b1 --json >flag
v setup explore b1 3-closed --json >bombs
is "explore: the flag's row is the next table's sum" "$(grep -o '"word":"b1","people":{[^}]*}' root | cut -d: -f3-)" \
    "$(grep -o '"people":{[^}]*}' flag | head -n 1 | cut -d: -f2-)"
is "explore: and the bombs'" "$(grep -o '"word":"3-closed","people":{[^}]*}' flag | cut -d: -f3-)" \
    "$(grep -o '"people":{[^}]*}' bombs | head -n 1 | cut -d: -f2-)"
for table in root flag bombs; do
    is "explore: $table adds up" "$(member setups $table)" "$(grep -o '"word":[^}]*}' $table |
        awk -F'"setups":' '{ sum += $2 } END { print sum }')"
done
is "explore: the archive's two games" 4 "$(grep -o '"archive":{"setups":[0-9]*' root | head -n 1 | cut -d: -f3)"
is "explore: a mirror image" "$(v setup explore b1)" "$(v setup explore i1)"
is "explore: Arts' squares" 1 "$(v --notation arts setup explore a0 2>&1 | grep -c "found 'a0'")"
is "explore: no line is too wide" 0 "$(v setup explore | awk 'length > 80' | wc -l)"
is "explore: a leaf has its sum alone" 1 "$(v setup explore b1 3-closed front-left front-left | grep -c '^all ')"

# --- a setup of a shape, to play
v --seed 1 setup explore b1 3-closed front-left back-right --make --out made.setup
is "make: sound" 0 "$(v check made.setup >/dev/null; echo $?)"
is "make: of its shape" '"shape":["b1","3-closed","front-left","back-right"]' \
    "$(v --seed 3 setup study made.setup --games 2 --json | grep -o '"shape":\["b1","3-closed","front-left","back-right"\]')"
is "make: the same seed" "$(cat made.setup)" "$(v --seed 1 setup explore b1 3-closed front-left back-right --make)"
is "make: barrage" 8 "$(v --seed 1 setup explore a1 1-open --make --variant barrage | tr -d ' .\n' | wc -c)"
refuses_with 1 '^setup explore: no setup of this shape could be made$' setup explore a1 4-closed --make
refuses_with 2 "^setup explore: found 'x9', expected a square of the flag, as b1\$" setup explore x9
refuses_with 2 "found 'back-left', expected bombs beside the flag, as 2-closed or 1-open" setup explore b1 back-left
refuses_with 2 "found 'others', expected an area of the marshal" setup explore b1 3-closed others
refuses_with 2 'found 5 words, expected at most 4$' setup explore b1 3-closed front-left back-right b1
refuses_with 2 'found free, expected a variant with one army$' setup explore --variant free

# --- one agent's setup in a match
v --seed 1 match invincible invincible --setup-a one --setup-b mirrored --games 2 --save both >/dev/null
is "match: both setups" "$(cat one)" "$(sed -n 's/^red:.*setup: "\([A-Z]*\)".*/\1/p' both/000000.game)"
refuses_with 2 "^match: --setup-b: found 0 pieces of rank B .bomb., expected 6\$" match random random --setup-b short --games 2
refuses_with 2 "^match: --setup-a: there is no file and no stored setup 'nosuch'\$" \
    match random random --setup-a nosuch --games 2
v --seed 1 match random random --setup-a one --games 2 --log log >/dev/null
refuses_with 2 'log of another match: setup_a is ' --seed 1 match random random --setup-a mirrored --games 2 --log log

# --- refused
refuses_with 2 "there is no file and no stored setup 'nosuch'\$" setup study nosuch
refuses_with 2 'expected' setup study one --games 1
refuses_with 2 'nosuch: No such file' setup study one --enemies nosuch
: >empty
refuses_with 2 'empty' setup study one --enemies empty
refuses_with 2 '' setup study one --enemies short
