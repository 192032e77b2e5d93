/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/guess_learn.h"

#include "base/memory.h"
#include "lab/guess_fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct setups {
    struct setup *items;
    size_t count, room;
};

static void add(struct setups *setups, const struct setup *setup)
{
    setups->items = memory_grow(setups->items, &setups->room, setups->count + 1,
                                sizeof *setups->items);
    setups->items[setups->count++] = *setup;
}

static void take_from_games(const struct lessons *games, struct setups *kept)
{
    struct setup pair[SIDES];
    for (size_t i = 0; i < games->count; i++)
        if (lesson_setups(&games->items[i], pair)) {
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
    const struct lessons *games = terms->games, *programs = terms->programs;
    struct guess_fit_terms fit = {
        .lessons = {games->items, programs->items}, .count = {games->count, programs->count},
        .options = terms->options, .statistics = terms->statistics, .jobs = terms->jobs,
        .stop = terms->stop, .report = terms->report, .context = terms->context,
    };
    model->weights = belief_weights_plain;
    guess_fit(&fit, model);
    *deboer = terms->options;
    guess_fit_deboer(&fit, deboer);
    lessons_mark(games, &model->marks[CONDUCT_PEOPLE]);
    lessons_mark(programs, &model->marks[CONDUCT_PROGRAMS]);
    lessons_mark(terms->without, &model->without);
}

enum status guess_learn(const struct guess_learn_terms *terms, struct belief_model *model,
                        struct belief_options *deboer, struct error *error)
{
    struct setups kept = {0};
    struct rng rng;
    size_t cover_count;
    if (terms->setups)
        kept.items = lessons_other_setups(terms->without, terms->setups, terms->setup_count, &kept.count);
    else
        take_from_games(terms->games, &kept);
    struct network_cover *covers = lessons_covers(terms->games, &cover_count);
    enum status status = STATUS_OK;
    if (!kept.count || !cover_count) {
        status = error_set(error, STATUS_BAD, "guess learn: no %s to learn from",
                           kept.count ? "games from setups" : "setups");
    } else {
        struct network_course course = {.epochs = terms->rounds, .batch = 64, .rate = 0.004,
                                        .decay = 0.01, .report = report, .context = (void *)terms};
        rng_seed(&rng, terms->seed, 0);
        model->setups = kept.count;
        network_learn(&model->network, kept.items, kept.count, covers, cover_count, &course, &rng);
        learn_moves(terms, model, deboer);
        if (terms->stop && atomic_load(terms->stop))
            status = error_set(error, STATUS_NO, "stopped");
    }
    free(covers);
    free(kept.items);
    return status;
}
