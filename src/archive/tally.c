/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts armies and fights over many games, with the results of their owners. */
#include "archive/tally_parts.h"

enum { UNTIL_YEAR = 4, UNTIL_MONTH = 7 }; /* bytes of a date */

/* How a subject is counted. */
struct tally_row {
    const char *name;
    const char *key;             /* an SQL expression of the number that rows are grouped by; NULL: none */
    const char *order;           /* of rows of the same variant and period */
};

#define BY_COUNT "count(*) DESC, key, what"
#define BY_KEY "key"

static const struct tally_row tally_rows[TALLIES] = {
    [TALLY_FLAG] = {"flag", "own.flag", BY_KEY},
    [TALLY_BOMBS] = {"bombs", "2 * own.bombs + own.closed", BY_KEY},
    [TALLY_PATTERNS] = {"bomb-patterns", "own.pattern", BY_COUNT},
    [TALLY_MARSHAL] = {"marshal", "own.marshal", BY_KEY},
    [TALLY_GENERAL] = {"general", "own.general", BY_KEY},
    [TALLY_SPY] = {"spy", "own.spy", BY_KEY},
    [TALLY_FIRST_MOVER] = {"first-mover", "own.opener", BY_COUNT},
    [TALLY_FIRST_ATTACK] = {"first-attack", "(own.attack - 1) / 10", BY_KEY},
    [TALLY_LENGTH] = {"length", "CASE plies WHEN 0 THEN -1 ELSE (plies - 1) / 50 END", BY_KEY},
    [TALLY_OPENINGS] = {"openings", NULL, BY_COUNT},
    [TALLY_SETUPS] = {"setups", NULL, BY_COUNT},
    [TALLY_CAPTURES] = {"captures", NULL, NULL}, /* captures.c */
};

/* The 40 letters of the owner's setup, of two mirror images the first. */
static const char own_setup[] = "CASE own.side WHEN 0 THEN red_normal ELSE blue_normal END";

const char *archive_tally_name(enum archive_tallied of)
{
    return tally_rows[of].name;
}

void tally_write_whose(const struct archive_tally *tally, const char *side, struct text *sql)
{
    static const char owner[] = "CASE %s WHEN 0 THEN 'red' ELSE 'blue' END";
    bool of_red = tally->of == TALLY_LENGTH || tally->of == TALLY_OPENINGS; /* of games: results are Red's */
    if (tally->name) {
        size_t value = tally->query->count + 1;
        text_printf(sql, " AND ((CASE %s WHEN 0 THEN red ELSE blue END) COLLATE NOCASE = ?%zu OR "
                    "(CASE %s WHEN 0 THEN red_agent ELSE blue_agent END) COLLATE NOCASE = ?%zu)", side, value,
                    side, value);
    } else if (tally->whose == WHOSE_YOURS || tally->whose == WHOSE_OPPONENTS) {
        text_printf(sql, " AND person %s ", tally->whose == WHOSE_YOURS ? "=" : "<> '' AND person <>");
        text_printf(sql, owner, side);
    } else if (tally->whose == WHOSE_RED || tally->whose == WHOSE_BLUE || of_red) {
        text_printf(sql, " AND %s = %d", side, tally->whose == WHOSE_BLUE);
    }
}

void tally_write_points(const char *side, struct text *sql)
{
    text_printf(sql, "CASE winner WHEN 'draw' THEN 1 WHEN CASE %s WHEN 0 THEN 'red' ELSE 'blue' END THEN 2 "
                "ELSE 0 END", side);
}

int tally_date_bytes(enum archive_tally_by by)
{
    return by == TALLY_BY_YEAR ? UNTIL_YEAR : by == TALLY_BY_MONTH ? UNTIL_MONTH : 0;
}

/* Appends the SQL statement of a tally of armies. */
static void write_tally(const struct archive_tally *tally, struct text *sql)
{
    const struct tally_row *row = &tally_rows[tally->of];
    text_printf(sql, "SELECT variant, period, key, what, count(*), sum(points = 2), sum(points = 1), "
                "sum(points = 0) FROM (SELECT variant, substr(date, 1, %d) AS period, %s AS key, ",
                tally_date_bytes(tally->by), row->key ? row->key : "0");
    if (tally->of == TALLY_OPENINGS)
        text_printf(sql, "opening_family(first, %d) AS what, ", tally->plies);
    else
        text_printf(sql, "%s AS what, ", tally->of == TALLY_SETUPS ? own_setup : "''");
    tally_write_points("own.side", sql);
    text_printf(sql, " AS points FROM games JOIN armies AS own ON own.game = games.id WHERE (%s) AND ",
                text_string(&tally->query->where));
    if (row->key)
        text_printf(sql, "%s IS NOT NULL", row->key);
    else
        text_printf(sql, "%s <> ''", tally->of == TALLY_SETUPS ? own_setup : "first");
    tally_write_whose(tally, "own.side", sql);
    /* Numbers first, and no constants: many rows are sorted by these. */
    text_printf(sql, ") GROUP BY key, variant%s%s ORDER BY variant <> 'classic', variant, period, %s",
                tally->by ? ", period" : "", row->key ? "" : ", what", row->order);
}

enum status archive_run_tally(struct archive *archive, const struct archive_tally *tally,
                              archive_tally_taker *take, void *context, struct error *error)
{
    struct text sql = {0};
    if (tally->of == TALLY_CAPTURES)
        return captures_count(archive, tally, take, context, error);
    write_tally(tally, &sql);
    sqlite3_stmt *statement = database_prepare_query(archive, text_string(&sql), tally->query, tally->name,
                                                     error);
    text_free(&sql);
    if (!statement)
        return STATUS_FAILED;
    enum status status = STATUS_OK;
    database_set_stoppable(archive, true);
    for (bool more = true; !status && more;) {
        status = database_step(archive, statement, &more, error);
        if (status || !more)
            break;
        const struct archive_tally_count count = {
            database_text(statement, 0), database_text(statement, 1), database_text(statement, 3),
            sqlite3_column_int64(statement, 2), database_count(statement, 4), database_count(statement, 5),
            database_count(statement, 6), database_count(statement, 7), {0}};
        take(context, &count);
    }
    database_set_stoppable(archive, false);
    sqlite3_finalize(statement);
    return status;
}
