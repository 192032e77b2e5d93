/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports how a learnt policy chose a move (policy/policy_study.h), as text and as JSON. */
#ifndef VEDETTE_REPORT_POLICY_TEXT_H
#define VEDETTE_REPORT_POLICY_TEXT_H

#include "base/json.h"
#include "base/text.h"
#include "game/notation.h"
#include "policy/policy_study.h"

/* Appends the chosen move, the chance to win, a table of the moves with their probability in percent after
 * each active stage, and a line about each stage's changes. `board`: the position before the move. */
void policy_add_text(const struct policy_study *study, const struct board *board, enum notation notation,
                     struct text *out);

/* Appends what a stage of the study changed: "threshold: 12 moves dropped, which had 8.4 %". */
void policy_add_step_text(const struct policy_study *study, enum policy_stage stage,
                          const struct board *board, enum notation notation, struct text *out);

/* Adds the report of policy_add_text as an object under `key`; probabilities and chances are 0 .. 1. */
void policy_add_json(const struct policy_study *study, const struct board *board, enum notation notation,
                     const char *key, struct json *json);

#endif
