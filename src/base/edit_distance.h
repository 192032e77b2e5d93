/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The distance between two words, for suggesting a known word in place of an unknown one. */
#ifndef VEDETTE_BASE_EDIT_DISTANCE_H
#define VEDETTE_BASE_EDIT_DISTANCE_H

#include <stdbool.h>
#include <stddef.h>

enum { NEAR_TEXT = 64 /* only this many bytes of a word are compared */ };

/* Returns the number of bytes to add, delete, change or swap with their neighbour to turn one word into
 * the other (Damerau 1964, restricted form). */
size_t edit_distance(const char *a, const char *b);

/* Returns whether a known word at distance `distance` from `word` is worth suggesting: at most a third of
 * the letters differ (rounded), or one letter of a short word. */
bool edit_is_near(size_t distance, const char *word);

/* Returns whether `known` is near `word` and nearer than *min; then sets *min to its distance. Start with
 * SIZE_MAX to find the nearest of many words. Skips very different words quickly. */
bool edit_is_nearer(const char *known, const char *word, size_t *min);

#endif
