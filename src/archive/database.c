/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "archive/database.h"

#include "archive/event_tables.h"
#include "base/clock.h"
#include "base/disk.h"
#include "base/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    OPERATIONS = 10000,        /* operations of a statement between two checks of the stop flag */
    LONGEST = 2 * FILE_LIMIT,  /* max bytes of a text or file; no game is longer */
};

const char *const game_column_names[GAME_COLUMNS] = {
    [COLUMN_KEY] = "key", [COLUMN_ENDING] = "ending", [COLUMN_PATH] = "path", [COLUMN_SOURCE] = "source",
    [COLUMN_DATE] = "date", [COLUMN_PROGRAM] = "program", [COLUMN_RED] = "red", [COLUMN_BLUE] = "blue",
    [COLUMN_RED_AGENT] = "red_agent", [COLUMN_BLUE_AGENT] = "blue_agent", [COLUMN_RED_LEVEL] = "red_level",
    [COLUMN_BLUE_LEVEL] = "blue_level", [COLUMN_OPPONENT] = "opponent", [COLUMN_PERSON] = "person",
    [COLUMN_OUTCOME] = "outcome", [COLUMN_WINNER] = "winner", [COLUMN_REASON] = "reason",
    [COLUMN_PLIES] = "plies", [COLUMN_VARIANT] = "variant", [COLUMN_RULES] = "rules",
    [COLUMN_SEATING] = "seating",
    [COLUMN_PRACTICE] = "practice", [COLUMN_COUNTS] = "counts", [COLUMN_RED_SETUP] = "red_setup",
    [COLUMN_BLUE_SETUP] = "blue_setup", [COLUMN_RED_NORMAL] = "red_normal",
    [COLUMN_BLUE_NORMAL] = "blue_normal", [COLUMN_RED_FRONT] = "red_front",
    [COLUMN_BLUE_FRONT] = "blue_front", [COLUMN_FIRST] = "first",
    [COLUMN_BYTES] = "bytes",
};

void database_columns(int count, struct text *sql)
{
    for (int i = 0; i < count; i++)
        text_printf(sql, "%s%s", i ? ", " : "", game_column_names[i]);
}

/* --- errors --- */

/* Sets the error from SQLite's last error and records damage. Returns STATUS_FAILED, or STATUS_NO if
 * stopped. */
static enum status report_failure(struct archive *archive, struct error *error)
{
    int code = sqlite3_extended_errcode(archive->database) & 0xff;
    const char *why = sqlite3_errmsg(archive->database);
    /* The file is damaged or has other tables or values than an archive, so that our statements fail. */
    if (code == SQLITE_CORRUPT || code == SQLITE_NOTADB || code == SQLITE_FORMAT || code == SQLITE_TOOBIG ||
        code == SQLITE_ERROR || code == SQLITE_MISMATCH) {
        archive->damaged = true;
        snprintf(archive->damage, sizeof archive->damage, "%s", why);
    }
    archive->busy = code == SQLITE_BUSY;
    if (code == SQLITE_INTERRUPT || (archive->busy && stop_requested(archive->terms.stop)))
        return error_set(error, STATUS_NO, "stopped");
    if (archive->busy)
        why = "another program is writing to it, and was not done in time; try again later";
    return error_set(error, STATUS_FAILED, "%s: %s", archive->terms.path, why);
}

/* --- statements --- */

sqlite3_stmt *database_prepare(struct archive *archive, const char *sql, struct error *error)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(archive->database, sql, -1, &statement, NULL) == SQLITE_OK)
        return statement;
    report_failure(archive, error);
    return NULL;
}

enum status database_reuse(struct archive *archive, sqlite3_stmt **kept, const char *sql, struct error *error)
{
    if (*kept) {
        sqlite3_reset(*kept);
        sqlite3_clear_bindings(*kept);
        return STATUS_OK;
    }
    *kept = database_prepare(archive, sql, error);
    return *kept ? STATUS_OK : STATUS_FAILED;
}

enum status database_step(struct archive *archive, sqlite3_stmt *statement, bool *row, struct error *error)
{
    int code = sqlite3_step(statement);
    if (row)
        *row = code == SQLITE_ROW;
    return code == SQLITE_ROW || code == SQLITE_DONE ? STATUS_OK : report_failure(archive, error);
}

enum status database_run(struct archive *archive, const char *sql, struct error *error)
{
    int code = sqlite3_exec(archive->database, sql, NULL, NULL, NULL);
    return code == SQLITE_OK ? STATUS_OK : report_failure(archive, error);
}

void database_bind(sqlite3_stmt *statement, int index, const char *text)
{
    sqlite3_bind_text(statement, index, text, -1, SQLITE_STATIC);
}

void database_bind_query(sqlite3_stmt *statement, const struct query *query)
{
    for (size_t i = 0; i < query->count; i++) {
        const struct query_value *value = &query->value[i];
        if (value->is_number)
            sqlite3_bind_int64(statement, (int)i + 1, value->number);
        else
            database_bind(statement, (int)i + 1, value->text);
    }
}

sqlite3_stmt *database_prepare_query(struct archive *archive, const char *sql, const struct query *query,
                                     const char *name, struct error *error)
{
    sqlite3_stmt *statement = database_prepare(archive, sql, error);
    if (!statement)
        return NULL;
    database_bind_query(statement, query);
    if (name)
        database_bind(statement, (int)query->count + 1, name);
    return statement;
}

size_t database_count(sqlite3_stmt *statement, int column)
{
    int64_t number = sqlite3_column_int64(statement, column);
    return number > 0 ? (size_t)number : 0;
}

const char *database_text(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return text ? text : "";
}

enum status database_number(struct archive *archive, const char *sql, int64_t *number, struct error *error)
{
    bool row = false;
    sqlite3_stmt *statement = database_prepare(archive, sql, error);
    enum status status = statement ? database_step(archive, statement, &row, error) : STATUS_FAILED;
    *number = row ? sqlite3_column_int64(statement, 0) : 0;
    sqlite3_finalize(statement);
    return status;
}

/* --- the tables --- */

/* The statements of the schema, in the form that SQLite stores them; a database with others is not valid. The
 * table `files` records which files of the followed folder were read, with size and time. */
enum { TABLE_GAMES, TABLE_FILES, INDEX_PATH, TABLE_FIGHTS, TABLE_ARMIES, TABLES };

/* Creates the tables and sets version and application_id. */
static enum status create_tables(struct archive *archive, struct text table[TABLES], struct error *error)
{
    char sql[120];
    enum status status = STATUS_OK;
    for (int i = 0; i < TABLES && !status; i++)
        status = database_run(archive, text_string(&table[i]), error);
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d", ARCHIVE_APPLICATION,
             ARCHIVE_VERSION);
    return status ? status : database_run(archive, sql, error);
}

/* Sets *same to whether the stored schema equals `table`. */
static enum status check_tables(struct archive *archive, struct text table[TABLES], bool *same,
                                struct error *error)
{
    size_t found = 0;
    bool row = true;
    sqlite3_stmt *statement = database_prepare(
        archive, "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid", error);
    enum status status = statement ? STATUS_OK : STATUS_FAILED;
    *same = true;
    while (!status && row && *same) {
        status = database_step(archive, statement, &row, error);
        if (!status && row) {
            *same = found < TABLES && strcmp(database_text(statement, 0), text_string(&table[found])) == 0;
            found++;
        }
    }
    sqlite3_finalize(statement);
    *same = *same && found == TABLES;
    return status;
}

/* Identifies the database by application, version and tables. *empty gets whether it is new; if it is not as
 * expected, *fault gets why. */
static enum status identify_database(struct archive *archive, struct text table[TABLES], bool *empty,
                                     enum database_fault *fault, struct error *error)
{
    int64_t application = 0, version = 0, things = 0; /* things: tables and indexes */
    bool same = false;
    enum status status = database_number(archive, "PRAGMA application_id", &application, error);
    if (!status)
        status = database_number(archive, "PRAGMA user_version", &version, error);
    if (!status)
        status = database_number(archive, "SELECT count(*) FROM sqlite_master", &things, error);
    if (status)
        return status;
    *empty = !application && !version && !things;
    if (*empty)
        return STATUS_OK;
    *fault = application != ARCHIVE_APPLICATION ? DATABASE_FOREIGN
             : version < ARCHIVE_VERSION        ? DATABASE_OLD
                                                : DATABASE_SOUND;
    if (*fault != DATABASE_SOUND)
        return error_set(error, STATUS_BAD, "%s: is no archive of this version", archive->terms.path);
    if (version > ARCHIVE_VERSION)
        return error_set(error, STATUS_FAILED, "%s: is of a newer Vedette", archive->terms.path);
    status = check_tables(archive, table, &same, error);
    if (status || same)
        return status;
    *fault = DATABASE_DAMAGED;
    snprintf(archive->damage, sizeof archive->damage, "its tables are others");
    return error_set(error, STATUS_BAD, "%s: its tables are others", archive->terms.path);
}

/* --- other programs, and a stop --- */

/* Waits for another program in short steps. A program that adds many games unlocks the archive only briefly,
 * and a stop must take effect at once. */
bool database_wait(struct archive *archive, int tries)
{
    static const struct timespec step = {.tv_nsec = 10000000}; /* 10 ms */
    double now = clock_now(), patience = archive->terms.patience;
    if (tries == 0) {
        archive->since = now;
        archive->notified = false;
    }
    if (patience == 0)
        patience = ARCHIVE_PATIENCE;
    if (stop_requested(archive->terms.stop) || archive->gave_up)
        return false;
    archive->gave_up = now - archive->since >= patience;
    if (archive->gave_up)
        return false;
    if (!archive->notified && archive->terms.waiting && now - archive->since >= 1) {
        archive->terms.waiting(archive->terms.progress_context);
        archive->notified = true;
    }
    nanosleep(&step, NULL);
    return true;
}

/* Decides whether SQLite waits when the database is busy; it is SQLite's busy handler. Returns 0 to give
 * up. */
static int busy_handler(void *context, int tries)
{
    return database_wait(context, tries);
}

/* Interrupts a statement if a stop was requested, by a result other than 0. It is SQLite's progress
 * handler. */
static int stop_handler(void *context)
{
    const struct archive *archive = context;
    return stop_requested(archive->terms.stop);
}

void database_set_stoppable(struct archive *archive, bool stoppable)
{
    sqlite3_progress_handler(archive->database, stoppable ? OPERATIONS : 0, stoppable ? stop_handler : NULL,
                             archive);
}

/* --- opening --- */

/* opening(first, plies), opening_family(first, plies): the functions of archive/summary.h for SQL. */
static void sql_opening(sqlite3_context *context, int count, sqlite3_value **value)
{
    char opening[FIRST_MOVES * FIRST_MOVE];
    const char *first = (const char *)sqlite3_value_text(value[0]);
    int plies = sqlite3_value_int(value[1]);
    bool family = sqlite3_user_data(context) != NULL;
    (void)count;
    (family ? summary_opening_family : summary_opening)(first ? first : "", plies, opening);
    sqlite3_result_text(context, opening, -1, SQLITE_TRANSIENT);
}

void database_configure(struct archive *archive)
{
    sqlite3 *database = archive->database;
    sqlite3_extended_result_codes(database, 1);
    sqlite3_busy_handler(database, busy_handler, archive);
    sqlite3_limit(database, SQLITE_LIMIT_LENGTH, LONGEST);
    /* The file may come from elsewhere: nothing in its schema is executed, and no SQL can damage the file. */
    sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
    sqlite3_db_config(database, SQLITE_DBCONFIG_ENABLE_VIEW, 0, NULL);
    const int kind = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
    sqlite3_create_function(database, "opening", 2, kind, NULL, sql_opening, NULL, NULL);
    sqlite3_create_function(database, "opening_family", 2, kind, archive, sql_opening, NULL, NULL);
}

/* Returns whether files in the folder can be locked. Tests another file than the database, because closing
 * the database file would release the program's locks on it. */
static bool has_locks(const char *folder)
{
    char path[PATH_MAX + 32];
    struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    snprintf(path, sizeof path, "%s/.vedette-lock-XXXXXX", folder);
    int file = mkostemp(path, O_CLOEXEC);
    if (file < 0)
        return true; /* not known: the usual case is assumed */
    bool has = fcntl(file, F_SETLK, &lock) == 0 ||
               (errno != ENOLCK && errno != ENOSYS && errno != EOPNOTSUPP && errno != EINVAL);
    close(file);
    unlink(path);
    return has;
}

/* Opens the database. On a file system without locks opens it in SQLite's mode without locks. */
static int open_with_locks(struct archive *archive, const char *path, const char *folder)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    int code = sqlite3_open_v2(path, &archive->database, flags, NULL);
    if (code != SQLITE_OK)
        return code;
    /* Reading takes a lock; if there are none, it fails as if another program had it. */
    int read_code = sqlite3_exec(archive->database, "PRAGMA schema_version", NULL, NULL, NULL) & 0xff;
    if ((read_code != SQLITE_BUSY && read_code != SQLITE_IOERR) || has_locks(folder))
        return SQLITE_OK;
    sqlite3_close(archive->database);
    return sqlite3_open_v2(path, &archive->database, flags, "unix-none");
}

/* Opens the database file, creates its folder and configures the connection. */
static enum status open_file(struct archive *archive, const char *path, struct error *error)
{
    char folder[PATH_MAX];
    struct stat about;
    struct error why = {0};
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    if (disk_folder(folder, &why) != STATUS_OK ||
        (stat(path, &about) == 0 && disk_check_regular(path, &why) != STATUS_OK))
        return error_set(error, STATUS_FAILED, "%s", why.text);
    int code = open_with_locks(archive, path, folder);
    if (code != SQLITE_OK)
        return report_failure(archive, error);
    database_configure(archive);
    enum status status = database_run(archive, "PRAGMA cell_size_check = 1", error); /* find damage early */
    if (stat(path, &about) == 0) {
        archive->device = about.st_dev;
        archive->node = about.st_ino;
    }
    return status;
}

/* Identifies the database in one transaction, which starts with the statement `begin`. A writing
 * transaction also creates the tables of a new database. */
static enum status identify_in_transaction(struct archive *archive, const char *begin,
                                           struct text table[TABLES],
                                           bool *empty, enum database_fault *fault, struct error *error)
{
    bool writes = strcmp(begin, "BEGIN") != 0;
    enum status status = database_run(archive, begin, error);
    if (!status)
        status = identify_database(archive, table, empty, fault, error);
    if (!status && writes && *empty)
        status = create_tables(archive, table, error);
    return status ? status : database_run(archive, "COMMIT", error);
}

enum status database_open(struct archive *archive, const char *path, enum database_fault *fault,
                          struct error *error)
{
    struct text table[TABLES] = {0};
    bool empty = false;
    *fault = DATABASE_SOUND;
    archive->damaged = false;
    /* The schema, as SQLite repeats it for the comparison. */
    struct text *games = &table[TABLE_GAMES];
    text_add(games, "CREATE TABLE games (id INTEGER PRIMARY KEY");
    for (int i = 0; i < GAME_COLUMNS; i++)
        text_printf(games, ", %s %s NOT NULL%s", game_column_names[i],
                    i == COLUMN_PLIES ? "INTEGER" : i == COLUMN_BYTES ? "BLOB" : "TEXT",
                    i == COLUMN_KEY ? " UNIQUE" : "");
    text_add(games, ")");
    text_add(&table[TABLE_FILES], "CREATE TABLE files (path TEXT PRIMARY KEY, size INTEGER NOT NULL, "
                                  "stamp INTEGER NOT NULL) WITHOUT ROWID");
    text_add(&table[INDEX_PATH], "CREATE INDEX games_path ON games (path)");
    event_table_fights(&table[TABLE_FIGHTS]);
    event_table_armies(&table[TABLE_ARMIES]);
    enum status status = open_file(archive, path, error);
    /* Try to read only at first: an archive that exists needs no lock for writing. */
    if (!status)
        status = identify_in_transaction(archive, "BEGIN", table, &empty, fault, error);
    /* If two programs create the archive at the same time, one creates the tables; the other checks again. */
    if (!status && empty)
        status = identify_in_transaction(archive, "BEGIN IMMEDIATE", table, &empty, fault, error);
    for (int i = 0; i < TABLES; i++)
        text_free(&table[i]);
    if (status && archive->damaged) {
        *fault = DATABASE_DAMAGED;
        status = STATUS_BAD;
    }
    if (status)
        database_close(archive);
    return status;
}

/* Closes the database and frees its statements. An unfinished batch is rolled back. */
void database_close(struct archive *archive)
{
    sqlite3_stmt **kept[] = {&archive->add, &archive->seen, &archive->see, &archive->add_fight,
                             &archive->add_army};
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++) {
        sqlite3_finalize(*kept[i]);
        *kept[i] = NULL;
    }
    sqlite3_close(archive->database); /* rolls back an open transaction */
    archive->database = NULL;
    archive->in_batch = false;
}
