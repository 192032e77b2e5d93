#!/usr/bin/env bash
# ci: no-sanitizers
# A newcomer's whole first game at 80x24, from an empty home to the panel at its end. tests/newcomer_game.txt is its
# transcript: each move as it is typed, and what the message line then says; with UPDATE_SCREENS=1 the lines are taken
# anew.
# SPDX-License-Identifier: GPL-3.0-or-later
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
transcript=$srcdir/tests/newcomer_game.txt

# The message: a row above the keys, or two; unlike a row of the board these begin in the first column.
message() {
    capture | sed -n '22,23p' | sed -E '1{/^( |$)/d}' | tr '\n' ' ' | sed 's/  *$//'
}
# The answer has come, and with it all of the message; or the game is over.
answered() {
    if [ "$1" = last ]; then shows 'You have won'; else shows "move $1  red to move"; fi
}

first_start=1 start 80x24 "$VEDETTE" --seed 3
await 'how to play'
keys Space
within 20 shows 'New game' || keys Space
await 'New game'
keys Enter
await '> Start'
keys Enter
await 'your setup'
keys p
await 'move 1  red to move'
mapfile -t moves < <(cut -d' ' -f1 "$transcript")
for ((i = 0; i < ${#moves[@]}; i++)); do
    keys "${moves[i]}" Enter
    within 30 answered "$([ $((i + 1)) = ${#moves[@]} ] && echo last || echo $((i + 2)))" ||
        { fail "${moves[i]}: no answer"; capture; break; }
    echo "${moves[i]} $(message)"
done >"$tmp/transcript"
[ "${UPDATE_SCREENS:-}" != 1 ] || cp "$tmp/transcript" "$transcript"
diff "$transcript" "$tmp/transcript" || fail "another game than tests/newcomer_game.txt"
# Nothing is refused on the way, and what happens first is explained once.
for lesson in 'In a fight the higher number wins' 'Equal ranks both fall' 'only a scout (2) goes more' \
    'only a miner (3) takes it' 'What has moved is neither bomb nor flag'; do
    [ "$(grep -c -F "$lesson" "$tmp/transcript")" -le 1 ] || fail "explained twice: $lesson"
done
grep -q 'In a fight the higher number wins' "$tmp/transcript" || fail "the first fight is not explained"
# The end: result, losses, luck, score, and what comes next. The skill comes when all moves are judged, which
# takes long: tests/test_first_hour waits for that of a short game.
await 'Against Recruit: 1 won, 0 lost'
luck_shown() { shows 'skill: under review' || shows 'Chance to win: skill '; }
within 120 luck_shown || fail "luck never comes"
for words in 'You have won' "blue's flag is taken" '162 moves' 'You lost 17' 'You took 34' 'y   again, as blue' \
    'Y   next: Sergeant' 'E   review of the game'; do
    shows "$words" || fail "the end does not show: $words"
done
capture | LC_ALL=C grep -q '…' && fail "the end has cut words"
keys E
await "red's chance to win"
within 120 shows 'red: start' || fail "the review never comes"
exit "$failed"
