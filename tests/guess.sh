#!/usr/bin/env bash
# ci: no-sanitizers
# guess, guess heat, guess explain, guess set: what they print, and what they refuse.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"

# Blue's three: one has moved, so it is the scout, the last one left is what is left.
cat >"$tmp/end.position" <<'END'
format: vedette-position/1
to_move: red
board: |
  bF  bB  .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
  .   .   .   .   b2* .   .   .   .   .
  .   .   ~   ~   .   .   ~   ~   .   .
  .   .   ~   ~   .   .   ~   ~   .   .
  .   .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
  .   .   .   .   .   .   .   .   .   .
  rF  r8! .   .   .   .   .   .   .   .
captured: {red: "", blue: ""}
END
shows '^e7   2 \*     \.   \.   \.100%' guess "$tmp/end.position"
shows '^a10  F ' guess "$tmp/end.position"
shows '^b1   8  !' guess "$tmp/end.position" --of red
shows '^a1   F    100%' guess "$tmp/end.position" --side blue
shows '^a10  F    100%' guess "$tmp/end.position" --note b10=B
shows '^a10  B       .100%' guess "$tmp/end.position" --note a10=B --kind deboer
shows '^hidden       1   1   0   1   0' guess "$tmp/end.position" --kind counts
shows '^e7   F .   33% 33%   . 33%' guess "$tmp/end.position" --kind counts
shows '^ 7 .*!! ' guess heat scout "$tmp/end.position"
shows '^e7  100%' guess heat 2 "$tmp/end.position"
shows '^start ' guess explain e7 "$tmp/end.position"
shows "^[a-z]*'s piece on e7: how probable each rank is, in percent" guess explain e7 "$tmp/end.position"
refuses "contradicts what is known" guess "$tmp/end.position" --note e7=B
refuses "the piece on b1 is known" guess "$tmp/end.position" --of red --note b1=8
refuses "no piece on c3" guess "$tmp/end.position" --note c3=8
shows '^a10  F    100%' guess "$tmp/end.position" --note b10=bomb
printf 'format: vedette-profile/1\n' >"$tmp/no-model.yaml"
refuses 'no-model.yaml:1:9: format: vedette-belief/3 expected' guess --model "$tmp/no-model.yaml" "$tmp/end.position"
refuses "--note 'e7'" guess "$tmp/end.position" --note e7
refuses "expected ranks" guess "$tmp/end.position" --note e7=Q
refuses "expected a rank" guess heat Q "$tmp/end.position"
refuses "expected a square" guess explain k7 "$tmp/end.position"
shows '^b1   8  !' guess explain b1 "$tmp/end.position"
refuses "no piece of blue on b1" guess explain b1 "$tmp/end.position" --of blue
refuses "no piece on c3" guess explain c3 "$tmp/end.position"
refuses "c5 is water" guess explain c5 "$tmp/end.position"
# The board with the likeliest ranks; the true ranks of a game that is over, and of no other.
shows '^ 7  \.      \.      \.      \.      2 !!' guess "$tmp/end.position" --board
refuses_with 1 '^guess: --truth is for after the game$' guess "$tmp/end.position" --truth
printf 'format: vedette-game/1\n%s\n%s\nmoves: a4-a5 a7-a6 a5xa6\nresult: red\nreason: resigned\n' \
    'red: {setup: "DIHBIDBDDIDJFEHDGKHEDGHGJFBCLBDFEFEBGEBM"}' \
    'blue: {setup: "SSRWTTXSNVPTNUPUPSRNVNYNOQQUTPPRNRPQPQPQ"}' >"$tmp/over.game"
shows '^    best .*  is$' guess "$tmp/over.game" --truth --side red
shows '^a6   8 \*!.*  8$' guess "$tmp/over.game" --truth --side red
[ "$("$VEDETTE" guess "$tmp/over.game" --at 1 --truth --side red | grep -c '  [FBS2-9X]$')" = 40 ] ||
    fail 'not all true ranks, at a moment of a game that is over'
shows '"known":false,"truth":"colonel","p":' guess "$tmp/over.game" --at 2 --truth --side red --json
shows '"known":false,"truth":null,"p":' guess "$tmp/over.game" --at 2 --side red --json
# The kind of player, by the guesser that estimates it; the others print nothing.
shows '^players: [0-9]* % people, [0-9]* % programs, [0-9]* % anyone else$' guess "$tmp/end.position"
shows '^players: ' guess explain e7 "$tmp/end.position"
shows '"players":{"people":[^,]*,"programs":[^,]*,"anyone":' guess "$tmp/end.position" --json
"$VEDETTE" guess "$tmp/end.position" --kind deboer >"$tmp/out"
! grep -q '^players: ' "$tmp/out" || { cat "$tmp/out"; failed=1; }
# A known piece is on the board, not in the list.
"$VEDETTE" guess heat 8 "$tmp/end.position" --of red >"$tmp/out"
! grep -q '^b1  ' "$tmp/out" || { cat "$tmp/out"; failed=1; }
refuses "--of 'green'" guess "$tmp/end.position" --of green
refuses "belief.kind" guess "$tmp/end.position" --kind oracle
refuses "guess: no game is at hand" guess
refuses "no game is at hand" guess set e7 X
refuses "no game is at hand" guess set
refuses "nothing.yaml" guess "$tmp/end.position" --model "$tmp/nothing.yaml"

# Ranks that are more than the unknown pieces: the others never were there, and every number is one.
sed -e 's/bF  bB /b?  b? /; s/b2\*/b?*/' "$tmp/end.position" >"$tmp/few.position"
for kind in counts hard deboer bayes; do
    shows '^a10  ' guess "$tmp/few.position" --kind $kind
    if grep -Eiq 'nan|inf|contradict' "$tmp/out"; then
        cat "$tmp/out"
        failed=1
    fi
done
# The shades are those of the screen: from 15, 35, 60 and 85 percent of the likeliest on.
"$VEDETTE" --seed 3 match probabilistic probabilistic --games 2 --save "$tmp/shades" >/dev/null
for rank in F B S 2 5 8 X; do
    for plies in 0 20 60; do
        "$VEDETTE" guess heat $rank "$tmp/shades/000001.game" --at $plies
    done
done | LC_ALL=C awk '
    function level_of(percent, most) {
        if (percent < 0.5) return 0
        return (percent >= 0.15 * most) + (percent >= 0.35 * most) + (percent >= 0.6 * most) + (percent >= 0.85 * most)
    }
    # Percents are rounded: the shade is between those of the least and the most that they may stand for.
    function check(i, low, high) {
        for (i = 0; i < cells && !certain; i++) {
            low = level_of(percent[i] - 0.5, most + 0.5)
            high = level_of(percent[i] + 0.5, most - 0.5)
            if (level[i] < low || level[i] > high) {
                print "shade " level[i] " for " percent[i] " % of " most
                bad = 1
            }
            seen[level[i]]++
        }
        cells = most = certain = 0
    }
    BEGIN { shade["\342\226\221"] = 1; shade["\342\226\222"] = 2; shade["\342\226\223"] = 3; shade["\342\226\210"] = 4 }
    /^where is/ { check() }
    /^ *[0-9]+ / && /!!/ { certain = 1 } # a known piece is no measure for the others
    /^[ 1][0-9] / { line = substr($0, 4)
        while (match(line, /(\342\226[\200-\277]| )[0-9][0-9]( |$)/)) {
            cell = substr(line, RSTART, RLENGTH)
            level[cells] = shade[substr(cell, 1, 3)] + 0
            gsub(/[^0-9]/, "", cell)
            percent[cells] = cell + 0
            most = percent[cells] > most ? percent[cells] : most
            cells++
            line = substr(line, RSTART + RLENGTH)
        } }
    END { check()
          for (i = 0; i < 5; i++) if (!seen[i]) { print "no cell of shade " i; bad = 1 }
          exit bad }' || failed=1
# A bound on the scalings that does not let them end is reported, with the error.
printf 'format: vedette-profile/1\nbelief: {sweeps: 2}\n' >"$tmp/hasty.yaml"
for words in "guess" "guess heat flag" "guess explain a10"; do
    # shellcheck disable=SC2086
    shows '^not exact: after 2 scalings .* off by [0-9.]+ %' -p "$tmp/hasty.yaml" $words "$tmp/few.position"
done
"$VEDETTE" guess "$tmp/few.position" >"$tmp/out"
! grep -q 'not exact' "$tmp/out" || { cat "$tmp/out"; failed=1; }
# Facts that contradict each other: one sentence, and what was seen of each piece still holds.
sed -e 's/bF  bB /bF* bB*/' "$tmp/end.position" >"$tmp/clash.position"
shows '^the facts contradict each other: [0-9a-zA-Z ]*; the counts of ranks are not used$' \
    guess "$tmp/clash.position"
shows '^a10  . \*     \.   \.' guess "$tmp/clash.position"
# The drawing of one side reveals no hidden rank of the other, from whichever chair.
sed -e 's/bF  bB /bB  bF /' "$tmp/end.position" >"$tmp/twin.position"
for side in red blue; do
    "$VEDETTE" guess heat flag "$tmp/end.position" --of red --side $side >"$tmp/$side"
    "$VEDETTE" guess heat flag "$tmp/twin.position" --of red --side $side | cmp - "$tmp/$side" ||
        { echo "guess.sh: a hidden rank shows"; failed=1; }
done
! cmp -s "$tmp/red" "$tmp/blue" || { echo "guess.sh: --side is ignored"; failed=1; }
shows '^10 .* \?   \?' guess heat flag "$tmp/end.position" --of red --side red
grep -q '^10  ?   ?' "$tmp/red" || { cat "$tmp/red"; failed=1; }

# A whole game: at its start the probabilities are those of the setups, at its end more is certain.
"$VEDETTE" --seed 3 match probabilistic probabilistic --games 6 --unpaired --save "$tmp/games" >/dev/null
game=$tmp/games/000000.game
shows '^pieces of blue at the start, guessed by "bayes"' guess "$game" --at 0
shows "^pieces of red after red's move 16" guess "$game" --at 31
shows '^(now, of 100:)' guess explain a10 "$game" --at 0
for kind in counts hard deboer bayes; do
    "$VEDETTE" guess "$game" --at 40 --kind $kind >"$tmp/$kind"
done
for kind in counts hard deboer; do
    ! cmp -s "$tmp/$kind" "$tmp/bayes" || { echo "guess.sh: $kind and bayes agree"; failed=1; }
done
# How new the setup is: the same three shares in words and as numbers; a model without families prints none.
for at in 0 12 30; do
    shows '^the setup: [0-9]+ % a known one, [0-9]+ % near one, [0-9]+ % new$' guess "$game" --at $at
    grep '^the setup: ' "$tmp/out" >"$tmp/words"
    "$VEDETTE" guess "$game" --at $at --json | sed -n 's/.*"setup":{\([^}]*\)}.*/\1/p' | awk -F '[:,]' '
        $1 == "\"known\"" && $3 == "\"near\"" && $5 == "\"new\"" {
            if ($2 < 0 || $4 < 0 || $6 < 0 || $2 + $4 + $6 < 0.999999 || $2 + $4 + $6 > 1.000001) exit
            printf "the setup: %.0f %% a known one, %.0f %% near one, %.0f %% new\n", 100 * $2, 100 * $4, 100 * $6
        }' | cmp - "$tmp/words" || fail "guess: the setup in words and in --json, after $at moves"
done
"$VEDETTE" guess "$game" --at 0 | grep '^the setup: ' | cmp -s - "$tmp/words" && fail "guess: reveals are no evidence about the setup"
for kind in counts hard deboer; do
    ! grep -q '^the setup' "$tmp/$kind" || fail "guess --kind $kind: how new the setup is"
    "$VEDETTE" guess explain a10 "$game" --at 30 --kind $kind >"$tmp/out"
    ! grep -q 'the setup:' "$tmp/out" || fail "guess explain --kind $kind: how new the setup is"
done
# The moves with evidence are named, from the share at the start on; a line says nothing that does not change.
start=$("$VEDETTE" guess "$game" --at 0 --of blue | sed -n 's/^the setup: \([0-9]*\) .* \([0-9]*\) % near .* \([0-9]*\) % new/known: \1 %  near: \2 %  new: \3 %/p')
# What stands on several lines is put together.
unwrap() {
    awk '{ goes_on = /^                  / || /^  [a-z]/; sub(/^                  */, "  ") }
        NR > 1 && !goes_on { printf "\n" } { printf "%s", $0 } END { print "" }'
}
"$VEDETTE" guess explain a10 "$game" --of blue --at 30 | unwrap >"$tmp/out"
grep -q "^start .*  the setup:  $start\$" "$tmp/out" || { cat "$tmp/out"; failed=1; }
grep -Eq '^ *[0-9]+[.]+ .*the setup:  known: [0-9]+>[0-9]+ %' "$tmp/out" || { cat "$tmp/out"; failed=1; }
# A rank and its percent are not alike, and stand on one line; a factor stands with the rank that it is of.
"$VEDETTE" guess explain a10 "$game" --of blue --at 30 >"$tmp/lines"
sed -n '/^start /,/^[a-z-]*: /p' "$tmp/lines" | grep '[0-9]' | grep -Ev '^[a-z-]*: ' |
    sed -E 's/^ *[0-9]+[.]+ +[^ ]+//; s/^start//; s/[a-z-]+ \([^ ]+ x[0-9.]+\)[,:]//g; s/(others|the setup)://g;
        s/([A-Z0-9]|known|near|new): [0-9]+(>[0-9]+)? %//g; s/the setup//g; s/ //g' | sed '/^$/d' >"$tmp/rest"
[ ! -s "$tmp/rest" ] || fail "guess explain: numbers without a name: $(cat "$tmp/rest")"
for square in a10 c9 e8 g7 j10; do
    "$VEDETTE" guess explain $square "$game" --of blue --at 30 | unwrap
done | awk '/^ *[0-9]+[.]+ / {
        lines++
        if (!/>/ || /:$/) { print "nothing changes: " $0; bad = 1 }
        for (i = 1; i <= NF; i++)
            if (split($i, of, ">") == 2 && of[1] == of[2]) { print "the same: " $0; bad = 1 }
        if (split($0, half, "the setup:") == 2) {
            most = 0
            for (i = split(half[2], word, " "); i > 0; i--)
                if (split(word[i], of, ">") == 2 && (of[1] - of[2]) ^ 2 > most) most = (of[1] - of[2]) ^ 2
            if (most < 1) { print "less than a point: " $0; bad = 1 }
        }
    } END { exit bad || lines < 10 }' || fail "guess explain: what does not change"
# What moves by less than --min says is left out, be it of the piece or of the setup.
"$VEDETTE" guess explain a10 "$game" --of blue --at 30 --min 100 >"$tmp/out"
! grep -Eq '^ +[0-9]+\. ' "$tmp/out" || { cat "$tmp/out"; failed=1; }
# What the red player may believe of blue is what blue may believe that red believes.
"$VEDETTE" guess "$game" --at 40 --side red >"$tmp/one"
"$VEDETTE" guess "$game" --at 40 --of blue >"$tmp/two"
cmp "$tmp/one" "$tmp/two" || failed=1

# A file that can be read but once, and a piece of either side.
"$VEDETTE" guess explain a1 "$game" >"$tmp/one"
"$VEDETTE" guess explain a1 - <"$game" | cmp - "$tmp/one" || failed=1

# --at goes as far as the game, and no further.
refuses 'game: --at 999999: there are only [0-9]+ moves' guess "$game" --at 999999

# In Arts' notation the ranks of a sentence are Arts' too: there is one general, 2.
refuses 'of 2$' --notation arts guess "$game" --at 0 --note a0=2 b0=2
refuses 'option --note came before' guess "$game" --note a10=X --note b10=X

# A game at hand, for lines of commands: what needs no FILE then, notes, and that none is lost.
# usage: session NAME <lines   (output and errors in their order, into $tmp/NAME; its status into $status)
session() {
    status=0
    "$VEDETTE" >"$tmp/$1" 2>&1 || status=$?
}
# usage: has NAME PATTERN
has() {
    grep -Eq -- "$2" "$tmp/$1" || { echo "guess.sh: no '$2' in $1:"; cat "$tmp/$1"; failed=1; }
}
session hand <<END
load $game --at 40
legal
outcome
show
show values
hint
why
guess heat marshal
guess explain a10
END
"$VEDETTE" convert "$game" --to game --plies 40 >"$tmp/forty.game"
for words in legal outcome show 'show values' hint why 'guess heat marshal' 'guess explain a10'; do
    # shellcheck disable=SC2086
    case $words in
    'guess explain a10') "$VEDETTE" guess explain a10 "$tmp/forty.game" ;;
    *) "$VEDETTE" $words "$tmp/forty.game" ;;
    esac
done >"$tmp/files"
sed '1,/ to move$/d' "$tmp/hand" | sed '/^chance /d' | cmp - <(sed '/^chance /d' "$tmp/files") || failed=1
sed '/ to move$/q' "$tmp/hand" | tr -s '\n ' ' ' >"$tmp/loaded" # a long path breaks the line
has loaded "^$game: red probabilistic, blue probabilistic, 40 moves, red to move \$"
session notes <<END
load $tmp/end.position
guess explain a10 --note b10=B
guess set b10 bomb
guess set
guess
load $game
save $tmp/notes.game
load $game --at 0
guess set a7 X 9
guess set a7 ?
guess set
guess set c5 X
guess set a7 F
guess set b7 F
guess set c7 8
END
[ "$status" = 2 ] || { echo "guess.sh: status $status"; failed=1; }
has notes '^notes +others:  F: [0-9]+>100 %  B: [0-9]+>0 %$'
has notes '^b10  blue  B$'
has notes '^a10  F    100%'
has notes '^stdin:6: load: what was noted or put together is not saved'
has notes '^stdin:12: guess set: c5 is water$'
has notes '^stdin:14: guess set: b7: the note contradicts what is known: 2 pieces would have to share'
has notes '^stdin: what was noted or put together was not saved$'
[ "$(grep -c '^a7 ' "$tmp/notes")" = 0 ] || { echo "guess.sh: a note was not taken back"; failed=1; }
grep -A1 '^notes: >-' "$tmp/notes.game" | grep -q '^  b10=B$' || { cat "$tmp/notes.game"; failed=1; }
shows '^a10  F    100%' guess "$tmp/notes.game"
shows '^notes +note [(][FB] x[0-9.]+[)]:  F: [0-9]+>0 %  B: [0-9]+>100 %' guess explain b10 "$tmp/notes.game"
shows '^note: your own note$' guess explain b10 "$tmp/notes.game"
session kept <<END
load $tmp/notes.game
guess set
save $tmp/notes.game
save $tmp/notes.game --replace
load $tmp/nothing.game
outcome
END
has kept '^b10  blue  B$'
has kept '^stdin:3: .*notes.game: that file exists'
has kept '^stdin:5: .*nothing.game: '
has kept '^open$'
# What is known is stronger than a note in a file; one about a piece that is not there is a fault.
for note in 'e7=B:contradicts' 'b1=X:the piece is known to be a colonel' 'a10=F:'; do
    sed "s/^  b10=B/  ${note%%:*}/" "$tmp/notes.game" >"$tmp/other.game"
    side=blue
    [ "${note%%=*}" != b1 ] || side=red
    "$VEDETTE" guess "$tmp/other.game" --of $side >"$tmp/out"
    if [ "${note#*:}" ]; then
        grep -q "^your note ${note%%:*} is ignored: .*${note#*:}" "$tmp/out" ||
            { echo "guess.sh: $note"; cat "$tmp/out"; failed=1; }
    elif grep -q 'is ignored' "$tmp/out"; then
        cat "$tmp/out"
        failed=1
    fi
done
"$VEDETTE" convert "$tmp/notes.game" --to position 2>&1 >/dev/null | grep -q 'notes; they are left out$' || failed=1
for note in e5=X a10 a10=Q a10= z=F a10=FF,a10=B; do
    sed "s/^  b10=B/  $note/" "$tmp/notes.game" >"$tmp/bad.game"
    refuses 'bad.game:[0-9]+:[0-9]+: found ' guess "$tmp/bad.game"
done
exit "$failed"
