#!/usr/bin/env bash
# report, and the pictures of show and guess heat: what a game gives away, to whom, and that every page and picture is
# sound, by itself and in a browser. With UPDATE_SCREENS=1 tests/report.txt and tests/report.md are written anew.
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

# --- the forms ---
v report --worlds 0 small.game >text
v report --worlds 0 small.game --to md >md
for form in txt md; do
    file=text
    [ $form = txt ] || file=md
    [ "${UPDATE_SCREENS:-}" != 1 ] || cp $file "$srcdir/tests/report.$form"
    diff "$srcdir/tests/report.$form" $file || fail "the report as $form is another (UPDATE_SCREENS=1 takes it)"
done
[ "$(wc -L <text)" -le 79 ] || fail 'more than 79 columns'
# The ending of --out chooses the form; stdout stays empty, and a file that is there is replaced whole.
for form in html htm md svg txt; do
    echo old >game.$form
    v report --worlds 0 small.game --out game.$form >out
    [ ! -s out ] || fail "--out game.$form prints"
done
cmp -s game.html game.htm && cmp -s game.md md && cmp -s game.txt text || fail 'the form is not that of the ending'
v report --worlds 0 small.game --to html >page
cmp -s page game.html || fail '--to html'
[ "$(ls game.* | wc -l)" = 5 ] || fail "files are left: $(ls)"
sound game.html
[ "$(head -n 1 game.html)" = '<!DOCTYPE html>' ] || fail 'no page of HTML'
! grep -q 'http' <(grep -v 'example.com' game.html) || fail 'an address in the page'
sound game.svg
[ "$(grep -o 'http[^" ]*' game.svg)" = http://www.w3.org/2000/svg ] || fail 'an address in the picture'
# Every form has the facts.
for fact in 'Red has won: blue.*flag' 'xf5#9' 'j9xj10' 2026-11-21 'rules isf' 'luck' 'short' 'not explained'; do
    for file in text md page; do
        grep -q -i "$fact" $file || fail "$file has no '$fact'"
    done
done
for number in $(awk '/^in per cent/ { on = 1; next } /^Each side/ { exit } on { print $(NF - 1); print $NF }' text); do
    for file in md page; do
        grep -q -F -- "$number" $file || fail "$file has no $number"
    done
done
# Names and comments are text, whatever they are.
grep -q '<span class="name">Ann &lt;Lee&gt;</span>' page && grep -q 'Recruit &amp; co\|recruit &amp; co' page ||
    fail "the names in the page: $(grep 'class="name' page)"
grep -q '2 &lt; 3 &amp; \[link\]' page || fail 'the comment in the page'
grep -q -F '2 \< 3 \& \[link\](http\://example.com) www\.example.com' md || fail "the comment in Markdown: $(grep link md)"
evil='</style></text><script>alert(1)</script><img src=x onerror=alert(1)>'"'"'"\x1b[31m &amp; \u202e'
{
    sed -e '/^comments:/,/^moves:/d' -e '/^  e4-e5/d' -e 's/player: Ann <Lee>/player: "EVIL"/' small.game
    printf 'comments:\n  1: "EVIL"\nmoves: e4-e5\n'
} | sed -e 's/^result.*/result: draw/' -e 's/^reason.*/reason: agreed/' >evil.yaml
safe=${evil//\"/\\\"}
while IFS= read -r line; do printf '%s\n' "${line//EVIL/${safe//\\x1b/}}"; done <evil.yaml >evil.game
v check evil.game >out || fail "the hostile game: $(cat evil.game out)"
for form in html svg; do
    v report --worlds 0 evil.game --out evil.$form
    sound evil.$form
    grep -q '&lt;script&gt;' evil.$form || fail "no name in evil.$form"
done
! grep -q "$(printf '\342\200\256')" evil.html || fail 'a name changes the direction of writing'
v report --worlds 0 evil.game --to md >out
grep -q -F '\<script\>' out && ! grep -Eq '(^|[^\\])<(script|img)' out || fail "a name in Markdown: $(head -n 3 out)"
v report --worlds 0 evil.game --name x --to text >out
grep -q -F '<script>' out || fail 'a name in text'
# The player whom the file calls you has a name for others.
sed 's/player: Ann <Lee>/player: you/' small.game >you.game
v report --worlds 0 you.game >out
[[ $(head -n 1 out) == 'a person (red) - '* ]] && ! grep -q -i '\byour*\b' out || fail "the reader is called you: $(cat out)"
v report --worlds 0 you.game --name 'Zoë <3' --to html >out
grep -q '>Zoë &lt;3<' out || fail '--name'

# --- mistakes, and the review that was kept ---
"$VEDETTE" --seed 5 match random random --variant barrage --games 1 --max-plies 60 --save short >out
game=short/000000.game
v --seed 1 review --worlds 4 --store "$game" >review
v --seed 1 report --worlds 4 "$game" >text 2>err
[ ! -s err ] || fail "a note: $(cat err)"
sed -n "/^red's chance/,\$p" review >part
sed -n "/^red's chance/,\$p" text | head -n "$(wc -l <part)" | diff part - || fail 'the text is not that of the review'
v --seed 1 report --worlds 4 "$game" --to html >page
v --seed 1 report --worlds 4 "$game" --to md >md
listed=$(grep -c -E '^ *[0-9]+\.+ (red|blue) .* (blunder|mistake|inaccuracy|brilliant) ' text)
[ "$listed" -gt 1 ] && [ "$(grep -c 'class="tag ' page)" = "$listed" ] && [ "$(grep -c '^- \*\*.* points, ' md)" = "$listed" ] ||
    fail "$listed graded moves as text"
turns=$(grep -c ' % for red: ' text)
[ "$turns" -gt 0 ] && [ "$(grep -c '<article class="card" id="turn' page)" = "$turns" ] || fail "$turns turning points"
"$xml_check" page >elements || fail 'the page is not well-formed'
[ "$(grep -c '^svg class=board' elements)" = $((turns + listed + 2)) ] || fail 'a card without a board'
[ "$(v --seed 1 report --worlds 4 --worst 1 "$game" | grep -c ', better ')" = 1 ] || fail '--worst 1'
# A damaged review is no review: the moves are judged again, to the same page with two jobs.
sed -i 's/cost: [0-9.e-]*/cost: 0.87/' short/.000000.game.review
sed -i '/^check: /d' short/.000000.game.review
v --seed 1 --jobs 2 report --worlds 4 "$game" --to html >again 2>err
grep -q 'damaged review' err && cmp -s page again || fail 'a damaged review counts, or two jobs make another page'
v report --worlds 0 "$game" --to html >out
! grep -q 'class="tag ' out || fail 'moves are judged without worlds'

# --- what a seat may see ---
# In the twin the pieces of blue that red knows nothing of are in the opposite order.
"$VEDETTE" --seed 3 match invincible invincible --games 1 --max-plies 160 --save long >out
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
v convert running.game --at 40 --to game >short.game
v convert twin.game --at 40 --to game >short_twin.game
for words in report review; do
    v --seed 1 $words --worlds 2 short.game --side red >one
    v --seed 1 $words --worlds 2 short_twin.game --side red >two
    grep -q '^red: moves ' one && cmp -s one two || fail "the judged moves show what is hidden: $(diff one two | head)"
done
for words in 'report --worlds 0' 'report --worlds 0 --to html' 'report --worlds 0 --to md' 'report --worlds 0 --to svg' \
    'review --worlds 0' 'review --worlds 0 --json' 'show --to svg' \
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
for words in 'report --worlds 0' 'report --worlds 0 --to html'; do
    # shellcheck disable=SC2086 # words
    refuses_with 1 '^report: the game is not over: --side red or --side blue' $words --side all running.game
done
hidden_rank='^ *[0-9]+  .*b[FBSX2-9]\*?( |$)' # on a board: of blue, not known to red
sealed=$srcdir/tests/fuzz/corpus/game/sealed
refuses_with 1 "blue's side stays hidden" report --worlds 0 --side blue "$sealed"
refuses_with 1 'the game is not over' report --worlds 0 --side all "$sealed"
v report --worlds 0 "$sealed" >out
grep -q 'red knew' out && ! grep -Eq "$hidden_rank" out || fail "a sealed game: $(cat out)"
# Of a game that is over both sides are shown, or one as it saw the game: nothing of the enemy's that was hidden.
v report --worlds 0 long/000000.game --side red >out
grep -q 'red knew' out && ! grep -Eq "$hidden_rank" out && ! grep -q '^blue:' out ||
    fail "red's report shows more: $(grep -E "$hidden_rank" out)"
v report --worlds 0 long/000000.game >out
grep -Eq "$hidden_rank" out && ! grep -q 'red knew' out || fail 'not all of a game that is over'

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
shows '^\{"format":"svg","text":"<svg ' report --worlds 0 small.game --to svg --json

# --- faults ---
refuses 'No such file' report nosuch
refuses 'own.setup: found a setup' report own.setup
refuses "found --to 'pdf', expected text, md, html or svg" report small.game --to pdf
refuses 'report --store needs' report --store small.game --worlds 0
# At a moment: as of a game of the moves until then.
v convert "$game" --at 20 --to game >begin.game
for words in report review; do
    v $words --worlds 0 begin.game --side red >one
    v $words --worlds 0 "$game" --at 10b --side red >two
    cmp one two || fail "$words --at is not of the moves until then"
done
refuses 'there are only 60 moves' review "$game" --at 61
refuses 'review --store needs the file of a game, without --at' review --store "$game" --at 20
refuses_with 2 '' report small.game --worlds 0 --out nosuch/game.html
[ ! -e nosuch ] || fail 'a folder was made'

# --- a browser ---
browser=
for name in chromium chromium-browser google-chrome; do
    [ -n "$browser" ] || browser=$(command -v $name || :)
done
[ -n "$browser" ] || { echo 'no browser: pages are not opened'; exit "$failed"; }
# In a frame of a width, since a window has a min width: that width, that of what is in the page, and the number of
# other files that it has loaded, as the title of the page around it.
probe='[innerWidth, document.documentElement.scrollWidth, performance.getEntriesByType("resource").length].join(" ")'
sed "s|</body>|<script>onload = () => parent.postMessage($probe, '*')</script>&|" page >probe.html
cp page game.html
opened() {
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --disable-background-networking \
        --no-first-run --enable-logging=stderr --user-data-dir="$tmp/chrome" --window-size="$width",900 "$@" >dom 2>err ||
        fail "the browser: $(cat err)"
    ! grep -q 'CONSOLE' err || fail "errors in the page: $(grep CONSOLE err)"
}
for width in 360 1280; do
    printf '<script>onmessage = e => { document.title = e.data }</script><iframe src="probe.html" width="%d"></iframe>' \
        $width >frame.html
    opened --virtual-time-budget=5000 --dump-dom "file://$tmp/frame.html"
    [ "$(sed -n 's|.*<title>\([0-9]* [0-9]* [0-9]*\)</title>.*|\1|p' dom)" = "$width $width 0" ] ||
        fail "width, width of what is in it and files loaded at $width: $(grep '<title>' dom)"
    opened --screenshot="$tmp/shot.png" "file://$tmp/game.html"
    [ -s shot.png ] || fail 'no picture of the page'
done
