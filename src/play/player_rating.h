/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rating of a person: the strength that explains best the results against the levels of a ladder. */
#ifndef VEDETTE_PLAY_PLAYER_RATING_H
#define VEDETTE_PLAY_PLAYER_RATING_H

#include "play/game_list.h"

/* A person's results against one level. */
struct level_result {
    size_t won, drawn, lost;
};

/* A strength in Elo above the first level of the ladder. */
struct player_rating {
    size_t games;      /* against levels of the ladder; the others do not count */
    double elo;        /* the most probable strength */
    double low, high;  /* its 95 % interval */
};

/* Returns the strength of a level: the sum of the steps below it, 400 log10(s / (1 - s)) for a score of s
 * against the level below. The first has 0. */
double level_elo(const struct ladder *ladder, size_t level);

/* Computes the rating from the results against each level (`ladder->count` of them). A person of strength t
 * scores 1 / (1 + 10^((l - t) / 400)) against a level of strength l; a draw counts half a win and half a
 * loss. Before any game t is normal around the first level, with a standard deviation of 500. The interval
 * has every strength whose log posterior is at most 1.92 (half the 95 % quantile of chi-square with one
 * degree of freedom) below the maximum. */
void player_rating_estimate(const struct ladder *ladder, const struct level_result results[],
                            struct player_rating *rating);

/* Computes the rating in a ladder's variant from the games that count (game_entry_counts), among the first
 * `max` finished ones of the list. A game against a level with a style counts for the level. Returns false if
 * there is no game against a level. */
bool player_rating_of_games(struct game_list *list, const struct ladder *ladder, size_t max,
                            struct player_rating *rating);

enum { RATING_WORDS = 4 * LEVEL_NAME + 64 };
/* Writes "You play like Sergeant, most likely between Recruit and Captain (14 games)"; the interval's levels
 * are the nearest ones outside it. Returns `text`. */
char *player_rating_words(const struct ladder *ladder, const struct player_rating *rating,
                          char text[RATING_WORDS]);

#endif
