/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a guesser believed through a game, held against the truth and summed up. */
#ifndef VEDETTE_LAB_GUESS_TALLY_H
#define VEDETTE_LAB_GUESS_TALLY_H

#include "observer/observer.h"

/* Sums over the pieces of both sides whose rank is hidden, and over flag_looks (a side of a game at a
 * ply while its flag stands). */
struct guess_sum {
    double pieces, top1, p_true, loss; /* top1: the likeliest rank is true; p_true: its
                                        * probability; loss: in bits */
    double flag_looks, flag_top3;      /* flag_top3: its true square is among the three likeliest */
    double sides, programs;            /* sides looked at, and how probable it was that programs played */
};

/* 20, 50, 100, 200: after so many plies; the last is 0: after each ply of the whole game. */
enum { GUESS_PLIES = 5, GUESS_STRETCHES = 5 };
extern const uint32_t guess_plies[GUESS_PLIES];

/* After each ply up to these and above the one before: 20, 50, 100, 200, and all that follow (UINT32_MAX). */
extern const uint32_t guess_stretches[GUESS_STRETCHES];

/* The parts into which what is measured falls. By pieces, flag_looks stand with the flag's own part. */
enum {
    GUESS_WHOLE = GUESS_PLIES - 1,                  /* from 0: by guess_plies, whole games last */
    GUESS_STRETCH = GUESS_PLIES,                    /* after each ply, by guess_stretches */
    GUESS_UNMOVED = GUESS_STRETCH + GUESS_STRETCHES, /* pieces over whole games: that have not moved, */
    GUESS_MOVED,                                    /* that have, */
    GUESS_RANK,                                     /* by true rank, */
    GUESS_RANK_UNMOVED = GUESS_RANK + RANKS,        /* both */
    GUESS_RANK_MOVED = GUESS_RANK_UNMOVED + RANKS,
    GUESS_PARTS = GUESS_RANK_MOVED + RANKS
};

/* Given probabilities by how great they are: bin i from guess_bins[i] up to guess_bins[i + 1]. */
enum { GUESS_BINS = 12 };
extern const double guess_bins[GUESS_BINS + 1];
struct guess_bin {
    double count, predicted, right; /* how many were given, their sum, and how many were true */
};

/* Of pieces that have just stepped up, quietly, to a known one of the enemy. */
struct guess_step {
    double count, predicted[STEP_STRENGTHS], found[STEP_STRENGTHS];
};

struct guess_tally {
    struct guess_sum part[GUESS_PARTS];
    struct guess_bin best[GUESS_BINS], every[GUESS_BINS]; /* over whole games: of each piece's likeliest
                                                           * rank; of all its ranks that are possible */
    double taken[RANKS][RANKS];      /* over whole games: pieces of one rank that are taken for another */
    struct guess_step step[RANKS];   /* by the known piece's rank */
};

void guess_sum_add(struct guess_sum *to, const struct guess_sum *from);
void guess_tally_add(struct guess_tally *to, const struct guess_tally *from);

/* Follows one guesser through a game and adds what it believed of one side, without a seat's evidence. */
void guess_follow(const struct belief_knowledge *knowledge, const struct training_game *game, enum side side,
                  struct guess_tally *tally);

/* The same of the final probabilities, which the other side's observer has by these settings. A game that did
 * not start from two setups has the guesser's alone. */
void guess_observe(const struct belief_knowledge *knowledge, const struct settings *settings,
                   const struct training_game *game, enum side side, struct guess_tally *tally);

#endif
