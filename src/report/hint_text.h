/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hint by rollouts in two or three short sentences, for a message line: the move, why, the chance to win of
 * the best moves, and what came of the best in the worlds. It may be written while the rollouts run. */
#ifndef VEDETTE_REPORT_HINT_TEXT_H
#define VEDETTE_REPORT_HINT_TEXT_H

#include "base/text.h"
#include "game/notation.h"
#include "rollout/study.h"

enum { HINT_CHANCES = 3 }; /* number of moves whose chances a whole hint has */

/* Appends the hint. `sentence`, `rash`: about the same move, by plan_hint_sentence, or NULL. Of a rash
 * attack, or one without a sentence, the worlds or their chances say why it is made. The hint has the chances
 * of so many moves (`chances`), and numbers of worlds. With `chances` below 0 it is one sentence without
 * figures, from the worlds if the move is rash or there is no other. `replaced`: index of another move that
 * was the hint before, below 0: none. It begins with "better than c4-c5: " if the move is clearly better and
 * the worlds have a reason against that one, which is then the hint's reason; else with "in place of
 * c4-c5: ". The study must have moves. */
void hint_add_text(const struct rollout_study *study, const char *sentence, bool rash, int replaced,
                   int chances, enum notation notation, struct text *out);

#endif
