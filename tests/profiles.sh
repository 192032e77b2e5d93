#!/usr/bin/env bash
# ci: no-sanitizers
# The profiles that come with the program: each can be read, invincible has every number of the planner in
# force, and each plays as its own name says. SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"

for file in "$srcdir"/data/profiles/*.yaml; do
    name=$(basename "$file" .yaml)
    "$VEDETTE" profile check "$file" >"$tmp/out" || fail "$name: $(cat "$tmp/out")"
    "$VEDETTE" -p "$name" profile diff >"$tmp/diff" || fail "$name is not known by name"
    # The General is the planner as it is, under whatever profile else.
    [ -s "$tmp/diff" ] || [ "$name" = general ] || fail "$name changes nothing"
done

# invincible.yaml says every option of the planner, and nothing but the guesser and the evidence of steps up
# differs from the defaults.
[ "$("$VEDETTE" -p invincible profile diff)" = \
  'belief.kind: bayes -> deboer (data/profiles/invincible.yaml)
observer.approach: 0.5 -> 1 (data/profiles/invincible.yaml)' ] ||
    fail "invincible.yaml has other numbers: $("$VEDETTE" -p invincible profile diff)"
options() { awk '/^[a-z_]+:/ { group = $1 } /^  [a-z0-9_]+:/ { print group $1 }' "$1" | sort; }
"$VEDETTE" profile show --yaml >"$tmp/all.yaml"
others=$(agents | grep -v invincible | tr '-' '_' | paste -sd '|')
diff <(options "$tmp/all.yaml" | grep -Ev "^(rules|clock|notation|screen|bot|search|hint|$others):") \
    <(options "$srcdir/data/profiles/invincible.yaml") || fail "invincible.yaml lacks options, or has old ones"

# Every plan's group is plan_NAME, so that it is not taken for an agent's or a room's; no key is there twice.
for group in $(sed -n 's/^    _(\(.*\)).*/\1/p' "$srcdir/src/plan/plans.h"); do
    grep -q "^plan_$group:" "$tmp/all.yaml" || fail "no group plan_$group"
done
[ -z "$(options "$tmp/all.yaml" | uniq -d)" ] || fail "keys that are there twice"

# Every option of a plan but its weight has a row in the plan's section of doc/plans.md, and no row names another.
for group in $(sed -n 's/^    _(\(.*\)).*/\1/p' "$srcdir/src/plan/plans.h"); do
    plan=$(sed -n 's/^    \.name = "\([^"]*\)",.*/\1/p' "$srcdir/src/plan/$group.c")
    diff <(options "$tmp/all.yaml" | sed -n "s/^plan_$group:\(.*\):/\1/p" | grep -v '^weight$') \
        <(awk -F '|' -v plan="$plan" '
            /^##/ { inside = $0 == "### " plan }
            inside && NF > 3 { while (match($2, /`[a-z_]+`/)) {
                print substr($2, RSTART + 1, RLENGTH - 2)
                $2 = substr($2, RSTART + RLENGTH)
            } }' "$srcdir/doc/plans.md" | sort) || fail "doc/plans.md: the options of $plan"
done

# A profile in an agent's name is that agent's alone: with the same setups and seed the game is another,
# and the same as with the profile for the whole program where the enemy has no use for it.
play() { "$VEDETTE" --seed 3 --jobs 1 "$@" random --games 2 --json | tail -n 1; }
named=$(play match invincible:profile=aggressive | sed 's/"a":"[^"]*"//')
whole=$(play -p aggressive match invincible | sed 's/"a":"[^"]*"//')
plain=$(play match invincible | sed 's/"a":"[^"]*"//')
[ "$named" = "$whole" ] || fail "named and whole differ: $named $whole"
[ "$named" != "$plain" ] || fail "the profile changes no game"

# Weight 0 in a name switches a plan off; a wrong word is refused.
play match invincible:plan_random.weight=0,profile=careful >/dev/null || fail "several words are refused"
for wrong in profile=nobody no_plan.weight=0 plan_random.weight=x draw_below; do
    refuses . match "invincible:$wrong" random --games 1
done

# Styles differ in what they do. In the same positions of sixteen games the careful one attacks far fewer pieces
# that it does not know than the aggressive one.
"$VEDETTE" --seed 5 match invincible invincible --games 16 --save "$tmp/games" >/dev/null
mkdir "$tmp/positions"
for game in "$tmp"/games/*.game; do
    for plies in 10 19 28 37 46 55 64 73 82 91 100 109; do
        echo "convert '$game' --plies $plies --to position --out '$tmp/positions/${game##*/}.$plies'"
    done
done | "$VEDETTE" >"$tmp/out" 2>"$tmp/err" || true # of a game that was over before there is none
positions=("$tmp"/positions/*)
printf "move invincible '%s'\\n" "${positions[@]}" >"$tmp/script"
# usage: unknown_attacked PROFILE   (prints in how many positions it attacks a piece that it does not know)
unknown_attacked() {
    "$VEDETTE" --seed 1 -p "$1" <"$tmp/script" >"$tmp/moves" || { echo 0; return; }
    paste "$tmp/moves" <(printf '%s\n' "${positions[@]}") | awk -F '\t' '{
        to = $1; sub(/.*[-x]/, "", to); column = index("abcdefghij", substr(to, 1, 1)); rows = 0
        while ((getline line < $2) > 0)
            if (split(line, piece, " ") == 10 && piece[1] ~ /^([rb][0-9BFSX][*!]*|[.~])$/ &&
                10 - rows++ == substr(to, 2) && piece[column] ~ /^[rb][^!]*$/) hits++
        close($2)
    } END { print hits + 0 }'
}
careful=$(unknown_attacked careful) aggressive=$(unknown_attacked aggressive)
[ "$careful" -gt 0 ] && [ $((careful * 4)) -lt $((aggressive * 3)) ] ||
    fail "unknown pieces attacked: careful $careful, aggressive $aggressive of ${#positions[@]} positions"

# The bluffer bluffs where one may be believed; the others have better things to do, the careful one never does.
bluff=$srcdir/tests/positions/plan-bluff-acts.yaml
for seed in 1 2 3; do
    shows '^e5-e6$' --seed $seed move invincible:profile=bluffer "$bluff"
    for other in careful invincible; do
        "$VEDETTE" --seed $seed move "invincible:profile=$other" "$bluff" >"$tmp/move"
        ! grep -qx e5-e6 "$tmp/move" || fail "$other bluffs"
    done
done
shows '^bluff' -p bluffer plans --active "$bluff"
"$VEDETTE" -p careful plans --active "$bluff" >"$tmp/out"
! grep -q '^bluff' "$tmp/out" || fail "careful thinks of a bluff"

# The marshal that steps beside what may be the spy by De Boer's numbers stays away by veteran's, and the flag's
# guards are let out.
for seed in 1 2 3; do
    shows '^e7-e8$' --seed $seed move invincible "$srcdir/tests/positions/marshal-bait.yaml"
    "$VEDETTE" --seed $seed move invincible:profile=veteran "$srcdir/tests/positions/marshal-bait.yaml" >"$tmp/move"
    ! grep -qx e7-e8 "$tmp/move" || fail "veteran's marshal steps beside the spy"
    shows '^(h1-h2|e2-e4)$' --seed $seed move invincible:profile=veteran "$srcdir/tests/positions/boxed-in.yaml"
done

# usage: points AGENT ENEMY GAMES   (prints twice its wins and once its draws)
points() {
    "$VEDETTE" --seed 2 match "$1" "$2" --games "$3" --json | tail -n 1 |
        sed 's/.*"wins":\([0-9]*\),"losses":[0-9]*,"draws":\([0-9]*\),.*/\1 \2/' | awk '{ print 2 * $1 + $2 }'
}
# A child can beat the beginner, which beats random moves.
beginner=$(points invincible:profile=beginner invincible 20)
[ "$beginner" -le 8 ] || fail "the beginner gets $beginner of 40 points"
beginner=$(points invincible:profile=beginner random 30)
[ "$beginner" -ge 52 ] || fail "against random the beginner gets $beginner of 60 points"
# Its flag never stands where the first piece to come along takes it.
"$VEDETTE" --seed 4 -p beginner setup create --count 200 | awk 'NF == 10 && lines++ % 4 == 0' >"$tmp/fronts"
[ "$(wc -l <"$tmp/fronts")" = 200 ] || fail "the beginner made $(wc -l <"$tmp/fronts") setups of 200"
! grep -n F "$tmp/fronts" || fail "the beginner's flag stands on the front row"
# The styles are as strong as the whole, or nearly so: each wins games.
for style in careful aggressive bluffer; do
    style_points=$(points "invincible:profile=$style" invincible 8)
    [ "$style_points" -ge 3 ] || fail "$style gets $style_points of 16 points"
done

# Read again while the session goes on: the file on disk was changed.
printf 'format: vedette-profile/1\nplan_random: {max: 2}\n' >"$tmp/mine.yaml"
{
    echo 'profile set plan_bluff.weight 3'
    echo 'profile show plan_random.max'
    for ((i = 0; i < 600; i++)); do # the answer is there: the file was read
        [ ! -s "$tmp/session" ] || break
        sleep 0.1
    done
    printf 'format: vedette-profile/1\nplan_random: {max: 3}\n' >"$tmp/mine.yaml"
    echo 'profile reload'
    echo 'profile show plan_random.max'
    echo 'profile show plan_bluff.weight'
} | "$VEDETTE" -p "$tmp/mine.yaml" >"$tmp/session"
grep -Eq 'plan_random.max +2' "$tmp/session" && grep -Eq 'plan_random.max +3' "$tmp/session" || fail "not read again: $(cat "$tmp/session")"
grep -Eq 'plan_bluff.weight +3' "$tmp/session" || fail "what was set by hand is gone: $(cat "$tmp/session")"

exit "$failed"
