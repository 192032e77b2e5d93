/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/ablation.h"

#include <stdio.h>

enum status ablation_run(const struct ablation_terms *terms, const struct plan_kind *plan,
                         struct ablation_row *row, struct error *error)
{
    char without[128];
    struct match_result result;
    snprintf(without, sizeof without, "invincible:%s.weight=0", plan->options->name);
    const struct match_terms match = {.agent = {without, "invincible"},
                                      .games = terms->games,
                                      .rules = *rules_find("deepnash"),
                                      .seed = terms->seed,
                                      .jobs = terms->jobs,
                                      .settings = terms->settings,
                                      .library = terms->library,
                                      .stop = terms->stop};
    enum status status = match_run(&match, &result, error);
    if (!status)
        *row = (struct ablation_row){.plan = plan,
                                     .wins = result.agent[MATCH_A].wins,
                                     .losses = result.agent[MATCH_B].wins,
                                     .draws = result.draws};
    return status;
}
