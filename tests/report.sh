#!/usr/bin/env bash
# The pictures of show and guess heat: they are sound, and show nothing that is hidden.
# SPDX-License-Identifier: GPL-3.0-or-later
xml_check=$PWD/tests/xml_check
. "${srcdir:-.}/tests/shell.sh"
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data XDG_STATE_HOME=$tmp/state LC_ALL=C.UTF-8
cd "$tmp"

# usage: sound FILE   (it is well-formed, loads nothing and runs nothing; its elements are in the file `elements`)
sound() {
    "$xml_check" "$1" >elements || fail "$1 is not well-formed"
    ! grep -Eq '^(script|img|iframe|object|embed|form|base|image|foreignObject|use)\b| (src|on[a-z]+|srcset)=' elements ||
        fail "$1 may load or run something: $(cat elements)"
    ! grep -E ' (xlink:)?href=' elements | grep -Evq ' href=(#turn[0-9]+|data:,)( |$)' || fail "$1 has links"
    ! grep -Eiq '@import|url\(|javascript:' <(sed -n '/<style>/,/<\/style>/p' "$1") || fail "$1 has rules that load"
}

cat >small.game <<'END'
format: vedette-game/1
date: 2026-11-21
variant: barrage
rules: isf
red:  {player: Ann <Lee>, setup: "AAAALKAADDAACEAAAAAAAAAAAAAAAAMBAAAAAAAA"}
blue: {player: recruit & co, setup: "AAAAXWAAPPAAOQAAAAAAAAAAAAAAAAYNAAAAAAAA"}
comments:
  0: "a *short* game"
  3: "2 < 3 & [link](http://example.com) www.example.com"
moves: >-
  e4-e5 f7-f6 f4-f5 f6xf5 j4-j9 a7-a6 j9xj10
result: red
reason: flag
END
v check small.game >out || fail "the game of this test: $(cat out)"

# --- what a seat may see ---
# In the twin the pieces of blue that red knows nothing of are in the opposite order.
"$VEDETTE" --seed 3 match invincible invincible --games 1 --max-plies 240 --save long >out
v convert long/000000.game --at 120 --to game >running.game
v show running.game --all --json | grep -o '{"square":"[^}]*}' |
    sed -n 's/{"square":"\(.\)\([0-9]*\)","side":"blue","rank":"\(.\)","moved":false,"known":false}/\1 \2 \3/p' >hidden
[ "$(wc -l <hidden)" -gt 10 ] || fail "few hidden pieces: $(cat hidden)"
setup=$(sed -n 's/^blue:.*setup: "\([A-Za-z]*\)".*/\1/p' running.game)
places=()
while read -r file row _; do
    files=abcdefghij before=${files%%"$file"*}
    places+=($(((row - 7) * 10 + 9 - ${#before})))
done <hidden
twin=$setup
for ((i = 0; i < ${#places[@]}; i++)); do
    from=${places[i]} to=${places[${#places[@]} - 1 - i]}
    twin=${twin:0:to}${setup:from:1}${twin:to+1}
done
[ "$twin" != "$setup" ] || fail 'the twin is the same'
sed "s/$setup/$twin/" running.game >twin.game
v check running.game twin.game >out || fail "the twins: $(cat out)"
for words in 'show --to svg' \
    'show --to svg --at 50' 'guess heat flag --to svg' 'guess heat marshal --to svg'; do
    # shellcheck disable=SC2086 # words
    for side in red blue; do
        v --seed 1 $words running.game --side $side >one
        v --seed 1 $words twin.game --side $side >two
        if [ $side = red ]; then
            cmp -s one two || fail "$words shows red what is hidden: $(diff one two | head)"
        elif [[ $words != guess* ]]; then
            ! cmp -s one two || fail "$words does not depend on the own ranks"
        fi
    done
done
# --- pictures of boards ---
v show small.game --at 3 --all --to svg --out board.svg
sound board.svg
grep -q 'red to move\|blue to move' board.svg || fail 'no side to move'
[ "$(grep -c 'r="16"' board.svg)" = 8 ] && [ "$(grep -c 'rx="5"' board.svg)" = 8 ] || fail 'not all pieces are drawn'
"$VEDETTE" --seed 1 setup create >own.setup
v show own.setup --to svg --out setup.svg
sound setup.svg
[ "$(grep -c 'r="16"' setup.svg)" = 40 ] || fail 'not all pieces of the setup are drawn'
v guess heat flag small.game --at 3 --to svg --out heat.svg
sound heat.svg
grep -q 'class="h4"' heat.svg || fail 'no shade'
shows '>k</text>' --notation arts show small.game --to svg
shows '"svg":"<svg xmlns=' show small.game --to svg --json
shows '"svg":null' show small.game --json

