/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/move_evidence.h"

#include "belief/belief.h"
#include "belief/mixture.h"
#include "belief/players.h"
#include "belief/rank_vector.h"

#include <math.h>
#include <string.h>

/* Adds `change`, logarithms by kind of player and rank, to a row's log likelihood. If there is an evidence
 * list, appends the mean of `change` over the kinds of player to it. */
static void add_evidence(struct belief *belief, int row, enum evidence_kind kind,
                         float change[PLAYER_KINDS][RANKS])
{
    for (int player = 0; player < PLAYER_KINDS; player++) {
        float *sum = belief->moves.log_likelihood[row][player];
        ranks_store(ranks_add(ranks_load(sum), ranks_load(change[player])), sum);
    }
    mixture_change(belief, (uint64_t)1 << row);
    if (!evidence_is_recorded(&belief->evidence))
        return;
    float mean_change[RANKS];
    struct evidence_weights mean_weights = players_mean(belief);
    for (int rank = 0; rank < RANKS; rank++)
        mean_change[rank] = mean_weights.moves[PLAYER_PEOPLE] * change[PLAYER_PEOPLE][rank] +
                            mean_weights.moves[PLAYER_PROGRAMS] * change[PLAYER_PROGRAMS][rank];
    evidence_add(belief, row, kind, mean_change);
}

/* The expected strengths of the side's moves by the belief before the move, by kind of player: of all moves
 * of a row's piece, of all pieces together, and of the move that was made. */
struct expected {
    float by_row[PIECES_A_SIDE][PLAYER_KINDS], sum[PLAYER_KINDS], made[PLAYER_KINDS];
};

/* Fills `expected` with the mean of the strengths over the ranks, weighted by the belief's probabilities.
 * `mover`: the row of the piece that moved. */
static void expect_strengths(const struct belief *belief, const struct move_strengths *strengths, int mover,
                             struct expected *expected)
{
    memset(expected, 0, sizeof *expected);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (!(strengths->movable >> row & 1))
            continue;
        struct rank_vector p = ranks_from_doubles(belief->p[row]);
        for (int player = 0; player < PLAYER_KINDS; player++) {
            float sum = ranks_sum(ranks_times(p, ranks_load(strengths->total[row][player])));
            expected->by_row[row][player] = sum;
            expected->sum[player] += sum;
            if (row == mover)
                expected->made[player] = ranks_sum(ranks_times(p, ranks_load(strengths->made[player])));
        }
    }
}

void move_evidence_watch(struct belief *belief, const struct event *event)
{
    struct move_strengths strengths;
    struct expected expected;
    float change[PLAYER_KINDS][RANKS];
    int base = side_base(belief->side);
    int mover = belief->public_state.at[event->move.from] - base;
    move_model_strengths(&belief->knowledge->move_weights, &belief->public_state, event->move,
                         facts_all_ranks(&belief->facts), &strengths);
    expect_strengths(belief, &strengths, mover, &expected);
    const float *made = expected.made, *sum = expected.sum;
    if (made[PLAYER_PEOPLE] > 0 && made[PLAYER_PROGRAMS] > 0)
        players_watch_move(belief, log((double)made[PLAYER_PROGRAMS] / sum[PLAYER_PROGRAMS]) -
                                       log((double)made[PLAYER_PEOPLE] / sum[PLAYER_PEOPLE]));
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        /* A piece without a move had no choice, so nothing follows from its standing still. */
        if (!belief_is_hidden(belief, base + row) || (expected.by_row[row][0] == 0 && row != mover))
            continue;
        /* The denominator, for all hidden pieces: logarithms of 1 / (others + own strengths). Here and below
         * strengths are divided by the sum of all, a common factor, so that the logarithms stay small. */
        for (int player = 0; player < PLAYER_KINDS; player++) {
            float others = sum[player] - expected.by_row[row][player]; /* 0 or less by rounding: bounded */
            others = others > 1e-6f * sum[player] ? others : 1e-6f * sum[player];
            struct rank_vector sums = ranks_add(ranks_all(others), ranks_load(strengths.total[row][player]));
            ranks_store(ranks_scaled(ranks_log(ranks_scaled(sums, 1 / sum[player])), -1), change[player]);
        }
        add_evidence(belief, row, EVIDENCE_STOOD_STILL, change);
        if (row != mover)
            continue;
        /* The numerator, for the piece that moved; -40 for ranks that cannot make the move. */
        for (int player = 0; player < PLAYER_KINDS; player++)
            for (int rank = 0; rank < RANKS; rank++)
                change[player][rank] = strengths.made[player][rank] > 0
                                           ? logf(strengths.made[player][rank] / sum[player])
                                           : -40;
        add_evidence(belief, row, EVIDENCE_MOVED, change);
    }
}
