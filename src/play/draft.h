/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A position under construction: pieces on any squares (known, unknown, moved or not), the captured
 * pieces, the side to move. It is a free placement (doc/FILES.md) and always valid: a change that
 * contradicts the armies of its variant is refused. */
#ifndef VEDETTE_PLAY_DRAFT_H
#define VEDETTE_PLAY_DRAFT_H

#include "base/text.h"
#include "game/position.h"
#include "game/notation.h"

struct position_draft {
    struct placement placement;
};

/* Empties the board: standard variant, red to move. */
void draft_clear(struct position_draft *draft);

/* Changes the variant. STATUS_BAD, and no change: the variant has fewer pieces of a rank than the draft. */
enum status draft_variant(struct position_draft *draft, const struct variant *variant, struct error *error);

/* Copies the pieces of a position, without its history. */
void draft_from_position(struct position_draft *draft, const struct position *position);

/* Changes the cell of a square (side SIDES: empties it). STATUS_BAD, and no change, if the square is a lake,
 * the variant has fewer pieces in all or of that rank, a flag or bomb has moved, or fewer movable ranks
 * remain than there are moved unknown pieces. */
enum status draft_put(struct position_draft *draft, int square, struct cell cell, struct error *error);
/* Changes all captured pieces of a side. STATUS_BAD, and no change: more pieces or more of a rank than the
 * variant has. */
enum status draft_set_captured(struct position_draft *draft, enum side side, const uint8_t captured[RANKS],
                               struct error *error);

/* Sets which pieces of its variant a side began without. STATUS_BAD, and no change, if these with those on
 * the board and the captured ones are more pieces, in all or of a rank, than the variant has. */
enum status draft_set_absent(struct position_draft *draft, enum side side, const uint8_t absent[RANKS],
                             struct error *error);

/* Replaces all pieces of a side by those of a setup on its four rows, or by unknown ones if `setup` is NULL.
 * Nothing is captured. If the enemy has no pieces yet, the variant changes to the setup's if necessary.
 * STATUS_BAD if an enemy piece is in the way, or the setup belongs to another variant. Also if the pieces are
 * unknown and need not fill the rows in this variant, so that their squares are not known. */
enum status draft_place_army(struct position_draft *draft, enum side side, const struct setup *setup,
                             struct error *error);

/* Sets the captured pieces of a side to all that are missing from the board. STATUS_BAD if the side has
 * unknown pieces, or the variant allows any army. */
enum status draft_capture_rest(struct position_draft *draft, enum side side, struct error *error);

/* Reads a cell: "9", "b?*", "r5!", "?moved". It has optionally 'r' or 'b' for the side (default `side`), then
 * a rank's symbol or name or '?', then '*' or "moved", '!' or "known". '.' and '~' are empty cells.
 * STATUS_BAD: the error says what was found. */
enum status draft_read_cell(const char *text, enum side side, enum notation notation, struct cell *cell,
                            struct error *error);

/* The numbers of a side's pieces: on the board with a rank and without, captured, and missing: those of its
 * variant that are neither, and that it did not begin without. */
struct draft_count {
    int known, unknown, captured, missing;
    int secret;        /* on the board with a rank that the enemy does not know */
    int flags, movers; /* on the board that are, or may be, the flag; that may move */
};

/* Counts a side's pieces. */
struct draft_count draft_count(const struct position_draft *draft, enum side side);

/* Appends a line, beginning with `before`, for each fault, and returns their number. Faults of a side are: it
 * has no piece, no flag or no movable piece; it has unknown pieces and missing ones, so that the ranks of the
 * unknown ones are ambiguous; it has unknown pieces and ranks that the enemy does not know, so that neither
 * side can be the one that sees the position. */
int draft_list_faults(const struct position_draft *draft, const char *before, struct text *out);

/* Appends one line, beginning with `before`, if a side has unknown pieces on the board and also pieces that
 * are neither there nor captured: the ranks of the unknown ones are then ambiguous. False if it appends
 * none. */
bool draft_list_absent(const struct position_draft *draft, enum side side, const char *before,
                       struct text *out);

#endif
