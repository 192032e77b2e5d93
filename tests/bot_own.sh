#!/usr/bin/env bash
# Our own protocol for bots: what `bot` answers, and programs that speak it as agents (bot:PATH).
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
srcdir=$(cd "${srcdir:-.}" && pwd)
fail() { echo "FAIL: $*"; exit 1; }
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
setup=6252924272826X3S75264B84B75B623BFB34B353

# Hello, options, a setup that is requested and one that is given; the same seed gives the same answers.
talk() { printf '%s\n' "$@" quit; }
talk 'vedette 1' 'game red' setup 'rules isf 5 yes 0 0' | "$VEDETTE" --seed 5 bot star:depth=1 >"$tmp/one" ||
    fail "status $?"
head -n 1 "$tmp/one" | grep -qx 'bot 1 star:depth=1' || fail "hello: $(head -n 1 "$tmp/one")"
grep -qx 'option table_size [0-9]* a whole number from 1 to 65536 megabytes' "$tmp/one" || fail 'no options'
grep -qx ready "$tmp/one" || fail 'not ready'
tail -n 1 "$tmp/one" | grep -Eqx 'setup [FBS2-9X]{40}' || fail "setup: $(tail -n 1 "$tmp/one")"
talk 'vedette 1' 'game red' setup | "$VEDETTE" --seed 5 bot star:depth=1 | cmp - "$tmp/one" || fail 'not the same twice'
{ printf '%s\n' 'game blue' "setup $setup" 'rules free 0 no 0 0' 'played e4-e5' go; sleep 0.1; } |
    "$VEDETTE" --seed 5 bot probabilistic >"$tmp/moved" || fail "a move: status $?"
grep -Eqx 'move [a-j][0-9]+-[a-j][0-9]+' "$tmp/moved" || fail "a move: $(cat "$tmp/moved")"

# A line that cannot be taken is refused and changes nothing. Where the bot cannot go on it says error, which loses
# the game: it plays on only after the next "game". Words that it does not know are passed over.
talk 'later versions' '' setup 'played a4-a5' go 'game green' 'setup XX' 'set depth' 'rules x' "$(head -c 9000 /dev/zero | tr '\0' x)" \
    "game red" 'illegal x' 'setup XX' "setup $setup" 'set nosuch 1' 'played a4-a6' 'played a4-a5 X' go 'game red' "setup $setup" \
    'go time x' 'game red' "setup $setup" 'go averyveryverylongunknownword 3 time x' | "$VEDETTE" bot random >"$tmp/errors" || fail "errors: status $?"
cut -d: -f1 "$tmp/errors" | cut -c1-30 | diff - <(cat <<'END'
error setup
refused played a4-a5
error go
refused game green
refused setup XX
refused set depth
refused rules x
refused a line
refused illegal x
refused setup XX
refused set nosuch 1
error played a4-a6
refused played a4-a5 X
error go
error go time x
error go averyveryverylongunkn
END
) || fail "errors: $(cat "$tmp/errors")"

# A move that the referee refuses is not repeated, as long as there is another one; then the bot resigns. Bare "go"
# leaves the time to the bot.
coproc BOT { exec "$VEDETTE" --seed 5 bot vedette:worlds=1,plies=2; }
# shellcheck disable=SC2153 # coproc sets it
bot_pid=$BOT_PID
printf '%s\n' 'game red' "setup $setup" >&"${BOT[1]}"
: >"$tmp/refused"
while :; do
    printf 'go\r\n' >&"${BOT[1]}"
    while IFS= read -r -t 60 line <&"${BOT[0]}" && [[ $line == info\ * ]]; do :; done
    [ "$line" != resign ] || break
    echo "$line" >>"$tmp/refused"
    [ "$(wc -l <"$tmp/refused")" -lt 50 ] || fail 'it moves without end'
    printf ' illegal  %s two-squares \n' "${line#move }" >&"${BOT[1]}"
done
echo quit >&"${BOT[1]}"
wait "$bot_pid" || fail "refused: status $?"
printf 'format: vedette-position/1\nto_move: red\nboard: |\n' >"$tmp/start.position"
sed -E 's/(.)/r\1 /g' <<<"$setup" | fold -w 30 >"$tmp/red"
{ for _ in 1 2 3 4; do echo '  b? b? b? b? b? b? b? b? b? b?'; done; for _ in 1 2; do echo '  . . ~ ~ . . ~ ~ . .'; done
    sed 's/^/  /' "$tmp/red"; printf 'captured: {red: "", blue: ""}\n'; } >>"$tmp/start.position"
"$VEDETTE" legal "$tmp/start.position" | sed 's/^/move /' >"$tmp/legal" || fail "legal: $(cat "$tmp/start.position")"
sort "$tmp/refused" | diff - <(sort "$tmp/legal") || fail 'not each legal move once'

LC_ALL=C awk 'BEGIN { srand(3); for (n = 0; n < 50000; n++) printf "%c", int(256 * rand()) }' |
    "$VEDETTE" bot random >"$tmp/noise" || fail "noise: status $?"

# What the referee sends is not printed on the command line.
status=0
"$VEDETTE" bot --time 5 random </dev/null >"$tmp/out" 2>"$tmp/err" || status=$?
[ "$status" = 2 ] && [ ! -s "$tmp/out" ] || fail "--time: status $status"
grep -qx 'bot: --time is of --protocol progcomp: .*' "$tmp/err" && [ "$(wc -l <"$tmp/err")" = 1 ] ||
    fail "--time: $(cat "$tmp/err")"

# It thinks as long as it takes, and answers on "stop".
coproc BOT { exec "$VEDETTE" bot random:wait=forever; }
# shellcheck disable=SC2153 # coproc sets it
bot_pid=$BOT_PID
printf '%s\n' 'game red' "setup $setup" go stop >&"${BOT[1]}"
IFS= read -r -t 60 line <&"${BOT[0]}" || fail 'no answer to stop'
[[ $line == move\ * ]] || fail "stop: $line"
echo quit >&"${BOT[1]}"
wait "$bot_pid" || fail "quit: status $?"

# Thinking on the enemy's time changes no answer where worlds bound it, whether the referee sends the bot its own move
# at once or only with the enemy's, and takes no line's place.
# ponders OPTIONS TOLD  plays three moves and prints the answers
ponders() {
    coproc BOT { exec "$VEDETTE" --seed 5 bot "vedette:worlds=3,plies=4,$1"; }
    # shellcheck disable=SC2153 # coproc sets it
    bot_pid=$BOT_PID
    printf '%s\n' 'game red' "setup $setup" 'rules isf 5 yes 0 0' >&"${BOT[1]}"
    for enemy in j7-j6 j6-j7 j7-j6; do
        echo go >&"${BOT[1]}"
        while IFS= read -r -t 60 line <&"${BOT[0]}" && [[ $line == info\ * ]]; do :; done
        echo "$line"
        [ "$2" = late ] || printf 'played %s\n' "${line#move }" >&"${BOT[1]}"
        sleep 0.2
        printf 'later versions say more\n' >&"${BOT[1]}"
        [ "$2" = late ] && printf 'played %s\n' "${line#move }" >&"${BOT[1]}"
        printf 'played %s\n' "$enemy" >&"${BOT[1]}"
    done
    echo quit >&"${BOT[1]}"
    wait "$bot_pid" || fail "ponders: status $?"
}
ponders ponder=0 at-once >"$tmp/waits"
[ "$(grep -c '^move ' "$tmp/waits")" = 3 ] || fail "ponders: $(cat "$tmp/waits")"
for sent in at-once late; do
    ponders ponder=1 "$sent" | cmp - "$tmp/waits" || fail "ponders, sent $sent"
done

# A bot of thirty lines in another language plays whole games; each record is sound.
"$VEDETTE" --seed 1 --jobs 2 match random "bot:$srcdir/tests/bots/thirty,time=30,start=30,rules.rules=free" --games 2 \
    --max-plies 120 --save "$tmp/thirty" >"$tmp/out" || fail "thirty: status $? $(cat "$tmp/out")"
grep -q '^2 games' "$tmp/out" || fail "thirty: $(cat "$tmp/out")"
grep -qE 'illegal|failed|no-answer' "$tmp/out" && fail "thirty: $(cat "$tmp/out" "$tmp"/thirty/*)"
"$VEDETTE" check "$tmp"/thirty/*.game >/dev/null || fail 'thirty: a game is not sound'

# Its lines may end in CR LF or a blank, and empty lines are passed over: the same game.
cat >"$tmp/crlf" <<'END'
#!/usr/bin/env bash
here=${0%/*}
"$here/thirty-link" | sed -u -e 's/^move / \tmove  /' -e "s/\$/$(cat "$here/end")/" -e '/^option/s/^/\n/' -e '1s/^/\xef\xbb\xbf  /'
END
chmod +x "$tmp/crlf"
ln -s "$srcdir/tests/bots/thirty" "$tmp/thirty-link"
for ends in '\r' ' ' '\t\r'; do
    printf '%s' "$ends" >"$tmp/end"
    "$VEDETTE" --seed 1 match random "bot:$tmp/crlf,time=30,start=30,rules.rules=free" --games 1 --max-plies 40 >"$tmp/out" ||
        fail "lines that end in '$ends': status $?"
    grep -qE 'illegal|failed|no-answer' "$tmp/out" && fail "lines that end in '$ends': $(cat "$tmp/out")"
done

# vedette itself as a bot, with an option of its own: it knows the rules that it gets, and never moves illegally.
# Built with sanitizers it takes more address space than any bound would leave it.
printf '#!/bin/sh\nexec "%s" --seed 3 bot probabilistic\n' "$VEDETTE" >"$tmp/itself"
chmod +x "$tmp/itself"
"$VEDETTE" --seed 1 match random "bot:$tmp/itself,options=piece=2;moved=0,time=30,start=30,memory=unlimited" --games 4 --save "$tmp/games" \
    >"$tmp/out" || fail "itself: status $? $(cat "$tmp/out")"
grep -qE 'illegal|failed|no-answer' "$tmp/out" && fail "itself: $(cat "$tmp/out")"
grep -q 'A wins 0, loses [34]' "$tmp/out" || fail "itself: probabilistic should win: $(cat "$tmp/out")"

# A clock is the bot's to divide: it gets what is left and what a move may take at most, and loses where the
# clock runs out, not before.
cat >"$tmp/slow" <<'END'
#!/usr/bin/env bash
tee "${0%/*}/heard" | while IFS= read -r line; do
    [[ $line != go* ]] || sleep 0.7
    printf '%s\n' "$line"
done | "${0%/*}/thirty-link"
END
chmod +x "$tmp/slow"
"$VEDETTE" --seed 1 match "bot:$tmp/slow,time=1.5,start=30" random --games 1 --clock 2s,none >"$tmp/out" || fail "slow: $?"
grep -q '^B wins by: time 1$' "$tmp/out" || fail "slow: $(cat "$tmp/out")"
grep -qx 'go clock 2 increment 0 time 1.5' "$tmp/heard" || fail "slow: $(grep '^go' "$tmp/heard")"
grep -qE '^go clock 1\.[0-9]+ increment 0$' "$tmp/heard" || fail "slow: $(grep '^go' "$tmp/heard")"

# After an illegal move the request is repeated, with what its clock has then.
cat >"$tmp/again" <<'END'
#!/usr/bin/env bash
exec 3>&1
tee "${0%/*}/heard" | while IFS= read -r line; do
    if [[ $line == go* && -z $repeated ]]; then
        repeated=yes
        sleep 0.5
        echo 'move a1-a9' >&3
    else
        printf '%s\n' "$line"
    fi
done | "${0%/*}/thirty-link"
END
chmod +x "$tmp/again"
"$VEDETTE" --seed 1 match "bot:$tmp/again,time=60,start=60,illegal=ask" random --games 1 --clock 50s,none --max-plies 2 \
    >"$tmp/out" || fail "again: $?"
sed -n 's/^go clock \([0-9.]*\) increment 0$/\1/p' "$tmp/heard" | head -n 2 | tr '\n' ' ' >"$tmp/clocks"
awk '{ exit !($1 == 50 && $2 > 0 && $2 <= 49.5) }' "$tmp/clocks" || fail "again: $(cat "$tmp/heard")"

# A clock counts beside a number of nodes that would take an hour: the move comes before the clock is out.
for agent in vedette star; do
    : >"$tmp/clocked-$agent" # a file of its own, which is there before it is looked at
    exec {commands}> >(timeout 60 "$VEDETTE" --seed 1 bot "$agent" >"$tmp/clocked-$agent")
    printf '%s\n' 'vedette 1' 'game red' setup 'go clock 2 increment 0 nodes 100000000000' >&"$commands"
    for ((waits = 0; waits < 500; waits++)); do
        ! grep -q '^move ' "$tmp/clocked-$agent" || break
        sleep 0.1
    done
    grep -q '^move ' "$tmp/clocked-$agent" || fail "$agent: a clock and nodes: no move"
    echo quit >&"$commands"
    exec {commands}>&-
done

# Failures of other programs are reported: one that ends, one that repeats its input, one that knows no option.
# fails_with PROGRAM,OPTIONS SENTENCE
fails_with() {
    "$VEDETTE" --seed 1 match random "bot:$1" --games 1 --save "$tmp/failed" >"$tmp/out" || fail "$1: status $?"
    grep -q 'failed 1' "$tmp/out" || fail "$1: $(cat "$tmp/out")"
    grep -q "$2" "$tmp/failed/000000.game" || fail "$1: $(cat "$tmp/failed/000000.game")"
}
fails_with "$(type -P true),start=30" 'true gave no answer: it ended with status 0'
fails_with "$(type -P cat),start=30" "cat answered .*vedette 1.*, which is not 'bot 1 NAME'"
fails_with "$tmp/itself,options=piece=x,start=30,memory=unlimited" "itself does not take an option: set piece x: "
# An option that a bot does not list is one that it might ignore.
fails_with "$srcdir/tests/bots/thirty,options=haste=3;nosuch=1,start=30" "thirty has no option 'nosuch'"
# What a record quotes of a move is what the bot wrote.
printf '#!/bin/sh\nexec "%s" | sed -u "s/^move .*/move a1-j10/"\n' "$tmp/thirty-link" >"$tmp/wild"
chmod +x "$tmp/wild"
"$VEDETTE" --seed 1 match random "bot:$tmp/wild,time=30,start=30" --games 1 --save "$tmp/wild.games" >"$tmp/out" || fail "wild: $?"
grep -q 'wild moved a1-j10, which is illegal' "$tmp/wild.games/000000.game" || fail "wild: $(cat "$tmp/wild.games/000000.game")"
"$VEDETTE" match random bot:/nosuch/bot --games 1 >"$tmp/out" 2>"$tmp/err"
[ $? = 2 ] || fail 'a program that is not there: not status 2'
grep -q '/nosuch/bot' "$tmp/err" || fail "a program that is not there: $(cat "$tmp/err")"
