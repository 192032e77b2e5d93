#!/usr/bin/env bash
# ci: archive
# What a first user stumbled over on the command line (doc/first-use.md), tried again.
# SPDX-License-Identifier: GPL-3.0-or-later
. "${srcdir:-.}/tests/shell.sh"
srcdir=$(cd "$srcdir" && pwd)
export XDG_CONFIG_HOME=$tmp/config XDG_DATA_HOME=$tmp/data XDG_STATE_HOME=$tmp/state
cd "$tmp"
"$VEDETTE" --seed 1 setup create >s.setup
"$VEDETTE" --seed 1 match probabilistic random --games 1 --save g >out
mv g/000000.game a.game
"$VEDETTE" convert a.game --plies 30 --to position >a.position
"$VEDETTE" convert a.game --plies 30 --to game >u.game
moves=$("$VEDETTE" check a.game | grep -Eo '[0-9]+ moves')

# H3: the rules and the rule sets are listed.
shows 'marshal by attacking' rules
shows '^isf +.*official' rules

# M9: what ends with the command says so.
"$VEDETTE" profile set probabilistic.piece 1.5 >out 2>err
grep -q -- '--save keeps it' err || fail "M9: $(cat err)"

# M10: help begins with how to play, in groups; the manual with the screen and its keys.
[ "$("$VEDETTE" help | head -n 1)" = "'vedette' alone, in a terminal, starts a game." ] || fail "M10: help"
for group in Play 'Look at positions and games' 'Guess hidden ranks' 'Plan a move' Search Setups \
    'Profiles and options' 'Measure the program'; do
    shows "^$group\$" help
done
page=$srcdir/doc/vedette.1
screen=$(grep -n '^\.SH SCREEN' "$page" | cut -d: -f1) commands=$(grep -n '^\.SH COMMANDS' "$page" | cut -d: -f1)
[ "$screen" -lt "$commands" ] || fail "M10: the commands stand before the screen"
for word in '\\-\\-rules' '\\-\\-notation' COLORFGBG XDG_CONFIG_HOME config.yaml 'finished/' 'standard input'; do
    grep -q -- "$word" "$page" || fail "M10: nothing of $word in the manual"
done

# L12: a path that is too long is not one that is missing.
long=$(head -c 5000 /dev/zero | tr '\0' a)
for words in 'setup save x s.setup' 'profile save x' 'profile set --save rules.rules isf'; do
    status=0
    # shellcheck disable=SC2086 # words
    env -u XDG_CONFIG_HOME -u XDG_DATA_HOME HOME="/$long" "$VEDETTE" $words 2>err || status=$?
    [ "$status" = 3 ] && grep -q 'the path in HOME is too long$' err || fail "L12: $words: $status $(cat err)"
done

# L17, L18: one status and one wording for a setup that is not there, and for a file of another kind.
for command in score mirror novelty 'save y'; do
    # shellcheck disable=SC2086 # words
    refuses "^there is no file and no stored setup 'nosuch'\$" setup $command nosuch
done
for command in load delete; do
    refuses "^there is no stored setup 'nosuch'( of yours)?\$" setup $command nosuch
done
for command in legal load guess plans; do
    refuses '^s.setup: found a setup, expected a position or a game$' $command s.setup
done
refuses "^a.game: found a game, expected a setup; a game's are named a.game:red and a.game:blue\$" setup score a.game

# L19: more moves than there are is the same mistake everywhere.
refuses "^a.game: --at 9999: there are only $moves\$" convert a.game --at 9999 --to game
for command in guess load; do
    refuses "^a.game: --at 9999: there are only $moves\$" $command a.game --at 9999
done

# L20: words in another order give an error that names the wrong one.
refuses "^perft: found 'a.position', expected a whole number" perft a.position 1
refuses "^explain value: found 'a.position', expected a rank" explain value a.position X
refuses "^unknown agent 'a.position'" move a.position random
refuses '^a4-a5: No such file' apply a4-a5 a.position

# L21: too many words.
refuses "^agents: found 'a.game', expected no more; usage: " agents a.game

# L22: the command and the word are named.
refuses "^plans: 'nosuchagent' is no move: " plans nosuchagent a.position
refuses "^--seed: found '-1', expected a whole number, 0 or more\$" --seed -1 version
refuses "^'': No such file" show ''
refuses "^found the profile ''," -p '' version

# L23: a suggestion is near, or there is none.
for word in foo nosuch xy; do
    refuses "^unknown command '$word'; 'help' lists all commands\$" $word
done
for key in include nosuch a10 random.foo; do
    refuses "^found the unknown key '$key'; 'profile show' lists all\$" profile show $key
done
refuses "did you mean 'legal'" legla a.game
refuses "did you mean --side" guess --sied red a.game
refuses "the nearest known is 'random.wait'" profile show random.wiat
refuses "^found the unknown profile 'foo', expected a known one or a file" -p foo version

# L24: whose piece it is, and what the numbers are.
square=$("$VEDETTE" guess a.game | awk 'below { print $1; exit } $1 == "best" { below = 1 }')
shows "piece on $square: how probable each rank is, in percent, and what changed it\$" guess explain "$square" a.game

# L26: the sentences that nobody understood are gone.
for words in 'for want of' 'hunt comes to' 'its risk 0' 'The setup of arts' 'found nothing, expected one of'; do
    ! grep -rn "$words" "$srcdir/src" --include='*.c' || fail "L26: '$words'"
done

# L27: tabs and decimal commas.
printf 'format: vedette-profile/1\nrules:\n\ttwo_squares: 3\n' >tab.yaml
refuses '^tab.yaml:3:1: found a tab, expected blanks' profile check tab.yaml
printf 'format: vedette-profile/1\nprobabilistic: {piece: 1,5}\n' >comma.yaml
refuses '^comma.yaml:2:26: .*: numbers are written with a point, as 0.5$' profile check comma.yaml
