/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far apart two words are, to name the nearest known one where a word is unknown. */
#ifndef VEDETTE_BASE_EDIT_DISTANCE_H
#define VEDETTE_BASE_EDIT_DISTANCE_H

#include <stdbool.h>
#include <stddef.h>

enum { NEAR_TEXT = 64 /* further bytes of a word are not looked at */ };

/* The number of bytes to add, drop, change or exchange with their neighbour that make one word of
 * the other (Damerau 1964, in the restricted form). */
size_t edit_distance(const char *a, const char *b);

/* Whether a known word that is `far` from `word` is worth naming: a third of its letters at most, rounded,
 * are others, or one where it is short. */
bool edit_is_near(size_t far, const char *word);

/* Whether a known word is near `word`, and nearer than the distance *least, which then becomes its own: for
 * the nearest of many, beginning with SIZE_MAX. Words that are far apart are passed over quickly. */
bool edit_is_nearer(const char *known, const char *word, size_t *min);

#endif
