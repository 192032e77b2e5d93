/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A screen in memory: every frame is first drawn here, by functions that know no terminal, and then
 * shown at once. Tests read it as text. */
#ifndef VEDETTE_TUI_CANVAS_H
#define VEDETTE_TUI_CANVAS_H

#include "game/notation.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a piece of text is; a theme (tui/theme.h) says how that looks, by the names there. */
enum role {
    ROLE_TEXT,
    ROLE_DIM,         /* coordinates, what may be overlooked */
    ROLE_TITLE,
    ROLE_HEADING,     /* a panel's name */
    ROLE_RED,         /* red's pieces and name */
    ROLE_BLUE,
    ROLE_RED_OWN,     /* the same where they are the watcher's own */
    ROLE_BLUE_OWN,
    ROLE_EMPTY,       /* the sign of an empty square */
    ROLE_MARK,        /* small signs beside a piece, its name */
    ROLE_LAKE,
    ROLE_TARGET,      /* where the chosen piece may go */
    ROLE_LAST,        /* the sign round the last move */
    ROLE_CHOSEN,      /* the sign round the chosen piece */
    ROLE_CURSOR,
    ROLE_GHOST,       /* a piece that was just taken */
    ROLE_MESSAGE,
    ROLE_ERROR,
    ROLE_KEY,         /* a key's name in help */
    ROLE_HEAT,        /* a probability on the board */
    ROLE_METER,       /* the bar of a number */
    ROLES
};

/* What is behind the text. */
enum ground {
    GROUND_PLAIN,     /* beside the board */
    GROUND_SQUARE,    /* every other square, */
    GROUND_SHADE,     /* and those between */
    GROUND_LAKE,
    GROUND_LAST,
    GROUND_TARGET,
    GROUND_CHOSEN,
    GROUND_CURSOR,
    GROUND_BAR,       /* the title line */
    GROUND_HEAT,      /* improbable; from here on ever more probable */
    GROUND_HEAT_LAST = GROUND_HEAT + 4,
    GROUNDS
};

struct spot {
    uint32_t code;    /* a Unicode character; 0: the right half of a wide one */
    uint8_t role;
    uint8_t ground;
};

struct canvas {
    int rows, cols;
    bool wide;        /* characters beyond ASCII may be shown */
    enum notation notation;     /* of the squares and ranks on it */
    int cursor_row, cursor_col; /* where the terminal's own cursor stands */
    bool cursor_shown;
    struct beside {             /* what is best sent apart from what is left of it: it has other colours */
        int row, rows, col;     /* from this column on, in these rows; no rows: nothing */
    } beside;
    struct spot *spots;         /* rows * cols */
    size_t capacity;
};

/* Makes the canvas blank and of that size. canvas_free gives its memory back; all zero may be freed. */
void canvas_reset(struct canvas *canvas, int rows, int cols);
void canvas_free(struct canvas *canvas);

/* Puts a character of one column; outside the canvas nothing happens. The ground stays as it was. Where it
 * comes on half of a wide letter, the other half becomes blank. */
void canvas_put(struct canvas *canvas, int row, int col, enum role role, uint32_t code);

/* The character at a place, ' ' where nothing was put; 0 outside the canvas. */
uint32_t canvas_code(const struct canvas *canvas, int row, int col);

/* Writes UTF-8 text into at most `width` columns; returns how many it took. A text that is too long
 * ends in ".." or an ellipsis. Control characters, those that turn the direction of writing, broken bytes and
 * what the locale cannot show become '?'. */
int canvas_text(struct canvas *canvas, int row, int col, int width, enum role role,
                const char *text);
int canvas_printf(struct canvas *canvas, int row, int col, int width, enum role role,
                  const char *format, ...) __attribute__((format(printf, 6, 7)));

/* Columns the text takes. */
int canvas_width(const struct canvas *canvas, const char *text);

/* How many bytes of the text go on a line of `width` columns (1 or more): to the last blank, or where there
 * is none, as many characters as fit; at least one. */
size_t canvas_fit(const struct canvas *canvas, const char *text, int width);

/* The same of the first `size` bytes of a text. */
size_t canvas_fit_bytes(const struct canvas *canvas, const char *text, size_t size, int width);

/* How many such lines it takes, blanks at the beginning of a line left out; at least one. */
int canvas_lines(const struct canvas *canvas, const char *text, int width);

/* Makes a rectangle blank, on the plain ground. */
void canvas_blank(struct canvas *canvas, int row, int col, int rows, int cols);

/* Sets the ground of a rectangle. */
void canvas_ground(struct canvas *canvas, int row, int col, int rows, int cols, enum ground ground);

/* The text of one row as UTF-8, blanks at its end cut off, into `line` (room for 4 bytes a column and
 * one). */
void canvas_row(const struct canvas *canvas, int row, char *line);

#endif
