/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sparring partner: plays as programs for a club's competition do (observer/attack.h). */
#include "agent/kinds.h"

#include "agent/reckoner.h"
#include "observer/attack.h"

#include <stdlib.h>

static enum status start(void **state, const struct settings *settings, struct library *library,
                         struct error *error)
{
    (void)library, (void)error;
    *state = reckoner_new(settings, &attacker_group, attack_judge);
    return STATUS_OK;
}

const struct agent_kind agent_attacker = {
    .name = "attacker",
    .help = "takes whatever is likelier weaker, marches, never bluffs",
    .options = "attacker",
    .start = start,
    .end = free,
    .move = reckoner_move,
    .only_own = true,
};
