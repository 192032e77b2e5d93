/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/people_measure.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "base/stop.h"
#include "learn/decision_batch.h"
#include "policy/policy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double smallest = 1e-6; /* min probability of a move in `bits`, so that no loss is infinite */

/* The current measurement. */
struct people_measuring {
    const struct people_measure_terms *terms;
    struct policy_layers layers;
    struct people_measure *games; /* the sums of each game */
};

/* Memory of one thread. */
struct measure_scratch {
    struct policy *policy;
    struct net_pass *pass;        /* for the placements of pieces */
    struct decision_batch *batch;
    struct policy_game game;
};

/* Allocates a thread's memory. It is a callback of the threads. */
static void begin_scratch(void *memory, void *context)
{
    const struct people_measuring *measuring = context;
    const struct people_measure_terms *terms = measuring->terms;
    struct measure_scratch *scratch = memory;
    struct error error;
    if (policy_new(terms->net, &terms->shape, &scratch->policy, &error) != STATUS_OK)
        abort(); /* check_shape has done the same before */
    scratch->pass = net_pass_new(terms->net, DECISION_BATCH, NET_INFER, NULL);
    scratch->batch = memory_new(1, sizeof *scratch->batch);
}

/* Frees a thread's memory. It is a callback of the threads. */
static void end_scratch(void *memory)
{
    struct measure_scratch *scratch = memory;
    policy_free(scratch->policy);
    net_pass_free(scratch->pass);
    free(scratch->batch);
    policy_game_free(&scratch->game);
}

/* Adds a move to the sums. `probability`: of each of the `count` legal moves; `made`: the index of the move
 * that was played. */
static void count_move(const double *probability, int made, int count, struct people_moves *moves)
{
    int better = 0, equal = 0; /* the move made is one of `equal` */
    for (int i = 0; i < count; i++)
        if (probability[i] > probability[made])
            better++;
        else
            equal += probability[i] >= probability[made];
    /* Equal moves count as if they were in random order. */
    moves->right += better == 0 ? 1.0 / equal : 0;
    moves->in_five += fmin(fmax((5.0 - better) / equal, 0), 1);
    moves->bits -= log2(fmax(probability[made], smallest));
}

/* Adds the errors of the network's value in `view`: its squared distance from the result, and the bits of the
 * chance to win that it means. `result`: 1, 0 or -1 for the view's side. */
static void measure_value(struct measure_scratch *scratch, const struct view *view, double result,
                          struct people_measure *sums)
{
    double value = (double)policy_value(scratch->policy, &policy_steps_none, view);
    double chance = fmin(fmax((1 + value) / 2, 0.01), 0.99); /* limits: no infinite loss */
    double won = (1 + result) / 2; /* a draw counts as half a win */
    sums->value_square += (value - result) * (value - result);
    sums->value_bits -= won * log2(chance) + (1 - won) * log2(1 - chance);
}

/* Measures how well the policy (and the move model, if given) predicts `move`, which comes next in the
 * replayed game. `state`: the public state before the move; `result`: red's, 1, 0 or -1. */
static void measure_move(const struct people_measuring *measuring, struct measure_scratch *scratch,
                         struct move move, float result, const struct public_state *state,
                         struct people_measure *sums)
{
    enum side side = policy_game_side(&scratch->game);
    const struct view *view = &scratch->game.view[side];
    struct move moves[MOVES_MAX];
    float probability[MOVES_MAX];
    double policy_share[MOVES_MAX] = {0};
    int count = policy_moves(scratch->policy, &policy_steps_none, view, moves, probability), made = 0;
    while (made < count && !move_equal(moves[made], move))
        made++;
    if (made == count) /* the policy has no such move: it counts nowhere */
        return;
    for (int i = 0; i < count; i++)
        policy_share[i] = (double)probability[i];
    sums->moves++;
    count_move(policy_share, made, count, &sums->policy);
    if (measuring->terms->moves) {
        /* Measures the model of moves on the same moves. */
        uint8_t rank[MOVES_MAX];
        double strength[MOVES_MAX], strength_sum = 0;
        for (int i = 0; i < count; i++)
            rank[i] = view->board.piece[view->board.at[moves[i].from]].rank;
        move_model_compute(measuring->terms->moves, state, PLAYER_PEOPLE, moves, rank, count, strength);
        for (int i = 0; i < count; i++)
            strength_sum += strength[i];
        for (int i = 0; i < count; i++)
            strength[i] = strength_sum > 0 ? strength[i] / strength_sum : 1.0 / count;
        count_move(strength, made, count, &sums->model);
    }
    measure_value(scratch, view, (double)(side == RED ? result : -result), sums);
}

/* Adds the bits (-log2 of the probability) of the placements of pieces in a batch to the bits of setups, and
 * empties the batch. */
static void measure_placements(const struct people_measuring *measuring, struct measure_scratch *scratch,
                               struct people_measure *sums)
{
    const enum policy_head head = POLICY_PLACE;
    decision_batch_compute(scratch->batch, &measuring->layers, scratch->pass, &head, 1);
    for (size_t n = 0; n < scratch->batch->count; n++) {
        float policy[SQUARES], log_policy[SQUARES];
        decision_batch_policy(scratch->batch, &measuring->layers, scratch->pass, head, n, policy, log_policy);
        sums->setup_bits -= (double)log_policy[scratch->batch->action[n]] / M_LN2;
    }
    scratch->batch->count = 0;
}

/* Replays game `index` and measures a random part of its moves and, if wanted, its setups. It is a callback
 * of the threads. */
static void measure_game(void *context, size_t index, const struct parallel_worker *worker)
{
    const struct people_measuring *measuring = context;
    const struct people_measure_terms *terms = measuring->terms;
    struct measure_scratch *scratch = worker->scratch;
    struct policy_game *game = &scratch->game;
    const struct training_game *played = &terms->games->items[index];
    struct people_measure *sums = &measuring->games[index];
    struct public_state state = played->start;
    struct people_game people;
    struct rng rng;
    uint32_t last_ply = UINT32_MAX; /* of the last move; a move is two decisions, but is measured once */
    if (stop_requested(terms->stop) ||
        !people_game_convert(&people, played, terms->variant, &terms->rules, game))
        return;
    rng_seed(&rng, terms->seed, index);
    sums->games = 1;
    sums->setups = terms->setups ? SIDES : 0;
    policy_game_begin(game, terms->variant, &terms->rules);
    for (size_t i = 0; i < people.count; i++) {
        /* A placement goes into a batch; a move is measured at the first of its decisions. */
        bool placing = policy_game_head(game) == POLICY_PLACE;
        if (placing && terms->setups && decision_batch_add(scratch->batch, game, i, people.squares[i], 0))
            measure_placements(measuring, scratch, sums);
        if (!placing && policy_game_plies(game) != last_ply) {
            last_ply = policy_game_plies(game);
            /* Advances the public state to the move that comes next. */
            while (state.plies < last_ply)
                public_state_apply(&state, &played->events[state.plies], NULL);
            if (rng_unit(&rng) < terms->share)
                measure_move(measuring, scratch, played->events[last_ply].move, people.result, &state, sums);
        }
        policy_game_act(game, people.squares[i]);
    }
    if (scratch->batch->count)
        measure_placements(measuring, scratch, sums);
    people_game_free(&people);
}

/* Adds the sums `more` to `sums`. */
static void add_moves(struct people_moves *sums, const struct people_moves *more)
{
    sums->right += more->right;
    sums->in_five += more->in_five;
    sums->bits += more->bits;
}

/* Checks that the network has the given shape and finds its layers. */
static enum status check_shape(const struct people_measure_terms *terms, struct policy_layers *layers,
                               struct error *error)
{
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    struct policy *policy;
    enum status status = policy_new(terms->net, &terms->shape, &policy, error);
    if (!status) {
        policy_free(policy);
        status = policy_net_write_rows(&terms->shape, rows, layers, error);
    }
    free(rows);
    return status;
}

enum status people_measure(const struct people_measure_terms *terms, struct people_measure *result,
                           struct error *error)
{
    const struct parallel_scratch scratch = {sizeof(struct measure_scratch), begin_scratch, end_scratch};
    struct people_measuring measuring = {.terms = terms};
    size_t count = terms->games->count;
    *result = (struct people_measure){0};
    enum status status = check_shape(terms, &measuring.layers, error);
    if (status)
        return status;
    measuring.games = memory_new(count + 1, sizeof *measuring.games);
    parallel_run_workers(terms->jobs, count, &scratch, measure_game, &measuring);
    for (size_t i = 0; i < count; i++) {
        const struct people_measure *more = &measuring.games[i];
        result->games += more->games;
        result->moves += more->moves;
        add_moves(&result->policy, &more->policy);
        add_moves(&result->model, &more->model);
        result->value_bits += more->value_bits;
        result->value_square += more->value_square;
        result->setups += more->setups;
        result->setup_bits += more->setup_bits;
    }
    free(measuring.games);
    if (stop_requested(terms->stop))
        return error_set(error, STATUS_NO, "stopped");
    return STATUS_OK;
}
