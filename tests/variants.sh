#!/usr/bin/env bash
# ci: archive
# Files of each variant, read, written and refused; and tables of games where one game is wanted. SPDX-License-Identifier: GPL-3.0-or-later
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
sound() { # sound FILE TEXT: `check` says so of it
    [ "$("$VEDETTE" check "$1" 2>&1)" = "$1: $2" ] && return
    echo "FAIL check $1, expected '$2': $("$VEDETTE" check "$1" 2>&1)"
    failed=1
}
names='classic, barrage, duel or free'
pieces() { echo "found the pieces of the variant \"$1\", expected those of \"$2\""; }

barrage=EAADAAMAADAAAAAAAAAAAAAAAKAAAAAALBAAACAAAA__AA__AAAA__AA__AAPAAXAAAAAAAAAAAAWAAAAAAAAYAAANAAOQAAAPAA
duel=ALAEAAKMAACAADEAADAAABBAAAAAAAAAAAAAAAAAAA__AA__AAAA__AA__AAQXWAAAAAAAYOAAAAAAAANQAAAAAAAANPPAAAAAAA
free=EAADAAAAADYAAAAAAAAXAAAAAAAAAAAALAAAAAAAAA__MA__AAAA__AN__AAAAAAAAAAAAAAAAAAAAAABKAAAAAAAAAAAPAAAAAA
own=MDAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA__AA__AAAA__AA__AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAXPY
classic=BBBBBBCDDDDDDDDEEEEEFFFFGGGGHHHHIIIJJLMKAA__AA__AAAA__AA__AAYXWVVUUUTTTTSSSSRRRRQQQQQPPPPPPPPONNNNNN

xml() { # xml TYPE FIELD
    printf '<?xml version="1.0" encoding="UTF-8"?>\n<stratego>\n'
    printf ' <game %s>\n  <field content="%s"/>\n' "$1" "$2"
    printf '  <player id="1">a</player>\n  <player id="2">b</player>\n  <result type="3" winner="1"/>\n </game>\n</stratego>\n'
}
gsn() { printf '#X38FA11 Stratego-Notation v1\ntype %s\n%s\nEND\nred vs blue result 3 winner 0\n' "$1" "$2"; }
won='0 moves, red won: blue resigned, sound'
# Each variant by Gravon's names, and by the pieces alone.
for type in 'type="barrage"' ''; do
    xml "$type" $barrage >a.xml; sound a.xml "gravon xml, barrage, $won"
done
for type in 'type="duell"' 'type="duel"' ''; do
    xml "$type" $duel >a.xml; sound a.xml "gravon xml, duel, $won"
done
for field in $free $own $classic; do
    xml 'type="classicfree"' $field >a.xml; sound a.xml "gravon xml, free, $won"
done
gsn 1 $barrage >a.gsn; sound a.gsn "gravon gsn, barrage, $won"
gsn 2 $free >a.gsn; sound a.gsn "gravon gsn, free, $won"
printf 'g\t%s\t3\t1\t0\t\n' $barrage >a.tsv; sound a.tsv "games one a line, 1 game, 0 moves, sound"
printf 'classicfree-2005.3-1.xml\t%s\t3\t1\t0\t\n' $own >a.tsv; sound a.tsv "games one a line, 1 game, 0 moves, sound"

# From form to form and back: the same game. A .gsn has no type for a duel.
for game in "barrage $barrage" "duell $duel" "classicfree $own" "classicfree $free"; do
    xml "type=\"${game% *}\"" "${game#* }" >a.xml
    "$VEDETTE" convert a.xml --to game >a.game || failed=1
    "$VEDETTE" convert a.game --to gravon >b.xml || failed=1
    "$VEDETTE" convert b.xml --to game | cmp -s - a.game || { echo "FAIL $game through Gravon's XML"; failed=1; }
    [ "${game% *}" = duell ] && continue
    "$VEDETTE" convert a.game --to gsn >b.gsn || failed=1
    sed 's/{player: [a-z]*,/{/' a.game >c.game
    "$VEDETTE" convert b.gsn --to game | sed 's/{player: [a-z]*,/{/' | cmp -s - c.game || { echo "FAIL $game through a .gsn"; failed=1; }
done
grep -q '^variant: free$' a.game || { echo 'FAIL a game of the free variant names it'; failed=1; }

# What does not fit its name.
xml 'type="classic"' $duel >a.xml; refuses_file a.xml "4:19: $(pieces duel classic)"
xml 'type="barrage"' $classic >a.xml; refuses_file a.xml "4:19: $(pieces classic barrage)"
xml 'type="x"' $own >a.xml; refuses_file a.xml "3:14: found the variant \"x\", expected $names"
xml 'type="a&#x9b;b"' $own >a.xml; refuses_file a.xml "3:14: found another variant, expected $names"
sizes='expected 40 (classic), 8 (barrage) or 10 (duel)'
xml '' $own >a.xml; refuses_file a.xml "4:19: found 2 pieces, $sizes"
xml 'type="classic"' "A${classic#B}" >a.xml; refuses_file a.xml "4:19: found 'A', expected a letter of red"
xml 'type="barrage"' "${barrage/AADA/AADD}" >a.xml
refuses_file a.xml "4:28: red has 3 scouts, captured ones counted; 2 at most"
xml 'type="barrage"' "${barrage/E/B}" >a.xml
refuses_file a.xml "4:52: red has 2 bombs, captured ones counted; 1 at most"
xml 'type="barrage"' "${barrage/E/A}" >a.xml
refuses_file a.xml "4:22: found 0 pieces of rank 3 (miner), expected 1 in the variant \"barrage\""
xml 'type="barrage"' "${barrage/DMA/AMA}" >a.xml
xml 'type="barrage"' "$(sed 's/AA__AA__AAAA/DA__AA__AAAA/' a.xml | sed -n 's/.*content="\(.*\)".*/\1/p')" >b.xml
refuses_file b.xml "4:59: found 'D', expected an empty square"
gsn 0 $duel >a.gsn; refuses_file a.gsn "3:1: $(pieces duel classic)"

# Setups, as symbols and as letters: the pieces say which variant's.
printf '. . X . . . . . . .\n. . . . S . . . . .\n2 . 9 . . 2 . . . .\n. . . F B . 3 . . .\n' >a.setup
sound a.setup 'setup, barrage, sound'
"$VEDETTE" convert a.setup --to setup | cmp -s - a.setup || { echo 'FAIL a setup written again'; failed=1; }
printf '# mine\n3 . X . . . . . . .\n. B . . S . . . . .\n2 . 9 . . 2 . . . .\n' >a.setup
echo '. . . F B . 3 . . .' >>a.setup
sound a.setup 'setup, duel, sound'
printf '. . X\n' >a.setup; refuses_file a.setup "2:1: found the end after 3 pieces, expected 40"
rows='. . X . . . . . . .\n. . . . . . . . . .\n2 . . . . . . . . .\n. . . F . . . . . .\n'
printf "$rows" >a.setup
refuses_file a.setup "1:5: found 3 pieces, $sizes"
printf "# any\nvariant: free  # as one likes\n$rows" >a.setup; sound a.setup 'setup, free, sound'
printf "variant: free\n$rows" >b.setup
"$VEDETTE" convert a.setup --to setup | cmp -s - b.setup || { echo 'FAIL a free setup written again'; failed=1; }
printf 'variant: free\n. . X . . . . . . .\n. . . . S . . . . .\n2 . 9 . . 2 . . . .\n. . . F B . 3 . . .\n' >a.setup
sound a.setup 'setup, free, sound'
for written in 'convert a.setup --to setup' 'show a.setup'; do
    "$VEDETTE" $written | cmp -s - a.setup || { echo "FAIL free pieces of Barrage: $written"; failed=1; }
done
"$VEDETTE" setup create --variant free --army 'F B S 2 2 3 9 X' | grep -q '^variant: free$' ||
    { echo 'FAIL a created setup of the free variant names it'; failed=1; }
printf "variant: barrage\n$rows" >a.setup
refuses_file a.setup '2:5: found 0 pieces of rank B (bomb), expected 1 in the variant "barrage"'
printf "variant: baroque\n$rows" >a.setup
refuses_file a.setup "1:10: found the variant \"baroque\", expected $names"
letters=AAAAAAAAAALAABCAAKAADAADAAAAAAEAAAAAMAAA
echo $letters >a.letters; sound a.letters 'letters, 1 setup, sound'
echo ${letters/E/A} >a.letters
refuses_file a.letters "1:11: found 7 pieces, $sizes"

# Game and position files name it, or are classic.
game() {
    printf 'format: vedette-game/1\n%sred: {setup: %s}\nblue: {setup: %s}\n' "$@"
    printf 'moves: ""\nresult: unfinished\n'
}
game $'variant: barrage\n' $letters $letters >a.game; sound a.game 'game, barrage, 0 moves, sound'
game '' $letters $letters >a.game; refuses_file a.game "2:24: $(pieces barrage classic)"
game $'variant: duel\n' $letters $letters >a.game; refuses_file a.game "3:24: $(pieces barrage duel)"
game $'variant: free\n' $letters ${letters/E/A} >a.game; sound a.game 'game, free, 0 moves, sound'
game $'variant: Barrage\n' $letters $letters >a.game
refuses_file a.game "2:10: found the variant \"Barrage\", expected $names"
setup=MLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB
game $'variant: classic\n' $setup $setup >a.game
sound a.game 'game, 0 moves, sound'
"$VEDETTE" convert a.game --to position >a.position
sed 's/^to_move/variant: classic\n&/' a.position >b.position; sound b.position 'position, 0 moves, sound'
sed 's/^to_move/variant: barrage\n&/' a.position >b.position
refuses_file b.position "5:8: blue has 2 bombs, captured ones counted; 1 at most"
game $'variant: barrage\n' $letters $letters >a.game
"$VEDETTE" convert a.game --to position >a.position
grep -q '^variant: barrage$' a.position && ! grep -q '^captured' a.position ||
    { echo "FAIL the position of a barrage game: $(cat a.position)"; failed=1; }
sed 's/rX /.  /' a.position >b.position
"$VEDETTE" convert b.position --to position | cmp -s - b.position || { echo 'FAIL a marshal captured'; failed=1; }

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

# Tables have the variant's ranks alone, and `rules` goes by the game at hand.
printf 'load %s/barrage.game\nguess\nshow values\nrules\n' "$srcdir/tests/formats" | "$VEDETTE" >out 2>&1
grep -q '^    best     F   B   S   2   3   9   X$' out && grep -q '^hidden *1   1   1   1   1   1   1$' out ||
    { echo "FAIL the ranks of a guess: $(cat out)"; failed=1; }
grep -q '^3 miner ' out && ! grep -q '^8 colonel' out || { echo "FAIL the ranks of values: $(cat out)"; failed=1; }
grep -q '^Barrage  *eight pieces' out && grep -q '^The armies    8 pieces each' out ||
    { echo "FAIL the rules of the game at hand: $(cat out)"; failed=1; }

# A value of another variant's games says so.
none='no games of Free were learnt from: the weights are those of Classic'
"$VEDETTE" value "$srcdir/tests/formats/barrage.game" --at 2 >out 2>&1 && ! grep -q 'learnt from' out ||
    { echo "FAIL the value of Barrage: $(cat out)"; failed=1; }
xml 'type="classicfree"' $own >a.xml
[ "$("$VEDETTE" value a.xml --at 0 2>&1 | sed -n 2p)" = "$none" ] ||
    { echo "FAIL the value of a free game: $("$VEDETTE" value a.xml --at 0 2>&1)"; failed=1; }

"$VEDETTE" review --worlds 0 a.xml 2>&1 | grep -q "^red's chance to win, by the classic value for people$" ||
    { echo "FAIL the curve of a free game: $("$VEDETTE" review --worlds 0 a.xml 2>&1)"; failed=1; }

# A position file of an untouched start is the game from its two setups, in the variant of any army too.
cat >start.yaml <<'END'
format: vedette-position/1
variant: free
to_move: red
board: |
  .    bF   .    .    .    .    .    .    .    .
  .    b2   .    .    .    .    .    .    .    .
  .    .    .    .    .    .    .    .    .    .
  .    .    .    .    .    .    .    .    .    .
  .    .    ~    ~    .    .    ~    ~    .    .
  .    .    ~    ~    .    .    ~    ~    .    .
  .    .    .    .    .    .    .    .    .    .
  .    .    .    .    .    .    .    .    .    .
  r9   .    .    .    .    .    .    .    .    .
  rF   .    .    .    .    .    .    .    .    .
captured: {}
END
"$VEDETTE" convert start.yaml --to ataraxos >out 2>&1 && [ "$(wc -l <out)" = 1 ] ||
    { echo "FAIL a start for Ataraxos: $(cat out)"; failed=1; }
for to in gsn tsv; do
    "$VEDETTE" convert start.yaml --to $to >out 2>&1
    grep -q 'found an unfinished game' out || { echo "FAIL a start to $to: $(cat out)"; failed=1; }
done
exit "$failed"
