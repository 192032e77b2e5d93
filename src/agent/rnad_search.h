/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One step of search over a learnt policy: the policy's moves are played out in worlds drawn by the
 * guesser, and one step of magnetic mirror descent (policy/mirror_step.h) moves the policy towards the
 * moves that won more often (Sokota et al., "Ataraxos", 2026; not in Perolat et al. 2022). */
#ifndef VEDETTE_AGENT_RNAD_SEARCH_H
#define VEDETTE_AGENT_RNAD_SEARCH_H

#include "agent/agent.h"
#include "policy/policy.h"
#include "policy/policy_model.h"

/* What chooses the moves of the rollouts; in the order of the words of the option `search`. */
enum rnad_search_kind { RNAD_SEARCH_NONE, RNAD_SEARCH_POLICY, RNAD_SEARCH_PLANNER };

struct rnad_search_options {
    enum rnad_search_kind kind;      /* not RNAD_SEARCH_NONE */
    double eta, tau;                 /* step length, per chance to win; weight of the magnet */
    uint32_t worlds;                 /* rollouts for each move, if `seconds` is 0 */
    double seconds;                  /* time for all rollouts; 0: limited by `worlds` */
    int plies;                       /* of a rollout, including the move itself */
    struct policy_steps steps;       /* of the policy in the rollouts */
};

struct rnad_search;

/* Creates a search into *search. STATUS_BAD if a file that the settings name cannot be read. The model and
 * the library must outlive it. rnad_search_free frees it; NULL may be freed. */
enum status rnad_search_new(const struct rnad_search_options *options, const struct policy_model *model,
                            const struct settings *settings, struct library *library,
                            struct rnad_search **search, struct error *error);
void rnad_search_free(struct rnad_search *search);

/* Changes `probability` by the search. It is the policy over the legal `moves` of the view (policy_moves).
 * Moves with probability 0 keep it. The most probable moves (max HALVING_ARMS) are played out. `chance` gets
 * their chance to win, 0 .. 1; it is NAN for all others, which count with the mean of the moves played out.
 * Returns in how many worlds each move was played out. Returns 0, with `probability` unchanged, if only one
 * move has a positive probability, no world can be drawn, or there is no time. If worlds are the limit, the
 * result depends only on the seed, not on the threads. */
uint32_t rnad_search_step(struct rnad_search *search, const struct view *view, const struct think *think,
                          const struct move *moves, int count, float *probability, double *chance);

#endif
