/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evidence that a seat adds to what the guesser makes of the public moves. Each kind is a row of a table
 * and gives, for each hidden enemy piece, a log-likelihood of each rank. The final probability of a rank is
 * in proportion to the guesser's probability x exp(sum of weight x log-likelihood), and in normal form. A new
 * kind, a learnt one included, is one field and one row. */
#ifndef VEDETTE_OBSERVER_SEAT_EVIDENCE_H
#define VEDETTE_OBSERVER_SEAT_EVIDENCE_H

#include "belief/belief.h"
#include "observer/approach_evidence.h"
#include "observer/rank_evidence.h"
#include "profile/option.h"

enum seat_evidence_kind {
    SEAT_EVIDENCE_OPPONENT, /* what the enemy's moves say, by the kind of player that the enemy seems to be */
    SEAT_EVIDENCE_APPROACH, /* which known pieces a piece stepped up to */
    SEAT_EVIDENCE_KINDS
};

/* The options: a number a kind, group "observer". */
extern const struct option_group observer_group;

/* All zero: no evidence, and none counts. */
struct seat_evidence {
    double weight[SEAT_EVIDENCE_KINDS]; /* power to which a kind's likelihoods count; 0: it does not count */
    struct rank_evidence opponent;
    struct approach_evidence approach;
};

/* One kind. `log_likelihood` fills in the natural logarithms of how likely the evidence about the piece in a
 * row is with each rank, up to a constant. */
struct seat_evidence_row {
    enum evidence_kind kind; /* by which people see it: evidence_name, evidence_text */
    void (*log_likelihood)(const struct seat_evidence *evidence, int row, double out[RANKS]);
};
extern const struct seat_evidence_row seat_evidence_table[SEAT_EVIDENCE_KINDS];

/* Sets the weights by the options. */
void seat_evidence_weigh(struct seat_evidence *evidence, const struct settings *settings);

/* The weight of approach evidence by which a rank that a piece has there is `share` (0 .. 1) times as
 * probable as the guesser has it, beside the other ranks. */
double seat_evidence_approach_weight(double share);

/* Multiplies the probabilities `p` of the hidden pieces of the side that `belief` is about, which may be
 * belief->p, by the evidence and brings them to their normal form (belief/normal.h). All evidence together
 * multiplies a cell by e^-4 .. e^4: a wrong model must not rule out the truth. `p` stays as it is if no
 * evidence counts, if the facts contradict each other and if pieces are missing. */
void seat_evidence_apply(const struct seat_evidence *evidence, const struct belief *belief,
                         double p[PIECES_A_SIDE][RANKS]);

/* Appends to `list` an item for each hidden piece and each kind that counts for it. */
void seat_evidence_explain(const struct seat_evidence *evidence, const struct belief *belief,
                           struct evidence_list *list);

#endif
