/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of events: `fights` has one row for each attack, `armies` one for each side of a game. Both are
 * joined to the games by `game`. Private to src/archive. */
#ifndef VEDETTE_ARCHIVE_EVENT_TABLES_H
#define VEDETTE_ARCHIVE_EVENT_TABLES_H

#include "archive/database.h"

/* Append the statements that create the two tables. The columns are those of struct fight and struct
 * army_events, for `counts` one column each; what is not known is NULL, and moved_RANK is `moved` of a rank
 * that can move. */
void event_table_fights(struct text *sql);
void event_table_armies(struct text *sql);

/* The columns of `counts`. */
extern const char *const event_count_columns[ARMY_COUNTS];

/* Adds the events of a game that has none yet. Needs a transaction. */
enum status event_tables_add(struct archive *archive, int64_t game, const struct game_events *events,
                             struct error *error);

/* Removes the events of a game, if it has any. Needs a transaction. */
enum status event_tables_remove(struct archive *archive, int64_t game, struct error *error);

#endif
