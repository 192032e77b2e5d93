#!/usr/bin/env bash
# Files of each kind whose pieces are not their variant's: one line, what was found and expected, and where.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck source=tests/shell.sh
. "${srcdir:-.}/tests/shell.sh"
set +e +o pipefail # what fails is counted, and the rest is tried
cd "$tmp" || exit 1

# refuses_file TEXT: `check` and `show` of the file f give status 2, and the one line f:TEXT.
refuses_file() {
    local command status
    for command in check show; do
        status=0
        "$VEDETTE" $command f >out 2>err || status=$?
        [ "$status" = 2 ] && [ "$(cat err)" = "f:$1" ] && continue
        echo "FAIL $command: status $status, expected 2 and 'f:$1'; it says"
        cat out err f
        failed=1
    done
}
names='classic, barrage, duel or free'
sizes='expected 40 (classic), 8 (barrage) or 10 (duel)'
red_barrage=AAAAAAAAAALAABCAAKAADAADAAAAAAEAAAAAMAAA
rows='. . X . . . . . . .\n. . . . S . . . . .\n2 . 9 . . 2 . . . .\n. . . F B . 3 . . .\n'
barrage=EAADAAMAADAAAAAAAAAAAAAAAKAAAAAALBAAACAAAA__AA__AAAA__AA__AAPAAXAAAAAAAAAAAAWAAAAAAAAYAAANAAOQAAAPAA
duel=ALAEAAKMAACAADEAADAAABBAAAAAAAAAAAAAAAAAAA__AA__AAAA__AA__AAQXWAAAAAAAYOAAAAAAAANQAAAAAAAANPPAAAAAAA
free=MDAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA__AA__AAAA__AA__AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAXPY

# --- setups: as symbols, and as letters ---
setup() { # setup TEXT ROWS [FIRST-LINE]
    printf "%b$2" "${3:+$3\n}" >f
    refuses_file "$1"
}
setup '4:13: found 2 pieces of rank B (bomb), expected 1' "${rows/3/B}"
setup "1:5: found 7 pieces, $sizes" "${rows/3/.}"
setup '5:13: found 2 pieces of rank B (bomb), expected 1' "${rows/3/B}" 'variant: barrage'
setup '2:5: found 0 pieces of rank 3 (miner), expected 1 in the variant "barrage"' "${rows/3/.}" 'variant: barrage'
setup '2:5: found the pieces of the variant "barrage", expected those of "duel"' "$rows" 'variant: duel'
setup '2:5: found 0 pieces of rank F (flag), expected 1 in the variant "free"' "${rows/F/.}" 'variant: free'
setup '5:13: found 2 pieces of rank F (flag), expected at most 1' "${rows/3/F}" 'variant: free'
empty='. . . . . . . . . .\n'
setup '5:3: found no piece that moves, expected one in the variant "free"' "$empty$empty$empty. F B . . . . . . .\n" \
    'variant: free'
setup "1:1: found 0 pieces, $sizes" "$empty$empty$empty$empty"
setup "1:9: found no name of a variant, expected $names" "$rows" 'variant:'
setup "1:10: found the variant \"Barrage\", expected $names" "$rows" 'variant: Barrage'
setup "1:10: found another variant, expected $names" "$rows" "variant: b$(printf '\033')[2J"
setup "2:1: found 'v', expected a rank F B S 2-9 X" "$rows" 'variant: barrage\nvariant: duel'
setup '5:20: found a 41st piece, expected 40' "${rows/F/FF}" 'variant: barrage'

letters() { # letters TEXT LETTERS
    echo "$2" >f
    refuses_file "$1"
}
letters '1:31: found 2 pieces of rank B (bomb), expected 1' ${red_barrage/E/B}
letters "1:11: found 7 pieces, $sizes" ${red_barrage/E/A}
letters "1:31: found 'Q', blue's, among red's letters" ${red_barrage/E/Q}
letters '1:40: found 39 letters, expected 40' "${red_barrage%A}"
letters '1:41: found 41 letters, expected 40' ${red_barrage}A
letters "1:1: found 0 pieces, $sizes" ${red_barrage//[!A]/A}

# --- fields of games: XML, .gsn, tables ---
xml() { # xml TEXT TYPE FIELD
    printf '<stratego><game %s>\n<field content="%s"/>\n<result type="3" winner="1"/></game></stratego>\n' "$2" "$3" >f
    refuses_file "$1"
}
gsn() { # gsn TEXT TYPE FIELD
    printf '#X38FA11 Stratego-Notation v1\ntype %s\n%s\nEND\nred vs blue result 3 winner 0\n' "$2" "$3" >f
    refuses_file "$1"
}
tsv() { # tsv TEXT NAME FIELD
    printf '%s\t%s\t3\t1\t0\t\n' "$2" "$3" >f
    refuses_file "$1"
}
# each TYPE NUMBER NAME FIELD TEXT COLUMN: the same fault in each form, in a column of the field; NUMBER -: no .gsn.
each() {
    xml "2:$((16 + $6)): $5" "type=\"$1\"" "$4"
    [ "$2" = - ] || gsn "3:$6: $5" "$2" "$4"
    tsv "1:$((${#3} + 1 + $6)): $5" "$3" "$4"
}
each barrage 1 barrage-1 ${barrage/E/B} 'red has 2 bombs, captured ones counted; 1 at most' 34
each barrage 1 barrage-1 ${barrage/E/A} 'found 0 pieces of rank 3 (miner), expected 1 in the variant "barrage"' 4
each barrage 1 barrage-1 ${barrage/W/X} 'blue has 2 marshals, captured ones counted; 1 at most' 77
each barrage 1 barrage-1 ${barrage/EAAD/EMAD} 'red has 2 flags, captured ones counted; 1 at most' 7
each barrage 1 barrage-1 ${barrage/A__AA/D__AA} "found 'D', expected an empty square" 42
each barrage 1 barrage-1 ${barrage/PAAX/LAAX} "found 'L', expected a letter of blue" 61
each barrage 1 barrage-1 $duel 'found the pieces of the variant "duel", expected those of "barrage"' 1
each barrage 1 barrage-1 "${barrage%A}" 'found 99 letters, expected 100' 100
each duell - duell-1 $barrage 'found the pieces of the variant "barrage", expected those of "duel"' 1
each duell - duell-1 ${duel/BB/BA} 'found 1 piece of rank B (bomb), expected 2 in the variant "duel"' 2
each classicfree 2 classicfree-1 ${free/M/A} 'found 0 pieces of rank F (flag), expected 1 in the variant "free"' 2
each classicfree 2 classicfree-1 ${free/D/B} 'found no piece that moves, expected one in the variant "free"' 1
each classicfree 2 classicfree-1 ${free/AAAAAAA/BBBBBBB} 'red has 7 bombs, captured ones counted; 6 at most' 9
each classicfree 2 classicfree-1 ${free/P/Y} 'blue has 2 flags, captured ones counted; 1 at most' 100
each classicfree 2 classicfree-1 ${free/__/AA} "found 'A', expected '_' (a lake)" 43

# Where nothing names the variant, or what no program knows does.
missing="found 7 pieces, $sizes"
xml "2:20: $missing" '' ${barrage/E/A}
xml "2:17: found 2 pieces, $sizes" '' $free
tsv "1:6: $missing" g ${barrage/E/A}
mixed=${barrage:0:50}${duel:50}
xml '2:77: found the pieces of the variant "duel" against those of "barrage", expected those of one' '' "$mixed"
xml "1:23: found the variant \"brawl\", expected $names" 'type="brawl"' ${barrage/E/A}
gsn '2:6: found type 7, expected one of 0 (classic), 1 (barrage), 2 (free)' 7 ${barrage/E/A}
gsn '2:6: expected a whole number as type' x $barrage
gsn '2:6: expected a whole number as type' 99999999999999999999 $barrage

# --- games ---
game() { # game TEXT KEYS RED [BLUE]
    printf 'format: vedette-game/1\n%bred: {setup: %s}\nblue: {setup: %s}\n' "$2" "$3" "${4:-$red_barrage}" >f
    printf 'moves: ""\nresult: unfinished\n' >>f
    refuses_file "$1"
}
game '3:44: found 2 pieces of rank B (bomb), expected 1' 'variant: barrage\n' ${red_barrage/E/B}
game '3:24: found 0 pieces of rank 3 (miner), expected 1 in the variant "barrage"' 'variant: barrage\n' ${red_barrage/E/A}
game '3:24: found the pieces of the variant "barrage", expected those of "duel"' 'variant: duel\n' $red_barrage
game '2:24: found the pieces of the variant "barrage", expected those of "classic"' '' $red_barrage
game '3:24: found 0 pieces of rank F (flag), expected 1 in the variant "free"' 'variant: free\n' ${red_barrage/M/A}
game "2:10: found the variant \"brawl\", expected $names" 'variant: brawl\n' $red_barrage
game "2:10: found no name of a variant, expected $names" 'variant: ""\n' $red_barrage
game '2:10: found a sequence, expected a scalar for "variant"' 'variant: [barrage]\n' $red_barrage
game "3:1: found the key 'variant' again, expected it once (it is in line 2)" 'variant: duel\nvariant: duel\n' $red_barrage
MLK=MLKJJIIIHHHHGGGGFFFFEEEEEDDDDDDDDCBBBBBB
game '4:15: found the pieces of the variant "classic", expected those of "barrage"' 'variant: barrage\n' $red_barrage $MLK

# --- positions ---
position() { # position TEXT VARIANT CELLS-OF-ROW-10 CELLS-OF-ROW-1 [MORE-KEYS]
    printf 'format: vedette-position/1\n%bto_move: red\nboard: |\n  %s\n' "${2:+variant: $2\n}" "$3" >f
    printf '  . . . . . . . . . .\n%.0s' 1 2 3 >>f
    printf '  . . ~ ~ . . ~ ~ . .\n%.0s' 1 2 >>f
    printf '  . . . . . . . . . .\n%.0s' 1 2 3 >>f
    printf '  %s\n%b' "$4" "${5:-}" >>f
    refuses_file "$1"
}
ten='. . . . . . . . . .' red='rF rX r2 . . . . . . .'
position '5:6: blue has 2 bombs, captured ones counted; 1 at most' barrage 'bB bB . . . . . . . .' "$red"
position '14:6: red has 1 colonel, captured ones counted; 0 at most' duel "$ten" 'rF r8 . . . . . . . .'
position '5:3: the bomb on a10 is outside its owner'"'"'s four rows' barrage 'rB . . . . . . . . .' "$red"
position '15:20: found 2 captured pieces of rank X, expected at most 1' barrage "$ten" 'rF . . . . . . . . .' \
    'captured: {red: "X X"}\n'
position '14:3: red has 2 marshals, captured ones counted; 1 at most' free "$ten" 'rX rF r2 . . . . . . .' \
    'captured: {red: "X"}\n'
position '5:4: found '"'?'"' without the key "captured", expected it: it says which ranks are left' barrage \
    'b? . . . . . . . . .' "$red"
position '5:4: found '"'?'"' without the key "captured", expected it: it says which ranks are left' free \
    'b? . . . . . . . . .' "$red"
position "2:10: found the variant \"brawl\", expected $names" brawl "$ten" "$red"
exit "$failed"
