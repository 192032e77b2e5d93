/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An agent that a policy plays against while it learns. Each game has its own agent, which sees only the view
 * of its side. Its random numbers depend only on the seed, the game's number and the ply. So an agent that is
 * started again in the middle of a game plays the same moves, if it does not think for a time. */
#ifndef VEDETTE_LEARN_POLICY_OPPONENT_H
#define VEDETTE_LEARN_POLICY_OPPONENT_H

#include "agent/agent.h"
#include "learn/policy_game.h"

/* Which agent plays. The pointers must outlive the run; the files that its options name must not change. */
struct policy_opponent_terms {
    const char *spec;                 /* as for agent_start, but no external program; NULL: self-play */
    const struct settings *settings;
    struct library *library;          /* the handle of the games' variant */
};

/* The opponent in one game. All zero: none. */
struct policy_opponent {
    bool plays;
    enum side side;
    uint64_t seed;                    /* of its random numbers in this game */
    struct agent agent;
};

/* The opponent's side in game `number`: blue, red, blue .. */
enum side policy_opponent_side(uint64_t number);

/* Starts the agent for game `number` of a run and ends the one before. If there is no spec, there is no
 * opponent. STATUS_BAD as for agent_start, or if the spec is an external program; there is then no
 * opponent. */
enum status policy_opponent_begin(struct policy_opponent *opponent, const struct policy_opponent_terms *terms,
                                  uint64_t seed, uint64_t number, struct error *error);
void policy_opponent_end(struct policy_opponent *opponent);

/* Plays the opponent's decisions until the other side's is due or the game is over, and adds them to the
 * record with a behaviour of 0. */
void policy_opponent_play(struct policy_opponent *opponent, struct policy_game *game,
                          struct policy_record *record);

/* Appends lines "key: value": the spec, and each option of the agent that is not at its default. */
enum status policy_opponent_describe(const struct policy_opponent_terms *terms, struct text *text,
                                     struct error *error);

#endif
