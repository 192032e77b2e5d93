#!/usr/bin/env bash
# The console at a real terminal: editing, completion, history, Ctrl-C and Ctrl-D, signals, sizes, the pager; and
# that a command says the same there, in a script and on the shell's line.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # `within` calls functions by their names
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
unset PAGER INPUTRC
cd "$tmp"
cat >a.position <<'END'
format: vedette-position/1
to_move: red
board: |
  bF  bB  .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
  .   .   ~   ~   b4* .   ~   ~   .   .
  .   .   ~   ~   .   .   ~   ~   .   .
  .   .   .   r2  .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
  rF  .   .   .   r5  .   .   .   .   .
captured: {red: "", blue: ""}
END
cp a.position 'b c.position'
mkdir folder
cp a.position folder/near.position
cp a.position folder/nearer.position

# last TEXT: the last line on the screen that is not blank.
is_last() { [ "$(capture 2>/dev/null | sed '/^ *$/d' | tail -n 1 | sed 's/ *$//')" = "$1" ]; }
last() { within 20 is_last "$1" || { fail "the last line is not: $1"; capture; }; }
# Whether the terminal is the console's, or a command's: it takes keys then, or lines.
modes() { stty -a <"$(T display-message -p '#{pane_tty}')"; }
is_running() { modes | grep -q ' icanon'; }
is_typing() { modes | grep -q -e '-icanon'; }
console() { # console SIZE [WORD...]: with what is given behind the command
    start "$1" "$VEDETTE" console "${@:2}"
    await 'Ctrl-D ends'
    last 'vedette>'
}
say() { # say LINE ANSWER: types the line; ANSWER is the last line before the prompt
    keys -l "$1"
    keys Enter
    await "$2"
}

# --- editing and completion ---

console 80x24
say 'outcome a.position' open
last 'vedette>'
keys -l 'outcom a.pos'
keys C-a Right Right Right Right Right Right e C-e Tab
last 'vedette> outcome a.position'
keys C-u
keys -l 'outc'
keys Tab
keys -l 'b'
keys Tab
last "vedette> outcome 'b c.position'"
keys C-u
keys -l 'profile s'
keys Tab
await 'set   show'
last 'vedette> profile s'
keys C-u
keys -l 'legal folder/n'
keys Tab
last 'vedette> legal folder/near'
keys Tab
await 'near.position    nearer.position'
keys C-u
keys -l 'version; repeat 2 mat'
keys Tab
last 'vedette> version; repeat 2 match'
keys C-u
keys -l 'legal a.position > fol'
keys Tab
last 'vedette> legal a.position > folder/'
keys C-u

# The prompt names the game at hand; mistakes have no file and line.
say 'load a.position' 'a.position: 0 moves, red to move'
last 'vedette 1 red>'
say 'lagel' "unknown command 'lagel'; did you mean 'legal'?"
say 'console' 'console: command lines are read already'
say "version; outcome 'x" "column 18: the quote ' is not closed"

# Lines that are pasted run one after the other.
T set-buffer $'notation arts\nnotation # which\n'
T paste-buffer
within 20 shows $'arts\nvedette' || await arts
last 'vedette 1 red>'

# Ctrl-C drops a line, in a search too, and stops a command; Ctrl-D ends.
keys -l 'never run'
last 'vedette 1 red> never run'
keys C-c
await 'never run^C'
last 'vedette 1 red>'
keys C-r
await '(reverse-i-search)'
keys -l 'outc'
await "outc':"
keys C-c
last 'vedette 1 red>'
keys -l 'perft 20 a.position'
keys Enter
within 20 is_running || fail "perft does not run"
keys C-c
await 'perft: stopped'
last 'vedette 1 red>'
within 20 is_typing || fail "no line is read"
say 'perft 1 a.position' 15
keys -l 'perft 20 a.position; version'
keys Enter
within 20 is_running || fail "perft does not run"
keys C-c
last 'vedette 1 red>'
! shows 'vedette 0.' || [ "$(capture | grep -c '^vedette [0-9.]*$')" = 0 ] || fail "the line goes on after Ctrl-C"
keys C-d
ended 0

# --- history: kept at once, each line once, of all consoles ---

history=$XDG_STATE_HOME/vedette/history
[ "$(grep -c '^load a.position$' "$history")" = 1 ] || fail "no history"
! grep -q 'never run' "$history" || fail "a dropped line is kept"
[ "$(stat -c %a "$history")" = 600 ] || fail "the history's mode is $(stat -c %a "$history")"
echo 'outcome folder/near.position' >>"$history" # another console's
console 80x24
keys Up
last 'vedette> outcome folder/near.position'
keys Up
last 'vedette> perft 20 a.position; version'
keys C-u
say 'load a.position' 'to move'
keys Up Up
last 'vedette 1 red> outcome folder/near.position'
keys C-u
say quit ''
ended 0

# --- flags hold for all lines; sizes ---

console 100x30 --notation arts --seed 3
say notation arts
say 'move random a.position > one; move random a.position > two; outcome a.position' open
cmp -s one two && [ "$(cat one)" = "$("$VEDETTE" --seed 3 --notation arts move random a.position)" ] ||
    fail "--seed and --notation of the console"
resize 40x20
within 20 eval '[ "$(capture | head -n 1 | wc -m)" -le 41 ]' || fail "not resized"
keys -l 'aaaaaaaaaabbbbbbbbbbccccccccccddddddddddeeeee'
await 'deeeee'
keys C-a
# The line is two rows of the new size, and its first character stands behind the prompt.
at_start() { [ "$(T display-message -p '#{cursor_x}')" = 9 ] && capture | sed "$(($(T display-message -p '#{cursor_y}') + 1))!d" | grep -q '^vedette> aaaaaaaaaa'; }
within 20 at_start || { fail "the new size is not followed"; capture; }
keys C-c
last 'vedette>'
keys C-d
ended 0

# --- the pager: of answers that are longer than the terminal ---

start 80x24 PAGER="sed 's/^/page: /'" "$VEDETTE" -
last 'vedette>'
say help 'page: --notation NAME.'
say 'outcome a.position' open
last 'vedette>'
! shows 'page: open' || fail "a short answer goes through the pager"
say 'help > long; time help version' 'time: 0'
cmp -s long <("$VEDETTE" help) || fail "help > FILE"
keys C-d
ended 0
start 80x24 PAGER=/nonexistent/pager "$VEDETTE" -
last 'vedette>'
say 'help' 'Every'
keys C-d
ended 0

# --- signals: the terminal is as before, and the shell goes on ---

for end in TERM:143 HUP:129 QUIT:131; do
    start 80x24 bash --norc --noprofile -i
    keys "stty -g >$tmp/before; ulimit -c 0; PS1='ended:\$? '; clear" Enter
    await 'ended:0'
    rm -f "$tmp/pid" "$tmp/after"
    keys "(echo \$BASHPID >$tmp/pid; exec $VEDETTE -)" Enter
    await 'Ctrl-D ends'
    last 'vedette>'
    say "outcome a.position # ${end%:*}" open
    if [ "$end" = TERM:143 ]; then
        keys -l 'outcome a'
        last 'vedette> outcome a'
        keys C-z
        await Stopped
        keys fg Enter
        last 'vedette> outcome a'
        keys -l '.position # again'
        keys Enter
        last 'vedette>'
    fi
    kill -"${end%:*}" "$(cat "$tmp/pid")"
    await "ended:${end#*:}"
    keys "stty -g >$tmp/after" Enter
    within 20 test -s "$tmp/after" || fail "$end: the shell does not go on"
    cmp -s "$tmp/before" "$tmp/after" || fail "$end: the terminal's modes differ"
    grep -q "# ${end%:*}\$" "$history" || fail "$end: the line is not in the history"
done
grep -q '^outcome a.position # again$' "$history" || fail "a line that was stopped for a while is lost"

# A lost line: the terminal itself goes away.
console 80x24
pid=$(program)
T kill-server
within 20 eval '! kill -0 "$pid" 2>/dev/null' || fail "the program outlives its terminal"

# --- one text: on the shell's line, in a script, in a file, at the console ---

while read -r line; do
    # shellcheck disable=SC2086 # a command and its arguments
    "$VEDETTE" --seed 5 $line >shell 2>&1 </dev/null || true
    echo "$line" >script
    "$VEDETTE" --seed 5 <script 2>&1 | sed 's/^stdin:1: //' >piped || true
    "$VEDETTE" --seed 5 source script 2>&1 </dev/null | sed 's/^script:1: //' >sourced || true
    console 160x150 --seed 5
    keys -l "$line"
    keys Enter
    # The answer stands between the line and the next prompt.
    answered() { capture | sed -n "/^vedette> ./,\$p" | sed 1d | grep -q '^vedette>'; }
    within 20 answered || fail "no answer: $line"
    capture | sed -n '/^vedette> ./,$p' | sed '1d; /^vedette>/,$d; s/ *$//' >typed
    sed -i 's/ *$//' shell piped sourced
    for other in piped sourced typed; do
        cmp -s shell "$other" || { fail "$other: $line"; diff shell "$other" || true; }
    done
    [ -s shell ] || fail "no text: $line"
done <<'END'
version
legal a.position
outcome a.position
perft 2 a.position
show --all a.position
move random a.position
setup create --best-of 3
profile show rules
profile explain rules.two_squares
plans a.position
guess heat 4 a.position --of blue
help search
legal nosuch
convert a.position --to png
lagel a.position
END

# The progress of a command may be a table: of it, drawn over again and again, nothing is left at the
# end, also where the terminal has no room for all of it. Two of these moves are attacks.
"$VEDETTE" positions show middle-013 >middle.position
table_is() { [ "$(capture | grep -c "$1")" = "$2" ]; }
for size in 80x24 33x6; do
    start $size "$VEDETTE" --seed 1 rollout middle.position --worlds 65536
    await 'with pull'
    within 30 table_is '^[a-j][0-9]*[-x][a-j][0-9]* .* [1-9][0-9][0-9]\b' "$([ $size = 80x24 ] && echo 4 || echo 3)" ||
        { fail "no table of $size"; capture; }
    capture | grep -q '^[a-j][0-9]*x[a-j][0-9]* ' || { fail "no attack in the table of $size"; capture; }
    table_is '^move ' 1 && table_is 'rollouts, with' 1 || { fail "more than one table of $size"; capture; }
    keys C-c
    await 'rollout: stopped'
    ! T capture-pane -p -S - | grep -q 'with pull' || { fail "the running table stayed, $size"; capture; }
done

# Where no terminal is, lines are read as ever.
[ "$(echo 'outcome a.position' | "$VEDETTE" -)" = open ] || fail "- reads no pipe"
[ "$(echo 'outcome a.position' | "$VEDETTE" console)" = open ] || fail "console reads no pipe"
status=0
printf 'lagel\nconsole\n' | "$VEDETTE" console 2>err || status=$?
[ "$status" = 2 ] || fail "status $status of wrong lines"
printf "stdin:1: unknown command 'lagel'; did you mean 'legal'?\nstdin:2: console: command lines are read already\n" |
    cmp -s - err || { fail "errors of console"; cat err; }
exit "$failed"
