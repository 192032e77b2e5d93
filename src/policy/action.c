/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "policy/action.h"

#include <string.h>

void legal_actions_of(struct legal_actions *legal, const struct board *board)
{
    legal->side = board->to_move;
    legal->count = board_moves(board, legal->move);
    legal->pieces = 0;
    for (int i = 0; i < legal->count; i++)
        legal->pieces |= bit(observation_square(legal->side, legal->move[i].from));
}

/* Returns how many pieces of the side to move can move: all but bombs and the flag. */
static int count_own_movers(const struct board *board)
{
    int movers = 0;
    for (bitboard own = board->occupied[board->to_move]; own;)
        movers += rank_moves(board->piece[board->at[bits_pop(&own)]].rank);
    return movers;
}

bool is_lost_attack(const struct board *board, struct move move)
{
    int victim = board->at[move.to];
    if (victim == NO_PIECE)
        return false;
    int attacker_rank = board->piece[board->at[move.from]].rank, victim_rank = board->piece[victim].rank;
    if (attacker_rank >= RANKS || victim_rank >= RANKS)
        return false;
    enum battle result = battle_result(attacker_rank, victim_rank);
    return result == BATTLE_LOST || (result == BATTLE_BOTH && count_own_movers(board) == 1);
}

void legal_actions_drop_losses(struct legal_actions *legal, const struct board *board)
{
    int kept_count = 0;
    bitboard pieces = 0;
    struct move moves[MOVES_MAX];
    for (int i = 0; i < legal->count; i++)
        if (!is_lost_attack(board, legal->move[i])) {
            moves[kept_count++] = legal->move[i];
            pieces |= bit(observation_square(legal->side, legal->move[i].from));
        }
    if (!kept_count)
        return;
    memcpy(legal->move, moves, (size_t)kept_count * sizeof moves[0]);
    legal->count = kept_count;
    legal->pieces = pieces;
}

bitboard legal_targets(const struct legal_actions *legal, int piece)
{
    int from = observation_square(legal->side, piece);
    bitboard targets = 0;
    for (int i = 0; i < legal->count; i++)
        if (legal->move[i].from == from)
            targets |= bit(observation_square(legal->side, legal->move[i].to));
    return targets;
}

bitboard legal_places(const struct setup *so_far)
{
    bitboard places = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if (so_far->rank[place] == PLACE_EMPTY)
            places |= bit(setup_square(RED, place));
    return places;
}
