#!/usr/bin/env bash
# An import takes all that is sound, whatever stands between: damaged lines of tables, damaged and unreadable
# files. What is left out is counted and listed.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
export XDG_CONFIG_HOME=$tmp/config XDG_STATE_HOME=$tmp/state
cd "$tmp"

# usage: imports STATUS OUTPUT PATH…   (into an archive of its own; its answer, without the folder's name)
imports() {
    local status=0 wanted=$1 output=$2
    shift 2
    rm -rf "$tmp/data"
    XDG_DATA_HOME=$tmp/data v games import "$@" >out 2>err <in || status=$?
    is "status of import $*: $(cat err)" "$wanted" "$status"
    is "import $*" "$output" "$(sed "s,$tmp/,,g" out)"
}

field=BBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJLMKAA__AA__AAAA__AA__AAYXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN
for moves in 'K4K5 I7I6' 'K4K5 K7K6' 'A4A5 I7I6' 'B4B5 I7I6' 'E4E5 I7I6'; do
    printf 'g\t%s\t3\t1\t2\t%s\n' "$field" "$moves"
done >good.tsv
: >in
one='1 left out as unsound:'
imports 0 '5 games added, 0 there already, from 1 file' good.tsv

# A line that is cut, in the middle, as the first and as the last one.
for line in 1 2 5; do
    awk -v "line=$line" 'NR == line {print substr($0, 1, 60); next} {print}' good.tsv >cut.tsv
    imports 1 "4 games added, 0 there already, from 1 file
$one
cut.tsv:$line:61: found the line's end, expected six parts with tabs between" cut.tsv
done
# Whatever the first line looks like.
for first in 'words' '<games>' 'format: vedette-game/1' 'BBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJLMK'; do
    { echo "$first"; cat good.tsv; } >first.tsv
    imports 1 "5 games added, 0 there already, from 1 file
$one
first.tsv:1:$((${#first} + 1)): found the line's end, expected six parts with tabs between" first.tsv
done
# Too many parts, a byte that is no text, a line without an end, lines of another system, no newline at the
# end, a comment, a blank line; all in one.
{
    sed -n 1p good.tsv
    sed -n '2s/$/\tmore/p' good.tsv
    printf 'g\0h\t%s\t3\t1\t2\tK4K5 K7K6\n' "$field"
    head -c 300000 /dev/zero | tr '\0' A
    printf '\n# a comment\n\n'
    sed -n '3s/$/\r/p' good.tsv
    sed -n '4s/B4B5/B4B6/p' good.tsv
    sed -n 5p good.tsv | tr -d '\n'
} >many.tsv
many='3 games added, 0 there already, from 1 file
4 left out as unsound:
FILE:2:119: found a seventh part, expected six parts with tabs between
FILE:3:2: found byte 0x00, expected text
FILE:4:262145: found a line of more than 262144 bytes, expected its end
FILE:8: move 1: only scouts move more than one square'
imports 1 "${many//FILE/many.tsv}" many.tsv
{ cat good.tsv; head -c 300000 /dev/zero | tr '\0' A; } >long.tsv
imports 1 "5 games added, 0 there already, from 1 file
$one
long.tsv:6:262145: found a line of more than 262144 bytes, expected its end" long.tsv

# Standard input, and a path that is not there between two others.
cp many.tsv in
imports 1 "${many//FILE/-}" -
imports 2 "5 games added, 0 there already, from 1 file
$one
nothing.tsv: No such file or directory" nothing.tsv good.tsv
is 'a path that is not there' 'nothing.tsv: No such file or directory' "$(cat err)"

# A folder: a bad file, one that is not there, one that nobody may read, and folders in folders without end.
mkdir -p games/deep
cp good.tsv games/z.tsv
echo '<html>' >games/bad.xml
ln -s nowhere games/gone.game
mkfifo games/pipe.game
deep=games/deep
for n in $(seq 17); do deep=$deep/$n; done
mkdir -p "$deep"
imports 1 "5 games added, 0 there already, from 2 files
4 left out as unsound:
$(v check games/bad.xml 2>&1 || true)
games/deep/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16: found more than 16 folders in each other
games/gone.game: No such file or directory
games/pipe.game: found no regular file, expected a file of games" games
if [ "$(id -u)" != 0 ]; then
    rm -r games/deep games/pipe.game games/gone.game games/bad.xml
    mkdir games/closed
    cp good.tsv games/mine.tsv
    chmod 0 games/closed games/mine.tsv
    imports 1 "5 games added, 0 there already, from 2 files
2 left out as unsound:
games/closed: Permission denied
games/mine.tsv: Permission denied" games
    chmod u+rwx games/closed
fi
