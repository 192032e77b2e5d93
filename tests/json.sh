#!/usr/bin/env bash
# ci: no-sanitizers
# Every command that answers with data answers with JSON too: each of the table is run with --json, and what it
# prints is parsed and compared with the shape that the program names for it, whatever the input.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
srcdir=$(cd "$srcdir" && pwd)
awk=${AWK:-awk} fits=$PWD/tests/answer_fits
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data
cd "$tmp"
printf '{"a": [1, -2.5e3, "b\\u0020\\n", null, {}], "c": []}\n' >good
$awk -f "$srcdir/tests/json.awk" good || fail "json.awk refuses what is JSON"
for bad in '{"a":1,}' '[1 2]' '{a:1}' '[01]' '"' '[nan]' '{}x' ''; do
    echo "$bad" >bad
    ! $awk -f "$srcdir/tests/json.awk" bad >out || fail "json.awk takes what is no JSON: $bad"
done

# usage: is_json FILE   (each line is one value, and there is one; python reads them all, at the end)
is_json() { $awk -f "$srcdir/tests/json.awk" "$1" && cat "$1" >>all_answers; }
# usage: is_answer WORDS   (the file `answer` is one of the command, by its shape)
is_answer() { is_json answer && { printf '%s\t' "$1"; cat answer; } >fitted && "$fits" <fitted; }

"$VEDETTE" --seed 1 match invincible random --games 2 --max-plies 80 --save games --log match.log >out
cp "$srcdir/tests/fuzz/corpus/net/whole" a.net
"$VEDETTE" convert games/000000.game --plies 30 --to game >a.game
"$VEDETTE" convert a.game --to position >a.position
cp "$srcdir/tests/formats/barrage.game" .
"$VEDETTE" learn people barrage.game --passes 1 --inner-blocks 0 --outer-channels 2 --inner-channels 2 \
    --out people.net >out
"$VEDETTE" --seed 1 setup create >a.setup
"$VEDETTE" --seed 1 setup create --count 300 --format gravon >letters
"$VEDETTE" help --json >help
is_json help || fail "help --json"
# The names of the commands that have --json.
$awk '{
    count = split($0, part, /\{"name":"/)
    for (i = 2; i <= count; i++) {
        name = part[i]
        sub(/".*/, "", name)
        if (part[i] ~ /^[^"]*","group"/) command = name
        if (name == "--json") print command
    }
}' help >have
[ "$(wc -l <have)" -gt 50 ] || fail "help --json lists $(wc -l <have) commands with --json"

# The words of each command. Commands that are not here, and have --json, fail. A dash: it takes too long for this
# test, or needs what only the machine that made the program's data had; its figures are printed as those of the
# other benches are.
cat >words <<'END'
agents
apply a.position MOVE
bench ablation Random --games 2
bench agents random --count 1
bench arts -
bench arts features -
bench arts multicut -
bench belief --games 1
bench exploit -
bench field random greedy --games 2
bench guess games/000000.game
bench levels recruit general --games 2
bench net --seconds 0 --batch 1
bench plans --seconds 0
bench policy barrage.game --net people.net
bench redeca --table 4 --row 2 --scale 0.002
bench review --worlds 0 games/000000.game
bench rnad pennies
bench rollout --seconds 0 --games 1
bench rules --seconds 0
bench search --depth 1 --each 2
bench setups --table 1 --sample 100 --large 100
bench steps --step memory --games 2 --variant duel --against random rnad:model=untrained,bounds=none
bench tactics random
bench value --self-play 2 --players greedy --folds 0
check --all a.game
check games/000000.game a.position a.setup letters
check games/000000.game
complete set
convert a.game --to position
convert games/000000.game --to tsv
explain value flag games/000000.game
explain value marshal a.game
game back 3
game enter MOVE
game report --depth 1 games/000000.game
game report --depth 1
games --rating
games --score
games export --save exported
games import games
games player nobody
games player random
games openings plies=9999
games openings
games setups --front
games setups
games rebuild
games stats flag plies=9999
games stats captures
games where plies=9999
games where
games where --count
games
guess games/000000.game
guess --kind counts a.game
guess a.game
guess explain SQUARE a.game
guess heat bomb games/000000.game
guess heat flag a.game
guess learn -
help --man
help comment
help show
help
hint --agent rnad a.game
hint --agent star:depth=1 a.game
hint --agent vedette:worlds=2,plies=4 a.game
hint a.game
legal a.position
levels
load a.game
load games/000000.game
match merge match.log
match random random --games 1 --unpaired --clock 60s
match random random --games 2 --max-plies 4 --sprt 0,5
match random random --games 4 --speed
move invincible a.game
move random a.game
moves --chances a.game
moves --last 3 games/000000.game
net show a.net
note games/000000.game
outcome a.game
outcome games/000000.game
perft 1 games/000000.game
plans --active a.game
plans MOVE a.game
plans a.game
position edit a.position
positions make -
positions show opening-001
positions show
profile check careful veteran
profile check careful
profile diff careful
profile diff
profile explain rules.two_squares
profile list
profile show rules
report --worlds 0 a.game
report --worlds 0 --to html games/000000.game
review --worlds 0 a.game
review --worlds 0 games/000000.game
rollout --worlds 1 --plies 2 a.game --speed
rollout --worlds 2 --plies 4 a.game MOVE
rules
rules barrage
search a.position --depth 2
search tree MOVE a.position --depth 2
setup compare a.setup arts-03
setup create --count 1
setup create --count 2
setup explore --make
setup explore
setup explore a1 2-closed front-left back-right
setup fit -
setup learn letters
setup list
setup load arts-03
setup mirror a.setup
setup novelty --mean letters
setup novelty a.setup
setup score a.setup
setup study a.setup --games 2
show a.game
show a.position
show a.setup
show games/000000.game
show values a.game
show values games/000000.game
sweep probabilistic random probabilistic.piece 0 0.1 0.1 --games 2
tactics check -
tactics make -
tactics show fork-01
tactics show
tournament random greedy --games 2 --gauntlet
tournament random greedy --games 2
tune probabilistic probabilistic.piece=0..2 --games 32
value a.game
value a.position
version
why --agent vedette:worlds=2,plies=4 a.game
why a.game
why games/000000.game
END

move=$("$VEDETTE" legal a.position | head -n 1)
square=$("$VEDETTE" guess a.game | awk 'below { print $1; exit } $1 == "best" { below = 1 }')
while IFS= read -r row; do
    [[ $row != *' -' ]] || continue
    line=$row
    words=${line/MOVE/$move} words=${words/SQUARE/$square}
    # shellcheck disable=SC2086 # words
    case $line in
    game\ *) # of the game at hand
        printf 'load a.game\n%s --json\n' "$words" | "$VEDETTE" --seed 1 --jobs 1 2>err |
            tail -n +2 >answer || fail "$line --json: $(cat err)" ;;
    *) timeout 60 "$VEDETTE" --seed 1 --jobs 1 $words --json >answer 2>err || fail "$line --json: $(cat err)" ;;
    esac
    [ "$(wc -l <answer)" = 1 ] || fail "$line --json: $(wc -l <answer) lines"
    is_answer "$line" || fail "$line --json: $(head -c 300 answer)"
done <words

# What is not sound, too: the answer is no, and says why in the same shape; the status stays.
sed 's/^format:.*/format: nosuch/' a.game >bad.game
printf 'a\nb\n' >bad.setups
for files in bad.game nosuch 'bad.game a.game' '--all bad.game a.game nosuch' '--all nosuch' '--all bad.setups'; do
    status=0
    # shellcheck disable=SC2086 # words
    "$VEDETTE" check $files --json >answer 2>err || status=$?
    [ "$status" != 0 ] && is_answer check || fail "check $files --json: status $status: $(cat answer)"
done
"$VEDETTE" check bad.game --json >answer 2>err || status=$?
grep -q '"faults":\[{"file":"bad.game","line":1,"column":9,"text":"found another format, ' answer ||
    fail "where a fault is: $(cat answer)"
"$VEDETTE" check nosuch --json >answer 2>err || status=$?
grep -q '"faults":\[{"file":"nosuch","line":null,"column":null,"text":"No such file' answer ||
    fail "a file that is not there: $(cat answer)"
"$VEDETTE" games import bad.game nosuch games --json >answer 2>err || status=$?
is_answer 'games import' || fail "games import --json: $(cat answer)"
grep -q '"faults":\[{"file":"[^"]*/bad.game","line":1,"column":9,"text":"found ' answer || fail "import: $(cat answer)"
for paths in nosuch 'games nosuch' 'nosuch games'; do
    status=0
    # shellcheck disable=SC2086 # words
    "$VEDETTE" games import $paths --json >answer 2>err || status=$?
    is_answer 'games import' && [ "$status" = 2 ] &&
        grep -q '"unsound":1,"faults":\[{"file":"nosuch","line":null,.*"No such file or directory"}\]' answer ||
        fail "games import $paths --json: $status $(cat answer)"
done
# One word for a game that nobody won, and one for one that is not over.
"$VEDETTE" games where --json >answer
grep -q '"result":"draw","winner":"draw"' answer || fail "games where --json: $(head -c 400 answer)"
! grep -Eq '"(result|winner)":"drawn"|"drawn-by"' all_answers || fail 'drawn beside draw in JSON'
mkdir -p "$XDG_DATA_HOME/vedette/finished"
cp games/000000.game a.game bad.game "$XDG_DATA_HOME/vedette/finished/"
# More inputs of commands whose answers have much that may be missing.
"$VEDETTE" --seed 1 match probabilistic:piece=2 random --games 4 --setups letters --rules isf --save more >out
"$VEDETTE" games import more >out
"$VEDETTE" note games/000000.game --at 0 'a comment' >out
"$VEDETTE" note games/000000.game --at 3 another >out
echo 'planner: {nosuch: 1' >bad.yaml
while read -r words; do
    # shellcheck disable=SC2086 # words
    timeout 60 "$VEDETTE" --seed 1 $words --json >answer 2>err || [ -s answer ] || fail "$words --json: $(cat err)"
    is_answer "$words" || fail "$words --json: $(head -c 300 answer)"
done <<END
games --rating
games --score
games openings --plies 3
games player probabilistic
games stats flag
games where
guess games/000000.game --at 0
guess explain a7 games/000000.game --at 3
guess $srcdir/tests/positions/ending-dead.yaml
hint --agent greedy a.game
moves games/000000.game --chances
note games/000000.game
outcome $srcdir/tests/positions/ending-dead.yaml
position edit red d4 9 turn red
profile check bad.yaml nosuch careful
review games/000000.game --worlds 4
setup create --variant duel
setup novelty arts-03
show games/000000.game --at 3
show values more/000000.game
value $srcdir/tests/positions/ending-dead.yaml
END
"$VEDETTE" games --json >answer && is_answer games || fail "games --json: $(cat answer)"
for word in draw open damaged; do grep -q "\"result\":\"$word\"" answer || fail "games --json: no $word: $(cat answer)"; done
for words in 'why nosuch' 'profile show nosuch' 'show nosuch' 'game report nosuch' 'guess nosuch'; do
    # shellcheck disable=SC2086 # words
    refuses '.' $words --json
done

# The helper sees what does not fit.
while IFS= read -r answer; do
    ! printf 'legal\t%s\n' "$answer" | "$fits" >out || fail "answer_fits takes $answer"
done <<'END'
{"moves":[1],"version":"1"}
{"moves":["a"]}
{"moves":null,"version":"1"}
{"moves":["a"],"more":1,"version":"1"}
{"version":"1","moves":["a"]}
["a"]
END
# The commands of which words or flags choose the shape are those of the table in doc/json.md. Of the lines of
# text, whose figures stand beside them, only benches have any.
schemas=$srcdir/doc/json-schemas.json
sed -n '/^"commands"/,$s/^"\([a-z ]*\)":{"anyOf".*/\1/p' "$schemas" >several
sed -n 's/^| `\([a-z ]*\)` |.*/\1/p' "$srcdir/doc/json.md" | sort -u >documented
diff documented several || fail "commands with several shapes, by doc/json.md and by their answers"
! sed -n '/^"commands"/,$p' "$schemas" | grep '"lines"' | grep -v '^"bench ' || fail 'a command answers with lines'
# No command that has --json is missing above.
while read -r name; do
    grep -Eq "^$name( |$)" words || fail "$name --json is not tried"
done <have

# A few answers to the letter; --out and a script take them too.
shows '^\{"version":"[0-9.]+"\}$' version --json
shows '^\{"depth":1,"leaves":[0-9]+,"version":"[0-9.]+"\}$' perft 1 games/000000.game --json
shows '^\{"result":"open","reason":null,"ending":null,"version":"[0-9.]+"\}$' outcome a.position --json
shows '^\{"moves":\["[a-j][0-9]+-[a-j][0-9]+",.*\],"version":"[^"]*"\}$' legal a.position --json
[ "$("$VEDETTE" legal a.position --json | grep -o '"[a-j][0-9-]*[a-j][0-9]*"' | tr -d '"' | sort)" = "$("$VEDETTE" legal a.position | sort)" ] ||
    fail "legal --json lists other moves"
"$VEDETTE" version --json --out answer && is_json answer || fail "--json --out"
printf 'load a.game\nguess --json\nrepeat 2 version --json\nversion\n' | "$VEDETTE" >lines
[ "$(grep -c '^{"version"' lines)" = 2 ] && [ "$(grep -c '^{"of":"' lines)" = 1 ] &&
    [ "$(tail -n 1 lines)" = "$("$VEDETTE" version)" ] || fail "--json in a script: $(cut -c1-100 lines)"
# What fails answers nothing, and a figure of a bench is a number with its unit.
refuses 'No such file' legal nosuch --json
shows '"figures":\{"[a-z-]+":\{"value":[0-9.e+]+,"unit":"[^"]+"\}' bench rules --seconds 0 --json

# Other readers than ours take all of it.
! command -v python3 >/dev/null || python3 -c 'import json, sys
schemas = json.load(open(sys.argv[2]))
for line in open(sys.argv[1]): json.loads(line)' all_answers "$schemas" || fail "python refuses what json.awk takes"
