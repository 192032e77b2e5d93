/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An agent that a policy plays against while it learns. Each game has an agent of its own, which sees only
 * the view of its side, and random numbers by the seed and the game's number: an agent that is started in the
 * middle of a game goes on as the one before would have. */
#ifndef VEDETTE_LEARN_POLICY_OPPONENT_H
#define VEDETTE_LEARN_POLICY_OPPONENT_H

#include "agent/agent.h"
#include "learn/policy_game.h"

/* Who plays. The pointers outlive the run; the files that the agent's options name stay as they are. */
struct policy_opponent_terms {
    const char *spec;                 /* as agent_start wants it, no program outside; NULL: self-play */
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

/* Starts the agent for game `number` of a run, in place of the one before. Without a spec nobody plays.
 * STATUS_BAD as in agent_start, or for a program outside; nobody plays then. */
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
