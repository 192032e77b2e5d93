/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes whether a side's setup is a known one that people reuse, near a known one, or new.
 *
 * The hypotheses are the families of setups (setup/families.h), each with its mirror image, unchanged or with
 * changes; and one more: a new setup, whose probabilities are computed elsewhere (mixture.c: by the network
 * and the moves). Their weights follow Bayes' rule. A fact about a place (its rank, or that the piece moves)
 * has under a hypothesis the probability
 *
 *     keep [the family's rank fits the fact] + (1 - keep) p,
 *
 * where p is the fact's probability if the setup is new, and keep is the probability that the family's rank
 * is unchanged there. Weights are relative to that of the new setup, so each fact multiplies a family's
 * weight by keep / p + 1 - keep or by 1 - keep. */
#ifndef VEDETTE_BELIEF_RECALL_H
#define VEDETTE_BELIEF_RECALL_H

#include "setup/families.h"

#include <stdbool.h>

enum setup_novelty { SETUP_KNOWN, SETUP_NEAR, SETUP_NEW, SETUP_NOVELTIES };

/* "known", "near", "new". */
extern const char *const setup_novelty_name[SETUP_NOVELTIES];

/* The options belief.known and so on. `guess learn` fits only recall_seen. */
struct recall_terms {
    float share[FAMILY_GRADES];   /* prior probability of each grade; the rest is that of a new setup */
    float keep[FAMILY_GRADES];    /* probability that a certain rank of a family is unchanged */
    float seen, moved;            /* exponents of p for facts: a rank was seen, a piece has moved */
    float habits;                 /* exponent of the moves' likelihood ratios */
};

enum { RECALL_HEAVY_MAX = 400 }; /* a heavy hypothesis has more than 1/RECALL_HEAVY_MAX of all weight */

/* The remaining hypotheses, in rising order of `image`, with their weights. The sum of all weights and
 * `fresh`, the weight of a new setup, is 1. */
struct recall {
    uint32_t count;
    uint16_t image[FAMILY_IMAGES_MAX]; /* 2 x family, + 1 for its mirror image */
    float weight[FAMILY_IMAGES_MAX][FAMILY_GRADES];
    float fresh;
    float sum[FAMILY_GRADES];          /* sum of the weights of each grade */
    uint16_t heavy[RECALL_HEAVY_MAX]; /* indices into image[] of the heavy ones */
    uint32_t heavy_count;
    float mode[PIECES_A_SIDE][RANKS];  /* by place: probability that a family's rank stands there
                                        * unchanged */
};

/* Sets the prior weights. If `families` is NULL, only the new setup remains. If places may be empty, only
 * families with exactly the places `taken` remain. They share the probability with a new setup by the numbers
 * of games in which these places were taken; `terms->share` is then not used, but 0 excludes a grade. */
void recall_start(struct recall *recall, const struct families *families, const struct recall_terms *terms,
                  placeset taken);

/* Updates the weights by a fact: the piece that began on `place` has one of `ranks` (bit r for rank r). `p`:
 * the probability of that if the setup is new; `exponent`: the power of p. After the last of several facts,
 * call recall_settle before recall_mix. */
void recall_add_fact(struct recall *recall, const struct families *families,
                     const struct recall_terms *terms, int place, uint16_t ranks, float p, float exponent);
/* Recomputes `mode` from the heavy hypotheses. */
void recall_settle(struct recall *recall, const struct families *families, const struct recall_terms *terms);

/* Returns whether any known setup is left. */
static inline bool recall_knows(const struct recall *recall)
{
    return recall->count > 0;
}

/* Returns whether recall_mix uses the ratios of the moves. */
static inline bool recall_uses_moves(const struct recall *recall)
{
    return recall->heavy_count > 0;
}

/* Combines the weights with the evidence of moves. hidden[i]: the place of the i-th of `count` hidden
 * pieces; ratio[i]: for each rank, its probability by setup and moves divided by that by the setup alone.
 * Fills `mode` (as in struct recall) for the hidden places, and `share`, the probabilities of known, near
 * and new. */
void recall_mix(const struct recall *recall, const struct families *families,
                const struct recall_terms *terms, int count, const uint8_t *hidden,
                const float (*ratio)[RANKS], float mode[PIECES_A_SIDE][RANKS], float share[SETUP_NOVELTIES]);

#endif
