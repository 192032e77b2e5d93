/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/match_lines.h"

#include <string.h>

const char match_log_format[] = "vedette-match/1";

const char *const tournament_kind_names[TOURNAMENT_KINDS] = {
    [TOURNAMENT_MATCH] = "match",
    [TOURNAMENT_ROUND_ROBIN] = "round robin",
    [TOURNAMENT_GAUNTLET] = "gauntlet",
};

enum status match_lines_open(struct match_lines *lines, const char *path, struct error *error)
{
    *lines = (struct match_lines){0};
    return source_open(&lines->source, path, true, error);
}

void match_lines_close(struct match_lines *lines)
{
    source_close(&lines->source);
    json_members_free(&lines->line);
}

/* Reads the next whole line. `more` is false at the end of the file, and for a last line without line end:
 * its writing was interrupted. */
static enum status read_line(struct match_lines *lines, bool *more, struct error *error)
{
    const char *bytes;
    size_t size;
    struct source *source = &lines->source;
    enum status status = source_read_line(source, &bytes, &size, error);
    *more = !status && bytes && source->start > 0 && source->buffer[source->start - 1] == '\n';
    if (!*more)
        return status;
    return json_read(&lines->line, bytes, size, source->name, source->line, error);
}

enum status match_lines_read_head(struct match_lines *lines, struct error *error)
{
    bool more;
    enum status status = read_line(lines, &more, error);
    const char *format = status || !more ? NULL : json_find(&lines->line, "format", JSON_STRING);
    if (!status && (!format || strcmp(format, match_log_format) != 0))
        status = error_at(error, lines->source.name, 1, 1,
                          "found another format, expected the log of a match, \"%s\"", match_log_format);
    return status;
}

/* Returns whether the head's member at `path` says which shard the log is of. Heads of one match may differ
 * in it. */
static bool is_of_shard(const char *path)
{
    return strcmp(path, "shard") == 0 || strcmp(path, "shards") == 0;
}

/* Returns the next member that is compared, from number `*index` on, and moves *index to it. NULL if there is
 * none. Skips the members of the shard unless `shard` is set. */
static const char *next_path(const struct json_members *members, size_t *index, bool shard)
{
    while (*index < members->count && !shard && is_of_shard(json_path(members, *index)))
        ++*index;
    return *index < members->count ? json_path(members, *index) : NULL;
}

/* Sets the error for the first difference of two heads: member `found_at` of the line read, and member
 * `wanted_at` of `wanted`. An index behind the last member means that the head has no more. */
static enum status report_difference(const struct match_lines *lines, size_t found_at,
                                   const struct json_members *wanted, size_t wanted_at, struct error *error)
{
    const struct json_members *found = &lines->line;
    const char *found_path = found_at < found->count ? json_path(found, found_at) : NULL;
    const char *wanted_path = wanted_at < wanted->count ? json_path(wanted, wanted_at) : NULL;
    const char *name = lines->source.name;
    if (found_path && wanted_path && strcmp(found_path, wanted_path) == 0)
        return error_at(error, name, 1, 1, "the log of another match: %s is %.80s, expected %.80s",
                        found_path, json_value_text(found, found_at), json_value_text(wanted, wanted_at));
    /* If the wanted head lacks the found member, that member is extra. If not, the wanted one is missing. */
    bool only_found = found_path && (!wanted_path || !json_find(wanted, found_path,
                                                                found->value[found_at].kind));
    return error_at(error, name, 1, 1, "the log of another match: found %s%.80s, expected %s%.80s",
                    only_found ? "" : "no ", only_found ? found_path : wanted_path, only_found ? "no " : "",
                    only_found ? found_path : wanted_path);
}

enum status match_lines_compare(struct match_lines *lines, const struct text *head, bool shard,
                                struct error *error)
{
    struct json_members wanted = {0};
    const struct json_members *found = &lines->line;
    bool has_line_end = head->size > 0 && head->bytes[head->size - 1] == '\n';
    size_t i = 0, k = 0, size = head->size - has_line_end;
    enum status status = match_lines_read_head(lines, error);
    if (!status)
        status = json_read(&wanted, head->bytes, size, "head", 1, error);
    /* Both heads must have the same members, in the same order, with the same values. */
    while (!status) {
        const char *found_path = next_path(found, &i, shard), *wanted_path = next_path(&wanted, &k, shard);
        if (!found_path && !wanted_path)
            break;
        if (!found_path || !wanted_path || strcmp(found_path, wanted_path) != 0 ||
            strcmp(json_value_text(found, i), json_value_text(&wanted, k)) != 0)
            status = report_difference(lines, i, &wanted, k, error);
        i++;
        k++;
    }
    json_members_free(&wanted);
    return status;
}

/* Sets outcome->result to the result called `name`. False if there is none, or `name` is NULL. */
static bool find_result(const char *name, struct outcome *outcome)
{
    for (outcome->result = RESULT_RED; name && outcome->result <= RESULT_DRAW; outcome->result++)
        if (strcmp(result_name(outcome->result), name) == 0)
            return true;
    return false;
}

/* Sets outcome->reason to the reason called `name`. False if there is none, or `name` is NULL. */
static bool find_reason(const char *name, struct outcome *outcome)
{
    for (int reason = REASON_NONE; name && reason < REASONS; reason++)
        if (strcmp(reason_name((enum reason)reason), name) == 0) {
            outcome->reason = (enum reason)reason;
            return true;
        }
    return false;
}

/* Returns whether the line has this player for the colour. */
static bool has_player(const struct json_members *line, const char *colour, const char *player)
{
    const char *name = json_find(line, colour, JSON_STRING);
    return name && strcmp(name, player) == 0;
}

enum status match_lines_read_game(struct match_lines *lines, const struct tournament *tournament,
                                  const struct contest *contest, struct played *played, bool *more,
                                  struct error *error)
{
    const struct json_members *line = &lines->line;
    uint64_t index, plies;
    const char *expected = NULL;
    *played = (struct played){0};
    enum status status = read_line(lines, more, error);
    if (status || !*more)
        return status;
    /* The index defines the players and colours; the line must have the same. */
    if (!json_find_whole(line, "index", contest_all_games(contest) - 1, &index)) {
        expected = "the index of a game of this match";
    } else {
        played->game = schedule_index(contest, (size_t)index);
        bool a_is_red = played->game.side_of_a == RED;
        const char *a = tournament->player[played->game.a], *b = tournament->player[played->game.b];
        if (!has_player(line, "red", a_is_red ? a : b) || !has_player(line, "blue", a_is_red ? b : a))
            expected = "the players of this game";
        else if (!find_result(json_find(line, "result", JSON_STRING), &played->outcome))
            expected = "a result: red, blue or draw";
        else if (!find_reason(json_find(line, "reason", JSON_STRING), &played->outcome))
            expected = "a reason";
        else if (!json_find_whole(line, "plies", UINT32_MAX, &plies))
            expected = "a number of plies";
        else
            played->plies = (size_t)plies;
    }
    if (expected)
        return error_at(error, lines->source.name, lines->source.line, 1,
                        "found a line that does not have %s", expected);
    return STATUS_OK;
}
