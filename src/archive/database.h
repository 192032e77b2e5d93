/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The database below the archive: SQLite's statements and errors in this program's terms. For this room
 * alone. */
#ifndef VEDETTE_ARCHIVE_DATABASE_H
#define VEDETTE_ARCHIVE_DATABASE_H

#include "archive/archive.h"

#include <sqlite3.h>
#include <sys/types.h>

enum {
    ARCHIVE_VERSION = 2,               /* of the schema: a change of it is a higher number */
    ARCHIVE_APPLICATION = 0x56656474,  /* "Vedt": whose database it is */
};

struct archive {
    struct archive_terms terms;
    sqlite3 *database;
    sqlite3_stmt *add, *seen, *see;    /* statements that are used again and again; NULL: not yet */
    bool in_batch, damaged;
    bool is_closed;                    /* the folder that is followed could not be listed the last time */
    bool busy;                         /* another program was writing when a call failed last, */
    bool gave_up;                      /* and was waited for in vain: nobody waits for it once more */
    bool notified;                         /* terms.waiting was called in this wait */
    double since;                      /* clock_now() when this wait began */
    dev_t device;                      /* of the file that is open, */
    ino_t node;
    char damage[128];                  /* and what is wrong with it */
};

/* Why a database is not used as it is. */
enum database_fault { DATABASE_SOUND, DATABASE_DAMAGED, DATABASE_FOREIGN, DATABASE_OLD };

/* Opens the file at `path`, and makes the tables where it is new. STATUS_BAD, and `fault`, where another is
 * to take its place; STATUS_FAILED where the machine failed or the version is a newer one. The archive is
 * closed then. */
enum status database_open(struct archive *archive, const char *path, enum database_fault *fault,
                          struct error *error);
void database_close(struct archive *archive);

/* Sets up a connection that was opened: waits for others, limits, what a hostile file may not do; and the SQL
 * function opening(first, plies), which is summary_opening. */
void database_settle(struct archive *archive);

/* Waits a moment for another program; `tries` is how often that was done in this wait. False where the
 * patience is at its end, or a stop was asked for. */
bool database_wait(struct archive *archive, int tries);

/* Lets a stop end the statements that come, long ones too, or not. */
void database_heed_stop(struct archive *archive, bool heed);

/* Adds a game that was checked, and whose bytes are there: archive_add without its checks. */
enum status database_add(struct archive *archive, const struct archive_game *game,
                         enum archive_answer *answer, struct error *error);

/* What archive_add says of a game that is no sound and finished one. */
enum status database_check_game(const struct archive_game *game, struct error *error);

/* Puts a new database in the place of the file at the archive's path, with the games that can be read of it,
 * and opens that. STATUS_FAILED where it cannot be: the old one stays then, and the archive is closed. */
enum status database_replace(struct archive *archive, enum database_fault fault, struct text *notes,
                             struct error *error);

/* Prepares a statement; NULL and an error where that fails. sqlite3_finalize frees it. */
sqlite3_stmt *database_prepare(struct archive *archive, const char *sql, struct error *error);

/* The same into *kept, where none is there yet: it is then reset and bound to nothing. */
enum status database_reuse(struct archive *archive, sqlite3_stmt **kept, const char *sql,
                           struct error *error);

/* Takes a step; `row` (may be NULL) tells whether there is one more row. */
enum status database_step(struct archive *archive, sqlite3_stmt *statement, bool *row, struct error *error);

/* Runs a statement that has no rows, or whose rows nobody wants. */
enum status database_run(struct archive *archive, const char *sql, struct error *error);

/* Reads the one number that a statement gives; 0 where it gives no row. */
enum status database_number(struct archive *archive, const char *sql, int64_t *number, struct error *error);

/* Fills `error` from what SQLite said last, and notes where that is damage. STATUS_FAILED, or STATUS_NO where
 * it was stopped. */
enum status database_failed(struct archive *archive, struct error *error);

/* Binds a text, not copied, to a parameter from 1. */
void database_bind(sqlite3_stmt *statement, int index, const char *text);

/* Binds the values of a query to its parameters. */
void database_bind_query(sqlite3_stmt *statement, const struct query *query);

/* The text of a column, from 0; never NULL. */
const char *database_text(sqlite3_stmt *statement, int column);

/* The columns of the table of games but `id`, in their order: `bytes`, which may be large, is the last. */
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

/* Appends the columns' names with a comma between each, as many as `count` from the first. */
void database_columns(int count, struct text *sql);

#endif
