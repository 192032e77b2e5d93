/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which games a query is true of. */
#include "archive/database.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* What is told of a game, copied: it must last until the next row. */
struct shown {
    struct text text[GAME_COLUMNS];
};

static const char *show(struct shown *shown, sqlite3_stmt *statement, enum game_column column)
{
    struct text *text = &shown->text[column];
    text_clear(text);
    text_add(text, database_text(statement, 1 + (int)column));
    return text_string(text);
}

static void read_row(sqlite3_stmt *statement, bool bytes, struct shown *shown, struct archive_row *row)
{
    const char *ending = database_text(statement, 1 + COLUMN_ENDING);
    *row = (struct archive_row){
        .id = sqlite3_column_int64(statement, 0),
        .date = show(shown, statement, COLUMN_DATE),
        .opponent = show(shown, statement, COLUMN_OPPONENT),
        .person = show(shown, statement, COLUMN_PERSON),
        .outcome = show(shown, statement, COLUMN_OUTCOME),
        .winner = show(shown, statement, COLUMN_WINNER),
        .reason = show(shown, statement, COLUMN_REASON),
        .path = show(shown, statement, COLUMN_PATH),
        .red = show(shown, statement, COLUMN_RED),
        .blue = show(shown, statement, COLUMN_BLUE),
        .level = {show(shown, statement, COLUMN_RED_LEVEL), show(shown, statement, COLUMN_BLUE_LEVEL)},
        .rules = show(shown, statement, COLUMN_RULES),
        .seating = show(shown, statement, COLUMN_SEATING),
        .source = show(shown, statement, COLUMN_SOURCE),
        .program = show(shown, statement, COLUMN_PROGRAM),
        .practice = strcmp(show(shown, statement, COLUMN_PRACTICE), "yes") == 0,
        .ending = strcmp(ending, ".xml") == 0 ? ".xml" : strcmp(ending, ".gsn") == 0 ? ".gsn" : ".game",
    };
    int64_t plies = sqlite3_column_int64(statement, 1 + COLUMN_PLIES);
    row->plies = plies > 0 ? (size_t)plies : 0;
    if (bytes) {
        row->bytes = sqlite3_column_blob(statement, 1 + COLUMN_BYTES);
        row->size = (size_t)sqlite3_column_bytes(statement, 1 + COLUMN_BYTES);
        row->bytes = row->bytes ? row->bytes : "";
    }
}

static void write_search(const struct archive_search *search, struct text *sql)
{
    static const char *const orders[ARCHIVE_ORDERS] = {
        [ARCHIVE_BY_DATE] = "", [ARCHIVE_BY_OPPONENT] = "opponent COLLATE NOCASE, ",
        [ARCHIVE_BY_RESULT] = "CASE outcome WHEN '' THEN winner ELSE outcome END, ",
        [ARCHIVE_BY_PLIES] = "plies DESC, "};
    text_add(sql, "SELECT id, ");
    database_columns(search->bytes ? GAME_COLUMNS : COLUMN_BYTES, sql);
    text_printf(sql, " FROM games WHERE %s ORDER BY ", text_string(&search->query->where));
    if (search->bytes)
        text_add(sql, "id"); /* as they lie there: files are too much to be sorted */
    else
        text_printf(sql, "%sdate DESC, id DESC", orders[search->order]);
    if (search->limit)
        text_printf(sql, " LIMIT %zu", search->limit);
}

enum status archive_find(struct archive *archive, const struct archive_search *search, archive_visitor *visit,
                         void *context, struct error *error)
{
    struct text sql = {0};
    struct shown *shown = memory_new(1, sizeof *shown);
    write_search(search, &sql);
    sqlite3_stmt *statement = database_prepare(archive, text_string(&sql), error);
    enum status status = statement ? STATUS_OK : STATUS_FAILED;
    if (statement)
        database_bind_query(statement, search->query);
    for (bool more = true; !status && more;) {
        struct archive_row row;
        if (archive->terms.stop && atomic_load(archive->terms.stop))
            status = error_set(error, STATUS_NO, "stopped");
        if (!status)
            status = database_step(archive, statement, &more, error);
        if (!status && more) {
            read_row(statement, search->bytes, shown, &row);
            status = visit(context, &row, error);
        }
    }
    sqlite3_finalize(statement);
    for (int i = 0; i < GAME_COLUMNS; i++)
        text_free(&shown->text[i]);
    free(shown);
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
