/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "policy/policy.h"

#include "base/memory.h"
#include "net/exponential.h"
#include "net/pass.h"
#include "net/softmax.h"
#include "policy/declined.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct policy_steps policy_steps_paper = {0.03f, 16, 32, 2, true, false};
const struct policy_steps policy_steps_none = {0, 0, 0, 1, false, false};

struct policy {
    const struct net *net;
    struct policy_layers layers;
    struct net_pass *pass;
    uint16_t ruled_out[PIECES]; /* by the memory heuristic, for the current view */
};

enum status policy_new(const struct net *net, const struct policy_shape *shape, struct policy **policy,
                       struct error *error)
{
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    struct policy_layers layers;
    enum status status = policy_net_write_rows(shape, rows, &layers, error);
    /* A network of this shape, only to compare its rows with those of `net`. */
    struct net *model = status == STATUS_OK ? net_new(rows, layers.count, error) : NULL;
    free(rows);
    if (!model)
        return STATUS_BAD;
    bool same = net_same_rows(net, model);
    net_free(model);
    if (!same)
        return error_set(error, STATUS_BAD, "found another network than a policy's of %d and %d blocks",
                         shape->outer_blocks, shape->inner_blocks);
    *policy = memory_new(1, sizeof **policy);
    **policy = (struct policy){net, layers, net_pass_new(net, POLICY_BATCH, NET_INFER, NULL), {0}};
    return STATUS_OK;
}

void policy_free(struct policy *policy)
{
    if (!policy)
        return;
    net_pass_free(policy->pass);
    free(policy);
}

void policy_sharpen(float *probability, size_t count, float threshold, int quanta)
{
    float sum = 0;
    int units_left = quanta;
    /* Drop what is below the threshold, and scale the rest. */
    for (size_t i = 0; i < count; i++)
        sum += probability[i] >= threshold ? probability[i] : 0;
    for (size_t i = 0; i < count && sum > 0; i++)
        probability[i] = probability[i] >= threshold ? probability[i] / sum : 0;
    if (quanta <= 0)
        return;
    /* Round up from the largest on, until all quanta are used. A negative number is not rounded yet. */
    for (size_t i = 0; i < count; i++)
        probability[i] = -probability[i];
    while (units_left > 0) {
        size_t largest = 0;
        for (size_t i = 1; i < count; i++)
            if (probability[i] < probability[largest])
                largest = i;
        if (!(probability[largest] < 0))
            break;
        /* Subtracts a little before rounding up, so that 0.25 of 16 quanta gives 4 of them even if a rounding
         * error makes it larger than 0.25. */
        int units = (int)ceilf(-probability[largest] * (float)quanta - 1e-4f);
        units = units < 1 ? 1 : units > units_left ? units_left : units;
        probability[largest] = (float)units / (float)quanta;
        units_left -= units;
    }
    for (size_t i = 0; i < count; i++)
        if (probability[i] <= 0) /* -0, too */
            probability[i] = 0;
}

size_t policy_draw(const float *probability, size_t count, struct rng *rng)
{
    double point = rng_unit(rng);
    size_t chosen = 0;
    for (size_t i = 0; i < count; i++) {
        if (probability[i] <= 0)
            continue;
        chosen = i;
        point -= (double)probability[i];
        if (point < 0)
            break;
    }
    return chosen;
}

/* Returns the memory of the observation of sample `index` of the batch. */
static float *observation_at(struct policy *policy, size_t index)
{
    return net_values(policy->pass, policy->layers.observation) + index * OBSERVATION_CELLS;
}

/* Applies the step `eagerness` to the observation of sample `index`: the quiet ratio r becomes
 * 1 - (1 - r)^eagerness. Then computes the extra input. */
static void finish_input(struct policy *policy, const struct policy_steps *steps, size_t index)
{
    float *cell = observation_at(policy, index);
    float quiet = cell[OBSERVATION_QUIET];
    if (steps->eagerness != 1 && quiet > 0 && quiet < 1)
        observation_set_quiet(cell, 1 - net_exp(steps->eagerness * net_log(1 - quiet)));
    policy_compute_extra(net_values(policy->pass, policy->layers.extra) + index * POLICY_EXTRA_CELLS, cell);
}

/* Finds the ranks ruled out by declined attacks, if the step `memory` is on. Must be called once for a view,
 * before write_observation. */
static void find_ruled_out(struct policy *policy, const struct policy_steps *steps, const struct view *view)
{
    if (steps->memory)
        declined_attacks_find(view, policy->ruled_out);
}

/* Writes the inputs of sample `index` for a view. `selected`: as in observation_write_view. */
static void write_observation(struct policy *policy, const struct policy_steps *steps,
                              const struct view *view, int selected, size_t index)
{
    observation_write_view(observation_at(policy, index), view, selected,
                           steps->memory ? policy->ruled_out : NULL);
    finish_input(policy, steps, index);
}

/* Computes only the head `head`, for the first `batch` samples. */
static void compute_head(struct policy *policy, enum policy_head head, size_t batch)
{
    net_pass_want(policy->pass, &policy->layers.head[head], 1);
    net_forward(policy->pass, batch);
}

/* Computes the probabilities of the legal `squares` from the head `head` (after compute_head), sharpened by
 * `threshold` and `quanta`. If the logit of one of them is not finite, because sums of large weights
 * overflowed, all are equally likely. */
static void read_head(struct policy *policy, enum policy_head head, size_t index, bitboard squares,
                      float threshold, int quanta, float probability[SQUARES])
{
    static const float equal_logits[SQUARES];
    const float *logits = net_values(policy->pass, policy->layers.head[head]) + index * SQUARES;
    uint8_t legal[SQUARES];
    bool finite = true;
    for (int square = 0; square < SQUARES; square++) {
        legal[square] = bit_in(squares, square);
        finite = finite && (!legal[square] || isfinite(logits[square]));
    }
    softmax(finite ? logits : equal_logits, legal, SQUARES, probability, NULL);
    policy_sharpen(probability, SQUARES, threshold, quanta);
}

void policy_set_up(struct policy *policy, const struct policy_steps *steps, const uint8_t army[RANKS],
                   struct rng *rng, struct setup *setup)
{
    int rank;
    memset(setup->rank, PLACE_EMPTY, sizeof setup->rank);
    for (int i = 0; (rank = observation_piece_to_place(army, i)) != RANK_UNKNOWN; i++) {
        float probability[SQUARES];
        observation_write_set_up(observation_at(policy, 0), setup);
        finish_input(policy, steps, 0);
        compute_head(policy, POLICY_PLACE, 1);
        read_head(policy, POLICY_PLACE, 0, legal_places(setup), steps->threshold, steps->set_up_quanta,
                  probability);
        int square = (int)policy_draw(probability, SQUARES, rng);
        setup->rank[setup_index(RED, square)] = (uint8_t)rank;
    }
}

/* Computes for each square, as the player sees it, the probability that its piece is selected to move. */
static void compute_piece_chances(struct policy *policy, const struct policy_steps *steps,
                                  const struct view *view, const struct legal_actions *legal,
                                  float probability[SQUARES])
{
    find_ruled_out(policy, steps, view);
    write_observation(policy, steps, view, SQUARE_NONE, 0);
    compute_head(policy, POLICY_PIECE, 1);
    read_head(policy, POLICY_PIECE, 0, legal->pieces, steps->threshold, steps->quanta, probability);
}

/* Computes for each of `count` pieces (at most POLICY_BATCH) the probabilities of its target squares.
 * `pieces`: squares as the player sees them. Must be called after compute_piece_chances for the same view. */
static void compute_target_chances(struct policy *policy, const struct policy_steps *steps,
                                   const struct view *view, const struct legal_actions *legal,
                                   const int *pieces, size_t count, float (*probability)[SQUARES])
{
    for (size_t i = 0; i < count; i++)
        write_observation(policy, steps, view, observation_square(view->side, pieces[i]), i);
    compute_head(policy, POLICY_TARGET, count);
    for (size_t i = 0; i < count; i++)
        read_head(policy, POLICY_TARGET, i, legal_targets(legal, pieces[i]), steps->threshold, steps->quanta,
                  probability[i]);
}

/* Finds the actions that the policy may choose: the legal ones. If the step `losses` is on, leaves out lost
 * attacks. */
static void find_actions(const struct policy_steps *steps, const struct board *board,
                         struct legal_actions *legal)
{
    legal_actions_of(legal, board);
    if (steps->losses)
        legal_actions_drop_losses(legal, board);
}

int policy_moves(struct policy *policy, const struct policy_steps *steps, const struct view *view,
                 struct move moves[MOVES_MAX], float probability[MOVES_MAX])
{
    struct legal_actions legal;
    float of_piece[SQUARES], of_target[POLICY_BATCH][SQUARES], of_move[SQUARES][SQUARES];
    bitboard pieces_left = 0;
    int move_count = board_moves(&view->board, moves);
    find_actions(steps, &view->board, &legal);
    if (legal.count)
        compute_piece_chances(policy, steps, view, &legal, of_piece);
    /* of_move[piece][target], by squares as the player sees them; 0 for pieces that are never selected. */
    memset(of_move, 0, sizeof of_move);
    for (bitboard pieces = legal.pieces; pieces;) {
        int piece = bits_pop(&pieces);
        pieces_left |= of_piece[piece] > 0 ? bit(piece) : 0;
    }
    /* The targets of all pieces that the policy may select, a batch at a time. */
    while (pieces_left) {
        int pieces[POLICY_BATCH];
        size_t count = 0;
        while (pieces_left && count < POLICY_BATCH)
            pieces[count++] = bits_pop(&pieces_left);
        compute_target_chances(policy, steps, view, &legal, pieces, count, of_target);
        for (size_t i = 0; i < count; i++)
            for (int target = 0; target < SQUARES; target++)
                of_move[pieces[i]][target] = of_piece[pieces[i]] * of_target[i][target];
    }
    for (int i = 0; i < move_count; i++)
        probability[i] = of_move[observation_square(view->side, moves[i].from)]
                                [observation_square(view->side, moves[i].to)];
    return move_count;
}

struct move policy_draw_move(struct policy *policy, const struct policy_steps *steps, const struct view *view,
                             struct rng *rng)
{
    struct legal_actions legal;
    float of_piece[SQUARES], of_target[1][SQUARES];
    find_actions(steps, &view->board, &legal);
    if (!legal.count)
        return MOVE_NONE;
    compute_piece_chances(policy, steps, view, &legal, of_piece);
    int piece = (int)policy_draw(of_piece, SQUARES, rng);
    compute_target_chances(policy, steps, view, &legal, &piece, 1, of_target);
    return action_move(view->side, piece, (int)policy_draw(of_target[0], SQUARES, rng));
}

void policy_put(struct policy *policy, const struct policy_steps *steps, const struct view *view,
                size_t place)
{
    find_ruled_out(policy, steps, view);
    write_observation(policy, steps, view, SQUARE_NONE, place);
}

const float *policy_values(struct policy *policy, size_t count)
{
    float *values = net_values(policy->pass, policy->layers.head[POLICY_VALUE]);
    compute_head(policy, POLICY_VALUE, count);
    for (size_t i = 0; i < count; i++)
        values[i] = isfinite(values[i]) ? values[i] : 0; /* sums of large weights overflowed */
    return values;
}

float policy_value(struct policy *policy, const struct policy_steps *steps, const struct view *view)
{
    policy_put(policy, steps, view, 0);
    return policy_values(policy, 1)[0];
}
