/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes query_compile: the condition has as many values as it names, its brackets close, and of what was
 * typed nothing is in it but what the fields' table has. */
#include "archive/query.h"
#include "fuzz/fuzz.h"

/* Only what the compiler itself writes: no quote but those of the empty text and of its own words, no sign
 * that ends a statement, and no two that begin a comment. */
static void check_where(const struct query *query)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    const char *where = text_string(&query->where);
    int open = 0;
    size_t named = 0;
    fuzz_demand(!strstr(where, "--"), "no comment begins");
    fuzz_demand(where[0] != '\0', "there is a condition");
    for (const char *at = where; *at; at++) {
        fuzz_demand(strchr(letters, *at) || strchr("0123456789_ ,()<>=?|'+.-", *at),
                    "the condition has known signs alone");
        open += (*at == '(') - (*at == ')');
        fuzz_demand(open >= 0, "brackets open before they close");
        if (*at == '?') {
            size_t number = (size_t)strtoul(at + 1, NULL, 10);
            fuzz_demand(number >= 1 && number <= query->count, "a value that is named is there");
            named = number > named ? number : named;
        }
    }
    fuzz_demand(open == 0, "brackets close");
    fuzz_demand(named == query->count, "each value is named");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct query query = {0};
    struct error error = {.text = ""};
    char *text = calloc(size + 1, 1);
    if (!text)
        return 0;
    memcpy(text, data, size);
    enum status status = query_compile(text, &query, &error);
    if (status)
        fuzz_check_error(status, &error);
    else
        check_where(&query);
    query_free(&query);
    free(text);
    return 0;
}
