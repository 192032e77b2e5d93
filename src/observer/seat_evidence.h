/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evidence that a seat adds to the guesser's belief. Each kind is a row of a table and gives, for each
 * hidden enemy piece, a log-likelihood of each rank. The final probability of a rank is in proportion to the
 * guesser's probability x exp(sum of weight x log-likelihood), and in normal form. A new kind needs one field
 * and one row. */
#ifndef VEDETTE_OBSERVER_SEAT_EVIDENCE_H
#define VEDETTE_OBSERVER_SEAT_EVIDENCE_H

#include "belief/belief.h"
#include "observer/approach_evidence.h"
#include "observer/rank_evidence.h"
#include "profile/option.h"

enum seat_evidence_kind {
    SEAT_EVIDENCE_OPPONENT, /* the enemy's moves, by the kinds of player the enemy may be */
    SEAT_EVIDENCE_APPROACH, /* the known pieces that a piece stepped up to */
    SEAT_EVIDENCE_KINDS
};

/* The option group "observer": a number for each kind. */
extern const struct option_group observer_group;

/* All zero: no evidence, and all weights 0. */
struct seat_evidence {
    double weight[SEAT_EVIDENCE_KINDS]; /* exponent of a kind's likelihoods; 0: not used */
    struct rank_evidence opponent;
    struct approach_evidence approach;
};

/* One kind. `log_likelihood` computes the natural logarithms of the likelihood of the evidence about the
 * piece in a row, for each rank, up to a constant. */
struct seat_evidence_row {
    enum evidence_kind kind; /* for evidence_name and evidence_text */
    void (*log_likelihood)(const struct seat_evidence *evidence, int row, double out[RANKS]);
};
extern const struct seat_evidence_row seat_evidence_table[SEAT_EVIDENCE_KINDS];

/* Sets the weights from the options. */
void seat_evidence_weigh(struct seat_evidence *evidence, const struct settings *settings);

/* Returns the weight of approach evidence with which an endangered rank becomes `share` (0 .. 1) times as
 * probable, relative to other ranks. */
double seat_evidence_approach_weight(double share);

/* Multiplies the probabilities `p` (may be belief->p) of the hidden pieces of the belief's side by the
 * evidence, and brings them into normal form (belief/normal.h). The total factor of a cell is e^-4 .. e^4,
 * so that a wrong model cannot exclude the truth. `p` stays unchanged if no evidence has a weight, if the
 * facts contradict each other, or if pieces are missing. */
void seat_evidence_apply(const struct seat_evidence *evidence, const struct belief *belief,
                         double p[PIECES_A_SIDE][RANKS]);

/* Appends an item to `list` for each hidden piece and each kind with evidence about it. */
void seat_evidence_explain(const struct seat_evidence *evidence, const struct belief *belief,
                           struct evidence_list *list);

#endif
