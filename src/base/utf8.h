/* SPDX-License-Identifier: GPL-3.0-or-later */
/* UTF-8: decoding characters, their columns on a terminal, and which of them may be in a line of text: no
 * control characters, line ends or invalid codes. */
#ifndef VEDETTE_BASE_UTF8_H
#define VEDETTE_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UTF8_BYTES = 4 /* max bytes of a character */ };

/* Returns whether a byte is one after the first of a character. */
static inline bool utf8_continues(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Decodes the first character of `size` bytes (1 or more), also a control character. Returns its bytes, 1
 * to 4; 0 if it is not valid UTF-8. */
size_t utf8_decode(const char *text, size_t size, uint32_t *code);

/* Writes a character as UTF-8, without a zero byte; returns its bytes, 1 to 4. */
size_t utf8_encode(uint32_t code, char bytes[UTF8_BYTES]);

/* Returns how many columns text takes on a terminal: two for a wide letter, none for a combining mark, one
 * for others. A character that the locale cannot show and a byte that is not UTF-8 take one. */
int utf8_columns(const char *text, size_t size);

/* Returns how many bytes at the start of a text fit in this number of columns, as whole characters. */
size_t utf8_fit(const char *text, size_t size, int columns);

/* Returns `size` without the bytes of a character that is cut off at the end. */
size_t utf8_whole(const char *text, size_t size);

/* Returns the character of a byte that is not UTF-8, read as Windows-1252 (which contains Latin-1). */
uint32_t utf8_byte_code(unsigned char byte);

/* Returns what replaces a character on a line of text: a blank for tabs and line ends, U+FFFD for invalid
 * codes, and 0 for characters to leave out (other control characters, byte order marks). Any other character
 * is returned unchanged. */
uint32_t utf8_line_code(uint32_t code);

/* Returns the bytes, 1 to 4, of the first character of `size` bytes (1 or more). Returns 0 if the character
 * may not be in a line of text. */
size_t utf8_printable(const unsigned char *text, size_t size);

/* Returns whether a character changes the direction of writing, so that the text after it is shown in
 * another order. */
bool utf8_turns(uint32_t code);

/* Returns the bytes of the first character of `size` bytes (1 or more). Returns 0 if a terminal must not get
 * it in a text from others: it is not printable, or changes the direction of writing. */
size_t utf8_shown(const unsigned char *text, size_t size);

/* Returns the number of bytes before the first character that is not printable (utf8_printable); `size` if
 * all are. */
size_t utf8_printable_size(const char *text, size_t size);

/* Returns the number of bytes before the first character that is not utf8_shown; `size` if all are. */
size_t utf8_shown_size(const char *text, size_t size);

#endif
