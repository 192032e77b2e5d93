/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The zones in which a single hunter is dangerous to its prey because of the two-squares rule (De Boer 2007,
 * 5.4.2, figures 5.4 to 5.6, A1 and A2). Used for the hunting and for the hunted side.
 *
 * A piece in line with the hunter must leave the line, and the hunter follows it. Both then go back and forth
 * between two lines; the piece that started this is the first that the rule stops. */
#ifndef VEDETTE_PLAN_ZONE_H
#define VEDETTE_PLAN_ZONE_H

#include "plan/plan.h"

enum zone {
    ZONE_NONE,
    ZONE_NEXT,      /* the hunter is next to its prey */
    ZONE_LINE,      /* "D": the hunter is on the prey's row or file, with nothing between them */
    ZONE_SIDE,      /* "d": the hunter is one step beside the prey's row or file, and the prey cannot answer
                     * this step by one to the line that the hunter left */
    ZONE_TRAPPED,   /* "L" after one step: the prey has only one exit, and the hunter's step puts it
                     * in line with that exit */
    ZONES
};

enum { ZONE_TEXT = 40 };
/* Writes how a hunter in ZONE_LINE or ZONE_SIDE stands to its prey: "on the open file of", "one row away
 * from", "diagonally next to". Returns `text`. */
const char *zone_words(enum zone zone, int hunter, int prey, char text[ZONE_TEXT]);

/* A piece's last moves back and forth between the same two squares: the squares, and the number of these
 * moves; 0 if there are none. */
struct two_square_run {
    bitboard pair;
    int times;
};

/* Counts the run at the end of the history of piece `number`, which must be the last piece that its side
 * moved. */
struct two_square_run two_square_run_count(const struct plan_context *context, int number);

/* Returns the run of any piece. Its `times` is 0 if its side did not move it last. */
static inline struct two_square_run two_square_run_of(const struct plan_context *context, int number)
{
    const struct board *board = &context->view->board;
    uint32_t back = board->piece[number].side == board->to_move ? 2 : 1;
    if (board->plies < back || board->history[board->plies - back].mover != number)
        return (struct two_square_run){0};
    return two_square_run_count(context, number);
}

/* Returns whether, after that move, the two-squares rule would forbid the piece to move straight back. */
bool two_square_run_forbids_return(const struct plan_context *context, const struct plan_move *move);

/* A hunter and its prey on the board. */
struct chase {
    int prey, hunter;   /* their squares */
    bitboard barred;    /* lakes, and squares that the hunter cannot or will not enter */
    bitboard closed;    /* lakes, and squares that the prey cannot enter */
    struct two_square_run prey_run, hunter_run;
};

/* Returns whether the two squares are more than one row and more than one file apart: chase_zone is then
 * ZONE_NONE, wherever other pieces stand. */
static inline bool chase_is_far(int prey, int hunter)
{
    int files = square_file(hunter) - square_file(prey), rows = square_row(hunter) - square_row(prey);
    return (files > 1 || files < -1) && (rows > 1 || rows < -1);
}

/* Returns a set that includes all squares from which a hunter may have a prey on one of the squares `prey` in
 * a zone. It has the neighbours of each prey and of each square that is in open line with it. `hard`: squares
 * that no hunter can pass, including lakes. */
bitboard chase_zone_squares(bitboard prey, bitboard hard);

/* Returns the zone of the hunter, with the hunter to move. */
enum zone chase_zone(const struct chase *chase);

/* Returns the squares on which the result of chase_zone depends: it stays the same unless one of these
 * squares is added to or removed from `barred` or `closed`. */
bitboard chase_relevant_squares(const struct chase *chase);

/* Returns whether the hunter has come from the wrong side (the triangle of De Boer 2007, figure A1). It came
 * from `from`, which is not in line with the prey. The prey can answer by a step to the line that the hunter
 * left, such that the two-squares rule stops the hunter first. `hunter_run` is the run before the hunter's
 * step. */
bool chase_from_wrong_side(const struct chase *chase, int from);

/* Returns whether the prey cannot escape sideways: at right angles to the longer distance between the two,
 * the prey has at most two squares, its own included. If both distances are equal, either direction
 * counts. */
bool chase_is_narrow(const struct chase *chase);

#endif
