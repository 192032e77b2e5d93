/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The database of the archive: wraps SQLite's statements and errors. Private to src/archive. */
#ifndef VEDETTE_ARCHIVE_DATABASE_H
#define VEDETTE_ARCHIVE_DATABASE_H

#include "archive/archive.h"
#include "archive/events.h"

#include <sqlite3.h>
#include <sys/types.h>

enum {
    ARCHIVE_VERSION = 5,               /* version of the schema; raise it with each change */
    ARCHIVE_APPLICATION = 0x56656474,  /* "Vedt": SQLite's application_id of an archive */
};

struct archive {
    struct archive_terms terms;
    sqlite3 *database;
    sqlite3_stmt *add, *seen, *see;    /* prepared statements that are reused; NULL: not prepared yet */
    sqlite3_stmt *add_fight, *add_army;
    bool in_batch, damaged;            /* between archive_begin and archive_end; damage was found */
    bool is_closed;                    /* the last archive_update_from_folder could not list the folder */
    bool busy;                         /* the last failure was that another program is writing */
    bool gave_up;                      /* waiting for another program has failed: do not wait again */
    bool notified;                     /* terms.waiting was called during this wait */
    double since;                      /* clock_now() at the start of this wait */
    dev_t device;                      /* identity of the open file */
    ino_t node;
    char damage[128];                  /* description of the damage, for the notes */
};

/* Why a file cannot be used as the archive: damaged, not an archive, or of an older version. */
enum database_fault { DATABASE_SOUND, DATABASE_DAMAGED, DATABASE_FOREIGN, DATABASE_OLD };

/* Opens the file at `path`, and creates the tables in a new one. STATUS_BAD and *fault if the file must be
 * replaced. STATUS_FAILED if the system failed or the version is newer; the archive is then closed. */
enum status database_open(struct archive *archive, const char *path, enum database_fault *fault,
                          struct error *error);
void database_close(struct archive *archive);

/* Configures an open connection: how it waits for other programs, limits, protection against hostile files,
 * and the SQL functions opening(first, plies) and opening_family(first, plies). */
void database_configure(struct archive *archive);

/* Waits a moment for another program. `tries`: number of earlier calls in this wait. False if
 * terms.patience is over or a stop was requested. */
bool database_wait(struct archive *archive, int tries);

/* Sets whether the stop flag interrupts running statements. */
void database_set_stoppable(struct archive *archive, bool stoppable);

/* Adds a checked game with its bytes and its events: archive_add without the checks. */
enum status database_add(struct archive *archive, const struct archive_game *game,
                         const struct game_events *events, enum archive_change *change, struct error *error);

/* Checks that a game is valid and finished; statuses as archive_add. Collects its events from the same
 * replay; `events` must be all zero and is freed with events_free, also after an error. */
enum status database_check_game(const struct archive_game *game, struct game_events *events,
                                struct error *error);

/* Replaces the file at the archive's path by a new database with all games that can be read from the old one,
 * and opens it. STATUS_FAILED if that fails; the old file then remains and the archive is closed. */
enum status database_replace(struct archive *archive, enum database_fault fault, struct text *notes,
                             struct error *error);

/* Prepares a statement, to be freed with sqlite3_finalize. NULL and an error if that fails. */
sqlite3_stmt *database_prepare(struct archive *archive, const char *sql, struct error *error);

/* Prepares a statement into *kept on the first call; later calls reset it and clear its bindings. */
enum status database_reuse(struct archive *archive, sqlite3_stmt **kept, const char *sql,
                           struct error *error);

/* Executes one step; *row (unless NULL) gets whether there is a row. */
enum status database_step(struct archive *archive, sqlite3_stmt *statement, bool *row, struct error *error);

/* Runs a statement whose rows, if any, are not needed. */
enum status database_run(struct archive *archive, const char *sql, struct error *error);

/* Runs a statement and reads one number. The number is 0 if there is no row. */
enum status database_number(struct archive *archive, const char *sql, int64_t *number, struct error *error);

/* Binds a text to a parameter (from 1). The text is not copied. */
void database_bind(sqlite3_stmt *statement, int index, const char *text);

/* Binds the values of a query to its parameters. */
void database_bind_query(sqlite3_stmt *statement, const struct query *query);

/* Prepares a statement and binds a query's values to its first parameters. The next one gets `name` if it is
 * not NULL. Neither text is copied. NULL and an error if that fails. */
sqlite3_stmt *database_prepare_query(struct archive *archive, const char *sql, const struct query *query,
                                     const char *name, struct error *error);

/* Returns the number in a column (from 0) of the current row; 0 if it is negative. */
size_t database_count(sqlite3_stmt *statement, int column);

/* Returns the text of a column (from 0); never NULL. */
const char *database_text(sqlite3_stmt *statement, int column);

/* The columns of the table of games, without `id`, in their order. `bytes`, which may be large, is last. */
enum game_column {
    COLUMN_KEY, COLUMN_ENDING, COLUMN_PATH, COLUMN_SOURCE, COLUMN_DATE, COLUMN_PROGRAM,
    COLUMN_RED, COLUMN_BLUE, COLUMN_RED_AGENT, COLUMN_BLUE_AGENT, COLUMN_RED_LEVEL, COLUMN_BLUE_LEVEL,
    COLUMN_OPPONENT, COLUMN_PERSON, COLUMN_OUTCOME, COLUMN_WINNER, COLUMN_REASON, COLUMN_PLIES,
    COLUMN_VARIANT, COLUMN_RULES, COLUMN_SEATING, COLUMN_PRACTICE, COLUMN_COUNTS,
    COLUMN_RED_SETUP, COLUMN_BLUE_SETUP, COLUMN_RED_NORMAL, COLUMN_BLUE_NORMAL,
    COLUMN_RED_FRONT, COLUMN_BLUE_FRONT, COLUMN_FIRST, COLUMN_BYTES,
    GAME_COLUMNS
};
extern const char *const game_column_names[GAME_COLUMNS];

/* Appends the names of the first `count` columns, separated by commas. */
void database_columns(int count, struct text *sql);

#endif
