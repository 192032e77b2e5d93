/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/bayes.h"

#include "belief/quick.h"

#include <math.h>
#include <string.h>

void bayes_start(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        belief->state[place] = NETWORK_NOTHING;
    network_start(knowledge->network, &belief->sums);
    network_answer(knowledge->network, &belief->sums, belief->prior);
}

/* A clue of what the likelihood of moves weighs in the end. */
static void tell_conduct(struct belief *belief, int row, enum clue_kind kind,
                         const float change[RANKS])
{
    float weighed[RANKS];
    for (int rank = 0; rank < RANKS && belief->clues; rank++)
        weighed[rank] = (float)belief->knowledge->options.conduct * change[rank];
    if (belief->clues)
        belief_clue(belief, row, kind, weighed);
}

/* The move that was made, and those that were not: for each open piece and rank
 *
 *     P(move | rank) = pull of the move / (pulls of the others + pulls of the piece with that rank),
 *
 * the others' pulls being those expected by the belief before the move. A constant factor for all ranks of
 * a piece does not matter. */
void bayes_watch(struct belief *belief, const struct event *event)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    struct conduct_pulls pulls;
    float expected[PIECES_A_SIDE], sum = 0;
    if (belief->scene.to_move != belief->side)
        return;
    int base = side_base(belief->side);
    int mover = belief->scene.at[event->move.from] - base;
    conduct_pull(knowledge->conduct, &belief->scene, event->move, belief->mask, &pulls);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        expected[row] = 0;
        for (int rank = 0; rank < RANKS; rank++)
            expected[row] += (float)belief->p[row][rank] * pulls.total[row][rank];
        sum += expected[row];
    }
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        float change[RANKS], others = sum - expected[row];
        if (!belief_is_open(belief, base + row) || (expected[row] == 0 && row != mover))
            continue;
        others = others > 1e-6f * sum ? others : 1e-6f * sum;
        for (int rank = 0; rank < RANKS; rank++)
            change[rank] = -logf((others + pulls.total[row][rank]) / sum);
        for (int rank = 0; rank < RANKS; rank++)
            belief->conduct[row][rank] += change[rank];
        tell_conduct(belief, row, CLUE_WAITED, change);
        if (row != mover)
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            change[rank] = pulls.made[rank] > 0 ? logf(pulls.made[rank] / sum) : -40;
        for (int rank = 0; rank < RANKS; rank++)
            belief->conduct[row][rank] += change[rank];
        tell_conduct(belief, row, CLUE_CONDUCT, change);
    }
}

void bayes_learn(struct belief *belief, const struct event *event, const uint8_t *reveals)
{
    (void)belief, (void)event, (void)reveals;
}

/* The clues that a new answer of the network gives about the open pieces. */
static void tell_setup(struct belief *belief, const float before[PIECES_A_SIDE][RANKS])
{
    float joint = (float)belief->knowledge->options.joint;
    int base = side_base(belief->side);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int place = belief->scene.piece[base + row].place;
        float change[RANKS];
        if (place == PLACE_NONE || !belief_is_open(belief, base + row))
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            change[rank] = joint * (belief->prior[place][rank] - before[place][rank]);
        belief_clue(belief, row, CLUE_SETUP, change);
    }
}

/* Tells the network what has become known of places since it was last asked. */
static void look_at_setup(struct belief *belief)
{
    const struct network *network = belief->knowledge->network;
    int base = side_base(belief->side);
    bool changed = false;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct scene_piece *piece = &belief->scene.piece[base + row];
        int place = piece->place, state = NETWORK_NOTHING;
        if (place == PLACE_NONE)
            continue;
        if (piece->rank != RANK_UNKNOWN)
            state = piece->rank;
        else if (piece->moved)
            state = NETWORK_MOVED;
        if (state == belief->state[place])
            continue;
        network_change(network, &belief->sums, place, belief->state[place], state);
        belief->state[place] = (uint8_t)state;
        changed = true;
    }
    if (!changed)
        return;
    float before[PIECES_A_SIDE][RANKS];
    memcpy(before, belief->prior, sizeof before);
    network_answer(network, &belief->sums, belief->prior);
    if (belief->clues)
        tell_setup(belief, (const float (*)[RANKS])before);
}

void bayes_weigh(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    const struct belief_options *options = &knowledge->options;
    float joint = (float)options->joint, conduct = (float)options->conduct;
    int base = side_base(belief->side);
    look_at_setup(belief);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int place = belief->scene.piece[base + row].place;
        const float *prior = place < PIECES_A_SIDE ? belief->prior[place]
                                                   : knowledge->prior[PIECES_A_SIDE];
        float sum[RANKS], most = -INFINITY;
        if (!belief_is_open(belief, base + row))
            continue;
        for (int rank = 0; rank < RANKS; rank++) {
            sum[rank] = joint * prior[rank] + conduct * belief->conduct[row][rank];
            if ((belief->mask[row] >> rank & 1) && sum[rank] > most)
                most = sum[rank];
        }
        for (int rank = 0; rank < RANKS; rank++)
            belief->p[row][rank] = quick_exp(sum[rank] - most);
    }
}
