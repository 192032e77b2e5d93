/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/reader.h"

#include "base/decimal.h"
#include "base/plural.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum status reader_fail(const struct reader *reader, const struct yaml *node, const char *path,
                        const char *format, ...)
{
    struct error why;
    va_list args;
    va_start(args, format);
    error_vset(&why, STATUS_BAD, format, args);
    va_end(args);
    return error_at(reader->error, reader->name, node->line, node->column, "%s%s%s", path,
                    path[0] == '\0' ? "" : ": ", why.text);
}

/* Sets the error for a node of the wrong kind. */
static enum status report_wrong_kind(const struct reader *reader, const struct yaml *node,
                                     const char *path, const char *expected)
{
    static const char *const names[] = {"a single value", "a mapping", "a list"};
    return reader_fail(reader, node, path, "%s found, %s expected", names[node->kind], expected);
}

/* Returns whether a key is in the list, which ends with NULL and may be NULL. */
static bool is_listed(const char *const *list, const char *key)
{
    for (; list != NULL && *list != NULL; list++)
        if (strcmp(*list, key) == 0)
            return true;
    return false;
}

enum status reader_check_keys(const struct reader *reader, const struct yaml *node, const char *path,
                              const char *const *needed, const char *const *optional)
{
    if (node->kind != YAML_MAPPING)
        return report_wrong_kind(reader, node, path, "a mapping");
    for (const struct yaml *child = node->child; child != NULL; child = child->next)
        if (!is_listed(needed, child->key) && !is_listed(optional, child->key))
            return error_at(reader->error, reader->name, child->key_line, child->key_column,
                            "%s%sunknown key \"%.60s\"", path, path[0] == '\0' ? "" : ": ", child->key);
    for (; *needed != NULL; needed++)
        if (yaml_get(node, *needed) == NULL)
            return reader_fail(reader, node, path, "key \"%s\" is missing", *needed);
    return STATUS_OK;
}

enum status reader_read_number(const struct reader *reader, const struct yaml *node, const char *path,
                               double min, double max, double *value)
{
    if (node->kind != YAML_SCALAR)
        return report_wrong_kind(reader, node, path, "a number");
    if (!decimal_read(node->text, value))
        return reader_fail(reader, node, path, "\"%.40s\" is no number", node->text);
    if (*value < min || *value > max)
        return reader_fail(reader, node, path, "%.40s is out of range, %g .. %g expected",
                           node->text, min, max);
    return STATUS_OK;
}

enum status reader_read_count(const struct reader *reader, const struct yaml *node, const char *path,
                              uint64_t max, uint64_t *value)
{
    if (node->kind != YAML_SCALAR)
        return report_wrong_kind(reader, node, path, "a whole number");
    const char *text = node->text;
    if (text[0] == '\0' || strspn(text, "0123456789") != strlen(text))
        return reader_fail(reader, node, path, "\"%.40s\" is no whole number", text);
    errno = 0;
    unsigned long long number = strtoull(text, NULL, 10);
    if (errno != 0 || number > max)
        return reader_fail(reader, node, path, "%.40s is more than %llu", text, (unsigned long long)max);
    *value = number;
    return STATUS_OK;
}

enum status reader_read_numbers(const struct reader *reader, const struct yaml *node, const char *path,
                                size_t count, double min, double max, double *values)
{
    if (node->kind != YAML_SEQUENCE)
        return report_wrong_kind(reader, node, path, "a list of numbers");
    size_t found = 0;
    for (const struct yaml *child = node->child; child != NULL; child = child->next, found++)
        if (found < count) {
            enum status status = reader_read_number(reader, child, path, min, max, &values[found]);
            if (status)
                return status;
        }
    if (found != count)
        return reader_fail(reader, node, path, "%zu number%s found, %zu expected", found, plural(found),
                           count);
    return STATUS_OK;
}

enum status reader_read_whole_numbers(const struct reader *reader, const struct yaml *node,
                                      const char *path, size_t count, long max, long *values)
{
    if (node->kind != YAML_SCALAR)
        return report_wrong_kind(reader, node, path, "whole numbers");
    const char *rest = node->text;
    for (size_t i = 0; i < count; i++) {
        char *end;
        rest += strspn(rest, " ");
        size_t length = strcspn(rest, " ");
        if (length == 0)
            return reader_fail(reader, node, path, "%zu number%s found, %zu expected", i, plural(i), count);
        long value = strtol(rest, &end, 10);
        if (end != rest + length || strspn(rest, "-0123456789") < length)
            return reader_fail(reader, node, path, "number %zu is no whole number", i + 1);
        if (value < -max || value > max)
            return reader_fail(reader, node, path, "number %zu is out of range, %ld .. %ld expected", i + 1,
                               -max, max);
        values[i] = value;
        rest = end;
    }
    if (rest[strspn(rest, " ")] != '\0')
        return reader_fail(reader, node, path, "more than %zu numbers", count);
    return STATUS_OK;
}

enum status reader_read_text(const struct reader *reader, const struct yaml *node, const char *path,
                             size_t capacity, char *text)
{
    if (node->kind != YAML_SCALAR)
        return report_wrong_kind(reader, node, path, "a text");
    if (node->size >= capacity)
        return reader_fail(reader, node, path, "longer than %zu bytes", capacity - 1);
    for (size_t i = 0; i < node->size; i++)
        if ((unsigned char)node->text[i] < ' ' || node->text[i] == 0x7f)
            return reader_fail(reader, node, path, "a control character in a text");
    memcpy(text, node->text, node->size);
    text[node->size] = '\0';
    return STATUS_OK;
}

enum status reader_read_origin(const struct reader *reader, const struct yaml *root, uint8_t *variant,
                               char source[256], char date[16])
{
    const struct yaml *node = yaml_get(root, "variant");
    char name[VARIANT_NAMES] = "", names[VARIANT_NAMES];
    enum status status = node ? reader_read_text(reader, node, "variant", sizeof name, name) : STATUS_OK;
    const struct variant *found = node ? variant_find(name) : variant_at(VARIANT_STANDARD);
    *variant = found ? variant_index(found) : VARIANT_STANDARD;
    if (!status && !found)
        status = reader_fail(reader, node, "variant", "found \"%.20s\", expected %s", name,
                             variant_names(names));
    if (!status)
        status = reader_read_text(reader, yaml_get(root, "source"), "source", 256, source);
    if (!status)
        status = reader_read_text(reader, yaml_get(root, "date"), "date", 16, date);
    return status;
}
