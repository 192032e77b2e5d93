/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/text.h"

#include "base/memory.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void text_append(struct text *text, const char *bytes, size_t size)
{
    text->bytes = memory_grow(text->bytes, &text->room, text->size + size + 1, 1);
    if (size)
        memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    text->bytes[text->size] = '\0';
}

void text_add(struct text *text, const char *string)
{
    text_append(text, string, strlen(string));
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    int size = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (size >= 0) {
        text->bytes = memory_grow(text->bytes, &text->room, text->size + (size_t)size + 1, 1);
        vsnprintf(text->bytes + text->size, (size_t)size + 1, format, again);
        text->size += (size_t)size;
    }
    va_end(again);
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
