/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "play/game_list.h"

#include "agent/agent.h"
#include "base/ascii.h"
#include "base/disk.h"
#include "base/memory.h"
#include "file/file.h"
#include "play/journal.h"
#include "play/unfinished.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* --- finding --- */

/* Appends an entry for the file `path`, last changed at `when`. */
static struct game_entry *add_entry(struct game_list *list, const char *path, struct timespec when)
{
    list->games = memory_grow(list->games, &list->capacity, list->count + 1, sizeof *list->games);
    struct game_entry *entry = &list->games[list->count++];
    *entry = (struct game_entry){.ladders = list->ladders, .path = memory_text(path), .when = when,
                                 .brief.seat = SIDES};
    return entry;
}

/* Adds the unfinished games, with what unfinished_find has read of them. */
static void add_unfinished(struct game_list *list)
{
    struct unfinished_list found = {0};
    unfinished_find(&found);
    list->busy = found.busy;
    list->fault = found.fault;
    for (size_t i = 0; i < found.count; i++) {
        const struct unfinished *game = &found.games[i];
        struct game_entry *entry = add_entry(list, game->path, game->when);
        entry->unfinished = game->state != UNFINISHED_OVER;
        if (game->state == UNFINISHED_OVER) /* like a finished game it is read when needed */
            continue;
        bool sound = game->state == UNFINISHED_SOUND;
        entry->state = sound ? GAME_SOUND : GAME_DAMAGED;
        entry->fault = sound ? NULL : memory_text(game->fault.text);
        entry->brief = game->brief;
    }
    unfinished_free(&found);
}

/* Adds the files in the folder of finished games, not read yet. */
static void add_finished(struct game_list *list)
{
    char folder[PATH_MAX - 300], path[PATH_MAX]; /* leaves space for a file's name */
    struct stat about;
    struct string_list names = {0};
    struct error fault = {0};
    if (!disk_path(DISK_DATA, FINISHED_FOLDER, folder, sizeof folder))
        return;
    disk_list_names(folder, "", &names, &fault);
    if (fault.status)
        list->fault = fault;
    for (size_t i = 0; i < names.count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names.items[i]);
        if (names.items[i][0] != '.' && stat(path, &about) == 0 && S_ISREG(about.st_mode))
            add_entry(list, path, about.st_mtim);
    }
    string_list_free(&names);
}

void game_list_find(struct game_list *list)
{
    list->ladders = ladders_new();
    add_unfinished(list);
    add_finished(list);
    game_list_sort(list, GAMES_BY_DATE);
}

void game_list_free(struct game_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->games[i].path);
        free(list->games[i].fault);
    }
    free(list->games);
    ladders_free(list->ladders);
    *list = (struct game_list){0};
}

/* --- reading --- */

/* Marks an entry as damaged and stores the reason. */
static void mark_damaged(struct game_entry *entry, const struct error *error)
{
    free(entry->fault);
    entry->fault = memory_text(error->text);
    entry->state = GAME_DAMAGED;
}

void game_entry_read(struct game_entry *entry)
{
    struct error error = {0};
    if (entry->state != GAME_UNREAD)
        return;
    entry->state = GAME_READ;
    if (game_brief_read(entry->path, &entry->brief, &error) != STATUS_OK)
        mark_damaged(entry, &error);
}

void game_entry_check(struct game_entry *entry)
{
    struct file_content content = {0};
    struct position position = {0};
    struct error error = {0}, why = {0};
    size_t at = 0;
    game_entry_read(entry);
    if (entry->state != GAME_READ)
        return;
    entry->state = GAME_SOUND;
    if (file_read_regular(entry->path, &content, &error) != STATUS_OK) {
        mark_damaged(entry, &error);
    } else if (record_replay(&content.record, SIZE_MAX, &position, &at, &why) != STATUS_OK) {
        file_move_fault(entry->path, &content, at, &why, &error);
        mark_damaged(entry, &error);
    } else {
        game_brief_of(&content.record, &entry->brief);
        entry->brief.outcome = record_outcome(&content.record, &position);
    }
    position_free(&position);
    file_content_free(&content);
}

/* --- texts about a game --- */

const char *game_entry_name(const struct game_entry *entry)
{
    return disk_file_name(entry->path);
}

enum side game_entry_person(const struct game_entry *entry)
{
    bool red = agent_index(entry->brief.player[RED]) >= 0, blue = agent_index(entry->brief.player[BLUE]) >= 0;
    if (entry->brief.seat < SIDES)
        return entry->brief.seat;
    if (red == blue)
        return SIDES;
    return red ? BLUE : RED;
}

bool game_entry_counts(const struct game_entry *entry)
{
    const struct game_brief *brief = &entry->brief;
    enum side person = game_entry_person(entry);
    return entry->state != GAME_DAMAGED && person != SIDES && brief->outcome.result != RESULT_OPEN &&
           !brief->practice && !brief->placed && !brief->changed[side_other(person)];
}

const char *game_entry_result(const struct game_entry *entry)
{
    enum result result = entry->brief.outcome.result;
    enum side person = game_entry_person(entry);
    if (entry->state == GAME_DAMAGED)
        return "damaged";
    if (result == RESULT_OPEN)
        return "unfinished";
    if (result == RESULT_DRAW)
        return "drawn";
    if (person == SIDES)
        return result_name(result);
    return result == result_win(person) ? "won" : "lost";
}

enum { VARIANT_WORDS = 32 };

/* Writes ", barrage" or the like; "" for the standard variant. */
static const char *write_variant_words(uint8_t variant, char text[VARIANT_WORDS])
{
    bool standard = variant == VARIANT_STANDARD;
    snprintf(text, VARIANT_WORDS, "%s%s", standard ? "" : ", ", standard ? "" : variant_at(variant)->name);
    return text;
}

void game_entry_opponent(const struct game_entry *entry, char *text, size_t capacity)
{
    char red[PLAYER_WORDS], blue[PLAYER_WORDS], variant[VARIANT_WORDS];
    write_variant_words(entry->brief.variant, variant);
    const struct ladder *ladder = ladders_for_variant(entry->ladders, entry->brief.variant);
    ladder_player_name(ladder, entry->brief.player[RED], red);
    ladder_player_name(ladder, entry->brief.player[BLUE], blue);
    enum side person = game_entry_person(entry);
    if (entry->state == GAME_DAMAGED && !red[0] && !blue[0])
        snprintf(text, capacity, "%s", game_entry_name(entry));
    else if (person != SIDES)
        snprintf(text, capacity, "%s%s%s", person == RED ? blue : red, variant,
                 entry->brief.practice ? ", practice" : "");
    else
        snprintf(text, capacity, "%s - %s%s", red[0] ? red : "?", blue[0] ? blue : "?", variant);
}

/* Returns whether `text` contains `part`, ignoring case. */
static bool contains_text(const char *text, const char *part)
{
    size_t size = strlen(part);
    for (; *text; text++)
        if (ascii_compare_size(text, part, size) == 0)
            return true;
    return size == 0;
}

bool game_entry_has(struct game_entry *entry, const char *text)
{
    char opponent[2 * PLAYER_NAME_MAX + 8];
    game_entry_read(entry);
    game_entry_opponent(entry, opponent, sizeof opponent);
    return contains_text(opponent, text) || contains_text(entry->brief.date, text) ||
           contains_text(game_entry_result(entry), text) || contains_text(game_entry_name(entry), text);
}

/* --- sorting --- */

/* Compares two entries: unfinished first, then by date, the newest first. */
static int compare_by_date(const struct game_entry *a, const struct game_entry *b)
{
    if (a->unfinished != b->unfinished)
        return a->unfinished ? -1 : 1;
    if (a->when.tv_sec != b->when.tv_sec)
        return a->when.tv_sec < b->when.tv_sec ? 1 : -1;
    if (a->when.tv_nsec != b->when.tv_nsec)
        return a->when.tv_nsec < b->when.tv_nsec ? 1 : -1;
    return -strcmp(a->path, b->path); /* names begin with the time */
}

/* Compares for qsort: GAMES_BY_DATE. */
static int date_order(const void *a, const void *b)
{
    return compare_by_date(a, b);
}

/* Compares for qsort: by the opponent's name, then by date. */
static int opponent_order(const void *a, const void *b)
{
    char one[2 * PLAYER_NAME_MAX + 8], other[2 * PLAYER_NAME_MAX + 8];
    game_entry_opponent(a, one, sizeof one);
    game_entry_opponent(b, other, sizeof other);
    int order = ascii_compare(one, other);
    return order ? order : compare_by_date(a, b);
}

/* Compares for qsort: by the word for the result, then by date. */
static int result_order(const void *a, const void *b)
{
    int order = strcmp(game_entry_result(a), game_entry_result(b));
    return order ? order : compare_by_date(a, b);
}

/* Compares for qsort: the longest first, then by date. */
static int moves_order(const void *a, const void *b)
{
    size_t one = ((const struct game_entry *)a)->brief.plies;
    size_t other = ((const struct game_entry *)b)->brief.plies;
    return one != other ? (one < other ? 1 : -1) : compare_by_date(a, b);
}

void game_list_sort(struct game_list *list, enum game_order order)
{
    static int (*const orders[GAME_ORDERS])(const void *, const void *) = {
        date_order, opponent_order, result_order, moves_order};
    for (size_t i = 0; order != GAMES_BY_DATE && i < list->count; i++)
        game_entry_read(&list->games[i]);
    if (list->count)
        qsort(list->games, list->count, sizeof *list->games, orders[order]);
}

/* --- the trash --- */

enum status game_list_move_to_trash(const char *path, char *kept, size_t capacity, struct error *error)
{
    char folder[PATH_MAX - 300]; /* leaves space for a file's name */
    struct error why = {0};
    if (!disk_path(DISK_DATA, TRASH_FOLDER, folder, sizeof folder))
        return disk_no_path(DISK_DATA, "the trash", error);
    if (disk_folder(folder, &why) != STATUS_OK)
        return error_set(error, STATUS_FAILED, "%s", why.text);
    return unfinished_move(path, folder, kept, capacity, error);
}

/* --- statistics --- */

/* Compares two rows for qsort: by opponent, then by variant. */
static int standing_order(const void *a, const void *b)
{
    const struct standing *one = a, *other = b;
    int order = strcmp(one->opponent, other->opponent);
    return order ? order : (int)one->variant - (int)other->variant;
}

/* Returns the row of an opponent and variant; adds it if it is new. */
static struct standing *find_tally(struct standing **tallies, size_t *count, size_t *capacity,
                                   const char *opponent, uint8_t variant)
{
    for (size_t i = 0; i < *count; i++)
        if ((*tallies)[i].variant == variant && strcmp((*tallies)[i].opponent, opponent) == 0)
            return &(*tallies)[i];
    *tallies = memory_grow(*tallies, capacity, *count + 1, sizeof **tallies);
    struct standing *tally = &(*tallies)[(*count)++];
    snprintf(tally->opponent, sizeof tally->opponent, "%s", opponent);
    tally->variant = variant;
    return tally;
}

/* Adds a game to the row of its opponent, if it counts. `only` (may be NULL): adds it only to that row. */
static void count_game(struct game_entry *entry, const struct standing *only, struct standing **tallies,
                       size_t *count, size_t *capacity)
{
    char opponent[PLAYER_WORDS];
    game_entry_read(entry);
    enum side person = game_entry_person(entry);
    enum result result = entry->brief.outcome.result;
    if (!game_entry_counts(entry))
        return;
    ladder_player_name(ladders_for_variant(entry->ladders, entry->brief.variant),
                       entry->brief.player[side_other(person)], opponent);
    if (only && (only->variant != entry->brief.variant || strcmp(only->opponent, opponent) != 0))
        return;
    struct standing *tally = find_tally(tallies, count, capacity, opponent, entry->brief.variant);
    tally->won += result == result_win(person);
    tally->lost += result == result_win(side_other(person));
    tally->drawn += result == RESULT_DRAW;
    tally->plies += entry->brief.plies;
}

size_t game_list_tally(struct game_list *list, struct standing **tallies)
{
    size_t count = 0, capacity = 0;
    *tallies = NULL;
    for (size_t i = 0; i < list->count; i++)
        count_game(&list->games[i], NULL, tallies, &count, &capacity);
    if (count)
        qsort(*tallies, count, sizeof **tallies, standing_order);
    return count;
}

bool game_list_standing(struct game_list *list, const char *opponent, uint8_t variant, size_t max,
                        struct standing *standing)
{
    struct standing *tallies = NULL;
    size_t count = 0, capacity = 0, finished = 0;
    *standing = (struct standing){.variant = variant};
    snprintf(standing->opponent, sizeof standing->opponent, "%s", opponent);
    for (size_t i = 0; i < list->count && finished < max; i++) {
        finished += !list->games[i].unfinished;
        count_game(&list->games[i], standing, &tallies, &count, &capacity);
    }
    if (count)
        *standing = tallies[0];
    free(tallies);
    return count > 0;
}

char *standing_name(const struct standing *standing, char text[STANDING_NAME])
{
    char variant[VARIANT_WORDS];
    snprintf(text, STANDING_NAME, "%s%s", standing->opponent,
             write_variant_words(standing->variant, variant));
    return text;
}

double standing_score(const struct standing *tally)
{
    size_t games = tally->won + tally->drawn + tally->lost;
    return games ? ((double)tally->won + 0.5 * (double)tally->drawn) / (double)games : 0;
}
