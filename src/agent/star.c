/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Star: looks ahead by *-minimax (src/search), guessing unknown ranks as the guesser does. */
#include "agent/kinds.h"

#include "agent/library.h"
#include "agent/own_setup.h"
#include "agent/time_share.h"
#include "base/memory.h"
#include "observer/observer.h"
#include "search/search.h"

#include <stdlib.h>

struct star {
    struct own_setup own_setup;
    struct search search;
    struct observer observer;
    double value;                              /* of the last move found, for the draw; 0: none yet */
};

static enum status load(void *state, const struct settings *settings, struct library *library,
                        struct error *error)
{
    struct star *self = state;
    struct belief_sources belief;
    struct setup_sources setup;
    struct search_options options;
    enum status status = library_belief_sources(library, settings, &belief, error);
    if (!status)
        status = library_setup_sources(library, settings, &setup, error);
    if (status)
        return status;
    search_free(&self->search);
    search_options_read(&options, settings);
    search_init(&self->search, &options);
    observer_reload(&self->observer, settings, &belief);
    own_setup_init(&self->own_setup, settings, &setup);
    return STATUS_OK;
}

static void end(void *state)
{
    struct star *self = state;
    search_free(&self->search);
    observer_free(&self->observer);
}

/* The limits of a search from those of the question, the options where it sets none. With no time to spare on
 * the clock it looks one ply ahead, whatever the options say. */
static void set_limits(const struct star *self, const struct view *view, const struct think *think,
                       struct search_terms *terms)
{
    terms->depth = think->depth;
    terms->nodes = think->nodes;
    struct time_share limits;
    bool bounded = think->depth || think->nodes;
    if (!time_limits(think, board_played(&view->board) / 2, &limits))
        terms->depth = 1;
    terms->hard_seconds = limits.hard;
    terms->soft_seconds = bounded ? think->soft_seconds : limits.soft;
    search_limit(terms, &self->search.options);
}

/* Passes on what the search reports. */
struct reporter {
    const struct think *think;
    struct progress progress;
};

static void report(void *context, const struct search_result *found)
{
    struct reporter *reporter = context;
    struct progress *progress = &reporter->progress;
    *progress = (struct progress){.depth = found->depth, .seldepth = found->seldepth, .nodes = found->nodes,
                                  .seconds = found->seconds, .value = found->value, .best = found->best,
                                  .roots = found->roots};
    for (; progress->length < found->length && progress->length < PROGRESS_LINE; progress->length++) {
        progress->line[progress->length] = found->line[progress->length];
        progress->fight[progress->length] = found->fight[progress->length];
    }
    for (int i = 0; i < found->roots; i++)
        progress->root[i] = (struct root_move){found->root[i].move, found->root[i].value,
                                               found->root[i].bound == BOUND_UPPER, found->root[i].nodes};
    reporter->think->report(reporter->think->context, progress);
}

static struct move best_move(void *state, const struct view *view, const struct think *think)
{
    struct star *self = state;
    struct search_result *result = memory_new(1, sizeof *result);
    struct reporter *reporter = memory_new(1, sizeof *reporter);
    struct search_terms terms = {.view = view, .lines = think->lines, .threads = think->threads,
                                 .settle = true, .root = think->root,
                                 .root_count = think->root_count, .stop = think->stop};
    reporter->think = think;
    if (think->report) {
        terms.report = report;
        terms.context = reporter;
    }
    observer_follow(&self->observer, view, NULL);
    terms.belief = (const double(*)[RANKS])self->observer.p[side_other(view->side)];
    set_limits(self, view, think, &terms);
    search_run(&self->search, &terms, result);
    struct move move = result->best;
    self->value = result->value;
    free(reporter);
    free(result);
    return move;
}

/* A draw is accepted where the last search saw nothing better. */
static bool accepts_draw(void *state, const struct view *view)
{
    const struct star *self = state;
    (void)view;
    return self->observer.seen > 0 && self->value < 0;
}

const struct agent_kind agent_star = {
    .name = "star",
    .help = "looks ahead by *-minimax, fights with unknown pieces as chance nodes (Arts 2010)",
    .options = "search",
    .size = sizeof(struct star),
    .load = load,
    .reloads = true,
    .end = end,
    .setup = own_setup_make,
    .move = best_move,
    .accepts_draw = accepts_draw,
};
