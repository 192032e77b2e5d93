/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions with all ranks known in which one move alone is right (lab/solver.h), to see whether a search
 * finds it. data/tactics/ has them, doc/positions.md tells how they were found. */
#ifndef VEDETTE_LAB_TACTICS_H
#define VEDETTE_LAB_TACTICS_H

#include "base/text.h"
#include "game/view.h"
#include "lab/position_list.h"

#include <stdatomic.h>

/* What a tactic turns on: the first of these that holds. */
enum tactic_theme {
    TACTIC_REPETITION, /* without the repetition rules the move would not be right */
    TACTIC_SPY,        /* in the best line the mover's spy takes the marshal, */
    TACTIC_SCOUT,      /* a scout of the mover attacks from afar, */
    TACTIC_MINER,      /* one of its miners takes a bomb, */
    TACTIC_FLAG,       /* or the flag is taken */
    TACTIC_FORK,       /* the move is quiet and threatens two pieces at least */
    TACTIC_CAPTURE,    /* the move is an attack */
    TACTIC_QUIET,      /* any other */
    TACTIC_THEMES
};

enum {
    TACTICS_A_THEME = 12,      /* as many come with the program of each theme; */
    TACTICS_A_RARE_THEME = 6,  /* of repetition and spy, which are rare */
};

/* "repetition", "spy", …; NULL-ended. */
extern const char *const tactic_theme_names[TACTIC_THEMES + 1];

struct tactic {
    char name[POSITION_NAME];  /* "fork-01" */
    enum tactic_theme theme;
    int plies;                 /* a search of so many plies and any more finds the move: 3 .. 5 */
    struct move right;
    struct position position;  /* rules isf, prior plies as far back as the repetition rules look */
    struct view view;          /* the same for the side to move: no rank is hidden */
};

struct tactics {
    struct tactic *items;
    size_t count, capacity;
};

/* Adds those that come with the program. */
void tactics_standard(struct tactics *tactics);

/* Adds those of one file (YAML, vedette-tactics/1). All or nothing: STATUS_BAD with FILE:LINE:COLUMN. It is
 * not asked whether the moves are right. */
enum status tactics_parse(struct tactics *tactics, const char *name, const char *bytes, size_t size,
                          struct error *error);
void tactics_free(struct tactics *tactics);

/* What a right move turns on. The board is left as it was. */
enum tactic_theme tactic_theme_of(struct board *board, struct move right);

/* Whether the solver says the same, up to `holds` plies (solver_solve): STATUS_NO and what differs, if
 * not. */
enum status tactic_check(const struct tactic *tactic, int holds, const atomic_bool *stop,
                         struct error *error);

/* Writes the head of a file; `comment` is one line. And one position, all ranks known, as a file has it. */
void tactics_write_head(const char *comment, struct text *out);
void tactic_write(const char *name, enum tactic_theme theme, int plies, struct move right,
                  const struct position *position, struct text *out);

#endif
