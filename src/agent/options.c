/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The option table: the groups of the modules, agents and plans. A new group needs one line here. */
#include "agent/kinds.h"

#include "agent/hint_option.h"
#include "agent/screen_option.h"
#include "belief/belief.h"
#include "game/notation_option.h"
#include "game/rules_option.h"
#include "game/time_control.h"
#include "observer/attack.h"
#include "observer/seat_evidence.h"
#include "plan/planner.h"
#include "plan/plans.h"
#include "search/options.h"
#include "setup/creator.h"
#include "worth/worth.h"

#define GROUP_OF_PLAN(name) &plan_##name.options,

const struct option_group *const option_groups[] = {
    &rules_group,
    &clock_group,
    &notation_group,
    &hint_group,
    &screen_group,
    &random_group,
    &probabilistic_group,
    &multi_ply_group,
    &invincible_group,
    &vedette_group,
    &attacker_group,
    &runner_group,
    &people_group,
    &gambler_group,
    &rnad_group,
    &external_group,
    &setup_option_group,
    &judge_option_group,
    &worth_group,
    &belief_option_group,
    &observer_group,
    &search_group,
    &planner_group,
    PLANS(GROUP_OF_PLAN)
    NULL,
};
