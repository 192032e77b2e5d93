/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes profile_parse with a few groups of the program's own options, of every type: an error leaves every
 * value as it was, and what was read is the same again once written and read, or edited. */
#include "agent/kinds.h"
#include "agent/screen_option.h"
#include "belief/belief.h"
#include "fuzz/fuzz.h"
#include "game/rules_option.h"
#include "profile/profile.h"

/* The whole table has ten times as many options: an unknown key is held against the name of each. */
static const struct option_group *const few_groups[] = {&rules_group, &screen_group, &external_group,
                                                        &belief_option_group, NULL};

static void check_range(const struct settings *settings, int index)
{
    const struct option *option = settings_option(settings, index, NULL);
    double value = settings->values[index];
    bool word = option->type == OPTION_NUMBER && option->words && value == OPTION_WORD;
    fuzz_demand(word || (value >= option->min && value <= option->max), "a value lies in its range");
}

static void check_same(const struct settings *a, const struct settings *b, const char *promise)
{
    for (size_t i = 0; i < a->count; i++)
        fuzz_demand(a->values[i] == b->values[i], promise);
}

static void check_there_and_back(const struct settings *read)
{
    struct settings again;
    struct text text = {0};
    struct error error = {0};
    profile_write(read, true, &text);
    settings_init(&again, few_groups);
    enum status status = profile_parse(&again, "again", text_string(&text), text.size, &error);
    fuzz_demand(status == STATUS_OK, "a written profile can be read");
    check_same(read, &again, "a written profile has the same values");
    settings_free(&again);
    text_free(&text);
}

/* One option is changed in the text of a sound profile, and nothing else; or none at all. */
static void check_edit(const struct settings *read, const uint8_t *data, size_t size)
{
    struct settings wanted = {0}, again;
    struct text file = {0};
    struct error error = {0};
    settings_copy(&wanted, read);
    settings_set(&wanted, "rules.two_squares", "4", "edit", NULL);
    text_append(&file, (const char *)data, size);
    enum status status =
        profile_edit(few_groups, "input", &file, "rules.two_squares", "4", &error);
    fuzz_demand(status == STATUS_OK || status == STATUS_NO, "a sound profile can be edited, or no");
    if (status == STATUS_NO)
        fuzz_demand(file.size == size && memcmp(file.bytes, data, size) == 0,
                    "what cannot be edited is unchanged");
    settings_init(&again, few_groups);
    status = profile_parse(&again, "edited", file.bytes, file.size, &error);
    fuzz_demand(status == STATUS_OK, "an edited profile can be read");
    if (file.size != size || memcmp(file.bytes, data, size) != 0)
        check_same(&wanted, &again, "an edited profile has one new value");
    settings_free(&again);
    settings_free(&wanted);
    text_free(&file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct settings before, read;
    struct error error = {0};
    settings_init(&before, few_groups);
    settings_init(&read, few_groups);
    enum status status = profile_parse(&read, "input", (const char *)data, size, &error);
    if (status != STATUS_OK) {
        fuzz_check_error(status, &error);
        check_same(&before, &read, "a refused profile changes nothing");
    } else {
        for (size_t i = 0; i < read.count; i++)
            check_range(&read, (int)i);
        check_there_and_back(&read);
        check_edit(&read, data, size);
    }
    settings_free(&before);
    settings_free(&read);
    return 0;
}
