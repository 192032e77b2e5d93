#!/usr/bin/env bash
# Files of variants that are not known yet: the sentence names the variant, not a letter; and tables of games
# where one game is wanted. SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
set +e +o pipefail # what fails is counted, and the rest is tried
cd "$tmp" || exit 1

# refuses_file FILE TEXT: `check` gives status 2, and the one line FILE:TEXT.
refuses_file() {
    local status=0
    "$VEDETTE" check "$1" >out 2>err || status=$?
    [ "$status" = 2 ] && [ "$(cat err)" = "$1:$2" ] && return
    echo "FAIL check $1: status $status, expected 2 and '$1:$2'; it says"
    cat out err
    failed=1
}
unknown='which is not known yet, expected'
named() { echo "found the variant \"$1\", $unknown \"classic\""; }
pieces() { echo "found the pieces of the variant \"$1\", $unknown those of \"classic\""; }

barrage=EAADAAMAADAAAAAAAAAAAAAAAAAAAAALAABCAAKAAA__AA__AAAA__AA__AAAAAAPXAAWNAAAAAAAAAAAAAAAAAAOQAAAAAAAAPY
duel=ALAEAAKMAACAADEAADAAABBAAAAAAAAAAAAAAAAAAA__AA__AAAA__AA__AAQXWAAAAAAAYOAAAAAAAANQAAAAAAAANPPAAAAAAA
free=MAOBQTNDASUQWPDAANPCEADAHDPESKIEDHPHDSEAAT__HF__GGPQ__AR__RVAFSDPDABTNABFFEGLPNYTVQIXBQUBNJRBIJUGNRP
classic=BBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJLMKAA__AA__AAAA__AA__AAYXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN

xml() { # xml TYPE FIELD
    printf '<?xml version="1.0" encoding="UTF-8"?>\n<stratego>\n'
    printf ' <game %s>\n  <field content="%s"/>\n' "$1" "$2"
    printf '  <player id="1">a</player>\n  <result type="3" winner="1"/>\n </game>\n</stratego>\n'
}
gsn() { printf '#X38FA11 Stratego-Notation v1\ntype %s\n%s\nEND\nred vs blue result 3 winner 0\n' "$1" "$2"; }
xml 'type="barrage"' $barrage >a.xml; refuses_file a.xml "3:14: $(named barrage)"
xml 'type="duell"' $duel >a.xml; refuses_file a.xml "3:14: $(named duell)"
xml 'type="classicfree"' $free >a.xml; refuses_file a.xml "3:14: $(named classicfree)"
xml '' $barrage >a.xml; refuses_file a.xml "4:20: $(pieces barrage)"
xml 'type="classic"' $duel >a.xml; refuses_file a.xml "4:19: $(pieces duel)"
xml 'type="a&#x9b;b"' $duel >a.xml; refuses_file a.xml '3:14: found another variant, expected "classic"'
# The field says what game it is, and a letter that is wrong in a classic one is said to be.
xml 'type="barrage"' $classic >a.xml
"$VEDETTE" check a.xml | grep -q ', sound$' || { echo 'FAIL a classic game under another name'; failed=1; }
xml 'type="classic"' "A${classic#B}" >a.xml; refuses_file a.xml "4:19: found 'A', expected a letter of red"
gsn 1 $barrage >a.gsn; refuses_file a.gsn "2:6: $(named barrage)"
gsn 2 $free >a.gsn; refuses_file a.gsn "2:6: $(named free)"
gsn 0 $duel >a.gsn; refuses_file a.gsn "3:1: $(pieces duel)"
printf 'g\t%s\t3\t1\t0\t\n' $barrage >a.tsv; refuses_file a.tsv "1:4: $(pieces barrage)"

# Setups, as symbols and as letters; game and position files that name one, or only have its pieces.
printf '. . X . . . . . . .\n. . . . S . . . . .\n2 . 9 . . 2 . . . .\n. . . F B . 3 . . .\n' >a.setup
refuses_file a.setup "1:1: $(pieces barrage)"
printf '# mine\n3 . X . . . . . . .\n. B . . S . . . . .\n2 . 9 . . 2 . . . .\n' >a.setup
echo '. . . F B . 3 . . .' >>a.setup
refuses_file a.setup "2:3: $(pieces duel)"
printf '. . X\n' >a.setup; refuses_file a.setup "1:1: found '.', expected a rank F B S 2-9 X"
letters=AAAAAAAAAALAABCAAKAADAADAAAAAAEAAAAAMAAA
echo $letters >a.letters; refuses_file a.letters "1:1: $(pieces barrage)"
game() {
    printf 'format: vedette-game/1\n%sred: {setup: %s}\nblue: {setup: %s}\n' "$@"
    printf 'moves: ""\nresult: unfinished\n'
}
game $'variant: barrage\n' $letters $letters >a.game; refuses_file a.game "2:10: $(named barrage)"
game '' $letters $letters >a.game; refuses_file a.game "2:14: $(pieces barrage)"
setup=MLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB
game $'variant: classic\n' $setup $setup >a.game
[ "$("$VEDETTE" check a.game)" = 'a.game: game, 0 moves, sound' ] ||
    { echo 'FAIL variant: classic'; failed=1; }
"$VEDETTE" convert a.game --to position >a.position
sed 's/^to_move/variant: free\n&/' a.position >b.position; refuses_file b.position "2:10: $(named free)"
sed 's/^to_move/variant: classic\n&/' a.position >b.position
"$VEDETTE" check b.position | grep -q ', sound$' || { echo 'FAIL a classic position'; failed=1; }

# A table of one game is that game for every command; one of several is refused where it ends to be one.
printf '# a table\ng\t%s\t3\t1\t2\tK4K5 I7I6\n\n' $classic >one.tsv
"$VEDETTE" convert one.tsv --to game >one.game || { echo 'FAIL convert of a table of one game'; failed=1; }
[ "$("$VEDETTE" check one.game)" = 'one.game: game, 2 moves, red won: blue resigned, sound' ] ||
    { echo "FAIL the game of a table: $(cat one.game)"; failed=1; }
"$VEDETTE" convert one.tsv --to game | cmp -s - one.game || { echo 'FAIL convert twice'; failed=1; }
"$VEDETTE" convert - --to game <one.tsv | cmp -s - one.game || { echo 'FAIL convert of a pipe'; failed=1; }
[ "$("$VEDETTE" outcome one.tsv)" = 'red won: blue resigned' ] ||
    { echo 'FAIL outcome of a table'; failed=1; }
refuse() { # refuse STATUS TEXT COMMAND...
    local status=0 wanted=$1 text=$2
    shift 2
    "$VEDETTE" "$@" >out 2>err || status=$?
    [ "$status" = "$wanted" ] && [ "$(cat err)" = "$text" ] ||
        { echo "FAIL $*: status $status, $(cat err)"; failed=1; }
}
second='found a second game in the table, expected a table of one: give the line of the one that is meant '
second+='as a file of its own'
cat one.tsv one.tsv >two.tsv
for command in 'convert --to game' show outcome; do
    # shellcheck disable=SC2086 # a command and its words
    refuse 2 "two.tsv:5:1: $second" $command two.tsv
done
# Longer than any one game may be: the same.
{ cat two.tsv; head -c 3000000 /dev/zero | tr '\0' '#'; echo; } >long.tsv
refuse 2 "long.tsv:5:1: $second" show long.tsv
printf '#file\tfield\n# nothing else\n' >none.tsv
refuse 2 'none.tsv:1:1: found a table without a game, expected a table of one' show none.tsv
sed 's/I7I6/I7I5/' one.tsv >jump.tsv
illegal='expected a legal one: only scouts move more than one square'
refuse 2 "jump.tsv:2:115: found i7-i5 as move 2, $illegal" show jump.tsv
exit "$failed"
