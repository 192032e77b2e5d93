/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The places of all parts of the game and setup screens, for a screen of a given size. */
#ifndef VEDETTE_TUI_LAYOUT_H
#define VEDETTE_TUI_LAYOUT_H

#include <stdbool.h>

/* A rectangle; rows 0: not shown at this size. */
struct area {
    int row, col, rows, cols;
};

enum { LAYOUT_MIN_ROWS = 12, LAYOUT_MIN_COLS = 33 };

/* The layout; places are zero-based rows and columns of the screen. */
struct layout {
    bool too_small;
    int rows, cols;
    int cell_rows, cell_cols;         /* size of one square: 1 x 3, 2 x 4, 3 x 6 and so on */
    struct area squares;              /* the hundred squares, without coordinates */
    int letters_above, letters_below; /* rows of the file letters; -1: not shown */
    int numbers_left, numbers_right;  /* columns of the row numbers, two wide; -1: not shown */
    struct area title;
    struct area captured; /* the captured pieces: 5 columns (signs and numbers only), or 23 or more */
    bool short_captured;  /* layout_fit_captured has given rows of it to the moves */
    struct area moves;
    struct area log;            /* the list of battles */
    /* The place of a large panel that covers others: captured pieces and moves if they are one above the
     * other. Otherwise it covers the log, or the moves if the log is small. At least 23 columns and 10 rows,
     * or 0 rows. */
    struct area panel;
    struct area square_info;   /* the panel on the square under the cursor (square_info_place) */
    bool square_info_over_log; /* that panel covers the log */
    struct area message;       /* always one row */
    struct area help;
};

/* Computes the layout for 1 .. 10,000 rows and columns. Areas do not overlap, except `panel`, and lie on
 * the screen. */
void layout_compute(int rows, int cols, struct layout *layout);

/* Shortens the list of captured pieces to `ranks` ranks; the moves or battles below it get the other rows. */
void layout_fit_captured(struct layout *layout, int ranks);

/* Converts a place on the screen to a place on the board: row 0 .. 9 from the top, column 0 .. 9 from the
 * left. Returns false outside the board. */
bool layout_hit(const struct layout *layout, int row, int col, int *board_row, int *board_col);

#endif
