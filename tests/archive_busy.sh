#!/usr/bin/env bash
# ci: no-sanitizers
# The archive while another program keeps it locked: commands wait and can be interrupted, imports do not keep
# each other out, and an import that was killed or met a full disk says what is there and can be repeated.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
# shellcheck source=tests/interrupt.sh
. "$srcdir/tests/interrupt.sh"
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data XDG_STATE_HOME=$tmp/state
database=$XDG_DATA_HOME/vedette/games.db
hold=$PWD/tests/hold_archive
cd "$tmp"

# Games that differ by two pieces of each side that have changed places; with no moves, as Blue gave up.
field=BBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJLMKAA__AA__AAAA__AA__AAYXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN
awk -v "field=$field" '
    function swap(f, a, b,   x) {
        if (a > b) { x = a; a = b; b = x }
        return a == b ? f : substr(f, 1, a - 1) substr(f, b, 1) substr(f, a + 1, b - a - 1) substr(f, a, 1) \
            substr(f, b + 1)
    }
    BEGIN {
        for (n = 0; n < 5000; n++) {
            f = swap(swap(field, 1 + n % 40, 1 + int(n / 40) % 40), 61 + n % 37, 100 - n % 23)
            if (!seen[f]++)
                printf "g\t%s\t3\t1\t0\t\n", f
        }
    }' >many.tsv
all=$(wc -l <many.tsv)
[ "$all" -gt 2500 ] || fail "only $all games"

count() { "$hold" "$database" count; }
locked() { [ -s held ]; }
lock() {
    rm -f held release
    mkfifo release
    "$hold" "$database" <release >held &
    holder=$!
    exec 7>release
    until locked; do sleep 0.02; done
}
release() {
    exec 7>&-
    wait "$holder"
}

v games where >out
# A query waits until the other lets go, and answers then.
lock
interruptible "$VEDETTE" games where >out 2>err 7>&- &
waiting=$!
ready "$waiting" waiting
release
status=0
wait "$waiting" || status=$?
is 'a query that waited' '0 no such games' "$status $(cat out err)"

# Ctrl-C ends a wait, whatever is waited with.
for command in 'games where' 'games import many.tsv' 'games openings' 'games export --save x'; do
    lock
    # shellcheck disable=SC2086
    interruptible "$VEDETTE" $command >out 2>err 7>&- &
    waiting=$!
    ready "$waiting" waiting
    kill -INT "$waiting"
    status=0
    wait "$waiting" || status=$?
    [ "$status" = 1 ] && grep -q 'stopped$' err || fail "Ctrl-C in $command: $status $(cat out err)"
    release
done
[ "$(count)" = 0 ] || fail "$(count) games, though each import was stopped"

# Two imports at once, and a reader all the while; each game is there once.
for n in 1 2; do
    v games import many.tsv >two$n 2>err$n &
    eval "pid$n=$!"
done
v games where >out || fail 'a reader during two imports'
# shellcheck disable=SC2154
wait "$pid1" || fail "one of two: $(cat err1)"
# shellcheck disable=SC2154
wait "$pid2" || fail "the other of two: $(cat err2)"
is 'games of two imports' "$all" "$(count)"
is 'games added by two imports' "$all" "$(cat two1 two2 | awk '{n += $1} END {print n}')"

# An import that is killed, and repeated: it writes at least once a second while games come in.
rm -r "$XDG_DATA_HOME"
mkfifo slow
"$VEDETTE" games import - <slow >out 2>err &
killed=$!
exec 8>slow
cat many.tsv >&8
for _ in $(seq 300); do
    [ ! -e "$database" ] || [ "$(count 2>err)" != "$all" ] || break
    tail -n 1 many.tsv >&8
    sleep 0.1
done
kill -KILL "$killed"
exec 8>&-
wait "$killed" 2>/dev/null || true
before=$(count)
[ "$before" -ge 1000 ] || fail "$before games of an import that was killed"
shows "^$((all - before)) games added, $before there already, from 1 file$" games import many.tsv
is 'games of an import that was repeated' "$all" "$(count)"

# A full disk: what is said to be added is there.
half=$(($(stat -c %s "$database") / 2048))
rm -r "$XDG_DATA_HOME"
v games where >out
status=0
(
    trap '' XFSZ
    ulimit -f "$half"
    v games import many.tsv >out 2>err
) || status=$?
[ "$status" = 3 ] && [ "$(wc -l <err)" = 1 ] && grep -q 'games\.db: ' err || fail "a full disk: $status $(cat err)"
is 'games of a full disk' "$(count) games added, 0 there already, from 1 file" "$(cat out)"
shows "^$((all - $(count))) games added, $(count) there already" games import many.tsv

# What is no archive that can be used, in one line and with status 3; a folder is not removed.
rm -r "$XDG_DATA_HOME"
mkdir -p "$database/x"
for command in 'games where' 'games import many.tsv' 'games openings'; do
    # shellcheck disable=SC2086
    refuses_with 3 'games\.db: ' $command
done
