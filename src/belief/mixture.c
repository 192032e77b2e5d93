/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/mixture.h"

#include "belief/belief.h"
#include "belief/players.h"
#include "belief/rank_vector.h"
#include "belief/setup_evidence.h"

#include <math.h>
#include <string.h>

void mixture_start(struct belief *belief)
{
    for (int player = 0; player < PLAYER_COUNT; player++)
        for (int rank = 0; rank < RANKS; rank++)
            belief->mixture.player_scale[player][rank] = 1;
    belief->mixture.novelty[SETUP_NEW] = 1;
    mixture_take_weights(belief, ~(uint64_t)0);
}

void mixture_change(struct belief *belief, uint64_t rows)
{
    for (int player = 0; player < PLAYER_COUNT; player++)
        belief->mixture.raised_rows[player].stale |= rows;
}

void mixture_take_weights(struct belief *belief, uint64_t rows)
{
    mixture_change(belief, rows);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const double *weights = deboer_weights(&belief->deboer, row);
        float *logs = belief->mixture.log_weight[row];
        if (!(rows >> row & 1))
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            logs[rank] = (float)fmax(weights[rank], 1e-30);
        fast_log_all(logs, logs, RANKS);
    }
}

/* --- normal forms --- */

/* Converts logarithms to weights: the largest that the mask allows becomes 1, forbidden ones 0, and
 * none that it allows is 0. */
static inline __attribute__((always_inline)) struct rank_vector raise(struct rank_vector row, uint16_t mask)
{
    float max = ranks_max(ranks_choose(mask, row, ranks_all(-INFINITY)));
    struct rank_vector weight = ranks_exp(ranks_add(row, ranks_all(-max)));
    return ranks_choose(mask, ranks_add(weight, ranks_all(1e-9f)), ranks_all(0));
}

void mixture_raise(float row[RANKS], uint16_t mask)
{
    ranks_store(raise(ranks_load(row), mask), row);
}

void mixture_scale(const struct belief *belief, const float (*from)[RANKS], float (*rows)[RANKS],
                   float scale[RANKS])
{
    const int sweeps = facts_infeasible(&belief->facts) ? 0 : 1; /* 0: the counts are of no use */
    const uint8_t *count = belief->public_state.unknown_count[belief->side];
    const int base = side_base(belief->side);
    struct rank_vector step = ranks_load(scale);
    uint8_t hidden[PIECES_A_SIDE];
    int hidden_count = 0;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        hidden[hidden_count] = (uint8_t)row;
        hidden_count += belief_is_hidden(belief, base + row);
    }
    /* Scale the rows to 1, then the columns to the counts, then the rows again. */
    for (int sweep = 0; sweep <= sweeps; sweep++) {
        struct rank_vector column_sums = ranks_all(0);
        float sum[RANKS], steps[RANKS];
        for (int i = 0; i < hidden_count; i++) {
            int row = hidden[i];
            struct rank_vector cells = ranks_times(ranks_load(from[row]), step);
            float total = ranks_sum(cells);
            cells = ranks_scaled(cells, total > 0 ? 1 / total : 0);
            column_sums = ranks_add(column_sums, cells);
            ranks_store(cells, rows[row]);
        }
        ranks_store(column_sums, sum);
        for (int rank = 0; rank < RANKS && sweep < sweeps; rank++) {
            steps[rank] = sum[rank] > 0 && count[rank] > 0 ? (float)count[rank] / sum[rank] : 1;
            float next = scale[rank] * steps[rank];
            scale[rank] = next < 1e-9f ? 1e-9f : next > 1e9f ? 1e9f : next;
        }
        if (sweep < sweeps)
            step = ranks_load(steps);
        from = (const float (*)[RANKS])rows;
    }
}

/* --- the kinds of player --- */

/* Returns sum + weight x part; `sum` if the weight is 0. */
static struct rank_vector add_part(struct rank_vector sum, float weight, const float part[RANKS])
{
    return weight > 0 ? ranks_add_scaled(sum, ranks_load(part), weight) : sum;
}

/* Computes the weights of a hidden row by the evidence weights of one kind of player, before the rows are
 * scaled to the normal form. The largest weight is 1. */
static void weigh_row(const struct belief *belief, const struct evidence_weights *weights, int row,
                      float out[RANKS])
{
    int place = belief->public_state.piece[side_base(belief->side) + row].place;
    const float *prior = place < PIECES_A_SIDE ? setup_evidence_prior(&belief->setup, place)
                                               : belief->knowledge->prior[PIECES_A_SIDE];
    struct rank_vector sum = ranks_all(0);
    sum = add_part(sum, weights->joint, prior);
    sum = add_part(sum, weights->setup, belief->mixture.log_weight[row]);
    for (enum player_kind kind = 0; kind < PLAYER_KINDS; kind++) {
        sum = add_part(sum, weights->moves[kind], move_evidence_logs(&belief->moves, row, kind));
        sum = add_part(sum, weights->habits[kind], habits_logs(&belief->habits, row, kind));
    }
    ranks_store(raise(sum, facts_ranks(&belief->facts, row)), out);
}

void mixture_behaviour(const struct belief *belief, int row, float logs[RANKS])
{
    const float floor = -8; /* below e^-8 a rank is almost excluded */
    const uint16_t mask = facts_ranks(&belief->facts, row);
    const struct belief_options *options = &belief->knowledge->options;
    struct rank_vector sum = ranks_all(0);
    sum = add_part(sum, (float)options->weights.people,
                   move_evidence_logs(&belief->moves, row, PLAYER_PEOPLE));
    sum = add_part(sum, (float)options->habits, habits_logs(&belief->habits, row, PLAYER_PEOPLE));
    float max = ranks_max(ranks_choose(mask, sum, ranks_all(-INFINITY)));
    sum = ranks_add(ranks_above_zero(ranks_add(sum, ranks_all(-max - floor))), ranks_all(floor));
    ranks_store(ranks_choose(mask, sum, ranks_all(0)), logs);
}

/* Computes the probabilities of all hidden rows if this kind of player plays, near the normal form. Other
 * rows get 0. Rows that have not changed come from the cache raised_rows. */
static void weigh_rows(struct belief *belief, enum player_kind player, float (*rows)[RANKS],
                       float scale[RANKS])
{
    const struct evidence_weights weights = players_weights(belief, player);
    struct raised_rows *raised = &belief->mixture.raised_rows[player];
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const uint16_t mask = facts_ranks(&belief->facts, row);
        if (!belief_is_hidden(belief, side_base(belief->side) + row)) {
            memset(rows[row], 0, sizeof rows[row]);
        } else if ((raised->stale >> row & 1) || raised->mask[row] != mask) {
            raised->mask[row] = mask;
            weigh_row(belief, &weights, row, raised->weight[row]);
        }
    }
    raised->stale = 0;
    mixture_scale(belief, (const float (*)[RANKS])raised->weight, rows, scale);
}

void mixture_row(const struct belief *belief, enum player_kind player, int row, float p[RANKS])
{
    const struct mixture *mixture = &belief->mixture;
    if (mixture->player_weighed[player]) {
        memcpy(p, mixture->player_p[player][row], sizeof mixture->player_p[player][row]);
        return;
    }
    const struct evidence_weights weights = players_weights(belief, player);
    float sum = 0;
    weigh_row(belief, &weights, row, p);
    for (int rank = 0; rank < RANKS; rank++)
        sum += p[rank] *= mixture->player_scale[PLAYER_PEOPLE][rank]; /* this kind's own is not computed */
    for (int rank = 0; rank < RANKS; rank++)
        p[rank] /= sum;
}

void mixture_weigh_setup(struct belief *belief)
{
    struct mixture *mixture = &belief->mixture;
    float scale[RANKS], joint = players_weights(belief, PLAYER_PEOPLE).joint;
    memset(mixture->setup_p, 0, sizeof mixture->setup_p);
    for (int rank = 0; rank < RANKS; rank++)
        scale[rank] = 1;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int number = side_base(belief->side) + row, place = belief->public_state.piece[number].place;
        if (!belief_is_hidden(belief, number))
            continue;
        /* A piece whose place is not known has no output of the network, only the shares of the ranks. */
        struct rank_vector logs =
            place < PIECES_A_SIDE
                ? ranks_scaled(ranks_load(setup_evidence_prior(&belief->setup, place)), joint)
                : ranks_load(belief->knowledge->prior[PIECES_A_SIDE]);
        ranks_store(raise(logs, facts_ranks(&belief->facts, row)), mixture->setup_p[row]);
    }
    mixture_scale(belief, (const float (*)[RANKS])mixture->setup_p, mixture->setup_p, scale);
}

/* --- known setups, and all together --- */

/* Mixes the known setups into people's rows. `mode` has, by place and rank, the probability that the rank
 * stands there as in a known setup. So a row becomes mode + (1 - sum of mode) x its probability if the setup
 * is new. Also computes `novelty` and known_part. */
static void mix_known(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    const struct recall *recall = setup_evidence_recall(&belief->setup);
    struct mixture *mixture = &belief->mixture;
    float mode[PIECES_A_SIDE][RANKS], ratio[PIECES_A_SIDE][RANKS];
    uint8_t hidden[PIECES_A_SIDE], row_of[PIECES_A_SIDE];
    int count = 0;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int number = side_base(belief->side) + row, place = belief->public_state.piece[number].place;
        if (!belief_is_hidden(belief, number) || place == PLACE_NONE)
            continue;
        if (recall_uses_moves(recall)) /* the evidence of the moves */
            ranks_store(ranks_ratio(ranks_load(mixture->new_p[row]), ranks_load(mixture->setup_p[row])),
                        ratio[count]);
        row_of[count] = (uint8_t)row;
        hidden[count++] = (uint8_t)place;
    }
    recall_mix(recall, knowledge->families, &knowledge->recall_terms, count, hidden,
               (const float (*)[RANKS])ratio, mode, mixture->novelty);
    /* Mix in the known setups, for all hidden pieces with a known place. */
    for (int i = 0; i < count; i++) {
        float *mixed = mixture->player_p[PLAYER_PEOPLE][row_of[i]];
        struct rank_vector known = ranks_load(mode[hidden[i]]);
        float rest = 1 - ranks_sum(known);
        mixture->known_part[row_of[i]] = players_share(&belief->players, PLAYER_PEOPLE) * (1 - rest);
        ranks_store(ranks_add_scaled(known, ranks_load(mixed), rest > 0 ? rest : 0), mixed);
    }
}

/* Sums the probabilities of a row by each kind of player, weighted by the kinds' shares. */
static void mix_row(struct belief *belief, int row)
{
    struct mixture *mixture = &belief->mixture;
    struct rank_vector sum = ranks_all(0);
    for (int player = 0; player < PLAYER_COUNT; player++)
        sum = add_part(sum, players_share(&belief->players, player), mixture->player_p[player][row]);
    ranks_store(sum, mixture->mixed[row]);
}

void mixture_weigh(struct belief *belief, bool facts)
{
    const float lively = 0.1f; /* smaller shares are updated only after new facts */
    struct mixture *mixture = &belief->mixture;
    weigh_rows(belief, PLAYER_PEOPLE, mixture->new_p, mixture->player_scale[PLAYER_PEOPLE]);
    memcpy(mixture->player_p[PLAYER_PEOPLE], mixture->new_p, sizeof mixture->new_p);
    memset(mixture->known_part, 0, sizeof mixture->known_part);
    if (recall_knows(setup_evidence_recall(&belief->setup)))
        mix_known(belief);
    else
        memcpy(mixture->novelty, (const float[SETUP_NOVELTIES]){[SETUP_NEW] = 1}, sizeof mixture->novelty);
    mixture->player_weighed[PLAYER_PEOPLE] = true;
    for (enum player_kind player = PLAYER_PEOPLE + 1; player < PLAYER_COUNT; player++) {
        bool weighed = mixture->player_weighed[player];
        float share = players_share(&belief->players, player);
        mixture->player_weighed[player] = share > 0;
        if (share > 0 && (facts || !weighed || share >= lively))
            weigh_rows(belief, player, mixture->player_p[player], mixture->player_scale[player]);
    }
    for (int row = 0; row < PIECES_A_SIDE; row++)
        mix_row(belief, row);
    mixture->mixed_people = players_share(&belief->players, PLAYER_PEOPLE);
}

void mixture_without_known(const struct belief *belief, float without[PIECES_A_SIDE][RANKS])
{
    const struct mixture *mixture = &belief->mixture;
    const float (*people)[RANKS] = mixture->player_p[PLAYER_PEOPLE];
    /* Only people use known setups: in their share of the mixture, exchange the probabilities with known
     * setups for those without. */
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++)
            without[row][rank] = mixture->mixed[row][rank] +
                                 mixture->mixed_people * (mixture->new_p[row][rank] - people[row][rank]);
}
