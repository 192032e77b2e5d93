/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/match_log.h"

#include "base/digest.h"
#include "base/disk.h"
#include "base/json.h"
#include "base/memory.h"
#include "file/file.h"
#include "lab/match_lines.h"
#include "play/origin.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* An open log that games are written to. */
struct match_log {
    int file;
    char *path;
    const struct tournament *tournament;
    struct contest contest;
    uint64_t seed;
};

/* --- writing --- */

/* Writes the players into the head: the spec of each, and its options with their values. */
static void write_players(struct json *out, const struct tournament *tournament,
                          const struct match_terms *terms)
{
    json_open(out, "players", '[');
    for (size_t i = 0; i < tournament->players; i++) {
        const char *name = tournament->player[i];
        struct agent agent = {.kind = agent_table[agent_index(name)]};
        struct record record = {0};
        json_printf(out, "{name: %s, options: {", name);
        /* The options are listed as in the record of a game. */
        record_clear(&record);
        agent_settings(name, terms->settings, &agent.settings, NULL);
        origin_record_agent(&record, RED, &agent);
        settings_free(&agent.settings);
        for (size_t k = 0; k < record.agent[RED].count; k++)
            json_add_text(out, record.agent[RED].options[k].key, record.agent[RED].options[k].value);
        record_clear(&record);
        json_printf(out, "}}");
    }
    json_close(out, ']');
}

/* Writes the first line of a log, which describes the match. The logs of one match's shards differ only in
 * the last two members. */
static void write_head(const struct tournament *tournament, const struct match_terms *terms,
                       struct text *line)
{
    struct json out = {0};
    char program[PROGRAM_NAME_MAX], clock[TIME_TERMS_TEXT];
    const struct time_terms time = {{terms->clock[MATCH_A], terms->clock[MATCH_B]}, terms->clock_counted};
    json_printf(&out, "{format: %s, program: %s, kind: %s",
                match_log_format, origin_program(program), tournament_kind_names[tournament->kind]);
    write_players(&out, tournament, terms);
    json_printf(&out, "games: %zu, seed: %" PRIu64 ", paired: %i, fixed: %i",
                terms->games, terms->seed, terms->paired, terms->a_is_red);
    /* The standard variant is not written, so that logs from before there were variants can be continued. */
    char army[ARMY_TEXT];
    if (terms->variant != VARIANT_STANDARD)
        json_add_text(&out, "variant", variant_at(terms->variant)->name);
    if (terms->army)
        json_add_text(&out, "army", army_write(terms->army, army));
    const struct rules *rules = &terms->rules;
    json_printf(&out, "rules: {name: %s, two_squares: %d, more_squares: %i, move_limit: %d, "
                      "no_attack_limit: %d}",
                rules->name, rules->two_squares, rules->more_squares, rules->move_limit,
                rules->no_attack_limit);
    /* The pool of setups is described by a digest of its bytes. */
    char pool_text[20];
    uint64_t of_pool = terms->pool_count ? digest(terms->pool, terms->pool_count * sizeof *terms->pool) : 0;
    snprintf(pool_text, sizeof pool_text, "%016" PRIx64, of_pool);
    json_printf(&out, "setups: {count: %zu, digest: %s, first: %i}, clock: %s, clock_counted: %i",
                terms->pool_count, pool_text, terms->pool_first,
                time_terms_are_set(&time) ? time_terms_write(&time, clock) : "none", terms->clock_counted);
    for (int agent = MATCH_A; agent < MATCH_AGENTS; agent++) /* likewise */
        if (terms->own_setup[agent]) {
            struct text letters = {0};
            setup_write_letters(terms->own_setup[agent], RED, &letters);
            json_add_text(&out, agent == MATCH_A ? "setup_a" : "setup_b", text_string(&letters));
            text_free(&letters);
        }
    if (terms->ends_dead) /* so that logs from before this option can be continued */
        json_add_flag(&out, "ends_dead", true);
    if (terms->sprt) {
        const struct sprt_terms *sprt = terms->sprt;
        json_printf(&out, "sprt: {elo0: %g, elo1: %g, alpha: %g, beta: %g}",
                    sprt->elo0, sprt->elo1, sprt->alpha, sprt->beta);
    }
    json_printf(&out, "shard: %zu, shards: %zu}", terms->shard, terms->shards);
    text_printf(line, "%s\n", text_string(&out.text));
    text_free(&out.text);
}

/* Writes bytes at the end of the log. */
static enum status write_line(const struct match_log *log, const char *bytes, size_t size,
                              struct error *error)
{
    return disk_write_all(log->file, bytes, size) == 0 ? STATUS_OK : error_errno(error, log->path);
}

enum status match_log_take(void *context, const struct played *played, bool *enough, struct error *error)
{
    const struct match_log *log = context;
    const struct scheduled *game = &played->game;
    const char *const *player = log->tournament->player;
    bool a_is_red = game->side_of_a == RED;
    struct json out = {0};
    (void)enough;
    json_printf(&out, "{index: %zu, pair: %zu, red: %s, blue: %s, result: %s, reason: %s, plies: %zu, "
                      "seed: %" PRIu64,
                game->index, game->setups, player[a_is_red ? game->a : game->b],
                player[a_is_red ? game->b : game->a], result_name(played->outcome.result),
                reason_name(played->outcome.reason), played->plies, game_seed(log->seed, game->index));
    const char *comment = played->record ? record_comment_at(played->record, played->plies) : NULL;
    if (comment)
        json_add_text(&out, "comment", comment);
    json_close(&out, '}');
    text_add(&out.text, "\n");
    enum status status = write_line(log, out.text.bytes, out.text.size, error);
    text_free(&out.text);
    return status;
}

/* --- continuing an existing log --- */

/* Returns the offset after the last whole line of a file of `size` bytes, 0 if it has none. Reads the file
 * backwards. Returns -1 with errno if the file cannot be read. */
static off_t end_of_lines(int file, off_t size)
{
    char bytes[4096];
    while (size > 0) {
        size_t part = size < (off_t)sizeof bytes ? (size_t)size : sizeof bytes;
        if (pread(file, bytes, part, size - (off_t)part) != (ssize_t)part)
            return -1;
        for (; part > 0; part--, size--)
            if (bytes[part - 1] == '\n')
                return size;
    }
    return 0;
}

/* Returns whether the file, which has no whole line, is an incomplete head of this match, from an interrupted
 * write. */
static bool is_cut_head(int file, off_t size, const struct text *head)
{
    bool shorter = size < (off_t)head->size;
    char *bytes = memory_new(head->size, 1);
    bool same = shorter && pread(file, bytes, (size_t)size, 0) == (ssize_t)size &&
                memcmp(bytes, head->bytes, (size_t)size) == 0;
    free(bytes);
    return same;
}

/* Begins the log. Writes the head to an empty file. Compares it with the head of an existing log, and removes
 * a last line that was cut off, so that the log continues after it. */
static enum status begin_log(const struct match_log *log, const struct text *head, struct error *error)
{
    struct stat about;
    if (fstat(log->file, &about) != 0)
        return error_errno(error, log->path);
    off_t whole = end_of_lines(log->file, about.st_size);
    if (whole < 0)
        return error_errno(error, log->path);
    if (whole == 0 && about.st_size > 0 && !is_cut_head(log->file, about.st_size, head))
        return error_at(error, log->path, 1, 1, "found no whole line, expected the log of a match");
    /* An existing log must start with the same head. */
    struct match_lines lines = {0};
    enum status status = whole ? match_lines_open(&lines, log->path, error) : STATUS_OK;
    if (!status && whole)
        status = match_lines_compare(&lines, head, true, error);
    match_lines_close(&lines);
    /* Remove a last line that was cut off. */
    if (!status && whole < about.st_size && ftruncate(log->file, whole) != 0)
        status = error_errno(error, log->path);
    if (!status && whole == 0)
        status = write_line(log, head->bytes, head->size, error);
    return status;
}

bool match_log_seed(const char *path, uint64_t *seed)
{
    struct match_lines lines = {0};
    struct error error;
    bool found = disk_check_regular(path, &error) == STATUS_OK &&
                 match_lines_open(&lines, path, &error) == STATUS_OK &&
                 match_lines_read_head(&lines, &error) == STATUS_OK &&
                 json_find_whole(&lines.line, "seed", UINT64_MAX, seed);
    match_lines_close(&lines);
    return found;
}

enum status match_log_open(struct match_log **log, const char *path, const struct tournament *tournament,
                           const struct match_terms *terms, struct error *error)
{
    struct text head = {0};
    enum status status = disk_check_name(path, error);
    if (!status)
        status = disk_check_regular(path, error);
    if (!status)
        status = disk_check_writable(path, error);
    if (status)
        return status;
    int file = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0)
        return error_errno(error, path);
    struct match_log *opened = memory_new(1, sizeof *opened);
    *opened = (struct match_log){.file = file, .path = memory_text(path), .tournament = tournament,
                              .contest = tournament_contest(tournament, terms), .seed = terms->seed};
    write_head(tournament, terms, &head);
    /* The lock stays until the log is closed, so that only one match writes to it. */
    if (!disk_lock(file, LOCK_EX | LOCK_NB))
        status = error_set(error, STATUS_BAD, "%s: another match writes this log now", path);
    if (!status)
        status = begin_log(opened, &head, error);
    text_free(&head);
    if (status)
        match_log_close(opened, NULL);
    else
        *log = opened;
    return status;
}

enum status match_log_close(struct match_log *log, struct error *error)
{
    enum status status = STATUS_OK;
    if (disk_sync(log->file) < 0)
        status = error_errno(error, log->path);
    close(log->file);
    free(log->path);
    free(log);
    return status;
}

enum status match_log_replay(struct match_log *log, const struct sink *sink, size_t *games, bool *over,
                             struct error *error)
{
    struct match_lines lines = {0};
    struct played played;
    bool more = true;
    enum status status = match_lines_open(&lines, log->path, error);
    if (!status)
        status = match_lines_read_head(&lines, error);
    /* The log must list the first games of the schedule, and none after the end of the match. */
    for (*games = 0, *over = false; !status;) {
        status = match_lines_read_game(&lines, log->tournament, &log->contest, &played, &more, error);
        if (status || !more)
            break;
        if (*over || *games == contest_games(&log->contest) ||
            played.game.index != schedule_game(&log->contest, *games).index)
            status = error_at(error, log->path, lines.source.line, 1, "found game %zu, expected %s",
                              played.game.index, *over ? "no more" : "the one that comes next");
        if (!status)
            status = sink->take(sink->context, &played, over, error);
        ++*games;
    }
    match_lines_close(&lines);
    return status;
}
