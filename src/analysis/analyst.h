/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Analyses for a screen, made on a worker's thread. Only the result of the last request is returned, so
 * that the figures always belong to the requested position.
 *
 * All functions must be called by the screen's thread; they only copy the request. */
#ifndef VEDETTE_ANALYSIS_ANALYST_H
#define VEDETTE_ANALYSIS_ANALYST_H

#include "analysis/analysis.h"
#include "analysis/plan_hint.h"
#include "base/latest_job.h"

/* A request of a screen: about the shown position, and about an earlier move. */
struct figures_request {
    struct analysis_request here;    /* its record is used for both */
    bool has_before;
    struct analysis_request before;  /* the position before that move, with plans */
    struct move played;
};

struct local_game;

/* The result of a request. */
struct figures {
    struct analysis here;
    double chance;                   /* of the viewing side to win here, 0 .. 1; NAN: the game is over, or the
                                      * model of the option vedette.value_model cannot be read */
    struct plan_hint hint;           /* with plans */
    bool has_played;                 /* the earlier move is legal by these rules, and `played` is set */
    struct move_breakdown played;
};

/* The analyst. */
struct analyst {
    struct latest_job jobs;
    struct analyst_memory *memory;   /* the state kept between analyses; belongs to the worker */
    uint64_t finished_job;           /* number of the job of the last result; 0: none */
    struct error error;              /* why there are no figures */
    void (*delay)(void *context, const struct job *job); /* for tests: called on the worker's thread before
                                                          * each result is returned */
    void *delay_context;
};

/* Initialises an idle analyst; `wake` is rung at each result. analyst_free cancels a running job and waits
 * for it. */
void analyst_init(struct analyst *analyst, const struct wake *wake);
void analyst_free(struct analyst *analyst);

/* Makes the request for the shown board of a game: its position, and the last move that may be explained.
 * While the game runs, uses only the person's knowledge, with plans if the person is to move. After its end
 * uses the knowledge and options of the side whose move it is. The caller sets settings, library, seed and
 * notation. */
void figures_request_shown(const struct local_game *local, struct figures_request *request);

/* Starts an analysis on the worker's thread, unless the request equals the last one. An analysis of
 * another request that is still running is cancelled. */
void analyst_request(struct analyst *analyst, const struct figures_request *request);

/* Fetches a result; true if it belongs to the last request. */
bool analyst_poll(struct analyst *analyst);

/* Returns the result of a request. NULL if the request is not the last one, if there is no result yet, or if
 * it failed (analyst->error). Valid until the next analyst_poll or analyst_forget. */
const struct figures *analyst_figures(const struct analyst *analyst, const struct figures_request *request);

/* Returns whether a result is pending. */
bool analyst_is_busy(const struct analyst *analyst);
/* Returns which share of the game is done, 0 .. 1. */
double analyst_progress(const struct analyst *analyst);

/* Cancels a running job and drops the last result: another game begins, or profiles have changed. */
void analyst_forget(struct analyst *analyst);

#endif
