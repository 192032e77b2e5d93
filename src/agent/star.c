/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Star: searches by *-minimax (src/search), with the guesser's probabilities for unknown ranks. */
#include "agent/kinds.h"

#include "agent/library.h"
#include "agent/own_setup.h"
#include "agent/time_share.h"
#include "base/memory.h"
#include "observer/observer.h"
#include "search/search.h"

#include <stdlib.h>

/* The state of the agent. */
struct star {
    struct own_setup own_setup;
    struct search search;
    struct observer observer;
    double value;                              /* of the last move, for accepts_draw; 0: none yet */
};

/* Loads the settings and their models; if this fails, the state does not change. */
static enum status star_load(void *state, const struct settings *settings, struct library *library,
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

/* The `end` callback: frees everything. */
static void star_end(void *state)
{
    struct star *self = state;
    search_free(&self->search);
    observer_free(&self->observer);
}

/* Sets the limits of the search from the request, or from the options if the request has none. If the clock
 * has no time to spare, the search is one ply deep. */
static void set_search_limits(const struct star *self, const struct view *view, const struct think *think,
                              struct search_terms *terms)
{
    terms->depth = think->depth;
    terms->nodes = think->nodes;
    struct time_share limits;
    bool bounded = think->depth || think->nodes;
    if (!time_limits_of_move(think, board_played(&view->board) / 2, &limits))
        terms->depth = 1;
    terms->hard_seconds = limits.hard;
    terms->soft_seconds = bounded ? think->soft_seconds : limits.soft;
    search_limit(terms, &self->search.options);
}

/* Converts reports of the search into reports of the agent. */
struct search_reporter {
    const struct think *think;
    struct progress progress;
};

/* Forwards what was found as progress. It is a callback of the search. */
static void report_search(void *context, const struct search_result *found)
{
    struct search_reporter *search_reporter = context;
    struct progress *progress = &search_reporter->progress;
    *progress = (struct progress){.depth = found->depth, .seldepth = found->seldepth, .nodes = found->nodes,
                                  .seconds = found->seconds, .value = found->value, .best = found->best,
                                  .roots = found->roots};
    for (; progress->length < found->length && progress->length < PROGRESS_MAX_LINE; progress->length++) {
        progress->line[progress->length] = found->line[progress->length];
        progress->fight[progress->length] = found->fight[progress->length];
    }
    for (int i = 0; i < found->roots; i++)
        progress->root[i] = (struct root_move){found->root[i].move, found->root[i].value,
                                               found->root[i].bound == BOUND_UPPER, found->root[i].nodes};
    search_reporter->think->report(search_reporter->think->context, progress);
}

/* The `move` callback: updates the beliefs and searches. Stores the value for star_accepts_draw. */
static struct move star_move(void *state, const struct view *view, const struct think *think)
{
    struct star *self = state;
    struct search_result *result = memory_new(1, sizeof *result);
    struct search_reporter *search_reporter = memory_new(1, sizeof *search_reporter);
    struct search_terms terms = {.view = view, .lines = think->lines, .threads = think->threads,
                                 .settle = true, .root = think->root,
                                 .root_count = think->root_count, .stop = think->stop};
    search_reporter->think = think;
    if (think->report) {
        terms.report = report_search;
        terms.context = search_reporter;
    }
    observer_follow(&self->observer, view, NULL);
    terms.belief = (const double(*)[RANKS])self->observer.p[side_other(view->side)];
    set_search_limits(self, view, think, &terms);
    search_run(&self->search, &terms, result);
    struct move move = result->best;
    self->value = result->value;
    free(search_reporter);
    free(result);
    return move;
}

/* Accepts a draw if the value of the last search was negative. */
static bool star_accepts_draw(void *state, const struct view *view)
{
    const struct star *self = state;
    (void)view;
    return self->observer.seen > 0 && self->value < 0;
}

const struct agent_kind agent_star = {
    .name = "star",
    .help = "looks ahead by *-minimax, fights with unknown pieces as chance nodes (Arts 2010)",
    .options = "search", .size = sizeof(struct star), .load = star_load, .reloads = true, .end = star_end,
    .setup = own_setup_make, .move = star_move, .accepts_draw = star_accepts_draw,
};
