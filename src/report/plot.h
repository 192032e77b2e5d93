/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves in plain characters, drawn by gnuplot's terminal "dumb" where that program is installed. */
#ifndef VEDETTE_REPORT_PLOT_H
#define VEDETTE_REPORT_PLOT_H

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

struct plot {
    const char *title, *across, *up; /* of the whole, and what the axes are; without quotes */
    size_t curves, points;
    const char *const *names;        /* of each curve */
    const double *x;                 /* of each point */
    const double *y;                 /* points rows of `curves` numbers */
};

/* Appends a plot of 78 columns and 20 lines; false, and nothing appended, where gnuplot is not there or
 * does not draw it. */
bool plot_draw(const struct plot *plot, struct text *out);

#endif
