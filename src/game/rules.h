/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules that differ from table to table: repetition and draws. */
#ifndef VEDETTE_GAME_RULES_H
#define VEDETTE_GAME_RULES_H

#include <stdbool.h>
#include <stddef.h>

struct rules {
    const char *name;      /* a row of the table; "custom" where a number was changed */
    int two_squares;       /* own moves before this one that the two-squares rule counts; 0 = off */
    bool more_squares;     /* the more-squares rule (ISF 11) */
    int move_limit;        /* drawn after this many moves in all; 0 = never */
    int no_attack_limit;   /* drawn after this many moves without an attack; 0 = never */
    const char *purpose;   /* one line for help */
};

/* isf, deepnash, arts, redeca, free. */
extern const struct rules rules_table[];
extern const size_t rules_count;

/* The row called `name`, or NULL. */
const struct rules *rules_find(const char *name);

#endif
