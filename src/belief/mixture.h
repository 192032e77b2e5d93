/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The belief about the hidden pieces by each kind of player, and the mixture of these beliefs:
 *
 *     p(rank) = sum over people, programs and anyone of share x p(rank if this kind plays),
 *
 * each scaled towards its normal form. If people play, the setup may be a known one or new (belief/recall.h).
 * If programs play, the network, which learnt people's setups, has a smaller weight, and the statistics of
 * setups with revealed neighbours (De Boer 2007, 6.3.1) have one too. If anyone else plays, only these
 * statistics count for the setup, and the moves count by a mean of the other two models. */
#ifndef VEDETTE_BELIEF_MIXTURE_H
#define VEDETTE_BELIEF_MIXTURE_H

#include "belief/player_kind.h"
#include "belief/recall.h"

struct belief;

/* A cache: the weights of the rows by one kind of player, before scaling. */
struct raised_rows {
    uint64_t stale;                 /* bit r: row r must be recomputed */
    uint16_t mask[PIECES_A_SIDE];   /* the row's mask when it was computed */
    float weight[PIECES_A_SIDE][RANKS];
};

/* Rows are those of the belief. Probabilities are near the normal form, and 0 for pieces that are not
 * hidden. */
struct mixture {
    float novelty[SETUP_NOVELTIES];         /* probability that the setup is known, nearly known, or new, by
                                             * facts and moves */
    float setup_p[PIECES_A_SIDE][RANKS];    /* probabilities if the setup is new, by the network alone */
    float new_p[PIECES_A_SIDE][RANKS];      /* the same with all evidence, if people play */
    float log_weight[PIECES_A_SIDE][RANKS]; /* natural logarithms of deboer_weights */
    struct raised_rows raised_rows[PLAYER_COUNT]; /* each kind's weights before scaling */
    float player_p[PLAYER_COUNT][PIECES_A_SIDE][RANKS]; /* the same after scaling: probabilities */
    bool player_weighed[PLAYER_COUNT];      /* whether the kind's player_p is computed */
    float player_scale[PLAYER_COUNT][RANKS]; /* column factors of player_p */
    float mixed[PIECES_A_SIDE][RANKS];      /* the mixture, before calibration and normal form */
    float known_part[PIECES_A_SIDE];        /* part of a row of `mixed` that comes from known setups */
    float mixed_people;                     /* people's share of `mixed` */
};

/* Returns the mixture's rows, before calibration and normal form. */
static inline const float (*mixture_rows(const struct mixture *mixture))[RANKS]
{
    return mixture->mixed;
}

/* Returns the probabilities if the setup is new, by the network alone. */
static inline const float (*mixture_setup_p(const struct mixture *mixture))[RANKS]
{
    return mixture->setup_p;
}

/* Returns the probabilities if the setup is new and people play, with all evidence. */
static inline const float (*mixture_new_p(const struct mixture *mixture))[RANKS]
{
    return mixture->new_p;
}

/* Returns the part, 0 .. 1, of a row of the mixture that comes from known setups. */
static inline float mixture_known_part(const struct mixture *mixture, int row)
{
    return mixture->known_part[row];
}

/* Returns the probability that the setup is known, nearly known, or new, if people play. */
static inline float mixture_novelty(const struct mixture *mixture, enum setup_novelty novelty)
{
    return mixture->novelty[novelty];
}

/* Returns the factor of each rank, by the games of people, that the mixture's rows are scaled with. */
static inline const float *mixture_people_scale(const struct mixture *mixture)
{
    return mixture->player_scale[PLAYER_PEOPLE];
}

/* Initialises the mixture; the weights of belief/deboer.h must be filled. */
void mixture_start(struct belief *belief);

/* Marks rows (bit r for row r) as changed, after their evidence, their habits or the network's output for
 * them have changed. */
void mixture_change(struct belief *belief, uint64_t rows);

/* Recomputes log_weight of rows (bit r for row r) after the statistics' weights (deboer_weights) have
 * changed. */
void mixture_take_weights(struct belief *belief, uint64_t rows);

/* Recomputes setup_p after the network's output or the facts have changed. */
void mixture_weigh_setup(struct belief *belief);

/* Recomputes `mixed`. `facts`: the network's output or the facts have changed. If they have not, the rows of
 * programs and of anyone with a share below 0.1 stay as they are, to save time. */
void mixture_weigh(struct belief *belief, bool facts);

/* Computes the probabilities of a hidden row if this kind of player plays, as of the last mixture_weigh. */
void mixture_row(const struct belief *belief, enum player_kind player, int row, float p[RANKS]);

/* Computes the mixture's rows without the known setups. */
void mixture_without_known(const struct belief *belief, float without[PIECES_A_SIDE][RANKS]);

/* Computes the logarithms of the factors that a hidden piece's behaviour gives its ranks if people play: -8
 * .. 0, the largest 0. */
void mixture_behaviour(const struct belief *belief, int row, float logs[RANKS]);

/* Scales the hidden rows of `from` towards their normal form and writes them to `rows`, which may be the same
 * array. `scale`: the columns' factors; the given values are the start, the results replace them. Rows that
 * are zero stay zero. */
void mixture_scale(const struct belief *belief, const float (*from)[RANKS], float (*rows)[RANKS],
                   float scale[RANKS]);

/* Converts a row of logarithms to weights: the largest that the mask allows becomes 1, forbidden ones 0. */
void mixture_raise(float row[RANKS], uint16_t mask);

#endif
