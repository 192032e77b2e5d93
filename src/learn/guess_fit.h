/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is learnt from games: how players move, and how much each part of the evidence weighs. The weights
 * are picked by the log-loss on a third of the games, under a likelihood of moves that was learnt from
 * the other two; then how players move is learnt from all of them. */
#ifndef VEDETTE_LEARN_GUESS_FIT_H
#define VEDETTE_LEARN_GUESS_FIT_H

#include "belief/belief.h"
#include "lab/dataset.h"

#include <stdatomic.h>

enum {
    MOVE_MODEL_EPOCHS = 2,  /* over all games */
    FIT_PARTS = 3,          /* each third game is one to try on */
    FIT_VALIDATION_MOST = 200, /* of which so many are used */
};
#define MOVE_MODEL_RATE 0.1

struct guess_fit_terms {
    /* Games of each kind of player. Where there are none, that kind's model and weights stay as they are. */
    const struct training_game *games[PLAYER_KINDS];
    size_t count[PLAYER_KINDS];
    struct belief_options options;
    const struct setup_statistics *statistics;
    int jobs;
    const atomic_bool *stop;        /* may be NULL */
    void (*report)(void *context, const char *text); /* what is being done; may be NULL */
    void *context;
};

/* Fills the model's `move_model` and `weights` (the joint one from people's games); its network must be
 * there, and should not know the games' setups. Stops early, with no use for the result, once `stop` is
 * set. */
void guess_fit(const struct guess_fit_terms *terms, struct belief_model *model);

/* Picks De Boer's constants (missed, happiness, decay, line) in `options` by the log-loss on people's
 * games, every FIT_PARTS-th of them. */
void guess_fit_deboer(const struct guess_fit_terms *terms, struct belief_options *options);

#endif
