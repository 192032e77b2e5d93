/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a part of an agent is worth: the agent without it, in a match. */
#ifndef VEDETTE_LAB_ABLATION_H
#define VEDETTE_LAB_ABLATION_H

#include "lab/match.h"

/* Wins and losses as the agent without the part sees them. */
struct ablation_row {
    size_t wins, losses, draws;
};

/* Plays one match between agents of these specs (agent_start). `terms` says how; its agents are not read. */
enum status ablation_run(const struct match_terms *terms, const char *without, const char *opponent,
                         struct ablation_row *row, struct error *error);

#endif
