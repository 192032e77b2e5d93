/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the screen of reviews, and what its two files share. */
#ifndef VEDETTE_TUI_REVIEW_PLACE_H
#define VEDETTE_TUI_REVIEW_PLACE_H

#include "report/play_words.h"
#include "tui/screen.h"

/* The state of the screen. */
struct review_place {
    int selected, top;         /* in the list of graded moves: the selected one, the first visible one */
    struct review_filter filter;
    bool truth;                /* the curve is that of the truth */
    bool words;                /* the game in words stands in place of the list */
    bool walks;                /* a moment of the curve is chosen (Left, Right); if not, the list's move */
    size_t moment;             /* the number of moves before it */
    int words_top;             /* the first visible row of the words */
    unsigned review;           /* the reviewer's number of the review that all this is about */
};

/* Returns the state of the screen. */
struct review_place *review_place(const struct tui *tui);

/* Returns the review, or its first step; NULL: there is none yet. */
const struct review *review_shown(const struct tui *tui);

/* Returns the selected move of the list; NULL: the list is empty. */
const struct review_move *review_selected(const struct tui *tui);

/* Returns the seat of the curve, the sums and the words. It is the side whose moves are listed; if both are,
 * that of the person. If that side was not evaluated, it is the other one. */
enum side review_seat(const struct tui *tui, const struct review *review);

/* Returns the curve that is shown: the seat's chance by move. */
const double *review_curve(const struct tui *tui, const struct review *review);

/* Appends the game in words, from the seat. */
void review_add_words(const struct tui *tui, const struct review *review, struct text *out);

/* Draws the screen (draw_review.c). */
void review_draw(const struct tui *tui, struct canvas *canvas);

/* Return the number of visible moves, which with the heading is that of the words' rows, and the columns of
 * the graph and on its left. */
int review_list_rows(const struct layout *layout);
int review_graph_cols(const struct layout *layout);
int review_graph_left(const struct layout *layout);

#endif
