/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The review of a finished game: each seat's chance to win over time, what it owes to its moves, to the
 * opponent's moves and to luck, where it changed most, and a grade for each move by rollouts. A move is
 * evaluated by what its side knew at that moment, not by its result. */
#ifndef VEDETTE_ANALYSIS_REVIEW_H
#define VEDETTE_ANALYSIS_REVIEW_H

#include "analysis/analysis.h"
#include "analysis/move_account.h"
#include "belief/player_kind.h"

enum {
    REVIEW_TURNS = 8,  /* max number of turning points, not counting those where a spy took a marshal */
    REVIEW_TURNS_MAX = REVIEW_TURNS + SIDES,
    REVIEW_WHY = 240,  /* max bytes of a reason, including the zero */
    REVIEW_WORLDS = 48 /* default number of worlds in which a doubtful move is compared with the better one */
};

#define REVIEW_MIN_TURN 0.05 /* min change of the chance to win at a turning point */

/* A request for a review. The caller owns what the pointers refer to; it must stay valid until the review
 * is made. */
struct review_request {
    const struct record *record;
    uint32_t worlds;                 /* worlds in which a doubtful move is compared with the better one;
                                      * 0: moves are not judged */
    bool outline;                    /* moves are not judged, but those kept are read */
    const char *kept;                /* a file that may keep the judged moves (review_keep.h); NULL: none */
    const struct settings *settings; /* for beliefs and rollouts */
    uint64_t seed;
    int threads;                     /* max threads of the rollouts; 0 means 1 */
    struct library *library;
    enum notation notation;          /* of the reasons */
};

/* Grades, by the chance to win that a move gave away (review_grade_cost). REVIEW_BRILLIANT: the move is the
 * best by the rollouts, and the planner's choice would have been a mistake at least. */
enum review_grade {
    REVIEW_GOOD, REVIEW_INACCURACY, REVIEW_MISTAKE, REVIEW_BLUNDER, REVIEW_BRILLIANT, REVIEW_GRADES
};
/* The grades' names, and the min cost of each, 0 .. 1: "inaccuracy" 0.05, "mistake" 0.1, "blunder" 0.2. */
extern const char *const review_grade_name[REVIEW_GRADES];
extern const char *const review_grade_sign[REVIEW_GRADES]; /* as in chess: "?!", "?", "??", "!!" */
extern const double review_grade_cost[REVIEW_GRADES];

/* Kinds of graded moves, by what was played and what was better: an attack where a quiet move was better, a
 * quiet move where an attack was better, another attack, another quiet move. */
enum review_kind { REVIEW_RASH, REVIEW_MISSED, REVIEW_OTHER_ATTACK, REVIEW_QUIET, REVIEW_KINDS };
extern const char *const review_kind_name[REVIEW_KINDS];

/* A judged move: one with an alternative. */
struct review_move {
    size_t ply;                      /* from 0 */
    enum side side;
    struct move played, better;      /* `better`: of a costly move the best by the rollouts; of a brilliant
                                      * move the planner's choice, which is worse; of others `played` */
    bool played_attacks, better_attacks;
    double cost, error;              /* the chance that it gave away, at most what the side had; 0 without a
                                      * grade; and its standard error. Of a brilliant move what the other
                                      * would have cost */
    enum review_grade grade;
    size_t times;                    /* how many graded moves of the side missed this better move */
    char why[REVIEW_WHY];            /* of graded moves: "e6xe5 takes the captain on e5. It wins .." */
};

/* A swing of a seat's chance to win, for whatever reason: moves that changed it by REVIEW_MIN_TURN or more,
 * each soon after the one before, as in a chase. It is named by the move that changed the chance most, or by
 * which a spy took the marshal. */
struct review_turn {
    size_t ply;                      /* that move, from 0 */
    size_t first, last;              /* the first and the last move of the swing */
    double before, after;            /* the seat's chance before and after move `ply`, 0 .. 1 */
    bool spied;                      /* a spy took the marshal */
};

/* The turning points of a seat, in their order. */
struct review_turns {
    struct review_turn turn[REVIEW_TURNS_MAX];
    int count;
};

/* Where a seat's chance to win came from, as shares of 1: start + skill + opponent + luck + rest = end. */
struct review_sum {
    double start, end;               /* the chance before the first move; the result: 1, 1/2 or 0 */
    double skill;                    /* what the seat's moves gave or lost */
    double graded;                   /* of it minus the costs of the seat's graded moves, without brilliant
                                      * ones; the rest of it is what the curve shows beyond them */
    size_t graded_moves, other_moves; /* their number, and that of the seat's other moves */
    double opponent;                 /* what the opponent's moves gave or lost the seat */
    double luck;                     /* what the fights of both sides gave beyond their expectation */
    double rest;                     /* what these leave: what resigning gave or cost (review_is_resigned), or
                                      * what is unexplained */
};

/* A review. Arrays by moment have plies + 1 elements: after 0 .. plies moves. */
struct review {
    size_t plies;
    enum side first;                 /* whose move was the first */
    struct outcome outcome;
    double *material[SIDES], *state; /* [moment]: the sum of the values of a side's remaining pieces, with the
                                      * values at the start (strongest piece 1, flag 0); the ratio of red's
                                      * strength to blue's (worth.h) */
    double *own_chance[SIDES];       /* [moment]: the side's chance to win by what it knew, 0 .. 1; at the end
                                      * of a game decided on the board its result. NULL: the side's ranks are
                                      * not all known */
    double *truth[SIDES];            /* [moment]: the side's chance if both sides knew all ranks; NULL: not
                                      * all are known */
    struct move_account *account;    /* [ply]: of the side that moves; valid if it has a seat */
    size_t spied[SIDES];             /* the moves by which a spy took a marshal, from 0 */
    int spied_count;
    enum player_kind players;        /* which weights of the value were used */
    const struct variant *weights_from; /* the variant for which the weights were learnt; NULL: that of the
                                         * game */
    bool judged;                     /* whether moves were judged */
    bool was_kept;                   /* they were read from the request's file */
    struct error kept_fault;         /* why they could not be: one line; status 0: they were, or there is no
                                      * such file */
    struct review_move *moves;       /* the judged moves in their order */
    size_t count, capacity;
    size_t *graded;                  /* indices of the graded moves, by descending cost, then in their
                                      * order */
    size_t graded_count;
    size_t grades[SIDES][REVIEW_GRADES]; /* number of judged moves by grade */
};

/* Makes a review (all zero before, do not move it); review_free frees it, also after an error. Does not
 * evaluate a side with unknown ranks. STATUS_BAD if a move cannot be played, or a file that the settings name
 * cannot be read. STATUS_NO if watch->stop was set (`watch` may be NULL). watch->done and total count moves.
 * Judged moves are the same, whether they are read from a file or not. */
enum status review_make(struct review *review, const struct review_request *request,
                        struct analysis_watch *watch, struct error *error);
void review_free(struct review *review);

/* Removes all that depends on what only the other side knew: its chances and judged moves, the luck that it
 * had, and the truth. What is left, other than `material` and `state`, is as if the other side had not been
 * evaluated. */
void review_limit(struct review *review, enum side side);

/* Which graded moves are listed. */
struct review_filter {
    enum side side;                  /* SIDES: of both sides */
    enum review_grade grade;         /* REVIEW_GOOD: of all grades */
    enum review_kind kind;           /* REVIEW_KINDS: of all kinds */
};

/* Returns the listed move number `index`, from 0, by descending cost. NULL if there is none. Each better move
 * of a side is named once: where missing it cost most, among the moves that pass the filter. */
const struct review_move *review_listed(const struct review *review, const struct review_filter *filter,
                                        size_t index);

/* Returns whether a spy took the marshal by this move. */
static inline bool review_is_spied(const struct event *event)
{
    return event->battle == BATTLE_WON && event->attacker == SPY && event->defender == MARSHAL;
}

/* Returns whether at least one side was evaluated. */
static inline bool review_has_seat(const struct review *review)
{
    return review->own_chance[RED] || review->own_chance[BLUE];
}

/* Returns whether the game ended because a side resigned: the rest of a sum is then due to that. */
static inline bool review_is_resigned(const struct review *review)
{
    return review->outcome.reason == REASON_RESIGNED;
}

/* Finds the turning points of a seat, which must have been evaluated. They are the REVIEW_TURNS largest, and
 * always those where a spy took a marshal. */
void review_find_turns(const struct review *review, enum side side, struct review_turns *turns);

/* Returns the kind of a graded move. */
enum review_kind review_kind_of(const struct review_move *move);

/* Returns the side that made move `ply`, from 0. */
static inline enum side review_mover(const struct review *review, size_t ply)
{
    return ply % 2 ? side_other(review->first) : review->first;
}

/* Computes the sum of a seat, which must have been evaluated. If the opponent's seat was not evaluated, the
 * opponent's luck counts as its skill. */
void review_sum_make(const struct review *review, enum side side, struct review_sum *sum);

/* Returns the mean cost of a side's judged moves, in shares of 1. Returns 0 if there are none. */
double review_mean_cost(const struct review *review, enum side side);

/* --- the graph --- */

enum { REVIEW_CURVE = 96 };
/* Writes what a seat's curve shows: "red's chance to win, by the value for people". If the variant has no
 * value of its own, writes "by the classic value for people". Returns `text`. */
const char *review_curve_text(const struct review *review, enum side seat, char text[REVIEW_CURVE]);

/* Returns the lead of a curve's side after `moment` moves, -1 .. 1: its chance to win minus the other side's.
 * The curve is review->own_chance[side] or review->truth[side]. */
static inline double review_lead(const double *curve, size_t moment)
{
    return 2 * curve[moment] - 1;
}

#define REVIEW_MIN_LEAD 0.1
/* Returns the largest absolute lead, at least REVIEW_MIN_LEAD: the scale of the graph. */
double review_max_lead(const struct review *review, const double *curve);

/* Returns the chance to win, in per cent, of a side with that lead. */
static inline double review_percent(double lead)
{
    return 50 + 50 * lead;
}

/* Returns the number of moves before the position that a column of the graph shows, 0 .. plies. */
size_t review_moment(const struct review *review, int cols, int col);

/* What stands at a place of a graph of so many rows (odd) and columns that goes to `max`; the lead of the
 * curve's side is above the axis. */
enum review_cell { REVIEW_BLANK, REVIEW_AXIS, REVIEW_BAR };

/* Returns the content of a cell of a graph with `rows` (odd) rows and `cols` columns, whose scale is
 * `max`. */
enum review_cell review_cell(const struct review *review, const double *curve, double max, int rows, int cols,
                             int row, int col);

#endif
