/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's notes in a game, "I think that is the marshal", and what a belief makes of them. */
#ifndef VEDETTE_ANALYSIS_NOTES_H
#define VEDETTE_ANALYSIS_NOTES_H

#include "belief/belief.h"
#include "game/record.h"

/* Which ranks (bit r) the user thinks each piece may be, by number; 0: no note. */
struct notes {
    uint16_t ranks[PIECES];
};

/* Those of a record, to put down beside a position of its game. */
void notes_from_record(struct notes *notes, const struct record *record);

/* A note that a belief could not take. */
struct note_fault {
    uint8_t number, square; /* the piece, and where it stands */
    uint16_t ranks;
    uint8_t known;          /* the rank that the piece is known to have; RANK_UNKNOWN: the note contradicts */
    struct normal_conflict conflict; /* what is known otherwise */
};
enum { NOTE_FAULTS = PIECES_A_SIDE };

/* Lets a belief take the notes about its side's pieces. What is known is stronger: a note that it rules out
 * is ignored and told in `faults`, one about a piece that has left the board or whose rank has shown it
 * right is done with. Returns how many faults there are. */
int notes_apply(const struct notes *notes, struct belief *belief, struct note_fault faults[NOTE_FAULTS]);

/* Appends "your note e7=X,9 is ignored: …", without an end of line. */
void note_fault_text(const struct note_fault *fault, enum notation notation, struct text *out);

#endif
