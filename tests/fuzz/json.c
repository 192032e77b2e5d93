/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes json_read: what is read has paths in its limits, and is found by them; an error names the place. */
#include "base/json_read.h"
#include "fuzz/fuzz.h"

static void check_member(const struct json_members *members, size_t index)
{
    const char *path = json_path(members, index), *text = json_value_text(members, index);
    enum json_kind kind = members->value[index].kind;
    uint64_t number = 0;
    fuzz_demand(strlen(path) <= JSON_PATH_MAX, "a path is not too long");
    size_t first = 0; /* of this path */
    while (strcmp(json_path(members, first), path) != 0)
        first++;
    fuzz_demand(!!json_find(members, path, kind) == (members->value[first].kind == kind),
                "the first value of a path is found");
    if (kind == JSON_WORD)
        fuzz_demand(!strcmp(text, "true") || !strcmp(text, "false") || !strcmp(text, "null"),
                    "a word is one of three");
    if (kind == JSON_NUMBER)
        fuzz_demand(*text == '-' || (*text >= '0' && *text <= '9'), "a number begins as one");
    if (json_find_whole(members, path, 1000, &number))
        fuzz_demand(number <= 1000, "a whole number is in its range");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct json_members members; /* read into again and again */
    struct error error = {.text = ""};
    enum status status = json_read(&members, (const char *)data, size, "f", 3, &error);
    if (status) {
        fuzz_check_error(status, &error);
        fuzz_demand(strncmp(error.text, "f:3:", 4) == 0, "the error names the place");
    }
    for (size_t i = 0; !status && i < members.count && i < 50; i++)
        check_member(&members, i);
    return 0;
}
