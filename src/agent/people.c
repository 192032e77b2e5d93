/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sparring partner that sets up and moves as people do: setups are drawn from the joint model, and moves
 * from the learnt choice of moves (belief/move_model.h), here with the own ranks known. With a temperature T
 * a move of strength s is played with a probability in proportion to s^(1/T). */
#include "agent/kinds.h"
#include "agent/own_setup.h"

#include "observer/opponents.h"

#include <math.h>

enum { TEMPERATURE, OPTIONS };

static const struct option options[OPTIONS] = {
    [TEMPERATURE] = {"temperature", OPTION_NUMBER, 0, 10, 1, NULL, "",
                     "1: moves as often as people make them; less: the likelier ones; 0: the likeliest", ""},
};

const struct option_group people_group = {
    .name = "people",
    .meaning = "how the agent people draws its moves",
    .options = options,
    .count = OPTIONS,
};

struct people {
    struct own_setup own_setup;
    double option[OPTIONS];
    struct move_model_weights weights;
};

static enum status load(void *state, const struct settings *settings, struct library *library,
                        struct error *error)
{
    struct people *self = state;
    const struct belief_model *model;
    struct setup_sources setup;
    struct settings own = {0};
    setup_settings_like_people(&own, settings);
    enum status status = library_chosen_belief_model(library, settings, &model, error);
    if (!status)
        status = library_setup_sources(library, &own, &setup, error);
    if (!status) {
        settings_group(settings, people_group.name, self->option, OPTIONS);
        move_model_join(model->move_model, &self->weights);
        own_setup_init(&self->own_setup, &own, &setup);
    }
    settings_free(&own);
    return status;
}

/* The likeliest of so many moves. */
static int likeliest(const double *strength, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (strength[i] > strength[best])
            best = i;
    return best;
}

/* Draws one by strength^(1/T); they are taken relative to the likeliest, so that no power is too large. */
static int draw(double *strength, int count, double temperature, struct rng *rng)
{
    const double most = strength[likeliest(strength, count)];
    double total = 0;
    for (int i = 0; i < count; i++) {
        double share = most > 0 ? strength[i] / most : 1;
        strength[i] = temperature < 1 || temperature > 1 ? pow(share, 1 / temperature) : share;
        total += strength[i];
    }
    double drawn = total * rng_unit(rng);
    int i = 0;
    while (i + 1 < count && drawn >= strength[i])
        drawn -= strength[i++];
    return i;
}

static struct move best_move(void *state, const struct view *view, const struct think *think)
{
    const struct people *self = state;
    struct move moves[MOVES_MAX];
    double strength[MOVES_MAX];
    int count = think_moves(think, &view->board, moves);
    if (!count)
        return MOVE_NONE;
    people_strengths(&self->weights, view, NULL, moves, count, strength);
    if (self->option[TEMPERATURE] <= 0)
        return moves[likeliest(strength, count)];
    return moves[draw(strength, count, self->option[TEMPERATURE], think->rng)];
}

const struct agent_kind agent_people = {
    .name = "people",
    .help = "sets up and moves as people do",
    .options = "people",
    .size = sizeof(struct people),
    .load = load,
    .reloads = true,
    .setup = own_setup_make,
    .move = best_move,
};
