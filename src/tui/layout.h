/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where everything stands on a screen of a given size. */
#ifndef VEDETTE_TUI_LAYOUT_H
#define VEDETTE_TUI_LAYOUT_H

#include <stdbool.h>

/* A rectangle; no rows: not shown at this size. */
struct area {
    int row, col, rows, cols;
};

enum { LAYOUT_MIN_ROWS = 12, LAYOUT_MIN_COLS = 33 };

struct layout {
    bool too_small;
    int rows, cols;
    int cell_rows, cell_cols;   /* of one square: 1 x 3, 2 x 4, 3 x 6 and so on */
    struct area squares;        /* the hundred squares, without coordinates */
    int letters_above, letters_below; /* rows of the file letters; -1: not shown */
    int numbers_left, numbers_right;  /* columns of the row numbers, two wide; -1: not shown */
    struct area title;
    struct area graves;         /* 5 columns wide: only signs and numbers; else at least 23 */
    bool short_graves;          /* few ranks: the moves below it have its rows (layout_fit_graves) */
    struct area moves;
    struct area log;            /* the battles, under the board */
    struct area panel;          /* one large panel in place of others: of graves and moves where they are
                                 * one above the other, else of the log, or of the moves where that is
                                 * small; at least 23 columns and 10 rows */
    struct area square_info;    /* the panel on the square under the cursor (tui/square_info.h) */
    bool square_info_over_log;          /* that is the log's place too */
    struct area message;        /* always one row */
    struct area help;
};

/* Computes the layout; 1 .. 10,000 rows and columns each. No two areas meet, none leaves the screen. */
void layout_compute(int rows, int cols, struct layout *layout);

/* Leaves a graveyard of so many ranks no more rows than it needs; what is below it, moves or battles, gets
 * the others. */
void layout_fit_graves(struct layout *layout, int ranks);

/* Turns a place on the screen into a place on the board: 0 .. 9 from the top and from the left. False
 * beside the board. */
bool layout_hit(const struct layout *layout, int row, int col, int *board_row, int *board_col);

#endif
