/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "policy/observation.h"

#include <string.h>

enum { TYPES = RANKS };

/* The paper's numbers of the types, which are the planes within each part of twelve. */
static const uint8_t type_of_rank[RANKS] = {
    [FLAG] = 0, [SPY] = 1, [SCOUT] = 2, [MINER] = 3, [SERGEANT] = 4, [LIEUTENANT] = 5,
    [CAPTAIN] = 6, [MAJOR] = 7, [COLONEL] = 8, [GENERAL] = 9, [MARSHAL] = 10, [BOMB] = 11,
};

static const uint8_t placing_order[RANKS] = {
    FLAG, BOMB, MARSHAL, GENERAL, COLONEL, MAJOR, CAPTAIN, LIEUTENANT, SERGEANT, MINER, SCOUT, SPY,
};

int observation_piece_to_place(const uint8_t army[RANKS], int index)
{
    for (int i = 0; i < RANKS; i++) {
        if (index < army[placing_order[i]])
            return placing_order[i];
        index -= army[placing_order[i]];
    }
    return RANK_UNKNOWN;
}

/* Sets all planes to 0, then marks the lakes, whose squares are the same when the board is turned. */
static void clear_observation(float cell[OBSERVATION_CELLS])
{
    memset(cell, 0, OBSERVATION_CELLS * sizeof cell[0]);
    for (bitboard lakes = BITS_LAKES; lakes;)
        cell[bits_pop(&lakes) * OBSERVATION_PLANES + OBSERVATION_LAKES] = 1;
}

/* Computes equation 6 of Perolat et al. 2022 for the unrevealed pieces of a side: the probability of each
 * type. shares[true] is for a piece that has moved, shares[false] for one that has not. */
static void compute_public_shares(const uint8_t unrevealed[RANKS], float shares[2][TYPES])
{
    int all = 0, moving = 0;
    for (int rank = 0; rank < RANKS; rank++) {
        all += unrevealed[rank];
        moving += rank_moves(rank) ? unrevealed[rank] : 0;
    }
    for (int rank = 0; rank < RANKS; rank++) {
        int type = type_of_rank[rank];
        shares[false][type] = all ? (float)unrevealed[rank] / (float)all : 0;
        shares[true][type] = moving && rank_moves(rank) ? (float)unrevealed[rank] / (float)moving : 0;
    }
}

/* Writes the public probabilities of a piece's types: 1 for a revealed type, otherwise the shares, with 0 for
 * ranks that are ruled out. */
static void write_public(float *types, const struct piece *piece, bool revealed, float shares[2][TYPES],
                         uint16_t ruled_out)
{
    if (revealed) {
        types[type_of_rank[piece->rank]] = 1;
        return;
    }
    memcpy(types, shares[piece->moved != 0], TYPES * sizeof types[0]);
    for (int rank = 0; ruled_out; rank++, ruled_out >>= 1)
        if (ruled_out & 1)
            types[type_of_rank[rank]] = 0;
}

/* Writes the planes of the own pieces (their types, and what is public of them) and of the enemy's pieces
 * (what is public of them). */
static void write_pieces(float cell[OBSERVATION_CELLS], const struct view *view,
                         const uint16_t ruled_out[PIECES])
{
    const struct board *board = &view->board;
    enum side own = view->side, enemy = side_other(own);
    float own_shares[2][TYPES], enemy_shares[2][TYPES];
    uint8_t unrevealed[RANKS] = {0};
    /* The public probabilities of both sides' hidden pieces. */
    for (bitboard squares = board->occupied[own]; squares;) {
        const struct piece *piece = &board->piece[board->at[bits_pop(&squares)]];
        if (!piece->known)
            unrevealed[piece->rank]++;
    }
    compute_public_shares(unrevealed, own_shares);
    compute_public_shares(board->unknown_count[enemy], enemy_shares);
    for (bitboard squares = board->occupied[own] | board->occupied[enemy]; squares;) {
        int square = bits_pop(&squares), number = board->at[square];
        const struct piece *piece = &board->piece[number];
        float *planes = cell + observation_square(own, square) * OBSERVATION_PLANES;
        uint16_t ruled_out_ranks = ruled_out ? ruled_out[number] : 0;
        if (piece->side == own) {
            planes[OBSERVATION_OWN + type_of_rank[piece->rank]] = 1;
            write_public(planes + OBSERVATION_OWN_PUBLIC, piece, piece->known, own_shares, ruled_out_ranks);
        } else {
            bool revealed = piece->rank != RANK_UNKNOWN;
            write_public(planes + OBSERVATION_ENEMY, piece, revealed, enemy_shares, ruled_out_ranks);
        }
    }
}

/* Writes the planes of the last moves (Perolat et al. 2022, equation 7): 1 on the target square; on the start
 * square -1 for a quiet move, -(2 + type / 12) for an attack. If a file gives plies before the start, an
 * attacker's rank may be unknown: it then counts as type 0. */
static void write_moves(float cell[OBSERVATION_CELLS], const struct view *view)
{
    const struct board *board = &view->board;
    for (uint32_t back = 0; back < OBSERVATION_MOVES_SEEN && back < board->plies; back++) {
        const struct ply *ply = &board->history[board->plies - 1 - back];
        int plane = OBSERVATION_MOVES + (int)back, rank = board->piece[ply->mover].rank;
        float from = -1;
        if (ply->battle != BATTLE_NONE)
            from = rank == RANK_UNKNOWN ? -2.0f : -(2.0f + (float)type_of_rank[rank] / 12.0f);
        cell[observation_square(view->side, ply->move.from) * OBSERVATION_PLANES + plane] = from;
        cell[observation_square(view->side, ply->move.to) * OBSERVATION_PLANES + plane] = 1;
    }
}

/* Returns moves / limit, at most 1. Returns 0 if there is no limit. */
static float share_of_limit(uint32_t moves, int limit)
{
    if (!limit)
        return 0;
    return moves < (uint32_t)limit ? (float)moves / (float)limit : 1;
}

void observation_write_view(float cell[OBSERVATION_CELLS], const struct view *view, int selected,
                            const uint16_t ruled_out[PIECES])
{
    const struct board *board = &view->board;
    float length = share_of_limit(board_played(board), board->rules.move_limit);
    float quiet = share_of_limit(board_quiet(board), board->rules.no_attack_limit);
    float target = selected != SQUARE_NONE;
    clear_observation(cell);
    write_pieces(cell, view, ruled_out);
    write_moves(cell, view);
    for (float *planes = cell; planes < cell + OBSERVATION_CELLS; planes += OBSERVATION_PLANES) {
        planes[OBSERVATION_LENGTH] = length;
        planes[OBSERVATION_QUIET] = quiet;
        planes[OBSERVATION_TARGET] = target;
    }
    if (selected != SQUARE_NONE)
        cell[observation_square(view->side, selected) * OBSERVATION_PLANES + OBSERVATION_SELECTED] = 1;
}

void observation_write_set_up(float cell[OBSERVATION_CELLS], const struct setup *so_far)
{
    clear_observation(cell);
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int rank = so_far->rank[place];
        if (rank != PLACE_EMPTY)
            cell[setup_square(RED, place) * OBSERVATION_PLANES + OBSERVATION_OWN + type_of_rank[rank]] = 1;
    }
    for (int square = 0; square < SQUARES; square++)
        cell[square * OBSERVATION_PLANES + OBSERVATION_SET_UP] = 1;
}

void observation_set_quiet(float cell[OBSERVATION_CELLS], float ratio)
{
    for (int square = 0; square < SQUARES; square++)
        cell[square * OBSERVATION_PLANES + OBSERVATION_QUIET] = ratio;
}
