/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kind of a setup in a few words, for lists of setups. */
#ifndef VEDETTE_SETUP_KIND_H
#define VEDETTE_SETUP_KIND_H

#include "setup/place.h"

enum { SETUP_KIND = 64 };

/* Counts the flag's sides that a bomb closes, 0 .. 4, and those that are open: none of a flag that is bombed
 * in. A side at the edge of the board is not open; the front of the front row is. */
void setup_flag_sides(const struct setup *setup, int *bombs, int *open_sides);

/* Writes "flag back left, bombed in; marshal front right": where the flag and the strongest piece stand,
 * seen by the owner, and how many sides of the flag no bomb closes. Returns `text`. */
char *setup_write_kind(const struct setup *setup, char text[SETUP_KIND]);

enum { SETUP_FLAG_WORDS = 64 };

/* Writes where the flag stands and how many bombs are beside it: "flag in the corner behind 2 bombs", "flag
 * at the back, 1 bomb beside it". Returns `text`. */
char *setup_flag_words(const struct setup *setup, char text[SETUP_FLAG_WORDS]);

#endif
