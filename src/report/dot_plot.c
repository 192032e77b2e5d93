/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/dot_plot.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LABEL = 6 }; /* columns of the numbers left of the frame */

void dot_plot_clear(struct dot_plot *plot)
{
    memset(plot->cells, ' ', sizeof plot->cells);
}

void dot_plot_add(struct dot_plot *plot, double x, double y, char mark)
{
    /* 0 .. 1 from the left edge to the right, and from the upper edge to the lower. */
    double across = (x - plot->left) / (plot->right - plot->left);
    double down = (plot->top - y) / (plot->top - plot->bottom);
    if (!(across >= 0 && across <= 1 && down >= 0 && down <= 1)) /* also not for NAN */
        return;
    plot->cells[lround(down * (DOT_ROWS - 1))][lround(across * (DOT_COLUMNS - 1))] = mark;
}

/* Appends one line of a plot, without its line end. Line 0 is the title, 1 and DOT_ROWS + 2 are the frame's
 * edges, and DOT_ROWS + 3 is the range of x. The lines between have the cells. */
static void add_plot_line(const struct dot_plot *plot, int line, struct text *out)
{
    char label[16] = "", right[16];
    if (line == 0) {
        text_printf(out, "%*s%.*s", LABEL + 1, "", DOT_COLUMNS, plot->title);
    } else if (line == DOT_ROWS + 3) {
        snprintf(label, sizeof label, "%g", plot->left);
        snprintf(right, sizeof right, "%g", plot->right);
        text_printf(out, "%*s%s%*s", LABEL + 1, "", label, DOT_COLUMNS - (int)strlen(label), right);
    } else if (line == 1 || line == DOT_ROWS + 2) {
        text_printf(out, "%*s+", LABEL, "");
        for (int i = 0; i < DOT_COLUMNS; i++)
            text_add(out, "-");
        text_add(out, "+");
    } else {
        if (line == 2 || line == DOT_ROWS + 1)
            snprintf(label, sizeof label, "%.*g", 4, line == 2 ? plot->top : plot->bottom);
        text_printf(out, "%*s|%.*s|", LABEL, label, DOT_COLUMNS, plot->cells[line - 2]);
    }
}

void dot_plot_add_pair(const struct dot_plot *left_plot, const struct dot_plot *right_plot, struct text *out)
{
    for (int line = 0; line < DOT_ROWS + 4; line++) {
        struct text drawn = {0};
        add_plot_line(left_plot, line, &drawn);
        while (drawn.size < DOT_WIDTH)
            text_add(&drawn, " ");
        add_plot_line(right_plot, line, &drawn);
        while (drawn.size && drawn.bytes[drawn.size - 1] == ' ')
            drawn.bytes[--drawn.size] = 0;
        text_printf(out, "%s\n", text_string(&drawn));
        text_free(&drawn);
    }
}
