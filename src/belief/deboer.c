/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/deboer.h"

#include "setup/place.h"

#include <math.h>
#include <string.h>

/* 3.1.2: a rank is worth 1.45 times the one below it; the spy half a marshal, a marshal 0.8 while there
 * is a spy; a bomb half the strongest; a flag more than anything. */
static float value_of(int rank)
{
    switch (rank) {
    case FLAG:
        return 3;
    case BOMB:
        return 0.5f;
    case SPY:
        return 0.4f;
    case MARSHAL:
        return 0.8f;
    default:
        return (float)pow(1.45, rank - MARSHAL);
    }
}

void deboer_profits(float profit[RANKS][RANKS])
{
    for (int a = 0; a < RANKS; a++)
        for (int b = 0; b < RANKS; b++) {
            profit[a][b] = 0;
            if (!rank_moves(a))
                continue;
            enum battle battle = battle_result(a, b);
            if (battle != BATTLE_LOST)
                profit[a][b] += value_of(b);
            if (battle != BATTLE_WON)
                profit[a][b] -= value_of(a);
        }
}

void deboer_chances(const float profit[RANKS][RANKS], double secret, float chance[RANKS][RANKS])
{
    for (int a = 0; a < RANKS; a++)
        for (int b = 0; b < RANKS; b++) {
            chance[a][b] = profit[a][b] - (float)secret * value_of(a);
        }
}

void deboer_start(struct belief *belief)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int place = belief->scene.piece[side_base(belief->side) + row].place;
        const float *prior = knowledge->prior[place < PIECES_A_SIDE ? place : PIECES_A_SIDE];
        for (int rank = 0; rank < RANKS; rank++)
            belief->weight[row][rank] = exp(prior[rank]);
    }
}

static void multiply(struct belief *belief, int row, enum clue_kind kind, const float *log_factor)
{
    for (int rank = 0; rank < RANKS; rank++)
        belief->weight[row][rank] *= exp(log_factor[rank]);
    belief_clue(belief, row, kind, log_factor);
}

/* 6.3.2: True where the side's move tells something of what it left undone: it took nothing, and none
 * of its known pieces had to be brought into safety from a known piece beside it. */
static bool is_unforced(const struct belief *belief, const struct event *event)
{
    const struct scene *scene = &belief->scene;
    if (event->battle != BATTLE_NONE)
        return false;
    int base = side_base(belief->side);
    for (int number = base; number < base + PIECES_A_SIDE; number++) {
        const struct scene_piece *piece = &scene->piece[number];
        if (piece->square == SQUARE_NONE || piece->rank == RANK_UNKNOWN)
            continue;
        for (int d = 0; d < DIRECTIONS; d++) {
            int other = scene_beside(scene, piece->square, (enum direction)d);
            if (other == NO_PIECE || piece_side(other) == belief->side)
                continue;
            int rank = scene->piece[other].rank;
            if (rank != RANK_UNKNOWN && rank_moves(rank) &&
                battle_result(rank, piece->rank) == BATTLE_WON)
                return false;
        }
    }
    return true;
}

/* An opportunity is a known piece that has just come beside: what has stood there for long is left alone for
 * reasons of its own. */
static void miss_opportunities(struct belief *belief, const struct event *event)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    const struct scene *scene = &belief->scene;
    int base = side_base(belief->side);
    if (!scene->plies || !is_unforced(belief, event))
        return;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        if (!belief_is_open(belief, base + row))
            continue;
        float factor[RANKS] = {0};
        bool any = false;
        for (int d = 0; d < DIRECTIONS; d++) {
            int square = scene->piece[base + row].square;
            int other = scene_beside(scene, square, (enum direction)d);
            if (other == NO_PIECE || piece_side(other) == belief->side)
                continue;
            const struct scene_piece *target = &scene->piece[other];
            if (target->rank == RANK_UNKNOWN || target->last != scene->plies)
                continue;
            any = true;
            for (int rank = 0; rank < RANKS; rank++) {
                float profit = knowledge->chance[rank][target->rank];
                if (profit > 0)
                    factor[rank] -= (float)knowledge->options.missed * profit;
            }
        }
        if (any)
            multiply(belief, row, CLUE_OPPORTUNITY, factor);
    }
}

/* 6.3.3: how happy each rank would be on a square, by the known enemy pieces. */
static void happiness(const struct belief *belief, int square, float happy[RANKS])
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    const struct belief_options *options = &knowledge->options;
    int base = side_base(side_other(belief->side));
    memset(happy, 0, RANKS * sizeof *happy);
    for (int number = base; number < base + PIECES_A_SIDE; number++) {
        const struct scene_piece *target = &belief->scene.piece[number];
        if (target->square == SQUARE_NONE || target->rank == RANK_UNKNOWN)
            continue;
        float near = (float)pow(options->decay, square_distance(square, target->square) - 1);
        if (square_file(square) == square_file(target->square) ||
            square_row(square) == square_row(target->square))
            near *= (float)(1 + options->line);
        for (int rank = 0; rank < RANKS; rank++)
            happy[rank] += near * knowledge->profit[rank][target->rank];
    }
}

static void behave(struct belief *belief, const struct event *event)
{
    int number = belief->scene.at[event->move.from];
    float before[RANKS], after[RANKS], weight = (float)belief->knowledge->options.happiness;
    if (event->attacker != RANK_UNKNOWN)
        return; /* its rank is known, or known now */
    happiness(belief, event->move.from, before);
    happiness(belief, event->move.to, after);
    for (int rank = 0; rank < RANKS; rank++)
        after[rank] = weight * (after[rank] - before[rank]);
    multiply(belief, number % PIECES_A_SIDE, CLUE_BEHAVIOUR, after);
}

/* Keeps a row's weights in the middle of what a double can hold, whatever multiplies them. */
static void bound(double weight[RANKS], uint16_t mask)
{
    double most = 0;
    for (int rank = 0; rank < RANKS; rank++)
        if ((mask >> rank & 1) && weight[rank] > most)
            most = weight[rank];
    if (!(most > 0) || (most > 1e-30 && most < 1e30))
        return;
    for (int rank = 0; rank < RANKS; rank++) {
        double w = weight[rank] / most;
        weight[rank] = w < 1e-60 ? 1e-60 : w > 1e60 ? 1e60 : w;
    }
}

void deboer_watch(struct belief *belief, const struct event *event)
{
    const struct belief_options *options = &belief->knowledge->options;
    if (belief->scene.to_move != belief->side)
        return;
    for (int row = 0; row < PIECES_A_SIDE; row++)
        bound(belief->weight[row], belief->mask[row]);
    if (options->opportunities)
        miss_opportunities(belief, event);
    if (options->behaviour)
        behave(belief, event);
}

/* 6.3.1: the neighbours that a piece began with, by what it turned out to be. */
static void tell_neighbours(struct belief *belief, int number)
{
    const struct belief_knowledge *knowledge = belief->knowledge;
    const struct scene_piece *piece = &belief->scene.piece[number];
    int base = side_base(belief->side);
    if (piece->place == PLACE_NONE)
        return;
    for (int side = 0; side < PLACE_SIDES; side++) {
        int place = place_next[piece->place][side];
        for (int row = 0; place >= 0 && row < PIECES_A_SIDE; row++) {
            if (belief->scene.piece[base + row].place != place ||
                !belief_is_open(belief, base + row))
                continue;
            float factor[RANKS];
            for (int rank = 0; rank < RANKS; rank++) {
                double ratio = setup_ratio(knowledge->statistics, place_relation[side], piece->rank,
                                           rank);
                factor[rank] = (float)(knowledge->options.neighbour_power * log(ratio + 1e-3));
            }
            multiply(belief, row, CLUE_NEIGHBOUR, factor);
        }
    }
}

void deboer_learn(struct belief *belief, const struct event *event, const uint8_t *reveals)
{
    (void)event;
    if (!belief->knowledge->options.neighbours)
        return;
    for (; *reveals != NO_PIECE; reveals++)
        if (piece_side(*reveals) == belief->side)
            tell_neighbours(belief, *reveals);
}

void deboer_weigh(struct belief *belief)
{
    /* The weights know nothing of facts and notes, so that a note can be taken back; the normal form of
     * weights multiplied again and again is that of a normal form multiplied again and again. */
    memcpy(belief->p, belief->weight, sizeof belief->p);
}
