/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions with all ranks known and only one right move (lab/solver.h), to test whether a search finds it.
 * They are in data/tactics/; doc/positions.md describes how they were found. */
#ifndef VEDETTE_LAB_TACTICS_H
#define VEDETTE_LAB_TACTICS_H

#include "base/text.h"
#include "game/view.h"
#include "lab/position_list.h"

#include <stdatomic.h>

/* The theme of a tactic: the first of these that applies. */
enum tactic_theme {
    TACTIC_REPETITION, /* without the repetition rules the move would not be right */
    TACTIC_SPY,        /* in the best line the mover's spy captures the marshal */
    TACTIC_SCOUT,      /* in the best line a scout of the mover attacks from afar */
    TACTIC_MINER,      /* in the best line a miner of the mover captures a bomb */
    TACTIC_FLAG,       /* in the best line the mover captures the flag */
    TACTIC_FORK,       /* the move is quiet and threatens two or more pieces */
    TACTIC_CAPTURE,    /* the move is an attack */
    TACTIC_QUIET,      /* any other */
    TACTIC_THEMES
};

enum {
    TACTICS_A_THEME = 12,      /* number of embedded tactics of each theme */
    TACTICS_A_RARE_THEME = 6,  /* and of the rare themes repetition and spy */
};

/* "repetition", "spy", …; NULL-ended. */
extern const char *const tactic_theme_names[TACTIC_THEMES + 1];

/* One tactic. */
struct tactic {
    char name[POSITION_NAME];  /* "fork-01" */
    enum tactic_theme theme;
    int plies;                 /* a search of this depth or more finds the move: 3 .. 5 */
    struct move right;
    struct position position;  /* rules isf, with the prior plies that the repetition rules need */
    struct view view;          /* the same for the side to move: no rank is hidden */
};

/* A list of tactics; all zero: empty. */
struct tactics {
    struct tactic *items;
    size_t count, capacity;
};

/* Appends the embedded tactics. */
void tactics_standard(struct tactics *tactics);

/* Appends the tactics of one file (YAML, vedette-tactics/1). If the file is invalid, appends none:
 * STATUS_BAD with FILE:LINE:COLUMN. Does not check whether the moves are right (tactic_check). */
enum status tactics_parse(struct tactics *tactics, const char *name, const char *bytes, size_t size,
                          struct error *error);
void tactics_free(struct tactics *tactics);

/* Returns the theme of a right move. The board is unchanged afterwards. */
enum tactic_theme tactic_theme_of(struct board *board, struct move right);

/* Checks move, plies and theme of a tactic with the solver, up to `holds` plies (solver_solve). STATUS_NO,
 * with the difference, if they are not the same. */
enum status tactic_check(const struct tactic *tactic, int holds, const atomic_bool *stop,
                         struct error *error);

/* Appends the head of a file; `comment` is one line. */
void tactics_write_head(const char *comment, struct text *out);
/* Appends one tactic in the file's format. */
void tactic_write(const char *name, enum tactic_theme theme, int plies, struct move right,
                  const struct position *position, struct text *out);

#endif
