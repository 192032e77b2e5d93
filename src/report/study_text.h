/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What moves were chosen from by playing worlds out (rollout/study.h), as text and as JSON. */
#ifndef VEDETTE_REPORT_STUDY_TEXT_H
#define VEDETTE_REPORT_STUDY_TEXT_H

#include "base/text.h"
#include "console/json.h"
#include "game/notation.h"
#include "rollout/study.h"

/* The moves' numbers, the chosen one first, then those that went out last, and of them those worth most;
 * returns how many. */
int study_order(const struct rollout_study *study, int order[HALVING_ARMS]);

/* Appends a line a move, in that order: move, mean, error, worlds, and what else is known in numbers. */
void study_table(const struct rollout_study *study, enum notation notation, struct text *out);

/* Appends what the chosen move is worth, in one line: "d4-d5: 0.31 in the mean of 24 worlds …"; and in
 * another that the rollouts were stopped before their end. */
void study_headline(const struct rollout_study *study, enum notation notation, struct text *out);

/* Appends all that is to be said of one move in words, a line a sentence, however long. */
void study_sentences(const struct rollout_study *study, int move, enum notation notation, struct text *out);

/* The same, indented below its name in lines of 78 columns. */
void study_move(const struct rollout_study *study, int move, enum notation notation, struct text *out);

/* Appends the unit of the means, what the columns of the table are, and what is imagined of the enemy. */
void study_legend(const struct rollout_study *study, enum notation notation, struct text *out);

/* All of it: headline, legend, table, and the first moves of it in words. */
void study_text(const struct rollout_study *study, enum notation notation, struct text *out);

/* Appends an object; `speed`: with the seconds that it took. */
void study_json(const struct rollout_study *study, enum notation notation, bool speed, const char *key,
                struct json *out);

#endif
