# shellcheck shell=bash
# SPDX-License-Identifier: GPL-3.0-or-later
# For tests that press Ctrl-C: a signal must not come before the program takes it, however slow the machine is.
# To be sourced. Linux shows in /proc what a process does; elsewhere a second has to do.

# interruptible COMMAND [ARG...] &: runs it with the signals of the keyboard as they are by default. A shell that
# runs a script starts what it runs beside it with SIGINT ignored, and a program leaves an ignored one so.
interruptible() {
    trap - INT QUIT
    ! env --default-signal=INT,QUIT true 2>/dev/null || exec env --default-signal=INT,QUIT "$@"
    exec "$@"
}

# takes_interrupts PID: it is no copy of this shell any more, and has said what is to become of SIGINT.
takes_interrupts() {
    local caught
    [ ! "/proc/$1/exe" -ef "/proc/$BASHPID/exe" ] || return 1
    caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' "/proc/$1/status" 2>/dev/null)
    [ -n "$caught" ] && [ $((0x${caught: -4} & 2)) != 0 ]
}

# sleeps PID: it waits for something to come, and not for its turn.
sleeps() { [ "$(sed 's/.*) //; s/ .*//' "/proc/$1/stat" 2>/dev/null)" = S ]; }

# is_ready PID [waiting|FILE]: it takes Ctrl-C, and waits for its input, or has that file open.
is_ready() {
    takes_interrupts "$1" || return 1
    case ${2-} in
        '') ;;
        waiting) sleeps "$1" ;;
        *) find "/proc/$1/fd" -lname "*/$2" 2>/dev/null | grep -q . ;;
    esac
}

# ready PID [waiting|FILE]: returns once that is so, or after a minute.
ready() {
    local end=$((SECONDS + 60))
    if [ ! -e "/proc/$BASHPID/status" ]; then
        sleep 1
        return
    fi
    until is_ready "$@" || [ "$SECONDS" -ge "$end" ]; do
        sleep 0.02
    done
}
