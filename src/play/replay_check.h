/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays a recorded game again with its agents and their recorded options, and compares the moves. */
#ifndef VEDETTE_PLAY_REPLAY_CHECK_H
#define VEDETTE_PLAY_REPLAY_CHECK_H

#include "play/game.h"

/* The result of the comparison. */
struct replay_check {
    size_t requests;     /* moves requested from agents before the first difference */
    bool same;           /* there is no difference, nor in the end of the game if an agent caused it */
    size_t at;           /* index of the first move that differs; number of plies: the end differs */
    struct move move;    /* what the agent plays there now; MOVE_NONE: it resigns */
    bool by_clock;       /* the game has clocks, so agents that use them may play differently */
    enum side fault_side;  /* after STATUS_BAD: the side whose option is invalid, and the option's */
    size_t fault_option; /* index in the record; SIZE_MAX: another error */
};

/* Requests each recorded move of the agents, with the recorded moves before it, random stream and clock
 * times, and compares. Moves before an agent's options changed (`since`) are not requested. STATUS_NO if the
 * record has no seed or no recorded agent, or *stop was set (may be NULL). STATUS_BAD for an invalid agent,
 * option or move. Uses only the groups and the library of `terms`. */
enum status replay_check_run(const struct record *record, const struct game_terms *terms,
                             const atomic_bool *stop, struct replay_check *check, struct error *error);

#endif
