/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often games begin so, or armies stand so, and what came of it. */
#include "archive/database.h"

/* One side's games: what is counted, and how it ended for the side; ?N are the query's values in both arms.
 * */
static void write_arm(const struct archive_census *census, enum side side, struct text *sql)
{
    const char *name = side_name(side), *other = side_name(side_other(side));
    const char *what = census->of == COUNT_FRONTS ? "front" : "normal";
    text_add(sql, "SELECT variant, ");
    if (census->of == COUNT_OPENINGS)
        text_printf(sql, "opening(first, %d) AS what", census->plies);
    else
        text_printf(sql, "%s_%s AS what", name, what);
    text_printf(sql, ", winner = '%s' AS won, winner = 'draw' AS drawn, winner = '%s' AS lost FROM games "
                "WHERE (%s)", name, other, text_string(&census->query->where));
    if (census->of != COUNT_OPENINGS && census->whose == WHOSE_YOURS)
        text_printf(sql, " AND person = '%s'", name);
    if (census->of != COUNT_OPENINGS && census->whose == WHOSE_OPPONENTS)
        text_printf(sql, " AND person = '%s'", other);
}

/* How many moves an opening has. */
static int moves_in(const char *opening)
{
    int moves = opening[0] != '\0';
    for (; *opening; opening++)
        moves += *opening == ' ';
    return moves;
}

static size_t number_of(sqlite3_stmt *statement, int column)
{
    int64_t number = sqlite3_column_int64(statement, column);
    return number > 0 ? (size_t)number : 0;
}

enum status archive_size(struct archive *archive, size_t *games, struct error *error)
{
    int64_t number;
    enum status status = database_number(archive, "SELECT count(*) FROM games", &number, error);
    *games = number > 0 ? (size_t)number : 0;
    return status;
}

enum status archive_take_census(struct archive *archive, const struct archive_census *census,
                                archive_count_taker *take, void *context, size_t *all, size_t *kinds,
                                struct error *error)
{
    struct text sql = {0};
    *all = *kinds = 0;
    /* The games of either side, or of both. */
    bool red = census->of == COUNT_OPENINGS || census->whose != WHOSE_BLUE;
    bool blue = census->of != COUNT_OPENINGS && census->whose != WHOSE_RED;
    text_add(&sql, "SELECT variant, what, count(*), sum(won), sum(drawn), sum(lost) FROM (");
    if (red)
        write_arm(census, RED, &sql);
    if (red && blue)
        text_add(&sql, " UNION ALL ");
    if (blue)
        write_arm(census, BLUE, &sql);
    text_add(&sql, ") WHERE what <> '' GROUP BY variant, what ORDER BY count(*) DESC, variant, what");
    sqlite3_stmt *statement = database_prepare(archive, text_string(&sql), error);
    text_free(&sql);
    if (!statement)
        return STATUS_FAILED;
    database_bind_query(statement, census->query);
    enum status status = STATUS_OK;
    database_heed_stop(archive, true);
    for (bool more = true; !status && more;) {
        status = database_step(archive, statement, &more, error);
        if (status || !more)
            break;
        struct archive_count count = {database_text(statement, 0), database_text(statement, 1),
                                      number_of(statement, 2), number_of(statement, 3),
                                      number_of(statement, 4), number_of(statement, 5), false};
        count.ended = census->of == COUNT_OPENINGS && moves_in(count.what) < census->plies;
        *all += count.games;
        if (++*kinds <= census->limit || !census->limit)
            take(context, &count);
    }
    database_heed_stop(archive, false);
    sqlite3_finalize(statement);
    return status;
}
