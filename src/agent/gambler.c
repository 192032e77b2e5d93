/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sparring partner: gambles. Early in the game it goes for the nearest unknown piece with whatever can get
 * there, and attacks it; known pieces it takes where it is stronger. Later it attacks what it may hope to
 * gain by. */
#include "agent/kinds.h"

#include "agent/reckoner.h"

enum { DARING, UNTIL, OPTIONS };

static const struct option options[OPTIONS] = {
    [DARING] = {"daring", OPTION_NUMBER, 0, 100, 1, NULL, "value",
                "what it likes an attack on an unknown piece for, whatever it loses", ""},
    [UNTIL] = {"until", OPTION_INT, 0, 100000, 60, NULL, "own moves", "how long it likes that", ""},
};

const struct option_group gambler_group = {
    .name = "gambler",
    .meaning = "how long and how wildly the agent gambler attacks what it does not know",
    .options = options,
    .count = OPTIONS,
};

/* The distance to the nearest unknown enemy piece, that on `square` itself included. */
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

/* What it likes an attack on an unknown piece for, as long as it is early. */
static double daring(const struct reckoning *turn)
{
    bool early = board_played(turn->board) / 2 < (uint32_t)turn->option[UNTIL];
    return early ? turn->option[DARING] : 0;
}

static double judge(const struct reckoning *turn, struct move move)
{
    const struct board *board = turn->board;
    const struct piece *mover = &board->piece[board->at[move.from]];
    double gain = reckon_gain(turn->worth, board, move);
    double saved = reckon_danger(turn->worth, board, mover, move.from, SQUARE_NONE, 0);
    if (board->at[move.to] != NO_PIECE)
        return saved + gain + (board->piece[board->at[move.to]].rank == RANK_UNKNOWN ? daring(turn) : 0);
    enum side enemy = side_other(mover->side);
    int nearer = nearest_unknown(board, enemy, move.from) - nearest_unknown(board, enemy, move.to);
    return saved + gain + 0.02 * nearer - (reckon_returns(board, move) ? 0.05 : 0) -
           reckon_danger(turn->worth, board, mover, move.to, move.from, 0);
}

static enum status load(void *state, const struct settings *settings, struct library *library,
                        struct error *error)
{
    (void)library, (void)error;
    return reckoner_load(state, settings, &gambler_group, judge);
}

const struct agent_kind agent_gambler = {
    .name = "gambler",
    .help = "attacks unknown pieces early, with everything",
    .options = "gambler",
    .size = sizeof(struct reckoner),
    .load = load,
    .move = reckoner_move,
    .only_own = true,
};
