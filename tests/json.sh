#!/usr/bin/env bash
# Every command that answers with data answers with JSON too: each of the table is run with --json, and what it
# prints is parsed. SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
srcdir=$(cd "$srcdir" && pwd)
awk=${AWK:-awk}
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data
cd "$tmp"
printf '{"a": [1, -2.5e3, "b\\u0020\\n", null, {}], "c": []}\n' >good
$awk -f "$srcdir/tests/json.awk" good || fail "json.awk refuses what is JSON"
for bad in '{"a":1,}' '[1 2]' '{a:1}' '[01]' '"' '[nan]' '{}x' ''; do
    echo "$bad" >bad
    ! $awk -f "$srcdir/tests/json.awk" bad >out || fail "json.awk takes what is no JSON: $bad"
done

# usage: is_json FILE   (each line is one value, and there is one; python reads them all, at the end)
is_json() { $awk -f "$srcdir/tests/json.awk" "$1" && cat "$1" >>told_so_far; }

"$VEDETTE" --seed 1 match invincible random --games 2 --max-plies 80 --save games --log match.log >out
"$VEDETTE" convert games/000000.game --plies 30 --to game >a.game
"$VEDETTE" convert a.game --to position >a.position
"$VEDETTE" --seed 1 setup create >a.setup
"$VEDETTE" --seed 1 setup create --count 300 --format gravon >letters
"$VEDETTE" help --json >help
is_json help || fail "help --json"

# The words of each command; commands that are not here, and have --json, fail. A dash: it takes too long for
# this test, or needs what only the machine that made the program's data had; its figures are told as those
# of the other benches are.
cat >words <<'END'
agents
apply a.position MOVE
bench ablation Random --games 2
bench agents random --count 1
bench arts -
bench arts features -
bench arts multicut -
bench belief --games 1
bench field random greedy --games 2
bench guess games/000000.game
bench levels recruit general --games 2
bench plans --seconds 0
bench redeca --table 4 --row 2 --scale 0.002
bench rollout --seconds 0 --games 1
bench rules --seconds 0
bench search --depth 1 --each 2
bench setups --table 1 --sample 100 --large 100
bench tactics random
bench value --self-play 2 --players greedy --folds 0
check games/000000.game a.position a.setup letters
complete set
convert a.game --to position
explain value marshal a.game
games
games --score
games export --save exported
games import games
games openings
games setups --front
games where
grade games/000000.game
guess a.game
guess explain SQUARE a.game
guess heat flag a.game
guess learn -
game back 3
game enter MOVE
game report --depth 1
help
help show
hint a.game
hint --agent star:depth=1 a.game
hint --agent vedette:worlds=2,plies=4 a.game
legal a.position
levels
load a.game
match random random --games 4 --speed
match merge match.log
move invincible a.game
outcome a.game
perft 1 games/000000.game
plans a.game
plans MOVE a.game
plans --active a.game
position edit a.position
positions make -
positions show
positions show opening-001
profile check careful
profile diff careful
profile explain rules.two_squares
profile list
profile show rules
rollout --worlds 2 --plies 4 a.game MOVE
rules
search a.position --depth 2
search tree MOVE a.position --depth 2
setup compare a.setup arts-03
setup create --count 2
setup fit -
setup learn letters
setup list
setup load arts-03
setup mirror a.setup
setup novelty a.setup
setup score a.setup
show a.game
show values a.game
sweep probabilistic random probabilistic.piece 0 0.1 0.1 --games 2
tactics check -
tactics make -
tactics show
tactics show fork-01
tune probabilistic probabilistic.piece=0..2 --games 32
tournament random greedy --games 2
value a.game
version
why a.game
why --agent vedette:worlds=2,plies=4 a.game
END

move=$("$VEDETTE" legal a.position | head -n 1)
square=$("$VEDETTE" guess a.game | awk 'below { print $1; exit } $1 == "best" { below = 1 }')
while read -r line; do
    [[ $line != *' -' ]] || continue
    words=${line/MOVE/$move} words=${words/SQUARE/$square}
    # shellcheck disable=SC2086 # words
    case $line in
    game\ *) # of the game at hand
        printf 'load a.game\n%s --json\n' "$words" | "$VEDETTE" --seed 1 --jobs 1 2>err |
            tail -n +2 >answer || fail "$line --json: $(cat err)" ;;
    *) timeout 60 "$VEDETTE" --seed 1 --jobs 1 $words --json >answer 2>err || fail "$line --json: $(cat err)" ;;
    esac
    [ "$(wc -l <answer)" = 1 ] || fail "$line --json: $(wc -l <answer) lines"
    is_json answer || fail "$line --json: $(head -c 300 answer)"
done <words

# No command that has --json is missing above.
$awk '{
    count = split($0, part, /\{"name":"/)
    for (i = 2; i <= count; i++) {
        name = part[i]
        sub(/".*/, "", name)
        if (part[i] ~ /^[^"]*","group"/) command = name
        if (name == "--json") print command
    }
}' help >have
[ "$(wc -l <have)" -gt 50 ] || fail "help --json tells of $(wc -l <have) commands with --json"
while read -r name; do
    grep -Eq "^$name( |$)" words || fail "$name --json is not tried"
done <have

# A few answers to the letter; --out and a script take them too.
shows '^\{"version":"[0-9.]+"\}$' version --json
shows '^\{"depth":1,"leaves":[0-9]+\}$' perft 1 games/000000.game --json
shows '^\{"result":"open"\}$' outcome a.position --json
shows '^\["[a-j][0-9]+-[a-j][0-9]+",.*\]$' legal a.position --json
[ "$("$VEDETTE" legal a.position --json | tr -d '[]"\n' | tr , '\n' | sort)" = "$("$VEDETTE" legal a.position | sort)" ] ||
    fail "legal --json tells other moves"
"$VEDETTE" version --json --out told && is_json told || fail "--json --out"
printf 'load a.game\nguess --json\nrepeat 2 version --json\nversion\n' | "$VEDETTE" >lines
[ "$(grep -c '^{"version"' lines)" = 2 ] && [ "$(grep -c '^{"of":"' lines)" = 1 ] &&
    [ "$(tail -n 1 lines)" = "$("$VEDETTE" version)" ] || fail "--json in a script: $(cut -c1-100 lines)"
# What fails answers nothing, and a figure of a bench is a number with its unit.
refuses 'No such file' legal nosuch --json
shows '"figures":\{"[a-z-]+":\{"value":[0-9.e+]+,"unit":"[^"]+"\}' bench rules --seconds 0 --json

# Another reader than ours takes all of it.
! command -v python3 >/dev/null || python3 -c 'import json, sys
for line in open(sys.argv[1]): json.loads(line)' told_so_far || fail "python refuses what json.awk takes"
