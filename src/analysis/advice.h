/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Advice: the move that an agent would make in a position of a game, with its search: depth, the best
 * moves and their values, the expected line. The agent gets only what the side to move knew at that
 * moment, so the advice can be shown to that side. */
#ifndef VEDETTE_ANALYSIS_ADVICE_H
#define VEDETTE_ANALYSIS_ADVICE_H

#include "agent/agent.h"
#include "base/text.h"
#include "game/notation.h"
#include "game/record.h"
#include "rollout/study.h"

/* A request for advice. The caller owns what the pointers refer to; it must stay valid until the advice is
 * made. */
struct advice_request {
    const struct record *record;
    size_t plies;                    /* the position: after this number of moves */
    enum side side;                  /* must be to move there */
    const char *agent;               /* spec of the agent */
    int lines;                       /* number of best moves that need an exact value */
    double seconds;                  /* time to think; 0: by the agent's options */
    const struct settings *settings;
    uint64_t seed;
    int threads;                     /* max threads for the agent; 0 means 1 */
    struct library *library;
};

/* The advice so far, or the final one. Initialise with all zero. */
struct advice {
    struct move move;                /* the best so far; MOVE_NONE: none, or in the final advice: resign */
    bool has_value;                  /* `progress.value` is the value of `move` */
    struct progress progress;        /* its line begins with `move` */
    bool attack[PROGRESS_MAX_LINE];  /* whether each move of the line is an attack */
    bool has_study;                  /* the agent makes rollouts, and `study` has them */
    struct rollout_study study;      /* its chosen move is `move`, by safe_hint_choose */
    double loss[HALVING_ARMS];       /* of the moves of `study`, by safe_hint_losses */
    bool has_policy;                 /* the agent has a learnt policy, and `policy` is set */
    struct policy_study policy;
};

/* The callback and the stop flag of a request. */
struct advice_watch {
    const atomic_bool *stop;         /* true: return the best move so far; may be NULL */
    void (*report)(void *context, const struct advice *so_far); /* may be NULL */
    void *context;
};

/* Copies an agent's report to the advice. `board`: that of the agent's view. */
void advice_report(struct advice *advice, const struct progress *progress, const struct board *board);

/* Makes the advice. STATUS_BAD if the agent cannot be started or a recorded move cannot be played. STATUS_NO
 * if the game is over there, the side is not to move, or the agent failed. */
enum status advice_make(struct advice *advice, const struct advice_request *request,
                        const struct advice_watch *watch, struct error *error);

/* Copies the best root moves, `max` at most: first those with exact values, in descending order, then
 * those with upper bounds. Returns their number. */
int advice_best(const struct advice *advice, int max, struct root_move best[]);

/* Appends the first moves of the expected line, at most `plies`. After an attack on an unknown piece, its
 * `ranks` most likely ranks follow with their probabilities; the line continues with the most likely one:
 * "c4xc5 (5 34%, 3 22%, others 44%) b7-b6". */
void advice_play(const struct advice *advice, int ranks, int plies, enum notation notation, struct text *out);

#endif
