/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each plan is worth: the agent invincible without it against the whole agent. */
#ifndef VEDETTE_LAB_ABLATION_H
#define VEDETTE_LAB_ABLATION_H

#include "lab/match.h"
#include "plan/plan.h"

struct ablation_terms {
    const struct settings *settings;
    struct library *library;
    size_t games;               /* of each match; colours change after each */
    uint64_t seed;
    int jobs;
    const atomic_bool *stop;    /* may be NULL */
};

/* Wins and losses as the agent without the plan sees them. */
struct ablation_row {
    const struct plan_kind *plan;
    size_t wins, losses, draws;
};

/* Plays the match for one plan, under rules `deepnash`. */
enum status ablation_run(const struct ablation_terms *terms, const struct plan_kind *plan,
                         struct ablation_row *row, struct error *error);

#endif
