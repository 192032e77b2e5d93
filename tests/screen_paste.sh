#!/usr/bin/env bash
# What is pasted is no key: it goes where a line is typed, and nowhere else. A question takes no answer that came
# before it was seen.
# SPDX-License-Identifier: GPL-3.0-or-later
# shellcheck disable=SC2317 # `within` calls functions by their names
set -eu
# shellcheck source=tests/tmux.sh
. "${srcdir:-.}/tests/tmux.sh"

paste() {
    T set-buffer -- "$1"
    T paste-buffer -p
}
finished() { find "$tmp/data/vedette/finished" -name '*.game' 2>/dev/null | wc -l; }

start 80x24 "$VEDETTE" --seed 1 play random
await 'your setup'
paste $'xx\np'
await 'What was pasted is left out'
keys p
await 'move 1  red to move'
paste 'try this'
await 'What was pasted is left out'
[ "$(finished)" = 0 ] || fail 'a paste has resigned'

# Without marks it comes as keys, but no question takes what came with it.
keys -l 'try this'
await 'Resign? (y/n)'
sleep 0.3
shows 'Resign? (y/n)' || fail 'a question took an answer that was typed ahead'
paste 'y'
sleep 0.3
shows 'Resign? (y/n)' || fail 'a question took a pasted answer'
keys n
gone() { shows_not 'Resign?'; }
within 20 gone || fail 'a question does not take its answer'
# Nor one that came before it can have been read.
keys -l r
sleep 0.05
keys -l y
await 'Resign? (y/n)'
sleep 0.4
shows 'Resign? (y/n)' || fail 'a question took an answer that came before it was read'
keys n
within 20 gone || fail 'a question does not take its later answer'

# A move that is being typed, and a note, take it; line ends are blanks there.
keys a
await '> a'
paste '4 a5'
await '> a4 a5'
keys Enter
await 'move 2  red to move'
keys A
await "Note on blue's move 1:"
paste $'one\ntwo\tthree\r\n'
await "Note on blue's move 1: one two three"
keys Enter
await 'Noted'
grep -q '^  2: "one two three"$' "$tmp"/state/vedette/games/*.game || fail 'the note is not in the journal'

# Lines pasted into the console wait, each for its Enter; Ctrl-C drops them.
keys :
await 'Tab completes'
paste $'rules\noutcome\nrules arts\n'
await '2 more pasted'
sleep 0.3
shows_not 'open' || fail 'a pasted line ran by itself'
keys Enter
await '1 more pasted'
keys Enter
await 'open'
keys C-c
dropped() { shows_not 'more pasted'; }
within 20 dropped || fail 'Ctrl-C drops no pasted lines'
paste 'leve'
keys -l ls
await '> levels'
keys Escape

# A paste whose end was lost: the keys are heard again when it has been silent for a while.
closed() { shows_not 'Esc closes'; }
within 20 closed || fail 'the pane stays'
keys -l "$(printf '\e[200~try this')"
await 'What was pasted is left out'
keys '?'
await 'To move'
keys Escape
await 'red to move'
[ "$(finished)" = 0 ] || fail 'a paste without an end has resigned'
keys q
answer y
ended 0
exit "$failed"
