/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "policy/declined.h"

#include "belief/public_state.h"

#include <string.h>

/* Known marshals, generals and colonels of each side, by piece number: certain ranks should attack them. */
struct known_targets {
    uint8_t piece[SIDES][PIECES_A_SIDE];
    int count[SIDES];
};

/* Adds a piece to the targets, if it is a known marshal, general or colonel. */
static void add_target(struct known_targets *targets, const struct public_state *state, int number)
{
    int rank = state->piece[number].rank;
    enum side side = piece_side(number);
    bool target = rank == MARSHAL || rank == GENERAL || rank == COLONEL;
    if (target && targets->count[side] < PIECES_A_SIDE)
        targets->piece[side][targets->count[side]++] = (uint8_t)number;
}

/* Returns whether `side` may capture a piece of `rank` on `square` in its next move, or fall together with
 * it. Only marshals, generals and spies can do this to the ranks in question, so they must stand on a square
 * next to it. */
static bool may_recapture(const struct public_state *state, enum side side, int square, int rank)
{
    for (int direction = 0; direction < DIRECTIONS; direction++) {
        int neighbour = public_state_beside(state, square, (enum direction)direction);
        if (neighbour == NO_PIECE || piece_side(neighbour) != side)
            continue;
        for (int capturer = SPY; capturer < RANKS; capturer++) {
            int rank_there = state->piece[neighbour].rank;
            bool may_be = rank_there == RANK_UNKNOWN ? state->unknown_count[side][capturer] > 0
                                                     : rank_there == capturer;
            if (may_be && battle_result(capturer, rank) != BATTLE_LOST)
                return true;
        }
    }
    return false;
}

/* Returns the ranks, by bit, that would attack `target` if no recapture is possible. `target` is a known
 * marshal (attacked by the spy), general (by the marshal) or colonel (by both). The spy attacks in any
 * case. */
static uint16_t expected_attackers(const struct public_state *state, int target)
{
    const struct public_piece *piece = &state->piece[target];
    enum side side = piece_side(target);
    uint16_t ranks = 0;
    if (piece->rank == MARSHAL)
        return 1u << SPY;
    if (!may_recapture(state, side, piece->square, MARSHAL))
        ranks |= 1u << MARSHAL;
    if (piece->rank == COLONEL && !may_recapture(state, side, piece->square, GENERAL))
        ranks |= 1u << GENERAL;
    return ranks;
}

/* Rules out ranks of the hidden pieces of `side` that stand next to a known target, when `side` makes a move
 * that is no attack: they declined to attack. */
static void rule_out(const struct public_state *state, const struct known_targets *targets, enum side side,
                     uint16_t ruled_out[PIECES])
{
    enum side enemy = side_other(side);
    for (int i = 0; i < targets->count[enemy]; i++) {
        int target = targets->piece[enemy][i], square = state->piece[target].square;
        for (int direction = 0; square != SQUARE_NONE && direction < DIRECTIONS; direction++) {
            int neighbour = public_state_beside(state, square, (enum direction)direction);
            if (neighbour != NO_PIECE && piece_side(neighbour) == side &&
                state->piece[neighbour].rank == RANK_UNKNOWN)
                ruled_out[neighbour] |= expected_attackers(state, target);
        }
    }
}

void declined_attacks_find(const struct view *view, uint16_t ruled_out[PIECES])
{
    const struct board *board = &view->board;
    struct public_state state;
    struct known_targets targets = {.count = {0}};
    memset(ruled_out, 0, PIECES * sizeof ruled_out[0]);
    /* Replay the public events of the game. A quiet move rules out ranks of the pieces next to known targets;
     * a revealed piece may become a target. */
    public_state_init(&state, view);
    for (int number = 0; number < PIECES; number++)
        add_target(&targets, &state, number);
    for (uint32_t i = board->prior_plies; i < board->plies; i++) {
        const struct ply *ply = &board->history[i];
        struct event event = board_event(board, i);
        uint8_t reveals[3];
        state.to_move = piece_side(ply->mover); /* one side may have lost a turn */
        if (ply->victim == NO_PIECE)
            rule_out(&state, &targets, state.to_move, ruled_out);
        public_state_apply(&state, &event, reveals);
        for (int k = 0; k < 3 && reveals[k] != NO_PIECE; k++)
            add_target(&targets, &state, reveals[k]);
    }
    /* A piece whose rank is public by now has nothing to rule out. */
    for (int number = 0; number < PIECES; number++)
        if (state.piece[number].rank != RANK_UNKNOWN)
            ruled_out[number] = 0;
}
