/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/lookup.h"

#include "agent/agent.h"
#include "base/ascii.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { SHORT = 2, PLURAL_MIN = 4 }; /* letters: of words that must be there whole, and that may lose an s */

static bool is_letter(char c)
{
    return ascii_is_letter(c) || ascii_is_digit(c) || (unsigned char)c >= 0x80;
}

/* The size of a word without the s of a plural. */
static size_t stem_size(const char *word)
{
    size_t size = strlen(word);
    bool plural = size >= PLURAL_MIN && ascii_lower(word[size - 1]) == 's' &&
                  ascii_lower(word[size - 2]) != 's';
    return size - plural;
}

static bool begins_with(const char *text, const char *word, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (!text[i] || ascii_lower(text[i]) != ascii_lower(word[i]))
            return false;
    return true;
}

/* Whether a text is about a word. */
static bool is_about(const char *text, const char *word)
{
    size_t size = stem_size(word);
    for (const char *at = text; at && *at; at++) {
        bool starts = is_letter(*at) && (at == text || !is_letter(at[-1]));
        if (starts && begins_with(at, word, size) && (size > SHORT || !is_letter(at[size])))
            return true;
    }
    return false;
}

/* Whether each of the words is in one of the texts, the last of which is NULL. */
static bool are_about(const char *const texts[], int count, const char *const words[])
{
    for (int i = 0; i < count; i++) {
        bool found = false;
        for (const char *const *text = texts; *text && !found; text++)
            found = is_about(*text, words[i]);
        if (!found)
            return false;
    }
    return count > 0;
}

static bool command_is_about(const struct command *command, bool details, int count,
                             const char *const words[])
{
    const char *const texts[] = {command->name, command->help, command->keywords ? command->keywords : "",
                                 details ? command->details : NULL, NULL};
    return are_about(texts, count, words);
}

static void find_commands(const struct command_table *commands, struct lookup *found, bool details,
                          int count, const char *const words[])
{
    for (size_t i = 0; i < commands->count; i++)
        if (command_is_about(commands->rows[i], details, count, words))
            found->commands[found->count++] = commands->rows[i];
}

static void find_keys(const struct session *session, struct lookup *found, int count,
                      const char *const words[])
{
    struct key_words key;
    for (size_t i = 0; session->screen_key && session->screen_key(i, &key); i++)
        if (are_about((const char *const[]){key.word, key.help, NULL}, count, words)) {
            found->keys = memory_grow(found->keys, &found->key_capacity, found->key_count + 1,
                                      sizeof *found->keys);
            found->keys[found->key_count++] = key;
        }
}

static void find_options(struct lookup *found, int count, const char *const words[])
{
    for (const struct option_group *const *group = option_groups; *group; group++)
        for (size_t i = 0; i < (*group)->count; i++) {
            const struct option *option = &(*group)->options[i];
            if (!are_about((const char *const[]){(*group)->name, option->key, NULL}, count, words))
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
        found = command_is_about(commands->rows[i], false, 1, words);
    return found;
}
