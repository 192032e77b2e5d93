/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The 300 positions for measuring searches (Arts 2010, 6.1): 100 each of the opening, the middle and the end
 * of a game, as the side to move knows them, with the guesser's belief. They are in data/positions/;
 * doc/positions.md describes how they were made. */
#ifndef VEDETTE_LAB_ARTS_POSITIONS_H
#define VEDETTE_LAB_ARTS_POSITIONS_H

#include "base/text.h"
#include "belief/belief.h"
#include "game/position.h"
#include "lab/position_list.h"

enum arts_phase { ARTS_OPENING, ARTS_MIDDLE, ARTS_END, ARTS_PHASES };

/* The paper does not define the phases. Ours are ranges of the number of pieces of both sides on the
 * board. */
struct arts_phase_row {
    int min, max;        /* number of pieces, inclusive */
};
extern const struct arts_phase_row arts_phase_table[ARTS_PHASES];
extern const char *const arts_phase_names[ARTS_PHASES + 1]; /* "opening", "middle", "end", NULL */

enum {
    ARTS_POSITIONS_A_PHASE = 100,
    ARTS_BELIEF_UNITS = 1000,    /* probabilities are stored in thousandths */
};

/* One position. */
struct arts_position {
    char name[POSITION_NAME];    /* "opening-001" */
    enum arts_phase phase;
    struct view view;            /* of the side to move, rules isf, no ply played yet; it has as many prior
                                  * plies as the repetition rules need */
    struct position seen;        /* the same position, with hidden ranks unknown */
    /* The probability of each rank, a multiple of 1/1000; row n % PIECES_A_SIDE is of the enemy's piece n. A
     * row adds up to 1 (all zero: no such piece), the rows of hidden pieces to view.board.unknown_count,
     * exactly in thousandths; a known rank has 1. */
    double belief[PIECES_A_SIDE][RANKS];
};

/* A list of positions; all zero: empty. */
struct arts_positions {
    struct arts_position *items;
    size_t count, capacity;
};

/* Appends all 300 embedded positions, in the order opening, middle, end. */
void arts_positions_standard(struct arts_positions *positions);

/* Appends the positions of one file (YAML, vedette-positions/1). If the file is invalid, appends none:
 * STATUS_BAD with FILE:LINE:COLUMN, what was found and what was expected. */
enum status arts_positions_parse(struct arts_positions *positions, const char *name, const char *bytes,
                                 size_t size, struct error *error);
void arts_positions_free(struct arts_positions *positions);

/* Appends the head of a positions file; `comment` is one line. */
void arts_positions_write_head(enum arts_phase phase, const char *comment, struct text *out);

/* Appends one position in the file's format, without its name. `position` has all true ranks; those that the
 * side to move does not know are hidden. `p`: the belief about its enemy, rounded by arts_belief_round.
 * STATUS_BAD, with nothing appended, if the rounding fails. */
enum status arts_position_write(const struct position *position, double p[PIECES_A_SIDE][RANKS],
                                struct text *out);

/* Finds the table in whole thousandths that is nearest to `p` (least squares). Each row that is not all zero
 * must add up to 1000, and each rank's column to 1000 x count[rank]; zeros stay zero. STATUS_BAD if there is
 * none. */
enum status arts_belief_round(double p[PIECES_A_SIDE][RANKS], const uint8_t count[RANKS],
                              int units[PIECES_A_SIDE][RANKS]);

#endif
