/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a search found, as text. */
#ifndef VEDETTE_REPORT_VARIATION_TEXT_H
#define VEDETTE_REPORT_VARIATION_TEXT_H

#include "base/text.h"
#include "console/json.h"
#include "game/notation.h"
#include "search/variation.h"

/* Appends a line of play as a tree: its moves one after the other, and behind a fight with an unknown piece
 * a row for each outcome, indented, with its probability, its value and what is expected after it. */
void variation_text(const struct variation *line, enum notation notation, struct text *out);

/* Appends the root moves of `board` (the view's), a row each, the best first: value, and nodes searched. */
void roots_text(const struct search_result *result, const struct board *board, enum notation notation,
                struct text *out);

/* Appends all that was found as JSON: `line` is that of the best move; a fight in it has its
 * outcomes, each with its own line. What was not found has the value null. `stopped`: there may be more. */
void search_json(const struct search_result *result, const struct variation *line, const struct board *board,
                 bool stopped, enum notation notation, struct json *out);

#endif
