/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which games a query is true of. */
#include "archive/database.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/stop.h"

#include <stdlib.h>
#include <string.h>

/* Seconds that games' files are read before others may write to the archive. */
#define READING 0.1

/* What a row says of a game, copied: it must last until the next row. */
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

/* The ending of one of the kinds of files of a game; ".game" for any other text. */
static const char *known_ending(const char *text)
{
    for (int kind = 0; kind < FILE_KINDS; kind++)
        if (file_kind_is_game((enum file_kind)kind) &&
            strcmp(text, file_kind_ending((enum file_kind)kind)) == 0)
            return file_kind_ending((enum file_kind)kind);
    return file_kind_ending(FILE_GAME);
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
        .variant = show(shown, statement, COLUMN_VARIANT),
        .rules = show(shown, statement, COLUMN_RULES),
        .seating = show(shown, statement, COLUMN_SEATING),
        .source = show(shown, statement, COLUMN_SOURCE),
        .program = show(shown, statement, COLUMN_PROGRAM),
        .practice = strcmp(show(shown, statement, COLUMN_PRACTICE), "yes") == 0,
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

/* A search under way. */
struct finding {
    struct archive *archive;
    const struct archive_search *search;
    sqlite3_stmt *statement;
    int64_t last;            /* id of the row given last, */
    size_t given;            /* and how many there were */
    double since;            /* clock_now() when the reading began or went on */
    bool over;
};

static enum status find_next(struct finding *finding, struct shown *shown, archive_visitor *visit,
                             void *context, struct error *error)
{
    struct archive *archive = finding->archive;
    struct archive_row row;
    bool more = false;
    if (stop_requested(archive->terms.stop))
        return error_set(error, STATUS_NO, "stopped");
    /* Other programs may write between the games whose files are read: a visitor may take long over each. */
    if (finding->search->bytes && clock_now() - finding->since >= READING) {
        sqlite3_reset(finding->statement);
        sqlite3_bind_int64(finding->statement, (int)finding->search->query->count + 1, finding->last);
        finding->since = clock_now();
    }
    enum status status = database_step(archive, finding->statement, &more, error);
    finding->over = !more || (finding->search->limit && finding->given == finding->search->limit);
    if (status || finding->over)
        return status;
    read_row(finding->statement, finding->search->bytes, shown, &row);
    finding->last = row.id;
    finding->given++;
    return visit(context, &row, error);
}

enum status archive_find(struct archive *archive, const struct archive_search *search, archive_visitor *visit,
                         void *context, struct error *error)
{
    struct text sql = {0};
    struct shown *shown = memory_new(1, sizeof *shown);
    static const char *const orders[ARCHIVE_ORDERS] = {
        [ARCHIVE_BY_DATE] = "", [ARCHIVE_BY_OPPONENT] = "opponent COLLATE NOCASE, ",
        [ARCHIVE_BY_RESULT] = "CASE outcome WHEN '' THEN winner ELSE outcome END, ",
        [ARCHIVE_BY_PLIES] = "plies DESC, "};
    text_add(&sql, "SELECT id, ");
    database_columns(search->bytes ? GAME_COLUMNS : COLUMN_BYTES, &sql);
    text_printf(&sql, " FROM games WHERE (%s) ", text_string(&search->query->where));
    if (search->bytes) /* as they lie there: files are too much to be sorted */
        text_printf(&sql, "AND id > ?%zu ORDER BY id", search->query->count + 1);
    else
        text_printf(&sql, "ORDER BY %sdate DESC, id DESC", orders[search->order]);
    if (search->limit && !search->bytes)
        text_printf(&sql, " LIMIT %zu", search->limit);
    struct finding finding = {archive, search, database_prepare(archive, text_string(&sql), error),
                              .since = clock_now()};
    enum status status = finding.statement ? STATUS_OK : STATUS_FAILED;
    if (!status) {
        database_bind_query(finding.statement, search->query);
        if (search->bytes)
            sqlite3_bind_int64(finding.statement, (int)search->query->count + 1, INT64_MIN);
        database_heed_stop(archive, true);
    }
    while (!status && !finding.over)
        status = find_next(&finding, shown, visit, context, error);
    database_heed_stop(archive, false);
    sqlite3_finalize(finding.statement);
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
