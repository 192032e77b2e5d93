#!/usr/bin/env bash
# A game has the date of the place where it is played: in its file, in the archive, and in what queries find.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
export XDG_CONFIG_HOME=$tmp/config XDG_STATE_HOME=$tmp/state
cd "$tmp"

# usage: dated ZONE   (plays a game there, with an archive of its own; the date in its file, and where a query
# of that date finds it)
dated() {
    rm -rf data saved
    TZ=$1 XDG_DATA_HOME=$tmp/data v --seed 1 match random random --games 1 --max-plies 20 --save saved \
        --archive >out
    date=$(sed -n 's/^date: //p' saved/*.game)
    TZ=$1 XDG_DATA_HOME=$tmp/data v games where "date from $date date to $date" >out
    echo "$date $(cut -d ' ' -f 1 out)"
}

# The rules of zones by themselves, as a bare machine has no table of places: California, the Line Islands.
# An evening in America, and a morning on the other side of the date line.
is 'an evening in America' '2026-11-21 2026-11-21' \
    "$(SOURCE_DATE_EPOCH=1795312800 dated 'PST8PDT,M3.2.0,M11.1.0')"
is 'summer time counts' '2026-07-02 2026-07-02' \
    "$(SOURCE_DATE_EPOCH=1782975600 dated 'PST8PDT,M3.2.0,M11.1.0')"
is 'a morning beyond the date line' '2026-11-23 2026-11-23' "$(SOURCE_DATE_EPOCH=1795348800 dated '<+14>-14')"
is 'in Greenwich' '2026-11-22 2026-11-22' "$(SOURCE_DATE_EPOCH=1795312800 dated UTC)"

# These two never have the same date.
for zone in '<-12>12' '<+14>-14'; do
    before=$(TZ=$zone date +%F)
    found=$(dated "$zone")
    after=$(TZ=$zone date +%F)
    [ "$found" = "$before $before" ] || is "now in $zone" "$after $after" "$found"
done
