/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes files of many games or setups, a line each: each line is read or has one fault, whatever the others
 * are. */
#include "fuzz/content.h"
#include "fuzz/files.h"

struct seen {
    size_t good, faults;
};

static enum status store_content(void *context, struct file_content *content, const char *place,
                                 struct error *error)
{
    struct seen *seen = context;
    (void)error;
    fuzz_demand(content->kind < FILE_KINDS && *place, "a content has a kind and a place");
    seen->good++;
    return STATUS_OK;
}

static bool fault(void *context, enum status status, const struct error *why)
{
    struct seen *seen = context;
    fuzz_check_error(status, why);
    seen->faults++;
    return true;
}

static enum status take_setup(void *context, const struct setup *setup, enum side side,
                              const struct record *game, const char *place, struct error *error)
{
    (void)context;
    (void)error;
    (void)game;
    fuzz_demand(setup_variant(setup) != NULL, "a setup is a variant's");
    fuzz_demand((side == RED || side == BLUE) && *place, "of a side, from a place");
    return STATUS_OK;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char path[300];
    struct seen seen = {0};
    struct error error = {.text = ""};
    enum file_kind kind = FILE_KINDS;
    size_t lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += data[i] == '\n' || data[i] == '\r';
    fuzz_file("table.tsv", data, size, path);
    enum status status = file_contents_read(path, &kind, store_content, fault, &seen, &error);
    if (status)
        fuzz_check_error(status, &error);
    fuzz_demand(kind == FILE_MSGPACK || seen.good + seen.faults <= lines, "no line counts twice");
    status = setups_read(path, take_setup, NULL, &error);
    if (status)
        fuzz_check_error(status, &error);
    return 0;
}
