/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The option table: a group a room; a new group is one line here. */
#include "console/command.h"

#include "agent/kinds.h"
#include "belief/belief.h"
#include "game/rules_option.h"
#include "plan/planner.h"
#include "plan/plans.h"
#include "setup/creator.h"
#include "worth/worth.h"

#define GROUP_OF_PLAN(name) &plan_##name##_group,

const struct option_group *const option_groups[] = {
    &belief_option_group,
    &rules_group,
    &probabilistic_group,
    &setup_option_group,
    &judge_option_group,
    &worth_group,
    &planner_group,
    PLANS(GROUP_OF_PLAN)
    NULL,
};
