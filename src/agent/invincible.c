/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invincible, after De Boer 2007: sets up by statistics and judgement (chapter 4), guesses ranks (chapter
 * 6), and plays the move to which its plans together give most (chapter 5). */
#include "agent/kinds.h"

#include "base/clock.h"
#include "base/memory.h"
#include "plan/mind.h"
#include "setup/creator.h"

#include <stdlib.h>

enum { DRAW_BELOW, DRAW_AFTER, OPTIONS };

static const struct option options[OPTIONS] = {
    [DRAW_BELOW] = {"draw_below", OPTION_NUMBER, 0, 100, 0.9, NULL, "of the enemy's strength",
                    "a draw is accepted where the own army is worth less than this",
                    "De Boer 2007, 3.3"},
    [DRAW_AFTER] = {"draw_after", OPTION_INT, 0, 100000, 400, NULL, "moves without an attack",
                    "a draw is accepted, whoever is ahead, after so many; 0 = never", ""},
};

const struct option_group invincible_group = {
    .name = "invincible",
    .meaning = "when the agent invincible accepts a draw",
    .options = options,
    .count = OPTIONS,
};

struct invincible {
    double option[OPTIONS];
    struct mind mind;
    struct setup_options setup;
    struct setup_model model;    /* only read in where the faithful generator is asked for */
};

static void *start(const struct settings *settings)
{
    struct invincible *self = memory_new(1, sizeof *self);
    settings_group(settings, invincible_group.name, self->option, OPTIONS);
    mind_init(&self->mind, settings);
    setup_options_init(&self->setup, settings);
    return self;
}

static void end(void *state)
{
    struct invincible *self = state;
    mind_free(&self->mind);
    setup_model_free(&self->model);
    free(self);
}

static void reload(void *state, const struct settings *settings)
{
    struct invincible *self = state;
    settings_group(settings, invincible_group.name, self->option, OPTIONS);
    mind_reload(&self->mind, settings);
    setup_options_init(&self->setup, settings);
}

static void set_up(void *state, enum side side, const struct think *think, struct setup *setup)
{
    struct invincible *self = state;
    (void)side; /* a setup does not know its colour */
    if (self->setup.generator == GENERATOR_FAITHFUL && !self->model.pair)
        setup_model_human(&self->model);
    self->setup.model = &self->model;
    self->setup.stop = think->stop;
    self->setup.deadline = think->seconds > 0 ? clock_now() + think->seconds : 0;
    setup_create(self->mind.statistics, &self->setup, think->rng, setup);
}

static struct move best_move(void *state, const struct view *view, const struct think *think)
{
    struct invincible *self = state;
    struct plan_context *context = memory_new(1, sizeof *context);
    double total[MOVES_MAX];
    mind_context(&self->mind, view, think->rng, context);
    int best = planner_choose(&self->mind.planner, context, total);
    struct move move = best < 0 ? MOVE_NONE : context->moves[best].move;
    free(context);
    return move;
}

static bool accepts_draw(void *state, const struct view *view)
{
    struct invincible *self = state;
    uint32_t quiet = board_quiet(&view->board);
    mind_follow(&self->mind, view);
    return self->mind.worth.state[view->side] < self->option[DRAW_BELOW] ||
           (self->option[DRAW_AFTER] > 0 && quiet >= self->option[DRAW_AFTER]);
}

const struct agent_kind agent_invincible = {
    .name = "invincible",
    .help = "sets up, guesses and plans as De Boer's Invincible (2007) does",
    .options = "invincible",
    .start = start,
    .end = end,
    .reload = reload,
    .setup = set_up,
    .move = best_move,
    .accepts_draw = accepts_draw,
};
