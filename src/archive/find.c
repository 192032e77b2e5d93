/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searches the archive. */
#include "archive/database.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/stop.h"

#include <stdlib.h>
#include <string.h>

/* Max seconds to read games' files before other programs get a chance to write to the archive. */
#define READING_SECONDS 0.1

/* Copies of a row's texts, which SQLite would overwrite before the next row. */
struct row_texts {
    struct text text[GAME_COLUMNS];
};

/* Copies the text of a column and returns the copy. The statement's column 0 is `id`; the others follow. */
static const char *copy_column(struct row_texts *row_texts, sqlite3_stmt *statement, enum game_column column)
{
    struct text *text = &row_texts->text[column];
    text_clear(text);
    text_add(text, database_text(statement, 1 + (int)column));
    return text_string(text);
}

/* Returns the ending of a kind of game file that equals `text`. For any other text returns ".game": the
 * ending becomes a part of paths, and the database may be damaged. */
static const char *known_ending(const char *text)
{
    for (int kind = 0; kind < FILE_KINDS; kind++)
        if (file_kind_is_game((enum file_kind)kind) &&
            strcmp(text, file_kind_ending((enum file_kind)kind)) == 0)
            return file_kind_ending((enum file_kind)kind);
    return file_kind_ending(FILE_GAME);
}

/* Fills in a row from the statement's current row. With `bytes` also fills in the file's contents. */
static void read_row(sqlite3_stmt *statement, bool bytes, struct row_texts *row_texts,
                     struct archive_row *row)
{
    const char *ending = database_text(statement, 1 + COLUMN_ENDING);
    *row = (struct archive_row){
        .id = sqlite3_column_int64(statement, 0),
        .date = copy_column(row_texts, statement, COLUMN_DATE),
        .opponent = copy_column(row_texts, statement, COLUMN_OPPONENT),
        .person = copy_column(row_texts, statement, COLUMN_PERSON),
        .outcome = copy_column(row_texts, statement, COLUMN_OUTCOME),
        .winner = copy_column(row_texts, statement, COLUMN_WINNER),
        .reason = copy_column(row_texts, statement, COLUMN_REASON),
        .path = copy_column(row_texts, statement, COLUMN_PATH),
        .red = copy_column(row_texts, statement, COLUMN_RED),
        .blue = copy_column(row_texts, statement, COLUMN_BLUE),
        .level = {copy_column(row_texts, statement, COLUMN_RED_LEVEL), copy_column(row_texts, statement,
                                                                                   COLUMN_BLUE_LEVEL)},
        .variant = copy_column(row_texts, statement, COLUMN_VARIANT),
        .rules = copy_column(row_texts, statement, COLUMN_RULES),
        .seating = copy_column(row_texts, statement, COLUMN_SEATING),
        .source = copy_column(row_texts, statement, COLUMN_SOURCE),
        .program = copy_column(row_texts, statement, COLUMN_PROGRAM),
        .practice = strcmp(copy_column(row_texts, statement, COLUMN_PRACTICE), "yes") == 0,
        .ending = known_ending(ending),
    };
    int64_t plies = sqlite3_column_int64(statement, 1 + COLUMN_PLIES);
    row->plies = plies > 0 ? (size_t)plies : 0;
    if (bytes) {
        row->bytes = sqlite3_column_blob(statement, 1 + COLUMN_BYTES);
        row->size = (size_t)sqlite3_column_bytes(statement, 1 + COLUMN_BYTES);
        row->bytes = row->bytes ? row->bytes : "";
    }
}

/* A search in progress. */
struct search_state {
    struct archive *archive;
    const struct archive_search *search;
    sqlite3_stmt *statement;
    int64_t last;            /* id of the last row passed to the visitor */
    size_t given;            /* number of rows passed to the visitor */
    double since;            /* clock_now() when the statement was started or restarted */
    bool over;               /* no more rows */
};

/* Passes the next row to the visitor, if there is one. Sets search_state->over at the end. */
static enum status find_next(struct search_state *search_state, struct row_texts *row_texts,
                             archive_visitor *visit, void *context, struct error *error)
{
    struct archive *archive = search_state->archive;
    struct archive_row row;
    bool more = false;
    if (stop_requested(archive->terms.stop))
        return error_set(error, STATUS_NO, "stopped");
    /* A visitor of files may be slow: restart behind the last row, so that other programs can write. */
    if (search_state->search->bytes && clock_now() - search_state->since >= READING_SECONDS) {
        sqlite3_reset(search_state->statement);
        sqlite3_bind_int64(search_state->statement, (int)search_state->search->query->count + 1,
                           search_state->last);
        search_state->since = clock_now();
    }
    enum status status = database_step(archive, search_state->statement, &more, error);
    search_state->over = !more || (search_state->search->limit &&
                                   search_state->given == search_state->search->limit);
    if (status || search_state->over)
        return status;
    read_row(search_state->statement, search_state->search->bytes, row_texts, &row);
    search_state->last = row.id;
    search_state->given++;
    return visit(context, &row, error);
}

enum status archive_find(struct archive *archive, const struct archive_search *search, archive_visitor *visit,
                         void *context, struct error *error)
{
    struct text sql = {0};
    struct row_texts *row_texts = memory_new(1, sizeof *row_texts);
    static const char *const orders[ARCHIVE_ORDERS] = {
        [ARCHIVE_BY_DATE] = "", [ARCHIVE_BY_OPPONENT] = "opponent COLLATE NOCASE, ",
        [ARCHIVE_BY_RESULT] = "CASE outcome WHEN '' THEN winner ELSE outcome END, ",
        [ARCHIVE_BY_PLIES] = "plies DESC, "};
    text_add(&sql, "SELECT id, ");
    database_columns(search->bytes ? GAME_COLUMNS : COLUMN_BYTES, &sql);
    text_printf(&sql, " FROM games WHERE (%s) ", text_string(&search->query->where));
    if (search->bytes) /* in stored order: the files are too large to sort */
        text_printf(&sql, "AND id > ?%zu ORDER BY id", search->query->count + 1);
    else
        text_printf(&sql, "ORDER BY %sdate DESC, id DESC", orders[search->order]);
    if (search->limit && !search->bytes) /* with bytes the statement is restarted: find_next counts instead */
        text_printf(&sql, " LIMIT %zu", search->limit);
    struct search_state search_state = {archive, search, database_prepare(archive, text_string(&sql), error),
                              .since = clock_now()};
    enum status status = search_state.statement ? STATUS_OK : STATUS_FAILED;
    if (!status) {
        database_bind_query(search_state.statement, search->query);
        if (search->bytes)
            sqlite3_bind_int64(search_state.statement, (int)search->query->count + 1, INT64_MIN);
        database_set_stoppable(archive, true);
    }
    while (!status && !search_state.over)
        status = find_next(&search_state, row_texts, visit, context, error);
    database_set_stoppable(archive, false);
    sqlite3_finalize(search_state.statement);
    for (int i = 0; i < GAME_COLUMNS; i++)
        text_free(&row_texts->text[i]);
    free(row_texts);
    text_free(&sql);
    return status;
}

enum status archive_opponents(struct archive *archive, size_t limit,
                              void (*take)(void *context, const char *name), void *context,
                              struct error *error)
{
    sqlite3_stmt *statement = database_prepare(
        archive, "SELECT DISTINCT opponent FROM games WHERE person <> '' ORDER BY opponent LIMIT ?1", error);
    if (!statement)
        return STATUS_FAILED;
    sqlite3_bind_int64(statement, 1, (sqlite3_int64)limit);
    bool more = true;
    enum status status = STATUS_OK;
    while (!status && more) {
        status = database_step(archive, statement, &more, error);
        if (!status && more)
            take(context, database_text(statement, 0));
    }
    sqlite3_finalize(statement);
    return status;
}
