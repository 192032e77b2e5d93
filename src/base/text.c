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
        size_t sound = utf8_shown_size(string, size);
        text_append(text, string, sound);
        if (sound < size)
            text_printf(text, "\\x%02x", (unsigned char)string[sound++]);
        string += sound;
        size -= sound;
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

void text_printf(struct text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    text_vprintf(text, format, args);
    va_end(args);
}

void text_line(struct text *text, const char *bytes, size_t size)
{
    for (size_t at = 0, taken; at < size; at += taken) {
        uint32_t code;
        char letter[UTF8_BYTES];
        taken = utf8_decode(bytes + at, size - at, &code);
        if (!taken) {
            taken = 1;
            code = utf8_byte_code((unsigned char)bytes[at]);
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

/* Where a line of `size` bytes is broken that has `room` columns: at the last blank within them, or else
 * before all of it if it may `begin` anew, or else at the first blank behind; `size` where it fits or has no
 * blank. It is not broken at blanks that it begins with. With `commas`, behind one it may be broken too. */
static size_t find_break(const char *line, size_t size, int capacity, bool begin, bool commas)
{
    size_t found = size, first = 0;
    bool within = false;
    int columns = 0;
    while (first < size && line[first] == ' ')
        first++;
    for (size_t i = 0, bytes; i < size; i += bytes) {
        uint32_t code;
        bytes = utf8_decode(line + i, size - i, &code);
        bytes += bytes == 0; /* a broken byte stands alone */
        bool may = i > first && ((line[i] == ' ' && line[i - 1] != ' ') || (commas && line[i - 1] == ','));
        if (may && (columns <= capacity || found == size)) {
            found = i;
            within = columns <= capacity;
        }
        columns += line[i] == TEXT_HELD ? 1 : utf8_columns(line + i, bytes);
    }
    if (columns <= capacity)
        return size;
    return within || !begin ? found : 0;
}

static void wrap(struct text *text, const char *string, int column, int indent, bool commas)
{
    size_t begin = text->size;
    do {
        size_t size = strcspn(string, "\n"), cut;
        for (; (cut = find_break(string, size, TEXT_WIDTH - column, column > indent, commas)) < size;
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
    for (size_t i = begin; i < text->size; i++)
        text->bytes[i] = text->bytes[i] == TEXT_HELD ? ' ' : text->bytes[i];
}

void text_wrapped(struct text *text, const char *string, int column, int indent)
{
    wrap(text, string, column, indent, false);
}

void text_wrapped_names(struct text *text, const char *string, int column, int indent)
{
    wrap(text, string, column, indent, true);
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
