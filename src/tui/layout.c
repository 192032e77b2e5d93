/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/layout.h"

enum {
    BOARD_SIDE = 10,          /* squares along one edge of the board */
    CELL_ROWS_MAX = 6,
    NUMBERS = 3,        /* columns of the row numbers with a space */
    GAP = 2,            /* columns between board and panels */
    CAPTURED_ROWS = 13, /* a heading and twelve ranks */
    CAPTURED_FULL = 23, /* columns: signs, names and numbers */
    CAPTURED_WIDE = 30, /* max columns */
    CAPTURED_SMALL = 5, /* columns: signs and numbers only */
    MOVES_MIN = 26,     /* min columns of a move list beside the captured pieces */
    LIST_MIN = 3,       /* min rows of a list: a heading and two lines */
    MOVES_ROWS = 8,     /* min rows of a move list beside a short list of captured pieces */
    PANEL_MIN = 10,     /* min rows of a large panel */
};

/* Returns the number of rows above and below the squares: letters and message always, help and title if the
 * screen is high enough. */
static int fixed_rows(int rows)
{
    return rows >= 14 ? 4 : rows == 13 ? 3 : 2;
}

/* Returns the min width of a square of that height. */
static int min_cell_cols(int cell_rows)
{
    return cell_rows == 1 ? 3 : 2 * cell_rows;
}

/* Chooses the size of the squares: the largest with which the full list of captured pieces still fits
 * beside the board. */
static void choose_cells(struct layout *layout)
{
    int cell_rows = (layout->rows - fixed_rows(layout->rows)) / BOARD_SIDE;
    if (cell_rows > CELL_ROWS_MAX)
        cell_rows = CELL_ROWS_MAX;
    while (cell_rows > 1 &&
           BOARD_SIDE * min_cell_cols(cell_rows) + 2 * NUMBERS + 1 + CAPTURED_FULL > layout->cols)
        cell_rows--;
    int cell_cols = min_cell_cols(cell_rows);
    /* On a very wide screen, widens the squares after the panels have all columns that they need. */
    while (cell_cols < min_cell_cols(cell_rows) + 2 &&
           BOARD_SIDE * (cell_cols + 1) + 2 * NUMBERS + GAP + CAPTURED_WIDE + GAP + MOVES_MIN <= layout->cols)
        cell_cols++;
    layout->cell_rows = cell_rows;
    layout->cell_cols = cell_cols;
}

/* Places the squares, the coordinates, and the log if there are enough rows below the board. */
static void place_board(struct layout *layout)
{
    int top = layout->title.rows;
    layout->letters_above = top;
    layout->squares = (struct area){top + 1, NUMBERS, BOARD_SIDE * layout->cell_rows,
                                    BOARD_SIDE * layout->cell_cols};
    layout->numbers_left = 0;
    int right = NUMBERS + layout->squares.cols;
    bool fits = right + NUMBERS + 1 + CAPTURED_FULL <= layout->cols;
    layout->numbers_right = fits ? right + 1 : -1;
    int below = top + 1 + layout->squares.rows, free_rows = layout->message.row - below;
    layout->letters_below = free_rows > 0 ? below : -1;
    /* A blank row separates the log from the letters. */
    if (free_rows >= 2 + LIST_MIN)
        layout->log = (struct area){below + 2, 0, free_rows - 2, right + (fits ? NUMBERS : 0)};
}

/* Places the captured pieces and, to their right, the moves; the battles below both. */
static void place_wide_panels(struct layout *layout, const struct area *right)
{
    int moves = right->cols - CAPTURED_WIDE - GAP, upper = right->rows / 2;
    /* The upper half, or what the captured pieces need; all rows if no list of battles fits below. */
    if (upper < CAPTURED_ROWS)
        upper = right->rows < CAPTURED_ROWS ? right->rows : CAPTURED_ROWS;
    if (right->rows - upper - 1 < LIST_MIN)
        upper = right->rows;
    layout->captured = (struct area){right->row, right->col,
                                   upper < CAPTURED_ROWS ? upper : CAPTURED_ROWS, CAPTURED_WIDE};
    layout->moves = (struct area){right->row, right->col + CAPTURED_WIDE + GAP, upper, moves};
    if (upper < right->rows)
        layout->log = (struct area){right->row + upper + 1, right->col, right->rows - upper - 1, right->cols};
    layout->panel = right->rows - upper - 1 >= PANEL_MIN ? layout->log : layout->moves;
}

/* Places the panels to the right of the board. */
static void place_panels(struct layout *layout)
{
    struct area right = {.row = layout->title.rows, .rows = layout->message.row - layout->title.rows};
    right.col = layout->numbers_right >= 0 ? layout->numbers_right + NUMBERS - 1
                                           : NUMBERS + layout->squares.cols + 1;
    right.cols = layout->cols - right.col;
    /* Narrow: only the signs of captured pieces, if they fit. */
    if (right.cols < CAPTURED_FULL) {
        int rows = right.rows < CAPTURED_ROWS ? right.rows : CAPTURED_ROWS;
        if (right.cols >= CAPTURED_SMALL)
            layout->captured = (struct area){right.row, right.col, rows, CAPTURED_SMALL};
        return;
    }
    if (right.cols > CAPTURED_FULL) { /* a blank column more beside the board */
        right.col++;
        right.cols--;
    }
    if (right.cols >= CAPTURED_WIDE + GAP + MOVES_MIN) {
        place_wide_panels(layout, &right);
        return;
    }
    /* One column of panels: the moves below the captured pieces. */
    int captured = right.rows < CAPTURED_ROWS ? right.rows : CAPTURED_ROWS, rest = right.rows - captured - 1;
    layout->captured = (struct area){right.row, right.col, captured,
                                   right.cols < CAPTURED_WIDE ? right.cols : CAPTURED_WIDE};
    if (rest >= LIST_MIN)
        layout->moves = (struct area){right.row + captured + 1, right.col, rest, right.cols};
    layout->panel = right;
}

void layout_compute(int rows, int cols, struct layout *layout)
{
    *layout = (struct layout){.rows = rows, .cols = cols, .letters_above = -1, .letters_below = -1,
                              .numbers_left = -1, .numbers_right = -1};
    if (rows < LAYOUT_MIN_ROWS || cols < LAYOUT_MIN_COLS) {
        layout->too_small = true;
        return;
    }
    choose_cells(layout);
    /* Title and help have a row each if fixed_rows counts them. */
    if (fixed_rows(rows) >= 4)
        layout->title = (struct area){0, 0, 1, cols};
    if (fixed_rows(rows) >= 3)
        layout->help = (struct area){rows - 1, 0, 1, cols};
    layout->message = (struct area){rows - 1 - layout->help.rows, 0, 1, cols};
    place_board(layout);
    place_panels(layout);
}

/* Moves the log up to shortened lists above it, if it is then high enough for a large panel. */
static void raise_log(struct layout *layout)
{
    struct area *moves = &layout->moves, *log = &layout->log;
    int rows = layout->captured.rows > MOVES_ROWS ? layout->captured.rows : MOVES_ROWS;
    int spare = moves->rows - rows;
    bool is_beside = moves->rows > 0 && moves->row == layout->captured.row &&
                     moves->col > layout->captured.col;
    if (!is_beside || spare <= 0 || log->col != layout->captured.col || log->rows == 0 ||
        log->rows + spare < PANEL_MIN)
        return;
    moves->rows = rows;
    log->row -= spare;
    log->rows += spare;
    layout->panel = *log;
}

void layout_fit_captured(struct layout *layout, int ranks)
{
    struct area *captured = &layout->captured, *moves = &layout->moves;
    const struct area *panel = &layout->panel;
    int needed_rows = ranks + 1;
    if (captured->rows <= needed_rows)
        return;
    bool one_column = panel->rows && panel->row == captured->row && panel->col == captured->col;
    int rest = panel->rows - needed_rows - 1;
    if (one_column && rest >= LIST_MIN)
        *moves = (struct area){captured->row + needed_rows + 1, panel->col, rest, panel->cols};
    captured->rows = needed_rows;
    layout->short_captured = true;
    raise_log(layout);
}

bool layout_hit(const struct layout *layout, int row, int col, int *board_row, int *board_col)
{
    const struct area *squares = &layout->squares;
    row -= squares->row;
    col -= squares->col;
    if (layout->too_small || row < 0 || col < 0 || row >= squares->rows || col >= squares->cols)
        return false;
    *board_row = row / layout->cell_rows;
    *board_col = col / layout->cell_cols;
    return true;
}
