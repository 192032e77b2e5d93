/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/game_brief.h"

#include "base/disk.h"
#include "file/file.h"

#include <string.h>

void game_brief_of(const struct record *record, struct game_brief *brief)
{
    struct setup setups[SIDES];
    *brief = (struct game_brief){.plies = record->plies, .outcome = record->outcome,
                                   .practice = record->practice, .seat = SIDES};
    brief->placed = record->prior_count > 0 || !placement_to_setups(&record->start, setups);
    if (record->seating == SEATING_SECOND)
        brief->seat = placement_viewing_side(&record->start);
    for (enum side side = RED; side <= BLUE; side++)
        brief->changed[side] = record->agent[side].name[0] && record->agent[side].since > 0;
    brief->variant = record->start.variant;
    memcpy(brief->date, record->date, sizeof brief->date);
    memcpy(brief->player, record->player, sizeof brief->player);
}

/* The value of a line that begins with `key`; NULL: it begins otherwise. */
static const char *value_of(const char *line, const char *key)
{
    size_t size = strlen(key);
    return strncmp(line, key, size) == 0 ? line + size + strspn(line + size, " ") : NULL;
}

/* Takes a plain word, or a text in double quotes as scalar_write has it; false where it is neither, or
 * longer than there is room. */
static bool take_word(const char *at, char *word, size_t capacity)
{
    bool quoted = *at == '"';
    size_t used = 0;
    for (at += quoted; *at && *at != '\n' && used + 1 < capacity; at++) {
        if (quoted ? *at == '"' : strchr(",} ", *at) != NULL) {
            word[used] = '\0';
            return used > 0 || quoted;
        }
        if (*at == '\\' && *++at != '"' && *at != '\\')
            return false;
        word[used++] = *at;
    }
    word[used] = '\0';
    return !quoted && used > 0 && (!*at || *at == '\n');
}

static bool take_variant(const char *value, uint8_t *index)
{
    char word[32];
    const struct variant *variant = take_word(value, word, sizeof word) ? variant_find(word) : NULL;
    if (variant)
        *index = variant_index(variant);
    return variant != NULL;
}

static bool take_player(const char *value, char player[PLAYER_NAME_MAX])
{
    static const char begin[] = "{player: ";
    if (*value != '{')
        return false;
    if (strncmp(value, begin, sizeof begin - 1) != 0)
        return strncmp(value, "{s", 2) == 0; /* a setup alone: nobody is named */
    return take_word(value + sizeof begin - 1, player, PLAYER_NAME_MAX);
}

/* Whether the line of an agent says since when it plays by its options, as agent_write has it. */
static bool has_since(const char *line)
{
    static const char begin[] = "  agent: {name: ";
    if (strncmp(line, begin, sizeof begin - 1) != 0)
        return false;
    const char *at = line + sizeof begin - 1;
    if (*at == '"') {
        for (at++; *at && *at != '"'; at++)
            at += *at == '\\' && at[1];
    }
    at += strcspn(at, ",}\n");
    return strncmp(at, ", since: ", 9) == 0 && at[9] != '0';
}

static bool take_outcome(const char *result, const char *reason, struct outcome *outcome)
{
    char word[32];
    if (!result || !take_word(result, word, sizeof word))
        return false;
    outcome->result = RESULT_OPEN;
    for (enum result known = RESULT_RED; known <= RESULT_DRAW; known++)
        if (strcmp(word, result_name(known)) == 0)
            outcome->result = known;
    if (outcome->result == RESULT_OPEN)
        return strcmp(word, "unfinished") == 0 && !reason;
    outcome->reason = REASON_NONE;
    if (!reason)
        return true;
    if (!take_word(reason, word, sizeof word))
        return false;
    for (int known = REASON_NONE + 1; known < REASONS; known++)
        if (strcmp(word, reason_name((enum reason)known)) == 0)
            outcome->reason = (enum reason)known;
    return outcome->reason != REASON_NONE;
}

/* The line behind this one; NULL: there is none. */
static const char *line_after(const char *line)
{
    const char *end = strchr(line, '\n');
    return end && end[1] ? end + 1 : NULL;
}

/* How many words stand on the indented lines from here on. */
static size_t count_words(const char *line)
{
    size_t count = 0;
    for (; line && *line == ' '; line = line_after(line))
        for (const char *at = line; *at && *at != '\n'; at++)
            count += *at != ' ' && at[-1] == ' ';
    return count;
}

/* True where it is a game file in the program's own form. */
static bool look_through(const char *text, struct game_brief *brief)
{
    const char *result = NULL, *reason = NULL, *value;
    bool red = false, blue = false, moves = false;
    enum side side = RED;
    if (strncmp(text, "format: vedette-game/1\n", 23) != 0)
        return false;
    for (const char *line = text; line; line = line_after(line)) {
        if ((value = value_of(line, "variant:")) && !take_variant(value, &brief->variant))
            return false;
        if ((value = value_of(line, "date:")) && !take_word(value, brief->date, sizeof brief->date))
            return false;
        if ((value = value_of(line, "red:")))
            red = take_player(value, brief->player[side = RED]);
        if ((value = value_of(line, "blue:")))
            blue = take_player(value, brief->player[side = BLUE]);
        brief->changed[side] |= has_since(line);
        if (value_of(line, "position:"))
            return false; /* what it begins with tells who sits where */
        if ((value = value_of(line, "practice:")))
            brief->practice = *value == 'y';
        if ((value = value_of(line, "result:")))
            result = value;
        if ((value = value_of(line, "reason:")))
            reason = value;
        if ((value = value_of(line, "moves:"))) {
            moves = strncmp(value, ">-\n", 3) == 0 || strncmp(value, "\"\"\n", 3) == 0;
            brief->plies = count_words(line_after(line));
        }
    }
    return red && blue && moves && take_outcome(result, reason, &brief->outcome);
}

enum status game_brief_read(const char *path, struct game_brief *brief, struct error *error)
{
    struct text text = {0};
    *brief = (struct game_brief){.seat = SIDES};
    enum status status = disk_read_regular(path, FILE_LIMIT, &text, error);
    bool found = !status && look_through(text_string(&text), brief);
    if (!status && !found) {
        struct file_content content = {0};
        status = file_parse(path, text_string(&text), text.size, &content, error);
        if (!status && (content.kind == FILE_SETUP || content.kind == FILE_LETTERS ||
                        content.kind == FILE_POSITION || content.kind == FILE_FIELD))
            status = error_at(error, path, 1, 1, "found a %s, expected a game", file_kind_name(content.kind));
        if (!status)
            game_brief_of(&content.record, brief);
        file_content_free(&content);
    }
    text_free(&text);
    return status;
}
