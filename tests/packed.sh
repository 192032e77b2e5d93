#!/usr/bin/env bash
# ci: no-sanitizers
# Packed models: model pack, where they are looked for, and that the answers are the same; bench agents.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"

readable=$srcdir/data/belief/people-and-programs.yaml
built=$(dirname "$VEDETTE")/data/belief/people-and-programs.packed
see=(guess "$tmp/games/000000.game" --at 60)
"$VEDETTE" --seed 5 match probabilistic probabilistic --games 1 --save "$tmp/games" >/dev/null
VEDETTE_DATA=$tmp/nowhere "$VEDETTE" "${see[@]}" >"$tmp/answer"

# What the build made is what the command makes, from the name and from the file, and it is used.
"$VEDETTE" model pack people-and-programs --out "$tmp/name.packed"
"$VEDETTE" model pack "$readable" --out "$tmp/file.packed"
"$VEDETTE" model pack - --out "$tmp/input.packed" <"$readable"
cmp "$tmp/name.packed" "$tmp/file.packed" && cmp "$tmp/name.packed" "$tmp/input.packed" || fail "model pack"
if [ -e "$built" ]; then
    cmp "$tmp/name.packed" "$built" || fail "the build's packed model"
    shows '^the belief model is read from .*/data/belief/people-and-programs.packed$' bench agents random --count 1
fi

shows '^invincible: 3 at once; read: 1 statistics, 0 setup model, 1 belief model$' \
    bench agents invincible --count 1 --variant barrage

# In the data folder: taken where it is sound; otherwise not, without a word and without a change.
mkdir -p "$tmp/data/belief"
there=$tmp/data/belief/people-and-programs.packed
look() { # look PATTERN: the same guess as ever, and what the bench prints about the packed file
    VEDETTE_DATA=$tmp "$VEDETTE" "${see[@]}" >"$tmp/out" 2>"$tmp/err" && cmp "$tmp/answer" "$tmp/out" &&
        [ ! -s "$tmp/err" ] || fail "another guess, or a word: $1"
    VEDETTE_DATA=$tmp shows "^the belief model is read from $1" bench agents random --count 1
}
look "the program: .*No such file"
cp "$tmp/name.packed" "$there"
look "$there$"
head -c 100000 "$tmp/name.packed" >"$there"
look "the program: .*bytes behind the head"
{ head -c 100000 "$tmp/name.packed"; printf X; tail -c +100002 "$tmp/name.packed"; } >"$there"
look "the program: .*damaged content"
sed 's/^source: .*/source: "another"/' "$readable" >"$tmp/another.yaml"
"$VEDETTE" model pack "$tmp/another.yaml" --out "$there"
look "the program: .*made from another file than data/belief/people-and-programs.yaml"

# A packed model that the user names is used like its readable form; a damaged one is an error.
sed 's/^  joint: .*/  joint: 0.1/' "$readable" >"$tmp/own.yaml"
"$VEDETTE" model pack "$tmp/own.yaml" --out "$tmp/own.packed"
"$VEDETTE" "${see[@]}" --model "$tmp/own.yaml" >"$tmp/own"
! cmp -s "$tmp/own" "$tmp/answer" || fail "another model, the same guess"
"$VEDETTE" "${see[@]}" --model "$tmp/own.packed" | cmp - "$tmp/own" || fail "--model PACKED"
"$VEDETTE" "${see[@]}" --model - <"$tmp/own.packed" | cmp - "$tmp/own" || fail "--model - of a packed one"
printf 'format: vedette-profile/1\nbelief: {model: own.packed}\n' >"$tmp/profile.yaml"
"$VEDETTE" "${see[@]}" -p "$tmp/profile.yaml" | cmp - "$tmp/own" || fail "a packed model in a profile"
head -c 5000 "$tmp/own.packed" >"$tmp/bad.packed"
refuses '^belief.model: .*bad.packed: found [0-9]* bytes behind the head, expected' "${see[@]}" \
    --model "$tmp/bad.packed"
refuses 'found a packed model, expected a readable one' model pack "$tmp/own.packed" --out "$tmp/x"
refuses 'bad.packed: found a packed model' model pack "$tmp/bad.packed" --out "$tmp/x"
refuses 'profile.yaml:1:9: format: vedette-belief/3' model pack "$tmp/profile.yaml" --out "$tmp/x"
refuses 'nothing: No such file' model pack "$tmp/nothing" --out "$tmp/x"
refuses '^usage: vedette model pack' model pack people-and-programs
[ ! -e "$tmp/x" ] || fail "a refused model left a file"

# Agents: what they know is there once, whatever is started; of what an agent has no use for, there is nothing.
shows '^figure invincible-copies 1 -$' bench agents --count 3
for agent in random probabilistic invincible; do
    for figure in first later; do
        grep -Eq "^figure $agent-$figure [0-9.]+ ms$" "$tmp/out" || fail "no figure $agent-$figure"
    done
done
grep -q '^figure random-copies 0 -$' "$tmp/out" && grep -Eq '^figure model-readable [0-9.]+ ms$' "$tmp/out" ||
    fail "figures of bench agents"
refuses "unknown agent 'nobody'" bench agents nobody
refuses 'belief.model: ' bench agents invincible:belief.model="$tmp/bad.packed"
exit "$failed"
