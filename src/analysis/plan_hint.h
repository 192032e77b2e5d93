/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The planner's hint: its best move without the plan Random, and why, as a sentence that can be checked on
 * the board. */
#ifndef VEDETTE_ANALYSIS_PLAN_HINT_H
#define VEDETTE_ANALYSIS_PLAN_HINT_H

#include "analysis/analysis.h"

struct plan_hint {
    int best, second;          /* indices of the moves; second < 0: there is no other */
    const char *role;          /* what the texts call the second one; NULL: "the plans' next best" or,
                                * without figures, "the next best" */
    struct text text;          /* "e4xe5 takes the sergeant on e5.", or "d4-d5. a4-a5, the plans' next
                                * best, leaves the major on d4 next to the piece on e5.", or only "d4-d5."; an
                                * attack that more probably loses says in a second sentence what
                                * speaks for it all the same; to be freed */
    struct text plain;         /* the same in one sentence without figures; to be freed */
    /* What the reason is made of: the column of the largest difference between both moves, -1 if there is
     * no reason, and whether the reason is about the second move. */
    int column;
    bool against;
    double difference, others; /* points of that column and of all others but Random: best less second */
};

/* Frees the texts. */
void plan_hint_free(struct plan_hint *hint);

/* Makes the hint of a planned analysis, right after analysis_make and before the cache is used again. A
 * reason is given only if its plan's difference is at least as large as that of all others together. */
void plan_hint_make(struct plan_hint *hint, struct analysis *analysis, const struct analysis_cache *cache);

/* Makes the hint of plan_hint_make for the moves hint->best and hint->second (below 0: none), which the
 * caller has set. */
void plan_hint_compare(struct plan_hint *hint, struct analysis *analysis, const struct analysis_cache *cache);

/* Appends the sentence about a move that an agent chose: the hint's text if it is its move; of another attack
 * the name and the odds; of another quiet move nothing. Without `figures` it is the plain sentence. Returns
 * whether it is an attack that more probably loses, and nothing was said for it. */
bool plan_hint_sentence(const struct plan_hint *hint, const struct analysis *analysis, struct move move,
                        bool figures, struct text *out);

#endif
