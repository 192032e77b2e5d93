/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/model_parts.h"

#include "base/plural.h"

#include <assert.h>
#include <math.h>
#include <string.h>

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

/* A fingerprint in a file (a mark) is a number of DIGITS digits of base 64, the highest first, with
 * MARKS_A_LINE of them per line. Older files have words of HEX_DIGITS hexadecimal digits. No line of current
 * files has the length of such a word, so both can be distinguished. */
enum { DIGITS = 6, MARKS_A_LINE = 16, HEX_DIGITS = 8 };
static const char mark_digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
static const char hex_digits[] = "0123456789abcdef";

void model_write_fingerprints(const char *key, const struct game_fingerprints *fingerprints, struct text *out)
{
    text_printf(out, "  %s: %s", key, fingerprints->count ? ">-" : "\"\"");
    for (size_t i = 0; i < fingerprints->count; i++) {
        char mark[DIGITS];
        uint32_t number = fingerprints->fingerprint[i];
        for (int k = DIGITS - 1; k >= 0; k--, number /= 64)
            mark[k] = mark_digits[number % 64];
        if (i % MARKS_A_LINE == 0)
            text_add(out, "\n    ");
        text_append(out, mark, sizeof mark);
    }
    text_add(out, "\n");
}

/* Reads a number of `count` digits. False if a character is not a digit or the number has more than 32
 * bits. */
static bool read_mark(const char *text, int count, const char *digits, uint32_t *mark)
{
    uint64_t number = 0, base = strlen(digits);
    for (int i = 0; i < count; i++) {
        const char *digit = strchr(digits, text[i]);
        if (!digit)
            return false;
        number = number * base + (uint64_t)(digit - digits);
    }
    *mark = (uint32_t)number;
    return number <= UINT32_MAX;
}

enum status model_read_fingerprints(const struct reader *reader, const struct yaml *node, const char *path,
                                    struct game_fingerprints *fingerprints)
{
    fingerprints->count = 0;
    if (node->kind != YAML_SCALAR)
        return reader_fail(reader, node, path, "marks of games expected");
    for (const char *cursor = node->text; *cursor != '\0'; cursor += strspn(cursor, " ")) {
        bool hex = strcspn(cursor, " ") == HEX_DIGITS;
        int size = hex ? HEX_DIGITS : DIGITS;
        for (const char *end = cursor + strcspn(cursor, " "); cursor < end; cursor += size) {
            uint32_t *mark = &fingerprints->fingerprint[fingerprints->count];
            if (fingerprints->count == FINGERPRINTS_MAX)
                return reader_fail(reader, node, path, "more than %d marks", FINGERPRINTS_MAX);
            if (end - cursor < size || !read_mark(cursor, size, hex ? hex_digits : mark_digits, mark))
                return reader_fail(reader, node, path, "mark %zu is not %d digits from %c to %c",
                                   fingerprints->count + 1, size, hex ? '0' : 'A', hex ? 'f' : '/');
            if (fingerprints->count && *mark < mark[-1])
                return reader_fail(reader, node, path, "mark %zu is out of order", fingerprints->count + 1);
            fingerprints->count++;
        }
    }
    return STATUS_OK;
}

enum { NUMBER_MAX = 1000000 };

void model_write_ranks(const float values[RANKS], struct text *out)
{
    for (int rank = 0; rank < RANKS; rank++) {
        long number = lround((double)values[rank] * MODEL_RANK_UNITS);
        number = number > NUMBER_MAX ? NUMBER_MAX : number < -NUMBER_MAX ? -NUMBER_MAX : number;
        text_printf(out, "%s%ld", rank ? " " : "", number);
    }
    text_add(out, "\n");
}

enum status model_read_ranks(const struct reader *reader, const struct yaml *node, const char *path,
                             size_t count, float *values)
{
    long numbers[RANKS];
    assert(count <= RANKS);
    enum status status = reader_read_whole_numbers(reader, node, path, count, NUMBER_MAX, numbers);
    for (size_t i = 0; i < count && !status; i++)
        values[i] = (float)((double)numbers[i] / MODEL_RANK_UNITS);
    return status;
}
