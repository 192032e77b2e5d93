/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "archive/event_tables.h"

#include <stdio.h>

enum {
    FIGHT_COLUMNS = 12,
    ARMY_COLUMNS = 12, /* before the columns of counts and of the ranks that can move */
};

static const char *const fight_columns[FIGHT_COLUMNS] = {
    "game", "ply", "side", "attacker", "defender", "origin", "target", "removed", "attacker_known",
    "defender_known", "attacker_moved", "defender_moved",
};

static const char *const army_columns[ARMY_COLUMNS] = {
    "game", "side", "flag", "marshal", "general", "spy", "bombs", "closed", "pattern", "result", "opener",
    "attack",
};

const char *const event_count_columns[ARMY_COUNTS] = {
    [ARMY_MOVES] = "moves", [ARMY_ATTACKS] = "attacks", [ARMY_UNMOVED_ATTACKS] = "unmoved_attacks",
    [ARMY_APPROACHES] = "approaches", [ARMY_KNOWN_APPROACHES] = "known_approaches",
    [ARMY_BLUFFS] = "bluffs", [ARMY_KNOWN_BLUFFS] = "known_bluffs", [ARMY_CHASES] = "chases",
    [ARMY_FIGHTS_WON] = "fights_won", [ARMY_FIGHTS_LOST] = "fights_lost",
};

/* --- the tables --- */

void event_table_fights(struct text *sql)
{
    text_add(sql, "CREATE TABLE fights (");
    for (int i = 0; i < FIGHT_COLUMNS; i++)
        text_printf(sql, "%s INTEGER NOT NULL, ", fight_columns[i]);
    text_add(sql, "PRIMARY KEY (game, ply)) WITHOUT ROWID");
}

void event_table_armies(struct text *sql)
{
    text_add(sql, "CREATE TABLE armies (");
    for (int i = 0; i < ARMY_COLUMNS; i++)
        text_printf(sql, "%s INTEGER, ", army_columns[i]);
    for (int i = 0; i < ARMY_COUNTS; i++)
        text_printf(sql, "%s INTEGER NOT NULL, ", event_count_columns[i]);
    for (int rank = 0; rank < RANKS; rank++)
        if (rank_moves(rank))
            text_printf(sql, "moved_%s INTEGER, ", rank_table[rank].name);
    text_add(sql, "PRIMARY KEY (game, side)) WITHOUT ROWID");
}

/* --- rows --- */

/* Appends the SQL statement that adds a row with `columns` values to the table. */
static void write_insert(const char *table, int columns, struct text *sql)
{
    text_printf(sql, "INSERT INTO %s VALUES (", table);
    for (int i = 1; i <= columns; i++)
        text_printf(sql, "%s?%d", i > 1 ? ", " : "", i);
    text_add(sql, ")");
}

/* Prepares the statement for rows of a table into *kept, unless it is prepared already. */
static enum status prepare_insert(struct archive *archive, sqlite3_stmt **kept, const char *table,
                                  int columns, struct error *error)
{
    struct text sql = {0};
    if (*kept)
        return STATUS_OK;
    write_insert(table, columns, &sql);
    *kept = database_prepare(archive, text_string(&sql), error);
    text_free(&sql);
    return *kept ? STATUS_OK : STATUS_FAILED;
}

/* Runs a statement with these values and resets it. Values below 0 become NULL. */
static enum status add_row(struct archive *archive, sqlite3_stmt *statement, const int64_t *values, int count,
                           struct error *error)
{
    for (int i = 0; i < count; i++)
        if (values[i] < 0)
            sqlite3_bind_null(statement, i + 1);
        else
            sqlite3_bind_int64(statement, i + 1, values[i]);
    enum status status = database_step(archive, statement, NULL, error);
    sqlite3_reset(statement);
    return status;
}

/* Returns the number, or -1 if it is `none`. add_row stores -1 as NULL. */
static int64_t unless(int64_t number, int64_t none)
{
    return number == none ? -1 : number;
}

/* Adds the row of a side's army to the table "armies". `game`: the game's id. */
static enum status add_army(struct archive *archive, int64_t game, enum side side,
                            const struct army_events *army, struct error *error)
{
    static const uint8_t placed[] = {FLAG, MARSHAL, GENERAL, SPY};
    int64_t values[ARMY_COLUMNS + ARMY_COUNTS + RANKS];
    int count = 0;
    values[count++] = game;
    values[count++] = side;
    for (size_t i = 0; i < sizeof placed; i++)
        values[count++] = army->is_setup ? unless(army->square[placed[i]], SQUARE_NONE) : -1;
    values[count++] = army->is_setup ? army->bombs : -1;
    values[count++] = army->is_setup ? army->closed : -1;
    values[count++] = army->is_setup ? (int64_t)army->pattern : -1;
    values[count++] = army->result;
    values[count++] = unless(army->opener, RANK_UNKNOWN);
    values[count++] = unless(army->attack, 0);
    for (int i = 0; i < ARMY_COUNTS; i++)
        values[count++] = army->counts[i];
    for (int rank = 0; rank < RANKS; rank++)
        if (rank_moves(rank))
            values[count++] = unless(army->moved[rank], 0);
    enum status status = prepare_insert(archive, &archive->add_army, "armies", count, error);
    return status ? status : add_row(archive, archive->add_army, values, count, error);
}

enum status event_tables_add(struct archive *archive, int64_t game, const struct game_events *events,
                             struct error *error)
{
    enum status status = prepare_insert(archive, &archive->add_fight, "fights", FIGHT_COLUMNS, error);
    for (size_t i = 0; i < events->count && !status; i++) {
        const struct fight *fight = &events->fights[i];
        const int64_t values[FIGHT_COLUMNS] = {
            game, fight->ply, fight->side, fight->attacker, fight->defender, fight->from, fight->to,
            fight->removed, fight->attacker_known, fight->defender_known, fight->attacker_moved,
            fight->defender_moved};
        status = add_row(archive, archive->add_fight, values, FIGHT_COLUMNS, error);
    }
    for (enum side side = RED; side <= BLUE && !status; side++)
        status = add_army(archive, game, side, &events->army[side], error);
    return status;
}

enum status event_tables_remove(struct archive *archive, int64_t game, struct error *error)
{
    static const char *const statements[] = {"DELETE FROM fights WHERE game = ?1",
                                             "DELETE FROM armies WHERE game = ?1"};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < sizeof statements / sizeof *statements && !status; i++) {
        sqlite3_stmt *statement = database_prepare(archive, statements[i], error);
        if (!statement)
            return STATUS_FAILED;
        sqlite3_bind_int64(statement, 1, game);
        status = database_step(archive, statement, NULL, error);
        sqlite3_finalize(statement);
    }
    return status;
}
