/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/decimal.h"
#include "base/memory.h"
#include "base/plural.h"
#include "game/army.h"
#include "lab/match_lines.h"
#include "lab/match_log.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 10000000 }; /* max games of a meeting */

/* A game of a log. */
struct logged_game {
    size_t index;
    struct outcome outcome;
    size_t plies;
};

/* The games read so far. */
struct merging {
    struct merged *merged;
    struct text head;         /* first line of the first log */
    struct contest contest;   /* the whole match, without shards */
    struct logged_game *game;
    size_t count, capacity;
};

/* --- the first line --- */

/* Reads a member that is true or false into `value`; returns false if it is missing or invalid. */
static bool find_flag(const struct json_members *line, const char *path, bool *value)
{
    const char *word = json_find(line, path, JSON_WORD);
    *value = word && strcmp(word, "true") == 0;
    return word && strcmp(word, "null") != 0; /* a word of JSON is true, false or null */
}

/* Reads a member that is an int; false if it is missing or invalid. */
static bool find_int(const struct json_members *line, const char *path, int *value)
{
    uint64_t whole;
    bool found = json_find_whole(line, path, INT32_MAX, &whole);
    *value = found ? (int)whole : 0;
    return found;
}

/* Reads a member that is a number; false if it is missing or invalid. */
static bool find_number(const struct json_members *line, const char *path, double *value)
{
    const char *text = json_find(line, path, JSON_NUMBER);
    return text && decimal_read(text, value);
}

/* Reads the rules from the head; false if they are invalid. */
static bool read_rules(const struct json_members *line, struct rules *rules)
{
    const char *name = json_find(line, "rules.name", JSON_STRING);
    const struct rules *named = name ? rules_find(name) : NULL;
    *rules = (struct rules){.name = named ? named->name : "custom", .purpose = ""};
    return name && find_int(line, "rules.two_squares", &rules->two_squares) &&
           find_flag(line, "rules.more_squares", &rules->more_squares) &&
           find_int(line, "rules.move_limit", &rules->move_limit) &&
           find_int(line, "rules.no_attack_limit", &rules->no_attack_limit);
}

/* Reads the time limits and `ends_dead` from the head; false if they are invalid. */
static bool read_clock(const struct json_members *line, struct match_terms *terms)
{
    const char *clock = json_find(line, "clock", JSON_STRING);
    struct time_terms time = {0};
    bool sound = clock && (strcmp(clock, "none") == 0 || !time_terms_read(clock, &time, NULL, NULL));
    for (int i = 0; i < MATCH_AGENTS; i++)
        terms->clock[i] = time.side[i];
    /* Missing means false: a log without the option does not have the member. */
    terms->ends_dead = find_flag(line, "ends_dead", &terms->ends_dead) && terms->ends_dead;
    return sound && find_flag(line, "clock_counted", &terms->clock_counted);
}

/* Reads the terms of the test from the head. True also if there are none. */
static bool read_sprt(const struct json_members *line, struct merged *merged)
{
    struct sprt_terms *sprt = &merged->sprt;
    if (!json_find(line, "sprt.elo0", JSON_NUMBER))
        return true;
    merged->terms.sprt = sprt;
    return find_number(line, "sprt.elo0", &sprt->elo0) && find_number(line, "sprt.elo1", &sprt->elo1) &&
           find_number(line, "sprt.alpha", &sprt->alpha) && find_number(line, "sprt.beta", &sprt->beta) &&
           sprt->elo0 < sprt->elo1 && sprt->alpha > 0 && sprt->alpha < 0.5 && sprt->beta > 0 &&
           sprt->beta < 0.5;
}

/* Reads the players from the head; false if they are invalid. */
static bool read_players(const struct json_members *line, struct merged *merged)
{
    struct tournament *tournament = &merged->tournament;
    const char *kind = json_find(line, "kind", JSON_STRING);
    char path[32];
    int number = 0; /* of the kind */
    while (kind && number < TOURNAMENT_KINDS && strcmp(kind, tournament_kind_names[number]) != 0)
        number++;
    tournament->kind = (enum tournament_kind)number;
    merged->name = memory_new(TOURNAMENT_MAX, sizeof *merged->name);
    tournament->player = (const char *const *)merged->name;
    while (tournament->players < TOURNAMENT_MAX) {
        snprintf(path, sizeof path, "players.%zu.name", tournament->players);
        const char *name = json_find(line, path, JSON_STRING);
        if (!name)
            break;
        merged->name[tournament->players] = memory_text(name);
        tournament->players++;
    }
    /* A match has exactly two players, a tournament two or more. */
    for (int i = 0; i < MATCH_AGENTS; i++)
        merged->terms.agent[i] = merged->name[i];
    return kind && number < TOURNAMENT_KINDS && tournament->players >= 2 &&
           (number != TOURNAMENT_MATCH || tournament->players == 2);
}

/* Reads the variant and the army from the head. The default is the standard variant, without an army of its
 * own. False if one of them is invalid. */
static bool read_variant(const struct json_members *line, struct merged *merged)
{
    const char *name = json_find(line, "variant", JSON_STRING), *army = json_find(line, "army", JSON_STRING);
    const struct variant *variant = name ? variant_find(name) : variant_at(VARIANT_STANDARD);
    if (!variant || (army && army_read(army, NOTATION_DEBOER, variant, merged->army, NULL) != STATUS_OK))
        return false;
    merged->terms.variant = variant_index(variant);
    merged->terms.army = army ? merged->army : NULL;
    return true;
}

/* Reads the whole head; false if a part is invalid. */
static bool read_merged_head(const struct json_members *line, struct merged *merged)
{
    struct match_terms *terms = &merged->terms;
    uint64_t games, setups; /* games of a meeting; setups of the pool */
    bool sound = read_players(line, merged) && json_find_whole(line, "games", GAMES_MAX, &games) &&
                 games > 0 &&
                 json_find_whole(line, "seed", UINT64_MAX, &terms->seed) &&
                 find_flag(line, "paired", &terms->paired) && find_flag(line, "fixed", &terms->a_is_red) &&
                 read_variant(line, merged) && read_rules(line, &terms->rules) &&
                 json_find_whole(line, "setups.count", SIZE_MAX, &setups) &&
                 find_flag(line, "setups.first", &terms->pool_first) && read_clock(line, terms) &&
                 read_sprt(line, merged);
    terms->games = sound ? (size_t)games : 0;
    terms->pool_count = sound ? (size_t)setups : 0;
    return sound;
}

/* --- the games --- */

/* Reads the head of the first log and stores its line, to compare the others with it. */
static enum status read_first(struct merging *merging, struct match_lines *lines, struct error *error)
{
    struct merged *merged = merging->merged;
    const char *bytes;
    size_t size;
    enum status status = source_peek(&lines->source, SOURCE_HEAD, &bytes, &size, error);
    const char *end = status ? NULL : memchr(bytes, '\n', size);
    if (end)
        text_append(&merging->head, bytes, (size_t)(end - bytes));
    if (!status)
        status = match_lines_read_head(lines, error);
    if (!status && (!end || !read_merged_head(&lines->line, merged)))
        return error_at(error, lines->source.name, 1, 1,
                        "found a first line that lacks something, expected that of a match's log");
    merging->contest = tournament_contest(&merged->tournament, &merged->terms);
    return status;
}

/* Reads the head and the games of one log. The head of the first log describes the match; other heads must
 * equal it but for the shard. */
static enum status read_log(struct merging *merging, const char *path, bool first, struct error *error)
{
    struct match_lines lines = {0};
    struct played played;
    bool more = true;
    enum status status = match_lines_open(&lines, path, error);
    if (!status)
        status = first ? read_first(merging, &lines, error)
                       : match_lines_compare(&lines, &merging->head, false, error);
    while (!status) {
        status = match_lines_read_game(&lines, &merging->merged->tournament, &merging->contest, &played,
                                       &more, error);
        if (status || !more)
            break;
        merging->game = memory_grow(merging->game, &merging->capacity, merging->count + 1,
                                    sizeof *merging->game);
        merging->game[merging->count++] =
            (struct logged_game){played.game.index, played.outcome, played.plies};
    }
    match_lines_close(&lines);
    return status;
}

/* Compares two games by their index, for qsort. */
static int by_index(const void *a, const void *b)
{
    size_t x = ((const struct logged_game *)a)->index, y = ((const struct logged_game *)b)->index;
    return (x > y) - (x < y);
}

/* Reports that a game is missing. */
static enum status report_missing(const struct merging *merging, size_t index, struct error *error)
{
    size_t missing = contest_all_games(&merging->contest) - merging->count;
    size_t all = contest_all_games(&merging->contest);
    return error_set(error, STATUS_BAD, "game %zu is in none of the logs%s: %zu of %zu game%s %s missing",
                     index, missing > 1 ? ", and others" : "", missing, all, plural(all),
                     missing == 1 ? "is" : "are");
}

/* Counts the games in their order. Returns an error if one is missing or occurs twice. */
static enum status count_games(struct merging *merging, struct error *error)
{
    struct merged *merged = merging->merged;
    bool over = false;
    size_t next = 0;
    merged->meetings = memory_new(contest_meetings(&merging->contest), sizeof *merged->meetings);
    if (merging->count)
        qsort(merging->game, merging->count, sizeof *merging->game, by_index);
    /* `next` is the index that comes next: each must occur exactly once, up to the end of the match. */
    for (size_t i = 0; i < merging->count; i++, next++) {
        const struct logged_game *logged = &merging->game[i];
        const struct played played = {.game = schedule_index(&merging->contest, logged->index),
                                      .outcome = logged->outcome, .plies = logged->plies};
        if (logged->index < next)
            return error_set(error, STATUS_BAD, "game %zu is listed twice", logged->index);
        if (logged->index > next)
            return report_missing(merging, next, error);
        if (over)
            return error_set(error, STATUS_BAD, "game %zu stands behind the end of the match", logged->index);
        over = match_count(&merged->meetings[played.game.meeting], &played, merged->terms.sprt);
    }
    return over || next == contest_all_games(&merging->contest) ? STATUS_OK
                                                                 : report_missing(merging, next, error);
}

enum status match_merge(char *const *paths, size_t count, struct merged *merged, struct error *error)
{
    *merged = (struct merged){0};
    struct merging merging = {.merged = merged};
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = read_log(&merging, paths[i], i == 0, error);
    if (!status)
        status = count_games(&merging, error);
    text_free(&merging.head);
    free(merging.game);
    return status;
}

void merged_free(struct merged *merged)
{
    for (size_t i = 0; i < merged->tournament.players; i++)
        free(merged->name[i]);
    free(merged->name);
    free(merged->meetings);
    *merged = (struct merged){0};
}
