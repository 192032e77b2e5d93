/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What there is to learn from a game that is over: how the chances went, and which moves lost most by what
 * the planner thinks of them. A move is judged by what its side knew then, whatever came of it. */
#ifndef VEDETTE_ANALYSIS_REVIEW_H
#define VEDETTE_ANALYSIS_REVIEW_H

#include "analysis/analysis.h"
#include "belief/player_kind.h"

enum {
    REVIEW_WORST = 32, /* moves that are kept at most */
    REVIEW_WHY = 240,  /* bytes of a reason, with the zero */
};

/* All pointers are the caller's and must hold until the answer is there. */
struct review_request {
    const struct record *record;
    int worst;                       /* so many moves at most: 0 .. REVIEW_WORST */
    enum side side;                  /* whose moves; SIDES: both sides' */
    const struct settings *settings; /* by which both sides' moves are judged, but for the plan Random */
    uint64_t seed;
    struct library *library;
    enum notation notation;          /* of the reasons */
};

/* A move that another one was better than. */
struct review_move {
    size_t ply;                      /* from 0 */
    enum side side;
    struct move played, better;
    bool played_attacks, better_attacks;
    double total, best;              /* points of both, by all plans */
    size_t times;                    /* so many moves of the side, this one too, had that better move */
    char why[REVIEW_WHY];            /* what made most of the difference: "e6xe5: attack: taking e5 ..." */
};

struct review {
    size_t plies;
    /* Of each moment, 0 .. plies: what the pieces left are worth, with the values of the start, the flags not
     * counted, where the strongest is 1; and Red's strength : Blue's (worth.h). Public, both of them. */
    double *material[SIDES], *state;
    /* Of each moment: the probability that red wins by the learnt value (value.h), the mean of what the sides
     * that were looked at could know; where the board has ended the game, its result. NULL: no side was. */
    double *chance;
    enum player_kind players;        /* the weights of that */
    const struct variant *weights_from; /* the variant that they were learnt from; NULL: that of the game */
    /* By falling loss, then as they came; a better move of a side is there once, where missing it cost
     * most. */
    struct review_move worst[REVIEW_WORST];
    int count;
    size_t judged[SIDES];            /* moves that had another beside them, */
    double lost[SIDES];              /* and what all of them lost: points */
};

/* Makes a review (all zero before, and not to be moved); review_free gives it back, also after an error. A
 * side whose ranks are not all known is not judged. STATUS_BAD where a move cannot be played or a file that
 * the settings name cannot be read; STATUS_NO where `watch` (may be NULL) says stop: done and total count
 * moves. */
enum status review_make(struct review *review, const struct review_request *request,
                        struct analysis_watch *watch, struct error *error);
void review_free(struct review *review);

/* --- the graph --- */

/* What the curve is, for people: "red's chance to win, by the value for people"; "by the classic value" where
 * the variant of the game has no value of its own. Returns `text`. */
enum { REVIEW_CURVE = 96 };
const char *review_curve_text(const struct review *review, char text[REVIEW_CURVE]);

/* How far red is ahead, -1 .. 1: its chance to win less blue's. The review must have chances. */
double review_lead(const struct review *review, size_t moment);

/* The largest of them, of either side, at least 0.1: what the graph goes to, up and down. */
#define REVIEW_MIN_LEAD 0.1
double review_max_lead(const struct review *review);

/* The chance in percent that a lead of so much means for the side that has it. */
static inline double review_percent(double lead)
{
    return 50 + 50 * lead;
}

/* The moment that a column of the graph shows: the start in the first, the end in the last. */
size_t review_moment(const struct review *review, int cols, int col);

/* What stands at a place of a graph of so many rows (odd) and columns that goes to `most`; red's lead is
 * above the axis. */
enum review_cell { REVIEW_BLANK, REVIEW_AXIS, REVIEW_BAR };
enum review_cell review_cell(const struct review *review, double most, int rows, int cols, int row, int col);

/* What a move lost: points, above 0. */
static inline double review_loss(const struct review_move *move)
{
    return move->best - move->total;
}

#endif
