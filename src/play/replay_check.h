/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Playing a recorded game again, with the agents that it names and by the options that it says they had. */
#ifndef VEDETTE_PLAY_REPLAY_CHECK_H
#define VEDETTE_PLAY_REPLAY_CHECK_H

#include "play/game.h"

/* What came of it. */
struct replay_check {
    size_t requests;        /* moves that an agent was asked for, up to the first that differs */
    bool same;           /* none differs, nor does the end where an agent brought it about */
    size_t at;           /* the first move (from 0) that differs; plies: the end */
    struct move move;    /* what the agent does there now; MOVE_NONE: it gives up */
    bool by_clock;       /* the game has clocks: an agent that goes by them need not do the same again */
    enum side fault_side;  /* STATUS_BAD: whose option it is, and its index in the record; */
    size_t fault_option;   /* SIZE_MAX: it is about something else */
};

/* Asks the agents of a record for each of their moves, where the record's moves before it have been made,
 * with its random numbers and what its clocks said, and compares. Moves that an agent made before it took
 * other options (`since`) are not asked for. STATUS_NO where the record has no seed, or names no agent
 * that can be asked; STATUS_BAD where an agent or an option is none here, or a move cannot be played. It
 * ends with STATUS_NO when `stop` (may be NULL) is set. Only groups and library of `terms` are looked at. */
enum status replay_check_run(const struct record *record, const struct game_terms *terms,
                             const atomic_bool *stop, struct replay_check *check, struct error *error);

#endif
