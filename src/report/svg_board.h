/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A board as SVG: red's pieces are filled circles and blue's outlined squares, so that they differ in a grey
 * print. A piece of unknown rank has a diamond. A dot in the corner: the piece has moved; a bar below the
 * rank: the enemy knows it. */
#ifndef VEDETTE_REPORT_SVG_BOARD_H
#define VEDETTE_REPORT_SVG_BOARD_H

#include "base/text.h"
#include "game/board.h"
#include "game/notation.h"

/* A square of the drawing. */
struct svg_cell {
    uint8_t side;            /* SIDES: no piece */
    uint8_t rank;            /* RANK_UNKNOWN: not shown */
    bool moved, known;
    bool is_hot;             /* the square shows a probability in place of the rank */
    double heat;             /* that probability, 0 .. 1 */
};

struct svg_board {
    struct svg_cell cell[SQUARES];
    double max_heat;         /* the probability with the darkest shade (heat_level) */
    enum side side;          /* whose rows are at the bottom */
    enum notation notation;
    struct move last;        /* its squares are tinted; MOVE_NONE: none */
    struct move played, better; /* arrows, the second one green; MOVE_NONE: none */
    const char *label;       /* what the picture shows, for screen readers */
    const char *caption;     /* lines below the board of a picture of its own; NULL: none */
};

/* Makes a drawing of an empty board. */
void svg_board_init(struct svg_board *drawing, enum side side, enum notation notation);

/* Adds all that `board` shows to an empty drawing; the last move is tinted. */
void svg_board_copy(struct svg_board *drawing, const struct board *board);

/* Appends the drawing as an element `svg`, for a page or picture with the rules of CSS in PICTURE_STYLE.
 * `place`: its place in a picture, as attributes with a blank before each; "" on a page. */
void svg_board_add(const struct svg_board *drawing, const char *place, struct text *out);

/* Appends the drawing as a file of its own. */
void svg_board_write(const struct svg_board *drawing, struct text *out);

#endif
