/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the plan table, in the order of its columns: a new plan is one file and one line here. */
#ifndef VEDETTE_PLAN_PLANS_H
#define VEDETTE_PLAN_PLANS_H

#include "plan/plan.h"

#define PLANS(_) \
    _(immediate_capture) \
    _(tactical_defense) \
    _(tactical_attack) \
    _(lotto_defense) \
    _(def_marshal_from_spy) \
    _(strategic_attack) \
    _(strategic_defense) \
    _(trap_piece) \
    _(random) \
    _(move_penalty) \
    _(flag_defense) \
    _(miner_way) \
    _(information) \
    _(seek) \
    _(exchange) \
    _(impatience) \
    _(step_between) \
    _(withdraw) \
    _(high_guard) \
    _(lane_block) \
    _(bluff) \
    _(repetition) \
    _(lure)

#define DECLARE(name) extern const struct plan_kind plan_##name;
PLANS(DECLARE)
#undef DECLARE

#endif
