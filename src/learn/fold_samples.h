/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games for the training, each with a model that has not learnt from the game. */
#ifndef VEDETTE_LEARN_FOLD_SAMPLES_H
#define VEDETTE_LEARN_FOLD_SAMPLES_H

#include "belief/model.h"
#include "belief/move_model.h"

/* A game, and a model that has not learnt from it: its network and families come from other games' setups.
 * The parts that depend on their answers (weights, habits) must be learnt from such models. Otherwise they
 * would learn to trust answers that come from a copy of the same setup. Parts of the model that are learnt in
 * later steps of cross_fit_run are not filled in yet. */
struct fold_sample {
    const struct training_game *game;
    const struct belief_model *model;
};

/* Samples by kind of player (people, programs), in the order of the games. */
struct fold_samples {
    struct fold_sample *items[PLAYER_KINDS];
    size_t count[PLAYER_KINDS];
};

#endif
