/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The judge's findings about an army in words: what an exchange changed and why, and an assessment without
 * figures. */
#ifndef VEDETTE_REPORT_ARMY_WORDS_H
#define VEDETTE_REPORT_ARMY_WORDS_H

#include "setup/judge.h"

enum { ARMY_WORDS = 200 };

/* Writes what changed between two complete setups of the same army, and why, as one line. With `figures`:
 * "Total 14 to 8: Bomb protection -11 (a bomb beside the flag with no 4 or 5 around it), Flag bombed in +5";
 * it names at most two heuristics and sums up the others. Without: "Worse than before. Now: a bomb beside the
 * flag with no 4 or 5 around it". Returns `text`. */
char *army_change_words(const struct judge *judge, const struct setup *before, const struct setup *after,
                        bool figures, char text[ARMY_WORDS]);

/* Returns what an exchange makes of an army: "better", "worse" or "the same". */
const char *army_change_grade(double before, double after);

/* Returns the grade of a complete army by its total: "good", "fair" or "weak". */
const char *army_grade(double total);

/* Returns a sentence on the weakest point of a complete army, which is constant text. If it is about bombs
 * beside the flag that have no guard, *places gets these bombs' places, otherwise 0. */
const char *army_weakness(const struct judge *judge, const struct setup *setup, placeset *places);

#endif
