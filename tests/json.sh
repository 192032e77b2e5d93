#!/usr/bin/env bash
# ci: no-sanitizers no-archive
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

# Objects that have the names of ranks, reasons, options, agents and figures that there are, by command and path.
maps='(^|[.])(figures|p|before|after|believed_before|believed_after|terms|loses|wins|wins_by|losses_by|draws_by|hidden|options)$'

# usage: is_json FILE   (each line is one value, and there is one; python reads them all, at the end. Of a line, the
# shape is in $found, and what note_paths notes is in the file `values`)
is_json() {
    $awk -v shape=1 -v paths=1 -v maps="$maps" -f "$srcdir/tests/json.awk" "$1" >values || { cat values; return 1; }
    IFS= read -r found <values
    cat "$1" >>told_so_far
}

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

declare -A has_json
while IFS= read -r name; do has_json[$name]=1; done <have

# usage: note_paths LINE SHAPE   (what each value of the answer is, by the command of the line and the shape)
note_paths() {
    local name=$1
    until [ -n "${has_json[$name]:-}" ] || [ "$name" = "${name% *}" ]; do name=${name% *}; done
    sed "1d; s|^|$name\t$2\t|" values | sort -u >>paths
}

# The words of each command, and the shape of its answer as json.awk prints it: the names of an object, or of each
# of a list. One command has one shape, whatever the input; an empty list is of any. Commands that are not
# here, and have --json, fail. A dash: it takes too long for this test, or needs what only the machine that made
# the program's data had; its figures are printed as those of the other benches are.
cat >words <<'END'
agents | [name about options]
apply a.position MOVE | format text
bench ablation Random --games 2 | figures lines
bench agents random --count 1 | figures lines
bench arts -
bench arts features -
bench arts multicut -
bench belief --games 1 | figures lines
bench exploit -
bench field random greedy --games 2 | agent rules seed partners all
bench guess games/000000.game | games repeats_left_out model models learnt_anew_for in_sample_people in_sample_programs pairs_left_out in_sample_setups classes
bench levels recruit general --games 2 | figures lines
bench net --seconds 0 --batch 1 | figures lines
bench plans --seconds 0 | figures lines
bench policy barrage.game --net people.net | figures lines
bench redeca --table 4 --row 2 --scale 0.002 | figures lines
bench review --worlds 0 games/000000.game | figures lines
bench rnad pennies | figures lines
bench rollout --seconds 0 --games 1 | figures lines
bench rules --seconds 0 | figures lines
bench search --depth 1 --each 2 | figures lines
bench setups --table 1 --sample 100 --large 100 | figures lines
bench steps --step memory --games 2 --variant duel --against random rnad:model=untrained,bounds=none | figures lines
bench tactics random | figures lines
bench value --self-play 2 --players greedy --folds 0 | figures lines
check --all a.game | checked files unsound_files
check games/000000.game a.position a.setup letters | checked files unsound_files
check games/000000.game | checked files unsound_files
complete set | [word whole]
convert a.game --to position | format text
convert games/000000.game --to tsv | format text
explain value flag games/000000.game | side rank left value secret steps
explain value marshal a.game | side rank left value secret steps
game back 3 | entered taken_back moves to_move result reason
game enter MOVE | entered taken_back moves to_move result reason
game report --depth 1 games/000000.game | program seed profiles file options board guess values plans search moves refused
game report --depth 1 | program seed profiles file options board guess values plans search moves refused
games --rating | [variant games elo elo_95 words]
games --score | [opponent variant wins draws losses score moves]
games export --save exported | written there
games import games | files added there unfinished unsound faults
games player nobody | [variant part what n of share share_95 all all_95]
games player random | [variant part what n of share share_95 all all_95]
games openings plies=9999 | [what kind ended games wins draws losses score variant]
games openings | [what kind ended games wins draws losses score variant]
games setups --front | [what kind games wins draws losses score variant]
games setups | [what kind games wins draws losses score variant]
games rebuild | games unsound
games stats flag plies=9999 | [what n wins draws losses share score score_95 variant period]
games stats captures | [what n wins draws losses share score score_95 variant period]
games where plies=9999 | [id file date red blue opponent side result winner reason moves variant rules seating practice source program]
games where | [id file date red blue opponent side result winner reason moves variant rules seating practice source program]
games where --count | count
games | [file date red blue opponent side result moves variant practice counts fault]
guess games/000000.game | of plies guesser players setup caveats pieces hidden
guess --kind counts a.game | of plies guesser players setup caveats pieces hidden
guess a.game | of plies guesser players setup caveats pieces hidden
guess explain SQUARE a.game | of plies guesser players setup caveats piece steps
guess heat bomb games/000000.game | of plies guesser players setup caveats rank squares svg
guess heat flag a.game | of plies guesser players setup caveats rank squares svg
guess learn -
help --man | format text
help comment | commands keys options
help show | commands keys options
help | commands keys options
hint --agent rnad a.game | move resigns chance value depth expected plans rollout policy
hint --agent star:depth=1 a.game | move resigns chance value depth expected plans rollout policy
hint --agent vedette:worlds=2,plies=4 a.game | move resigns chance value depth expected plans rollout policy
hint a.game | move resigns chance value depth expected plans rollout policy
legal a.position | []
levels | variant games seed levels styles
load a.game | file variant red blue moves to_move result reason
load games/000000.game | file variant red blue moves to_move result reason
match merge match.log | a b games wins losses draws score score_95 elo elo_95 score_leans pairs mean_plies mean_plies_error mean_plies_capture mean_plies_capture_error captures captures_a captures_b red_wins red_captures red_mean_plies_capture blue_wins blue_captures blue_mean_plies_capture wins_by losses_by draws_by plies_per_second sprt stopped variant army rules max_plies setups clock clock_enforced seconds seed fixed paired version
match random random --games 1 --unpaired --clock 60s | a b games wins losses draws score score_95 elo elo_95 score_leans pairs mean_plies mean_plies_error mean_plies_capture mean_plies_capture_error captures captures_a captures_b red_wins red_captures red_mean_plies_capture blue_wins blue_captures blue_mean_plies_capture wins_by losses_by draws_by plies_per_second sprt stopped variant army rules max_plies setups clock clock_enforced seconds seed fixed paired version
match random random --games 2 --max-plies 4 --sprt 0,5 | a b games wins losses draws score score_95 elo elo_95 score_leans pairs mean_plies mean_plies_error mean_plies_capture mean_plies_capture_error captures captures_a captures_b red_wins red_captures red_mean_plies_capture blue_wins blue_captures blue_mean_plies_capture wins_by losses_by draws_by plies_per_second sprt stopped variant army rules max_plies setups clock clock_enforced seconds seed fixed paired version
match random random --games 4 --speed | a b games wins losses draws score score_95 elo elo_95 score_leans pairs mean_plies mean_plies_error mean_plies_capture mean_plies_capture_error captures captures_a captures_b red_wins red_captures red_mean_plies_capture blue_wins blue_captures blue_mean_plies_capture wins_by losses_by draws_by plies_per_second sprt stopped variant army rules max_plies setups clock clock_enforced seconds seed fixed paired version
move invincible a.game | move resigns
move random a.game | move resigns
moves --chances a.game | file variant red blue side comment moves result reason
moves --to 3 games/000000.game | file variant red blue side comment moves result reason
net show a.net | weights operations seed digest options further_arrays layers
note games/000000.game | file comments
outcome a.game | result reason ending
outcome games/000000.game | result reason ending
perft 1 games/000000.game | depth leaves
plans --active a.game | active
plans MOVE a.game | to_move state scale moves
plans a.game | to_move state scale moves
position edit a.position | format variant text red blue missing
positions make -
positions show opening-001 | format text
positions show | [name to_move pieces enemy_pieces enemy_hidden legal_moves]
profile check careful veteran | [profile sound faults]
profile check careful | [profile sound faults]
profile diff careful | [key value was unit origin meaning source]
profile diff | [key value was unit origin meaning source]
profile explain rules.two_squares | [key value unit origin meaning source]
profile list | [name whose in_force about]
profile show rules | [key value unit origin meaning source]
report --worlds 0 a.game | format text
report --worlds 0 --to html games/000000.game | format text
review --worlds 0 a.game | result reason side start skill skill_of_opponent luck rest end words red blue state chance truth turning_points moves comments
review --worlds 0 games/000000.game | result reason side start skill skill_of_opponent luck rest end words red blue state chance truth turning_points moves comments
rollout --worlds 1 --plies 2 a.game --speed | rollouts plies seconds possible stopped unit learnt game_won enemy moves_tell equals moves
rollout --worlds 2 --plies 4 a.game MOVE | rollouts plies seconds possible stopped unit learnt game_won enemy moves_tell equals moves
rules | variant rules variants rule_sets
rules barrage | variant rules variants rule_sets
search a.position --depth 2 | best depth seldepth nodes value stopped line moves
search tree MOVE a.position --depth 2 | best depth seldepth nodes value stopped line moves
setup compare a.setup arts-03 | squares_differ squares_differ_mirrored a b findings
setup create --count 1 | [rows gravon]
setup create --count 2 | [rows gravon]
setup explore --make | rows gravon
setup explore | shape people archive next rows
setup explore a1 2-closed front-left back-right | shape people archive next rows
setup fit -
setup learn letters | format text
setup list | [name points kind variant shipped]
setup load arts-03 | rows gravon
setup mirror a.setup | rows gravon
setup novelty --mean letters | setups log_probability more_predictable_than people_setups least_expected nearest
setup novelty a.setup | setups log_probability more_predictable_than people_setups least_expected nearest
setup score a.setup | total findings
setup study a.setup --games 2 | rows gravon kind family nearest nearest_in_archive shape steps_counted shape_of_people shape_in_archive leak player chances squares exchanges
show a.game | variant setup board result reason comment svg
show a.position | variant setup board result reason comment svg
show a.setup | variant setup board result reason comment svg
show games/000000.game | variant setup board result reason comment svg
show values a.game | red blue
show values games/000000.game | red blue
sweep probabilistic random probabilistic.piece 0 0.1 0.1 --games 2 | [value score score_95 wins draws losses mean_plies]
tactics check -
tactics make -
tactics show fork-01 | format text
tactics show | [name to_move move plies pieces legal_moves]
tournament random greedy --games 2 --gauntlet | kind players meetings stopped variant army rules max_plies setups clock clock_enforced seconds seed fixed paired version
tournament random greedy --games 2 | kind players meetings stopped variant army rules max_plies setups clock clock_enforced seconds seed fixed paired version
tune probabilistic probabilistic.piece=0..2 --games 32 | agent steps steps_in_all games_a_step points_plus points_minus options
value a.game | side people programs points terms
value a.position | side people programs points terms
version | version
why --agent vedette:worlds=2,plies=4 a.game | played best comment rollout policy
why a.game | played best comment rollout policy
why games/000000.game | played best comment rollout policy
END

move=$("$VEDETTE" legal a.position | head -n 1)
square=$("$VEDETTE" guess a.game | awk 'below { print $1; exit } $1 == "best" { below = 1 }')
while IFS= read -r row; do
    [[ $row != *' -' ]] || continue
    line=${row%% | *} shape=${row#* | }
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
    [ "$found" = "$shape" ] || [[ $found == '[]' && $shape == '['* ]] ||
        fail "$line --json: the names are '$found', not '$shape'"
    note_paths "$line" "$shape"
done <words

# What is not sound, too: the answer is no, and says why in the same shape; the status stays.
sed 's/^format:.*/format: nosuch/' a.game >bad.game
printf 'a\nb\n' >bad.setups
checked='file kind variant sound games moves setups result reason ties_won moves_played_again faults'
for files in bad.game nosuch 'bad.game a.game' '--all bad.game a.game nosuch' '--all nosuch' '--all bad.setups'; do
    status=0
    # shellcheck disable=SC2086 # words
    "$VEDETTE" check $files --json >answer 2>err || status=$?
    [ "$status" != 0 ] && is_json answer && [ "$found" = 'checked files unsound_files' ] ||
        fail "check $files --json: status $status: $(cat answer)"
    note_paths check 'checked files unsound_files'
    sed 's/^{"checked"://; s/,"files":[0-9]*,"unsound_files":[0-9]*}$//' answer >list
    [ "$($awk -v shape=1 -f "$srcdir/tests/json.awk" list)" = "[$checked]" ] || fail "check $files --json: $(cat list)"
done
"$VEDETTE" check bad.game --json >answer 2>err || status=$?
grep -q '"faults":\[{"file":"bad.game","line":1,"column":9,"text":"found another format, ' answer ||
    fail "where a fault is: $(cat answer)"
"$VEDETTE" check nosuch --json >answer 2>err || status=$?
grep -q '"faults":\[{"file":"nosuch","line":null,"column":null,"text":"No such file' answer ||
    fail "a file that is not there: $(cat answer)"
"$VEDETTE" games import bad.game nosuch games --json >answer 2>err || status=$?
is_json answer && [ "$found" = 'files added there unfinished unsound faults' ] ||
    fail "games import --json: $(cat answer)"
grep -q '"faults":\[{"file":"[^"]*/bad.game","line":1,"column":9,"text":"found ' answer || fail "import: $(cat answer)"
for paths in nosuch 'games nosuch' 'nosuch games'; do
    status=0
    # shellcheck disable=SC2086 # words
    "$VEDETTE" games import $paths --json >answer 2>err || status=$?
    is_json answer && [ "$status" = 2 ] &&
        grep -q '"unsound":1,"faults":\[{"file":"nosuch","line":null,.*"No such file or directory"}\]' answer ||
        fail "games import $paths --json: $status $(cat answer)"
    note_paths 'games import' 'files added there unfinished unsound faults'
done
# One word for a game that nobody won, and one for one that is not over.
"$VEDETTE" games where --json >answer
grep -q '"result":"draw","winner":"draw"' answer || fail "games where --json: $(head -c 400 answer)"
! grep -Eq '"(result|winner)":"drawn"|"drawn-by"' told_so_far || fail 'drawn beside draw in JSON'
mkdir -p "$XDG_DATA_HOME/vedette/finished"
cp games/000000.game a.game bad.game "$XDG_DATA_HOME/vedette/finished/"
"$VEDETTE" games --json >answer && is_json answer &&
    [ "$found" = '[file date red blue opponent side result moves variant practice counts fault]' ] ||
    fail "games --json: $(cat answer)"
note_paths games '[file date red blue opponent side result moves variant practice counts fault]'
for word in draw open damaged; do grep -q "\"result\":\"$word\"" answer || fail "games --json: no $word: $(cat answer)"; done
# Nothing is said of wrapped text but by benches, which have their figures beside it.
! grep -v ' | figures lines$' words | grep -q 'lines' || fail 'a command answers with lines'
for words in 'why nosuch' 'profile show nosuch' 'show nosuch' 'game report nosuch' 'guess nosuch'; do
    # shellcheck disable=SC2086 # words
    refuses '.' $words --json
done

# Below its names, too, an answer has one shape for all inputs: at one path there are only texts, or
# only objects of the same names; null and an empty list may stand for any. The value of an option is of its type.
sort -u paths | $awk -F'\t' '{ where = $1 ": " $3; shape = $1 FS $2 FS $3 }
    $1 ~ /^profile/ && $3 == "[].value" { next }
    shape in what { print where " is " what[shape] " and " $4; failed = 1 }
    { what[shape] = $4 } END { exit failed || NR < 500 }' >uneven || fail "shapes that depend on what is found:
$(cat uneven)"
# The commands of which words or flags choose the shape are those of the table in doc/json.md.
cut -f 1,2 paths | sort -u | cut -f 1 | uniq -d >several
sed -n 's/^| `\([a-z ]*\)` |.*/\1/p' "$srcdir/doc/json.md" | sort -u >documented
diff documented several || fail "commands with several shapes, by doc/json.md and by their answers"

# No command that has --json is missing above.
while read -r name; do
    grep -Eq "^$name( |$)" words || fail "$name --json is not tried"
done <have

# A few answers to the letter; --out and a script take them too.
shows '^\{"version":"[0-9.]+"\}$' version --json
shows '^\{"depth":1,"leaves":[0-9]+\}$' perft 1 games/000000.game --json
shows '^\{"result":"open","reason":null,"ending":null\}$' outcome a.position --json
shows '^\["[a-j][0-9]+-[a-j][0-9]+",.*\]$' legal a.position --json
[ "$("$VEDETTE" legal a.position --json | tr -d '[]"\n' | tr , '\n' | sort)" = "$("$VEDETTE" legal a.position | sort)" ] ||
    fail "legal --json lists other moves"
"$VEDETTE" version --json --out answer && is_json answer || fail "--json --out"
printf 'load a.game\nguess --json\nrepeat 2 version --json\nversion\n' | "$VEDETTE" >lines
[ "$(grep -c '^{"version"' lines)" = 2 ] && [ "$(grep -c '^{"of":"' lines)" = 1 ] &&
    [ "$(tail -n 1 lines)" = "$("$VEDETTE" version)" ] || fail "--json in a script: $(cut -c1-100 lines)"
# What fails answers nothing, and a figure of a bench is a number with its unit.
refuses 'No such file' legal nosuch --json
shows '"figures":\{"[a-z-]+":\{"value":[0-9.e+]+,"unit":"[^"]+"\}' bench rules --seconds 0 --json

# Another reader than ours takes all of it.
! command -v python3 >/dev/null || python3 -c 'import json, sys
for line in open(sys.argv[1]): json.loads(line)' told_so_far || fail "python refuses what json.awk takes"
