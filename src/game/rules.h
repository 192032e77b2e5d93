/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules that players may agree on: repetition rules and limits for draws. */
#ifndef VEDETTE_GAME_RULES_H
#define VEDETTE_GAME_RULES_H

#include <stdbool.h>
#include <stddef.h>

struct rules {
    const char *name;      /* name of a row of rules_table; "custom" if a number was changed */
    int two_squares;       /* the two-squares rule counts this many earlier moves of the side to move; 0: no
                            * such rule */
    bool more_squares;     /* the more-squares rule (ISF rules, 11) */
    int move_limit;        /* a draw after this many moves of both sides; 0: no limit */
    int no_attack_limit;   /* a draw after this many moves without an attack; 0: no limit */
    const char *purpose;   /* a line for the help */
};

/* The rows: isf, deepnash, arts, redeca, free. */
extern const struct rules rules_table[];
extern const size_t rules_count;

/* Returns the row with this name, or NULL. */
const struct rules *rules_find(const char *name);

#endif
