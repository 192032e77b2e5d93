/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/model_parts.h"

#include "base/plural.h"

#include <string.h>

enum { FINGERPRINTS_A_LINE = 11 };

enum status model_read_rows(const struct reader *reader, const struct yaml *node, const char *path,
                            size_t rows, size_t columns,
                            enum status (*read)(const struct reader *, const struct yaml *, const char *,
                                                size_t, float *),
                            float *(*row)(void *context, size_t i), void *context)
{
    size_t found = 0;
    if (node->kind != YAML_SEQUENCE)
        return reader_fail(reader, node, path, "a list of rows expected");
    for (const struct yaml *child = node->child; child; child = child->next, found++) {
        if (found == rows)
            return reader_fail(reader, child, path, "more than %zu rows", rows);
        enum status status = read(reader, child, path, columns, row(context, found));
        if (status)
            return status;
    }
    if (found != rows)
        return reader_fail(reader, node, path, "%zu row%s found, %zu expected", found, plural(found), rows);
    return STATUS_OK;
}

/* Eight hexadecimal digits a game. */
void model_write_fingerprints(const char *key, const struct game_fingerprints *fingerprints,
                              struct text *out)
{
    text_printf(out, "  %s: %s", key, fingerprints->count ? ">-" : "\"\"");
    for (size_t i = 0; i < fingerprints->count; i++)
        text_printf(out, "%s%08x", i % FINGERPRINTS_A_LINE ? " " : "\n    ",
                    (unsigned)fingerprints->fingerprint[i]);
    text_add(out, "\n");
}

/* A scalar of words of eight hexadecimal digits in rising order. */
enum status model_read_fingerprints(const struct reader *reader, const struct yaml *node, const char *path,
                                    struct game_fingerprints *fingerprints)
{
    fingerprints->count = 0;
    if (node->kind != YAML_SCALAR)
        return reader_fail(reader, node, path, "marks of games expected");
    for (const char *at = node->text; *at != '\0';) {
        uint32_t fingerprint = 0;
        size_t size = strcspn(at, " ");
        for (size_t i = 0; i < size; i++) {
            const char *digit = strchr("0123456789abcdef", at[i]);
            if (!digit || size != 8)
                return reader_fail(reader, node, path, "mark %zu is not eight digits from 0 to f",
                                   fingerprints->count + 1);
            fingerprint = fingerprint << 4 | (uint32_t)(digit - "0123456789abcdef");
        }
        if (fingerprints->count == FINGERPRINTS_MOST)
            return reader_fail(reader, node, path, "more than %d marks", FINGERPRINTS_MOST);
        if (size && fingerprints->count && fingerprint < fingerprints->fingerprint[fingerprints->count - 1])
            return reader_fail(reader, node, path, "mark %zu is out of order", fingerprints->count + 1);
        if (size)
            fingerprints->fingerprint[fingerprints->count++] = fingerprint;
        at += size + strspn(at + size, " ");
    }
    return STATUS_OK;
}
