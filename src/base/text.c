/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"

#include "base/memory.h"
#include "base/utf8.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_append(struct text *text, const char *bytes, size_t size)
{
    text->bytes = memory_grow(text->bytes, &text->capacity, text->size + size + 1, 1);
    if (size)
        memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    text->bytes[text->size] = '\0';
}

void text_add(struct text *text, const char *string)
{
    text_append(text, string, strlen(string));
}

void text_add_plain(struct text *text, const char *string)
{
    size_t size = strlen(string);
    while (size) {
        size_t printable = utf8_shown_size(string, size);
        text_append(text, string, printable);
        if (printable < size)
            text_printf(text, "\\x%02x", (unsigned char)string[printable++]);
        string += printable;
        size -= printable;
    }
}

void text_vprintf(struct text *text, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    if (size >= 0) {
        text->bytes = memory_grow(text->bytes, &text->capacity, text->size + (size_t)size + 1, 1);
        vsnprintf(text->bytes + text->size, (size_t)size + 1, format, again);
        text->size += (size_t)size;
    }
    va_end(again);
}

void text_add_number(struct text *text, unsigned number)
{
    char digits[16];
    size_t first = sizeof digits;
    do
        digits[--first] = (char)('0' + number % 10);
    while ((number /= 10));
    text_append(text, digits + first, sizeof digits - first);
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprintf(text, format, args);
    va_end(args);
}

void text_line(struct text *text, const char *bytes, size_t size)
{
    for (size_t offset = 0, bytes_used; offset < size; offset += bytes_used) {
        uint32_t code;
        char letter[UTF8_BYTES];
        bytes_used = utf8_decode(bytes + offset, size - offset, &code);
        if (!bytes_used) {
            bytes_used = 1;
            code = utf8_byte_code((unsigned char)bytes[offset]);
        }
        code = utf8_line_code(code);
        if (code)
            text_append(text, letter, utf8_encode(code, letter));
    }
}

void text_add_untabbed(struct text *text, const char *bytes, size_t size, int stops, int *column)
{
    while (size) {
        size_t plain = 0;
        while (plain < size && bytes[plain] != '\t' && bytes[plain] != '\n')
            plain++;
        text_append(text, bytes, plain);
        *column += utf8_columns(bytes, plain);
        bytes += plain;
        size -= plain;
        if (!size)
            break;
        int blanks = stops - *column % stops;
        if (*bytes == '\t')
            text_printf(text, "%*s", blanks, "");
        else
            text_add(text, "\n");
        *column = *bytes == '\t' ? *column + blanks : 0;
        bytes++;
        size--;
    }
}

void text_padded(struct text *text, const char *string, int columns)
{
    size_t size = strlen(string);
    int missing = columns - utf8_columns(string, size);
    text_append(text, string, size);
    if (missing > 0)
        text_printf(text, "%*s", missing, "");
}

/* Returns where to break a line of `size` bytes for `capacity` columns: at the last blank that fits. If none
 * fits, returns 0 (before the whole line) if `begin` allows a new line there, otherwise the first blank
 * after. Returns `size` if the line fits or has no blank. Leading blanks are no break points. With `commas`,
 * it may also be broken after a comma. */
static size_t find_line_break(const char *line, size_t size, int capacity, bool begin, bool commas)
{
    size_t break_at = size, first = 0; /* the best break so far; the first byte that is no blank */
    bool fits = false;                 /* the part before break_at fits */
    int columns = 0;                   /* columns of the bytes before i */
    while (first < size && line[first] == ' ')
        first++;
    for (size_t i = 0, bytes; i < size; i += bytes) {
        uint32_t code;
        bytes = utf8_decode(line + i, size - i, &code);
        bytes += bytes == 0; /* a byte that is not UTF-8 counts alone */
        bool can_break = i > first && ((line[i] == ' ' && line[i - 1] != ' ') ||
                                       (commas && line[i - 1] == ','));
        if (can_break && (columns <= capacity || break_at == size)) {
            break_at = i;
            fits = columns <= capacity;
        }
        columns += line[i] == TEXT_HELD ? 1 : utf8_columns(line + i, bytes);
    }
    if (columns <= capacity)
        return size;
    return fits || !begin ? break_at : 0;
}

/* Appends wrapped lines, for text_wrapped and text_wrapped_names. */
static void append_wrapped(struct text *text, const char *string, int column, int indent, bool commas)
{
    size_t begin = text->size;
    /* For each line of `string`: append it up to its breaks, then its rest. */
    do {
        size_t size = strcspn(string, "\n"), cut;
        for (; (cut = find_line_break(string, size, TEXT_WIDTH - column, column > indent, commas)) < size;
             column = indent) {
            text_append(text, string, cut);
            while (string[cut] == ' ')
                cut++;
            string += cut;
            size -= cut;
            if (size)
                text_printf(text, "\n%*s", indent, "");
        }
        text_append(text, string, size);
        text_add(text, "\n");
        string += size + (string[size] == '\n');
        column = 0;
    } while (*string);
    /* The blanks that must not be broken become normal ones. */
    for (size_t i = begin; i < text->size; i++)
        text->bytes[i] = text->bytes[i] == TEXT_HELD ? ' ' : text->bytes[i];
}

void text_wrapped(struct text *text, const char *string, int column, int indent)
{
    const bool commas = false; /* breaks lines only at blanks */
    append_wrapped(text, string, column, indent, commas);
}

void text_wrapped_names(struct text *text, const char *string, int column, int indent)
{
    const bool commas = true; /* breaks lines also after commas */
    append_wrapped(text, string, column, indent, commas);
}

const char *text_string(const struct text *text)
{
    return text->bytes ? text->bytes : "";
}

void text_clear(struct text *text)
{
    text->size = 0;
    if (text->bytes)
        text->bytes[0] = '\0';
}

void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}
