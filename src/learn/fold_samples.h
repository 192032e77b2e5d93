/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is learnt from games whose setups the models beside them do not know. */
#ifndef VEDETTE_LEARN_FOLD_SAMPLES_H
#define VEDETTE_LEARN_FOLD_SAMPLES_H

#include "belief/model.h"
#include "belief/move_model.h"

/* A game, and a model that has not learnt from it: its network and families are from other games' setups.
 * What hangs on their answers (how much each is worth, habits) is learnt from such answers, as it would
 * otherwise learn to trust what a setup's own copy says. Of the same model, what is learnt later than the
 * one that asks is not there yet: the order is cross_fit's. */
struct fold_sample {
    const struct training_game *game;
    const struct belief_model *model;
};

/* By who played, people or programs, in the games' order. */
struct fold_samples {
    struct fold_sample *items[PLAYER_KINDS];
    size_t count[PLAYER_KINDS];
};

#endif
