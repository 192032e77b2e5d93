#!/usr/bin/env bash
# The board on terminals of many kinds: how many colours they have, what they can do, ASCII, none at all.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # `within` calls functions by their names
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
cd "$tmp"
# shellcheck source=tests/looks.sh
. "$srcdir/tests/looks.sh"

# look NAME [NAME=VALUE...]: the board there, at two sizes.
look() {
    local name=$1
    shift
    start 80x24 "$@" "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
    await 'move 5'
    picture "$name-80x24" 46x22
    resize 40x12
    picture "$name-40x12" 34x11
}

for term in xterm tmux-256color linux vt100; do
    tput -T $term cup 0 0 >/dev/null 2>&1 || { echo "not tested: no terminfo of $term"; continue; }
    look $term TERM=$term COLORFGBG='15;0'
done
for theme in light safe mono; do # with 8 colours, in ASCII
    mkdir -p "$XDG_CONFIG_HOME/vedette"
    printf 'format: vedette-profile/1\nscreen.theme: %s\n' $theme >"$XDG_CONFIG_HOME/vedette/config.yaml"
    look ascii-$theme TERM=xterm LC_ALL=C
done
rm "$XDG_CONFIG_HOME/vedette/config.yaml"
look no-colour NO_COLOR=1

# Colours whose numbers are RGB: what is on the screen is no shade of blue but what the theme says.
cat >direct.ti <<'END'
direct|a terminal with RGB colours,
	RGB, colors#0x1000000, pairs#0x7fff, op=\E[39;49m,
	setab=\E[%?%p1%{8}%<%t4%p1%d%e48:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m,
	setaf=\E[%?%p1%{8}%<%t3%p1%d%e38:2::%p1%{65536}%/%d:%p1%{256}%/%{255}%&%d:%p1%{255}%&%d%;m,
	use=xterm-256color,
END
if tic -x -o terms direct.ti 2>/dev/null; then
    start 80x24 TERM=direct TERMINFO="$tmp/terms" COLORFGBG='15;0' "$VEDETTE" --seed 1 play --resume battles.game
    await 'move 5'
    shades=$(capture_colours | grep -o '[34]8;2;[0-9]*;[0-9]*;[0-9]*' | sort -u)
    grep -q '8;2;48;48;48' <<<"$shades" || fail "no grey on a terminal with RGB colours: $shades"
    ! grep '8;2;0;0;' <<<"$shades" | grep -v '48;2;0;0;95$' | grep -q . || fail "blue on a terminal with RGB colours: $shades"
else
    echo "RGB colours are not tested: no tic"
fi

# A click moves the cursor, in either way in which terminals report it; the wheel steps through the game; the other
# buttons do nothing.
on_row_9() { capture | sed -n 9p | grep -q '\[.\]'; }
on_row_5() { capture | sed -n 5p | grep -q '\[.\]'; }
for term in xterm tmux-256color; do
    case $(infocmp -1 $term 2>/dev/null | grep kmous) in
    *'[<'*)
        clicks=('\e[<0;17;9M\e[<0;17;9m' '\e[<2;17;5M\e[<2;17;5m' '\e[<0;17;5M\e[<0;17;5m')
        wheel=('\e[<64;17;5M' '\e[<65;17;5M')
        ;;
    *'[M'*)
        clicks=('\e[M 1)\e[M#1)' '\e[M"1%\e[M#1%' '\e[M 1%\e[M#1%')
        wheel=('\e[M`1%' '\e[Ma1%')
        ;;
    *) echo "no mouse tested: no terminfo of $term"; continue ;;
    esac
    start 80x24 TERM=$term "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
    await 'move 5'
    keys -l "$(printf '%b' "${clicks[0]}")"
    within 20 on_row_9 || fail "$term: a click is not seen"
    keys -l "$(printf '%b' "${clicks[1]}v")"
    await '% to win'
    on_row_9 || fail "$term: another button moves the cursor"
    keys -l "$(printf '%b' "${clicks[2]}")"
    within 20 on_row_5 || fail "$term: a second click is not seen"
    keys -l "$(printf '%b' "${wheel[0]}")"
    await "'s move 4 of 4"
    keys -l "$(printf '%b' "${wheel[0]}${wheel[0]}${wheel[1]}")"
    await "blue's move 3 of 4"
    keys -l "$(printf '%b' "${wheel[1]}${wheel[1]}")"
    await 'move 5'
done

# Home and End, in each of the ways in which terminals send them.
start 80x24 "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
await 'move 5'
for pair in '[1~ [4~' '[7~ [8~' '[H [F' 'OH OF'; do
    keys -l "$(printf '\e%s' "${pair% *}")"
    await 'move 1 of 4'
    keys -l "$(printf '\e%s' "${pair#* }")"
    await 'move 5'
    within 20 shows_not ' of 4' || fail "$pair: End does not go to the present"
done

# Where help has room it leaves the board in sight.
start 132x43 "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
await 'move 5'
keys '?'
await 'To move'
picture help-132x43 66x34
keys Escape
within 20 shows 'Taken' || fail "help stays"

# What the terminal says of its background decides where nobody else does, also late; it is not taken for keys,
# nor keys for it.
light() { capture_colours | LC_ALL=C grep -q '48;5;255'; }
dark() { capture_colours | LC_ALL=C grep -q '48;5;233'; }
start 80x24 "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
await 'move 5'
within 20 dark || fail "the screen is not dark"
keys -l v # which the answer comes in between
keys -H 1b 5d 31 31 3b 72 67 62 3a 66 66 66 66 2f 66 66 66 66 2f 65 65 65 65 1b 5c
within 20 light || fail "a light background is not seen"
await '% to win'
shows "'11" && fail "the answer is taken for keys"
keys -H 1b 5d 31 31 3b 72 67 62 3a 31 30 2f 31 30 2f 31 30 07
within 20 dark || fail "a dark background is not seen"
exit "$failed"
