/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/rnad_search.h"

#include "agent/time_share.h"
#include "base/clock.h"
#include "base/memory.h"
#include "observer/planner_state.h"
#include "policy/mirror_step.h"
#include "rollout/rollout.h"

#include <math.h>
#include <stdlib.h>

/* A search. */
struct rnad_search {
    struct rnad_search_options options;
    const struct policy_model *model;
    const struct value_model *value;     /* evaluates the end of a rollout that the planner played */
    struct planner_state planner_state;  /* the beliefs, from which worlds are drawn; and the planner */
    struct rollout_table *table;
    struct policy **policy;              /* one for each thread */
    size_t threads, capacity;
};

enum status rnad_search_new(const struct rnad_search_options *options, const struct policy_model *model,
                            const struct settings *settings, struct library *library,
                            struct rnad_search **search, struct error *error)
{
    struct belief_sources sources;
    const struct value_model *value;
    enum status status = library_belief_sources(library, settings, &sources, error);
    if (!status)
        status = library_chosen_value_model(library, settings, &value, error);
    if (status)
        return status;
    *search = memory_new(1, sizeof **search);
    **search = (struct rnad_search){.options = *options, .model = model, .value = value,
                                    .table = rollout_new()};
    planner_state_init(&(*search)->planner_state, settings, &sources);
    return STATUS_OK;
}

void rnad_search_free(struct rnad_search *search)
{
    if (!search)
        return;
    for (size_t i = 0; i < search->threads; i++)
        policy_free(search->policy[i]);
    free(search->policy);
    planner_state_free(&search->planner_state);
    rollout_free(search->table);
    free(search);
}

/* --- the policy as a player of rollouts --- */

/* Creates the policies of `threads` threads, if the rollouts are played by the policy. */
static void make_thread_policies(struct rnad_search *search, int threads)
{
    while (search->options.kind == RNAD_SEARCH_POLICY && search->threads < (size_t)threads) {
        struct error error; /* none occurs: the agent has a policy of this model already */
        search->policy = memory_grow(search->policy, &search->capacity, search->threads + 1,
                                     sizeof *search->policy);
        policy_new(search->model->net, &search->model->shape, &search->policy[search->threads], &error);
        search->threads++;
    }
}

/* Draws a move from the policy. It is a callback of the rollouts. */
static struct move policy_rollout_move(void *context, int thread, const struct view *view, struct rng *rng)
{
    const struct rnad_search *search = context;
    return policy_draw_move(search->policy[thread], &search->options.steps, view, rng);
}

/* Returns the chance to win of the side to move, 0 .. 1. It is a callback of the rollouts. */
static double policy_rollout_value(void *context, int thread, const struct view *view)
{
    const struct rnad_search *search = context;
    double value = (double)policy_value(search->policy[thread], &search->options.steps, view);
    return fmin(fmax((1 + value) / 2, 0), 1);
}

/* --- the step --- */

/* Finds the most probable moves, max HALVING_ARMS, without those of probability 0. They are stored in
 * their old order in `tried`, their indices in `move_index`. Returns their number. */
static int find_most_probable(const struct move *moves, int count, const float *probability,
                              struct move tried[HALVING_ARMS], int move_index[HALVING_ARMS])
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        int more_probable = 0; /* number of moves that are preferred to this one */
        for (int k = 0; k < count && probability[i] > 0; k++)
            more_probable += probability[k] > probability[i] || (probability[k] >= probability[i] && k < i);
        if (!(probability[i] > 0) || more_probable >= HALVING_ARMS)
            continue;
        move_index[found] = i;
        tried[found++] = moves[i];
    }
    return found;
}

/* Sets the worlds, seconds, deadline, plies and threads from the options and the request. False: the clock
 * has no time to spare. */
static bool set_rollout_limits(const struct rnad_search *search, const struct view *view,
                               const struct think *think, struct rollout_terms *terms)
{
    const struct rnad_search_options *options = &search->options;
    struct time_share limits;
    bool bounded = think->samples || think->nodes;
    uint64_t worlds = options->worlds;
    if (think->samples)
        worlds = think->samples;
    else if (think->nodes)
        worlds = think->nodes / (unsigned)terms->count; /* each world is played with each move */
    /* 1 .. 65536: the range of the option `worlds`. */
    terms->worlds = worlds < 1 ? 1 : worlds < 65536 ? (uint32_t)worlds : 65536;
    terms->plies = think->depth > 0 ? think->depth : options->plies;
    terms->threads = think->threads > 1 ? think->threads : 1;
    if (!time_limits_of_move(think, board_played(&view->board) / 2, &limits))
        return false;
    terms->seconds = bounded ? 0 : options->seconds;
    if (!bounded && limits.soft > 0 && (terms->seconds <= 0 || limits.soft < terms->seconds))
        terms->seconds = limits.soft;
    if (limits.hard > 0)
        terms->deadline = clock_now() + limits.hard;
    return true;
}

/* Plays out `count` moves and fills in their chances to win, 0 .. 1. Returns the min number of worlds of a
 * move; 0: not possible or no time. */
static uint32_t play_out_moves(struct rnad_search *search, const struct view *view, const struct think *think,
                               const struct move *tried, int count, double chance[HALVING_ARMS])
{
    static const double no_bonus[HALVING_ARMS];
    const struct rollout_players players = {policy_rollout_move, policy_rollout_value, search};
    struct planner_state *state = &search->planner_state;
    struct rollout_terms terms = {
        .view = view, .observer = &state->observer, .planner = &state->planner,
        .worth_options = &state->worth_options, .moves = tried, .bonus = no_bonus, .count = count,
        .even = true, .traced = true, .chances = search->value,
        .players = search->options.kind == RNAD_SEARCH_POLICY ? &players : NULL,
        .seed = rng_next(think->rng), .stop = think->stop};
    planner_state_update(state, view, NULL);
    if (!rollout_possible(view, &state->observer) || !set_rollout_limits(search, view, think, &terms))
        return 0;
    make_thread_policies(search, terms.threads);
    const struct halving *halving = rollout_run(search->table, &terms);
    uint32_t worlds = halving->arm[0].worlds;
    for (int arm = 0; arm < count; arm++) {
        double sum = 0;
        worlds = halving->arm[arm].worlds < worlds ? halving->arm[arm].worlds : worlds;
        for (uint32_t world = 0; world < halving->arm[arm].worlds; world++)
            sum += (double)rollout_trace_of(search->table, arm, world)->chance;
        chance[arm] = sum / halving->arm[arm].worlds;
    }
    return worlds;
}

/* Computes the logarithm of the magnet policy, which draws a piece and then one of its moves, each
 * uniformly. */
static void compute_log_magnet(const struct move *moves, int count, float log_magnet[MOVES_MAX])
{
    int moves_from[SQUARES] = {0}, pieces = 0;
    for (int i = 0; i < count; i++)
        pieces += !moves_from[moves[i].from]++;
    for (int i = 0; i < count; i++)
        log_magnet[i] = -logf((float)pieces) - logf((float)moves_from[moves[i].from]);
}

uint32_t rnad_search_step(struct rnad_search *search, const struct view *view, const struct think *think,
                          const struct move *moves, int count, float *probability, double *chance)
{
    struct move tried[HALVING_ARMS];
    int move_index[HALVING_ARMS];
    int candidates = find_most_probable(moves, count, probability, tried, move_index);
    double found[HALVING_ARMS], values[MOVES_MAX], sum = 0, weight = 0;
    float log_start[MOVES_MAX], log_magnet[MOVES_MAX];
    uint8_t legal[MOVES_MAX];
    for (int i = 0; i < count; i++)
        chance[i] = NAN;
    uint32_t worlds = candidates > 1 ? play_out_moves(search, view, think, tried, candidates, found) : 0;
    if (!worlds)
        return 0;
    for (int arm = 0; arm < candidates; arm++) {
        chance[move_index[arm]] = found[arm];
        sum += (double)probability[move_index[arm]] * found[arm];
        weight += (double)probability[move_index[arm]];
    }
    /* A move that was not played out counts with the mean of those that were, by their probabilities. */
    for (int i = 0; i < count; i++) {
        legal[i] = probability[i] > 0;
        log_start[i] = legal[i] ? logf(probability[i]) : 0;
        values[i] = isnan(chance[i]) ? sum / weight : chance[i];
    }
    compute_log_magnet(moves, count, log_magnet);
    mirror_step((size_t)count, legal, values, log_start, log_magnet, search->options.eta, search->options.tau,
                probability);
    return worlds;
}
