/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/search_options.h"

#include <stdio.h>
#include <string.h>

/* Sets one option; a key without a group is one of the search. */
static enum status set_word(struct settings *settings, const char *word, struct error *error)
{
    char key[OPTION_KEY_TEXT];
    size_t size = strcspn(word, "=");
    if (!word[size])
        return error_set(error, STATUS_BAD, "found '%.40s', expected OPTION=VALUE, as probe=2", word);
    bool full = memchr(word, '.', size) != NULL;
    snprintf(key, sizeof key, "%s%.*s", full ? "" : "search.", (int)(size > 60 ? 60 : size), word);
    return settings_set(settings, key, word + size + 1, "set", error);
}

/* The words of `first` come before the others. */
static enum status settings_with(const struct session *session, const char *const *first, int first_count,
                                 const struct word_list *words, struct settings *settings,
                                 struct error *error)
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
    return settings_with(session, NULL, 0, words, settings, error);
}

enum status search_settings_of_arts(const struct session *session, const struct word_list *words,
                                    struct settings *settings, struct error *error)
{
    static const char *const off[] = {"quiescence=no", "advance=0", "flag=10000"};
    return settings_with(session, off, sizeof off / sizeof *off, words, settings, error);
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
