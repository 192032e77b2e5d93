/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning what a hidden piece's behaviour tells of its rank (belief/habits.h) from games. */
#ifndef VEDETTE_LEARN_HABITS_LEARN_H
#define VEDETTE_LEARN_HABITS_LEARN_H

#include "belief/belief.h"
#include "belief/model.h"

#include <stdatomic.h>

/* Hidden pieces at moments of games: what was believed of each without its behaviour, its features, and its
 * true rank. */
struct habit_samples;

struct habit_samples *habit_samples_new(void);
void habit_samples_free(struct habit_samples *samples);

struct habit_terms {
    const struct training_game *games;
    size_t count;
    enum player_kind player; /* who played them */
    size_t all;              /* games of that kind that are learnt from, these and others: the more there are,
                              * the fewer pieces are taken of each */
    int fold;                /* a number for these games, by which habits_fit can leave them out */
    /* Of the guesser "bayes", with a network and families of setups that have not seen these games' own
     * pairs: else what is learnt would trust them too much. Its habits and moves' weights are not used. */
    const struct belief_knowledge *knowledge;
    int jobs;
    const atomic_bool *stop; /* may be NULL */
};

/* Adds a sample of the games' hidden pieces. The same for any number of jobs. */
void habit_samples_add(struct habit_samples *samples, const struct habit_terms *terms);

/* Fills the model's habits of one kind of player, and the weight of its likelihood of moves beside them
 * (model->weights), from all samples of such players but those of the fold `without` (-1: none is left out),
 * by stochastic gradient steps on the log likelihood of the true ranks (AdaGrad, Duchi et al. 2011). The
 * model stays as it is where there are none, except that habits of programs are then those of people. */
void habits_fit(struct belief_model *model, enum player_kind player, const struct habit_samples *samples,
                  int without, const atomic_bool *stop);

#endif
