/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/line_input.h"

#include <string.h>

void line_input_add(struct line_input *input, const char *bytes, size_t size)
{
    /* Lines that were returned make space first. */
    if (input->at) {
        memmove(input->bytes.bytes, input->bytes.bytes + input->at, input->bytes.size - input->at);
        input->bytes.size -= input->at;
        input->searched -= input->at;
        input->at = 0;
    }
    text_append(&input->bytes, bytes, size);
}

enum line_found line_input_next(struct line_input *input, bool ended, const char **line, size_t *size)
{
    while (input->bytes.bytes) {
        char *start = input->bytes.bytes + input->at;
        size_t left = input->bytes.size - input->at, seen = input->searched - input->at;
        char *end = left > seen ? memchr(start + seen, '\n', left - seen) : NULL;
        bool skipped = input->skips, is_whole = end || (ended && left);
        *size = end ? (size_t)(end - start) : left;
        input->searched = input->bytes.size;
        if (!is_whole && left <= input->max)
            return LINE_NONE;
        /* The line is taken, or its beginning if it is too long already. */
        input->at += end ? *size + 1 : *size;
        input->searched = input->at;
        input->skips = !is_whole;
        if (*size > input->max || skipped) {
            if (!skipped)
                return LINE_TOO_LONG;
            continue; /* the rest of a line that was reported before */
        }
        start[*size] = '\0'; /* in place of the line end, or of the text's own zero byte */
        *line = start;
        return LINE_WHOLE;
    }
    return LINE_NONE;
}

size_t line_input_left(const struct line_input *input)
{
    return input->bytes.size - input->at;
}

void line_input_free(struct line_input *input)
{
    text_free(&input->bytes);
    *input = (struct line_input){0};
}
