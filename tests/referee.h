/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a referee of the bot protocol (doc/protocols.md) does with what a bot has written. Whatever breaks the
 * protocol or the rules fails the test. */
#ifndef VEDETTE_TESTS_REFEREE_H
#define VEDETTE_TESTS_REFEREE_H

#include "game/position.h"

enum { REFEREE_SETUP = 44, REFEREE_REPORT = 64 };

/* Reads an answer to the greeting, REFEREE_SETUP bytes. */
void referee_setup(enum side side, const char *rows, struct setup *setup);

/* Begins a game of two such answers: no repetition rule, as the protocol has it, and a draw after the 5,000
 * moves of the rules `free`. */
void referee_begin(struct position *truth, const char *red, const char *blue);

/* One line of the board as a side gets it; y is 0 to 9. */
void referee_row(const struct position *truth, enum side side, int y, char line[FILES + 1]);

/* Plays an answer, a line with its newline, for the side to move, and writes the line that reports it.
 * `multiplier`: it always gives the number of squares, as some bots do. False where the bot gives up. */
bool referee_play(struct position *truth, const char *answer, bool multiplier, char report[REFEREE_REPORT]);

#endif
