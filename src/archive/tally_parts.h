/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a tally: the SQL that all subjects share (tally.c), and lost pieces (captures.c). Private to
 * src/archive. */
#ifndef VEDETTE_ARCHIVE_TALLY_PARTS_H
#define VEDETTE_ARCHIVE_TALLY_PARTS_H

#include "archive/database.h"

/* Appends the condition, with its AND, on whose rows are counted. `side`: the owner's side in SQL. */
void tally_write_whose(const struct archive_tally *tally, const char *side, struct text *sql);

/* Appends the points of a side: 0 lost, 1 drawn, 2 won. */
void tally_write_points(const char *side, struct text *sql);

/* Returns how many bytes of a date are the period: 0 without periods. */
int tally_date_bytes(enum archive_tally_by by);

/* Counts lost pieces: archive_run_tally for TALLY_CAPTURES. */
enum status captures_count(struct archive *archive, const struct archive_tally *tally,
                           archive_tally_taker *take, void *context, struct error *error);

#endif
