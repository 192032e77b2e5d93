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

/* Returns whether a word, without the s of a plural, matches the beginning of a word in the text. A short
 * word must match a whole one. */
static bool text_matches_word(const char *text, const char *word)
{
    size_t size = strlen(word);
    if (size >= PLURAL_MIN && ascii_lower(word[size - 1]) == 's' && ascii_lower(word[size - 2]) != 's')
        size--;
    for (const char *place = text; place && *place; place++) {
        bool starts = is_letter(*place) && (place == text || !is_letter(place[-1]));
        if (starts && ascii_compare_size(place, word, size) == 0 && (size > SHORT || !is_letter(place[size])))
            return true;
    }
    return false;
}

/* Returns whether each of the words matches one of the texts, whose list ends with NULL. */
static bool texts_match_words(const char *const texts[], int count, const char *const words[])
{
    for (int i = 0; i < count; i++) {
        bool found = false;
        for (const char *const *text = texts; *text && !found; text++)
            found = text_matches_word(*text, words[i]);
        if (!found)
            return false;
    }
    return count > 0;
}

/* Returns whether the words match a command's name, help and keywords, and with `details` its details. */
static bool command_matches(const struct command *command, bool details, int count, const char *const words[])
{
    const char *const texts[] = {command->name, command->help, command->keywords ? command->keywords : "",
                                 details ? command->details : NULL, NULL};
    return texts_match_words(texts, count, words);
}

/* Adds the commands that match the words. `details`: searches their details too. */
static void find_commands(const struct command_table *commands, struct lookup *found, bool details,
                          int count, const char *const words[])
{
    for (size_t i = 0; i < commands->count; i++)
        if (command_matches(commands->rows[i], details, count, words))
            found->commands[found->count++] = commands->rows[i];
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
    const char *const words[] = {word};
    bool found = false;
    for (size_t i = 0; i < commands->count && word[0] && !found; i++)
        found = command_matches(commands->rows[i], false, 1, words);
    return found;
}
