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

struct rnad_search {
    struct rnad_search_options options;
    const struct policy_model *model;
    const struct value_model *value;     /* of ends that the planner came to */
    struct planner_state planner_state;  /* beliefs, by which worlds are drawn; and the planner */
    struct rollout_table *table;
    struct policy **policy;              /* of each thread */
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

static void seat_policies(struct rnad_search *search, int threads)
{
    while (search->options.kind == RNAD_SEARCH_POLICY && search->threads < (size_t)threads) {
        struct error error; /* the agent has such a policy already */
        search->policy = memory_grow(search->policy, &search->capacity, search->threads + 1,
                                     sizeof *search->policy);
        policy_new(search->model->net, &search->model->shape, &search->policy[search->threads], &error);
        search->threads++;
    }
}

static struct move policy_plays(void *context, int thread, const struct view *view, struct rng *rng)
{
    const struct rnad_search *search = context;
    return policy_draw_move(search->policy[thread], &search->options.steps, view, rng);
}

static double policy_judges(void *context, int thread, const struct view *view)
{
    const struct rnad_search *search = context;
    double value = (double)policy_value(search->policy[thread], &search->options.steps, view);
    return fmin(fmax((1 + value) / 2, 0), 1);
}

/* --- the step --- */

/* Takes the most probable moves, HALVING_ARMS at most, in their order; returns how many. */
static int find_candidates(const struct move *moves, int count, const float *probability,
                           struct move tried[HALVING_ARMS], int number[HALVING_ARMS])
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        int before = 0; /* moves that come first if there are too many */
        for (int k = 0; k < count && probability[i] > 0; k++)
            before += probability[k] > probability[i] || (probability[k] >= probability[i] && k < i);
        if (!(probability[i] > 0) || before >= HALVING_ARMS)
            continue;
        number[found] = i;
        tried[found++] = moves[i];
    }
    return found;
}

/* Sets worlds, time and threads by the options and the question; false where there is no time. */
static bool limit(const struct rnad_search *search, const struct view *view, const struct think *think,
                  struct rollout_terms *terms)
{
    const struct rnad_search_options *options = &search->options;
    struct time_share limits;
    bool bounded = think->samples || think->nodes;
    uint64_t worlds = think->samples ? think->samples
                      : think->nodes ? think->nodes / (unsigned)terms->count : options->worlds;
    terms->worlds = worlds < 1 ? 1 : worlds < 65536 ? (uint32_t)worlds : 65536;
    terms->plies = think->depth > 0 ? think->depth : options->plies;
    terms->threads = think->threads > 1 ? think->threads : 1;
    if (!time_limits(think, board_played(&view->board) / 2, &limits))
        return false;
    terms->seconds = bounded ? 0 : options->seconds;
    if (!bounded && limits.soft > 0 && (terms->seconds <= 0 || limits.soft < terms->seconds))
        terms->seconds = limits.soft;
    if (limits.hard > 0)
        terms->deadline = clock_now() + limits.hard;
    return true;
}

/* Plays the moves out; returns in how many worlds each was, and fills in the chances. */
static uint32_t try_moves(struct rnad_search *search, const struct view *view, const struct think *think,
                          const struct move *tried, int count, double chance[HALVING_ARMS])
{
    static const double no_bonus[HALVING_ARMS];
    const struct rollout_players players = {policy_plays, policy_judges, search};
    struct planner_state *state = &search->planner_state;
    struct rollout_terms terms = {
        .view = view, .observer = &state->observer, .planner = &state->planner,
        .worth_options = &state->worth_options, .moves = tried, .bonus = no_bonus, .count = count,
        .even = true, .traced = true, .chances = search->value,
        .players = search->options.kind == RNAD_SEARCH_POLICY ? &players : NULL,
        .seed = rng_next(think->rng), .stop = think->stop};
    planner_state_follow(state, view, NULL);
    if (!rollout_possible(view, &state->observer) || !limit(search, view, think, &terms))
        return 0;
    seat_policies(search, terms.threads);
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

/* The logarithm of the magnet: uniform over the pieces that can move, then over the piece's moves. */
static void find_magnet(const struct move *moves, int count, float log_magnet[MOVES_MAX])
{
    int of_square[SQUARES] = {0}, pieces = 0;
    for (int i = 0; i < count; i++)
        pieces += !of_square[moves[i].from]++;
    for (int i = 0; i < count; i++)
        log_magnet[i] = -logf((float)pieces) - logf((float)of_square[moves[i].from]);
}

uint32_t rnad_search_step(struct rnad_search *search, const struct view *view, const struct think *think,
                          const struct move *moves, int count, float *probability, double *chance)
{
    struct move tried[HALVING_ARMS];
    int number[HALVING_ARMS], candidates = find_candidates(moves, count, probability, tried, number);
    double found[HALVING_ARMS], values[MOVES_MAX], sum = 0, weight = 0;
    float log_start[MOVES_MAX], log_magnet[MOVES_MAX];
    uint8_t legal[MOVES_MAX];
    for (int i = 0; i < count; i++)
        chance[i] = NAN;
    uint32_t worlds = candidates > 1 ? try_moves(search, view, think, tried, candidates, found) : 0;
    if (!worlds)
        return 0;
    for (int arm = 0; arm < candidates; arm++) {
        chance[number[arm]] = found[arm];
        sum += (double)probability[number[arm]] * found[arm];
        weight += (double)probability[number[arm]];
    }
    for (int i = 0; i < count; i++) {
        legal[i] = probability[i] > 0;
        log_start[i] = legal[i] ? logf(probability[i]) : 0;
        values[i] = isnan(chance[i]) ? sum / weight : chance[i];
    }
    find_magnet(moves, count, log_magnet);
    mirror_step((size_t)count, legal, values, log_start, log_magnet, search->options.eta, search->options.tau,
                probability);
    return worlds;
}
