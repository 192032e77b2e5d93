/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sparring partner that imitates people: it draws setups from the joint model and moves from the learnt
 * model of people's moves (belief/move_model.h), with its own ranks known. With temperature T the
 * probability of a move of strength s is proportional to s^(1/T). */
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
    .options = options, .count = OPTIONS,
};

/* The state of the agent. */
struct people {
    struct own_setup own_setup;
    double option[OPTIONS];
    struct move_model_weights weights;
};

/* Loads the settings and their models; if this fails, the state does not change. */
static enum status people_load(void *state, const struct settings *settings, struct library *library,
                               struct error *error)
{
    struct people *self = state;
    const struct belief_model *model;
    struct setup_sources setup;
    struct settings own_settings = {0};
    setup_settings_like_people(&own_settings, settings);
    enum status status = library_chosen_belief_model(library, settings, &model, error);
    if (!status)
        status = library_setup_sources(library, &own_settings, &setup, error);
    if (!status) {
        settings_group(settings, people_group.name, self->option, OPTIONS);
        move_model_join(model->move_model, &self->weights);
        own_setup_init(&self->own_setup, &own_settings, &setup);
    }
    settings_free(&own_settings);
    return status;
}

/* Returns the index of the largest of `count` strengths, the first of equal ones. */
static int likeliest_index(const double *strength, int count)
{
    int best = 0;
    for (int i = 1; i < count; i++)
        if (strength[i] > strength[best])
            best = i;
    return best;
}

/* Draws an index with probability proportional to strength^(1 / temperature); overwrites `strength`.
 * Strengths are divided by the largest first, to avoid overflow of the power. */
static int draw_move_index(double *strength, int count, double temperature, struct rng *rng)
{
    const double max_strength = strength[likeliest_index(strength, count)];
    double total = 0;
    for (int i = 0; i < count; i++) {
        double share = max_strength > 0 ? strength[i] / max_strength : 1;
        strength[i] = temperature < 1 || temperature > 1 ? pow(share, 1 / temperature) : share;
        total += strength[i];
    }
    double drawn = total * rng_unit(rng);
    int i = 0;
    while (i + 1 < count && drawn >= strength[i])
        drawn -= strength[i++];
    return i;
}

/* Draws a move by the model's strengths; at temperature 0 takes the likeliest. */
static struct move people_move(void *state, const struct view *view, const struct think *think)
{
    const struct people *self = state;
    struct move moves[MOVES_MAX];
    double strength[MOVES_MAX];
    int count = think_moves(think, &view->board, moves);
    if (!count)
        return MOVE_NONE;
    people_strengths(&self->weights, view, NULL, moves, count, strength);
    if (self->option[TEMPERATURE] <= 0)
        return moves[likeliest_index(strength, count)];
    return moves[draw_move_index(strength, count, self->option[TEMPERATURE], think->rng)];
}

const struct agent_kind agent_people = {
    .name = "people",
    .help = "sets up and moves as people do",
    .options = "people", .size = sizeof(struct people), .load = people_load, .reloads = true,
    .setup = own_setup_make, .move = people_move,
};
