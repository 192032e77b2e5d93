/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commands/search_options.h"

#include <stdio.h>
#include <string.h>

/* Writes the option's key, the part of a word before its '=', to `key`. A key without a group is of the group
 * "search". Returns the length of that part. */
static size_t write_option_key(const char *word, char key[OPTION_KEY_TEXT])
{
    size_t size = strcspn(word, "=");
    bool has_group = memchr(word, '.', size) != NULL;
    snprintf(key, OPTION_KEY_TEXT, "%s%.*s", has_group ? "" : "search.", (int)(size > 60 ? 60 : size), word);
    return size;
}

/* Sets the option of a word OPTION=VALUE. */
static enum status set_word(struct settings *settings, const char *word, struct error *error)
{
    char key[OPTION_KEY_TEXT];
    size_t size = write_option_key(word, key);
    if (!word[size])
        return error_set(error, STATUS_BAD, "found '%.40s', expected OPTION=VALUE, as probe=2", word);
    return settings_set(settings, key, word + size + 1, "set", error);
}

static const char *const depth_option[] = {"depth", NULL}, *const other_limits[] = {"nodes", "time", NULL},
                        *const belief_options[] = {"belief.", NULL};

const struct search_unused search_unused_on_positions[] = {
    {depth_option, "--depth says how deep it looks"},
    {other_limits, "it looks as deep as --depth says, whatever that takes"},
    {belief_options, "the positions come with what is believed of them"},
    {0},
};

/* Returns whether the key is in the list: as an option of the group "search", or in a group that the list
 * names with its dot. */
static bool is_among(const char *const *options, const char *key)
{
    static const char group[] = "search.";
    const char *name = strncmp(key, group, sizeof group - 1) == 0 ? key + sizeof group - 1 : key;
    for (; *options; options++) {
        size_t size = strlen(*options);
        if (strncmp(name, *options, size) == 0 && (!name[size] || (*options)[size - 1] == '.'))
            return true;
    }
    return false;
}

enum status search_words_check(const struct command *command, const struct word_list *words,
                               const struct search_unused *unused, struct error *error)
{
    for (int i = 0; i < words->count; i++) {
        char key[OPTION_KEY_TEXT];
        write_option_key(words->word[i], key);
        for (const struct search_unused *row = unused; row->options; row++)
            if (is_among(row->options, key))
                return error_set(error, STATUS_BAD, "%s: no place for %.60s: %s", command->name,
                                 words->word[i], row->why);
    }
    return STATUS_OK;
}

/* Copies the session's settings and sets the options of the words `first`, then of `words`, which take
 * precedence. On an error the copy is freed. */
static enum status copy_settings_with(const struct session *session, const char *const *first,
                                      int first_count, const struct word_list *words,
                                      struct settings *settings, struct error *error)
{
    enum status status = STATUS_OK;
    settings_copy(settings, &session->settings);
    for (int i = 0; i < first_count && !status; i++)
        status = set_word(settings, first[i], error);
    for (int i = 0; i < words->count && !status; i++)
        status = set_word(settings, words->word[i], error);
    if (status)
        settings_free(settings);
    return status;
}

enum status search_settings_with(const struct session *session, const struct word_list *words,
                                 struct settings *settings, struct error *error)
{
    return copy_settings_with(session, NULL, 0, words, settings, error);
}

enum status search_settings_of_arts(const struct session *session, const struct word_list *words,
                                    struct settings *settings, struct error *error)
{
    static const char *const off[] = {"quiescence=no", "advance=0", "flag=10000"};
    return copy_settings_with(session, off, sizeof off / sizeof *off, words, settings, error);
}

enum status search_options_with(const struct session *session, const struct word_list *words,
                                struct search_options *options, struct error *error)
{
    struct settings settings = {0};
    enum status status = search_settings_with(session, words, &settings, error);
    if (status)
        return status;
    search_options_read(options, &settings);
    settings_free(&settings);
    return STATUS_OK;
}
