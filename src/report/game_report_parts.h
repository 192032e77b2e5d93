/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The facts of a report that its forms have in common, and the forms that have a file of their own. */
#ifndef VEDETTE_REPORT_GAME_REPORT_PARTS_H
#define VEDETTE_REPORT_GAME_REPORT_PARTS_H

#include "report/game_report.h"

enum { REPORT_LABEL = 96 };

/* Initialises `board`, which is all zero, with what the report shows after `plies` moves; board_free frees
 * it. */
void game_report_board(const struct game_report *report, size_t plies, struct board *board);

/* Appends date, variant, rules, number of moves, the program that played the game, and whose view it is. All
 * of it is plain text of the program but the date and the program, which may have any bytes. */
void game_report_terms(const struct game_report *report, struct text *out);

/* Appends the result as a sentence without its full stop: "Red has won: blue's flag is taken". */
void game_report_result(const struct game_report *report, struct text *out);

/* Returns the number of moves as people count them, both sides' moves as one. */
unsigned game_report_moves(const struct game_report *report);

/* Writes the number of a move and the move: "24... h7xh6". Returns `text`. `ply` is from 0. */
const char *game_report_move(const struct game_report *report, size_t ply, char text[REPORT_LABEL]);

/* Writes which moment a comment is about: "at the start" or the last move, "24... h7xh6". Returns `text`. */
const char *game_report_moment(const struct game_report *report, size_t plies, char text[REPORT_LABEL]);

/* Appends a move of the list of all moves: a number if red moves or it is the first one, the move with the
 * ranks that a fight showed, and the sign of its grade: "24. b4#2xb7#5??". */
void game_report_listed_move(const struct game_report *report, size_t ply, struct text *out);

/* Returns the graded move number `index`, from 0, of those that the report lists, at most view.moves, without
 * the brilliant ones; with `brilliant` of these. NULL: there is none. */
const struct review_move *game_report_graded(const struct game_report *report, bool brilliant, size_t index);

/* Appends the form of that name. */
void game_report_html(const struct game_report *report, struct text *out);
void game_report_markdown(const struct game_report *report, struct text *out);
void game_report_svg(const struct game_report *report, struct text *out);

#endif
