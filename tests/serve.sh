#!/usr/bin/env bash
# ci: threads
# `serve` as its clients see it: answers, faults, what stays hidden, and what clients do that it must survive.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
srcdir=$(cd "$srcdir" && pwd)
awk=${AWK:-awk}
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data
cd "$tmp"

# usage: serve_lines LINE…   (its answers, a line each, in $tmp/answers; each is JSON)
serve_lines() {
    printf '%s\n' "$@" | timeout 60 "$VEDETTE" --jobs 1 serve >answers || fail "serve: status $? for $*"
    $awk -f "$srcdir/tests/json.awk" answers >bad || fail "no JSON: $(cut -c1-300 bad)"
}
# usage: is_fault ID CODE
is_fault() {
    grep -q "^{\"version\":1,\"id\":$1,\"error\":{\"code\":\"$2\",\"text\":\"..*\"}}\$" answers ||
        fail "no fault $2 of $1: $(cut -c1-300 answers)"
}
# usage: quoted FILE   (its bytes as a text in JSON)
quoted() { printf '"%s"' "$(sed 's/\\/\\\\/g; s/"/\\"/g; s/$/\\n/' "$1" | tr -d '\n')"; }

"$VEDETTE" --seed 1 match probabilistic random --games 1 --max-plies 60 --save games >out
finished=games/000000.game
"$VEDETTE" convert "$finished" --plies 30 --to game >a.game

# An answer is what the command prints with --json.
serve_lines "{\"id\":1,\"ask\":\"load\",\"file\":\"$finished\"}" '{"id":"two","ask":"guess","at":20}' \
    '{"id":3,"ask":"chances","at":"7r","side":"blue"}' '{"id":-4,"ask":"show","at":9,"all":true}' \
    '{"id":5,"ask":"best","at":20,"worlds":2,"plies":6}' '{"id":6,"ask":"review","worlds":0,"side":null}' \
    '{"version":1,"id":7,"ask":"legal","at":21}' '{"ask":"plans","at":20}'
check_answer() { # check_answer ID COMMAND…
    local id=$1
    shift
    printf '{"version":1,"id":%s,"stopped":false,"answer":%s}\n' "$id" "$("$VEDETTE" --jobs 1 "$@" --json)" >wanted
    grep -F "{\"version\":1,\"id\":$id,\"stopped\"" answers | cmp -s - wanted ||
        fail "another answer than of $*: $(cut -c1-300 answers)"
}
check_answer '"two"' guess "$finished" --at 20
check_answer 3 value "$finished" --at 7r --side blue
check_answer -4 show "$finished" --at 9 --all
check_answer 5 rollout "$finished" --at 20 --worlds 2 --plies 6
check_answer 6 review "$finished" --worlds 0
check_answer 7 legal "$finished" --at 21
check_answer null plans "$finished" --at 20
[ "$(wc -l <answers)" = 8 ] || grep -q '"progress"' answers || fail "so many lines: $(wc -l <answers)"

# A game comes as text too, and moves behind it or later; after a load that failed there is none.
move=$("$VEDETTE" legal a.game | head -n 1)
serve_lines "{\"id\":1,\"ask\":\"load\",\"text\":$(quoted a.game)}" \
    "{\"id\":2,\"ask\":\"load\",\"text\":$(quoted a.game),\"moves\":[\"$move\"]}" '{"id":3,"ask":"play","moves":"a1-a1"}' \
    '{"id":4,"ask":"show"}' '{"id":5,"ask":"load","text":"x"}' '{"id":6,"ask":"show"}' \
    "{\"id\":7,\"ask\":\"load\",\"text\":$(quoted a.game)}" "{\"id\":8,\"ask\":\"play\",\"moves\":[\"${move/-/\",\"}\"]}" \
    '{"id":9,"ask":"load","file":"a.game"}' "{\"id\":10,\"ask\":\"play\",\"moves\":[\"$move\"]}" \
    '{"id":11,"ask":"load","file":"a.game","moves":["a4-a5"]}' '{"id":12,"ask":"load"}'
for id in 2 8; do
    grep -q "^{\"version\":1,\"id\":$id,.*\"file\":null,.*\"moves\":31,\"to_move\":\"blue\"" answers || fail "moves of $id: $(cat answers)"
done
grep -q '^{"version":1,"id":1,.*"moves":30,"to_move":"red","result":"open","reason":null,"seat":"red","version":"[^"]*"}}$' answers ||
    fail "load: $(cat answers)"
is_fault 3 no
is_fault 5 bad
is_fault 6 bad
is_fault 10 no
is_fault 11 bad
is_fault 12 bad

# Of an unfinished game answers depend only on what the seat knows. Twins differ in two pieces of blue that have
# not moved; what red asks has the same bytes for both, and what would show more is refused.
twin a.game >twin.game
! cmp -s a.game twin.game || fail 'the twins are the same'
"$VEDETTE" check twin.game >out || fail "the twin: $(cat out)"
questions=('{"id":1,"ask":"show"}' '{"id":2,"ask":"show","at":29}' '{"id":3,"ask":"guess"}' '{"id":4,"ask":"guess","side":"blue"}'
    '{"id":5,"ask":"guess","of":"red"}' '{"id":6,"ask":"chances"}' '{"id":7,"ask":"best","worlds":2,"plies":6}'
    '{"id":8,"ask":"plans"}' '{"id":9,"ask":"legal"}' '{"id":10,"ask":"guess","at":29}'
    '{"id":11,"ask":"show","side":"blue"}' '{"id":12,"ask":"show","all":true}' '{"id":13,"ask":"chances","side":"blue"}'
    '{"id":14,"ask":"legal","at":29}' '{"id":15,"ask":"plans","at":29}')
more=('{"id":11,"ask":"best","at":29}' '{"id":12,"ask":"review"}' '{"id":13,"ask":"moves","side":"blue"}'
    '{"id":14,"ask":"moves","chances":true}')
for seat in red blue; do
    for game in a twin; do
        for way in "\"file\":\"$game.game\"" "\"text\":$(quoted $game.game)"; do
            serve_lines "{\"ask\":\"load\",$way,\"side\":\"$seat\"}" "${questions[@]}"
            if [ $seat = red ]; then for id in 11 12 13 14 15; do is_fault $id no; done; fi
            grep -v '"progress"\|"file":"' answers >of-"$game"
            serve_lines "{\"ask\":\"load\",$way,\"side\":\"$seat\"}" "${more[@]}"
            if [ $seat = red ]; then is_fault 11 no && is_fault 13 no; fi
            is_fault 12 no
            grep -v '"progress"\|"file":"' answers >>of-"$game"
        done
    done
    if [ $seat = red ]; then
        cmp -s of-a of-twin || fail "red's answers depend on hidden ranks: $(diff of-a of-twin | cut -c1-500)"
    elif cmp -s of-a of-twin; then
        fail "blue's own pieces do not show"
    fi
done

# Squares are a1 to j10 whatever the user's own notation is, and an agent's name starts no program.
mkdir -p "$XDG_CONFIG_HOME/vedette"
printf 'format: vedette-profile/1\nnotation: {notation: arts}\n' >"$XDG_CONFIG_HOME/vedette/config.yaml"
printf '#!/bin/sh\n: >%s/started\n' "$tmp" >program
chmod +x program
serve_lines '{"id":1,"ask":"load","file":"a.game"}' '{"id":2,"ask":"legal"}' "{\"id\":3,\"ask\":\"best\",\"agent\":\"bot:$tmp/program\"}"
"$VEDETTE" legal a.game --json >arts
rm "$XDG_CONFIG_HOME/vedette/config.yaml"
! "$VEDETTE" legal a.game --json | cmp -s - arts || fail 'the notation of the config does not count'
grep -F "{\"version\":1,\"id\":2,\"stopped\":false,\"answer\":$("$VEDETTE" legal a.game --json)}" answers >out ||
    fail "another notation: $(cat answers)"
is_fault 3 bad
[ ! -e started ] || fail 'a program was started'

# Faults name what was wrong, and the next line is answered.
{
    printf '%s\n' '[1]' '{"id":1}' '{"id":2,"ask":"nosuch"}' '{"id":3,"ask":"guess","nosuch":1}' '{"id":4,"ask":"guess","at":[1]}' \
        '{"id":5,"ask":"show","all":"yes"}' '{"id":6,"ask":"guess","side":true}' '{"id":7,"ask":"guess","note":["--side"]}' \
        '{"id":8,"ask":"guess","side":"green"}' '{"id":9,"ask":"best","worlds":0}' '{"id":10,"ask":"guess"}' \
        '{"id":11,"version":2,"ask":"guess"}' '{"id":1.5,"ask":"guess"}' '{"id":12,"ask":"best","out":"x","json":true}' \
        '{"id":13,"ask":"load","file":"nosuch"}' '{"id":14,"ask":"load","file":"."}'
    printf '{"id":15,"ask":"\xff"}\n{"id":16,\0"ask":"guess"}\n'
    head -c 3000000 /dev/zero | tr '\0' x
    printf '\n{"id":17,"ask":"load","text":%s}\n' "$(head -c 5000 /dev/zero | tr '\0' '[')"
    printf '\r\n  \n{"id":18,"ask":"legal"}\r\n{"id":19,"ask":"le'
} >hostile
timeout 60 "$VEDETTE" serve <hostile >answers || fail "faults: status $?"
$awk -f "$srcdir/tests/json.awk" answers >bad || fail "faults: no JSON: $(cut -c1-300 bad)"
for id in 1 2 3 4 5 6 7 11 12; do is_fault $id "$([ $id = 11 ] && echo version || echo request)"; done
for id in 8 9 10 13 14 18; do is_fault $id bad; done
[ "$(grep -c '"id":null,"error":{"code":"json"' answers)" = 5 ] && is_fault null request && is_fault null long ||
    fail "faults without an id: $(grep '"id":null' answers)"
[ "$(wc -l <answers)" = 22 ] || fail "so many faults: $(wc -l <answers)"

# `stop` while it works: the request gets what there is. Requests that wait behind it get nothing; others go on.
mkfifo to
timeout 60 "$VEDETTE" --jobs 1 serve <to >answers &
server=$!
exec 7>to
printf '%s\n' "{\"id\":1,\"ask\":\"load\",\"file\":\"$finished\"}" '{"id":2,"ask":"best","at":20,"time":1000}' \
    '{"id":3,"ask":"best","at":20,"time":1000}' '{"id":4,"ask":"legal","at":20}' >&7
until grep -q '"id":2,"progress":' answers || ! kill -0 $server; do sleep 0.05; done
printf '%s\n' '{"id":3,"ask":"stop"}' '{"id":2,"ask":"stop"}' '{"id":99,"ask":"stop"}' >&7
exec 7>&-
wait $server || fail "stop: status $?"
grep -q '"id":2,"stopped":true,"answer":{' answers && is_fault 3 stopped && grep -q '"id":4,"stopped":false,"answer":{"moves":\[' answers ||
    fail "stop: $(cut -c1-300 answers)"

# More than 16 requests are refused; `quit` ends at once.
timeout 60 "$VEDETTE" --jobs 1 serve <to >answers &
server=$!
exec 7>to
echo "{\"ask\":\"load\",\"file\":\"$finished\"}" >&7
for id in {1..40}; do echo "{\"id\":$id,\"ask\":\"best\",\"at\":20,\"time\":1000}"; done >&7
echo '{"ask":"quit"}' >&7
wait $server || fail "quit: status $?"
exec 7>&-
[ "$(grep -c '"code":"busy"' answers)" -ge 24 ] || fail "busy: $(cut -c1-100 answers | sort | uniq -c)"
[ "$(grep '"code":"stopped"\|"stopped":true\|"code":"busy"' answers | grep -vc '"id":null')" = 40 ] || fail "quit: $(cut -c1-100 answers)"

# A client that stops reading while it goes on to write: work and reading wait, in bounded memory. Once it has closed
# its end, the server ends.
mkfifo from sent
{ read -r _; exec sleep 60; } <from &
reader=$!
yes "{\"ask\":\"load\",\"file\":\"$finished\"}
{\"ask\":\"show\",\"all\":true}
x" >sent &
writer=$!
"$VEDETTE" --jobs 1 serve <sent >from 2>err &
server=$!
busy_time() { $awk '{ print $14 + $15 }' "/proc/$server/stat" 2>/dev/null || echo none; }
if [ -r "/proc/$server/status" ]; then
    until before=$(busy_time) && sleep 1 && [ "$before" != 0 ] && [ "$before" = "$(busy_time)" ]; do :; done
    memory=$($awk '$1 == "VmHWM:" { print $2 }' "/proc/$server/status")
    [ "${SANITIZERS:-no}" != no ] || [ "$memory" -lt 50000 ] || fail "a client that does not read: $memory kB"
else
    sleep 5
fi
kill $writer
status=0
wait $server || status=$?
is 'a client that does not read' 3 $status
grep -qx 'serve: the other program does not read its answers' err || fail "$(cat err)"
kill $reader || fail 'the reader has ended'

# Two at once do not disturb each other.
for i in 1 2; do
    printf '%s\n' "{\"id\":1,\"ask\":\"load\",\"file\":\"$finished\"}" '{"id":2,"ask":"guess"}' '{"id":3,"ask":"best","at":20,"worlds":3,"plies":9}' |
        timeout 60 "$VEDETTE" --jobs 1 serve >both-$i &
done
wait
grep -v '"progress"' both-1 >one
grep -v '"progress"' both-2 | cmp - one && [ "$(wc -l <one)" = 3 ] || fail "two at once: $(cut -c1-200 both-1)"

# 10,000 hostile lines: requests with bytes changed, cut off or doubled. Each line gets an answer or a fault.
hostile_lines=$((30000 / ${TEST_PART:-3}))
$awk -v seed=7 -v lines=$hostile_lines -v file="$finished" 'BEGIN {
    srand(seed)
    n = split("{\"id\":1,\"ask\":\"load\",\"file\":\"" file "\",\"side\":\"red\"}~{\"id\":2,\"ask\":\"guess\",\"at\":5,\"of\":\"blue\",\"note\":[\"a7=B\"]}~" \
        "{\"id\":\"x\",\"ask\":\"legal\",\"at\":\"3r\"}~{\"id\":3,\"ask\":\"play\",\"moves\":[\"a4-a5\",\"a7#6xa6#5\"]}~{\"ask\":\"chances\",\"version\":1}~" \
        "{\"id\":4,\"ask\":\"show\",\"all\":true,\"at\":1e3}~{\"id\":5,\"ask\":\"stop\"}~{\"id\":6,\"ask\":\"load\",\"text\":\"b4\\u00e9\\ud83d\\ude00\\n\"}", line, "~")
    for (i = 0; i < lines; i++) {
        s = line[1 + int(n * rand())]
        for (k = int(4 * rand()); k > 0; k--) {
            at = 1 + int(length(s) * rand())
            kind = int(4 * rand())
            c = sprintf("%c", 32 + int(95 * rand()))
            if (kind == 0) s = substr(s, 1, at - 1) c substr(s, at + 1)
            else if (kind == 1) s = substr(s, 1, at)
            else if (kind == 2) s = substr(s, 1, at) substr(s, at)
            else s = substr(s, 1, at - 1) substr(s, at + 1 + int(5 * rand()))
        }
        if (s !~ /quit/) print s
    }
}' >hostile
timeout 120 "$VEDETTE" --jobs 1 serve <hostile >answers || fail "hostile lines: status $?"
[ "$(grep -c '' answers)" -ge $((hostile_lines * 9 / 10)) ] || fail "hostile lines: $(wc -l <answers) answers"
# (json.awk takes long for all of them.)
$awk 'NR % 20 == 0' answers | $awk -f "$srcdir/tests/json.awk" >bad || fail "hostile lines: no JSON: $(cut -c1-300 bad)"
[ "$(grep -vc '^{"version":1,"id":[^,]*,"\(error":{"code":"[a-z]*","text":".*"}\|stopped":\(false\|true\),"answer":[{[].*[]}]\)}$' answers)" = 0 ] ||
    fail "hostile lines: $(grep -v '"error"\|"answer"' answers | head -n 3)"

# The client of the documents.
if command -v python3 >/dev/null; then
    timeout 60 python3 "$srcdir/tests/serve_client.py" "$VEDETTE" a.game >out 2>err || fail "the client: $(cat out err)"
    grep -Eqx 'red wins with 0\.[0-9]{3}' out && grep -Eqx 'the flag is on [a-j][0-9]+ with 0\.[0-9]{3}' out &&
        grep -Eqx 'red plays [a-j][0-9]+[-x][a-j][0-9]+' out || fail "the client: $(cat out)"
    [ "$(wc -l <"$srcdir/tests/serve_client.py")" -le 40 ] || fail 'the client has more than 40 lines'
fi
