/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evidence of the setup: what is known of the observed side's setup makes some ranks likelier on its
 * other places, by the network (setup/network.h), and some known setups likelier (belief/recall.h). */
#ifndef VEDETTE_BELIEF_SETUP_EVIDENCE_H
#define VEDETTE_BELIEF_SETUP_EVIDENCE_H

#include "belief/recall.h"
#include "game/view.h"
#include "setup/network.h"

struct belief;

struct setup_evidence {
    struct network_sums sums;          /* the network's inputs so far */
    uint8_t state[PIECES_A_SIDE];      /* the network's input state of each place */
    float prior[PIECES_A_SIDE][RANKS]; /* the network's output: log weights by place and rank */
    struct recall recall;              /* weights of known setups, by facts only */
    uint16_t seen_mask[PIECES_A_SIDE]; /* the facts' masks at the last setup_evidence_update */
};

/* Returns the network's log weights of the ranks on a place. */
static inline const float *setup_evidence_prior(const struct setup_evidence *setup, int place)
{
    return setup->prior[place];
}

/* Returns the weights of known setups. */
static inline const struct recall *setup_evidence_recall(const struct setup_evidence *setup)
{
    return &setup->recall;
}

/* Sets the first prior and the prior weights of known setups, by the places where pieces began. */
void setup_evidence_start(struct belief *belief);

/* Prefetches the network's weights for the facts that the event will reveal. They are spread over megabytes,
 * and other work is done before they are used. */
void setup_evidence_prefetch(const struct belief *belief, const struct event *event);

/* Updates the belief by the places whose state has changed since the last call: the known setups, the
 * network's output, and the evidence list. Returns whether a state or a mask of ranks has changed. */
bool setup_evidence_update(struct belief *belief);

#endif
