#!/usr/bin/env bash
# The README's two commands on a Debian 12 with nothing installed, in a root folder made by debootstrap:
# `./bootstrap play` over a slow line, and `./bootstrap check`, with an empty environment and with LANG=C.UTF-8, as root
# and as an ordinary user. Needs root, debootstrap, tmux, and what HEAD has.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: tests/bare.sh [FOLDER [PART...]]    (FOLDER holds the root folders; without it they are removed at the end;
#        the parts: play-bare, play-lang, check-bare, check-lang, check-user; without one: all)
set -eu
cd "$(dirname "$0")/.."
source_tree=$PWD
place=${1:-$(mktemp -d)}
mkdir -p "$place"
place=$(realpath "$place")
parts=" ${*:2} "
failed=0

mount_all() { # ROOT
    mount -t proc proc "$1/proc"
    mount -t devpts -o newinstance,ptmxmode=0666 devpts "$1/dev/pts"
    mount --bind "$1/dev/pts/ptmx" "$1/dev/ptmx"
}
unmount_all() { # ROOT
    for under in dev/ptmx dev/pts proc; do
        umount "$1/$under" 2>/dev/null || true
    done
}
clean() {
    for root in "$place"/root.*; do
        [ ! -d "$root" ] || unmount_all "$root"
    done
    [ "$#" != 0 ] || rm -rf "$place"
}
# shellcheck disable=SC2064 # the arguments of now
trap "clean ${1:+kept}" EXIT

# fresh NAME: a root folder with nothing but Debian's smallest system and the clone; $root.
fresh() {
    root=$place/root.$1
    [ ! -d "$root" ] || { unmount_all "$root"; rm -rf "$root"; }
    if [ ! -d "$place/minbase" ]; then
        debootstrap --variant=minbase bookworm "$place/minbase.new" >"$place/debootstrap.log"
        mv "$place/minbase.new" "$place/minbase"
    fi
    cp -a "$place/minbase" "$root"
    touch "$root/dev/ptmx"
    cp -L /etc/resolv.conf "$root/etc/"
    git clone -q "$source_tree" "$root/vedette"
    mount_all "$root"
}

bare_path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin

# inside USER [NAME=VALUE...] COMMAND...: runs it in $root, in the clone, with no other variables.
inside() {
    local user=$1
    shift
    chroot --userspec="$user" "$root" env -i HOME=/vedette/home PATH="$bare_path" "$@"
}
bootstrap='cd /vedette && exec ./bootstrap'

verdict() { # STATUS WHAT
    if [ "$1" = 0 ]; then echo "passed: $2"; else echo "FAILED: $2"; failed=1; fi
}

# checks NAME USER [NAME=VALUE...]: `./bootstrap check`, from nothing installed.
checks() {
    local name=$1 user=$2 status=0
    shift 2
    fresh "$name"
    mkdir "$root/vedette/home"
    if [ "$user" != root ]; then
        # It may not install packages, and says which are missing: root then does.
        chown -R "$user" "$root/vedette"
        inside "$user" "$@" sh -c "$bootstrap check" >"$place/$name.missing" 2>&1 && status=1
        grep -q 'As root: apt-get install' "$place/$name.missing" || status=1
        verdict "$status" "$name: what is missing is named"
        status=0
        packages=$(sed -n 's/.*As root: apt-get install//p' "$place/$name.missing")
        # shellcheck disable=SC2086 # words
        inside root sh -c "apt-get -q update && apt-get -q -y install --no-install-recommends $packages" \
            >"$place/$name.install" 2>&1
    fi
    inside "$user" "$@" sh -c "$bootstrap check" >"$place/$name.log" 2>&1 </dev/null || status=$?
    grep -E '^# (PASS|FAIL|SKIP|ERROR)' "$place/$name.log" | tr '\n' ' '
    verdict "$status" "$name: ./bootstrap check"
}

# Hands on as many bytes a second, both ways, as a line of 9,600 baud.
slow_line() {
    python3 -c '
import os, pty, sys, time
def slowly(fd):
    time.sleep(0.05)
    return os.read(fd, 48)
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:], slowly)))' "$@"
}

# plays NAME [NAME=VALUE...]: `./bootstrap play` on a terminal of 80x24, from nothing installed, up to the menu.
plays() {
    local name=$1 status=0 waits
    shift
    fresh "$name"
    mkdir -p "$root/vedette/home/.local/state/vedette" # else it is the first start, which shows the rules
    T() { tmux -L vedette-bare -f /dev/null "$@"; }
    T kill-server 2>/dev/null || true
    export -f slow_line
    T -u new-session -d -x 80 -y 24 "exec bash -c '$(printf '%q ' slow_line chroot "$root" env -i HOME=/vedette/home \
        PATH="$bare_path" TERM=screen "$@" sh -c "$bootstrap play")'"
    for ((waits = 0; waits < 3600; waits++)); do
        ! T capture-pane -p | grep -q 'New game' || break
        sleep 1
    done
    T capture-pane -p >"$place/$name.screen" || status=1
    grep -q 'New game' "$place/$name.screen" || status=1
    T send-keys q
    for ((waits = 0; waits < 60; waits++)); do
        T has-session 2>/dev/null || break
        sleep 1
    done
    ! T kill-server 2>/dev/null || status=1
    verdict "$status" "$name: ./bootstrap play"
}

# part KIND NAME [...]: if it is among the parts that were asked for.
part() { [ "$parts" = '  ' ] || [[ $parts == *" $2 "* ]] || return 0; "$@"; }
part plays play-bare
part plays play-lang LANG=C.UTF-8
part checks check-bare root
part checks check-lang root LANG=C.UTF-8
part checks check-user nobody LANG=C.UTF-8
exit "$failed"
