/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Computes the bytes that make a terminal show a canvas: only for the cells that differ from what it shows.
 * Curses' refresh sends both colours whenever one of them changes, which needs twice as many bytes per move
 * of a game with 256 colours. All sequences come from terminfo. */
#ifndef VEDETTE_TUI_PAINT_H
#define VEDETTE_TUI_PAINT_H

#include "base/text.h"
#include "tui/canvas.h"
#include "tui/colours.h"

/* The terminfo capabilities used. Strings are NULL if the terminal lacks them. */
struct terminal_abilities {
    const char *cup, *hpa, *vpa, *cuf, *cub, *cuu, *cud, *cub1, *cud1, *cr, *el, *ech, *clear;
    const char *sgr0, *op, *setaf, *setab, *civis, *cnorm;
    /* sequences for bold, dim, underline, reverse, in the order of ATTRIBUTE_* */
    const char *attribute_on[4];
    unsigned attributes_with_colour;     /* ATTRIBUTE_* that can be combined with colours */
    int red_bits, green_bits, blue_bits; /* bits of each part if colour numbers are RGB; 0: palette numbers */
    bool resets_one_colour;              /* one of the two colours can be reset to the default (AX) */
    bool erases_in_colour;               /* erased cells get the current background (bce) */
    bool moves_in_colour;                /* the cursor may be moved while attributes are on (msgr) */
    bool last_cell;                      /* writing the bottom right cell does not scroll */
};

/* A character on the terminal; code 0: right half of a double-width one. */
struct shown_cell {
    uint32_t code;
    struct text_style style;
};

/* The state of the terminal, as far as it is known. */
struct paint {
    struct terminal_abilities abilities;
    int rows, cols;           /* size of `cells` */
    struct shown_cell *cells; /* [rows * cols]: what the terminal shows */
    size_t capacity;
    bool screen_known;                         /* `cells` and `pen` are valid */
    bool cursor_known, cursor_on, cursor_sent; /* row and col are valid; cursor visible; cursor_on was sent */
    int row, col;                              /* place of the cursor */
    struct text_style pen;                     /* the style with which the terminal writes */
};

/* Returns a string of terminfo; NULL if absent or empty. Curses must have been started. */
const char *paint_capability(const char *name);

/* Appends a terminfo string (NULL: none) without its padding marks, which current terminals do not need. */
void paint_add_sequence(struct text *out, const char *sequence);

/* Reads the capabilities; curses must have been started. */
void paint_start(struct paint *paint);

/* Frees the memory. */
void paint_free(struct paint *paint);

/* Marks the terminal's content as unknown: the next frame clears it and sends all cells. */
void paint_invalidate(struct paint *paint);

/* Appends to `out` the bytes that make the terminal show the canvas. `colours`: number of colours of the
 * terminal. */
void paint_frame(struct paint *paint, const struct canvas *canvas, const struct theme *theme, int colours,
                 struct text *out);

/* Appends the bytes that reset attributes and colours and show the cursor. */
void paint_end(struct paint *paint, struct text *out);

#endif
