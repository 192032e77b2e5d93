/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's notes about pieces, e.g. "this is the marshal", and their effect on a belief. */
#ifndef VEDETTE_ANALYSIS_NOTES_H
#define VEDETTE_ANALYSIS_NOTES_H

#include "belief/belief.h"
#include "game/record.h"

/* The ranks (bit r) that the user thinks possible for each piece, by its number; 0: no note. */
struct notes {
    uint16_t ranks[PIECES];
};

/* Copies the notes of a record, by piece number. */
void notes_from_record(struct notes *notes, const struct record *record);

/* A note that contradicts what is known. */
struct note_fault {
    uint8_t number, square; /* the piece, and its square */
    uint16_t ranks;
    uint8_t known;          /* the known rank of the piece; RANK_UNKNOWN: see `conflict` */
    struct normal_conflict conflict; /* what is known instead */
};
enum { NOTE_FAULTS = PIECES_A_SIDE };

/* Applies the notes about the side's pieces to a belief. A note that contradicts what is known is ignored and
 * added to `faults`. A note about a captured piece, or one that the known rank confirms, has no effect.
 * Returns the number of faults. */
int notes_apply(const struct notes *notes, struct belief *belief, struct note_fault faults[NOTE_FAULTS]);

/* Appends "your note e7=X,9 is ignored: …", without an end of line. */
void note_fault_write(const struct note_fault *fault, enum notation notation, struct text *out);

#endif
