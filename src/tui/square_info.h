/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the cursor is on, shown beside the board: a piece with its ranks and why, a square, a sign. */
#ifndef VEDETTE_TUI_SQUARE_INFO_H
#define VEDETTE_TUI_SQUARE_INFO_H

#include "analysis/key_evidence.h"
#include "tui/canvas.h"
#include "tui/layout.h"

struct tui;

struct square_info {
    bool disabled;                    /* the person does not want it */
    uint64_t answered;           /* the analyst's answer and the piece that what follows was made of */
    int number;
    bool has_step;
    struct key_evidence step;    /* what gave most evidence about the piece */
};

/* Gives it room in a layout, which then has an area `about`, of what moves or battles had; `heat` needs the
 * moves' place itself. No rows: there is no room. */
void square_info_place(struct layout *layout, bool heat);

/* Whether it wants figures. */
bool square_info_wants_figures(const struct tui *tui);

/* Brings it up to what the screen shows. A part of panels_update. */
void square_info_update(struct tui *tui);

/* The ranks that a piece may have, by falling probability, without those below half a percent; returns how
 * many. */
int square_info_sort_ranks(const struct belief *belief, int number, int ranks[RANKS]);

/* Draws it; false where there is nothing to show, and nothing was drawn. */
bool square_info_draw(const struct tui *tui, struct canvas *canvas);

#endif
