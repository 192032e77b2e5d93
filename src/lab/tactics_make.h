/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the positions of tactics.h by testing many candidates with the exhaustive solver. */
#ifndef VEDETTE_LAB_TACTICS_MAKE_H
#define VEDETTE_LAB_TACTICS_MAKE_H

#include "agent/library.h"
#include "lab/tactics.h"

#include <stdatomic.h>

/* The parameters of the search. */
struct tactics_make_terms {
    size_t a_theme, a_rare_theme; /* wanted positions of each theme; of repetition and spy */
    size_t candidates;           /* max number tested; 0: until all wanted positions are found */
    uint64_t seed;               /* candidate i uses stream i of it */
    int jobs;
    const struct settings *settings;
    struct library *library;
    const atomic_bool *stop;     /* may be NULL */
    /* Called with the numbers of candidates tried and of tactics found, by one thread; may be NULL. */
    void (*progress)(void *context, size_t tried, size_t found);
    void *context;
};

/* Appends a complete file; it does not depend on the number of jobs. Every fourth candidate is a game
 * between agents. The others start with some pieces scattered over a part of the board and continue with
 * moves that look two plies ahead and prefer threats. Each candidate gives one tactic at most. STATUS_NO if
 * stopped. */
enum status tactics_make(const struct tactics_make_terms *terms, struct text *out, struct error *error);

#endif
