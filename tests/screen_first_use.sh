#!/usr/bin/env bash
# ci: user
# What a first user stumbled over on the screen (doc/first-use.md), tried again, as far as no other test of the
# screen does. SPDX-License-Identifier: GPL-3.0-or-later
set -eu -o pipefail
. "${srcdir:-.}/tests/tmux.sh"
cd "$tmp"
"$VEDETTE" --seed 1 match probabilistic random --games 1 --save g >out
mv g/000000.game a.game
mkfifo pipe

# choose TEXT: the entry of the menu.
choose() {
    for ((i = 0; i < 12; i++)); do
        shows "> $1" && break
        keys Down
        sleep 0.05 # what comes is looked at below
    done
    await "> $1"
    keys Enter
}

# L13: what to do where there is no terminal type.
start 80x24 sh -c "env -u TERM $VEDETTE; exec sleep 1000"
await 'TERM is not set: try TERM=xterm'

# H1: neither a FIFO nor "-" as a file name holds the screen up.
start 80x24 "$VEDETTE"
await '> New game'
# L25: the line that is chosen is in one tone.
capture_colours | grep -qF '> New game' || fail "L25: $(capture_colours | grep 'New game' | cat -v)"
for name in pipe -; do # the second is no standard input here
    choose 'Open a game file'
    await 'Open the game file'
    keys C-u
    keys -l -- "$name"
    keys Enter
    await "$name: "
    within 5 shows "no regular file" || await "No such file"
done

# M8: a game of two agents is listed as one of no person's.
choose 'Open a game file'
await 'Open the game file'
keys C-u a.game Enter
await 'Blue has won'
! shows 'You have' || fail "M8: $(capture)"
keys q
ended 0

# H1 again where an army is set up; L15: a setup's name is one, or is refused.
start 80x24 "$VEDETTE" --seed 1 play random
await 'your setup'
keys o C-u pipe. Escape
keys o C-u ./pipe Enter
await 'no regular file'
keys s C-u ./pipe Enter
await 'no regular file'
keys s C-u 'my first' Enter
await 'A name has letters'
[ ! -e 'my first' ] || fail "L15: a file was written"

# L14: what is typed takes the place of the name that is offered.
keys p
await 'red to move'
keys s C-u pipe Enter # H1 once more
await 'Replace it?'
answer y
await 'pipe: no regular file'
keys s C-u - Enter
await "'./-' would be one"
keys s
await 'Save as: vedette-'
keys x.game Enter
await 'Saved as x.game'
[ -e x.game ] || fail "L14: $(ls)"

# M4: what is done in the past does not happen in the present; L1: a question can be painted anew.
keys Tab Enter Tab Enter
await 'move 2'
keys '['
await "red's move 1 of 1"
keys u
await 'This is the past'
keys Escape
await 'move 2'
keys D
await 'Offer a draw?'
T send-keys -R
keys C-l
await 'Offer a draw?'
answer n
keys q
await 'Quit?'
answer y
ended 0

rm -rf "$tmp/state"

# L11: where no journal can be written a game goes on, the one that was left as a new one.
start 80x24 "$VEDETTE" --seed 1 play random
await 'your setup'
keys p
await 'red to move'
keys Tab Enter Up Enter
await 'move 2'
kill -KILL "$(program)"
within 20 dead || fail "it lives"
games=$(find "$tmp/state" -name '*.game')
[ -n "$games" ] || fail "no journal"
rest="mount -t tmpfs none $tmp/mounted && cp -r $tmp/state/. $tmp/mounted/ && mount -o remount,ro $tmp/mounted"
mkdir mounted
if unshare -m sh -c "$rest" 2>err; then
    start 80x24 unshare -m sh -c "$rest && XDG_STATE_HOME=$tmp/mounted exec $VEDETTE"
    await 'Resume the unfinished game'
    keys Enter
    await 'Read-only file system'
    await 'red to move'
    keys Tab Enter Tab Enter
    await 'move 3'
    keys q
    await 'y/n'
    answer y
    ended 0
else
    echo "L11: no file system can be mounted here: $(cat err)"
fi

# H1 in the last of the prompts for files: where a position is put together.
start 80x24 "$VEDETTE"
choose 'Set up a position'
await 'red to move'
for key in o s a; do
    keys $key C-u pipe Enter
    [ $key != s ] || { await 'Replace it?' && answer y; }
    await 'pipe: no regular file'
    keys Right # which clears the message
    within 20 eval "! shows 'no regular file'" || fail "H1: $key"
done
keys C-c
await 'Quit?'
answer y
ended 0
