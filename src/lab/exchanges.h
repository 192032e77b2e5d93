/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exchanges of two pieces of a setup that may raise its chance to win. All exchanges are ordered by what
 * statistics of setups let expect; the likeliest are compared in short games, and the best of these in whole
 * games. Compared setups have the same enemies and seeds. */
#ifndef VEDETTE_LAB_EXCHANGES_H
#define VEDETTE_LAB_EXCHANGES_H

#include "lab/attack_costs.h"
#include "lab/setup_games.h"
#include "setup/judge.h"

enum {
    EXCHANGES_SCREENED = 24, /* exchanges that are tried in short games */
    EXCHANGES_PLAYED = 2,    /* and in whole games */
};

/* An exchange. */
struct exchange {
    uint8_t place[2];        /* the first is the lower one */
    struct setup setup;      /* after it */
    double likely;           /* gain of the score by statistics, 0 .. 1 being all */
    uint32_t worlds;         /* pairs of short games in which it was tried */
    struct sample gain;      /* of the score in whole games, by pairs of games */
    bool sure;               /* the gain is significant (exchange_is_sure) */
};

/* Lists the `max` likeliest exchanges of two pieces of different ranks after which the setup can still move,
 * the likeliest first. Returns their number. The expectation: the difference of the judge's points, and that
 * of the correlations of both pieces' places with results, both as parts of the score. */
size_t exchanges_list(const struct setup *setup, const struct judge *judge,
                      const struct setup_statistics *statistics, struct exchange *list, size_t max);

struct exchange_terms {
    const struct setup_games_terms *games;
    struct setup_series series;      /* of the whole games: with the setup itself */
    const struct setup_games *base;  /* these games, as they went without exchange */
    struct attack_costs_terms value; /* evaluates the ends of short games */
    int cut;                         /* moves of a short game */
    uint32_t worlds;                 /* mean number of pairs of short games for each exchange */
};

/* Tries `count` exchanges (1 .. EXCHANGES_SCREENED) in short games, by sequential halving, and brings the
 * best EXCHANGES_PLAYED to the front. Tries these in whole games. *played gets their number. STATUS_NO if it
 * was stopped. */
enum status exchanges_try(const struct exchange_terms *terms, struct exchange *list, size_t count,
                          size_t *played, struct error *error);

/* Returns whether a gain is significant: if no exchange gained anything, one of EXCHANGES_PLAYED
 * would be called sure in 5 % of all studies at most (Bonferroni). */
bool exchange_is_sure(const struct sample *gain);

#endif
