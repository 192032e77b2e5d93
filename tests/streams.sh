#!/usr/bin/env bash
# The program's standard streams and signals as it finds them: descriptors that are closed, output that cannot be
# written, signals that are ignored.
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
srcdir=$(cd "${srcdir:-.}" && pwd)
vedette=$VEDETTE
tmp=$(mktemp -d)
export HOME=$tmp/home XDG_CONFIG_HOME='' XDG_DATA_HOME='' XDG_STATE_HOME=''
mkdir "$HOME"
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
failed=0
fail() {
    echo "streams.sh: $1"
    failed=1
}

# --- descriptors that are closed ---

# A file must not get the number of a stream: each command ends, and answers if there is somewhere to answer to.
for ends in '' '<&-' '>&-' '<&- >&-' '2>&-' '<&- 2>&-' '>&- 2>&-' '<&- >&- 2>&-'; do
    for command in 'version' 'setup load arts-03' '--seed 1 bot random' '--seed 1 bot --protocol progcomp random' \
        '--seed 1 match random random --games 1' 'console' 'setup load arts-03 --out kept'; do
        : >out
        : >err
        # shellcheck disable=SC2086 # several words
        eval "timeout 20 $vedette $command </dev/null >out 2>err $ends"
        got=$?
        case $ends.$command in
            *'>&-'*.bot*|*'>&-'*.'--seed 1 bot'*|*'>&-'*.console) [ $got != 124 ] || fail "$command $ends: never ends" ;;
            '>&-'*.*--out*|*' >&-'*.*--out*) [ $got = 0 ] || fail "$command $ends: status $got" ;;
            '>&-'*|*' >&-'*) [ $got = 3 ] || fail "$command $ends: status $got, not 3"
                case $ends in
                    *2*) ;;
                    *) grep -qx 'standard output: Bad file descriptor' err ||
                        fail "$command $ends: $(cat err)" ;;
                esac ;;
            *) [ $got = 0 ] || fail "$command $ends: status $got" ;;
        esac
    done
    [ -s kept ] || fail "--out with $ends: nothing written"
    rm -f kept
done

# --- output that cannot be written ---

if [ -w /dev/full ]; then
    # What has long to go ends with its output.
    timeout 60 "$vedette" --seed 1 setup create --count 1000000 >/dev/full 2>err
    got=$?
    [ $got = 3 ] || fail "setup create >/dev/full: status $got"
    [ "$(cat err)" = 'standard output: No space left on device' ] || fail "setup create >/dev/full: $(cat err)"
    for command in 'setup load arts-03 --out /dev/full' 'setup create --out /dev/full'; do
        # shellcheck disable=SC2086
        timeout 60 "$vedette" $command >out 2>err
        got=$?
        [ $got = 3 ] && [ "$(cat err)" = '/dev/full: No space left on device' ] || fail "$command: $got, $(cat err)"
    done
fi

# Where SIGPIPE is ignored, a reader that has gone ends the command without a word.
(trap '' PIPE; timeout 60 "$vedette" --seed 1 setup create --count 1000000 2>err; echo $? >status) | head -n 1 >out
[ "$(cat status)" = 3 ] || fail "setup create | head, without SIGPIPE: status $(cat status)"
[ ! -s err ] || fail "setup create | head, without SIGPIPE: $(cat err)"

# /dev/stdout is where the output goes, behind what is there.
echo first >log
"$vedette" setup load arts-03 --out /dev/stdout >>log || fail "--out /dev/stdout: status $?"
[ "$(sed -n 1p log)" = first ] && [ "$(wc -l <log)" = 5 ] || fail "--out /dev/stdout: $(cat log)"

# --- signals that are ignored ---

# ignores NUMBER PID: it is ignored by the process; where that cannot be seen it is taken to be so.
ignores() {
    local set
    [ -e "/proc/$2/status" ] || return 0
    set=$(sed -n 's/^SigIgn:[[:space:]]*//p' "/proc/$2/status")
    [ $((0x$set & 1 << ($1 - 1))) != 0 ]
}
mkfifo lines
for name in INT HUP TERM QUIT PIPE TSTP; do
    number=$(kill -l "$name")
    (trap '' "$name"; exec "$vedette" console <lines >out 2>err) &
    process=$!
    exec 7>lines
    echo version >&7
    for _ in $(seq 200); do
        [ -s out ] && break
        sleep 0.05
    done
    ignores "$number" "$process" || fail "SIG$name was ignored at the start, and is caught"
    kill -s "$name" "$process"
    echo 'setup load arts-03' >&7
    exec 7>&-
    wait "$process"
    got=$?
    [ $got = 0 ] && [ "$(wc -l <out)" -gt 4 ] || fail "SIG$name that was ignored at the start: status $got"
done
exit "$failed"
