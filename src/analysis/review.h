/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The review of a finished game: the chances to win over time, and the moves that lost most points of the
 * planner. A move is evaluated by what its side knew at that moment, not by its result. */
#ifndef VEDETTE_ANALYSIS_REVIEW_H
#define VEDETTE_ANALYSIS_REVIEW_H

#include "analysis/analysis.h"
#include "belief/player_kind.h"

enum {
    REVIEW_WORST = 32, /* max number of worst moves */
    REVIEW_TURNS = 8,  /* max number of turning points, but for those where a spy took a marshal */
    REVIEW_TURNS_MAX = REVIEW_TURNS + SIDES,
    REVIEW_WHY = 240,  /* max bytes of a reason, including the zero */
};

/* A request for a review. The caller owns what the pointers refer to; it must stay valid until the review
 * is made. */
struct review_request {
    const struct record *record;
    int worst;                       /* max number of worst moves: 0 .. REVIEW_WORST */
    enum side side;                  /* whose moves are evaluated; SIDES: both */
    const struct settings *settings; /* for the evaluation of both sides' moves, without the plan Random */
    uint64_t seed;
    struct library *library;
    enum notation notation;          /* of the reasons */
};

/* A move that was worse than the best one. */
struct review_move {
    size_t ply;                      /* from 0 */
    enum side side;
    struct move played, better;
    bool played_attacks, better_attacks;
    double total, best;              /* points of both moves, by all plans */
    size_t times;                    /* how many moves of the side missed this better move */
    char why[REVIEW_WHY];            /* the main reason: "e6xe5 takes the captain on e5, gains .." */
};

/* A moment at which the chance to win changed much, for whatever reason. */
struct review_turn {
    size_t ply;                      /* the move that changed it, from 0 */
    double before, after;            /* red's chance to win, 0 .. 1, as in `chance` */
};

/* A review. */
struct review {
    size_t plies;
    /* After 0 .. plies moves: the sum of the values of a side's remaining pieces, with the values at the
     * start (strongest piece 1, flag 0); and the ratio of red's strength to blue's (worth.h). */
    double *material[SIDES], *state;
    /* After 0 .. plies moves: the probability that red wins, by the learnt value (value.h): the mean over
     * the evaluated sides, each with its own knowledge; at the end of the game its result. NULL: no side
     * was evaluated. */
    double *chance;
    double *seat[SIDES];             /* likewise the chance of each evaluated side, by what it knew; NULL: it
                                      * was not evaluated */
    /* The moves after which `chance` changed most, in their order: by REVIEW_MIN_TURN or more, REVIEW_TURNS
     * at most, and always those by which a spy took a marshal. */
    struct review_turn turn[REVIEW_TURNS_MAX];
    int turns;
    enum player_kind players;        /* which weights of the value were used */
    const struct variant *weights_from; /* the variant for which the weights were learnt; NULL: that of the
                                         * game */
    /* The worst moves by descending loss, then in their order. Each better move of a side occurs only
     * once: where missing it lost most. */
    struct review_move worst[REVIEW_WORST];
    int count;
    size_t judged[SIDES];            /* evaluated moves of each side: those with an alternative */
    double lost[SIDES];              /* the sum of their losses, in points */
};

#define REVIEW_MIN_TURN 0.05

/* Makes a review (all zero before, do not move it); review_free frees it, also after an error. A side with
 * unknown ranks is not evaluated. STATUS_BAD: a move cannot be played, or a file that the settings name
 * cannot be read. STATUS_NO: watch->stop was set (`watch` may be NULL). watch->done and total count moves. */
enum status review_make(struct review *review, const struct review_request *request,
                        struct analysis_watch *watch, struct error *error);
void review_free(struct review *review);

/* --- the graph --- */

enum { REVIEW_CURVE = 96 };
/* Writes what the curve shows: "red's chance to win, by the value for people", or "by the classic value"
 * if the variant has no value of its own. Returns `text`. */
const char *review_curve_text(const struct review *review, char text[REVIEW_CURVE]);

/* Returns red's lead after `moment` moves, -1 .. 1: its chance to win minus blue's. The review must have
 * chances. */
double review_lead(const struct review *review, size_t moment);

#define REVIEW_MIN_LEAD 0.1
/* Returns the largest absolute lead, at least REVIEW_MIN_LEAD: the scale of the graph. */
double review_max_lead(const struct review *review);

/* Returns the chance to win, in per cent, of a side with that lead. */
static inline double review_percent(double lead)
{
    return 50 + 50 * lead;
}

/* Returns the number of moves before the position that a column of the graph shows, 0 .. plies. */
size_t review_moment(const struct review *review, int cols, int col);

/* What stands at a place of a graph of so many rows (odd) and columns that goes to `max`; red's lead is
 * above the axis. */
enum review_cell { REVIEW_BLANK, REVIEW_AXIS, REVIEW_BAR };

/* Returns what is in a cell of a graph with `rows` (odd) rows and `cols` columns, whose scale is `max`;
 * red's lead is above the axis. */
enum review_cell review_cell(const struct review *review, double max, int rows, int cols, int row, int col);

/* Returns the points that a move lost, above 0. */
static inline double review_loss(const struct review_move *move)
{
    return move->best - move->total;
}

#endif
