/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rollout/lookahead.h"

#include "base/clock.h"

#include <math.h>
#include <string.h>

static const double at_once = 1e-6; /* seconds; 0 would be no limit */

enum { TABLE_SIZE = 1 /* megabytes: searches of a few hundred positions, and one a thread */ };

/* A searcher is kept as long as the options stay: it costs more to make than such a search. */
static void make_ready(struct lookahead *lookahead, const struct search_options *wanted)
{
    struct search_options options = *wanted;
    options.table_size = TABLE_SIZE;
    options.lanes = 1; /* the threads have their own worlds to play out */
    if (lookahead->begun && !memcmp(&lookahead->search.options, &options, sizeof options))
        return;
    lookahead_free(lookahead);
    search_init(&lookahead->search, &options);
    lookahead->begun = true;
}

struct move lookahead_move(struct lookahead *lookahead, const struct lookahead_terms *terms,
                           const struct view *view, const double (*believed)[RANKS],
                           const atomic_bool *stop, double deadline)
{
    struct search_terms search = {.view = view, .belief = believed, .depth = terms->depth, .lines = 1,
                                  .threads = 1, .settle = true, .stop = stop};
    if (deadline > 0)
        search.soft_seconds = search.hard_seconds = fmax(deadline - clock_now(), at_once);
    make_ready(lookahead, terms->options);
    search_run(&lookahead->search, &search, &lookahead->result);
    return lookahead->result.best;
}

void lookahead_free(struct lookahead *lookahead)
{
    if (lookahead->begun)
        search_free(&lookahead->search);
    lookahead->begun = false;
}
