/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The event of a game that changed the belief about one piece most: `guess explain` in one line. */
#ifndef VEDETTE_ANALYSIS_KEY_EVIDENCE_H
#define VEDETTE_ANALYSIS_KEY_EVIDENCE_H

#include "analysis/analysis.h"

/* The step with the largest change. */
struct key_evidence {
    uint32_t ply;                /* number of the event, from 1; STEP_NOTES; STEP_WHOLE_GAME */
    struct event event;          /* only for an event of the game */
    int rank;                    /* the rank whose probability changed most, */
    double before, after;        /* from this to that */
    bool direct;                 /* whether there is evidence about the piece itself; if not, other pieces
                                  * became known */
    enum evidence_kind kind;     /* if direct: of the evidence about the piece itself */
};

/* Returns how much a step changed the probabilities: half the sum of all ranks' absolute changes, 0 .. 1. */
double belief_step_size(const struct belief_step *step);

/* Returns how much a step changed the belief about the setup: the largest change of the probabilities of
 * known, near and new, 0 .. 1. It is 0 at the start or without an estimate. */
double belief_step_novelty_size(const struct belief_step *step);

/* Returns the factor by which an item of evidence raises the probability of a rank, relative to the average
 * of the ranks believed before. It is 1 if it does not raise it. */
double belief_step_favour(const struct belief_step *step, const struct evidence *evidence, int rank);

/* Returns the rank whose probability a step changed most. */
int belief_step_rank(const struct belief_step *step);

/* Finds the step that changed the belief about piece `number` most. False if no step changed it by more than
 * 0.01. */
bool key_evidence_find(const struct analysis *analysis, int number, struct key_evidence *largest);

/* Appends the evidence as text: "bomb 8 to 0 % by i7-i6". */
void key_evidence_add_text(const struct key_evidence *key, enum notation notation, struct text *out);

#endif
