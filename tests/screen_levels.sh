#!/usr/bin/env bash
# The form for a new game on the real screen: levels, styles, own profiles, at three sizes; the names of levels in
# titles and lists; the rules. With UPDATE_SCREENS=1 the pictures are taken anew.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # `within` calls functions by their names
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
cd "$tmp"
mkdir -p "$XDG_CONFIG_HOME/vedette"
printf '# Quite wild.\nformat: vedette-profile/1\nplan_random: {max: 3}\n' >"$XDG_CONFIG_HOME/vedette/mine.yaml"
printf 'format: vedette-profile/1\nplan_randum: {max: 3}\n' >"$XDG_CONFIG_HOME/vedette/wrong.yaml"
highest=$(awk '$2 == "name:" { name = $3 } /^styles/ { print name; exit }' "$srcdir/data/levels/levels.yaml")

for size in 80x24 60x20 40x12; do
    start $size "$VEDETTE" --seed 1
    await 'New game'
    keys Enter
    await '> Start'
    keys Up Up
    await '> Opponent   < Recruit >'
    await 'a first game'
    picture form-level-$size
    # M12: behind the highest level come the user's own
    last() { shows "< $highest >" || { keys Right && false; }; }
    within 20 last || fail 'the highest level is not reached'
    keys Right
    await '< mine >'
    await 'your profile: Quite wild.'
    keys Right
    await '< wrong >'
    await 'broken, 2:1: found'
    picture form-broken-$size
    keys Left Left Left
    await "< Marshal >"
    keys Left # this one has styles
    await "< General >"
    keys Down Down Down Right Down Down Right
    await 'Style      < careful >'
    picture form-style-$size
    keys Left Left
    await 'Style      < bluffer >'
    keys Up Up Up Up Up Left
    await 'Opponent   < Colonel, bluffer >' # the style stays
    recruit() { shows '< Recruit >' || { keys Left && false; }; }
    within 20 recruit || fail 'the lowest level is not reached'
    keys Down Down Enter
    await 'The aim: capture'
    [ $size = 40x12 ] || await 'Recruit' # which has no title
    keys t # L16: what kind it is
    await 'Setup 1 of 9, arts-03: flag back left'
    picture setup-ready-made-$size
    keys '?' Tab Tab Tab # past keys, signs and words
    await 'The rules of Stratego'
    picture rules-$size
done

# Two agents are levels too.
start 80x24 "$VEDETTE" --seed 1
await 'New game'
keys Down Down Down Down Enter
await 'Who plays'
keys Down Right
await 'Red        < Recruit >'
await 'a first game'
keys Down Right
await 'Red        < Sergeant >'
keys Left Left # behind the levels and the user's own come the agents
await 'a policy learnt by self-play'
wild() { shows 'Quite wild' || { keys Left && false; }; } # past however many agents there are
within 20 wild || fail "the user's own levels are not reached"

# L9: a level by its name, in a style: in the title, and in the list of unfinished games.
printf '%s\n' '2 5 4 6 7 8 X 9 3 6' '4 5 2 S 2 7 5 3 8 2' '6 B 4 B 7 3 2 6 B 2' \
    '2 F B 3 4 B 3 5 B 2' >mine.setup
start 80x24 "$VEDETTE" --seed 1 play --level captain --style careful --setup mine.setup
await 'you (red) - Captain, careful (blue)'
keys :
await 'Console'
T send-keys -l 'levels > printed'
keys Enter
printed() { [ -s printed ]; }
within 20 printed || fail 'nothing is printed in the pane'
"$VEDETTE" levels | diff - printed || fail 'the pane lists other levels'
keys Escape
closed() { ! shows Console; }
within 20 closed || fail 'the pane stays'
keys a4 a5 Enter
await 'move 2'
keys q
answer y
ended 0
start 80x24 "$VEDETTE" --seed 1
await 'you (red) - Captain, careful (blue)'
exit $failed
