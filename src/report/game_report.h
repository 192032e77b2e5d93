/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report of a game to give away: players, result, the chance to win, boards where it turned, mistakes with
 * the better moves, what moves and luck did, comments, all moves. Every form has the same facts; a picture
 * has those that are drawn. */
#ifndef VEDETTE_REPORT_GAME_REPORT_H
#define VEDETTE_REPORT_GAME_REPORT_H

#include "report/review_text.h"

enum report_form { REPORT_TEXT, REPORT_MARKDOWN, REPORT_HTML, REPORT_SVG, REPORT_FORMS };
/* The names of the forms, "text", "md", "html", "svg", and NULL. */
extern const char *const report_forms[REPORT_FORMS + 1];

struct game_report {
    /* With view.both all ranks are shown, and view.board has them. Otherwise only what view.seat knew at each
     * moment is shown: view.board is that of its view at the end, and view.review is limited to it
     * (review_limit). view.record has all ranks in both cases. */
    struct review_view view;
    const char *player[SIDES];   /* the players' names for people; any bytes */
};

/* Appends the report in a form. */
void game_report_write(const struct game_report *report, enum report_form form, struct text *out);

#endif
