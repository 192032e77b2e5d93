#!/usr/bin/env bash
# A config.yaml that is empty, broken or cannot be read stops no command: it is left out with a line on stderr, and
# the commands that mend it work. What a command line names is read or refused.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # kinds of files are made by their names
. "${srcdir:-.}/tests/shell.sh"
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_STATE_HOME VISUAL EDITOR
export HOME=$tmp/home
own=$HOME/.config/vedette
config=$own/config.yaml
mkdir -p "$own"
cd "$tmp"

v() { timeout 20 "$VEDETTE" "$@" </dev/null >"$tmp/out" 2>"$tmp/err"; }

# starts WHAT ERROR: every command runs, with that one line, in which @ is the file's name.
starts() {
    local what=$1 line=${2//@/$config} command
    for command in version help 'help profile edit' 'setup load arts-03' 'profile show' 'console' \
        'profile check careful' 'profile use careful' '--seed 1 setup create --json'; do
        # shellcheck disable=SC2086 # words
        v $command || fail "$what: $command: status $?"
        [ "$(cat "$tmp/err" | grep -v '^this holds for this one')" = "$line" ] ||
            fail "$what: $command says: $(cat "$tmp/err")"
    done
    v version
    [ "$(cat "$tmp/out")" = "$("$VEDETTE" version 2>/dev/null)" ] || fail "$what: $(cat "$tmp/out")"
    # What sets it as a file of the command line's is refused as before.
    [ ! -f "$config" ] || ! v -p "$config" version || fail "$what: is taken with -p"
}

nothing="@:1:1: found no key, expected lines of 'key: value'; going on without it"
empty() { : >"$config"; }
blank() { printf '\n   \n' >"$config"; }
comments() { printf '# all at its default\n\n# rules: {rules: isf}' >"$config"; }
for kind in empty blank comments; do
    $kind
    starts "$kind" "$nothing"
    # Both ways to mend it: nothing of the old text is lost.
    cp "$config" before
    v profile set --save probabilistic.piece 2 || fail "$kind: profile set --save: $(cat err)"
    head -c "$(wc -c <before)" "$config" | cmp -s - before || fail "$kind: profile set --save loses text"
    v profile diff
    grep -q '^probabilistic.piece: .* -> 2' out || fail "$kind: profile set --save: $(cat out err)"
    [ ! -s err ] || fail "$kind: still complains: $(cat err)"
    $kind
    EDITOR=true v profile edit || fail "$kind: profile edit: status $?: $(cat err)"
    v version
    [ ! -s err ] || fail "$kind: profile edit: still complains: $(cat err)"
done
grep -q '^# rules: {rules: isf}$' "$config" || fail "profile edit loses comments"

# Text that is broken stays as it is until somebody mends it.
printf 'format: vedette-profile/1\nrules: {rules: chess}\n' >"$config"
cp "$config" before
starts broken "@:2:16: rules.rules: found 'chess', expected one of standard, isf, deepnash, arts, redeca, free; going on \
without it"
! v profile set --save probabilistic.piece 2 || fail "profile set --save on a broken file"
cmp -s "$config" before || fail "profile set --save destroys a broken file"
! EDITOR=true v profile edit || fail "profile edit takes a broken file"
cmp -s "$config" before || fail "profile edit destroys a broken file"
rm "$own"/config.draft.yaml
printf '#!/bin/sh\nprintf "format: vedette-profile/1\\nrules: {rules: arts}\\n" >"$1"\n' >mend
chmod +x mend
EDITOR=$tmp/mend v profile edit || fail "profile edit cannot mend it: $(cat err)"
v version
[ ! -s err ] || fail "mended, and still: $(cat err)"
# Another profile can be edited and used meanwhile; what reads config.yaml alone refuses it.
cp before "$config"
EDITOR=$tmp/mend v profile edit mine || fail "profile edit mine: $(cat err)"
v profile use mine || fail "profile use mine: $(cat err)"
! v profile reload || fail "profile reload with a broken config.yaml"

# A model that is gone.
printf 'format: vedette-profile/1\nbelief.model: gone.yaml\n' >"$config"
starts "a model that is gone" "@:2:15: belief.model: found 'gone.yaml' (there is no such file), expected a file, or \
people-and-programs; going on without it"

# What is no file: nothing waits for it.
pipe() { mkfifo "$config"; }
folder() { mkdir "$config"; }
loop() { ln -s config.yaml "$config"; }
for kind in 'pipe @: no regular file' 'folder @: Is a directory' 'loop @: Too many levels of symbolic links'; do
    rm -rf "$config"
    ${kind%% *}
    starts "${kind%% *}" "${kind#* }; going on without it"
done
rm "$config"
if [ "$(id -u)" != 0 ]; then
    comments
    chmod 000 "$config"
    starts "mode 000" "@: Permission denied; going on without it"
    rm -f "$config"
    chmod 000 "$own"
    starts "a folder of mode 000" "@: Permission denied; going on without it"
    chmod 700 "$own"
fi

# None, on purpose or because there is no place for one: not a word.
ln -s /dev/null "$config"
starts "a link to /dev/null" ''
! v profile set --save probabilistic.piece 2 || fail "saved in /dev/null"
rm "$config"
starts none ''
ln -s "$tmp/later.yaml" "$config"
starts "a link to nothing" ''
v profile set --save probabilistic.piece 2 && [ -h "$config" ] && [ -f "$tmp/later.yaml" ] ||
    fail "a link to a file that is not there yet is not kept"
rm "$config"
(
    XDG_CONFIG_HOME=relative starts "a relative folder" '' # it is not to be used
    exit "$failed"
) || failed=1
(
    unset HOME
    starts "no HOME" ''
    ! v profile set --save probabilistic.piece 2 && grep -q 'neither XDG_CONFIG_HOME nor HOME is set' err
) || fail "no HOME: $(cat err)"

# An empty file that the command line names is refused.
: >named.yaml
for pick in ./named.yaml named.yaml; do
    status=0
    v -p "$pick" version || status=$?
    [ "$status" = 2 ] && [ "$(cat err)" = "$pick:1:1: found no key, expected lines of 'key: value'" ] ||
        fail "-p $pick: status $status, $(cat err)"
done
