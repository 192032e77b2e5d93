/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a learnt policy came to the probabilities by which it draws a move: those of the network, and what each
 * step at test time makes of them. An agent that plays by a policy fills it, from what its side knows alone.
 * */
#ifndef VEDETTE_POLICY_POLICY_STUDY_H
#define VEDETTE_POLICY_POLICY_STUDY_H

#include "game/board.h"

/* The network by itself, then the steps in the order in which they act. */
enum policy_stage {
    POLICY_NETWORK, POLICY_EAGERNESS, POLICY_MEMORY, POLICY_LOSSES, POLICY_THRESHOLD, POLICY_QUANTA,
    POLICY_THREATS, POLICY_BOUNDS, POLICY_SEARCH, POLICY_STAGES
};

/* By what names they are shown; those of the steps are the options of the agent rnad too. */
extern const char *const policy_stage_name[POLICY_STAGES];

struct policy_study {
    double chance;                   /* to win, by the network's value with eagerness and memory: (1 + v) / 2,
                                      * 0 .. 1 */
    bool on[POLICY_STAGES];          /* the step is switched on; the network always is */
    uint32_t worlds;                 /* each move of the search was tried in; 0: nothing was searched */
    int count;                       /* legal moves that may be answered, in the order of board_moves */
    int chosen;                      /* the one that was drawn */
    struct move move[MOVES_MAX];
    float probability[POLICY_STAGES][MOVES_MAX]; /* after each step; after one that is off as before it */
    double won[MOVES_MAX];           /* chance to win by the search, 0 .. 1; NAN: not tried */
};

/* What a step took away: how many moves have no probability after it that had one before, and how much they
 * had together, 0 .. 1. */
int policy_study_dropped(const struct policy_study *study, enum policy_stage stage, double *share);

/* How much probability a step moved between moves: half the sum of all changes, 0 .. 1. */
double policy_study_moved(const struct policy_study *study, enum policy_stage stage);

/* The numbers of the moves: those with the highest probability in the end first, then by that of the
 * network. */
void policy_study_order(const struct policy_study *study, int order[MOVES_MAX]);

#endif
