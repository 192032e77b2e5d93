/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/redeca.h"

#include <stdlib.h>

enum formula { BY_ALGORITHM, BY_EQUATION };
static const char *const formulas[] = {"algorithm", "equation", NULL};

static const char *const tie_words[] = {"random", "first", "home", NULL};

enum evaluation { BASELINE, MATERIAL };
static const char *const evaluations[] = {"baseline", "material", NULL};

static const char *const enemies[] = {"probabilistic", "multi-ply", NULL};

const struct option redeca_rows[REDECA_OPTIONS] = {
    [REDECA_PIECE] = {"piece", OPTION_NUMBER, 0, 100, 1.0, NULL, "points",
               "pW: what each piece is worth", "Redeca & Groza 2018, V.B"},
    [REDECA_RANK] = {"rank", OPTION_NUMBER, 0, 100, 0.05, NULL, "points a rank",
                     "rW: what a piece loses, for each step of its rank, by being known",
                     "Redeca & Groza 2018, V.B"},
    [REDECA_MOVED] = {"moved", OPTION_NUMBER, 0, 100, 0.03, NULL, "points",
               "mW: what an unknown piece loses by having moved", "Redeca & Groza 2018, V.B"},
    [REDECA_DISTANCE] = {"distance", OPTION_NUMBER, 0, 100, 0.02, NULL, "points a square of rows",
                  "dW: what a piece loses by the square of its distance from the enemy's side",
                  "Redeca & Groza 2018, V.B"},
    [REDECA_FORMULA] = {"formula", OPTION_CHOICE, 0, 1, BY_EQUATION, formulas, "",
                 "whether fb is computed as algorithm 3 or as equation 5 of the paper, which differ",
                 "Redeca & Groza 2018, IV.B"},
    [REDECA_TIES] = {"ties", OPTION_CHOICE, 0, 2, REDECA_TIES_FIRST, tie_words, "",
              "which of several best moves is played: a random one, the first on the board, or the "
              "first from its own end of the board",
             "Redeca & Groza 2018, algorithm 1 (argmax)"},
    [REDECA_EVALUATION] = {"evaluation", OPTION_CHOICE, 0, 1, BASELINE, evaluations, "",
                           "fb, with the weights above, or fm, which counts pieces alone",
                           "Redeca & Groza 2018, IV.B"},
    [REDECA_PLIES] = {"plies", OPTION_INT, 1, 20, 2, NULL, "plies",
                      "how far it looks: its move alone, the enemy's reply too, and so on; each ply takes "
                      "some 22 times as long",
                      "Redeca & Groza 2018, algorithm 1 (cnt + 1)"},
    [REDECA_ENEMY] = {"enemy", OPTION_CHOICE, 0, 1, REDECA_ENEMY_MULTI_PLY, enemies, "",
                      "how the enemy is assumed to choose its reply: by one ply, or by one less than it "
                      "looks itself",
                      "Redeca & Groza 2018, III.B"},
};

/* Returns the paper's number of a rank, 1 (spy) .. 10 (marshal). The paper has no number for flag and bomb.
 * They get 0, so that most attackers do not attack a known bomb by mistake. */
static double rank_number(int rank)
{
    return rank >= SPY && rank < RANKS ? rank - SPY + 1 : 0;
}

/* Returns one piece's value for its owner by fb, the evaluation of Redeca & Groza 2018, IV.B. `rank` is
 * RANK_UNKNOWN if the enemy does not know it; `row` counts from the owner's end. */
static double piece_share_of_fb(const double *weight, bool moved, int rank, int row)
{
    double worth = weight[REDECA_PIECE];
    int away = 6 - row;
    bool equation = (int)weight[REDECA_FORMULA] == BY_EQUATION, known = rank != RANK_UNKNOWN;
    if (known)
        worth -= weight[REDECA_RANK] * rank_number(rank);
    /* Equation 5 and algorithm 3 differ: in the algorithm only an unknown piece loses by having moved, and
     * the distance counts only before row 6. */
    if (moved && (equation || !known))
        worth -= weight[REDECA_MOVED];
    if (equation || away > 0)
        worth -= weight[REDECA_DISTANCE] * away * away;
    return worth;
}

void redeca_worth_init(struct redeca_worth *worth, const double value[REDECA_SHARED])
{
    bool material = (int)value[REDECA_EVALUATION] == MATERIAL;
    worth->ties = (enum redeca_ties)value[REDECA_TIES];
    for (int moved = 0; moved < 2; moved++)
        for (int rank = 0; rank <= RANKS; rank++)
            for (int row = 0; row < ROWS; row++)
                worth->value[moved][rank][row] = material ? 1 : piece_share_of_fb(value, moved, rank, row);
}

/* Returns the value of a piece on `square` (struct redeca_worth). */
static inline double piece_worth(const struct redeca_worth *worth, int side, bool moved, int rank, int square)
{
    int row = square_row(square);
    return worth->value[moved][rank][side == RED ? row : ROWS - 1 - row];
}

double redeca_gain(const struct redeca_worth *worth, const struct board *board, struct move move,
                   int mover_rank, int victim_rank)
{
    const struct piece *mover = &board->piece[board->at[move.from]];
    double before = piece_worth(worth, mover->side, mover->moved, mover->known ? mover_rank : RANK_UNKNOWN,
                                move.from);
    if (board->at[move.to] == NO_PIECE) {
        bool known = mover->known || !square_beside(move.from, move.to); /* a far move reveals a scout */
        return piece_worth(worth, mover->side, true, known ? mover_rank : RANK_UNKNOWN, move.to) - before;
    }
    const struct piece *victim = &board->piece[board->at[move.to]];
    double after = 0;
    before -= piece_worth(worth, victim->side, victim->moved, victim->known ? victim_rank : RANK_UNKNOWN,
                          move.to);
    enum battle battle = battle_result(mover_rank, victim_rank);
    if (battle == BATTLE_WON)
        after = piece_worth(worth, mover->side, true, mover_rank, move.to);
    else if (battle == BATTLE_LOST)
        after = -piece_worth(worth, victim->side, victim->moved, victim_rank, move.to);
    return after - before;
}

int redeca_draw_rank(const struct board *board, const struct piece *piece, struct rng *rng)
{
    const uint8_t *unknown_count = board->unknown_count[piece->side];
    uint32_t total = 0;
    int first = piece->moved ? SPY : FLAG; /* the ranks before SPY cannot move */
    for (int rank = first; rank < RANKS; rank++)
        total += unknown_count[rank];
    uint32_t drawn = total ? rng_below(rng, total) : 0;
    for (int rank = first; rank < RANKS; rank++) {
        if (drawn < unknown_count[rank])
            return rank;
        drawn -= unknown_count[rank];
    }
    return MARSHAL;
}

/* Compares two moves for qsort: by start square, then by target square. */
static int in_board_order(const void *a, const void *b)
{
    const struct move *left = a, *right = b;
    return left->from != right->from ? left->from - right->from : left->to - right->to;
}

int redeca_moves(const struct think *think, const struct board *board, struct move moves[MOVES_MAX])
{
    int count = think_moves(think, board, moves);
    qsort(moves, (size_t)count, sizeof moves[0], in_board_order);
    return count;
}

void redeca_choice_init(struct redeca_choice *choice, const struct redeca_worth *worth, enum side side,
                        struct rng *rng)
{
    *choice = (struct redeca_choice){.ties = worth->ties, .side = side, .rng = rng, .best = MOVE_NONE};
}

/* Returns whether an equally good move replaces the best so far. With RANDOM it decides by reservoir
 * sampling, so that each of the `equal` moves is equally likely. */
static bool replaces_equal_move(const struct redeca_choice *choice, struct move move)
{
    if (choice->ties == REDECA_TIES_RANDOM)
        return rng_below(choice->rng, choice->equal) == 0;
    int order = in_board_order(&move, &choice->best);
    return choice->ties == REDECA_TIES_HOME && choice->side == BLUE ? order > 0 : order < 0;
}

void redeca_offer(struct redeca_choice *choice, struct move move, double value)
{
    bool tie = choice->equal && value == choice->value;
    if (choice->equal && value < choice->value)
        return;
    choice->equal = tie ? choice->equal + 1 : 1;
    choice->value = value;
    if (!tie || replaces_equal_move(choice, move))
        choice->best = move;
}
