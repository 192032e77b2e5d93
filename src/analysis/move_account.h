/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What one move did to its side's chance to win, split into skill and luck. Skill is the change that the side
 * could expect: the mean over the ranks that the attacked piece may have. Luck is what the rank that was met
 * gave beyond that mean. Both use only what the side knew at that moment. */
#ifndef VEDETTE_ANALYSIS_MOVE_ACCOUNT_H
#define VEDETTE_ANALYSIS_MOVE_ACCOUNT_H

#include "analysis/analysis.h"
#include "value/value.h"

/* The guesser's probability that an attacked piece is the flag counts by this factor in the mean: players
 * attack where the guess is too high. In 20,599 fights of people and programs it was 1.6 %, and 1.0 % were
 * flags. */
#define MOVE_ACCOUNT_FLAG 0.6

/* Chances to win of the side that moves, 0 .. 1. */
struct move_account {
    double before;   /* before the move */
    double expected; /* after it, the mean over the ranks that the attacked piece may have */
    double after;    /* after it, with the rank that was met */
    bool risked;     /* whether the move attacks a piece whose rank the side did not know */
    double met;      /* if so: the probability of the rank that was met */
};

/* Fills *account for a legal move of the side to move, which must be that of the analysis. `observer`: that
 * of the analysis, up to date. `met`: the rank of the attacked piece; RANK_UNKNOWN: the move attacks none.
 * `before`: the chance before the move. The analysis is unchanged afterwards. */
void move_account_make(struct move_account *account, struct analysis *analysis,
                       const struct observer *observer, struct move move, int met, double before,
                       const struct value_model *model, enum player_kind players);

#endif
