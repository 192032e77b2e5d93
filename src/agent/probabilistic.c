/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The probabilistic agent of Redeca & Groza 2018: every legal move is tried on the board, an attacked
 * unknown piece gets a rank drawn by what is left (equations 1 and 2), and the position after it is
 * evaluated by fb (equation 5; algorithm 3). The best move is played. */
#include "agent/kinds.h"

#include "base/memory.h"

#include <stdlib.h>

enum formula { BY_ALGORITHM, BY_EQUATION };
static const char *const formulas[] = {"algorithm", "equation", NULL};

enum ties { TIES_RANDOM, TIES_FIRST };
static const char *const tie_words[] = {"random", "first", NULL};

enum { PIECE, RANK_SHOWN, MOVED, DISTANCE, FORMULA, TIES, OPTIONS };

static const struct option options[OPTIONS] = {
    [PIECE] = {"piece", OPTION_NUMBER, 0, 100, 1.0, NULL, "points",
               "pW: what each piece is worth", "Redeca & Groza 2018, V.B"},
    [RANK_SHOWN] = {"rank", OPTION_NUMBER, 0, 100, 0.05, NULL, "points a rank",
                    "rW: what a piece loses, for each step of its rank, by being known",
                    "Redeca & Groza 2018, V.B"},
    [MOVED] = {"moved", OPTION_NUMBER, 0, 100, 0.03, NULL, "points",
               "mW: what an unknown piece loses by having moved", "Redeca & Groza 2018, V.B"},
    [DISTANCE] = {"distance", OPTION_NUMBER, 0, 100, 0.02, NULL, "points a square of rows",
                  "dW: what a piece loses by the square of its distance from the enemy's side",
                  "Redeca & Groza 2018, V.B"},
    [FORMULA] = {"formula", OPTION_CHOICE, 0, 1, BY_EQUATION, formulas, "",
                 "whether fb is computed as algorithm 3 or as equation 5 of the paper, which differ",
                 "Redeca & Groza 2018, IV.B"},
    [TIES] = {"ties", OPTION_CHOICE, 0, 1, TIES_FIRST, tie_words, "",
              "which of several best moves is played: a random one, or the first on the board",
             "Redeca & Groza 2018, algorithm 1 (argmax)"},
};

const struct option_group probabilistic_group = {
    .name = "probabilistic",
    .meaning = "the evaluation of the probabilistic agent",
    .options = options,
    .count = OPTIONS,
};

struct probabilistic_weights {
    double value[OPTIONS];
};

/* What the evaluation needs of a piece. */
struct fighter {
    int rank, square;
    bool moved, known;
};

/* The paper counts ranks from the spy's 1 to the marshal's 10. Flag and bomb have no number there; a
 * known bomb, which most attackers can no longer take by mistake, counts as 0. */
static double rank_number(int rank)
{
    return rank >= SPY ? rank - SPY + 1 : 0;
}

/* One piece's share of fb for its owner. */
static double piece_value(const double *weight, const struct fighter *fighter, enum side side)
{
    double value = weight[PIECE];
    int row = square_row(side == RED ? fighter->square : square_turned(fighter->square));
    int away = 6 - row;
    bool equation = (int)weight[FORMULA] == BY_EQUATION;
    if (fighter->known)
        value -= weight[RANK_SHOWN] * rank_number(fighter->rank);
    if (fighter->moved && (equation || !fighter->known))
        value -= weight[MOVED];
    if (equation || away > 0) /* equation 5 goes on with its square behind the enemy's lines */
        value -= weight[DISTANCE] * away * away;
    return value;
}

/* A rank for the unknown piece on a square, drawn by what is left: equation 1, or 2 once it has
 * moved. */
static int draw_rank(const struct board *board, const struct piece *piece, struct rng *rng)
{
    const uint8_t *unknown_count = board->unknown_count[piece->side];
    uint32_t total = 0;
    int least = piece->moved ? SPY : FLAG;
    for (int rank = least; rank < RANKS; rank++)
        total += unknown_count[rank];
    uint32_t drawn = total ? rng_below(rng, total) : 0;
    for (int rank = least; rank < RANKS; rank++) {
        if (drawn < unknown_count[rank])
            return rank;
        drawn -= unknown_count[rank];
    }
    return MARSHAL;
}

static struct fighter piece_on(const struct board *board, int square)
{
    const struct piece *piece = &board->piece[board->at[square]];
    return (struct fighter){piece->rank, square, piece->moved, piece->known};
}

/* How much fb, seen by the mover, changes by a move: all other pieces keep their share. */
static double move_gain(const double *weight, const struct board *board, struct move move,
                        struct rng *rng)
{
    enum side side = board->to_move, enemy = side_other(side);
    struct fighter mover = piece_on(board, move.from);
    double before = piece_value(weight, &mover, side), after = 0;
    mover.square = move.to;
    mover.moved = true;
    mover.known = mover.known || square_distance(move.from, move.to) > 1;
    if (board->at[move.to] == NO_PIECE)
        return piece_value(weight, &mover, side) - before;

    struct fighter victim = piece_on(board, move.to);
    before -= piece_value(weight, &victim, enemy);
    if (victim.rank == RANK_UNKNOWN)
        victim.rank = draw_rank(board, &board->piece[board->at[move.to]], rng);
    mover.known = victim.known = true;
    enum battle battle = battle_result(mover.rank, victim.rank);
    if (battle == BATTLE_WON)
        after = piece_value(weight, &mover, side);
    else if (battle == BATTLE_LOST)
        after = -piece_value(weight, &victim, enemy);
    return after - before;
}

static enum status start(void **state, const struct settings *settings, struct library *library,
                         struct error *error)
{
    (void)library;
    (void)error;
    struct probabilistic_weights *weights = *state = memory_new(1, sizeof *weights);
    settings_group(settings, probabilistic_group.name, weights->value, OPTIONS);
    return STATUS_OK;
}

/* The order in which a loop over the board meets the moves: what "the first" of several best is. */
static int in_board_order(const void *a, const void *b)
{
    const struct move *left = a, *right = b;
    return left->from != right->from ? left->from - right->from : left->to - right->to;
}

static struct move best_move(void *state, const struct view *view, const struct think *think)
{
    const double *weight = ((const struct probabilistic_weights *)state)->value;
    struct move moves[MOVES_MAX], best = MOVE_NONE;
    int count = think_moves(think, &view->board, moves);
    qsort(moves, (size_t)count, sizeof moves[0], in_board_order);
    uint32_t equal = 0;
    double most = 0;
    for (int i = 0; i < count; i++) {
        double gain = move_gain(weight, &view->board, moves[i], think->rng);
        bool tie = equal && gain == most;
        if (equal && gain < most)
            continue;
        equal = tie ? equal + 1 : 1;
        if (!tie || ((int)weight[TIES] == TIES_RANDOM && rng_below(think->rng, equal) == 0))
            best = moves[i];
        most = gain;
    }
    return best;
}

const struct agent_kind agent_probabilistic = {
    .name = "probabilistic",
    .help = "looks one move ahead and guesses attacked ranks by what is left (Redeca & Groza 2018)",
    .options = "probabilistic",
    .start = start,
    .end = free,
    .move = best_move,
};
