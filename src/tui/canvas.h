/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A screen in memory: each frame is first drawn here, independent of the terminal, and then shown at once.
 * Tests read it as text. */
#ifndef VEDETTE_TUI_CANVAS_H
#define VEDETTE_TUI_CANVAS_H

#include "game/notation.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The meaning of a text. A theme (tui/theme.h) defines the style of each role. */
enum role {
    ROLE_TEXT,
    ROLE_DIM,         /* coordinates and other text of little importance */
    ROLE_TITLE,
    ROLE_HEADING, /* a panel's name */
    ROLE_RED,     /* red's pieces and name */
    ROLE_BLUE,
    ROLE_RED_OWN,     /* the same if the viewer plays red */
    ROLE_BLUE_OWN,
    ROLE_EMPTY, /* the sign of an empty square */
    ROLE_MARK,  /* small signs and the name beside a piece */
    ROLE_LAKE,
    ROLE_TARGET, /* where the chosen piece may go */
    ROLE_LAST,   /* the signs around the last move */
    ROLE_CHOSEN, /* the signs around the chosen piece */
    ROLE_CURSOR,
    ROLE_CAPTURED,       /* a piece that was just captured */
    ROLE_MESSAGE,
    ROLE_ERROR,
    ROLE_KEY,   /* the name of a key in help texts */
    ROLE_HEAT,  /* a probability on the board */
    ROLE_METER, /* the bar of a number */
    ROLES
};

/* The background of a cell. */
enum ground {
    GROUND_PLAIN,  /* outside the board */
    GROUND_SQUARE, /* squares alternate between this ground */
    GROUND_SHADE,  /* and this one */
    GROUND_LAKE,
    GROUND_LAST,
    GROUND_TARGET,
    GROUND_CHOSEN,
    GROUND_CURSOR,
    GROUND_BAR,  /* the title bar */
    GROUND_HEAT, /* least probable; each further one is more probable */
    GROUND_HEAT_LAST = GROUND_HEAT + 4,
    GROUNDS
};

/* One character cell. */
struct spot {
    uint32_t code;  /* a Unicode character; 0: the right half of a double-width character */
    uint8_t role;   /* enum role */
    uint8_t ground; /* enum ground */
};

/* What a click on a place means: a key is pressed, a row of a list is chosen, the position after a number of
 * plies is shown. */
enum hot_kind { HOT_KEY, HOT_ROW, HOT_PLY };

/* A place that can be clicked. */
struct hot_place {
    int row, col, cols;
    enum hot_kind kind;
    int value; /* the key, the row's index, the number of plies */
};

enum { HOT_MAX = 192 };

/* The screen in memory. */
struct canvas {
    int rows, cols;
    bool unicode;               /* the locale can show characters other than ASCII */
    enum notation notation;     /* of the squares and ranks shown */
    int cursor_row, cursor_col; /* place of the terminal's cursor */
    bool cursor_shown;
    struct board_right {        /* what is right of the board, from column `col` on: sent after the board, */
        int row, rows, col;     /* as it uses other colours; rows 0: nothing */
    } right;
    struct spot *spots;         /* [rows * cols], row by row */
    size_t capacity;
    struct hot_place hot[HOT_MAX]; /* the places that can be clicked, later ones above earlier ones */
    int hot_count;
};

/* Sets the size and makes all cells blank. */
void canvas_reset(struct canvas *canvas, int rows, int cols);

/* Frees the memory; a canvas of all zeros may be freed. */
void canvas_free(struct canvas *canvas);

/* Writes a character of one column. Does nothing outside the canvas. The ground does not change. If it
 * overwrites one half of a double-width character, the other half becomes blank. */
void canvas_put(struct canvas *canvas, int row, int col, enum role role, uint32_t code);

/* Returns the character of a cell, ' ' if none was written, 0 outside the canvas. */
uint32_t canvas_code(const struct canvas *canvas, int row, int col);

/* Writes UTF-8 text into at most `width` columns; returns the number of columns used. Text that is too long
 * ends with ".." or an ellipsis. Control characters, characters that change the writing direction, invalid
 * bytes, and characters that the locale cannot show become '?'. */
int canvas_text(struct canvas *canvas, int row, int col, int width, enum role role, const char *text);

/* Writes formatted text as canvas_text does. */
int canvas_printf(struct canvas *canvas, int row, int col, int width, enum role role,
                  const char *format, ...) __attribute__((format(printf, 6, 7)));

/* Returns the number of columns that the text needs. */
int canvas_width(const struct canvas *canvas, const char *text);

/* Draws a line being typed from `col` to the right edge, with the cursor behind its first `cursor` bytes. If
 * it is too long, its start is scrolled out. */
void canvas_input(struct canvas *canvas, int row, int col, const char *text, size_t cursor);

/* Returns the number of bytes of the text that fit on a line of `width` columns (1 or more), up to the last
 * space that fits. If there is none, returns the whole characters that fit, at least one. */
size_t canvas_fit(const struct canvas *canvas, const char *text, int width);

/* Returns the number of bytes of the first `size` bytes of a text that fit on a line of `width` columns,
 * broken as in canvas_fit. */
size_t canvas_fit_bytes(const struct canvas *canvas, const char *text, size_t size, int width);

/* Returns the number of lines, broken as in canvas_fit, that the text needs, at least 1. Spaces at the start
 * of a line are skipped. */
int canvas_lines(const struct canvas *canvas, const char *text, int width);

/* Makes a rectangle blank, with the plain ground, and without places to click. */
void canvas_blank(struct canvas *canvas, int row, int col, int rows, int cols);

/* Sets the ground of a rectangle. */
void canvas_ground(struct canvas *canvas, int row, int col, int rows, int cols, enum ground ground);

/* Makes columns of a row a place that can be clicked. */
void canvas_hot(struct canvas *canvas, int row, int col, int cols, enum hot_kind kind, int value);

/* Returns the place that can be clicked there; NULL: none. */
const struct hot_place *canvas_hot_at(const struct canvas *canvas, int row, int col);

/* The signs of the board and the panels (glyphs.c): in Unicode if the locale can show them, otherwise in
 * ASCII. */
struct glyphs {
    uint32_t hidden;       /* an enemy piece that has not moved */
    uint32_t hidden_moved; /* an enemy piece of unknown rank that has moved */
    uint32_t empty;
    uint32_t lake;
    uint32_t target;          /* an empty square the chosen piece may go to */
    uint32_t bar;             /* a cell of a bar graph */
    uint32_t horizontal_line; /* a horizontal line */
};

/* Returns the Unicode signs if `unicode`, otherwise the ASCII signs. Each is one column wide. */
const struct glyphs *glyphs_get(bool unicode);

/* Returns whether the current locale is UTF-8 and shows each Unicode sign in one column. */
bool glyphs_unicode_locale(void);

#endif
