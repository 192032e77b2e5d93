/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scatter plots in plain characters. */
#ifndef VEDETTE_REPORT_DOT_PLOT_H
#define VEDETTE_REPORT_DOT_PLOT_H

#include "base/text.h"

enum { DOT_COLUMNS = 30, DOT_ROWS = 16, DOT_WIDTH = DOT_COLUMNS + 8 };

/* A plot: a frame of character cells and the range of values that it shows. */
struct dot_plot {
    const char *title;
    double left, right, bottom, top; /* the values of x and y at the edges; left < right, bottom < top */
    char cells[DOT_ROWS][DOT_COLUMNS];
};

/* Fills the cells with blanks. */
void dot_plot_clear(struct dot_plot *plot);

/* Draws `mark` at the point (x, y), replacing an earlier mark there. Points outside the range are skipped. */
void dot_plot_add(struct dot_plot *plot, double x, double y, char mark);

/* Appends two plots side by side: titles, frames, and the ranges at the edges; DOT_ROWS + 4 lines of up to
 * 2 x DOT_WIDTH columns. */
void dot_plot_add_pair(const struct dot_plot *left_plot, const struct dot_plot *right_plot, struct text *out);

#endif
