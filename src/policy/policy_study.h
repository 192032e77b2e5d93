/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Explains the probabilities by which an agent draws a move from a learnt policy: those of the network, and
 * those after each step at test time. The agent fills it in, from the knowledge of its side only. */
#ifndef VEDETTE_POLICY_POLICY_STUDY_H
#define VEDETTE_POLICY_POLICY_STUDY_H

#include "game/board.h"

/* The network by itself, then the steps in the order in which they act. */
enum policy_stage {
    POLICY_NETWORK, POLICY_EAGERNESS, POLICY_MEMORY, POLICY_LOSSES, POLICY_THRESHOLD, POLICY_QUANTA,
    POLICY_THREATS, POLICY_BOUNDS, POLICY_SEARCH, POLICY_STAGES
};

/* The names of the stages; the steps have the names of the options of the agent rnad. */
extern const char *const policy_stage_name[POLICY_STAGES];

struct policy_study {
    double chance;                   /* chance to win: (1 + v) / 2 of the network's value v with eagerness and
                                      * memory, 0 .. 1 */
    bool on[POLICY_STAGES];          /* the step is switched on; the network always is */
    uint32_t worlds;                 /* min worlds in which each searched move was played; 0: no search */
    int count;                       /* number of allowed moves, in the order of board_moves */
    int chosen;                      /* index of the move that was drawn */
    struct move move[MOVES_MAX];
    float probability[POLICY_STAGES][MOVES_MAX]; /* after each stage; after one that is off as before it */
    double won[MOVES_MAX];           /* chance to win by the search, 0 .. 1; NAN: not tried */
};

/* Returns how many moves lost all their probability in a stage. `share` gets their probability before the
 * stage, 0 .. 1. */
int policy_study_dropped(const struct policy_study *study, enum policy_stage stage, double *share);

/* Returns how much probability a stage moved between moves: half the sum of all changes, 0 .. 1. */
double policy_study_moved(const struct policy_study *study, enum policy_stage stage);

/* Sorts the indices of the moves: by the final probability, highest first, then by the network's. */
void policy_study_order(const struct policy_study *study, int order[MOVES_MAX]);

#endif
