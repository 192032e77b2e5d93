/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evidence by which a belief changes, as shown to users: its kinds, and a list to which a belief appends
 * an item for each change of a piece's weights. */
#ifndef VEDETTE_BELIEF_EVIDENCE_H
#define VEDETTE_BELIEF_EVIDENCE_H

#include "belief/habits.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct belief;

enum evidence_kind {
    EVIDENCE_FACT,        /* it moved, was revealed, or no other rank remains */
    EVIDENCE_NEIGHBOUR,   /* a piece that began next to it became known */
    EVIDENCE_OPPORTUNITY, /* it could have taken a known piece and did not */
    EVIDENCE_BEHAVIOUR,   /* it moved towards or away from known pieces */
    EVIDENCE_MOVED,       /* the learnt likelihood of the move it made */
    EVIDENCE_STOOD_STILL, /* the learnt likelihood of the moves it did not make */
    EVIDENCE_SETUP,       /* what became known of the setup makes some ranks likelier there */
    EVIDENCE_KNOWN_SETUP, /* known setups have the rank there, by the probability that this is one */
    EVIDENCE_PLAYER,      /* the estimated kind of player changed, and so the weights of earlier evidence */
    EVIDENCE_HABIT,       /* first of the kinds for habits, one for each enum habit_kind */
    EVIDENCE_HABIT_LAST = EVIDENCE_HABIT + HABIT_KINDS - 1,
    EVIDENCE_CALIBRATION, /* how often guesses like this one were right */
    EVIDENCE_NOTE,        /* the user's own note */
    /* These are kinds of a seat (observer/seat_evidence.h), not of the guesser: */
    EVIDENCE_OPPONENT,    /* how the likely kinds of opponent move */
    EVIDENCE_APPROACH,    /* which known pieces it stepped up to, over the whole game */
    EVIDENCE_KINDS
};

/* Returns the kind's name: "fact", "neighbour", … */
const char *evidence_name(enum evidence_kind kind);
/* Returns a clause that explains the kind to the user. */
const char *evidence_text(enum evidence_kind kind);

/* One change of a piece's weights: each rank's weight was multiplied by its `factor`. Factors are relative:
 * one common to all ranks of the piece changes nothing. */
struct evidence {
    uint32_t ply;       /* 1 for the first event; 0: at the start */
    uint8_t row;
    uint8_t kind;
    float factor[RANKS];
};

/* Items in the order of their events. The caller frees `items`. */
struct evidence_list {
    struct evidence *items;
    size_t count, capacity;
};
/* Appends an item. */
void evidence_append(struct evidence_list *list, const struct evidence *item);

/* The part of a belief that records its evidence. */
struct evidence_recorder {
    struct evidence_list *list;            /* NULL: not recorded */
    float explained[PIECES_A_SIDE][RANKS]; /* sum of the logarithms recorded since evidence_restart */
};

/* Appends all further evidence to a list. */
void evidence_start_recording(struct evidence_recorder *recorder, struct evidence_list *list);

/* Stops recording: evidence that a copy of a belief finds then stays out of the list of the first belief. */
void evidence_stop_recording(struct evidence_recorder *recorder);

/* Returns whether evidence is appended to a list. */
static inline bool evidence_is_recorded(const struct evidence_recorder *recorder)
{
    return recorder->list != NULL;
}

/* Appends an item to the belief's list, if there is one. `log_factor`: natural logarithms by rank; NULL:
 * all 0. */
void evidence_add(struct belief *belief, int row, enum evidence_kind kind, const float *log_factor);

/* Returns the sums, by rank, of a row's logarithms recorded since evidence_restart. */
static inline const float *evidence_explained(const struct evidence_recorder *recorder, int row)
{
    return recorder->explained[row];
}

/* Sets the sums of evidence_explained to 0. */
void evidence_restart(struct evidence_recorder *recorder);

#endif
