/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts how often openings, front rows and setups occur, and with which results. */
#include "archive/database.h"

/* Appends the SELECT for one side: the counted text and whether the side won, drew or lost. With both sides
 * the query's values ?N are used twice. */
static void write_side_select(const struct archive_census *census, enum side side, struct text *sql)
{
    const char *name = side_name(side), *other = side_name(side_other(side));
    const char *what = census->counted == COUNT_FRONTS ? "front" : "normal";
    text_add(sql, "SELECT variant, ");
    if (census->counted == COUNT_OPENINGS)
        text_printf(sql, "opening(first, %d) AS what", census->plies);
    else
        text_printf(sql, "%s_%s AS what", name, what);
    text_printf(sql, ", winner = '%s' AS won, winner = 'draw' AS drawn, winner = '%s' AS lost FROM games "
                "WHERE (%s)", name, other, text_string(&census->query->where));
    if (census->counted != COUNT_OPENINGS && census->name)
        text_printf(sql, " AND (%s COLLATE NOCASE = ?%zu OR %s_agent COLLATE NOCASE = ?%zu)", name,
                    census->query->count + 1, name, census->query->count + 1);
    if (census->counted != COUNT_OPENINGS && census->whose == WHOSE_YOURS)
        text_printf(sql, " AND person = '%s'", name);
    if (census->counted != COUNT_OPENINGS && census->whose == WHOSE_OPPONENTS)
        text_printf(sql, " AND person = '%s'", other);
}

enum status archive_size(struct archive *archive, size_t *games, struct error *error)
{
    int64_t number;
    enum status status = database_number(archive, "SELECT count(*) FROM games", &number, error);
    *games = number > 0 ? (size_t)number : 0;
    return status;
}

enum status archive_run_census(struct archive *archive, const struct archive_census *census,
                               archive_count_taker *take, void *context, size_t *all, size_t *kinds,
                                struct error *error)
{
    struct text sql = {0};
    *all = *kinds = 0;
    /* Select the rows of red, of blue, or of both. */
    bool red = census->counted == COUNT_OPENINGS || census->whose != WHOSE_BLUE;
    bool blue = census->counted != COUNT_OPENINGS && census->whose != WHOSE_RED;
    text_add(&sql, "SELECT variant, what, count(*), sum(won), sum(drawn), sum(lost) FROM (");
    if (red)
        write_side_select(census, RED, &sql);
    if (red && blue)
        text_add(&sql, " UNION ALL ");
    if (blue)
        write_side_select(census, BLUE, &sql);
    text_add(&sql, ") WHERE what <> '' GROUP BY variant, what ORDER BY count(*) DESC, variant, what");
    sqlite3_stmt *statement = database_prepare_query(archive, text_string(&sql), census->query, census->name,
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
        struct archive_count count = {database_text(statement, 0), database_text(statement, 1),
                                      database_count(statement, 2), database_count(statement, 3),
                                      database_count(statement, 4), database_count(statement, 5), false};
        count.ended = census->counted == COUNT_OPENINGS && summary_move_count(count.what) < census->plies;
        *all += count.games;
        /* The totals also count what is beyond the limit. */
        if (++*kinds <= census->limit || !census->limit)
            take(context, &count);
    }
    database_set_stoppable(archive, false);
    sqlite3_finalize(statement);
    return status;
}
