/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a single hunter is dangerous to a piece, by what the two-squares rule makes of the chase (De Boer
 * 2007, 5.4.2, figures 5.4 to 5.6, A1 and A2). The same for the hunting and the hunted side.
 *
 * A piece in line with the hunter must leave the line, and the hunter follows; the one that was the first to
 * cross between the two lines is the first that may not do so any more. */
#ifndef VEDETTE_PLAN_ZONE_H
#define VEDETTE_PLAN_ZONE_H

#include "plan/plan.h"

enum zone {
    ZONE_NONE,
    ZONE_NEXT,      /* the hunter is next to its prey */
    ZONE_LINE,      /* "D": on its row or file, the way between is open */
    ZONE_SIDE,      /* "d": one step from there, and the prey cannot answer it by a step to where
                     * the hunter came from */
    ZONE_TRAPPED,   /* one step from "L": the prey has only one square to go to, and the hunter can
                     * get in line with it */
    ZONES
};

/* A piece that goes back and forth: the two squares, and how often on end; none: 0 times. */
struct two_square_run {
    bitboard pair;
    int times;
};

/* What the last plies of a piece's side say of the one that it moved last. */
struct two_square_run two_square_run_count(const struct plan_context *context, int number);

/* The same of any piece: none goes back and forth but the one that moved last. */
static inline struct two_square_run two_square_run_of(const struct plan_context *context, int number)
{
    const struct board *board = &context->view->board;
    uint32_t back = board->piece[number].side == board->to_move ? 2 : 1;
    if (board->plies < back || board->history[board->plies - back].mover != number)
        return (struct two_square_run){0};
    return two_square_run_count(context, number);
}

/* True where, after that move, the two-squares rule would forbid the mover to go straight back. */
bool two_square_run_ends(const struct plan_context *context, const struct plan_move *move);

/* A hunter and its prey: squares off the board never occur. */
struct chase {
    int prey, hunter;
    bitboard barred;    /* squares the hunter cannot or does not dare to pass, and lakes */
    bitboard closed;    /* squares the prey cannot go to, and lakes */
    struct two_square_run prey_run, hunter_run;
};

/* True where the two are so far apart, on neither's row or file nor next to it, that chase_zone has no zone
 * for them whatever stands around. */
static inline bool chase_is_far(int prey, int hunter)
{
    int files = square_file(hunter) - square_file(prey), rows = square_row(hunter) - square_row(prey);
    return (files > 1 || files < -1) && (rows > 1 || rows < -1);
}

/* All squares from which a hunter may have a prey on one of those squares in a zone, and some others: the
 * squares next to one that lies open in line with the prey, or next to the prey. `hard`: what no hunter can
 * pass, lakes too. */
bitboard chase_grounds(bitboard prey, bitboard hard);

/* How things stand with the hunter to move. */
enum zone chase_zone(const struct chase *chase);

/* The squares that chase_zone's answer depends on: it stays the same as long as none of these becomes barred
 * or closed, or ceases to be. */
bitboard chase_hangs_on(const struct chase *chase);

/* True where the hunter has come to its square from `from`, a step away from the prey's row and file, on the
 * wrong side: the prey can answer with a step to the line the hunter came from, and the hunter, not the prey,
 * was the first to cross between the two lines (the triangle of figure A1). `hunter_run` is from before that
 * step. */
bool chase_from_wrong_side(const struct chase *chase, int from);

/* True where the prey cannot get out of the chase sideways: across the longer way between the two
 * (either where both are equal) there are at most two squares for it to be on. */
bool chase_is_close(const struct chase *chase);

#endif
