/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sparring partner: plays as programs for a club's competition do (observer/attack.h). */
#include "agent/kinds.h"

#include "agent/one_ply.h"
#include "observer/attack.h"

/* Loads the settings; it cannot fail. */
static enum status attacker_load(void *state, const struct settings *settings, struct library *library,
                                 struct error *error)
{
    (void)library, (void)error;
    return one_ply_load(state, settings, &attacker_group, attack_rating);
}

const struct agent_kind agent_attacker = {
    .name = "attacker",
    .help = "takes whatever is likelier weaker, marches, never bluffs",
    .options = "attacker", .size = sizeof(struct one_ply), .load = attacker_load, .move = one_ply_move,
    .own_options_only = true,
};
