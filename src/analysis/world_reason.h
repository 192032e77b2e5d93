/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What came of a move in the worlds of its rollouts that sets it apart from another move. */
#ifndef VEDETTE_ANALYSIS_WORLD_REASON_H
#define VEDETTE_ANALYSIS_WORLD_REASON_H

#include "base/text.h"
#include "game/notation.h"
#include "rollout/study.h"

/* Appends " It wins a major in 6 of 10 worlds.", or without `figures` " It wins a major more often than
 * b4-b5.". `move`, `other`: indices in the study; `other` below 0: there is none. `named`: writes the move's
 * name in place of "It". Appends nothing if they differ little. */
void world_reason_add(const struct rollout_study *study, int move, int other, bool figures, bool named,
                      enum notation notation, struct text *out);

#endif
