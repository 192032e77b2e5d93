/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compares a guesser's beliefs during games with the true ranks, and sums up the results. */
#ifndef VEDETTE_LAB_GUESS_TALLY_H
#define VEDETTE_LAB_GUESS_TALLY_H

#include "observer/observer.h"

/* Sums over hidden pieces, one for each piece and ply, and over hidden flags. */
struct guess_sum {
    double pieces, top1, p_true, loss; /* pieces: their number; top1: those whose likeliest rank is true;
                                        * p_true: probability of the true rank; loss: -log2 of it, bits */
    double flag_looks, flag_top3;      /* number of hidden flags; those whose square is among the three
                                        * likeliest for the flag */
    double sides, programs;            /* number of sides and plies; sum of the probability of programs */
};

/* The plies after which beliefs are measured: 20, 50, 100, 200; the last, 0, means after every ply. */
enum { GUESS_PLIES = 5, GUESS_STRETCHES = 5 };
extern const uint32_t guess_plies[GUESS_PLIES];

/* The last plies of the stretches: 20, 50, 100, 200, UINT32_MAX. */
extern const uint32_t guess_stretches[GUESS_STRETCHES];

/* Indices of the parts of a tally. In the parts by piece, a flag's flag_looks counts in that piece's
 * parts. */
enum {
    GUESS_WHOLE = GUESS_PLIES - 1,                  /* 0 .. GUESS_WHOLE: by guess_plies; last: whole games */
    GUESS_STRETCH = GUESS_PLIES,                    /* by guess_stretches */
    GUESS_UNMOVED = GUESS_STRETCH + GUESS_STRETCHES, /* over whole games: pieces that have not moved */
    GUESS_MOVED,                                    /* pieces that have moved */
    GUESS_RANK,                                     /* by true rank */
    GUESS_RANK_UNMOVED = GUESS_RANK + RANKS,        /* by true rank, pieces that have not moved */
    GUESS_RANK_MOVED = GUESS_RANK_UNMOVED + RANKS,  /* and that have */
    GUESS_PARTS = GUESS_RANK_MOVED + RANKS
};

/* Bins of predicted probabilities: bin i is from guess_bins[i] to below guess_bins[i + 1]. */
enum { GUESS_BINS = 12 };
extern const double guess_bins[GUESS_BINS + 1];
struct guess_bin {
    double count, predicted, right; /* number of predictions, sum of their values, number of true ones */
};

/* Pieces that have just stepped up to a known enemy piece: their number, and by step_strength the sum of the
 * predicted probabilities and the number found. */
struct guess_step {
    double count, predicted[STEP_STRENGTHS], found[STEP_STRENGTHS];
};

/* All sums of the comparison; initially all zero. */
struct guess_tally {
    struct guess_sum part[GUESS_PARTS];
    struct guess_bin best[GUESS_BINS], every[GUESS_BINS]; /* over whole games: of the likeliest rank;
                                                           * of all possible ranks */
    double taken[RANKS][RANKS];      /* [true rank][likeliest rank], over whole games */
    struct guess_step step[RANKS];   /* by the known piece's rank */
};

/* Adds `from` to `to`. */
void guess_sum_add(struct guess_sum *to, const struct guess_sum *from);
/* Adds `from` to `to`. */
void guess_tally_add(struct guess_tally *to, const struct guess_tally *from);

/* Replays a game with a guesser and adds its beliefs about one side, without a seat's evidence, to the
 * tally. */
void guess_tally_belief(const struct belief_knowledge *knowledge, const struct training_game *game,
                        enum side side, struct guess_tally *tally);

/* Replays a game with an observer in the other side's seat, made with the settings, and adds its final
 * probabilities about one side, with the seat's evidence, to the tally. For a game that did not start from
 * two setups it uses the guesser alone (guess_tally_belief). */
void guess_tally_observer(const struct belief_knowledge *knowledge, const struct settings *settings,
                          const struct training_game *game, enum side side, struct guess_tally *tally);

#endif
