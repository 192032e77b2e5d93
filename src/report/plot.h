/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves in plain characters, drawn by gnuplot's terminal "dumb" if gnuplot is installed. */
#ifndef VEDETTE_REPORT_PLOT_H
#define VEDETTE_REPORT_PLOT_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

/* Curves over common values of x. */
struct plot {
    const char *title, *across, *up; /* title, label of x, label of y; without single quotes */
    size_t curves, points;
    const char *const *names;        /* [curves] */
    const double *x;                 /* [points] */
    const double *y;                 /* [points][curves] */
};

/* Appends a plot of 78 columns and 20 lines. False, with nothing appended, if gnuplot is missing or fails. */
bool plot_draw(const struct plot *plot, struct text *out);

#endif
