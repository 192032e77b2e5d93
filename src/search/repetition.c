/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/repetition.h"

#include "base/rng.h"

/* Returns a hash of `value`, seeded by `seed`: another number for each part of the key. */
static uint64_t hash_value(uint64_t seed, uint64_t value)
{
    uint64_t counter = seed ^ value * 0x9e3779b97f4a7c15u;
    return rng_mix(&counter);
}

/* Returns a hash of a ply's piece and move, seeded by `seed`. */
static uint64_t hash_move(uint64_t seed, const struct ply *ply)
{
    return hash_value(seed, (uint64_t)ply->mover << 16 | (uint64_t)ply->move.from << 8 | ply->move.to);
}

/* Returns whether one piece made every second ply of the `count` ones that end with `last`, on one line, and
 * the ranges of these moves have two squares or more in common. */
static bool is_run(const struct board *board, uint32_t last, uint32_t count)
{
    const struct ply *first = &board->history[last];
    bool on_row = square_row(first->move.from) == square_row(first->move.to);
    int line = on_row ? square_row(first->move.to) : square_file(first->move.to), low = 0, high = FILES - 1;
    if (last + 2 < 2 * count || first->mover >= PIECES)
        return false; /* too few plies, or a prior one whose piece is not known */
    for (uint32_t back = 0; back < count; back++) {
        const struct ply *ply = &board->history[last - 2 * back];
        int from = on_row ? square_file(ply->move.from) : square_row(ply->move.from);
        int to = on_row ? square_file(ply->move.to) : square_row(ply->move.to);
        int line_from = on_row ? square_row(ply->move.from) : square_file(ply->move.from);
        int line_to = on_row ? square_row(ply->move.to) : square_file(ply->move.to);
        if (ply->mover != first->mover || line_from != line || line_to != line)
            return false;
        /* low .. high: the squares of the line that the ranges of all moves so far have in common. */
        int range_low = from < to ? from : to, range_high = from < to ? to : from;
        low = range_low > low ? range_low : low;
        high = range_high < high ? range_high : high;
    }
    return low < high;
}

/* Returns the key for the two-squares rule, for the side that made ply `last` and still has `moves` moves.
 * Returns 0 if its last moves are too few for the rule to forbid one of the next. */
static uint64_t two_squares_key(const struct board *board, uint32_t last, int moves)
{
    /* `needed`: past moves of one piece on one line with which the rule can forbid the last of the next. */
    int limit = board->rules.two_squares, needed = limit - moves + 1;
    if (!limit || moves <= 0)
        return 0;
    if (needed < 1)
        needed = 1;
    /* Usually the last two moves were made by different pieces: a quick exit. */
    if (needed > 1 && (last < 2 || board->history[last - 2].mover != board->history[last].mover))
        return 0;
    if (!is_run(board, last, (uint32_t)needed))
        return 0;
    uint64_t key = 1;
    for (int back = 0; back < limit && last >= 2 * (uint32_t)back; back++) {
        const struct ply *ply = &board->history[last - 2 * (uint32_t)back];
        if (ply->mover != board->history[last].mover)
            break;
        key = hash_move(key, ply);
    }
    return key;
}

enum { WALKERS = 16 /* max pieces that are followed; with more, no position is left out of the key */ };

/* The pieces that moved since a given ply, and their squares before it. */
struct walkers {
    int count;
    uint8_t number[WALKERS], origin[WALKERS];
    int displaced[SIDES]; /* number of pieces that are not on that square now */
    bool overflow;        /* too many pieces: the other fields are invalid */
};

/* Adds the move of `ply`, which is the ply before those from which the walkers were collected. */
static void walk_back(const struct board *board, const struct ply *ply, struct walkers *walkers)
{
    int i = 0;
    while (i < walkers->count && walkers->number[i] != ply->mover)
        i++;
    if (ply->mover >= PIECES || i == WALKERS) {
        walkers->overflow = true;
        return;
    }
    const struct piece *piece = &board->piece[ply->mover];
    if (i == walkers->count) {
        walkers->number[i] = ply->mover;
        walkers->count++;
    } else {
        walkers->displaced[piece->side] -= walkers->origin[i] != piece->square;
    }
    walkers->origin[i] = ply->move.from;
    walkers->displaced[piece->side] += ply->move.from != piece->square;
}

/* Returns the key for the more-squares rule: a hash of the positions on both lists that can occur again. A
 * side must make at least three moves since then, because moving straight back is allowed, and displaced
 * pieces must have time to return. */
static uint64_t more_squares_key(const struct board *board, const int moves[SIDES])
{
    uint32_t n = board->plies, since = board->chase_start[RED] < board->chase_start[BLUE]
                                           ? board->chase_start[RED] : board->chase_start[BLUE];
    struct walkers walkers = {0};
    uint64_t key = 0;
    if (!board->rules.more_squares || since >= n)
        return 0;
    for (uint32_t i = n; i-- > since;) {
        uint32_t back = n - 1 - i;
        enum side side = back % 2 ? board->to_move : side_other(board->to_move);
        bool in_time = (int)(back / 2) + moves[side] >= 3;
        bool can_return = walkers.overflow || (walkers.displaced[RED] <= moves[RED] &&
                                               walkers.displaced[BLUE] <= moves[BLUE]);
        if (i >= board->chase_start[side] && moves[side] > 0 && in_time && can_return)
            key ^= hash_value(2 + (uint64_t)side, board->history[i].piece_key);
        walk_back(board, &board->history[i], &walkers);
    }
    /* The last two plies decide whether the chase continues and which move goes straight back. */
    if (key)
        for (uint32_t back = 1; back <= 2 && back <= n; back++)
            key = hash_move(key, &board->history[n - back]);
    return key;
}

uint64_t repetition_key(const struct board *board, int depth)
{
    int moves[SIDES];
    uint32_t n = board->plies, played = board_played(board), quiet = board_quiet(board);
    const struct rules *rules = &board->rules;
    uint64_t key = 0;
    moves[board->to_move] = (depth + 1) / 2;
    moves[side_other(board->to_move)] = depth / 2;
    /* Each part of the key has a seed of its own: 1 two squares, 2 and 3 more squares, 5 and 6 the limits. */
    if (n >= 1)
        key ^= two_squares_key(board, n - 1, moves[side_other(board->to_move)]);
    if (n >= 2)
        key ^= two_squares_key(board, n - 2, moves[board->to_move]);
    key ^= more_squares_key(board, moves);
    if (rules->move_limit && played + (uint32_t)depth >= (uint32_t)rules->move_limit)
        key ^= hash_value(5, played);
    if (rules->no_attack_limit && quiet + (uint32_t)depth >= (uint32_t)rules->no_attack_limit)
        key ^= hash_value(6, quiet);
    return key;
}
