/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Advice: the move that an agent would make at a moment of a game, with what it tells of it - how far it
 * looked, the best moves and their values, the play that it expects. Of the record only what the side to
 * move knew at that moment goes to the agent: all of it can be shown to that side. */
#ifndef VEDETTE_ANALYSIS_ADVICE_H
#define VEDETTE_ANALYSIS_ADVICE_H

#include "agent/agent.h"
#include "base/text.h"
#include "game/notation.h"
#include "game/record.h"
#include "rollout/study.h"

/* What is asked. All pointers are the caller's and must hold until the answer is there. */
struct advice_request {
    const struct record *record;
    size_t plies;                    /* the moment: behind so many of its moves */
    enum side side;                  /* who is to move there */
    const char *agent;               /* who is asked: a spec */
    int lines;                       /* of so many best moves the exact value is wanted */
    const struct settings *settings;
    uint64_t seed;
    int threads;                     /* that the agent may think on; 0 is 1 */
    struct library *library;
};

/* The answer, or what there is of it so far. All zero before. */
struct advice {
    struct move move;                /* the best so far; MOVE_NONE: none, or in the end that it resigns */
    bool has_value;                  /* the agent tells what its moves are worth, and this of `move` */
    struct progress progress;        /* its line begins with `move` */
    bool attack[PROGRESS_MAX_LINE];      /* of each move of the line: it is one */
    bool has_study;                  /* the agent plays worlds out, and tells what came of them: */
    struct rollout_study study;
    bool has_policy;                 /* the agent plays by a learnt policy: */
    struct policy_study policy;
};

/* Who watches an answer being made. */
struct advice_watch {
    const atomic_bool *stop;         /* true: answer now with the best so far; may be NULL */
    void (*report)(void *context, const struct advice *so_far); /* may be NULL */
    void *context;
};

/* Fills in what an agent tells of its thinking on `board`, which is that of its view. */
void advice_report(struct advice *advice, const struct progress *progress, const struct board *board);

/* Makes it. STATUS_BAD where the agent cannot be started or a move of the record cannot be played; STATUS_NO
 * where the game is over there, or the side is not to move. */
enum status advice_make(struct advice *advice, const struct advice_request *request,
                        const struct advice_watch *watch, struct error *error);

/* The best root moves, `most` at most: those with an exact value by falling value, then those with a bound.
 * Returns how many. */
int advice_best(const struct advice *advice, int most, struct root_move best[]);

/* Appends the expected play: its moves, and behind a fight with an unknown piece in brackets the likeliest
 * ranks of that piece, so many of them, with their probabilities; the play goes on with the likeliest of
 * all. "c4xc5 (5 34%, 3 22%, others 44%) b7-b6". */
void advice_play(const struct advice *advice, int ranks, enum notation notation, struct text *out);

#endif
