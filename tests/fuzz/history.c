/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes the file of lines typed before: what is read are lines, each once; one that is added is there. */
#include "console/line_history.h"
#include "fuzz/files.h"

static void check_history(const struct string_list *history)
{
    fuzz_demand(history->count <= LINE_HISTORY_MAX, "no more lines are kept than there may be");
    for (size_t i = 0; i < history->count; i++) {
        const char *line = history->items[i];
        fuzz_demand(*line && strlen(line) <= LINE_HISTORY_LINE_MAX && !strchr(line, '\n'),
                    "a line is a line");
        for (size_t k = 0; k < i && i < 50; k++)
            fuzz_demand(strcmp(line, history->items[k]) != 0, "each stands once");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct string_list history = {0};
    struct error error = {.text = ""};
    char path[300];
    fuzz_file("history", data, size, path);
    fuzz_demand(line_history_read(path, &history, &error) == STATUS_OK, "any bytes can be read");
    check_history(&history);
    size_t before = history.count;
    string_list_free(&history);
    if (size && data[size - 1] != '\n')
        return 0;
    fuzz_demand(line_history_add(path, "a new line", &error) == STATUS_OK, "a line can be added");
    fuzz_demand(line_history_read(path, &history, &error) == STATUS_OK, "and be read");
    check_history(&history);
    fuzz_demand(history.count && !strcmp(history.items[history.count - 1], "a new line"), "it is the last");
    fuzz_demand(history.count <= before + 1, "no other came in");
    string_list_free(&history);
    return 0;
}
