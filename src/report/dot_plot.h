/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points in a frame of plain characters. */
#ifndef VEDETTE_REPORT_DOT_PLOT_H
#define VEDETTE_REPORT_DOT_PLOT_H

#include "base/text.h"

enum { DOT_COLUMNS = 30, DOT_ROWS = 16, DOT_WIDTH = DOT_COLUMNS + 8 };

struct dot_plot {
    const char *title;
    double left, right, bottom, top; /* what the edges stand for; left < right, bottom < top */
    char cells[DOT_ROWS][DOT_COLUMNS];
};

/* Empties the frame. */
void dot_plot_clear(struct dot_plot *plot);

/* Puts `mark` at a point, over what is there. Points outside the frame are left out. */
void dot_plot_add(struct dot_plot *plot, double x, double y, char mark);

/* Appends two plots side by side: titles, frames with numbers at the edges; DOT_ROWS + 4 lines of at most
 * 2 x DOT_WIDTH columns. */
void dot_plot_pair(const struct dot_plot *one, const struct dot_plot *other, struct text *out);

#endif
