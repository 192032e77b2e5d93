/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weaknesses of a player, counted in a game that is over, with every rank told: what it does wrong again and
 * again, whoever wins. */
#ifndef VEDETTE_LAB_WEAKNESS_H
#define VEDETTE_LAB_WEAKNESS_H

#include "game/record.h"
#include "worth/worth.h"

enum weakness {
    WEAK_STEPPED,      /* attacks of a known piece on an unknown one that had just stepped up to it, */
    WEAK_STEPPED_LOST, /* and those of them that lost the piece for nothing */
    WEAK_UNBELIEVED,   /* moved, unknown pieces that stood beside a known stronger one after the player's own
                        * move, and were taken by it: the enemy did not believe a bluff */
    WEAK_SPY,          /* the marshal, lost to a spy that had never moved */
    WEAK_FLAG,         /* the flag, lost while the player was the stronger one, */
    WEAK_FLAG_FAR,     /* by WEAKNESS_FAR times, */
    WEAK_FLAG_MINER,   /* and of all of those to a miner */
    WEAK_DRAWN,        /* games drawn by who was stronger by WEAKNESS_FAR times */
    WEAKNESSES
};

/* A won game: so many times as strong as the enemy (worth.state). */
#define WEAKNESS_FAR 1.5

struct weakness_row {
    const char *name;    /* "stepped-lost" */
    const char *heading; /* of a column of at most 7 letters */
    const char *meaning; /* for people */
};
extern const struct weakness_row weakness_table[WEAKNESSES];

struct weaknesses {
    size_t count[WEAKNESSES];
    size_t drawn_by[REASONS]; /* those of WEAK_DRAWN */
};

/* Adds what `side` did in a game whose ranks are all told. STATUS_BAD where a move cannot be played. */
enum status weaknesses_count(const struct record *record, enum side side, const struct worth_options *options,
                             struct weaknesses *weaknesses, struct error *error);

void weaknesses_add(struct weaknesses *sum, const struct weaknesses *more);

#endif
