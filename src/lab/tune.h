/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tuning: the options of an agent are moved, a little at a time, to where it plays better (lab/spsa.h).
 * Each step is a short match, of what is tried on one side against what is tried on the other, or of both
 * against one opponent. Its course is kept in a file, from which a tuning that was cut off goes on. */
#ifndef VEDETTE_LAB_TUNE_H
#define VEDETTE_LAB_TUNE_H

#include "lab/match.h"
#include "lab/spsa.h"

struct tune_terms {
    const char *agent;            /* whose options are tuned, as agent_start wants it */
    const char *against;          /* the opponent; NULL: itself */
    struct spsa_terms spsa;
    const int *option;            /* of each parameter its index in the settings */
    size_t games;                 /* of each step: even; against an opponent half of them each way */
    double seconds;               /* 0, or: no step is begun after so many */
    uint8_t variant;              /* of all games: index of a row of variant_table */
    struct rules rules;
    const struct setup *pool;     /* as in struct match_terms */
    size_t pool_count;
    bool pool_first;
    int jobs;
    const struct settings *settings;
    struct library *library;
    const char *file;             /* the course is kept there (CSV), and gone on with; NULL: nowhere */
    const atomic_bool *stop;      /* may be NULL; true: end soon, without the step under way */
    /* Called after each step; may be NULL. */
    void (*progress)(void *context, size_t steps, double plus, double minus);
    void *context;
};

/* What came of one step: the points of what was tried on either side. */
struct tune_step {
    double plus, minus;
};

/* How far a tuning is. All zero before; tune_course_free gives it back. */
struct tune_course {
    size_t done;                  /* steps */
    struct tune_step *step;       /* `done` of them */
    double *values;               /* done + 1 rows of all parameters: the first are those it began with */
};

/* Begins a tuning, or goes on with the one in terms->file, until all steps are done, the time is over or
 * it is stopped: `course` tells how far it came. The same whatever the number of jobs and however often it
 * was cut off. STATUS_BAD for an unknown agent, and where the file is no course of this very tuning. */
enum status tune_run(const struct tune_terms *terms, struct tune_course *course, struct error *error);
void tune_course_free(struct tune_course *course);

/* The values at the end, as they are played: the mean of the last quarter of the course, which has less
 * noise than its last row; four digits of each. */
void tune_answer(const struct tune_terms *terms, const struct tune_course *course, double *values);

/* The same with the options' names, into `own`, a copy of the agent's settings; settings_free gives it
 * back. */
enum status tune_settings(const struct tune_terms *terms, const double *values, struct settings *own,
                          struct error *error);

#endif
