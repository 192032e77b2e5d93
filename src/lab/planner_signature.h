/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signatures of the planner's choices: hashes that change if and only if a choice changes. */
#ifndef VEDETTE_LAB_PLANNER_SIGNATURE_H
#define VEDETTE_LAB_PLANNER_SIGNATURE_H

#include "profile/option.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

/* The signature, with the numbers of games and plies that were played for it. */
struct planner_signature {
    size_t games;
    uint64_t plies;
    uint64_t moves;   /* hash of all chosen moves and of the explanations of some moves */
    uint64_t totals;  /* hash of the bits of all moves' totals: depends on the mathematical library, too */
};

/* Plays the games 0 .. games - 1 of the planner against itself, with the options of worth, planner and plans
 * in `settings`. Setups, rules, beliefs and, in two games of three, changes of the plans' options are drawn
 * with the game's number as seed; no learnt data is used. The result does not depend on the number of jobs.
 * If `stop` (may be NULL) became true, there are fewer games. A game takes about 0.01 s. */
void planner_signature_make(size_t games, int jobs, const struct settings *settings, const atomic_bool *stop,
                            struct planner_signature *signature);

#endif
