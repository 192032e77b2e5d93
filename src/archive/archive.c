/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "archive/archive.h"

#include "archive/database.h"
#include "base/disk.h"
#include "base/memory.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *const archive_source_names[ARCHIVE_SOURCES] = {"own", "match", "import"};

/* --- opening and closing --- */

enum status archive_open(struct archive **archive, const struct archive_terms *terms, struct text *told,
                         struct error *error)
{
    struct archive *opened = memory_new(1, sizeof *opened);
    enum database_fault fault;
    opened->terms = *terms;
    enum status status = database_open(opened, terms->path, &fault, error);
    if (status == STATUS_BAD)
        status = database_replace(opened, fault, told, error);
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

bool archive_is_damaged(const struct archive *archive)
{
    return archive->damaged;
}

enum status archive_mend(struct archive **archive, struct text *told, struct error *error)
{
    database_close(*archive);
    enum status status = database_replace(*archive, DATABASE_DAMAGED, told, error);
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
    return status;
}

enum status archive_end(struct archive *archive, struct error *error)
{
    if (!archive->in_batch)
        return STATUS_OK;
    archive->in_batch = false;
    /* A full disk has undone it already, of which the game that met it was told. */
    if (sqlite3_get_autocommit(archive->database))
        return error_set(error, STATUS_FAILED, "%s: what was to be added was undone", archive->terms.path);
    enum status status = database_run(archive, "COMMIT", error);
    if (status && !sqlite3_get_autocommit(archive->database))
        sqlite3_exec(archive->database, "ROLLBACK", NULL, NULL, NULL);
    return status;
}

/* --- adding --- */

/* A game of one's own that is there already takes its place where its file differs. */
static void write_add(struct text *sql)
{
    text_add(sql, "INSERT INTO games (");
    database_columns(GAME_COLUMNS, sql);
    text_add(sql, ") VALUES (");
    for (int i = 0; i < GAME_COLUMNS; i++)
        text_printf(sql, "%s?%d", i ? ", " : "", i + 1);
    text_add(sql, ") ON CONFLICT (key) DO UPDATE SET ");
    for (int i = COLUMN_KEY + 1; i < GAME_COLUMNS; i++)
        text_printf(sql, "%s%s = excluded.%s", i > COLUMN_KEY + 1 ? ", " : "", game_column_names[i],
                    game_column_names[i]);
    text_add(sql, " WHERE excluded.source = 'own' AND (source <> 'own' OR path <> excluded.path OR "
                  "bytes <> excluded.bytes)");
}

static const char *ending_of(enum file_kind kind)
{
    return kind == FILE_XML ? ".xml" : kind == FILE_GSN ? ".gsn" : ".game";
}

/* Binds what the record tells to the columns. */
static void bind_record(sqlite3_stmt *add, const struct record *record, const struct archive_who *who)
{
    database_bind(add, COLUMN_DATE + 1, record->date);
    database_bind(add, COLUMN_PROGRAM + 1, record->program);
    database_bind(add, COLUMN_RED + 1, who->name[RED]);
    database_bind(add, COLUMN_BLUE + 1, who->name[BLUE]);
    database_bind(add, COLUMN_RED_AGENT + 1, record->player[RED]);
    database_bind(add, COLUMN_BLUE_AGENT + 1, record->player[BLUE]);
    database_bind(add, COLUMN_RED_LEVEL + 1, who->level[RED]);
    database_bind(add, COLUMN_BLUE_LEVEL + 1, who->level[BLUE]);
    database_bind(add, COLUMN_WINNER + 1, result_name(record->outcome.result));
    database_bind(add, COLUMN_REASON + 1,
                  record->outcome.reason == REASON_NONE ? "" : reason_name(record->outcome.reason));
    sqlite3_bind_int64(add, COLUMN_PLIES + 1, (sqlite3_int64)record->plies);
    database_bind(add, COLUMN_RULES + 1, record->rules.name ? record->rules.name : "custom");
    database_bind(add, COLUMN_SEATING + 1, seating_names[record->seating]);
    database_bind(add, COLUMN_PRACTICE + 1, record->practice ? "yes" : "no");
    database_bind(add, COLUMN_COUNTS + 1, who->counts ? "yes" : "no");
}

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

static enum status write_game(struct archive *archive, const struct archive_game *game, const char *bytes,
                              size_t size, enum archive_answer *answer, struct error *error)
{
    struct archive_who who = {.person = SIDES};
    struct summary summary;
    struct text sql = {0};
    archive->terms.name(archive->terms.name_context, game->record, &who);
    summary_of(game->record, &who, &summary);
    write_add(&sql);
    enum status status = database_reuse(archive, &archive->add, text_string(&sql), error);
    text_free(&sql);
    if (status)
        return status;
    sqlite3_stmt *add = archive->add;
    bind_record(add, game->record, &who);
    bind_summary(add, &summary);
    database_bind(add, COLUMN_ENDING + 1, ending_of(game->bytes ? game->kind : FILE_GAME));
    database_bind(add, COLUMN_PATH + 1, game->path);
    database_bind(add, COLUMN_SOURCE + 1, archive_source_names[game->source]);
    sqlite3_bind_blob64(add, COLUMN_BYTES + 1, bytes, size, SQLITE_STATIC);
    sqlite3_set_last_insert_rowid(archive->database, 0);
    status = database_step(archive, add, NULL, error);
    if (!status && answer)
        *answer = sqlite3_last_insert_rowid(archive->database) ? ARCHIVE_ADDED
                  : sqlite3_changes(archive->database)         ? ARCHIVE_CHANGED
                                                               : ARCHIVE_THERE;
    sqlite3_reset(add);
    return status;
}

enum status archive_add(struct archive *archive, const struct archive_game *game, enum archive_answer *answer,
                        struct error *error)
{
    struct error why = {0};
    struct text text = {0};
    if (game->record->outcome.result == RESULT_OPEN || record_is_sealed(game->record))
        return error_set(error, STATUS_NO, "%s: an unfinished game", game->path);
    if (record_check(game->record, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD, "%s: %s", game->path, why.text);
    if (archive->in_batch && sqlite3_get_autocommit(archive->database))
        return error_set(error, STATUS_FAILED, "%s: what was to be added was undone", archive->terms.path);
    if (!game->bytes)
        game_write(game->record, &text);
    enum status status = write_game(archive, game, game->bytes ? game->bytes : text_string(&text),
                                    game->bytes ? game->size : text.size, answer, error);
    text_free(&text);
    return status;
}

/* --- following a folder --- */

/* What tells that a file is as it was: its size, and the time of its last change in nanoseconds. */
struct stamp {
    int64_t size, time;
};

static struct stamp stamp_of(const struct stat *about)
{
    return (struct stamp){(int64_t)about->st_size,
                          (int64_t)about->st_mtim.tv_sec * 1000000000 + (int64_t)about->st_mtim.tv_nsec};
}

static enum status is_seen(struct archive *archive, const char *path, struct stamp stamp, bool *seen,
                           struct error *error)
{
    enum status status = database_reuse(archive, &archive->seen, "SELECT 1 FROM files WHERE path = ?1 AND "
                                        "size = ?2 AND stamp = ?3", error);
    if (status)
        return status;
    database_bind(archive->seen, 1, path);
    sqlite3_bind_int64(archive->seen, 2, stamp.size);
    sqlite3_bind_int64(archive->seen, 3, stamp.time);
    status = database_step(archive, archive->seen, seen, error);
    sqlite3_reset(archive->seen);
    return status;
}

static enum status see(struct archive *archive, const char *path, struct stamp stamp, struct error *error)
{
    enum status status = database_reuse(archive, &archive->see, "REPLACE INTO files VALUES (?1, ?2, ?3)",
                                        error);
    if (status)
        return status;
    database_bind(archive->see, 1, path);
    sqlite3_bind_int64(archive->see, 2, stamp.size);
    sqlite3_bind_int64(archive->see, 3, stamp.time);
    status = database_step(archive, archive->see, NULL, error);
    sqlite3_reset(archive->see);
    return status;
}

/* Reads a file of the folder and adds its game; what is no sound and finished one is looked at once and left
 * out. */
static enum status take_file(struct archive *archive, const char *path, struct stamp stamp,
                             struct error *error)
{
    struct file_content content = {0};
    struct text bytes = {0};
    enum status status = STATUS_OK;
    bool read = disk_read_regular(path, FILE_LIMIT, &bytes, NULL) == STATUS_OK &&
                file_parse(path, text_string(&bytes), bytes.size, &content, NULL) == STATUS_OK;
    if (read && (content.kind == FILE_GAME || content.kind == FILE_XML || content.kind == FILE_GSN)) {
        struct archive_game game = {.record = &content.record, .bytes = bytes.bytes, .size = bytes.size,
                                    .kind = content.kind, .path = path, .source = ARCHIVE_OWN};
        status = archive_add(archive, &game, NULL, error);
    }
    file_content_free(&content);
    text_free(&bytes);
    return status == STATUS_FAILED ? status : see(archive, path, stamp, error);
}

enum status archive_follow_file(struct archive *archive, const char *path, struct error *error)
{
    struct stat about;
    if (stat(path, &about) < 0)
        return error_errno(error, path);
    return take_file(archive, path, stamp_of(&about), error);
}

/* Ends a batch that is full, and begins one where there is none. */
static enum status keep_batch(struct archive *archive, size_t *added, struct error *error)
{
    enum status status = STATUS_OK;
    if (archive->in_batch && *added % ARCHIVE_BATCH == 0)
        status = archive_end(archive, error);
    if (!status && !archive->in_batch)
        status = archive_begin(archive, error);
    ++*added;
    return status;
}

/* Looks at one name of the folder: a file that is new, or another than it was, is taken. */
static enum status follow_name(struct archive *archive, const char *folder, const char *name, size_t *added,
                               struct error *error)
{
    char path[PATH_MAX];
    struct stat about;
    bool seen = false;
    if (name[0] == '.' || snprintf(path, sizeof path, "%s/%s", folder, name) >= (int)sizeof path ||
        stat(path, &about) < 0 || !S_ISREG(about.st_mode))
        return STATUS_OK;
    enum status status = is_seen(archive, path, stamp_of(&about), &seen, error);
    if (status || seen)
        return status;
    if (archive->terms.stop && atomic_load(archive->terms.stop))
        return error_set(error, STATUS_NO, "stopped");
    status = keep_batch(archive, added, error);
    if (!status && archive->terms.progress)
        archive->terms.progress(archive->terms.progress_context, *added, 0);
    return status ? status : take_file(archive, path, stamp_of(&about), error);
}

/* In the order of the names, which begin with the time at which a game was begun. */
enum status archive_follow(struct archive *archive, const char *folder, struct error *error)
{
    struct dirent **entries = NULL;
    enum status status = STATUS_OK;
    size_t added = 0;
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        if (!status)
            status = follow_name(archive, folder, entries[i]->d_name, &added, error);
        free(entries[i]);
    }
    free(entries);
    /* What was read before a stop is kept. */
    enum status ended = archive_end(archive, status ? NULL : error);
    return status ? status : ended;
}

enum status archive_forget(struct archive *archive, const char *path, struct error *error)
{
    static const char *const statements[] = {"DELETE FROM games WHERE path = ?1 AND source = 'own'",
                                             "DELETE FROM files WHERE path = ?1"};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof statements / sizeof *statements && !status; i++) {
        sqlite3_stmt *statement = database_prepare(archive, statements[i], error);
        if (!statement)
            return STATUS_FAILED;
        database_bind(statement, 1, path);
        status = database_step(archive, statement, NULL, error);
        sqlite3_finalize(statement);
    }
    return status;
}
