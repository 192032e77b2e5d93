/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hint by rollouts in two or three short sentences, for a message line: the move, why, the chance to win of
 * the best moves, and what came of the best in the worlds. It may be written while the rollouts run. */
#ifndef VEDETTE_REPORT_HINT_TEXT_H
#define VEDETTE_REPORT_HINT_TEXT_H

#include "base/text.h"
#include "game/notation.h"
#include "rollout/study.h"

/* Appends the hint. `sentence`, `rash`: about the same move, by plan_hint_sentence, or NULL; of a rash attack,
 * or one without a sentence, the worlds or their chances say why it is made. With `figures` the hint has
 * chances and numbers of worlds. Without, it is one sentence, from the worlds if the move is rash or there is
 * no other. The study must have moves. */
void hint_add_text(const struct rollout_study *study, const char *sentence, bool rash, bool figures,
               enum notation notation, struct text *out);

#endif
