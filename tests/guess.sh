#!/usr/bin/env bash
# guess, guess heat, explain, set, learn and bench guess: what they print, and what they refuse.
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
# Who plays, as the guesser that asks has it; the others say nothing of it.
shows '^who plays: [0-9]* % people, [0-9]* % programs, [0-9]* % anyone else$' guess "$tmp/end.position"
shows '^who plays: ' guess explain e7 "$tmp/end.position"
shows '"players":{"people":[^,]*,"programs":[^,]*,"anyone":' guess "$tmp/end.position" --json
"$VEDETTE" guess "$tmp/end.position" --kind deboer >"$tmp/out"
! grep -q 'who plays' "$tmp/out" || { cat "$tmp/out"; failed=1; }
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
# A bound on the scalings that does not let them end is told, with what is off by it.
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
# The drawing of one side tells no hidden rank of the other, from whichever chair.
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
shows '^pieces of blue after 0 moves, guessed by "bayes"' guess "$game" --at 0
shows '^pieces of red after 31 moves' guess "$game" --at 31
shows '^(now, of 100:)' guess explain a10 "$game" --at 0
for kind in counts hard deboer bayes; do
    "$VEDETTE" guess "$game" --at 40 --kind $kind >"$tmp/$kind"
done
for kind in counts hard deboer; do
    ! cmp -s "$tmp/$kind" "$tmp/bayes" || { echo "guess.sh: $kind and bayes agree"; failed=1; }
done
# How new the setup is: the same three shares in words and as numbers; who has no families says nothing of it.
for at in 0 12 30; do
    shows '^the setup: [0-9]+ % a known one, [0-9]+ % near one, [0-9]+ % new$' guess "$game" --at $at
    grep '^the setup: ' "$tmp/out" >"$tmp/words"
    "$VEDETTE" guess "$game" --at $at --json | sed -n 's/.*"setup":{\([^}]*\)}.*/\1/p' | awk -F '[:,]' '
        $1 == "\"known\"" && $3 == "\"near\"" && $5 == "\"new\"" {
            if ($2 < 0 || $4 < 0 || $6 < 0 || $2 + $4 + $6 < 0.999999 || $2 + $4 + $6 > 1.000001) exit
            printf "the setup: %.0f %% a known one, %.0f %% near one, %.0f %% new\n", 100 * $2, 100 * $4, 100 * $6
        }' | cmp - "$tmp/words" || fail "guess: the setup in words and in --json, after $at moves"
done
"$VEDETTE" guess "$game" --at 0 | grep '^the setup: ' | cmp -s - "$tmp/words" && fail "guess: reveals tell nothing of the setup"
for kind in counts hard deboer; do
    ! grep -q '^the setup' "$tmp/$kind" || fail "guess --kind $kind: how new the setup is"
    "$VEDETTE" guess explain a10 "$game" --at 30 --kind $kind >"$tmp/out"
    ! grep -q 'the setup:' "$tmp/out" || fail "guess explain --kind $kind: how new the setup is"
done
# The moves that told it are named, from the share at the start on; a line says nothing that does not change.
start=$("$VEDETTE" guess "$game" --at 0 --of blue | sed -n 's/^the setup: \([0-9]*\) .* \([0-9]*\) % near .* \([0-9]*\) % new/known \1  near \2  new \3/p')
# What stands on several lines is put together.
unwrap() { awk '/^                  / { sub(/^ */, "  ") } NR > 1 && !/^  [^ ]/ { printf "\n" } { printf "%s", $0 } END { print "" }'; }
"$VEDETTE" guess explain a10 "$game" --of blue --at 30 | unwrap >"$tmp/out"
grep -q "^start .*  the setup:  $start\$" "$tmp/out" || { cat "$tmp/out"; failed=1; }
grep -Eq '^ +[0-9]+\. .*the setup:  known [0-9]+>[0-9]+' "$tmp/out" || { cat "$tmp/out"; failed=1; }
for square in a10 c9 e8 g7 j10; do
    "$VEDETTE" guess explain $square "$game" --of blue --at 30 | unwrap
done | awk '/^ *[0-9]+\. / {
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
# What moves by less than --least says is left out, be it of the piece or of the setup.
"$VEDETTE" guess explain a10 "$game" --of blue --at 30 --least 100 >"$tmp/out"
! grep -Eq '^ +[0-9]+\. ' "$tmp/out" || { cat "$tmp/out"; failed=1; }
# What the red player may believe of blue is what blue may believe that he believes.
"$VEDETTE" guess "$game" --at 40 --side red >"$tmp/one"
"$VEDETTE" guess "$game" --at 40 --of blue >"$tmp/two"
cmp "$tmp/one" "$tmp/two" || failed=1

# A file that can be read but once, and a piece of either side.
"$VEDETTE" guess explain a1 "$game" >"$tmp/one"
"$VEDETTE" guess explain a1 - <"$game" | cmp - "$tmp/one" || failed=1

# --at goes as far as the game, and no further.
refuses 'game: --at 999999: there are only [0-9]+ moves' guess "$game" --at 999999

# In Arts' notation the ranks of a sentence are his too: there is one general, 2.
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
tail -n +2 "$tmp/hand" | sed '/^Rand /d' | cmp - <(sed '/^Rand /d' "$tmp/files") || failed=1
has hand "^$game: red probabilistic, blue probabilistic, 40 moves, red to move\$"
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
has notes '^notes +others:  F [0-9]+>100  B [0-9]+>0$'
has notes '^b10  blue  B$'
has notes '^a10  F    100%'
has notes '^stdin:6: load: what was noted or put together is not saved'
has notes '^stdin:12: guess set: c5 is water$'
has notes '^stdin:14: guess set: b7: the note contradicts what is known: 2 pieces would have to share'
has notes '^stdin: what was noted or put together was not saved$'
[ "$(grep -c '^a7 ' "$tmp/notes")" = 0 ] || { echo "guess.sh: a note was not taken back"; failed=1; }
grep -A1 '^notes: >-' "$tmp/notes.game" | grep -q '^  b10=B$' || { cat "$tmp/notes.game"; failed=1; }
shows '^a10  F    100%' guess "$tmp/notes.game"
shows '^notes +note [FB] x[0-9.]+:  F [0-9]+>0  B [0-9]+>100' guess explain b10 "$tmp/notes.game"
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

# What is learnt from and measured is cut short: the cost is by the move.
printf 'format: vedette-profile/1\nrules: {move_limit: 60}\n' >"$tmp/brief.yaml"
"$VEDETTE" -p "$tmp/brief.yaml" --seed 3 match probabilistic probabilistic --games 6 --unpaired --save "$tmp/brief" >/dev/null
game=$tmp/brief/000000.game

# Learning: the same seed, the same model; the model can be used, and broken ones are named.
"$VEDETTE" guess learn "$tmp"/brief/*.game --rounds 1 --out "$tmp/one.yaml" >"$tmp/out"
grep -q '^learnt from [0-9]* moves of 6 games of people$' "$tmp/out" && grep -q '^learnt from 12 setups$' "$tmp/out" || { cat "$tmp/out"; failed=1; }
"$VEDETTE" guess learn "$tmp"/brief/*.game --rounds 1 --out "$tmp/two.yaml" >/dev/null
cmp "$tmp/one.yaml" "$tmp/two.yaml" || failed=1
shows 'guessed by "bayes"' guess "$game" --at 40 --model "$tmp/one.yaml"
sed 's/^  moves: .*/  moves: nan/' "$tmp/one.yaml" >"$tmp/bad.yaml"
refuses 'bad.yaml:[0-9]+:[0-9]+: people.moves: ' guess "$game" --model "$tmp/bad.yaml"
refuses 'usage' guess learn "$game"
grep -q '^programs:' "$tmp/one.yaml" && grep -A1 '^programs:' "$tmp/one.yaml" | grep -q 'games: 0' || failed=1

# A model is an option: from a file, standard input, a pipe, a named pipe, a profile, the same holds, and a flag
# for its own command alone. It stands before the profile's.
cp "$tmp/one.yaml" "$tmp/other.yaml"
printf 'format: vedette-profile/1\nbelief: {model: other.yaml}\n' >"$tmp/other-profile.yaml"
printf 'format: vedette-profile/1\nbelief: {model: no-model.yaml}\n' >"$tmp/bad-profile.yaml"
mkfifo "$tmp/pipe.yaml"
see=(guess "$game" --at 40)
"$VEDETTE" "${see[@]}" >"$tmp/plain"
"$VEDETTE" "${see[@]}" --model "$tmp/other.yaml" >"$tmp/other"
! cmp -s "$tmp/plain" "$tmp/other" || fail "another model, the same guess"
"$VEDETTE" "${see[@]}" --model - <"$tmp/other.yaml" | cmp - "$tmp/other" || fail "--model -"
"$VEDETTE" "${see[@]}" --model <(cat "$tmp/other.yaml") | cmp - "$tmp/other" || fail "--model <()"
cat "$tmp/other.yaml" >"$tmp/pipe.yaml" &
"$VEDETTE" "${see[@]}" --model "$tmp/pipe.yaml" | cmp - "$tmp/other" || fail "--model of a named pipe"
"$VEDETTE" "${see[@]}" -p "$tmp/other-profile.yaml" | cmp - "$tmp/other" || fail "belief.model in a profile"
"$VEDETTE" "${see[@]}" -p "$tmp/bad-profile.yaml" --model "$tmp/other.yaml" | cmp - "$tmp/other" ||
    fail "--model over a profile"
"$VEDETTE" "${see[@]}" -p "$tmp/other-profile.yaml" --model people-and-programs | cmp - "$tmp/plain" ||
    fail "--model NAME"
echo "${see[*]} --model $tmp/other.yaml
${see[*]}
profile show belief.model" | "$VEDETTE" >"$tmp/out"
{ cat "$tmp/other" "$tmp/plain"; "$VEDETTE" profile show belief.model; } | cmp - "$tmp/out" ||
    fail "--model holds for one command"
for i in 1 2; do # each command opens a pipe anew
    echo "${see[*]} --model $tmp/pipe.yaml"
done | "$VEDETTE" >"$tmp/out" &
cat "$tmp/other.yaml" >"$tmp/pipe.yaml"
for ((i = 0; i < 500; i++)); do # the answer is there: the first writer's pipe was read to its end
    [ ! -s "$tmp/out" ] || break
    sleep 0.02
done
cat "$srcdir/data/belief/people-and-programs.yaml" >"$tmp/pipe.yaml"
wait
cat "$tmp/other" "$tmp/plain" | cmp - "$tmp/out" || fail "two commands, two writers to one pipe"
refuses '^belief.model: -:1:1: found no key' "${see[@]}" --model - </dev/null
refuses '^belief.model: /dev/fd/.*:1:9: format' "${see[@]}" --model <(cat "$tmp/no-model.yaml")
refuses '^belief.model: found .* .a folder., expected a file, or people-and-programs' "${see[@]}" --model "$tmp"
refuses '^belief.model: found nothing' "${see[@]}" --model ''
refuses 'more than [0-9]* bytes' "${see[@]}" --model /dev/zero
refuses '^belief.model: .*no-model.yaml:1:9' "${see[@]}" -p "$tmp/bad-profile.yaml"

# What games taught is known again, also from other files; of a model that does not tell, that is said.
"$VEDETTE" bench guess "$game" --model "$tmp/one.yaml" >"$tmp/out"
grep -q '^in-sample: the model learnt how people move from 1 of these games$' "$tmp/out" &&
    grep -q '^in-sample: the model learnt from the setups of 1 of these games$' "$tmp/out" &&
    ! grep -q '^not known' "$tmp/out" &&
    grep -q '^figure in-sample 1 games$' "$tmp/out" || { cat "$tmp/out"; failed=1; }
sed '/^  marks: >-/{N;s/.*/  marks: ""/}' "$tmp/one.yaml" >"$tmp/mute.yaml"
"$VEDETTE" bench guess "$game" --model "$tmp/mute.yaml" >"$tmp/out"
grep -q '^not known: the model does not tell from which games it learnt how people move$' "$tmp/out" &&
    grep -q '^not known: whether the setups of 1 of these games are among' "$tmp/out" &&
    ! grep -q '^in-sample' "$tmp/out" || { cat "$tmp/out"; failed=1; }

# Self-play: the same with any number of jobs; the games are held out of the standard model, and in this one.
learn=(-p "$tmp/brief.yaml" guess learn "$tmp"/brief/*.game --without "$game" --rounds 1)
learn+=(--self-play 4 --players random probabilistic)
"$VEDETTE" --seed 8 --jobs 1 "${learn[@]}" --out "$tmp/two.yaml" >"$tmp/out"
grep -q '^learnt from [0-9]* moves of 4 games of programs$' "$tmp/out" || { cat "$tmp/out"; failed=1; }
"$VEDETTE" --seed 8 --jobs 2 "${learn[@]}" --out "$tmp/three.yaml" >/dev/null
cmp "$tmp/two.yaml" "$tmp/three.yaml" || failed=1
"$VEDETTE" --seed 8 -p "$tmp/brief.yaml" bench guess --self-play 4 --players random probabilistic --model "$tmp/two.yaml" >"$tmp/out"
grep -q '^in-sample: the model learnt how programs move from 4 of these games$' "$tmp/out" &&
    grep -q '^held out: how people move was learnt from 6 other games$' "$tmp/out" || { cat "$tmp/out"; failed=1; }
shows '^held out: the pairs of setups of these games were left out; either setup may be known from another' \
    bench guess "$game" --model "$tmp/two.yaml"
shows '^in-sample: the model learnt from the setups of 5 of these games$' \
    bench guess "$tmp"/brief/*.game --folds 2 --model "$tmp/two.yaml"
! grep -Eq '^(not known|held out: the pairs)' "$tmp/out" || { cat "$tmp/out"; failed=1; }
# A pair that was left out is not learnt, even where the game is.
"$VEDETTE" guess learn "$tmp"/brief/*.game --without "$game" --rounds 1 --out "$tmp/both.yaml" >/dev/null
shows '^in-sample: the model learnt how people move from 6 of these games$' \
    bench guess "$tmp"/brief/*.game --guessers hard --model "$tmp/both.yaml"
grep -q '^in-sample: the model learnt from the setups of 5 of these games$' "$tmp/out" || { cat "$tmp/out"; failed=1; }
"$VEDETTE" --seed 9 bench guess --self-play 2 --players random >"$tmp/out"
grep -q '^figure in-sample 0 games$' "$tmp/out" || { cat "$tmp/out"; failed=1; }
refuses 'nobody' bench guess --self-play 2 --players nobody

# Folds: a model for each, the same with any number of jobs, and from what an earlier run left of it; each knows
# nothing of its own games.
pairs=()
for i in 0 1 2 3 4 5; do # red's and blue's, so that each game's pair is one
    for side in red blue; do
        "$VEDETTE" convert "$tmp/brief/00000$i.game" --to setup --side $side >"$tmp/$i$side.setup"
        pairs+=("$tmp/$i$side.setup")
    done
done
learn=(guess learn "$tmp"/brief/*.game --rounds 1 --folds 2)
"$VEDETTE" --jobs 1 "${learn[@]}" --out "$tmp/f.yaml" >"$tmp/out"
grep -q '^fold 2: learnt from 6 setups; ' "$tmp/out" || { cat "$tmp/out"; failed=1; }
"$VEDETTE" --jobs 2 "${learn[@]}" --out "$tmp/g.yaml" >/dev/null
[ ! -e "$tmp/g.yaml.draft" ] && [ ! -e "$tmp/g.yaml.fold1.draft" ] || fail "guess learn --folds: drafts are left"
for fold in '' .fold1 .fold2; do
    cmp "$tmp/f.yaml$fold" "$tmp/g.yaml$fold" || fail "guess learn --folds: other jobs, another model"
    cp "$tmp/f.yaml$fold" "$tmp/h.yaml$fold.draft"
done
"$VEDETTE" "${learn[@]}" --rounds 3 --drafts --out "$tmp/h.yaml" >/dev/null # rounds that are not needed
for fold in '' .fold1 .fold2; do
    cmp "$tmp/f.yaml$fold" "$tmp/h.yaml$fold" || fail "guess learn --drafts: another model"
done
"$VEDETTE" bench guess "$tmp"/brief/*.game --fold-models "$tmp"/f.yaml.fold* --guessers bayes,hard \
    --setups "${pairs[@]}" >"$tmp/out"
grep -q '^held out: how people move was learnt from 3 other games$' "$tmp/out" &&
    grep -q '^held out: the pairs of setups of these games were left out' "$tmp/out" &&
    grep -q '^figure in-sample 0 games$' "$tmp/out" || { cat "$tmp/out"; failed=1; }
"$VEDETTE" bench guess "$tmp"/brief/*.game --fold-models "$tmp"/f.yaml.fold{2,1} --guessers bayes >"$tmp/out"
grep -q '^in-sample: the model learnt how people move from 6 of these games$' "$tmp/out" ||
    { cat "$tmp/out"; failed=1; }
refuses 'nothing is learnt anew' bench guess "$game" --fold-models "$tmp"/f.yaml.fold* --folds 2
refuses 'expected at least 7' guess learn "$tmp"/brief/*.game --folds 7 --out "$tmp/h.yaml"
refuses 'one fold' guess learn "$game" --folds 1 --out "$tmp/h.yaml"

# Learning and measuring go by belief.statistics too, and bench guess by belief.model from wherever it comes.
"$VEDETTE" --seed 3 setup create --count 300 --generator random --format gravon |
    "$VEDETTE" setup learn - --out "$tmp/random.yaml"
printf 'format: vedette-profile/1\nbelief: {statistics: random.yaml}\n' >"$tmp/random-profile.yaml"
printf 'format: vedette-profile/1\nbelief: {statistics: no-model.yaml}\n' >"$tmp/bad-profile.yaml"
"$VEDETTE" bench guess "$game" --model "$tmp/one.yaml" | grep -v '^figure bayes' >"$tmp/plain"
"$VEDETTE" bench guess "$game" --model - <"$tmp/one.yaml" | grep -v '^figure bayes' | cmp - "$tmp/plain" ||
    fail "bench guess --model -"
"$VEDETTE" bench guess "$game" --model "$tmp/one.yaml" -p "$tmp/random-profile.yaml" >"$tmp/out"
for name in hard deboer; do
    ! grep "^figure $name-logloss" "$tmp/out" | cmp -s - <(grep "^figure $name-logloss" "$tmp/plain") ||
        fail "bench guess: other statistics, the same $name"
done
learn=(guess learn "$game" --programs "$tmp"/brief/*.game --rounds 1)
"$VEDETTE" "${learn[@]}" --out "$tmp/two.yaml" -p "$tmp/random-profile.yaml" >"$tmp/other"
"$VEDETTE" "${learn[@]}" --out "$tmp/three.yaml" >"$tmp/out"
! cmp -s "$tmp/out" "$tmp/other" || fail "guess learn: other statistics, nothing else learnt"
for command in "bench guess $game" "guess learn $game --out $tmp/three.yaml"; do
    refuses '^belief.statistics: .*no-model.yaml:1:1: key' $command -p "$tmp/bad-profile.yaml"
done
refuses 'usage' bench guess

# The bench: the same figures for any number of jobs, for each guesser.
"$VEDETTE" --jobs 1 bench guess "$tmp"/brief/*.game --folds 2 >"$tmp/one"
"$VEDETTE" --jobs 2 bench guess "$tmp"/brief/*.game --folds 2 >"$tmp/two"
cmp "$tmp/one" "$tmp/two" || failed=1
for name in counts hard neighbours opportunities deboer bayes-people bayes; do
    for figure in top1 true logloss flag3; do
        grep -Eq "^figure $name-$figure [0-9.]+ (%|bits|probability)$" "$tmp/one" ||
            { echo "guess.sh: no figure $name-$figure"; failed=1; }
    done
done
refuses 'one fold' bench guess "$game" --folds 1
refuses '1 game to measure, expected at least 2' bench guess "$game" --folds 2

# A game counts once; of one game there is no interval, of none no figure at all.
shows '^repeated games left out: 2$' bench guess "$game" "$game" "$game"
head -n 1 "$tmp/out" | grep -q '^1 game$' && grep -q '^figure bayes-gain -*[0-9.]* bits$' "$tmp/out" ||
    { cat "$tmp/out"; failed=1; }
! grep -Eq 'nan|inf|interval|\.\.|gain-low| -0\.0000' "$tmp/out" || { cat "$tmp/out"; failed=1; }
"$VEDETTE" convert "$game" --to game --plies 0 >"$tmp/none.game"
"$VEDETTE" bench guess "$tmp/none.game" >"$tmp/out"
! grep -Eq '^after|^over|nan|inf|^figure bayes' "$tmp/out" || { cat "$tmp/out"; failed=1; }
printf '#file\tfield(100)\tresult type\twinner 1 red 2 blue 3 draw\tplies\n' >"$tmp/empty.tsv"
refuses '0 games to measure' bench guess "$tmp/empty.tsv"

# New to setups: the pair of a game that the model left out does not count; either of its setups, or its mirror
# image, elsewhere does, and so does a pair of which the model does not say that it was left out.
other=$tmp/brief/000002.game
for side in red blue; do
    "$VEDETTE" convert "$other" --to setup --side $side >"$tmp/$side.setup"
done
"$VEDETTE" setup mirror "$tmp/red.setup" >"$tmp/mirror.setup"
"$VEDETTE" --seed 77 match probabilistic probabilistic --games 1 --save "$tmp/far" >/dev/null
two=("$other" "$tmp/far/000000.game")
"$VEDETTE" guess learn "$game" --without "${two[@]}" --rounds 1 --out "$tmp/apart.yaml" >/dev/null
left='^games left out of which a setup, or its mirror image, stands among'
shows "$left 0 others: 0\$" \
    bench guess "${two[@]}" --new-to "$tmp/red.setup" "$tmp/blue.setup" --folds 2 --model "$tmp/apart.yaml"
head -n 1 "$tmp/out" | grep -q '^2 games$' && grep -q '^part 2:' "$tmp/out" || { cat "$tmp/out"; failed=1; }
shows "$left 2 others: 1\$" bench guess "${two[@]}" --new-to "$tmp/red.setup" "$tmp/blue.setup" --guessers hard
shows "$left 1 others: 1\$" bench guess "${two[@]}" --guessers hard --model "$tmp/apart.yaml" \
    --new-to "$tmp/red.setup" "$tmp/blue.setup" "$tmp/mirror.setup"
head -n 1 "$tmp/out" | grep -q '^1 game$' || { cat "$tmp/out"; failed=1; }
shows "$left 2 others: 1\$" bench guess "${two[@]}" --new-to "$tmp/blue.setup" "$tmp/red.setup" --guessers hard
refuses '0 games to measure' bench guess "$other" --new-to "$tmp/mirror.setup"

# The same files tell the kinds of games apart; only the guessers asked for are measured, and each N-th game.
"$VEDETTE" bench guess "${two[@]}" --setups "$tmp/mirror.setup" --guessers hard,bayes --full >"$tmp/out"
grep -q '^games with a setup, or its mirror image, among those learnt from: 1 game$' "$tmp/out" &&
    grep -q '^games with neither setup, nor its mirror image, among those learnt from: 1 game$' "$tmp/out" &&
    grep -q '^figure bayes-known-logloss ' "$tmp/out" && grep -q '^guesser hard, over' "$tmp/out" &&
    ! grep -Eq 'deboer|counts|nan |[( -]inf' "$tmp/out" || { cat "$tmp/out"; failed=1; }
shows '^figure hard-new-calibration [0-9.]* points$' \
    bench guess "${two[@]}" --setups "$tmp/mirror.setup" --guessers hard,bayes
shows '^figure hard-new-top1 ' bench guess "${two[@]}" --setups "$tmp/mirror.setup" --guessers hard,bayes
"$VEDETTE" bench guess "${two[@]}" --setups "$tmp/mirror.setup" --guessers hard,bayes --json >"$tmp/json"
bits=$(sed -n 's/^figure bayes-logloss //p; s/ bits//' "$tmp/out" | head -n 1)
! command -v python3 >/dev/null || python3 - "$tmp/json" "${bits% *}" <<'END' || { cat "$tmp/json"; failed=1; }
import json, sys
answer = json.load(open(sys.argv[1]))
assert answer["games"] == 2 and answer["in_sample_people"] == 0
assert {name: kind["games"] for name, kind in answer["classes"].items()} == \
    {"all": 2, "known": 1, "new": 1, "unlike": 1}
bayes = answer["classes"]["all"]["guessers"]["bayes"]
assert abs(bayes["parts"]["whole"]["bits"]["mean"] - float(sys.argv[2])) < 6e-5
assert bayes["parts"]["whole"]["bits"]["low"] < bayes["parts"]["whole"]["bits"]["mean"]
pieces = bayes["parts"]["whole"]["pieces"]
assert sum(row["given"] for row in bayes["likeliest"]) == pieces
assert sum(sum(row.values()) for row in bayes["taken_for"].values()) == pieces
assert abs(sum(row["said"] * row["given"] for row in bayes["every_rank"]) - pieces) < 1e-3
ranks = [part["pieces"] for name, part in bayes["parts"].items() if name in bayes["taken_for"]]
assert sum(ranks) == pieces == bayes["parts"]["unmoved"]["pieces"] + bayes["parts"]["moved"]["pieces"]
END
! grep -v '^model: ' "$tmp/out" | grep -E '^.{121}' || fail "bench guess: lines of more than 120 columns"
shows '^2 games$' bench guess "$tmp"/brief/*.game --every 3 --guessers hard
shows '^figure hard-top1' bench guess "$other" --guessers hard
grep '^figure hard' "$tmp/out" >"$tmp/one"
shows '^1 game$' bench guess "$other" "$tmp/far/000000.game" --every 2 --guessers hard
grep '^figure hard' "$tmp/out" | cmp - "$tmp/one" || fail "bench guess --every"
refuses 'found "hart", expected a guesser' bench guess "$game" --guessers hard,hart
"$VEDETTE" bench belief --games 2 >"$tmp/out"
for figure in event-update event-update-p99 sample; do
    grep -Eq "^figure $figure [0-9.]+ us$" "$tmp/out" || { cat "$tmp/out"; failed=1; }
done
for form in readable packed; do
    grep -Eq "^figure model-$form-load [0-9.]+ ms$" "$tmp/out" &&
        grep -Eq "^figure model-$form-size [0-2]\.[0-9]+ MB$" "$tmp/out" || fail "bench belief: the $form model"
done
printf 'format: vedette-profile/1\nbelief: {kind: hard}\n' >"$tmp/hard.yaml"
"$VEDETTE" -p "$tmp/hard.yaml" bench belief --games 1 | grep '^figure model' && fail "bench belief: a model of none"
exit "$failed"
