#!/usr/bin/env bash
# `serve --mcp`, the Model Context Protocol: handshake, tools, results, faults, and that hidden ranks stay hidden.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
srcdir=$(cd "$srcdir" && pwd)
awk=${AWK:-awk}
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data
cd "$tmp"

# usage: rpc ID METHOD [PARAMS]
rpc() { printf '{"jsonrpc":"2.0","id":%s,"method":"%s","params":%s}\n' "$1" "$2" "${3:-{\}}"; }
# usage: call ID TOOL ARGUMENTS
call() { rpc "$1" tools/call "{\"name\":\"$2\",\"arguments\":$3}"; }
# usage: converse   (requests from standard input; the answers, each JSON, in the file answers)
converse() {
    timeout 60 "$VEDETTE" --jobs 1 serve --mcp >answers || fail "serve --mcp: status $?"
    $awk -f "$srcdir/tests/json.awk" answers >bad || fail "no JSON: $(cut -c1-300 bad)"
    ! grep -v '^{"jsonrpc":"2\.0",' answers || fail "no JSON-RPC: $(cut -c1-300 answers)"
}
# usage: answers_with ID PATTERN
answers_with() {
    grep "^{\"jsonrpc\":\"2.0\",\"id\":$1," answers | grep -q -- "$2" || fail "the answer $1 is not '$2': $(cut -c1-400 answers)"
}

"$VEDETTE" --seed 1 match probabilistic random --games 1 --max-plies 60 --save games >out
finished=games/000000.game
"$VEDETTE" convert "$finished" --plies 30 --to game >a.game

# The version is the newest that both sides know.
for pair in 2024-11-05:2024-11-05 2025-03-26:2024-11-05 2025-06-18:2025-06-18 2025-11-25:2025-11-25 2099-01-01:2025-11-25 '':2024-11-05; do
    rpc 1 initialize "{\"protocolVersion\":\"${pair%:*}\",\"capabilities\":{\"roots\":{\"listChanged\":true}},\"clientInfo\":{\"name\":\"x\",\"version\":\"1\"}}" |
        converse
    answers_with 1 "\"result\":{\"protocolVersion\":\"${pair#*:}\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"vedette\","
done

# Handshake, list, calls. Notifications have no answer, and a result has the command's text and its data.
{
    rpc 1 initialize '{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}'
    echo '{"jsonrpc":"2.0","method":"notifications/initialized"}'
    rpc '"p"' ping
    rpc 2 tools/list
    call 3 load "{\"file\":\"$finished\"}"
    call 4 guess '{"at":20,"side":"red"}'
    call 5 legal '{"at":20}'
    call 6 best '{"at":20,"worlds":2,"plies":6}'
    call 7 nosuch '{}'
    call 8 guess '{"at":5000}'
    call 9 guess '{"nosuch":1}'
    call 10 review '{"worlds":0}'
    rpc 11 nosuch/method
    rpc 12 tools/call '{"name":"show"}'
    rpc 13 tools/call '{"name":"show","arguments":null}'
    rpc 14 tools/call '{"name":"show","arguments":3}'
    echo '{"id":15,"method":"ping"}'
    echo '{"jsonrpc":"2.0","id":16,"result":{}}'
    echo '{"jsonrpc":"2.0","id":1.5,"method":"ping"}'
    echo '[{"jsonrpc":"2.0","id":17,"method":"ping"}]'
    echo '{"jsonrpc":"2.0","method":"nosuch"}'
} | converse
answers_with '"p"' '"result":{}'
answers_with 2 '"name":"guess","title":"guess hidden ranks","description":"[^"]*Never the true ranks[^"]*","inputSchema":{"type":"object","properties":{"at":{"type":\["integer","string"\],'
answers_with 2 '"side":{"type":"string","enum":\["red","blue"\],'
answers_with 2 '"moves":{"type":"array","items":{"type":"string"},"description":"moves of both sides[^}]*}},"required":\["moves"\],"additionalProperties":false}'
[ "$(grep -o '"inputSchema"' answers | wc -l)" = 10 ] || fail "the tools: $(grep '"id":2,' answers)"
answers_with 3 '"text":"games/000000.game: red probabilistic, blue random, 60 moves,'
data=$("$VEDETTE" --jobs 1 guess "$finished" --at 20 --side red --json)
grep -qF "\"structuredContent\":$data,\"isError\":false}}" answers || fail "guess: $(grep '"id":4,' answers | cut -c1-300)"
text=$("$VEDETTE" --jobs 1 guess "$finished" --at 20 --side red | sed 's/"/\\"/g; s/$/\\n/' | tr -d '\n')
grep -qF "\"content\":[{\"type\":\"text\",\"text\":\"$text\"}]" answers || fail "guess in words: $(grep '"id":4,' answers | cut -c1-300)"
answers_with 5 '^{"jsonrpc":"2.0","id":5,"result":{"content":\[{"type":"text","text":"[a-j0-9-]*\\n[^"]*"}\],"structuredContent":{"moves":\["[^{}]*"version":"[^"]*"},"isError":false}}$'
answers_with 6 '"text":"move .*"structuredContent":{"rollouts":'
answers_with 7 '"error":{"code":-32602,"message":"unknown tool '"'nosuch'"'"}'
answers_with 8 '"text":"--at 5000: there are only 60 moves"}\],"isError":true}}'
answers_with 9 '"text":"guess: found '"'nosuch'"', expected these fields: at side of note"}\],"isError":true}}'
answers_with 10 '"structuredContent":{"result":"draw",'
answers_with 11 '"error":{"code":-32601,'
for id in 12 13; do answers_with $id '"isError":false'; done
answers_with 14 '"error":{"code":-32602,'
for id in 15 16; do answers_with $id '"error":{"code":-32600,'; done
answers_with null '"error":{"code":-32600,'
answers_with null '"error":{"code":-32700,'
[ "$(wc -l <answers)" = 19 ] || fail "so many answers: $(wc -l <answers)"

# Progress goes to a client that gave a token, and a cancelled call has no answer.
mkfifo to
timeout 60 "$VEDETTE" --jobs 1 serve --mcp <to >answers &
server=$!
exec 7>to
call 1 load "{\"file\":\"$finished\"}" >&7
rpc 2 tools/call '{"name":"best","arguments":{"at":20,"time":1000},"_meta":{"progressToken":"t"}}' >&7
until grep -q '^{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"t","progress":1,"message":"' answers ||
    ! kill -0 $server; do sleep 0.05; done
echo '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2,"reason":"late"}}' >&7
call 3 show '{"at":0}' >&7
exec 7>&-
wait $server || fail "cancelled: status $?"
! grep '"id":2,' answers || fail 'a cancelled call has an answer'
answers_with 3 '"isError":false'

# Of an unfinished game both twins, which differ in two hidden pieces, give the same bytes.
mkdir one two
cp a.game one/game
twin a.game >two/game
! cmp -s one/game two/game || fail 'the twins are the same'
for seat in red blue; do
    for folder in one two; do
        cd $folder
        {
            call 1 load "{\"file\":\"game\",\"side\":\"$seat\"}"
            call 2 show '{}'
            call 3 show '{"side":"blue"}'
            call 4 guess '{}'
            call 5 guess '{"side":"blue"}'
            call 6 chances '{}'
            call 7 best '{"worlds":2,"plies":6}'
            call 8 plans '{}'
            call 9 review '{}'
            call 10 play '{"moves":["a1-a2"]}'
        } | converse
        cd ..
    done
    if [ $seat = red ]; then
        cmp -s one/answers two/answers || fail "red's answers depend on hidden ranks: $(diff one/answers two/answers | cut -c1-500)"
    elif cmp -s one/answers two/answers; then
        fail "blue's own pieces do not show"
    fi
done
