/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the sides of games with what their owners did. */
#include "archive/event_tables.h"

/* The columns of a row, before those of the counts. */
enum side_column {
    SIDE_GAME, SIDE_VARIANT, SIDE_OWN, SIDE_NAMED, SIDE_RESULT, SIDE_FLAG, SIDE_MARSHAL, SIDE_GENERAL,
    SIDE_SPY, SIDE_OPENER, SIDE_SETUP, SIDE_FIRST,
    SIDE_COLUMNS
};

/* Returns the number of a column from `low` to `high`; -1 if it is NULL, or out of range in a damaged
 * database. */
static int column_number(sqlite3_stmt *row, int column, int low, int high)
{
    bool is_null = sqlite3_column_type(row, column) == SQLITE_NULL;
    int64_t number = is_null ? -1 : sqlite3_column_int64(row, column);
    return number < low || number > high ? -1 : (int)number;
}

/* Fills in a side from the current row. */
static void read_side(sqlite3_stmt *row, struct archive_side *side)
{
    *side = (struct archive_side){
        .game = sqlite3_column_int64(row, SIDE_GAME), .variant = database_text(row, SIDE_VARIANT),
        .side = sqlite3_column_int(row, SIDE_OWN) == RED ? RED : BLUE,
        .is_named = sqlite3_column_int(row, SIDE_NAMED) != 0,
        .result = column_number(row, SIDE_RESULT, ARMY_LOST, ARMY_WON),
        .opener = column_number(row, SIDE_OPENER, 0, RANKS - 1), .setup = database_text(row, SIDE_SETUP)};
    for (int rank = 0; rank < RANKS; rank++)
        side->square[rank] = -1;
    side->square[FLAG] = column_number(row, SIDE_FLAG, 0, PIECES_A_SIDE - 1);
    side->square[MARSHAL] = column_number(row, SIDE_MARSHAL, 0, PIECES_A_SIDE - 1);
    side->square[GENERAL] = column_number(row, SIDE_GENERAL, 0, PIECES_A_SIDE - 1);
    side->square[SPY] = column_number(row, SIDE_SPY, 0, PIECES_A_SIDE - 1);
    summary_own_opening(database_text(row, SIDE_FIRST), side->side, side->opening);
    for (int i = 0; i < ARMY_COUNTS; i++)
        side->counts[i] = (int64_t)database_count(row, SIDE_COLUMNS + i);
}

/* Appends the SQL statement that reads the sides. */
static void write_select(const struct query *query, struct text *sql)
{
    size_t name = query->count + 1;
    text_printf(sql, "SELECT games.id, variant, own.side, "
                "CASE own.side WHEN 0 THEN red COLLATE NOCASE = ?%zu OR red_agent COLLATE NOCASE = ?%zu "
                "ELSE blue COLLATE NOCASE = ?%zu OR blue_agent COLLATE NOCASE = ?%zu END, "
                "own.result, own.flag, own.marshal, own.general, own.spy, own.opener, "
                "CASE own.side WHEN 0 THEN red_normal ELSE blue_normal END, first", name, name, name, name);
    for (int i = 0; i < ARMY_COUNTS; i++)
        text_printf(sql, ", own.%s", event_count_columns[i]);
    text_printf(sql, " FROM games JOIN armies AS own ON own.game = games.id WHERE (%s) "
                "ORDER BY games.id, own.side", text_string(&query->where));
}

enum status archive_find_sides(struct archive *archive, const struct query *query, const char *name,
                               archive_side_taker *take, void *context, struct error *error)
{
    struct text sql = {0};
    write_select(query, &sql);
    sqlite3_stmt *row = database_prepare_query(archive, text_string(&sql), query, name, error);
    text_free(&sql);
    if (!row)
        return STATUS_FAILED;
    enum status status = STATUS_OK;
    database_set_stoppable(archive, true);
    for (bool more = true; !status && more;) {
        struct archive_side side;
        status = database_step(archive, row, &more, error);
        if (status || !more)
            break;
        read_side(row, &side);
        take(context, &side);
    }
    database_set_stoppable(archive, false);
    sqlite3_finalize(row);
    return status;
}
