# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-3.0-or-later
# For tests of how the screen looks: pictures with their colours in tests/pictures/look/, and a game to look at.
# To be sourced behind tests/tmux.sh, in the folder for what the test makes.
pictures=$srcdir/tests/pictures/look

cols=0 rows=0
seen() { capture_colours | LC_ALL=C ${AWK:-awk} -v cols=$cols -v rows=$rows -f "$srcdir/tests/looks.awk"; }
same() { seen | diff -q - "$pictures/$1.txt" >/dev/null 2>&1; }

# picture NAME [COLSxROWS]: the screen looks like that, at the latest after a while; or so much of it does.
patience=15
picture() {
    cols=${2:-0x0} rows=${2:-0x0}
    cols=${cols%x*} rows=${rows#*x}
    if [ "${UPDATE_SCREENS:-}" = 1 ]; then
        sleep 0.3
        mkdir -p "$pictures"
        seen >"$pictures/$1.txt"
    elif ! within $patience same "$1"; then
        patience=0 # others are likely to be wrong too
        fail "tests/pictures/look/$1.txt"
        seen | diff -u "$pictures/$1.txt" - || true
    fi
}

battles >battles.game

# until_shows KEY TEXT: presses the key until the text is there.
until_shows() {
    for _ in 1 2 3 4 5 6 7 8; do
        ! shows "$2" || return 0
        keys "$1"
        ! within 1 shows "$2" || return 0
    done
    fail "$1 never leads to: $2"
}
