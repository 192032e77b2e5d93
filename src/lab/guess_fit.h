/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is learnt from lessons: how players move, and how much each part of the evidence weighs. The weights
 * are picked by the log-loss on a third of the lessons, under a likelihood of moves that was learnt from
 * the other two; then how players move is learnt from all of them. */
#ifndef VEDETTE_LAB_GUESS_FIT_H
#define VEDETTE_LAB_GUESS_FIT_H

#include "belief/belief.h"
#include "lab/lessons.h"

#include <stdatomic.h>

enum {
    CONDUCT_EPOCHS = 2,     /* over all lessons */
    FIT_PARTS = 3,          /* each third lesson is one to try on */
    FIT_TRIAL_MOST = 200,   /* of which so many are used */
};
#define CONDUCT_RATE 0.1

struct guess_fit_terms {
    /* Lessons of each kind of player; of whom there are none, model and weights stay as they are. */
    const struct lesson *lessons[CONDUCT_PLAYERS];
    size_t count[CONDUCT_PLAYERS];
    struct belief_options options;
    const struct setup_statistics *statistics;
    int jobs;
    const atomic_bool *stop;        /* may be NULL */
    void (*report)(void *context, const char *text); /* what is being done; may be NULL */
    void *context;
};

/* Fills the model's `conduct` and `weights` (the joint one from people's games); its network must be there,
 * and should not know the lessons' setups. Stops early, with no use for the result, once `stop` is set. */
void guess_fit(const struct guess_fit_terms *terms, struct belief_model *model);

/* Picks De Boer's constants (missed, happiness, decay, line) in `options` by the log-loss on people's
 * lessons, every FIT_PARTS-th of them. */
void guess_fit_deboer(const struct guess_fit_terms *terms, struct belief_options *options);

#endif
