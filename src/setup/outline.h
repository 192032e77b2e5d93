/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The outline of a setup: its shape in four steps from coarse to fine. Where the flag stands, how many bombs
 * are beside it, and in which areas marshal and general stand. The first steps alone stand for all setups
 * that begin so. A setup and its mirror image have one outline, seen with the flag on the files a to e. */
#ifndef VEDETTE_SETUP_OUTLINE_H
#define VEDETTE_SETUP_OUTLINE_H

#include "base/text.h"
#include "game/notation.h"
#include "setup/place.h"

enum outline_step { OUTLINE_FLAG, OUTLINE_BOMBS, OUTLINE_MARSHAL, OUTLINE_GENERAL, OUTLINE_STEPS };

enum {
    OUTLINE_FLAGS = 20,      /* the flag's place: 5 times its row (0: front), plus its file */
    OUTLINE_BOMB_KINDS = 10, /* twice the bombs beside the flag, plus one if they close it
                              * (setup_flag_sides) */
    OUTLINE_NO_PIECE = 12,   /* an area: 3 times the row, plus the lane (0 left .. 2 right); or this */
    OUTLINE_AREAS,
    OUTLINE_REST = OUTLINE_FLAGS, /* in a table: all values of the step that are too rare for a row */
    OUTLINE_CELLS = OUTLINE_FLAGS * OUTLINE_BOMB_KINDS * OUTLINE_AREAS * OUTLINE_AREAS,
    OUTLINE_SETUPS_MIN = 6,  /* setups of a row of a table: they are from three games or more */
    OUTLINES_MAX = 2048,     /* rows of a table */
    OUTLINE_WORD = 24        /* bytes of a value as a word */
};

/* The value of each step. Of a row of a table the last steps may be OUTLINE_REST. */
struct outline {
    uint8_t value[OUTLINE_STEPS];
};

/* How many setups have an outline, and how they went for their owners; setups without a result count in
 * neither. */
struct outline_count {
    struct outline outline;
    uint32_t setups, won, drawn; /* the others were lost */
};

/* Rows in rising order of their values; setups too rare for a row may be missing. */
struct outline_table {
    uint32_t count;
    struct outline_count row[OUTLINES_MAX];
};

/* Sums over setups, before rare outlines are joined. Start with all zero. */
struct outline_cell {
    uint32_t setups, won, drawn;
};
struct outline_counts {
    struct outline_cell cell[OUTLINE_CELLS];
};

/* Returns the outline of a setup. `mirrored` (may be NULL) gets whether the setup itself has the flag on the
 * files f to j. */
struct outline setup_outline(const struct setup *setup, bool *mirrored);

/* Returns the number of values of a step. */
int outline_values(int step);

/* Adds setups with an outline and their results. */
void outline_counts_add(struct outline_counts *counts, struct outline outline, uint32_t setups, uint32_t won,
                        uint32_t drawn);

/* Returns the sums of all setups that have the first `steps` values of `outline`. */
struct outline_cell outline_counts_sum(const struct outline_counts *counts, struct outline outline,
                                       int steps);

/* Sums the same setups by the value of the next step, `steps` (below OUTLINE_STEPS); sums[OUTLINE_REST] is
 * empty. */
void outline_counts_sum_next(const struct outline_counts *counts, struct outline outline, int steps,
                             struct outline_cell sums[OUTLINE_REST + 1]);

/* Makes a table in which each row has at least `min` setups: outlines with fewer are joined to one row for
 * the rest of their last step, if need be of earlier steps too; what is still too rare is left out. If there
 * would be more than OUTLINES_MAX rows, `min` is doubled until they fit. */
void outline_table_make(const struct outline_counts *counts, uint32_t min, struct outline_table *table);

/* The same of a table. Returns the sums of all rows that have the first `steps` values of `outline`. */
struct outline_cell outline_sum(const struct outline_table *table, struct outline outline, int steps);

/* Sums the same rows by the value of the next step, `steps` (below OUTLINE_STEPS). sums[OUTLINE_REST] is that
 * of the rest. */
void outline_sum_next(const struct outline_table *table, struct outline outline, int steps,
                      struct outline_cell sums[OUTLINE_REST + 1]);

/* Lists the values of which one of two such sums has setups: those with most in `first` first, then in
 * `second`; the rest last. Returns their number. */
int outline_order(const struct outline_cell first[OUTLINE_REST + 1],
                  const struct outline_cell second[OUTLINE_REST + 1], int order[OUTLINE_REST + 1]);

/* Writes a value of a step as one word: "b1", "3-closed", "back-left", "none" without such a piece, "others"
 * for the rest. Returns `text`. */
char *outline_word(int step, int value, enum notation notation, char text[OUTLINE_WORD]);

/* Reads such a word, but not "others"; a flag's square may be on the files f to j too. Returns -1 if it is no
 * value of the step. */
int outline_read_word(int step, const char *word, enum notation notation);

/* Appends the first `steps` steps in words: "flag b1, 3 bombs beside it, closed; marshal back left". */
void outline_describe(struct outline outline, int steps, enum notation notation, struct text *out);

#endif
