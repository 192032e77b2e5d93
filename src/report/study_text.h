/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports how a move was chosen by rollouts (rollout/study.h), as text and as JSON. */
#ifndef VEDETTE_REPORT_STUDY_TEXT_H
#define VEDETTE_REPORT_STUDY_TEXT_H

#include "base/text.h"
#include "console/json.h"
#include "game/notation.h"
#include "rollout/study.h"

/* Sorts the numbers of the moves: the chosen one first, then by when they were eliminated (last first),
 * then by mean. Returns their count. */
int study_order(const struct rollout_study *study, int order[HALVING_ARMS]);

/* Appends a line for each move in the order of study_order: move, mean, error, worlds and other figures. */
void study_add_table(const struct rollout_study *study, enum notation notation, struct text *out);

/* Appends one line about the chosen move, "d4-d5: 0.31 in the mean of 24 worlds …", and another one if the
 * rollouts were stopped early. */
void study_add_headline(const struct rollout_study *study, enum notation notation, struct text *out);

/* Appends all that is known about the move of index `move` in words, one sentence a line, of any length.
 * Without `points` leaves out the plans' points and the mean values under a condition. */
void study_add_sentences(const struct rollout_study *study, int move, bool points, enum notation notation,
                         struct text *out);

/* Appends the move's name and the same sentences, indented and wrapped at 78 columns. */
void study_move(const struct rollout_study *study, int move, enum notation notation, struct text *out);

/* Appends the unit of the means, the meaning of the table's columns, and the model of the enemy. */
void study_add_legend(const struct rollout_study *study, enum notation notation, struct text *out);

/* Appends the complete report: headline, legend, table, and the first moves in words. */
void study_add_text(const struct rollout_study *study, enum notation notation, struct text *out);

/* Adds the figures of the study and of all its moves as an object; `speed`: with the duration in seconds. */
void study_add_json(const struct rollout_study *study, enum notation notation, bool speed, const char *key,
                    struct json *out);

#endif
