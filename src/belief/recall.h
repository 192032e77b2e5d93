/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a side's setup is one that people use again, nearly one, or a new one.
 *
 * The hypotheses are the families of setups (setup/families.h), each as it stands and in the mirror, as it
 * is or with changes, and one more: a new setup, of which something else (bayes.c: the network and how the
 * pieces moved) gives the probabilities. Their weights follow Bayes' rule. A fact about a place, that a rank
 * stands there or that the piece moves, has under a hypothesis the probability
 *
 *     keep [the family's rank fits the fact] + (1 - keep) p,
 *
 * p being what the new hypothesis gave it, and keep how surely the family's rank is kept there. Weights are
 * relative to the new one's, so that each fact multiplies a family's by keep / p + 1 - keep or by
 * 1 - keep. */
#ifndef VEDETTE_BELIEF_RECALL_H
#define VEDETTE_BELIEF_RECALL_H

#include "setup/families.h"

#include <stdbool.h>

enum setup_novelty { SETUP_KNOWN, SETUP_NEAR, SETUP_NEW, SETUP_NOVELTIES };

/* "known", "near", "new". */
extern const char *const setup_novelty_name[SETUP_NOVELTIES];

/* The options belief.known and so on; of these `guess learn` fits recall_seen alone. */
struct recall_terms {
    float share[FAMILY_GRADES];   /* of each grade, before anything is seen; the rest is new */
    float keep[FAMILY_GRADES];    /* how surely a rank of which the family is sure is kept */
    float seen, moved;            /* exponents of p where a rank was seen, and where a piece has moved */
    float habits;                 /* exponent of what moves tell */
};

enum { RECALL_HEAVY_MAX = 400 }; /* a heavy hypothesis has more than one part in so many of all weight */

/* The hypotheses that still count, in rising order, with their weights; all weights and `fresh`, that of a
 * new setup, add up to one. */
struct recall {
    uint32_t count;
    uint16_t image[FAMILY_IMAGES_MAX];
    float weight[FAMILY_IMAGES_MAX][FAMILY_GRADES];
    float fresh;
    float sum[FAMILY_GRADES];          /* of the weights */
    uint16_t heavy[RECALL_HEAVY_MAX]; /* which ones count now: indices of the above */
    uint32_t heavy_count;
    float mode[PIECES_A_SIDE][RANKS];  /* by place: how probable it is that a family's rank stands
                                        * there and is kept */
};

/* What is known before the first fact; no hypotheses but the new one where `families` is NULL. Where places
 * may be empty, only those remain that take exactly the places `taken`, and they share the probability with a
 * new setup by the games in which these places were taken, whatever `terms->share` (0 still excludes a
 * grade). */
void recall_start(struct recall *recall, const struct families *families, const struct recall_terms *terms,
                  placeset taken);

/* The rank of the piece that began on `place` is one of `ranks` (bit r). `p`: how probable that was by the
 * new hypothesis; it counts with the exponent. recall_settle is to follow, after the last of several facts,
 * before recall_mix. */
void recall_fact(struct recall *recall, const struct families *families,
                 const struct recall_terms *terms, int place, uint16_t ranks, float p, float exponent);
void recall_settle(struct recall *recall, const struct families *families,
                   const struct recall_terms *terms);

/* Whether moves would change anything: recall_mix does not look at the ratios otherwise. */
static inline bool recall_asks_moves(const struct recall *recall)
{
    return recall->heavy_count > 0;
}

/* What the moves of hidden pieces make of the hypotheses. `hidden` are the places of `count` hidden pieces,
 * ratio[i] by how much their moves made each rank of the i-th likelier than the setup alone did. Fills
 * `mode` as above, for the hidden places, and the shares. */
void recall_mix(const struct recall *recall, const struct families *families,
                const struct recall_terms *terms, int count, const uint8_t *hidden,
                const float (*ratio)[RANKS], float mode[PIECES_A_SIDE][RANKS],
                float share[SETUP_NOVELTIES]);

#endif
