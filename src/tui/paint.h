/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is to be sent to a terminal so that it shows a canvas, in few bytes: only what differs from what it
 * shows already. Curses' own refresh names both colours at each change of one of them, which made a move of
 * the game twice as long on a terminal of 256 colours. All sequences are those that terminfo has. */
#ifndef VEDETTE_TUI_PAINT_H
#define VEDETTE_TUI_PAINT_H

#include "base/text.h"
#include "tui/canvas.h"
#include "tui/colours.h"

/* What terminfo tells of the terminal; NULL: it cannot do that. */
struct terminal_abilities {
    const char *cup, *hpa, *vpa, *cuf, *cub, *cuu, *cud, *cub1, *cud1, *cr, *el, *ech, *clear;
    const char *sgr0, *op, *setaf, *setab, *civis, *cnorm;
    const char *attribute_on[4];         /* bold, dim, underline, reverse: in the order of ATTRIBUTE_* */
    unsigned attributes_with_colour;     /* ATTRIBUTE_* that it can show in colour */
    int red_bits, green_bits, blue_bits; /* of a colour's number where it is RGB; 0: it is of a palette */
    bool resets_one_colour;              /* one of the two colours can be given back (AX) */
    bool erases_in_colour;               /* bce */
    bool moves_in_colour;                /* msgr */
    bool last_cell;                      /* writing into the bottom right corner does not scroll */
};

struct shown_cell {
    uint32_t code;
    struct text_style style;
};

struct paint {
    struct terminal_abilities abilities;
    int rows, cols;           /* of `cells` */
    struct shown_cell *cells; /* what the terminal shows */
    size_t capacity;
    bool screen_known;                /* it does show that */
    bool cursor_known, cursor_on, cursor_sent;
    int row, col;          /* where its cursor is */
    struct text_style pen; /* how it writes now; sent only where `known` */
};

/* Looks the abilities up; curses must have been started. paint_free gives the memory back. */
void paint_start(struct paint *paint);
void paint_free(struct paint *paint);

/* The terminal may show anything: the next frame clears it and is whole. */
void paint_invalidate(struct paint *paint);

/* Appends to `out` what makes the terminal show the canvas. */
void paint_frame(struct paint *paint, const struct canvas *canvas, const struct theme *theme, int colours,
                 struct text *out);

/* Appends what puts the terminal's writing back to its own way, and the cursor on. */
void paint_end(struct paint *paint, struct text *out);

#endif
