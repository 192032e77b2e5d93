/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learns from games what a hidden piece's behaviour shows about its rank (belief/habits.h). */
#ifndef VEDETTE_LEARN_HABITS_LEARN_H
#define VEDETTE_LEARN_HABITS_LEARN_H

#include "belief/belief.h"
#include "belief/model.h"

#include <stdatomic.h>

/* Hidden pieces at moments of games. For each: the belief without the piece's behaviour, its features, and
 * its true rank. */
struct habit_samples;

/* Creates an empty list of samples. */
struct habit_samples *habit_samples_new(void);
void habit_samples_free(struct habit_samples *samples);

struct habit_terms {
    const struct training_game *games;
    size_t count;
    enum player_kind player; /* the kind of player of these games */
    size_t all;              /* number of all games of that kind in the training, including these: with more
                              * games, each game gives fewer samples */
    int fold;                /* the games' fold, so that habits_fit can leave them out */
    /* Knowledge of the guesser "bayes". Its network and families must not have learnt from the setups of
     * these games, or the fit would trust them too much. Its habits and its weights of moves are not used. */
    const struct belief_knowledge *knowledge;
    int jobs;
    const atomic_bool *stop; /* may be NULL */
};

/* Adds samples of the games' hidden pieces. The result does not depend on the number of jobs. */
void habit_samples_add(struct habit_samples *samples, const struct habit_terms *terms);

/* Fits the model's habits of one kind of player, and the weight of the likelihood of moves (model->weights),
 * on all samples of that kind outside the fold `without` (-1: on all). Maximises the log likelihood of the
 * true ranks by stochastic gradient steps (AdaGrad, Duchi et al. 2011). If there are no samples, the model
 * does not change, except that programs get the habits of people. */
void habits_fit(struct belief_model *model, enum player_kind player, const struct habit_samples *samples,
                  int without, const atomic_bool *stop);

#endif
