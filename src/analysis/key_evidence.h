/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which event of a game told most about one piece: `guess explain` in one line. */
#ifndef VEDETTE_ANALYSIS_KEY_EVIDENCE_H
#define VEDETTE_ANALYSIS_KEY_EVIDENCE_H

#include "analysis/analysis.h"

struct key_evidence {
    uint32_t ply;                /* number of the event, from 1; STEP_NOTES; STEP_SEAT */
    struct event event;          /* not of evidence of the seat or notes */
    int rank;                    /* whose probability changed most, */
    double before, after;        /* from that to that */
    bool direct;                 /* the event told of the piece itself, by this kind of evidence; else of */
    enum evidence_kind kind;     /* others */
};

/* How far a step moved the probabilities: half the sum of all ranks' changes, 0 .. 1. */
double belief_step_size(const struct belief_step *step);

/* How far it moved what is believed of the side's setup: the largest change of known, near and new, 0 .. 1;
 * 0 at the start, and where the guesser tells nothing of it. */
double belief_step_novelty_size(const struct belief_step *step);

/* By how much an item of evidence favours a rank over what the piece was believed to be; 1: not at all. */
double belief_step_favour(const struct belief_step *step, const struct evidence *evidence, int rank);

/* The rank whose probability a step changed most. */
int belief_step_rank(const struct belief_step *step);

/* The step by which the belief about piece `number` changed most since the start; false where none moved it
 * by one percent. */
bool key_evidence_find(const struct analysis *analysis, int number, struct key_evidence *most);

/* Appends it in words: "6. i7-i6: B from 8 to 0 %". */
void key_evidence_text(const struct key_evidence *step, enum notation notation, struct text *out);

#endif
