/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/mixture.h"

#include "belief/fast_math.h"
#include "belief/players.h"

#include <math.h>
#include <string.h>

void mixture_start(struct belief *belief)
{
    for (int player = 0; player < PLAYER_COUNT; player++)
        for (int rank = 0; rank < RANKS; rank++)
            belief->player_scale[player][rank] = 1;
    mixture_take_weights(belief);
}

void mixture_take_weights(struct belief *belief)
{
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        float *logs = belief->log_weight[row];
        for (int rank = 0; rank < RANKS; rank++)
            logs[rank] = (float)fmax(belief->weight[row][rank], 1e-30);
        fast_log_all(logs, logs, RANKS);
    }
}

/* --- normal forms --- */

void mixture_raise(float row[RANKS], uint16_t mask)
{
    float most = -INFINITY;
    for (int rank = 0; rank < RANKS; rank++)
        if ((mask >> rank & 1) && row[rank] > most)
            most = row[rank];
    for (int rank = 0; rank < RANKS; rank++)
        row[rank] -= most;
    fast_exp_all(row, row, RANKS);
    for (int rank = 0; rank < RANKS; rank++)
        row[rank] = mask >> rank & 1 ? row[rank] + 1e-9f : 0;
}

/* Multiplies a row by the columns' steps, makes it add up to one, and adds it to the columns' sums. */
static void scale_row(float row[RANKS], const float step[RANKS], float sum[RANKS])
{
    enum { PARTS = RANKS / 4 };
    float4 cells[PARTS], steps[PARTS], sums[PARTS];
    memcpy(cells, row, sizeof cells);
    memcpy(steps, step, sizeof steps);
    memcpy(sums, sum, sizeof sums);
    for (int i = 0; i < PARTS; i++)
        cells[i] *= steps[i];
    float4 parts = cells[0] + cells[1] + cells[2];
    float all = parts[0] + parts[1] + (parts[2] + parts[3]);
    all = all > 0 ? 1 / all : 0;
    for (int i = 0; i < PARTS; i++) {
        cells[i] *= all;
        sums[i] += cells[i];
    }
    memcpy(row, cells, sizeof cells);
    memcpy(sum, sums, sizeof sums);
}

/* Brings rows near their normal form; `scale` is where the columns' factors start and end. Near is enough:
 * the mixture is normalised after. */
static void scale_rows(const struct belief *belief, float (*rows)[RANKS], float scale[RANKS])
{
    const int sweeps = belief->infeasible ? 0 : 1; /* a contradiction: the counts say nothing */
    float step[RANKS];
    memcpy(step, scale, sizeof step);
    for (int sweep = 0; sweep <= sweeps; sweep++) {
        float sum[RANKS] = {0};
        for (int row = 0; row < PIECES_A_SIDE; row++)
            scale_row(rows[row], step, sum);
        for (int rank = 0; rank < RANKS && sweep < sweeps; rank++) {
            float count = belief->public_state.unknown_count[belief->side][rank];
            step[rank] = sum[rank] > 0 && count > 0 ? count / sum[rank] : 1;
            scale[rank] = fminf(fmaxf(scale[rank] * step[rank], 1e-9f), 1e9f);
        }
    }
}

/* --- the experts --- */

static void add_scaled(float sum[RANKS], float weight, const float part[RANKS])
{
    for (int rank = 0; rank < RANKS && weight != 0; rank++)
        sum[rank] += weight * part[rank];
}

/* The logarithms of a hidden row's weights. */
static void weigh_row(const struct belief *belief, const struct evidence_weights *weights, int row,
                      float sum[RANKS])
{
    int place = belief->public_state.piece[side_base(belief->side) + row].place;
    const float *prior =
        place < PIECES_A_SIDE ? belief->prior[place] : belief->knowledge->prior[PIECES_A_SIDE];
    memset(sum, 0, RANKS * sizeof *sum);
    add_scaled(sum, weights->joint, prior);
    add_scaled(sum, weights->setup, belief->log_weight[row]);
    for (int kind = 0; kind < PLAYER_KINDS; kind++) {
        add_scaled(sum, weights->moves[kind], belief->log_likelihood[row][kind]);
        add_scaled(sum, weights->habits[kind], belief->habits.row[row].log[kind]);
    }
}

/* All hidden rows, near their normal form; zero for what is not hidden. */
static void weigh_rows(const struct belief *belief, enum player_kind player, float (*rows)[RANKS],
                       float scale[RANKS])
{
    const struct evidence_weights weights = players_weights(belief, player);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (!belief_is_hidden(belief, side_base(belief->side) + row)) {
            memset(rows[row], 0, sizeof rows[row]);
            continue;
        }
        weigh_row(belief, &weights, row, rows[row]);
        mixture_raise(rows[row], belief->mask[row]);
    }
    scale_rows(belief, rows, scale);
}

void mixture_row(const struct belief *belief, enum player_kind player, int row, float p[RANKS])
{
    if (belief->player_weighed[player]) {
        memcpy(p, belief->player_p[player][row], sizeof belief->player_p[player][row]);
        return;
    }
    const struct evidence_weights weights = players_weights(belief, player);
    float sum = 0;
    weigh_row(belief, &weights, row, p);
    mixture_raise(p, belief->mask[row]);
    for (int rank = 0; rank < RANKS; rank++)
        sum += p[rank] *= belief->player_scale[PLAYER_PEOPLE][rank];
    for (int rank = 0; rank < RANKS; rank++)
        p[rank] /= sum;
}

void mixture_weigh_setup(struct belief *belief)
{
    float scale[RANKS], joint = players_weights(belief, PLAYER_PEOPLE).joint;
    memset(belief->setup_p, 0, sizeof belief->setup_p);
    for (int rank = 0; rank < RANKS; rank++)
        scale[rank] = 1;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int number = side_base(belief->side) + row, place = belief->public_state.piece[number].place;
        if (!belief_is_hidden(belief, number))
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            belief->setup_p[row][rank] = place < PIECES_A_SIDE
                                             ? joint * belief->prior[place][rank]
                                             : belief->knowledge->prior[PIECES_A_SIDE][rank];
        mixture_raise(belief->setup_p[row], belief->mask[row]);
    }
    scale_rows(belief, belief->setup_p, scale);
    memcpy(belief->setup_mask, belief->mask, sizeof belief->setup_mask);
}

/* --- known setups, and all together --- */

/* Mixes in what known setups say: mode + (1 - their sum) x what a new one says. */
static void mix_known(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    float mode[PIECES_A_SIDE][RANKS], ratio[PIECES_A_SIDE][RANKS];
    uint8_t hidden[PIECES_A_SIDE], row_of[PIECES_A_SIDE];
    int count = 0;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int number = side_base(belief->side) + row, place = belief->public_state.piece[number].place;
        if (!belief_is_hidden(belief, number) || place == PLACE_NONE)
            continue;
        for (int rank = 0; rank < RANKS && recall_asks_moves(&belief->recall); rank++)
            ratio[count][rank] = belief->setup_p[row][rank] > 0
                                     ? belief->new_p[row][rank] / belief->setup_p[row][rank] : 1;
        row_of[count] = (uint8_t)row;
        hidden[count++] = (uint8_t)place;
    }
    recall_mix(&belief->recall, knowledge->families, &knowledge->recall_terms, count, hidden,
               (const float (*)[RANKS])ratio, mode, belief->novelty);
    for (int i = 0; i < count; i++) {
        float *mixed = belief->player_p[PLAYER_PEOPLE][row_of[i]], rest = 1;
        for (int rank = 0; rank < RANKS; rank++)
            rest -= mode[hidden[i]][rank];
        for (int rank = 0; rank < RANKS; rank++)
            mixed[rank] = mode[hidden[i]][rank] + (rest > 0 ? rest : 0) * mixed[rank];
    }
}

void mixture_weigh(struct belief *belief)
{
    float(*mixed)[RANKS] = belief->mixed;
    weigh_rows(belief, PLAYER_PEOPLE, belief->new_p, belief->player_scale[PLAYER_PEOPLE]);
    memcpy(belief->player_p[PLAYER_PEOPLE], belief->new_p, sizeof belief->new_p);
    if (belief->recall.count)
        mix_known(belief);
    belief->player_weighed[PLAYER_PEOPLE] = true;
    memset(mixed, 0, sizeof belief->mixed);
    belief->mixed_people = belief->player_share[PLAYER_PEOPLE];
    for (enum player_kind player = 0; player < PLAYER_COUNT; player++) {
        float share = belief->player_share[player];
        if (player != PLAYER_PEOPLE) {
            belief->player_weighed[player] = share > 0;
            if (share > 0)
                weigh_rows(belief, player, belief->player_p[player], belief->player_scale[player]);
        }
        for (int row = 0; row < PIECES_A_SIDE && share > 0; row++)
            add_scaled(mixed[row], share, belief->player_p[player][row]);
    }
}
