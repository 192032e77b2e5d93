#!/usr/bin/env bash
# What the screen sends stays as little as doc/screen.md says. Bytes alone: how long things take hangs on what
# else the machine does.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
[ -e /dev/pts/ptmx ] || [ "$(uname)" != Linux ] || { echo "no pseudo-terminals: no /dev/pts"; exit 77; }
tput -T xterm-256color cup 0 0 >/dev/null 2>&1 || { echo "no terminfo of xterm-256color"; exit 77; }
export LC_ALL=C
figures=$("$VEDETTE" bench screen)
echo "$figures"
failed=0
below() { # FIGURE BYTES
    echo "$figures" | ${AWK:-awk} -v name="$1" -v limit="$2" \
        '$1 == "figure" && $2 == name { found = $3 > 0 && $3 < limit } END { exit !found }' ||
        { echo "FAILED: $1 is not below $2 bytes"; failed=1; }
}
# Some 430 where the machine is free; where it is busy the screen shows meanwhile that the opponent thinks,
# and sent 860 at most so far.
below move 1500
below step 120
below step-max 120
below step-info 120
below redraw 6000
below help-back 6000 # the help has the whole screen
exit "$failed"
