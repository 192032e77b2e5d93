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
    mixture_take_weights(belief, ~(uint64_t)0);
}

void mixture_take_weights(struct belief *belief, uint64_t rows)
{
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        float *logs = belief->log_weight[row];
        if (!(rows >> row & 1))
            continue;
        for (int rank = 0; rank < RANKS; rank++)
            logs[rank] = (float)fmax(belief->weight[row][rank], 1e-30);
        fast_log_all(logs, logs, RANKS);
    }
}

/* --- normal forms --- */

/* A row is so many vectors. */
enum { PARTS = RANKS / 4 };

/* -1 for each rank of a part that the mask allows, 0 for the others. */
static int4 allowed(uint16_t mask, int part)
{
    const int4 bits = {1, 2, 4, 8};
    return ((bits << (4 * part)) & (int32_t)mask) != 0;
}

/* Turns logarithms into weights: the largest of those that the mask allows is one, the others are zero. */
static void raise(float4 row[PARTS], uint16_t mask)
{
    float4 most = fast_all(-INFINITY);
    for (int i = 0; i < PARTS; i++) {
        float4 part = fast_choose(allowed(mask, i), row[i], fast_all(-INFINITY));
        most = fast_choose(part > most, part, most);
    }
    float one = fmaxf(fmaxf(most[0], most[1]), fmaxf(most[2], most[3]));
    for (int i = 0; i < PARTS; i++)
        row[i] = fast_choose(allowed(mask, i), fast_exp4(row[i] - one) + 1e-9f, fast_all(0));
}

void mixture_raise(float row[RANKS], uint16_t mask)
{
    float4 parts[PARTS];
    memcpy(parts, row, sizeof parts);
    raise(parts, mask);
    memcpy(row, parts, sizeof parts);
}

/* Multiplies a row by the columns' steps, makes it add up to one, and adds it to the columns' sums. */
static void scale_row(float row[RANKS], const float step[RANKS], float sum[RANKS])
{
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

/* Near is enough: the mixture is normalised after. */
void mixture_scale(const struct belief *belief, float (*rows)[RANKS], float scale[RANKS])
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

static void add_scaled(float4 sum[PARTS], float weight, const float part[RANKS])
{
    float4 parts[PARTS];
    memcpy(parts, part, sizeof parts);
    for (int i = 0; i < PARTS; i++)
        sum[i] += weight * parts[i];
}

/* A hidden row's weights: the largest one. */
static void weigh_row(const struct belief *belief, const struct evidence_weights *weights, int row,
                      float out[RANKS])
{
    int place = belief->public_state.piece[side_base(belief->side) + row].place;
    float4 sum[PARTS] = {{0}};
    if (weights->joint > 0)
        add_scaled(sum, weights->joint,
                   place < PIECES_A_SIDE ? belief->prior[place] : belief->knowledge->prior[PIECES_A_SIDE]);
    if (weights->setup > 0)
        add_scaled(sum, weights->setup, belief->log_weight[row]);
    for (int kind = 0; kind < PLAYER_KINDS; kind++) {
        if (weights->moves[kind] > 0)
            add_scaled(sum, weights->moves[kind], belief->log_likelihood[row][kind]);
        if (weights->habits[kind] > 0)
            add_scaled(sum, weights->habits[kind], belief->habits.row[row].log[kind]);
    }
    raise(sum, belief->mask[row]);
    memcpy(out, sum, sizeof sum);
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
    }
    mixture_scale(belief, rows, scale);
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
    mixture_scale(belief, belief->setup_p, scale);
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
        belief->known_part[row_of[i]] = belief->player_share[PLAYER_PEOPLE] * (1 - rest);
        for (int rank = 0; rank < RANKS; rank++)
            mixed[rank] = mode[hidden[i]][rank] + (rest > 0 ? rest : 0) * mixed[rank];
    }
}

/* Adds up what the experts make of a hidden row, by their shares. */
static void mix_row(struct belief *belief, int row)
{
    float4 sum[PARTS] = {{0}};
    for (int player = 0; player < PLAYER_COUNT; player++)
        if (belief->player_share[player] > 0)
            add_scaled(sum, belief->player_share[player], belief->player_p[player][row]);
    memcpy(belief->mixed[row], sum, sizeof sum);
}

void mixture_weigh(struct belief *belief, bool facts)
{
    const float lively = 0.1f; /* what a quiet move changes in less would hardly show */
    weigh_rows(belief, PLAYER_PEOPLE, belief->new_p, belief->player_scale[PLAYER_PEOPLE]);
    memcpy(belief->player_p[PLAYER_PEOPLE], belief->new_p, sizeof belief->new_p);
    memset(belief->known_part, 0, sizeof belief->known_part);
    if (belief->recall.count)
        mix_known(belief);
    else
        memcpy(belief->novelty, (const float[SETUP_NOVELTIES]){[SETUP_NEW] = 1}, sizeof belief->novelty);
    belief->player_weighed[PLAYER_PEOPLE] = true;
    for (enum player_kind player = PLAYER_PEOPLE + 1; player < PLAYER_COUNT; player++) {
        bool weighed = belief->player_weighed[player];
        float share = belief->player_share[player];
        belief->player_weighed[player] = share > 0;
        if (share > 0 && (facts || !weighed || share >= lively))
            weigh_rows(belief, player, belief->player_p[player], belief->player_scale[player]);
    }
    for (int row = 0; row < PIECES_A_SIDE; row++)
        mix_row(belief, row);
    belief->mixed_people = belief->player_share[PLAYER_PEOPLE];
}
