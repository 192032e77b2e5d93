/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "policy/threats.h"

/* The threatening piece, the threatened piece, and the 2x2 region on which the threats happen. */
struct threat_pair {
    int hunter, prey;    /* piece numbers */
    bitboard region;
};

/* Returns whether two squares are next to each other. */
static bool are_beside(int a, int b)
{
    return square_distance(a, b) == 1;
}

/* Returns whether the squares `from`, `to` and `prey` of a threat lie in one 2x2 region, and stores the
 * region. `prey`: a square beside `to`. */
static bool find_region(int from, int to, int prey, bitboard *region)
{
    *region = bits_box(from, prey);
    return are_beside(from, to) && are_beside(to, prey) && bits_count(*region) == 4;
}

/* Returns whether a step from `from` to `to` threatens the pair's prey, which is on square `prey`, within the
 * pair's region. */
static bool is_threat(const struct threat_pair *pair, int from, int to, int prey)
{
    bitboard region;
    return find_region(from, to, prey, &region) && region == pair->region;
}

/* Counts the pair's threats in the history. Goes backwards from the last ply and takes the moves of both
 * pieces back, so that `hunter` and `prey` are their squares at the time. *last gets whether the side's last
 * move was one of the threats. */
static int count_threats(const struct board *board, const struct threat_pair *pair, bool *last)
{
    int hunter = board->piece[pair->hunter].square, prey = board->piece[pair->prey].square, count = 0;
    uint32_t own_moves = 0; /* moves of the hunter's side that were looked at */
    *last = false;
    for (uint32_t i = board->plies; i > board->prior_plies; i--) {
        const struct ply *ply = &board->history[i - 1];
        if (ply->mover == pair->hunter) {
            bool threat = ply->victim == NO_PIECE && is_threat(pair, ply->move.from, hunter, prey);
            *last = *last || (threat && !own_moves);
            count += threat;
            hunter = ply->move.from;
        } else if (ply->mover == pair->prey) {
            prey = ply->move.from;
        }
        own_moves += board->piece[ply->mover].side == board->piece[pair->hunter].side;
    }
    return count;
}

bool threat_is_pointless(const struct board *board, struct move move)
{
    struct threat_pair pair = {.hunter = board->at[move.from]};
    if (board->at[move.to] != NO_PIECE)
        return false;
    int rank = board->piece[pair.hunter].rank;
    /* Each known enemy piece beside the target square that the mover beats. */
    for (int direction = 0; direction < DIRECTIONS && rank < RANKS; direction++) {
        int neighbour = square_next[move.to][direction];
        pair.prey = neighbour == SQUARE_NONE ? NO_PIECE : board->at[neighbour];
        if (pair.prey >= PIECES || board->piece[pair.prey].side == board->to_move)
            continue;
        int prey_rank = board->piece[pair.prey].rank;
        if (prey_rank >= RANKS || !rank_moves(prey_rank) || battle_result(rank, prey_rank) != BATTLE_WON ||
            !find_region(move.from, move.to, neighbour, &pair.region))
            continue;
        bool last;
        if (count_threats(board, &pair, &last) >= THREATS_ALLOWED && last)
            return true;
    }
    return false;
}
