/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The 300 positions that searches are measured on (Arts 2010, 6.1): 100 each of the opening, the middle and
 * the end of a game, as the side to move knows them, with what the guesser believed there. data/positions/
 * has them, doc/positions.md tells how they were made. */
#ifndef VEDETTE_LAB_ARTS_POSITIONS_H
#define VEDETTE_LAB_ARTS_POSITIONS_H

#include "base/text.h"
#include "belief/belief.h"
#include "game/position.h"
#include "lab/position_list.h"

enum arts_phase { ARTS_OPENING, ARTS_MIDDLE, ARTS_END, ARTS_PHASES };

/* The paper is silent on where a phase ends: ours go by the pieces on the board, both sides' together. */
struct arts_phase_row {
    int min, most;       /* pieces */
};
extern const struct arts_phase_row arts_phase_table[ARTS_PHASES];
extern const char *const arts_phase_names[ARTS_PHASES + 1]; /* "opening", "middle", "end", NULL */

enum {
    ARTS_POSITIONS_A_PHASE = 100,
    ARTS_BELIEF_UNITS = 1000,    /* a probability is stored in thousandths */
};

struct arts_position {
    char name[POSITION_NAME];    /* "opening-001" */
    enum arts_phase phase;
    struct view view;            /* of the side to move, rules isf, no ply played yet; its prior plies reach
                                  * as far back as the repetition rules look */
    struct position seen;        /* the same as a position, in which hidden ranks are '?' */
    /* Of the enemy's piece number n in row n % PIECES_A_SIDE: the probability of each rank, in whole
     * thousandths. A row adds up to one (all zero: no such piece), and the rows of hidden pieces to
     * view.board.unknown_count, exactly so in thousandths; a known rank has 1. */
    double belief[PIECES_A_SIDE][RANKS];
};

struct arts_positions {
    struct arts_position *items;
    size_t count, capacity;
};

/* Adds all 300, in the order opening, middle, end, as they come with the program. */
void arts_positions_standard(struct arts_positions *positions);

/* Adds those of one file's text (YAML, vedette-positions/1). All or nothing: STATUS_BAD with
 * FILE:LINE:COLUMN, what was found and what was expected. */
enum status arts_positions_parse(struct arts_positions *positions, const char *name, const char *bytes,
                                 size_t size, struct error *error);
void arts_positions_free(struct arts_positions *positions);

/* Writes the head of such a file; `comment` is one line. */
void arts_positions_write_head(enum arts_phase phase, const char *comment, struct text *out);

/* Writes one position as a file has it, all but its name, from a referee's truth: what the side to move may
 * not know is left out. `p` is the belief about its enemy, rounded as below. STATUS_BAD, nothing written,
 * where it cannot be. */
enum status arts_position_write(const struct position *position, double p[PIECES_A_SIDE][RANKS],
                                struct text *out);

/* The table of whole numbers of thousandths that is nearest to `p` (least squares) among those in which each
 * row that is not all zero adds up to 1000 and each rank's column to 1000 count[rank]; what is 0 stays 0.
 * STATUS_BAD where there is none. */
enum status arts_belief_round(double p[PIECES_A_SIDE][RANKS], const uint8_t count[RANKS],
                              int units[PIECES_A_SIDE][RANKS]);

#endif
