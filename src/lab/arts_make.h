/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the positions of arts_positions.h from games between agents that do not search, so that the selection
 * does not depend on a search. */
#ifndef VEDETTE_LAB_ARTS_MAKE_H
#define VEDETTE_LAB_ARTS_MAKE_H

#include "agent/library.h"
#include "lab/arts_positions.h"

#include <stdatomic.h>

/* The agents' specs, NULL-ended: each plays each and itself, in turn, with either colour. */
extern const char *const arts_players[];

/* The parameters of arts_make. */
struct arts_make_terms {
    enum arts_phase phase;
    size_t count;                /* number of positions */
    uint64_t seed;               /* game i of a phase has its own stream of random numbers: the first n
                                  * positions are the same for any count */
    int jobs;
    const struct settings *settings; /* of the agents and the guesser */
    struct library *library;
    const atomic_bool *stop;     /* may be NULL */
    /* Called with the number of games played so far, by one thread at a time; may be NULL. */
    void (*progress)(void *context, size_t games);
    void *context;
};

/* Appends a complete file for the phase; it does not depend on the number of jobs. Each game, between setups
 * drawn from the joint model of people's setups, gives one position, drawn uniformly from its plies in the
 * phase. A game that does not reach the phase gives none. STATUS_NO if stopped. */
enum status arts_make(const struct arts_make_terms *terms, struct text *out, struct error *error);

#endif
