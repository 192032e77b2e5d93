/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- evaluation: from the board alone, each time anew --- */

static void count_left(const struct board *board, uint8_t left[SIDES][RANKS])
{
    memcpy(left, board->unknown_count, sizeof board->unknown_count);
    for (int i = 0; i < PIECES; i++)
        if (board->piece[i].square != SQUARE_NONE && board->piece[i].rank != RANK_UNKNOWN)
            left[board->piece[i].side][board->piece[i].rank]++;
}

/* How many of a rank a side began with: a classic army is always whole, also where a position says nothing of
 * the pieces that are gone. */
static int began_with(const struct board *board, uint8_t left[SIDES][RANKS], int side, int rank)
{
    return board->variant == VARIANT_STANDARD ? rank_table[rank].count
                                              : left[side][rank] + board->captured[side][rank];
}

/* Three of five miners are enough; of an army that began with fewer as large a part of those. */
static double plain_value(const struct search_options *options, const struct board *board,
                          uint8_t left[SIDES][RANKS], int side, int rank)
{
    int began = began_with(board, left, side, MINER);
    double miners = began ? (double)left[side][MINER] * 5 / began : 0;
    double value = options->value[rank];
    bool hunted = rank == MARSHAL && left[1 - side][SPY] > 0;
    if (options->hunted != 0 && hunted)
        value *= options->hunted_factor;
    if (options->hunted_half != 0 && hunted)
        value *= options->hunted_half_factor;
    if (options->scarce != 0 && rank == MINER && miners < 3)
        value *= 4 - miners;
    if (options->more != 0 && left[side][rank] > left[1 - side][rank])
        value *= options->more_factor;
    return value;
}

static void all_values(const struct search_options *options, const struct board *board,
                       uint8_t left[SIDES][RANKS], double value[SIDES][RANKS])
{
    for (int side = 0; side < SIDES; side++)
        for (int rank = BOMB; rank < RANKS; rank++)
            value[side][rank] = plain_value(options, board, left, side, rank);
    for (int side = 0; side < SIDES && options->bomb_half != 0; side++) {
        value[side][BOMB] = 0;
        for (int other = SPY; other <= MARSHAL; other++)
            if (left[1 - side][other])
                value[side][BOMB] = fmax(value[side][BOMB], value[1 - side][other] / 2);
    }
    if (options->worth_weight > 0) {
        struct worth_counts counts;
        struct worth worth;
        memcpy(counts.left, left, sizeof counts.left);
        for (int side = 0; side < SIDES; side++)
            for (int rank = 0; rank < RANKS; rank++)
                counts.lacking[side][rank] =
                    (uint8_t)(rank_table[rank].count - began_with(board, left, side, rank));
        worth_of_counts(&options->worth, &counts, &worth);
        for (int side = 0; side < SIDES; side++)
            for (int rank = BOMB; rank < RANKS; rank++)
                value[side][rank] += options->worth_weight * worth.value[side][rank];
    }
}

double oracle_evaluation(const struct search_options *options, const struct board *board)
{
    double total = 0, max = 0.999 * options->value[FLAG], value[SIDES][RANKS];
    uint8_t left[SIDES][RANKS];
    count_left(board, left);
    all_values(options, board, left, value);
    for (int rank = BOMB; rank < RANKS; rank++)
        total += left[RED][rank] * value[RED][rank] - left[BLUE][rank] * value[BLUE][rank];
    for (int i = 0; i < PIECES; i++) {
        const struct piece *piece = &board->piece[i];
        int sign = piece->side == RED ? 1 : -1;
        if (piece->square == SQUARE_NONE)
            continue;
        int rows = piece->side == RED ? piece->square / 10 : 9 - piece->square / 10;
        total += sign * options->advance * rows;
        if (options->shown != 0 && piece->known && piece->rank != RANK_UNKNOWN && piece->rank != FLAG)
            total -= sign * options->shown_share * value[piece->side][piece->rank];
    }
    total = fmax(-max, fmin(max, total));
    return board->to_move == RED ? total : -total;
}

/* --- probabilities --- */

/* The probability of each rank for an unknown piece of the enemy; false where there is none. */
static bool rank_odds(const struct oracle_terms *terms, const struct board *board, int number, bool attacks,
                      double odds[RANKS])
{
    const uint8_t *left = board->unknown_count[terms->enemy];
    for (int way = 0; way < 2; way++) { /* as believed; and if that is refuted, by counts */
        double sum = 0, kept = 0;
        bool believed = way == 0 && terms->belief && (int)terms->options->probabilities == BY_BELIEF;
        if (way == 0 && !believed)
            continue;
        for (int rank = 0; rank < RANKS; rank++) {
            double p = left[rank];
            if (believed)
                p = terms->root_unknown[rank]
                        ? terms->belief[number % 40][rank] * left[rank] / terms->root_unknown[rank] : 0;
            else if ((int)terms->options->probabilities == BY_UNIFORM)
                p = left[rank] ? 1 : 0;
            if (rank < SPY && (attacks || board->piece[number].moved))
                p = 0;
            odds[rank] = p;
            sum += p;
        }
        if (sum < 1e-9)
            continue;
        for (int rank = 0; rank < RANKS; rank++) {
            if (odds[rank] <= terms->options->min_outcome * sum)
                odds[rank] = 0;
            kept += odds[rank];
        }
        for (int rank = 0; rank < RANKS; rank++)
            odds[rank] /= kept;
        return true;
    }
    return false;
}

/* --- the tree --- */

static double node_value(const struct oracle_terms *terms, const struct board *board, int depth);

static double stuck(const struct oracle_terms *terms, const struct board *board)
{
    struct move moves[MOVES_MAX];
    if (!board_pseudo_legal_moves(board, RED, moves) && !board_pseudo_legal_moves(board, BLUE, moves))
        return 0;
    return -terms->options->value[FLAG];
}

/* The value, for the mover, of a move after which the two pieces have these ranks. */
static double after(const struct oracle_terms *terms, const struct board *board, struct move move, int mover,
                    int victim, int depth)
{
    struct board *next = &terms->board[depth - 1];
    board_copy(next, board);
    int from = next->at[move.from], to = next->at[move.to];
    if (next->piece[from].rank == RANK_UNKNOWN && mover != RANK_UNKNOWN)
        board_reveal(next, from, mover);
    if (to != NO_PIECE && next->piece[to].rank == RANK_UNKNOWN)
        board_reveal(next, to, victim);
    board_make(next, move);
    return -node_value(terms, next, depth - 1);
}

/* Whether an unmoved piece is held for too unlikely to move. */
static bool is_held_still(const struct oracle_terms *terms, const struct board *board, int number)
{
    int row = number % 40;
    return board->piece[number].rank == RANK_UNKNOWN && !board->piece[number].moved && terms->belief &&
           (int)terms->options->probabilities == BY_BELIEF && terms->root_unmoved[row] &&
           1 - terms->belief[row][FLAG] - terms->belief[row][BOMB] < terms->options->min_mobile;
}

/* --- leaves at which pieces stand beside enemies --- */

/* A piece that may attack the enemy beside it. */
struct meeting {
    int attacker, attacked;
    double gain; /* expected, of the attacker's side */
};

/* A leaf in numbers. */
struct leaf {
    double judged[SIDES], value[SIDES][RANKS];
    struct meeting meetings[4 * PIECES];
    int count;
};

static bool may_walk(const struct oracle_terms *terms, const struct board *board, int number)
{
    const struct piece *piece = &board->piece[number];
    bool can = rank_moves(piece->rank);
    if (piece->rank == RANK_UNKNOWN) {
        can = piece->moved;
        for (int rank = SPY; rank < RANKS; rank++)
            can = can || board->unknown_count[piece->side][rank];
    }
    return can && !is_held_still(terms, board, number);
}

/* The fight of two ranks, with probability p. */
static void add_fight(const struct oracle_terms *terms, struct leaf *leaf, struct meeting *meeting, int mine,
                      int theirs, double p)
{
    int side = meeting->attacker / 40;
    double flag = fmax(0, terms->options->value[FLAG] - leaf->judged[side]);
    double won = theirs == FLAG ? flag : leaf->value[1 - side][theirs];
    switch (battle_result(mine, theirs)) {
    case BATTLE_WON: meeting->gain += p * won; break;
    case BATTLE_BOTH: meeting->gain += p * (won - leaf->value[side][mine]); break;
    case BATTLE_LOST: meeting->gain -= p * leaf->value[side][mine]; break;
    case BATTLE_NONE: break;
    }
}

static void add_meeting(const struct oracle_terms *terms, const struct board *board, struct leaf *leaf,
                        int attacker, int attacked)
{
    struct meeting meeting = {.attacker = attacker, .attacked = attacked};
    int mine = board->piece[attacker].rank, theirs = board->piece[attacked].rank;
    bool hidden = mine == RANK_UNKNOWN;
    double odds[RANKS];
    if (!hidden && theirs != RANK_UNKNOWN)
        add_fight(terms, leaf, &meeting, mine, theirs, 1);
    else if (!rank_odds(terms, board, hidden ? attacker : attacked, hidden, odds))
        return;
    else
        for (int rank = 0; rank < RANKS; rank++)
            if (odds[rank] > 0)
                add_fight(terms, leaf, &meeting, hidden ? rank : mine, hidden ? theirs : rank, odds[rank]);
    leaf->meetings[leaf->count++] = meeting;
}

static void list_meetings(const struct oracle_terms *terms, const struct board *board, struct leaf *leaf)
{
    for (int i = 0; i < PIECES; i++) {
        if (board->piece[i].square == SQUARE_NONE || !may_walk(terms, board, i))
            continue;
        for (int j = 0; j < PIECES; j++)
            if (i / 40 != j / 40 && board->piece[j].square != SQUARE_NONE &&
                square_distance(board->piece[i].square, board->piece[j].square) == 1)
                add_meeting(terms, board, leaf, i, j);
    }
}

/* The most that `side` can take next: at least nothing. `fight` was fought before, or NULL; `spared` is not
 * there any more, or NO_PIECE. */
static double max_taken(const struct leaf *leaf, int side, const struct meeting *fight, int spared)
{
    double max = 0;
    for (int i = 0; i < leaf->count; i++) {
        const struct meeting *next = &leaf->meetings[i];
        bool fought = fight && (next->attacked == fight->attacker || next->attacker == fight->attacked);
        if (next->attacker / 40 == side && next->attacked != spared && !fought)
            max = fmax(max, next->gain);
    }
    return max;
}

static bool has_space(const struct board *board, int square)
{
    for (int to = 0; to < SQUARES; to++)
        if (!square_is_lake(to) && board->at[to] == NO_PIECE && square_distance(square, to) == 1)
            return true;
    return false;
}

/* What a leaf is worth for the side to move: it fights, or one of its pieces runs. */
static double settled(const struct oracle_terms *terms, const struct board *board)
{
    struct leaf leaf = {.count = 0};
    uint8_t left[SIDES][RANKS];
    int side = board->to_move;
    double judged = oracle_evaluation(terms->options, board), max = 0.999 * terms->options->value[FLAG];
    leaf.judged[side] = judged;
    leaf.judged[1 - side] = -judged;
    count_left(board, left);
    all_values(terms->options, board, left, leaf.value);
    list_meetings(terms, board, &leaf);
    double best = -max_taken(&leaf, 1 - side, NULL, NO_PIECE);
    for (int i = side * 40; i < side * 40 + 40; i++) /* one of them runs */
        if (board->piece[i].square != SQUARE_NONE && may_walk(terms, board, i) &&
            has_space(board, board->piece[i].square))
            best = fmax(best, -max_taken(&leaf, 1 - side, NULL, i));
    for (int i = 0; i < leaf.count; i++)
        if (leaf.meetings[i].attacker / 40 == side)
            best = fmax(best, leaf.meetings[i].gain -
                              max_taken(&leaf, 1 - side, &leaf.meetings[i], NO_PIECE));
    return fmax(-max, fmin(max, judged + best));
}

/* --- the moves --- */

/* NAN where the move cannot be played by what is believed. */
static double move_value(const struct oracle_terms *terms, const struct board *board, struct move move,
                         int depth)
{
    const struct piece *mover = &board->piece[board->at[move.from]];
    int target = board->at[move.to];
    bool far = square_distance(move.from, move.to) > 1;
    if (mover->rank == RANK_UNKNOWN) {
        if (is_held_still(terms, board, board->at[move.from]))
            return NAN;
        if (far)
            return after(terms, board, move, SCOUT, RANK_UNKNOWN, depth);
    }
    bool attacks = mover->rank == RANK_UNKNOWN;
    if (target == NO_PIECE || (!attacks && board->piece[target].rank != RANK_UNKNOWN))
        return after(terms, board, move, RANK_UNKNOWN, RANK_UNKNOWN, depth);
    double odds[RANKS], sum = 0;
    if (!rank_odds(terms, board, attacks ? board->at[move.from] : target, attacks, odds))
        return NAN;
    for (int rank = 0; rank < RANKS; rank++)
        if (odds[rank] > 0)
            sum += odds[rank] * after(terms, board, move, attacks ? rank : RANK_UNKNOWN,
                                      attacks ? RANK_UNKNOWN : rank, depth);
    return sum;
}

static double node_value(const struct oracle_terms *terms, const struct board *board, int depth)
{
    struct move moves[MOVES_MAX];
    double best = NAN;
    if (board->captured[board->to_move][FLAG])
        return -terms->options->value[FLAG];
    int count = board_moves(board, moves);
    if (!count)
        return stuck(terms, board);
    if (board_limit(board) != REASON_NONE)
        return 0;
    if (depth == 0 && terms->options->quiescence != 0)
        return settled(terms, board);
    if (depth == 0)
        return oracle_evaluation(terms->options, board);
    for (int i = 0; i < count; i++)
        best = fmax(best, move_value(terms, board, moves[i], depth)); /* fmax passes over NAN */
    return isnan(best) ? stuck(terms, board) : best;
}

static struct oracle_terms make_terms(const struct search_options *options, const double (*belief)[RANKS],
                                      const struct view *view)
{
    struct oracle_terms terms = {.options = options, .belief = belief, .enemy = side_other(view->side),
                                 .board = calloc(ORACLE_DEPTH, sizeof *terms.board)};
    memcpy(terms.root_unknown, view->board.unknown_count[terms.enemy], RANKS);
    for (int row = 0; row < PIECES_A_SIDE; row++)
        terms.root_unmoved[row] = !view->board.piece[(int)terms.enemy * 40 + row].moved;
    return terms;
}

static void free_terms(struct oracle_terms *terms)
{
    for (int i = 0; i < ORACLE_DEPTH; i++)
        board_free(&terms->board[i]);
    free(terms->board);
}

double oracle_value(const struct search_options *options, const double (*belief)[RANKS],
                    const struct view *view, int depth)
{
    struct oracle_terms terms = make_terms(options, belief, view);
    double value = node_value(&terms, &view->board, depth);
    free_terms(&terms);
    return value;
}

void oracle_move_values(const struct search_options *options, const double (*belief)[RANKS],
                        const struct view *view, int depth, const struct move *moves, int count,
                        double *values)
{
    struct oracle_terms terms = make_terms(options, belief, view);
    for (int i = 0; i < count; i++)
        values[i] = move_value(&terms, &view->board, moves[i], depth);
    free_terms(&terms);
}
