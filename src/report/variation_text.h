/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The result of a search, as text and as JSON. */
#ifndef VEDETTE_REPORT_VARIATION_TEXT_H
#define VEDETTE_REPORT_VARIATION_TEXT_H

#include "base/text.h"
#include "console/json.h"
#include "game/notation.h"
#include "search/variation.h"

/* Appends a line of play as a tree: its moves and, after an attack on an unknown piece, a row for each
 * outcome, indented, with its probability, its value and the expected continuation. */
void variation_add_text(const struct variation *line, enum notation notation, struct text *out);

/* Appends the root moves, one a row, the best first: value and number of nodes. `board`: the view's
 * position. */
void roots_add_text(const struct search_result *result, const struct board *board, enum notation notation,
                    struct text *out);

/* Adds the complete result as JSON; `line` is the line of the best move, in which an attack has its
 * outcomes, each with its own line. Unknown values are null. `stopped`: the search was stopped early. */
void search_add_json(const struct search_result *result, const struct variation *line,
                     const struct board *board, bool stopped, enum notation notation, struct json *out);

#endif
