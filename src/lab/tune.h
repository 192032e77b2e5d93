/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tuning: improves an agent's options step by step (SPSA, lab/spsa.h). Each step proposes two sets of values
 * and plays a short match between them, or matches of both against one opponent. The course can be written to
 * a file, from which an interrupted tuning continues. */
#ifndef VEDETTE_LAB_TUNE_H
#define VEDETTE_LAB_TUNE_H

#include "lab/match.h"
#include "lab/spsa.h"

/* The parameters of a tuning. */
struct tune_terms {
    const char *agent;            /* spec of the agent whose options are tuned */
    const char *against;          /* spec of the opponent; NULL: both proposals play each other */
    struct spsa_terms spsa;
    const int *option;            /* index of each parameter in the settings */
    size_t games;                 /* per step, even; with an opponent half of them for each proposal */
    double seconds;               /* no step is started after this time in seconds; 0: no limit */
    uint8_t variant;              /* of all games: index of a row of variant_table */
    struct rules rules;
    const struct setup *pool;     /* as in struct match_terms */
    size_t pool_count;
    bool pool_first;
    int jobs;
    const struct settings *settings;
    struct library *library;
    const char *file;             /* the course's file (CSV), continued if it exists; NULL: none */
    const atomic_bool *stop;      /* may be NULL; true: end soon, dropping the current step */
    /* Called after each step; may be NULL. */
    void (*progress)(void *context, size_t steps, double plus, double minus);
    void *context;
};

/* The result of one step: the points of the two proposals. */
struct tune_step {
    double plus, minus;
};

/* The course of a tuning so far. tune_course_free frees it. */
struct tune_course {
    size_t done;                  /* number of finished steps */
    struct tune_step *step;       /* `done` of them */
    double *values;               /* done + 1 rows of all parameters; row 0: the start values */
};

/* Starts a tuning, or continues the one in terms->file, until all steps are done, the time is over or it is
 * stopped; `course` gets the course so far. The result does not depend on the number of jobs or on
 * interruptions. STATUS_BAD for an unknown agent, and if the file is not the course of this tuning. */
enum status tune_run(const struct tune_terms *terms, struct tune_course *course, struct error *error);
/* Frees the memory. */
void tune_course_free(struct tune_course *course);

/* Computes the final values: the mean of the last quarter of the course, rounded to four digits. The mean has
 * less noise than the course's last row. */
void tune_result(const struct tune_terms *terms, const struct tune_course *course, double *values);

/* Makes the agent's settings with these values in `own`; settings_free frees them. */
enum status tune_settings(const struct tune_terms *terms, const double *values, struct settings *own,
                          struct error *error);

#endif
