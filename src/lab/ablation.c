/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/ablation.h"

enum status ablation_run(const struct match_terms *terms, const char *without, const char *opponent,
                         struct ablation_row *row, struct error *error)
{
    struct match_terms match = *terms;
    struct match_result result;
    match.agent[MATCH_A] = without;
    match.agent[MATCH_B] = opponent;
    enum status status = match_run(&match, &result, error);
    if (!status)
        *row = (struct ablation_row){.wins = result.agent[MATCH_A].wins,
                                     .losses = result.agent[MATCH_B].wins,
                                     .draws = result.draws};
    return status;
}
