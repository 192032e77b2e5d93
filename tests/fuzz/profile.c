/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes profile_parse with the program's own options: an error leaves every value as it was, and what
 * was read is the same again once written and read. */
#include "console/command.h"
#include "fuzz/fuzz.h"
#include "profile/profile.h"

static void check_range(const struct settings *settings, int index)
{
    const struct option *option = settings_option(settings, index, NULL);
    double value = settings->values[index];
    fuzz_demand(value >= option->least && value <= option->most, "a value lies in its range");
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
    settings_init(&again, option_groups);
    enum status status = profile_parse(&again, "again", text_string(&text), text.size, &error);
    fuzz_demand(status == STATUS_OK, "a written profile can be read");
    check_same(read, &again, "a written profile has the same values");
    settings_free(&again);
    text_free(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct settings before, read;
    struct error error = {0};
    settings_init(&before, option_groups);
    settings_init(&read, option_groups);
    enum status status = profile_parse(&read, "input", (const char *)data, size, &error);
    if (status != STATUS_OK) {
        fuzz_check_error(status, &error);
        check_same(&before, &read, "a refused profile changes nothing");
    } else {
        for (size_t i = 0; i < read.count; i++)
            check_range(&read, (int)i);
        check_there_and_back(&read);
    }
    settings_free(&before);
    settings_free(&read);
    return 0;
}
