# The bot as a process: what it writes, when, and how it ends. SPDX-License-Identifier: GPL-3.0-or-later
set -u
fail() { echo "FAIL: $*"; exit 1; }
agent=random
bot() { "$VEDETTE" --seed 7 bot --protocol progcomp "$agent"; }

# Four lines of ten, all pieces, the same by the same seed; then QUIT, or nothing more, ends it well.
first=$(printf 'BLUE bots/x 10 10\nQUIT a RED VICTORY 1 2 3\n' | bot) || fail "QUIT: status $?"
second=$(printf 'BLUE bots/x 10 10\n' | bot) || fail "end of input: status $?"
[ "$first" = "$second" ] || fail "the same seed, another setup"
[ "$(wc -l <<<"$first")" = 4 ] || fail "not four lines"
[ "$(tr -d '\n' <<<"$first" | wc -c)" = 40 ] || fail "not forty pieces"
for piece in 1:1 2:1 3:2 4:3 5:4 6:4 7:4 8:5 9:8 s:1 B:6 F:1; do
    [ "$(tr -cd "${piece%:*}" <<<"$first" | wc -c)" = "${piece#*:}" ] || fail "count of ${piece%:*}"
done

# With an agent that plans, to its first move: the same twice, and by another seed another.
agent=invincible
{
    echo 'RED bots/x 10 10'
    echo START
} >greeting.$$
rows=$(bot <greeting.$$)
[ "$(wc -l <<<"$rows")" = 4 ] || fail "invincible: $rows"
{
    cat greeting.$$
    echo "$rows"
    printf '%s\n' ..++..++.. ..++..++..
    printf '##########\n%.0s' 1 2 3 4
} >turn.$$
bot <turn.$$ >out.$$ 2>err.$$ || fail "invincible: $(cat err.$$)"
sed -n 5p out.$$ | grep -Eq '^[0-9] 3 DOWN( [2-9])?$' || fail "invincible moves: $(cat out.$$)"
bot <turn.$$ | cmp - out.$$ || fail "invincible: the same seed, another game"
"$VEDETTE" --seed 8 bot --protocol progcomp invincible <greeting.$$ | cmp -s - <(echo "$rows") && fail "the seed changes nothing"
agent=random

# QUIT at each moment, and the pipe closed at each moment: no word too many, status 0.
for side in RED BLUE; do
    status=$([ $side = RED ] && echo START || echo 0 3 DOWN OK)
    for lines in 0 1 2 3 7 11; do
        for last in 'QUIT x BLUE ILLEGAL 1 2 3' ''; do
            {
                printf '%s\n' "$side bots/x 10 10" "$status" | head -n "$lines"
                [ -z "$last" ] || echo "$last"
            } | bot >out.$$ 2>err.$$ || fail "$side after $lines lines, '$last': status $?"
            [ -s err.$$ ] && fail "$side after $lines lines: $(cat err.$$)"
            wanted=$([ "$lines" = 0 ] && echo 0 || echo 4)
            [ "$(wc -l <out.$$)" = "$wanted" ] || fail "$side after $lines lines: $(cat out.$$)"
        done
    done
done

# Nonsense: nothing on stdout but what was right before it, one line on stderr, status 2.
for nonsense in hello 'RED x 9 9' "$(head -c 5000 /dev/zero | tr '\0' x)"; do
    printf '%s\n' "$nonsense" | bot >out.$$ 2>err.$$
    [ $? = 2 ] || fail "nonsense taken: ${nonsense:0:20}"
    [ ! -s out.$$ ] && [ "$(wc -l <err.$$)" = 1 ] || fail "nonsense answered: ${nonsense:0:20}"
done
for seed in 1 2 3 4 5; do
    LC_ALL=C awk -v seed=$seed 'BEGIN { srand(seed); for (n = 0; n < 50000; n++) printf "%c", int(256 * rand()) }' |
        bot >out.$$ 2>err.$$
    [ $? = 2 ] || fail "random bytes taken"
    [ ! -s out.$$ ] && [ "$(wc -l <err.$$)" = 1 ] || fail "random bytes answered"
done

# A first answer comes at once, while the pipe stays open.
coproc BOT { bot; }
bot_pid=$BOT_PID # bash forgets it once the bot has ended
echo 'RED bots/x 10 10' >&"${BOT[1]}"
for row in 1 2 3 4; do
    IFS= read -r -t 2 line <&"${BOT[0]}" || fail "no row $row within two seconds"
    [ ${#line} = 10 ] || fail "row $row: '$line'"
done
eval "exec ${BOT[1]}>&-"
wait "$bot_pid" || fail "closed pipe: status $?"
rm -f out.$$ err.$$ greeting.$$ turn.$$
