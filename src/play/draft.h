/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A position that is being put together: pieces on any squares, known, unknown, moved or not, what was
 * captured, whose turn it is. It is a free placement (doc/FILES.md) and sound at each moment: what would
 * contradict the pieces that a side of its variant has is refused. */
#ifndef VEDETTE_PLAY_DRAFT_H
#define VEDETTE_PLAY_DRAFT_H

#include "base/text.h"
#include "game/position.h"
#include "game/notation.h"

struct position_draft {
    struct placement placement;
};

/* An empty board of the standard variant, red to move. */
void draft_clear(struct position_draft *draft);

/* Changes the variant. STATUS_BAD with a sentence, and nothing changed, where it has not so many pieces of
 * a rank as are there. */
enum status draft_variant(struct position_draft *draft, const struct variant *variant, struct error *error);

/* What stands on the board of a position now; its history is not in it. */
void draft_take(struct position_draft *draft, const struct position *position);

/* Changes one thing: a cell (side SIDES empties the square), what was captured of a side. STATUS_BAD with a
 * sentence, and nothing changed, where it cannot be: a lake, more of a rank or more pieces than the variant
 * has, a flag or a bomb that has moved, more moved unknown pieces than ranks that move are left. */
enum status draft_put(struct position_draft *draft, int square, struct cell cell, struct error *error);
enum status draft_capture(struct position_draft *draft, enum side side, const uint8_t captured[RANKS],
                          struct error *error);

/* Changes which pieces of its variant a side began without. Errors as above. */
enum status draft_lack(struct position_draft *draft, enum side side, const uint8_t absent[RANKS],
                       struct error *error);

/* Puts the pieces of a side on its four rows, and nothing captured, in place of all it had: those of a
 * setup, or where `setup` is NULL unknown ones. Where nothing of the enemy is there yet the variant
 * becomes the setup's, if the draft's has not these pieces. STATUS_BAD where the enemy stands there, where
 * the setup is another variant's, and for unknown pieces that need not fill the rows: which squares they
 * stand on is not known. */
enum status draft_army(struct position_draft *draft, enum side side, const struct setup *setup,
                       struct error *error);

/* Counts as captured whatever a side without unknown pieces lacks of its army. STATUS_BAD with them, and
 * where the variant takes any army: the ranks cannot be known. */
enum status draft_capture_rest(struct position_draft *draft, enum side side, struct error *error);

/* Reads a cell: a rank's symbol, a rank's name or '?', before it maybe 'r' or 'b' for the side (else it is
 * `side`), behind it '*' or "moved", '!' or "known": "9", "b?*", "r5!", "?moved". '.' is empty, and '~' too.
 * STATUS_BAD says what was found. */
enum status draft_read_cell(const char *text, enum side side, enum notation notation, struct cell *cell,
                            struct error *error);

/* How many of a side's pieces (the most that its variant allows) are on the board with a rank, and
 * without, and captured; `absent` neither. */
struct draft_count {
    int known, unknown, captured, absent;
};
struct draft_count draft_count(const struct position_draft *draft, enum side side);

/* Appends what is still missing, or odd, a line each behind `before`: a side without a flag or without any
 * piece that could move, pieces that are neither on the board nor captured though unknown ones stand there.
 * Returns how many lines. */
int draft_missing(const struct position_draft *draft, const char *before, struct text *out);

/* Appends a line behind `before` where unknown pieces of a side stand on the board and others are in neither
 * place, so that nobody can tell which the unknown ones are; false where nothing is to be said. */
bool draft_list_absent(const struct position_draft *draft, enum side side, const char *before,
                       struct text *out);

#endif
