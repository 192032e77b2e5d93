#!/usr/bin/env bash
# Themes in real terminals of many kinds, the settings screen, and the terminal's report of its background. Held against the pictures in tests/pictures/look/, with their colours; with
# UPDATE_SCREENS=1 these are taken anew.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # `within` calls functions by their names
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"
cd "$tmp"
# shellcheck source=tests/looks.sh
. "$srcdir/tests/looks.sh"
config=$XDG_CONFIG_HOME/vedette/config.yaml

# Each theme at each size, in 256 colours; it is kept for the next start.
for theme in light safe mono dark; do
    start 80x24 "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
    await 'move 5'
    until_shows C "Colours: $theme"
    grep -q "^screen.theme: $theme" "$config" || fail "$theme is not kept"
    keys Down Down
    keys Escape
    start 80x24 "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
    await 'move 5'
    for size in 80x24:46x22 60x20:36x12 132x43:66x34 40x12:34x11; do
        resize ${size%:*}
        picture $theme-${size%:*} ${size#*:}
    done
done

# The settings: each change holds at once and is kept, beside what the person wrote; a game begins as they say.
printf '# my own words\nformat: vedette-profile/1\nscreen: {theme: dark, mouse: yes} # so\n' >"$config"
start 80x24 "$VEDETTE" --seed 1
await 'New game'
keys S
await 'At the bottom'
for size in 80x24 60x20 132x43 40x12; do
    resize $size
    picture settings-$size
done
resize 80x24
keys Right
await '< light >'
keys Down Right Down Right Down Right Down Down Right
await 'Values (v)             < yes >'
keys Down Right
await '< plans >'
picture settings-changed
keys Escape
await 'New game'
cat >expected <<'END'
# my own words
format: vedette-profile/1
screen: {theme: light, mouse: no} # so
screen.side: other
screen.where: yes
screen.values: yes
screen.panel: plans
END
diff expected "$config" || fail "config.yaml is not as it should be"
start 80x24 "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
await 'Plans for'
await '% to win'
shows ' 1   9' && fail "the board is not turned"
keys F S
await '< own >'
keys S
await 'Plans for'
# A file that somebody broke stays as it is, and the reason is shown.
printf 'screen: {theme\n' >"$config"
keys C
await 'Not kept:'
grep -q '{theme$' "$config" || fail "config.yaml was touched"
start 80x24 "$VEDETTE" --seed 1
await '~/config/vedette/config.yaml:2:1: found'
keys q
within 20 dead || fail "a broken config.yaml: the screen goes on"
shows 'going on without it' || fail "a broken config.yaml: nothing is left of the warning behind the screen"
start 80x24 "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
await '~/config/vedette/config.yaml:2:1: found'
printf 'format: vedette-profile/1\n' >"$config"

# Keys of one's own: the bar and the help show them. A file that is none is reported, and the keys stay.
printf 'format: vedette-keys/1\ngame: {hint: Ctrl-G, values: [y, F5], where: F6}\n' >"$XDG_CONFIG_HOME/vedette/keys.yaml"
start 80x24 "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
await 'move 5'
keys F5
await '% to win'
keys y
keys '?'
await 'To move'
turned() { shows 'y, F5 ' || { keys Down && false; }; }
within 20 turned || fail "help does not show the keys bound"
printf 'format: vedette-keys/1\ngame: {hint: w}\n' >"$XDG_CONFIG_HOME/vedette/keys.yaml"
start 80x24 "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
await "~/config/vedette/keys.yaml: game: found 'w' for where and for hint, expected it"
keys v
await '% to win'
rm "$XDG_CONFIG_HOME/vedette/keys.yaml"
mkfifo "$XDG_CONFIG_HOME/vedette/keys.yaml"
start 80x24 "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
await "~/config/vedette/keys.yaml: no regular file"
rm "$XDG_CONFIG_HOME/vedette/keys.yaml"

# A theme of one's own; one that is none.
mkdir -p "$XDG_CONFIG_HOME/vedette/themes"
printf 'format: vedette-theme/1\nlike: light\ntext: {red-own: {fore: green}}\n' \
    >"$XDG_CONFIG_HOME/vedette/themes/mine.yaml"
printf 'format: vedette-theme/1\ntext: {rde: {}}\n' >"$XDG_CONFIG_HOME/vedette/themes/zzz.yaml"
start 80x24 "$VEDETTE" --seed 1 play --resume "$tmp/battles.game"
await 'move 5'
until_shows C "Colours: mine"
picture mine-80x24 46x22
keys C
await "~/config/vedette/themes/zzz.yaml:2:8: found the unknown role 'rde', expected one"
exit "$failed"
