/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/bayes.h"

#include "belief/deboer.h"
#include "belief/fast_math.h"

#include <math.h>
#include <string.h>

/* The weights of all parts of the evidence, by how probable it is that each player plays. */
struct evidence_weights {
    float moves[PLAYER_KINDS];
    float joint, setup;
};

static struct evidence_weights weigh_players(const struct belief *belief)
{
    const struct belief_weights *weights = &belief->knowledge->options.weights;
    float people = belief->player_posterior[PLAYER_PEOPLE],
        programs = belief->player_posterior[PLAYER_PROGRAMS];
    struct evidence_weights shares = {
        .moves = {people * (float)weights->people, programs * (float)weights->programs},
        .joint = people * (float)weights->joint + programs * (float)weights->programs_joint,
        .setup = programs * (float)weights->programs_setup,
    };
    shares.setup = shares.setup < 1e-4f ? 0 : shares.setup; /* no difference that shows */
    return shares;
}

/* The logarithms of a row's weights. */
static void weigh_row(const struct belief *belief, const struct evidence_weights *shares, int row,
                      float sum[RANKS])
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    int place = belief->public_state.piece[side_base(belief->side) + row].place;
    const float *prior = place < PIECES_A_SIDE ? belief->prior[place] : knowledge->prior[PIECES_A_SIDE];
    const float(*log_likelihood)[RANKS] = belief->log_likelihood[row];
    for (int rank = 0; rank < RANKS; rank++)
        sum[rank] = shares->joint * prior[rank] +
                    shares->moves[PLAYER_PEOPLE] * log_likelihood[PLAYER_PEOPLE][rank] +
                    shares->moves[PLAYER_PROGRAMS] * log_likelihood[PLAYER_PROGRAMS][rank];
    if (shares->setup == 0)
        return;
    float weight[RANKS];
    for (int rank = 0; rank < RANKS; rank++)
        weight[rank] = (float)fmax(belief->weight[row][rank], 1e-30);
    fast_log_all(weight, weight, RANKS);
    for (int rank = 0; rank < RANKS; rank++)
        sum[rank] += shares->setup * weight[rank];
}

/* Who plays the side, by Bayes' rule from all its moves. */
static void judge_players(struct belief *belief)
{
    const struct belief_options *options = &belief->knowledge->options;
    double prior = options->prior, odds = exp(-options->weights.evidence * belief->log_odds_program);
    double programs = prior / (prior + (1 - prior) * odds);
    belief->player_posterior[PLAYER_PROGRAMS] = (float)programs;
    belief->player_posterior[PLAYER_PEOPLE] = (float)(1 - programs);
}

/* What a new judgement of who plays does to all earlier evidence: for each hidden piece one more item of
 * evidence, scaled so that the largest factor of its possible ranks is 1. */
static void explain_players(struct belief *belief, const struct evidence_weights *before)
{
    struct evidence_weights now = weigh_players(belief);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        float old[RANKS], change[RANKS], most = -INFINITY;
        if (!belief_is_hidden(belief, side_base(belief->side) + row))
            continue;
        weigh_row(belief, before, row, old);
        weigh_row(belief, &now, row, change);
        for (int rank = 0; rank < RANKS; rank++) {
            change[rank] -= old[rank];
            if ((belief->mask[row] >> rank & 1) && change[rank] > most)
                most = change[rank];
        }
        for (int rank = 0; rank < RANKS; rank++)
            change[rank] -= most;
        belief_add_evidence(belief, row, EVIDENCE_PLAYER, change);
    }
}

void bayes_start(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        belief->state[place] = NETWORK_NOTHING;
    judge_players(belief);
    deboer_start(belief);
    network_start(knowledge->network, &belief->sums);
    network_answer(knowledge->network, &belief->sums, belief->prior);
}

/* Adds to a row's evidence; `change` is by player and rank. */
static void add_evidence(struct belief *belief, int row, enum evidence_kind kind,
                         float change[PLAYER_KINDS][RANKS])
{
    for (int player = 0; player < PLAYER_KINDS; player++)
        for (int rank = 0; rank < RANKS; rank++)
            belief->log_likelihood[row][player][rank] += change[player][rank];
    if (!belief->evidence_list)
        return;
    float weighed[RANKS];
    struct evidence_weights shares = weigh_players(belief);
    for (int rank = 0; rank < RANKS; rank++)
        weighed[rank] = shares.moves[PLAYER_PEOPLE] * change[PLAYER_PEOPLE][rank] +
                        shares.moves[PLAYER_PROGRAMS] * change[PLAYER_PROGRAMS][rank];
    belief_add_evidence(belief, row, kind, weighed);
}

/* Limit of log_odds_program, in nats: the odds stay within exp(FIT_MOST x evidence) times those of the prior:
 * moves are not as independent as the sum takes them to be, and a player who was taken for the other kind
 * should be recognised within some moves. */
enum { FIT_MOST = 8 };

/* The strengths to be expected of the side's moves, by the belief before the move. */
struct expected {
    float by_row[PIECES_A_SIDE][PLAYER_KINDS], sum[PLAYER_KINDS], made[PLAYER_KINDS];
};

static void expect_strengths(const struct belief *belief, const struct move_strengths *strengths, int mover,
                             struct expected *expected)
{
    memset(expected, 0, sizeof *expected);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        float p[RANKS];
        for (int rank = 0; rank < RANKS; rank++)
            p[rank] = (float)belief->p[row][rank];
        for (int player = 0; player < PLAYER_KINDS; player++) {
            float sum = 0;
            for (int rank = 0; rank < RANKS; rank++)
                sum += p[rank] * strengths->total[row][player][rank];
            expected->by_row[row][player] = sum;
            expected->sum[player] += sum;
            for (int rank = 0; rank < RANKS && row == mover; rank++)
                expected->made[player] += p[rank] * strengths->made[player][rank];
        }
    }
}

/* The move that was made, and those that were not: for each hidden piece and rank
 *
 *     P(move | rank) = strength of the move
 *                      / (strengths of the others + strengths of the piece with that rank),
 *
 * the others' strengths being those expected by the belief before the move. A constant factor for all ranks
 * of a piece does not matter. The same by people's weights and by programs', and which of the two make the
 * side's moves likelier tells who plays it. */
void bayes_watch(struct belief *belief, const struct event *event)
{
    struct move_strengths strengths;
    struct expected expected;
    float change[PLAYER_KINDS][RANKS];
    if (belief->public_state.to_move != belief->side)
        return;
    int base = side_base(belief->side);
    int mover = belief->public_state.at[event->move.from] - base;
    move_model_strengths(&belief->knowledge->move_weights, &belief->public_state, event->move, belief->mask,
                         &strengths);
    expect_strengths(belief, &strengths, mover, &expected);
    const float *made = expected.made, *sum = expected.sum;
    if (made[PLAYER_PEOPLE] > 0 && made[PLAYER_PROGRAMS] > 0)
        belief->log_odds_program += log((double)made[PLAYER_PROGRAMS] / sum[PLAYER_PROGRAMS]) -
                                    log((double)made[PLAYER_PEOPLE] / sum[PLAYER_PEOPLE]);
    belief->log_odds_program = fmin(fmax(belief->log_odds_program, -FIT_MOST), FIT_MOST);
    struct evidence_weights before = weigh_players(belief);
    judge_players(belief);
    if (belief->evidence_list)
        explain_players(belief, &before);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (!belief_is_hidden(belief, base + row) || (expected.by_row[row][0] == 0 && row != mover))
            continue;
        for (int player = 0; player < PLAYER_KINDS; player++) {
            float others = sum[player] - expected.by_row[row][player];
            others = others > 1e-6f * sum[player] ? others : 1e-6f * sum[player];
            for (int rank = 0; rank < RANKS; rank++)
                change[player][rank] = (others + strengths.total[row][player][rank]) / sum[player];
            fast_log_all(change[player], change[player], RANKS);
            for (int rank = 0; rank < RANKS; rank++)
                change[player][rank] = -change[player][rank];
        }
        add_evidence(belief, row, EVIDENCE_STOOD_STILL, change);
        if (row != mover)
            continue;
        for (int player = 0; player < PLAYER_KINDS; player++)
            for (int rank = 0; rank < RANKS; rank++)
                change[player][rank] = strengths.made[player][rank] > 0
                                           ? logf(strengths.made[player][rank] / sum[player])
                                           : -40;
        add_evidence(belief, row, EVIDENCE_MOVED, change);
    }
}

void bayes_learn(struct belief *belief, const struct event *event, const uint8_t *reveals)
{
    (void)event;
    if (belief->knowledge->options.neighbours > 0)
        deboer_neighbours(belief, reveals, weigh_players(belief).setup);
}

/* The evidence that a new answer of the network gives about the hidden pieces. */
static void explain_setup(struct belief *belief, const float before[PIECES_A_SIDE][RANKS])
{
    float joint = weigh_players(belief).joint;
    int base = side_base(belief->side);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int place = belief->public_state.piece[base + row].place;
        float change[RANKS];
        if (place == PLACE_NONE || !belief_is_hidden(belief, base + row))
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            change[rank] = joint * (belief->prior[place][rank] - before[place][rank]);
        belief_add_evidence(belief, row, EVIDENCE_SETUP, change);
    }
}

/* Tells the network what has become known of places since it was last asked. */
static void look_at_setup(struct belief *belief)
{
    const struct network *network = belief->knowledge->network;
    int base = side_base(belief->side);
    bool changed = false;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct public_piece *piece = &belief->public_state.piece[base + row];
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
    if (belief->evidence_list)
        explain_setup(belief, (const float (*)[RANKS])before);
}

void bayes_weigh(struct belief *belief)
{
    struct evidence_weights shares = weigh_players(belief);
    look_at_setup(belief);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        float sum[RANKS], most = -INFINITY;
        if (!belief_is_hidden(belief, side_base(belief->side) + row))
            continue;
        weigh_row(belief, &shares, row, sum);
        for (int rank = 0; rank < RANKS; rank++)
            if ((belief->mask[row] >> rank & 1) && sum[rank] > most)
                most = sum[rank];
        for (int rank = 0; rank < RANKS; rank++)
            sum[rank] -= most;
        fast_exp_all(sum, sum, RANKS);
        for (int rank = 0; rank < RANKS; rank++)
            belief->p[row][rank] = sum[rank];
    }
}
