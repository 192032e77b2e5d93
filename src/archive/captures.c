/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts which pieces were lost to which. The pieces of one game have the same result, so the counts are also
 * summed by game. */
#include "archive/tally_parts.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { CAPTURE_KEYS = 16 * RANKS }; /* 16 times the lost piece's rank, and the other's */

/* The counts of one pair of ranks. */
struct capture_count {
    struct archive_tally_count total;
    int64_t game;                /* the last game with such a capture */
    double count, points;        /* in that game; not yet in the sums over games */
};

/* The counts of a variant and period. */
struct capture_section {
    char *variant, *period;      /* owned */
    struct capture_count pair[CAPTURE_KEYS];
};

struct capture_sections {
    struct capture_section **items;
    size_t count, capacity;
};

/* Returns the section of a variant and period. The last one is the most probable. */
static struct capture_section *section_of(struct capture_sections *sections, const char *variant,
                                          const char *period)
{
    for (size_t i = sections->count; i-- > 0;)
        if (strcmp(sections->items[i]->variant, variant) == 0 &&
            strcmp(sections->items[i]->period, period) == 0)
            return sections->items[i];
    sections->items = memory_grow(sections->items, &sections->capacity, sections->count + 1,
                                  sizeof *sections->items);
    struct capture_section *section = memory_new(1, sizeof *section);
    section->variant = memory_text(variant);
    section->period = memory_text(period);
    sections->items[sections->count++] = section;
    return section;
}

/* Adds what the pair's last game had to the sums over games. */
static void end_capture_game(struct capture_count *pair)
{
    struct archive_by_game *by_game = &pair->total.by_game;
    by_game->games += pair->count > 0;
    by_game->points2 += pair->points * pair->points;
    by_game->both += pair->points * pair->count;
    by_game->count2 += pair->count * pair->count;
    pair->count = pair->points = 0;
}

/* Counts a lost piece. `points`: of its owner, 0 lost, 1 drawn, 2 won. */
static void count_capture(struct capture_section *section, int64_t key, int64_t game, int points)
{
    if (key < 0 || key >= CAPTURE_KEYS) /* a damaged database */
        return;
    struct capture_count *pair = &section->pair[key];
    if (pair->game != game)
        end_capture_game(pair);
    pair->game = game;
    pair->count++;
    pair->points += points / 2.0;
    pair->total.count++;
    pair->total.won += points == 2;
    pair->total.drawn += points == 1;
    pair->total.lost += points == 0;
}

/* Orders by count, then by key. For qsort. */
static int compare_captures(const void *a, const void *b)
{
    const struct archive_tally_count *one = a, *two = b;
    if (one->count != two->count)
        return one->count > two->count ? -1 : 1;
    return one->key < two->key ? -1 : one->key > two->key;
}

/* Orders the standard variant first, then by variant and period. For qsort. */
static int compare_sections(const void *a, const void *b)
{
    const struct capture_section *one = *(struct capture_section *const *)a;
    const struct capture_section *two = *(struct capture_section *const *)b;
    const char *standard = variant_at(VARIANT_STANDARD)->name;
    int other = (strcmp(one->variant, standard) != 0) - (strcmp(two->variant, standard) != 0);
    int order = other ? other : strcmp(one->variant, two->variant);
    return order ? order : strcmp(one->period, two->period);
}

/* Passes the counts of a section on. */
static void take_section(struct capture_section *section, archive_tally_taker *take, void *context)
{
    struct archive_tally_count counts[CAPTURE_KEYS];
    size_t count = 0;
    for (int key = 0; key < CAPTURE_KEYS; key++) {
        if (!section->pair[key].total.count)
            continue;
        end_capture_game(&section->pair[key]);
        counts[count] = section->pair[key].total;
        counts[count].variant = section->variant;
        counts[count].period = section->period;
        counts[count].what = "";
        counts[count++].key = key;
    }
    qsort(counts, count, sizeof *counts, compare_captures);
    for (size_t i = 0; i < count; i++)
        take(context, &counts[i]);
}

/* Appends the points of the owner of a lost piece, -1 if it was not lost or is not counted. `side`: the
 * owner's side in SQL; `kept`: the value of `removed` if the piece was not lost. */
static void write_points(const struct archive_tally *tally, const char *side, int kept, struct text *sql)
{
    text_printf(sql, ", CASE WHEN removed <> %d", kept);
    tally_write_whose(tally, side, sql);
    text_add(sql, " THEN ");
    tally_write_points(side, sql);
    text_add(sql, " ELSE -1 END");
}

enum status captures_count(struct archive *archive, const struct archive_tally *tally,
                           archive_tally_taker *take, void *context, struct error *error)
{
    struct capture_sections sections = {0};
    struct text sql = {0};
    text_printf(&sql, "SELECT games.id, variant, substr(date, 1, %d), 16 * own.defender + own.attacker, "
                "16 * own.attacker + own.defender", tally_date_bytes(tally->by));
    write_points(tally, "(1 - own.side)", REMOVED_ATTACKER, &sql);
    write_points(tally, "own.side", REMOVED_DEFENDER, &sql);
    text_printf(&sql, " FROM games JOIN fights AS own ON own.game = games.id WHERE (%s)",
                text_string(&tally->query->where));
    sqlite3_stmt *row = database_prepare_query(archive, text_string(&sql), tally->query, tally->name, error);
    enum status status = row ? STATUS_OK : STATUS_FAILED;
    text_free(&sql);
    database_set_stoppable(archive, true);
    for (bool more = row; !status && more;) {
        status = database_step(archive, row, &more, error);
        if (status || !more)
            break;
        struct capture_section *section = section_of(&sections, database_text(row, 1), database_text(row, 2));
        for (int piece = 0; piece < 2; piece++)
            if (sqlite3_column_int(row, 5 + piece) >= 0)
                count_capture(section, sqlite3_column_int64(row, 3 + piece), sqlite3_column_int64(row, 0),
                              sqlite3_column_int(row, 5 + piece));
    }
    database_set_stoppable(archive, false);
    sqlite3_finalize(row);
    if (sections.count)
        qsort(sections.items, sections.count, sizeof *sections.items, compare_sections);
    for (size_t i = 0; i < sections.count; i++) {
        if (!status)
            take_section(sections.items[i], take, context);
        free(sections.items[i]->variant);
        free(sections.items[i]->period);
        free(sections.items[i]);
    }
    free(sections.items);
    return status;
}
