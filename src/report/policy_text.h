/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A learnt policy in words and tables, and as JSON (policy/policy_study.h). */
#ifndef VEDETTE_REPORT_POLICY_TEXT_H
#define VEDETTE_REPORT_POLICY_TEXT_H

#include "base/json.h"
#include "base/text.h"
#include "game/notation.h"
#include "policy/policy_study.h"

/* Appends the move that was drawn, the chance to win, a table of the moves in percent with a column a step
 * that is on, and a line on what each step took away. `board`: on which the moves are made. */
void policy_text(const struct policy_study *study, const struct board *board, enum notation notation,
                 struct text *out);

/* What a step took away: "threshold: 12 moves dropped, which had 8.4 %". */
void policy_step_text(const struct policy_study *study, enum policy_stage stage, const struct board *board,
                      enum notation notation, struct text *out);

/* Appends all of it as an object with that key; probabilities and chances are 0 .. 1. */
void policy_json(const struct policy_study *study, const struct board *board, enum notation notation,
                 const char *key, struct json *json);

#endif
