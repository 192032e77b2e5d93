/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "archive/archive.h"

#include "archive/event_tables.h"
#include "base/memory.h"

#include <stdlib.h>

const char *const archive_source_names[ARCHIVE_SOURCES] = {"own", "match", "import"};

/* --- opening and closing --- */

enum status archive_open(struct archive **archive, const struct archive_terms *terms, struct text *notes,
                         struct error *error)
{
    struct archive *opened = memory_new(1, sizeof *opened);
    enum database_fault fault;
    opened->terms = *terms;
    enum status status = database_open(opened, terms->path, &fault, error);
    if (status == STATUS_BAD)
        status = database_replace(opened, fault, notes, error);
    if (status)
        free(opened);
    *archive = status ? NULL : opened;
    return status;
}

void archive_close(struct archive *archive)
{
    if (archive)
        database_close(archive);
    free(archive);
}

bool archive_is_busy(const struct archive *archive)
{
    return archive->busy;
}

void archive_set_patience(struct archive *archive, double seconds)
{
    archive->terms.patience = seconds;
}

bool archive_is_damaged(const struct archive *archive)
{
    return archive->damaged;
}

enum status archive_repair(struct archive **archive, struct text *notes, struct error *error)
{
    database_close(*archive);
    enum status status = database_replace(*archive, DATABASE_DAMAGED, notes, error);
    if (status) {
        free(*archive);
        *archive = NULL;
    }
    return status;
}

/* --- batches --- */

enum status archive_begin(struct archive *archive, struct error *error)
{
    enum status status = database_run(archive, "BEGIN IMMEDIATE", error);
    archive->in_batch = !status;
    archive->gave_up = status && archive->gave_up; /* after a success, later waits may take their full time */
    return status;
}

enum status archive_end(struct archive *archive, struct error *error)
{
    if (!archive->in_batch)
        return STATUS_OK;
    archive->in_batch = false;
    /* SQLite has rolled back already if the disk was full; the archive_add that failed reported it. */
    if (sqlite3_get_autocommit(archive->database))
        return error_set(error, STATUS_FAILED, "%s: what was to be added was undone", archive->terms.path);
    enum status status = database_run(archive, "COMMIT", error);
    if (status)
        archive_undo(archive);
    return status;
}

void archive_undo(struct archive *archive)
{
    archive->in_batch = false;
    if (!sqlite3_get_autocommit(archive->database))
        sqlite3_exec(archive->database, "ROLLBACK", NULL, NULL, NULL);
}

/* --- adding --- */

/* Binds the values that come from the record and the names to the columns. Columns count from 0, SQL's
 * parameters from 1. The columns red and blue have the names that people see, red_agent and blue_agent those
 * of the record. */
static void bind_record(sqlite3_stmt *add, const struct record *record, const struct archive_names *names)
{
    database_bind(add, COLUMN_DATE + 1, record->date);
    database_bind(add, COLUMN_PROGRAM + 1, record->program);
    database_bind(add, COLUMN_RED + 1, names->name[RED]);
    database_bind(add, COLUMN_BLUE + 1, names->name[BLUE]);
    database_bind(add, COLUMN_RED_AGENT + 1, record->player[RED]);
    database_bind(add, COLUMN_BLUE_AGENT + 1, record->player[BLUE]);
    database_bind(add, COLUMN_RED_LEVEL + 1, names->level[RED]);
    database_bind(add, COLUMN_BLUE_LEVEL + 1, names->level[BLUE]);
    database_bind(add, COLUMN_WINNER + 1, result_name(record->outcome.result));
    database_bind(add, COLUMN_REASON + 1,
                  record->outcome.reason == REASON_NONE ? "" : reason_name(record->outcome.reason));
    sqlite3_bind_int64(add, COLUMN_PLIES + 1, (sqlite3_int64)record->plies);
    database_bind(add, COLUMN_VARIANT + 1, variant_at(record->start.variant)->name);
    database_bind(add, COLUMN_RULES + 1, record->rules.name ? record->rules.name : "custom");
    database_bind(add, COLUMN_SEATING + 1, seating_names[record->seating]);
    database_bind(add, COLUMN_PRACTICE + 1, record->practice ? "yes" : "no");
    database_bind(add, COLUMN_COUNTS + 1, names->counts ? "yes" : "no");
}

/* Binds the values of the summary to the columns. */
static void bind_summary(sqlite3_stmt *add, const struct summary *summary)
{
    database_bind(add, COLUMN_KEY + 1, summary->key);
    database_bind(add, COLUMN_OPPONENT + 1, summary->opponent);
    database_bind(add, COLUMN_PERSON + 1, summary->person);
    database_bind(add, COLUMN_OUTCOME + 1, summary->outcome);
    for (enum side side = RED; side <= BLUE; side++) {
        database_bind(add, COLUMN_RED_SETUP + (int)side + 1, summary->setup[side]);
        database_bind(add, COLUMN_RED_NORMAL + (int)side + 1, summary->normal[side]);
        database_bind(add, COLUMN_RED_FRONT + (int)side + 1, summary->front[side]);
    }
    database_bind(add, COLUMN_FIRST + 1, summary->first);
}

enum status database_add(struct archive *archive, const struct archive_game *game,
                         const struct game_events *events, enum archive_change *change, struct error *error)
{
    /* SQLite has rolled back the batch: a game added now would be stored without the others. */
    if (archive->in_batch && sqlite3_get_autocommit(archive->database))
        return error_set(error, STATUS_FAILED, "%s: what was to be added was undone", archive->terms.path);
    struct archive_names names = {.person = SIDES};
    struct summary summary;
    struct text sql = {0};
    archive->terms.name(archive->terms.name_context, game->record, &names);
    summary_of(game->record, &names, &summary);
    /* An own game replaces a stored game with the same key if its file differs. An imported one does so if
     * only it has players' names. */
    text_add(&sql, "INSERT INTO games (");
    database_columns(GAME_COLUMNS, &sql);
    text_add(&sql, ") VALUES (");
    for (int i = 0; i < GAME_COLUMNS; i++)
        text_printf(&sql, "%s?%d", i ? ", " : "", i + 1);
    text_add(&sql, ") ON CONFLICT (key) DO UPDATE SET ");
    for (int i = COLUMN_KEY + 1; i < GAME_COLUMNS; i++)
        text_printf(&sql, "%s%s = excluded.%s", i > COLUMN_KEY + 1 ? ", " : "", game_column_names[i],
                    game_column_names[i]);
    text_add(&sql, " WHERE (excluded.source = 'own' AND (source <> 'own' OR path <> excluded.path OR "
                  "bytes <> excluded.bytes)) OR (source = 'import' AND excluded.source = 'import' AND "
                  "red_agent IN " SUMMARY_NOBODY " AND blue_agent IN " SUMMARY_NOBODY " AND "
                  "NOT (excluded.red_agent IN " SUMMARY_NOBODY " AND excluded.blue_agent IN "
                  SUMMARY_NOBODY "))");
    enum status status = database_reuse(archive, &archive->add, text_string(&sql), error);
    text_free(&sql);
    if (status)
        return status;
    sqlite3_stmt *add = archive->add;
    bind_record(add, game->record, &names);
    bind_summary(add, &summary);
    database_bind(add, COLUMN_ENDING + 1, file_kind_ending(game->kind));
    database_bind(add, COLUMN_PATH + 1, game->path);
    database_bind(add, COLUMN_SOURCE + 1, archive_source_names[game->source]);
    sqlite3_bind_blob64(add, COLUMN_BYTES + 1, game->bytes, game->size, SQLITE_STATIC);
    /* The row id stays 0 if no row was inserted: this distinguishes adding from replacing. */
    sqlite3_set_last_insert_rowid(archive->database, 0);
    status = database_step(archive, add, NULL, error);
    int64_t id = sqlite3_last_insert_rowid(archive->database);
    if (!status && change)
        *change = id                                  ? ARCHIVE_ADDED
                  : sqlite3_changes(archive->database) ? ARCHIVE_REPLACED
                                                       : ARCHIVE_UNCHANGED;
    sqlite3_reset(add);
    /* A stored game with the same key has the same setups, moves and result, and so the same events. */
    return status || !id ? status : event_tables_add(archive, id, events, error);
}

enum status database_check_game(const struct archive_game *game, struct game_events *events,
                                struct error *error)
{
    struct position position = {0};
    struct error why = {0};
    if (game->record->outcome.result == RESULT_OPEN || record_is_sealed(game->record))
        return error_set(error, STATUS_NO, "%s: an unfinished game", game->path);
    enum status status = record_check_replay(game->record, &position, &why);
    if (status)
        status = error_set(error, STATUS_BAD, "%s: %s", game->path, why.text);
    else
        events_collect(game->record, &position, events);
    position_free(&position);
    return status;
}

enum status archive_add(struct archive *archive, const struct archive_game *game, enum archive_change *change,
                        struct error *error)
{
    struct archive_game complete_game = *game;
    struct game_events events = {0};
    struct text text = {0};
    enum status status = database_check_game(game, &events, error);
    if (status)
        return status;
    if (!game->bytes) {
        game_write(game->record, &text);
        complete_game.bytes = text_string(&text);
        complete_game.size = text.size;
        complete_game.kind = FILE_GAME;
    }
    /* The game and its events are stored both or not at all. */
    bool alone = !archive->in_batch;
    if (alone)
        status = archive_begin(archive, error);
    if (!status)
        status = database_add(archive, &complete_game, &events, change, error);
    if (alone && !status)
        status = archive_end(archive, error);
    else if (alone && archive->in_batch)
        archive_undo(archive);
    events_free(&events);
    text_free(&text);
    return status;
}
