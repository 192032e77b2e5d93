/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the screen sends to a terminal, and how soon: the program itself is run in a pseudo-terminal. */
#ifndef VEDETTE_LAB_BENCH_SCREEN_H
#define VEDETTE_LAB_BENCH_SCREEN_H

#include "base/error.h"

#include <stdatomic.h>
#include <stddef.h>

struct bench_screen_terms {
    const char *program;     /* its path; NULL: the one that is running */
    const char *terminal;    /* TERM */
    int rows, cols;
    int jobs;                /* threads that search while keys are timed */
    const atomic_bool *stop; /* may be NULL */
};

/* Bytes are what came within a moment of stillness after the key; the middle one of several, and the most. */
struct bench_screen_result {
    size_t move, move_most;     /* Enter that plays a move, with the opponent's answer (random) */
    size_t typed;               /* the same with the letters of the move before it */
    size_t step, step_most;     /* the cursor one square on, */
    size_t step_told;           /* and where what it is on is told beside the board */
    size_t redraw, help, help_back; /* Ctrl-L; help, and back from it */
    double start;               /* seconds from the start to the menu, where the terminal does not answer what
                                 * it is asked; the middle one of several */
    double key, key_most;       /* seconds from a key to its first byte while a search runs on all threads */
};

/* STATUS_BAD where no pseudo-terminal can be had or the program does not show what it should, STATUS_NO where
 * it was stopped. */
enum status bench_screen_run(const struct bench_screen_terms *terms, struct bench_screen_result *result,
                             struct error *error);

#endif
