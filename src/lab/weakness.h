/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts typical mistakes of a player in a finished game with all ranks known, whatever its result. */
#ifndef VEDETTE_LAB_WEAKNESS_H
#define VEDETTE_LAB_WEAKNESS_H

#include "game/record.h"
#include "worth/worth.h"

enum weakness {
    WEAK_STEPPED,      /* attacks of a known piece on an unknown one that had just stepped up to it */
    WEAK_STEPPED_LOST, /* those of them that lost the piece without a capture */
    WEAK_UNBELIEVED,   /* unknown pieces that had moved, captured by a known stronger piece beside them: the
                        * enemy did not believe a bluff */
    WEAK_SPY,          /* marshals lost to a spy that had never moved */
    WEAK_FLAG,         /* flags lost although the player was stronger at the end */
    WEAK_FLAG_FAR,     /* those where it was WEAKNESS_FAR times as strong */
    WEAK_FLAG_MINER,   /* those of WEAK_FLAG captured by a miner */
    WEAK_DRAWN,        /* games drawn although the player was WEAKNESS_FAR times as strong */
    WEAKNESSES
};

/* From this ratio of strength to the enemy's (worth.state) on a game should be won. */
#define WEAKNESS_FAR 1.5

/* The names of a weakness. */
struct weakness_row {
    const char *name;    /* "stepped-lost" */
    const char *heading; /* of a column, 7 letters at most */
    const char *meaning; /* shown to the user */
};
extern const struct weakness_row weakness_table[WEAKNESSES];

/* The counts; initially all zero. */
struct weaknesses {
    size_t count[WEAKNESSES];
    size_t drawn_by[REASONS]; /* the games of WEAK_DRAWN by reason */
};

/* Adds the mistakes of `side` in a game whose ranks are all known. STATUS_BAD if a move is illegal. */
enum status weaknesses_count(const struct record *record, enum side side, const struct worth_options *options,
                             struct weaknesses *weaknesses, struct error *error);

/* Adds `more` to `sum`. */
void weaknesses_add(struct weaknesses *sum, const struct weaknesses *more);

#endif
