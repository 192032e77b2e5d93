/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What came of a move in the worlds of its rollouts that sets it apart from another move. */
#ifndef VEDETTE_ANALYSIS_WORLD_REASON_H
#define VEDETTE_ANALYSIS_WORLD_REASON_H

#include "base/text.h"
#include "game/notation.h"
#include "rollout/study.h"

/* Appends which piece the move wins more often than the other move, or loses less often: " It wins the major
 * on e5 in 6 of 10 worlds.", or without `figures` " It wins the major on e5 more often than b4-b5."; the
 * square is that before the move. `move`, `other`: indices in the study; other < 0: there is none. `named`:
 * the move's name in place of "It". Returns false, with nothing appended, if no piece differs by two standard
 * errors. */
bool world_reason_add(const struct rollout_study *study, int move, int other, bool figures, bool named,
                  enum notation notation, struct text *out);

#endif
