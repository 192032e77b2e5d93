/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A growable string, always ended by a zero byte once something was appended. */
#ifndef VEDETTE_BASE_TEXT_H
#define VEDETTE_BASE_TEXT_H

#include <stddef.h>

/* Start with all zero: `struct text t = {0};`. */
struct text {
    char *bytes; /* NULL while empty and never appended to */
    size_t size; /* without the zero byte */
    size_t room;
};

void text_append(struct text *text, const char *bytes, size_t size);
void text_add(struct text *text, const char *string);
void text_printf(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Never NULL: the empty string where nothing was appended. Valid until the next change. */
const char *text_string(const struct text *text);

/* Empties the text and keeps its memory; text_free gives the memory back. */
void text_clear(struct text *text);
void text_free(struct text *text);

#endif
