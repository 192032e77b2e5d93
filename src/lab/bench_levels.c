/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_levels.h"

enum status bench_levels_run(const struct bench_levels_terms *terms, size_t level, enum level_enemy enemy,
                             struct match_result *result, struct error *error)
{
    const struct level *levels = terms->ladder->levels;
    const struct match_terms match = {
        .agent = {levels[level].agent, enemy == LEVEL_RANDOM ? "random" : levels[level - 1].agent},
        .games = terms->games,
        .variant = terms->variant,
        .pool = terms->pool,
        .pool_count = terms->pool_count,
        .rules = *rules_find("deepnash"),
        .seed = terms->seed,
        .jobs = terms->jobs,
        .settings = terms->settings,
        .library = terms->library,
        .stop = terms->stop,
    };
    return match_run(&match, result, error);
}
