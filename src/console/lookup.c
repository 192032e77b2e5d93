/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/lookup.h"

#include "agent/agent.h"
#include "base/ascii.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* Words of up to SHORT letters must match a whole word; with PLURAL_MIN letters or more, a final s is
 * ignored. */
enum { SHORT = 2, PLURAL_MIN = 4 };

/* Returns whether a byte belongs to a word: a letter, a digit or a byte of a character beyond ASCII. */
static bool is_letter(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || (unsigned char)c >= 0x80;
}

/* How well a word matches a text. */
enum match { MATCH_NONE, MATCH_START, MATCH_WHOLE };

/* Matches a word, without the s of a plural, with the beginnings of the words in a text; returns the best
 * match. A short word must match a whole one. *index (may be NULL) gets the number of the word in the text,
 * from 0. */
static enum match match_word(const char *text, const char *word, size_t *index)
{
    size_t size = strlen(word), number = 0;
    enum match best = MATCH_NONE;
    if (size >= PLURAL_MIN && ascii_lower(word[size - 1]) == 's' && ascii_lower(word[size - 2]) != 's')
        size--;
    for (const char *place = text; place && *place && best != MATCH_WHOLE; place++) {
        bool starts = is_letter(*place) && (place == text || !is_letter(place[-1]));
        number += starts;
        if (!starts || ascii_compare_size(place, word, size) != 0)
            continue;
        const char *end = place + size + (ascii_lower(place[size]) == 's');
        enum match match = !is_letter(place[size]) || !is_letter(*end) ? MATCH_WHOLE
                           : size > SHORT                              ? MATCH_START
                                                                       : MATCH_NONE;
        if (match > best && index)
            *index = number - 1;
        best = match > best ? match : best;
    }
    return best;
}

/* Returns whether each of the words matches one of the texts, whose list ends with NULL. */
static bool texts_match_words(const char *const texts[], int count, const char *const words[])
{
    for (int i = 0; i < count; i++) {
        bool found = false;
        for (const char *const *text = texts; *text && !found; text++)
            found = match_word(*text, words[i], NULL) != MATCH_NONE;
        if (!found)
            return false;
    }
    return count > 0;
}

/* The distance of a command from the words that were looked for, by where a word stands: a whole word counts
 * less than a beginning, and among the keywords the first ones are the nearest. */
enum { FAR_NAME_START = 5, FAR_KEYWORD = 10, FAR_KEYWORD_START = 60, FAR_HELP = 100, FAR_HELP_START = 110,
       FAR_DETAILS = 200, FAR_BENCH = 300 /* more for a bench */, FAR_NONE = 10000 };

/* Returns the distance of a command from one word; FAR_NONE: it does not match the word. */
static int word_distance(const struct command *command, bool details, const char *word)
{
    size_t index = 0;
    enum match name = match_word(command->name, word, NULL), help = match_word(command->help, word, NULL);
    enum match keyword = match_word(command->keywords, word, &index);
    int place = index < FAR_KEYWORD_START - FAR_KEYWORD ? (int)index : FAR_KEYWORD_START - FAR_KEYWORD - 1;
    if (name == MATCH_WHOLE)
        return 0;
    if (name == MATCH_START)
        return FAR_NAME_START;
    if (keyword != MATCH_NONE)
        return (keyword == MATCH_WHOLE ? FAR_KEYWORD : FAR_KEYWORD_START) + place;
    if (help != MATCH_NONE)
        return help == MATCH_WHOLE ? FAR_HELP : FAR_HELP_START;
    return details && match_word(command->details, word, NULL) != MATCH_NONE ? FAR_DETAILS : FAR_NONE;
}

/* Returns the sum of a command's distances from all words; FAR_NONE or more: it does not match all of them.
 */
static int command_distance(const struct command *command, bool details, int count, const char *const words[])
{
    int sum = count == 0 ? FAR_NONE : strncmp(command->name, "bench ", 6) == 0 ? FAR_BENCH : 0;
    for (int i = 0; i < count; i++) {
        int distance = word_distance(command, details, words[i]);
        sum += distance;
    }
    return sum;
}

/* Adds the commands that match the words, the nearest first. `details`: searches their details too. */
static void find_commands(const struct command_table *commands, struct lookup *found, bool details,
                          int count, const char *const words[])
{
    int *distance = memory_new(commands->count, sizeof *distance);
    for (size_t i = 0; i < commands->count; i++) {
        int here = command_distance(commands->rows[i], details, count, words);
        size_t place = found->count;
        if (here >= FAR_NONE)
            continue;
        for (; place > 0 && distance[place - 1] > here; place--) {
            distance[place] = distance[place - 1];
            found->commands[place] = found->commands[place - 1];
        }
        distance[place] = here;
        found->commands[place] = commands->rows[i];
        found->count++;
    }
    free(distance);
}

/* Adds the keys of the screen that match the words. */
static void find_keys(const struct session *session, struct lookup *found, int count,
                      const char *const words[])
{
    struct key_words key;
    for (size_t i = 0; session->screen_key && session->screen_key(i, &key); i++)
        if (texts_match_words((const char *const[]){key.word, key.help, NULL}, count, words)) {
            found->keys = memory_grow(found->keys, &found->key_capacity, found->key_count + 1,
                                      sizeof *found->keys);
            found->keys[found->key_count++] = key;
        }
}

/* Adds the options whose group or key match the words. */
static void find_options(struct lookup *found, int count, const char *const words[])
{
    for (const struct option_group *const *group = option_groups; *group; group++)
        for (size_t i = 0; i < (*group)->count; i++) {
            const struct option *option = &(*group)->options[i];
            if (!texts_match_words((const char *const[]){(*group)->name, option->key, NULL}, count, words))
                continue;
            found->options = memory_grow(found->options, &found->option_capacity, found->option_count + 1,
                                         sizeof *found->options);
            found->options[found->option_count++] = (struct lookup_option){*group, option};
        }
}

bool lookup(const struct session *session, int count, const char *const words[], struct lookup *found)
{
    *found = (struct lookup){.commands = memory_new(session->commands->count, sizeof(struct command *))};
    find_commands(session->commands, found, false, count, words);
    find_keys(session, found, count, words);
    find_options(found, count, words);
    if (!found->count && !found->key_count && !found->option_count)
        find_commands(session->commands, found, true, count, words);
    return found->count || found->key_count || found->option_count;
}

void lookup_free(struct lookup *found)
{
    free(found->commands);
    free(found->keys);
    free(found->options);
    *found = (struct lookup){0};
}

bool lookup_has_command(const struct command_table *commands, const char *word)
{
    bool found = false;
    for (size_t i = 0; i < commands->count && word[0] && !found; i++)
        found = word_distance(commands->rows[i], false, word) < FAR_NONE;
    return found;
}
