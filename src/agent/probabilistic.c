/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The probabilistic agent of Redeca & Groza 2018: it tries every legal move, draws a rank for an attacked
 * unknown piece from the remaining ranks (equations 1 and 2), evaluates the position after the move by fb
 * (equation 5; algorithm 3) or fm, and makes the best move. */
#include "agent/kinds.h"

#include "agent/redeca.h"


const struct option_group probabilistic_group = {
    .name = "probabilistic",
    .meaning = "the evaluation of the probabilistic agent",
    .options = redeca_rows, .count = REDECA_SHARED,
};

/* The `load` callback: computes the evaluation from the options; it cannot fail. */
static enum status probabilistic_load(void *state, const struct settings *settings, struct library *library,
                                      struct error *error)
{
    double value[REDECA_SHARED];
    (void)library;
    (void)error;
    settings_group(settings, probabilistic_group.name, value, REDECA_SHARED);
    redeca_worth_init(state, value);
    return STATUS_OK;
}

/* The `move` callback: returns the allowed move whose result has the highest evaluation. */
static struct move probabilistic_move(void *state, const struct view *view, const struct think *think)
{
    const struct redeca_worth *worth = state;
    const struct board *board = &view->board;
    struct redeca_choice choice;
    struct move moves[MOVES_MAX];
    int count = redeca_moves(think, board, moves);
    redeca_choice_init(&choice, worth, view->side, think->rng);
    for (int i = 0; i < count; i++) {
        int victim = board->at[moves[i].to];
        int victim_rank = victim == NO_PIECE ? RANK_UNKNOWN : board->piece[victim].rank;
        if (victim != NO_PIECE && victim_rank == RANK_UNKNOWN)
            victim_rank = redeca_draw_rank(board, &board->piece[victim], think->rng);
        redeca_offer(&choice, moves[i],
                     redeca_gain(worth, board, moves[i], board->piece[board->at[moves[i].from]].rank,
                                 victim_rank));
    }
    return choice.best;
}

const struct agent_kind agent_probabilistic = {
    .name = "probabilistic",
    .help = "looks one move ahead and guesses attacked ranks by what is left (Redeca & Groza 2018)",
    .options = "probabilistic", .size = sizeof(struct redeca_worth), .load = probabilistic_load,
    .move = probabilistic_move, .own_options_only = true,
};
