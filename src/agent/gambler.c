/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sparring partner that gambles. Early in the game every piece goes to the nearest unknown enemy piece
 * and attacks it, and known weaker pieces are captured. Later it attacks only if the expected gain is
 * positive. */
#include "agent/kinds.h"

#include "agent/one_ply.h"

enum { DARING, UNTIL, OPTIONS };

static const struct option options[OPTIONS] = {
    [DARING] = {"daring", OPTION_NUMBER, 0, 100, 1, NULL, "value",
                "what it likes an attack on an unknown piece for, whatever it loses", ""},
    [UNTIL] = {"until", OPTION_INT, 0, 100000, 60, NULL, "own moves", "how long it likes that", ""},
};

const struct option_group gambler_group = {
    .name = "gambler",
    .meaning = "how long and how wildly the agent gambler attacks what it does not know",
    .options = options, .count = OPTIONS,
};

/* Returns the distance (in steps) from `square` to the nearest unknown enemy piece. It is 0 if one stands on
 * `square`, FILES + ROWS if there is none. */
static int nearest_unknown(const struct board *board, enum side enemy, int square)
{
    int nearest = FILES + ROWS;
    bitboard enemies = board->occupied[enemy];
    while (enemies) {
        int other = bits_pop(&enemies), distance = square_distance(square, other);
        if (board->piece[board->at[other]].rank == RANK_UNKNOWN && distance < nearest)
            nearest = distance;
    }
    return nearest;
}

/* Returns the bonus for an attack on an unknown piece: the option `daring` while the number of own moves is
 * below the option `until`, and 0 after that. */
static double attack_bonus(const struct rating_terms *terms)
{
    bool early = board_played(terms->board) / 2 < (uint32_t)terms->option[UNTIL];
    return early ? terms->option[DARING] : 0;
}

/* Returns the value of a move, in units of `worth`: its gain, plus what leaving the square saves. An attack
 * on an unknown piece gets the bonus. A quiet move gets 0.02 for each step towards the nearest unknown piece,
 * minus 0.05 if it goes straight back (estimate_returns), minus the danger on the new square. */
static double rate_gambler_move(const struct rating_terms *terms, struct move move)
{
    const struct board *board = terms->board;
    const struct piece *mover = &board->piece[board->at[move.from]];
    double gain = estimate_gain(terms->worth, board, move);
    double saved = estimate_danger(terms->worth, board, mover, move.from, SQUARE_NONE, 0);
    if (board->at[move.to] != NO_PIECE)
        return saved + gain +
               (board->piece[board->at[move.to]].rank == RANK_UNKNOWN ? attack_bonus(terms) : 0);
    enum side enemy = side_other(mover->side);
    int nearer = nearest_unknown(board, enemy, move.from) - nearest_unknown(board, enemy, move.to);
    return saved + gain + 0.02 * nearer - (estimate_returns(board, move) ? 0.05 : 0) -
           estimate_danger(terms->worth, board, mover, move.to, move.from, 0);
}

/* The `load` callback: reads the options; it cannot fail. */
static enum status gambler_load(void *state, const struct settings *settings, struct library *library,
                                struct error *error)
{
    (void)library, (void)error;
    return one_ply_load(state, settings, &gambler_group, rate_gambler_move);
}

const struct agent_kind agent_gambler = {
    .name = "gambler",
    .help = "attacks unknown pieces early, with everything",
    .options = "gambler", .size = sizeof(struct one_ply), .load = gambler_load, .move = one_ply_move,
    .own_options_only = true,
};
