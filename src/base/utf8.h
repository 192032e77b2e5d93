/* SPDX-License-Identifier: GPL-3.0-or-later */
/* UTF-8 that fits on a line of text: no control characters, no line ends, nothing that is no character. */
#ifndef VEDETTE_BASE_UTF8_H
#define VEDETTE_BASE_UTF8_H

#include <stddef.h>

/* The bytes, 1 to 4, of the character that `size` bytes of text, at least one, begin with; 0 where they begin
 * with none. */
size_t utf8_printable(const unsigned char *text, size_t size);

/* Whether text is all of it UTF-8 that fits on a line: its size, or the index of the first byte that does
 * not. */
size_t utf8_printable_size(const char *text, size_t size);

#endif
