#!/usr/bin/env bash
# ci: archive
# help WORD: what a user would type finds a command, a key or an option, whether or not it names a command.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
set +e +o pipefail # what fails is counted, and the rest is tried
export HOME=$tmp XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data XDG_STATE_HOME=$tmp/state
cd "$tmp" || exit 1

# finds WORD TEXT: 'help WORD' has a line that begins so.
finds() {
    "$VEDETTE" help $1 >out 2>err || fail "help $1: $(cat err)"
    grep -q "^ *$2" out || fail "help $1 has no '$2': $(cat out)"
}
while IFS=: read -r words text; do
    finds "$words" "$text"
done <<'END'
heat:guess heat
export:games export
export:report
share:report
html:report
give away:report
blunder:review
blunders:review
comment:A: a note
worth:show values
undo:takes your last move back
undo:u: take your last move back
mistake:review
odds:guess 
probability:guess heat
elo:tournament
Elo:match
rating:tournament
win:value 
chance:value 
win chance:value 
note:usage: vedette note
suspicion:guess set
accuracy:review
analyse:hint
analyze:hint
annotate:guess set
import:games import
database:games where
opening:games openings
statistics:games setups
tree:search tree
engine:bot 
uci:bot 
protocol:bot 
clock:clock.enforced
timer:play 
color:profile set
colour:C: the next colours
theme:screen.theme
keys:help 
language:notation
resign:r: resign
heatmap:guess heat
config:profile show
takeback:game back
easy:levels
exit:quit
mouse:M: mouse on or off
redo:U: play what was taken back again
END
# The right command comes first.
while IFS=: read -r word command; do
    first=$("$VEDETTE" help "$word" --json | grep -o '"name":"[a-z ]*","group"' | head -n 1 | cut -d '"' -f 4)
    [ "$first" = "$command" ] || fail "help $word: the first is '$first', not '$command'"
done <<'END'
accuracy:review
advice:hint
agent:agents
annotate:note
army:setup create
best:hint
blunder:review
board:show
bot:bot
capture:moves
chance:value
clock:play
color:profile set
comment:note
compare:setup compare
configuration:profile edit
csv:games stats
database:games where
diagram:show
difficulty:levels
easy:levels
Elo:tournament
engine:move
evaluate:value
exit:quit
export:games export
fight:moves
flag:guess heat
format:convert
graph:review
heat:guess heat
heatmap:guess heat
history:games
import:games import
ladder:levels
language:notation
legal:legal
luck:review
mistake:review
Monte Carlo:rollout
notes:note
odds:guess
opening:games openings
opponent:levels
probability:guess
rating:games
remark:note
replay:moves
report:report
score sheet:moves
simulate:rollout
spy:guess heat
SPRT:match
start game:new
statistics:games stats
takeback:undo
timer:play
tree:search tree
undo:undo
validate:check
variant:rules
win:value
worth:explain value
XML:convert
END
# A name is still a name, and what nothing is about is said to be unknown.
"$VEDETTE" help save | grep -q '^usage: vedette save FILE' || fail 'help save'
for word in xyzzyx font "$(printf 'a\033b')"; do
    "$VEDETTE" help "$word" >out 2>err && fail "help '$word' finds $(cat out)"
    [ -s out ] && fail "help '$word' prints $(cat out)"
    [ "$(wc -l <err)" = 1 ] || fail "help '$word' says $(cat err)"
done
"$VEDETTE" heat 2>err && fail 'heat is a command'
[ "$(cat err)" = "unknown command 'heat'; 'help heat' lists the commands about that" ] || fail "$(cat err)"
"$VEDETTE" help undo --json | grep -q '^{"commands":\[{"name":"undo".*"keys":\[{"key":"u",' || fail 'help undo --json'
# Where only a key or only options are about a word, they are the answer as JSON too, all of them.
"$VEDETTE" help Esc --json |
    grep -qx '{"commands":\[\],"keys":\[{"key":":","help":"the console: [^"]*"},.*\],"options":\[\],"version":"[^"]*"}' || fail 'help Esc --json'
[ "$("$VEDETTE" help weight --json | grep -o '"key":"[a-z_]*\.[a-z_]*","meaning":"' | wc -l)" -gt 12 ] || fail 'help weight --json'
# What is listed has room on 80 columns.
"$VEDETTE" help vedette | grep -E '.{80}' && fail 'a line of more than 79 columns'
"$VEDETTE" help | tr '\n' ' ' | grep -q 'same --seed gives the same answer; --jobs is how many threads' || fail "help has no --jobs"
exit "$failed"
