#!/usr/bin/env bash
# ci: no-sanitizers
# learn decisions, learn actor, net new: what they write and what they refuse. (tests/test_decision_stream.c reads
# the stream number by number.) SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
cd "$tmp"

# usage: games_in FILE   (how many blocks the stream has, and their results)
games_in() {
    local at=32 size count numbers
    size=$(wc -c <"$1")
    while [ "$at" -lt "$size" ]; do
        read -r count numbers <<<"$(od -A n -t u4 -j "$at" -N 8 "$1")"
        od -A n -t f4 -j $((at + 8)) -N 4 "$1"
        at=$((at + 16 + 4 * count + 4 * numbers + count * (4 + 13 + 1025 + 3)))
    done
    [ "$at" = "$size" ] || echo "$1 ends at $size, its last game at $at"
}

# A new network is that of learn rnad at its start, which a target network without new weights stays.
sizes=(--outer-blocks 0 --inner-blocks 0 --outer-channels 2 --inner-channels 2)
shows '^[0-9]+ weights: a.net$' --seed 5 net new a.net "${sizes[@]}"
"$VEDETTE" --seed 5 learn rnad --variant barrage --batch 1 --groups 1 "${sizes[@]}" --average 0 --steps 1 \
    --out a.rnad --net b.net >/dev/null
weights=$("$VEDETTE" net show a.net | sed -n 's/.* layers, \([0-9]*\) weights.*/\1/p')
cmp <(tail -c $((4 * weights)) a.net) <(tail -c $((4 * weights)) b.net) || fail 'net new: other weights'
"$VEDETTE" --seed 6 net new c.net "${sizes[@]}" >/dev/null
! cmp -s a.net c.net || fail 'net new: the seed does not matter'
"$VEDETTE" --seed 6 net new big.net --outer-blocks 1 >/dev/null
refuses 'found 3 and 2 channels, expected even numbers' net new odd.net --outer-channels 3 --inner-channels 2
refuses '^usage: ' net new

# People's games: all, without each third, and only these; in an order by the seed.
"$VEDETTE" --seed 1 match random random --variant barrage --games 6 --unpaired --save games >/dev/null
"$VEDETTE" learn decisions games/*.game >all
"$VEDETTE" learn decisions games/*.game --hold-out 3 >kept
"$VEDETTE" learn decisions games/*.game --hold-out 3 --held >held
"$VEDETTE" --seed 1 learn decisions games/*.game --shuffle >shuffled
"$VEDETTE" --seed 1 learn decisions games/*.game --shuffle >again
is 'all games' 6 "$(games_in all | wc -l)"
is 'kept games' 4 "$(games_in kept | wc -l)"
is 'held games' 2 "$(games_in held | wc -l)"
is 'shuffled games' "$(games_in all | sort)" "$(games_in shuffled | sort)"
! cmp -s all shuffled || fail '--shuffle: the order of the files'
cmp shuffled again || fail '--shuffle: another order with the same seed'
for file in games/*.game; do
    case $(sed -n 's/^result: *//p' "$file") in red) echo 1 ;; blue) echo -1 ;; draw) echo 0 ;; esac
done >results
is 'results' "$(cat results)" "$(games_in all | tr -d ' ')"
refuses 'needs --hold-out N$' learn decisions games/*.game --held
"$VEDETTE" convert games/000000.game --plies 4 --to game >open.game
refuses 'found no game that began with two setups' learn decisions open.game

"$VEDETTE" learn decisions games/000001.game open.game --hold-out 2 --held >held
is 'no game held' 32 "$(wc -c <held)"

# Self-play: as many games as requested, the same with the same seed and weights.
printf '2 a.net\n1 c.net\n' >requests
"$VEDETTE" --seed 3 --jobs 1 learn actor --variant barrage --groups 1 <requests >one
"$VEDETTE" --seed 3 --jobs 2 learn actor --variant barrage --groups 1 <requests >two
is 'games of self-play' 3 "$(games_in one | wc -l)"
cmp one two || fail 'learn actor: another job, other games'
head -n 1 requests | "$VEDETTE" --seed 3 learn actor --variant barrage --groups 1 >first
cmp -n "$(wc -c <first)" first one || fail 'learn actor: the first games depend on later ones'
for line in '0 a.net' 'a.net' '2' '2 ' 'x a.net' '9999999 a.net'; do
    echo "$line" >line
    status=0
    "$VEDETTE" learn actor <line >out 2>err || status=$?
    [ "$status" = 2 ] && grep -q "found a line that is none of 'GAMES FILE'" err ||
        fail "learn actor: '$line': $(cat err)"
done
printf '1 a.net\n1 big.net\n' >line
"$VEDETTE" learn actor --variant barrage --groups 1 <line >out 2>err && fail 'learn actor: another network'
has 'another network' 'big.net: found another network than before' "$(cat err)"
echo '1 nowhere' | "$VEDETTE" learn actor >out 2>err && fail 'learn actor: no such file'
has 'no such file' 'nowhere' "$(cat err)"
exit "$failed"
