/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One step of search over a learnt policy: the policy's moves are played out in worlds drawn by the guesser,
 * and one step of magnetic mirror descent (policy/mirror_step.h) goes from the policy towards those that won
 * more (Sokota et al., "Ataraxos", 2026; not in Perolat et al. 2022). */
#ifndef VEDETTE_AGENT_RNAD_SEARCH_H
#define VEDETTE_AGENT_RNAD_SEARCH_H

#include "agent/agent.h"
#include "policy/policy.h"
#include "policy/policy_model.h"

/* What chooses the moves of the rollouts; the words of the option `search`. */
enum rnad_search_kind { RNAD_SEARCH_NONE, RNAD_SEARCH_POLICY, RNAD_SEARCH_PLANNER };

struct rnad_search_options {
    enum rnad_search_kind kind;      /* not RNAD_SEARCH_NONE */
    double eta, tau;                 /* length of the step, per chance to win; weight of the magnet */
    uint32_t worlds;                 /* for each move, */
    double seconds;                  /* or so long for all; 0: by worlds */
    int plies;                       /* of a rollout, the move itself among them */
    struct policy_steps steps;       /* of the policy in the rollouts */
};

struct rnad_search;

/* STATUS_BAD where a file that the settings name cannot be read. The model and the library must outlive it.
 * rnad_search_free gives it back; NULL may be freed. */
enum status rnad_search_new(const struct rnad_search_options *options, const struct policy_model *model,
                            const struct settings *settings, struct library *library,
                            struct rnad_search **search, struct error *error);
void rnad_search_free(struct rnad_search *search);

/* Takes the step from `probability`, of the legal moves of the view (policy_moves). Moves without probability
 * stay so. Those tried, HALVING_ARMS of the most probable at most, get their chance to win in `chance`, 0 ..
 * 1, all others NAN; one that was not tried takes the step with the mean of the others. Returns how many
 * worlds each was tried in: 0 if there is one move alone, no world can be drawn or no time is left; nothing
 * changes then. By worlds, the same seed gives the same for any number of threads. */
uint32_t rnad_search_step(struct rnad_search *search, const struct view *view, const struct think *think,
                          const struct move *moves, int count, float *probability, double *chance);

#endif
