/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invincible, after De Boer 2007: makes its setup with statistics and evaluation rules (chapter 4),
 * guesses ranks (chapter 6), and makes the move with the highest total of its plans (chapter 5). */
#include "agent/kinds.h"
#include "agent/own_setup.h"

#include "base/memory.h"
#include "observer/planner_state.h"

#include <stdlib.h>

enum { DRAW_BELOW, DRAW_AFTER, OPTIONS };

static const struct option options[OPTIONS] = {
    [DRAW_BELOW] = {"draw_below", OPTION_NUMBER, 0, 100, 0.9, NULL, "of the enemy's strength",
                    "a draw is accepted where the own army is worth less than this", "De Boer 2007, 3.3"},
    [DRAW_AFTER] = {"draw_after", OPTION_INT, 0, 100000, 400, NULL, "moves without an attack",
                    "a draw is accepted, whoever is ahead, after this long; 0: never", ""},
};

const struct option_group invincible_group = {
    .name = "invincible",
    .meaning = "when the agent invincible accepts a draw",
    .options = options, .count = OPTIONS,
};

/* The state of the agent. */
struct invincible {
    struct own_setup own_setup;
    double option[OPTIONS];  /* by DRAW_BELOW, DRAW_AFTER */
    struct planner_state planner_state;
    struct plan_context *context; /* of the last move; the next move updates it */
};

/* Loads the settings and their models; if this fails, the state does not change. */
static enum status invincible_load(void *state, const struct settings *settings, struct library *library,
                                   struct error *error)
{
    struct invincible *self = state;
    struct belief_sources belief;
    struct setup_sources setup;
    enum status status = library_belief_sources(library, settings, &belief, error);
    if (!status)
        status = library_setup_sources(library, settings, &setup, error);
    if (status)
        return status;
    planner_state_reload(&self->planner_state, settings, &belief);
    settings_group(settings, invincible_group.name, self->option, OPTIONS);
    own_setup_init(&self->own_setup, settings, &setup);
    if (!self->context)
        self->context = memory_new(1, sizeof *self->context);
    return STATUS_OK;
}

/* The `end` callback: frees everything. */
static void invincible_end(void *state)
{
    struct invincible *self = state;
    planner_state_free(&self->planner_state);
    free(self->context);
}

/* Returns the index of the allowed move with the highest total, the first of equal ones; -1: none. */
static int best_allowed(const struct think *think, const struct plan_context *context, const double *total)
{
    int best = -1;
    for (int i = 0; i < context->count; i++)
        if (think_allows(think, context->moves[i].move) && (best < 0 || total[i] > total[best]))
            best = i;
    return best;
}

/* Reports the total of each allowed move; `best` is the index of the best one. */
static void report_totals(const struct think *think, const struct plan_context *context, const double *total,
                          int best)
{
    struct progress *progress = memory_new(1, sizeof *progress);
    progress->value = total[best];
    progress->best = progress->line[progress->length++] = context->moves[best].move;
    for (int i = 0; i < context->count; i++)
        if (think_allows(think, context->moves[i].move))
            progress->root[progress->roots++] = (struct root_move){.move = context->moves[i].move,
                                                                     .value = total[i]};
    think->report(think->context, progress);
    free(progress);
}

/* The `move` callback: returns the allowed move with the highest total of the plans. */
static struct move invincible_move(void *state, const struct view *view, const struct think *think)
{
    struct invincible *self = state;
    struct plan_context *context = self->context;
    double total[MOVES_MAX];
    planner_state_context(&self->planner_state, view, think->rng, context);
    int best = planner_choose(&self->planner_state.planner, context, total);
    if (think->root)
        best = best_allowed(think, context, total);
    if (think->report && best >= 0)
        report_totals(think, context, total, best);
    return best < 0 ? MOVE_NONE : context->moves[best].move;
}

/* Accepts a draw if the own army is weaker than the option `draw_below` (relative to the enemy's), or
 * after `draw_after` moves without an attack. */
static bool invincible_accepts_draw(void *state, const struct view *view)
{
    struct invincible *self = state;
    uint32_t quiet = board_quiet(&view->board);
    planner_state_update(&self->planner_state, view, NULL);
    return self->planner_state.worth.state[view->side] < self->option[DRAW_BELOW] ||
           (self->option[DRAW_AFTER] > 0 && quiet >= self->option[DRAW_AFTER]);
}

const struct agent_kind agent_invincible = {
    .name = "invincible",
    .help = "sets up, guesses and plans as De Boer's Invincible (2007) does",
    .options = "invincible", .size = sizeof(struct invincible), .load = invincible_load, .reloads = true,
    .end = invincible_end, .setup = own_setup_make, .move = invincible_move,
    .accepts_draw = invincible_accepts_draw,
};
