/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The panel on the square under the cursor: its piece with the probabilities of its ranks and the strongest
 * evidence, or the square and the signs around it. */
#ifndef VEDETTE_TUI_SQUARE_INFO_H
#define VEDETTE_TUI_SQUARE_INFO_H

#include "analysis/key_evidence.h"
#include "tui/canvas.h"
#include "tui/layout.h"

struct tui;

/* The state of the panel. The fields after `disabled` cache the evidence for one piece. */
struct square_info {
    bool disabled;            /* the person has switched the panel off */
    bool brief;               /* a single line without figures, for beginners */
    uint64_t analysis_number; /* number of the analysis that `step` was found in (analyst.answered) */
    int number;               /* number of the piece that `step` is about */
    bool has_step;            /* evidence was found */
    struct key_evidence step; /* the strongest evidence about the piece */
};

/* Computes layout->square_info, the area of the panel: unused rows below the board, else rows of the list of
 * battles or all of it (square_info_over_log), else rows of the list of moves. `heat`: the moves' area shows
 * the likeliest squares, which need more rows. `brief`: one unused row. Without spare rows it has no rows. */
void square_info_place(struct layout *layout, bool heat, bool brief);

/* Returns whether the panel is on and has an area, and so needs figures of the analyst. */
bool square_info_wants_figures(const struct tui *tui);

/* Finds the strongest evidence about the piece under the cursor again if the piece or the figures changed.
 * Called by panels_update. */
void square_info_update(struct tui *tui);

/* Lists the ranks that a piece may have with a probability of 0.5 % or more, the most probable first.
 * Returns their number. */
int square_info_sort_ranks(const struct belief *belief, int number, int ranks[RANKS]);

/* Draws the panel. Returns false, without drawing, if it has no area or must leave it to the list of
 * battles. */
bool square_info_draw(const struct tui *tui, struct canvas *canvas);

#endif
