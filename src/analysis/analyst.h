/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analyses for a screen, made on a thread of their own. What was asked last counts: an answer to anything
 * else is never given, so that figures are always those of the position asked about.
 *
 * All functions belong to the screen's thread, and cost it no more than copying what is asked. */
#ifndef VEDETTE_ANALYSIS_ANALYST_H
#define VEDETTE_ANALYSIS_ANALYST_H

#include "analysis/analysis.h"
#include "base/latest_job.h"

/* What a screen asks: about the moment that it shows, and about a move made before. */
struct analyst_question {
    struct analysis_request here;    /* its record holds for both */
    bool has_before;
    struct analysis_request before;  /* the moment before that move, with plans */
    struct move played;
};

struct local_game;

struct figures {
    struct analysis here;
    struct text reasons;             /* where there are plans: the best move's, in words (analysis_explain) */
    bool has_played;                 /* the move before could be played by these rules */
    struct move_breakdown played;
};

struct analyst {
    struct latest_job jobs;
    struct analyst_memory *memory;   /* what an answer leaves to the next; the worker's */
    uint64_t answered;               /* number of the job that the last answer is from; 0: none */
    struct error error;              /* why there are no figures */
    /* For tests: called on the worker's thread before each answer is given. */
    void (*delay)(void *context, const struct job *job);
    void *delay_context;
};

/* An idle analyst; `wake` is rung with each answer. analyst_free stops what is under way and waits for it. */
void analyst_init(struct analyst *analyst, const struct wake *wake);
void analyst_free(struct analyst *analyst);

/* The question about the board that is shown of a running game: its moment, and the last move that may be
 * explained. While the game is on all of it is by the person's knowledge, with plans where the move is the
 * person's own; when it is over by that of the side whose move it is, by an agent's own options. Settings,
 * library, seed and notation are left to the caller. */
void analyst_question_shown(const struct local_game *local, struct analyst_question *question);

/* Asks, unless it is what was asked last. What is being worked out of anything else is given up. */
void analyst_ask(struct analyst *analyst, const struct analyst_question *question);

/* Takes an answer that has come; true where it is one to what was asked last. */
bool analyst_take(struct analyst *analyst);

/* The answer to a question; NULL where it is not what was asked last, is not there yet, or there is none
 * (analyst->error says why). It holds until the next analyst_take or analyst_forget. */
const struct figures *analyst_figures(const struct analyst *analyst, const struct analyst_question *question);

/* Whether an answer is still to come; and how much of the game is worked through, 0 .. 1. */
bool analyst_is_busy(const struct analyst *analyst);
double analyst_progress(const struct analyst *analyst);

/* Gives up what is under way and forgets the last answer: another game begins, or profiles have changed. */
void analyst_forget(struct analyst *analyst);

/* Appends what speaks for the best move most, in one line: the plan in words, why with its value, and what
 * all other plans together give. Nothing where no plan says anything. */
void figures_reason(const struct figures *figures, struct text *out);

#endif
