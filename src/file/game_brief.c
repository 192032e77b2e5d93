/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/game_brief.h"

#include "base/disk.h"
#include "file/file.h"

#include <string.h>

void game_brief_of(const struct record *record, struct game_brief *brief)
{
    struct setup setups[SIDES];
    *brief = (struct game_brief){.plies = record->plies, .outcome = record->outcome,
                                   .practice = record->practice, .seat = SIDES /* no seat: see below */};
    /* A game with moves before its first own one, or without two complete setups, began from a position. */
    brief->placed = record->prior_count > 0 || !placement_to_setups(&record->start, setups);
    if (record->seating == SEATING_SECOND) /* only a game played elsewhere has a seat */
        brief->seat = placement_viewing_side(&record->start);
    /* The recorded options are those of the last moves; `since` is above 0 if the first moves had others. */
    for (enum side side = RED; side <= BLUE; side++)
        brief->changed[side] = record->agent[side].name[0] && record->agent[side].since > 0;
    brief->variant = record->start.variant;
    memcpy(brief->date, record->date, sizeof brief->date);
    memcpy(brief->player, record->player, sizeof brief->player);
}

/* Returns the value of a line that begins with `key`, or NULL. */
static const char *value_of(const char *line, const char *key)
{
    size_t size = strlen(key);
    return strncmp(line, key, size) == 0 ? line + size + strspn(line + size, " ") : NULL;
}

/* Copies a plain word, or a text in double quotes as scalar_write writes it (with \" and \\). False if it is
 * neither or does not fit; a text of capacity - 2 bytes always fits. A plain word ends at ',', '}', a blank
 * or the line's end, a text at its second quote. */
static bool parse_word(const char *text, char *word, size_t capacity)
{
    bool quoted = *text == '"';
    size_t used = 0;
    for (text += quoted; *text && *text != '\n' && used + 1 < capacity; text++) {
        if (quoted ? *text == '"' : strchr(",} ", *text) != NULL) {
            word[used] = '\0';
            return used > 0 || quoted;
        }
        if (*text == '\\' && *++text != '"' && *text != '\\')
            return false; /* no other character is escaped */
        word[used++] = *text;
    }
    word[used] = '\0';
    return !quoted && used > 0 && (!*text || *text == '\n');
}

/* Reads the name of a variant as the index of its row. */
static bool parse_variant(const char *value, uint8_t *index)
{
    char word[32];
    const struct variant *variant = parse_word(value, word, sizeof word) ? variant_find(word) : NULL;
    if (variant)
        *index = variant_index(variant);
    return variant != NULL;
}

/* Reads the player's name after `red:` or `blue:`; leaves it empty if there is only a setup. */
static bool parse_player(const char *value, char player[PLAYER_NAME_MAX])
{
    static const char begin[] = "{player: ";
    if (*value != '{')
        return false;
    if (strncmp(value, begin, sizeof begin - 1) != 0)
        return strncmp(value, "{s", 2) == 0; /* only "setup:" or "sealed:", no name */
    return parse_word(value + sizeof begin - 1, player, PLAYER_NAME_MAX);
}

/* Returns whether the line names an agent that played only from a later move on: agent_write then writes
 * `since:` behind the name. */
static bool has_since(const char *line)
{
    static const char begin[] = "  agent: {name: ";
    if (strncmp(line, begin, sizeof begin - 1) != 0)
        return false;
    static const char since[] = ", since: ";
    const char *text = line + sizeof begin - 1;
    /* Skip the name; within quotes it may contain an escaped character, a ',' or a '}'. */
    if (*text == '"') {
        for (text++; *text && *text != '"'; text++)
            text += *text == '\\' && text[1];
    }
    text += strcspn(text, ",}\n");
    return strncmp(text, since, sizeof since - 1) == 0 && text[sizeof since - 1] != '0';
}

/* Reads result and reason (may be NULL). */
static bool parse_outcome(const char *result, const char *reason, struct outcome *outcome)
{
    char word[32];
    if (!result || !parse_word(result, word, sizeof word))
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
    if (!parse_word(reason, word, sizeof word))
        return false;
    for (int known = REASON_NONE + 1; known < REASONS; known++)
        if (strcmp(word, reason_name((enum reason)known)) == 0)
            outcome->reason = (enum reason)known;
    return outcome->reason != REASON_NONE;
}

/* Returns the line after this one, or NULL. */
static const char *next_line_of(const char *line)
{
    const char *end = strchr(line, '\n');
    return end && end[1] ? end + 1 : NULL;
}

/* Counts the words on the indented lines from `line` on, which follow each other without a gap. */
static size_t count_words(const char *line)
{
    size_t count = 0;
    for (; line && *line == ' '; line = next_line_of(line))
        for (const char *byte = line; *byte && *byte != '\n'; byte++)
            count += *byte != ' ' && byte[-1] == ' ';
    return count;
}

/* Finds the facts in the text of a game file by its lines alone, without parsing YAML and moves. False if the
 * text has not the form that this program writes, or begins with a position. */
static bool find_facts(const char *text, struct game_brief *brief)
{
    static const char format[] = "format: vedette-game/1\n";
    const char *result = NULL, *reason = NULL, *value;
    bool has_red = false, has_blue = false, has_moves = false;
    enum side side = RED;
    if (strncmp(text, format, sizeof format - 1) != 0)
        return false;
    for (const char *line = text; line; line = next_line_of(line)) {
        if ((value = value_of(line, "variant:")) && !parse_variant(value, &brief->variant))
            return false;
        if ((value = value_of(line, "date:")) && !parse_word(value, brief->date, sizeof brief->date))
            return false;
        if ((value = value_of(line, "red:")))
            has_red = parse_player(value, brief->player[side = RED]);
        if ((value = value_of(line, "blue:")))
            has_blue = parse_player(value, brief->player[side = BLUE]);
        brief->changed[side] |= has_since(line); /* the line of an agent follows that of its side */
        if (value_of(line, "position:"))
            return false; /* the user's side follows from the position */
        if ((value = value_of(line, "practice:")))
            brief->practice = *value == 'y';
        if ((value = value_of(line, "result:")))
            result = value;
        if ((value = value_of(line, "reason:")))
            reason = value;
        if ((value = value_of(line, "moves:"))) {
            has_moves = strncmp(value, ">-\n", 3) == 0 || strncmp(value, "\"\"\n", 3) == 0;
            brief->plies = count_words(next_line_of(line));
        }
    }
    return has_red && has_blue && has_moves && parse_outcome(result, reason, &brief->outcome);
}

enum status game_brief_read(const char *path, struct game_brief *brief, struct error *error)
{
    struct text text = {0};
    *brief = (struct game_brief){.seat = SIDES};
    enum status status = disk_read_regular(path, FILE_LIMIT, &text, error);
    /* The fast way, which this program's own files allow; any other file is parsed. */
    bool found = !status && find_facts(text_string(&text), brief);
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
