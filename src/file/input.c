/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/input.h"

#include <stdarg.h>
#include <string.h>

void input_place(const struct input *input, size_t offset, size_t *line, size_t *column)
{
    *line = input->line ? input->line : 1;
    *column = 1;
    for (size_t i = 0; i < offset && i < input->size; i++) {
        ++*column;
        if (input->bytes[i] == '\n') {
            ++*line;
            *column = 1;
        }
    }
}

enum status input_vfault(const struct input *input, size_t offset, struct error *error,
                         const char *format, va_list args)
{
    size_t line, column;
    input_place(input, offset, &line, &column);
    return error_vat(error, input->name, line, column, format, args);
}

enum status input_fault(const struct input *input, size_t offset, struct error *error,
                        const char *format, ...)
{
    va_list args;
    va_start(args, format);
    input_vfault(input, offset, error, format, args);
    va_end(args);
    return STATUS_BAD;
}

enum status input_because(const struct input *input, size_t offset, struct error *error,
                          const struct error *why)
{
    return input_fault(input, offset, error, "%s", why->text);
}

size_t input_start(const struct input *input)
{
    return input->size >= 3 && memcmp(input->bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

bool input_next_line(const struct input *input, size_t *offset, size_t *start, size_t *size)
{
    if (*offset >= input->size)
        return false;
    const char *from = input->bytes + *offset;
    size_t bytes_left = input->size - *offset;
    const char *newline = memchr(from, '\n', bytes_left);
    *start = *offset;
    *size = newline ? (size_t)(newline - from) : bytes_left;
    *offset += *size + (newline ? 1 : 0);
    if (*size && from[*size - 1] == '\r')
        --*size;
    return true;
}

bool number_read(const char *text, size_t size, int *number)
{
    if (size == 0 || size > 9)
        return false;
    int value = 0;
    for (size_t i = 0; i < size; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        value = value * 10 + (text[i] - '0');
    }
    *number = value;
    return true;
}
