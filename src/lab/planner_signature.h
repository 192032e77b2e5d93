/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers that stand for what the planner chooses: they change when a choice does, and else never. */
#ifndef VEDETTE_LAB_PLANNER_SIGNATURE_H
#define VEDETTE_LAB_PLANNER_SIGNATURE_H

#include "profile/option.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

struct planner_signature {
    size_t games;
    uint64_t plies;
    uint64_t moves;   /* of every move chosen, and of the reasons told of some moves */
    uint64_t totals;  /* of the bits of every move's total: the machine's mathematical library is in it */
};

/* Plays the first `games` games, from 0 on, of the planner against itself, by the options of pieces' values,
 * of the planner and of its plans in `settings`: setups, rules, beliefs and, in two games of three, how far
 * the plans' options are from these are drawn by numbers that hang on the game alone, and nothing that is
 * learnt or set up is in it. The same for any number of jobs. Fewer games where `stop` (may be NULL) was
 * set; about a hundredth of a second for each. */
void planner_signature_make(size_t games, int jobs, const struct settings *settings, const atomic_bool *stop,
                            struct planner_signature *signature);

#endif
