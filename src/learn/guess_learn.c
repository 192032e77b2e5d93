/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/guess_learn.h"

#include "base/memory.h"
#include "learn/guess_fit.h"
#include "learn/network_learn.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct setup_list {
    struct setup *items;
    size_t count, room;
};

static void add(struct setup_list *setups, const struct setup *setup)
{
    setups->items = memory_grow(setups->items, &setups->room, setups->count + 1,
                                sizeof *setups->items);
    setups->items[setups->count++] = *setup;
}

static void take_from_games(const struct dataset *games, struct setup_list *kept)
{
    struct setup pair[SIDES];
    for (size_t i = 0; i < games->count; i++)
        if (training_game_setups(&games->items[i], pair)) {
            add(kept, &pair[RED]);
            add(kept, &pair[BLUE]);
        }
}

static bool report(void *context, int epoch, double loss)
{
    const struct guess_learn_terms *terms = context;
    char text[80];
    snprintf(text, sizeof text, "setups: round %d, %.4f bits a hidden piece", epoch + 1, loss / log(2));
    if (terms->report)
        terms->report(terms->context, text);
    return !terms->stop || !atomic_load(terms->stop);
}

static void learn_moves(const struct guess_learn_terms *terms, struct belief_model *model,
                        struct belief_options *deboer)
{
    const struct dataset *games = terms->games, *programs = terms->programs;
    struct guess_fit_terms fit = {
        .games = {games->items, programs->items}, .count = {games->count, programs->count},
        .options = terms->options, .statistics = terms->statistics, .jobs = terms->jobs,
        .stop = terms->stop, .report = terms->report, .context = terms->context,
    };
    model->weights = belief_weights_plain;
    guess_fit(&fit, model);
    *deboer = terms->options;
    guess_fit_deboer(&fit, deboer);
    dataset_fingerprint(games, &model->fingerprints[PLAYER_PEOPLE]);
    dataset_fingerprint(programs, &model->fingerprints[PLAYER_PROGRAMS]);
    dataset_fingerprint(terms->without, &model->without);
}

enum status guess_learn(const struct guess_learn_terms *terms, struct belief_model *model,
                        struct belief_options *deboer, struct error *error)
{
    struct setup_list kept = {0};
    struct rng rng;
    size_t mask_count;
    if (terms->setups)
        kept.items = dataset_other_setups(terms->without, terms->setups, terms->setup_count, &kept.count);
    else
        take_from_games(terms->games, &kept);
    struct setup_mask *masks = dataset_masks(terms->games, &mask_count);
    enum status status = STATUS_OK;
    if (!kept.count || !mask_count) {
        status = error_set(error, STATUS_BAD, "guess learn: no %s to learn from",
                           kept.count ? "games from setups" : "setups");
    } else {
        struct network_training training = {.epochs = terms->rounds, .batch = 64, .rate = 0.004,
                                          .decay = 0.01, .report = report, .context = (void *)terms};
        rng_seed(&rng, terms->seed, 0);
        model->setups = kept.count;
        network_learn(&model->network, kept.items, kept.count, masks, mask_count, &training, &rng);
        learn_moves(terms, model, deboer);
        if (terms->stop && atomic_load(terms->stop))
            status = error_set(error, STATUS_NO, "stopped");
    }
    free(masks);
    free(kept.items);
    return status;
}
