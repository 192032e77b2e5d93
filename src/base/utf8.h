/* SPDX-License-Identifier: GPL-3.0-or-later */
/* UTF-8: its characters, the columns they take on a terminal, and what of it fits on a line of text: no
 * control characters, no line ends, nothing that is no character. */
#ifndef VEDETTE_BASE_UTF8_H
#define VEDETTE_BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { UTF8_BYTES = 4 /* of a character, at most */ };

/* Reads the character that `size` bytes of text, at least one, begin with, control characters too. Returns
 * its bytes, 1 to 4; 0 where they begin with none. */
size_t utf8_decode(const char *text, size_t size, uint32_t *code);

/* Writes a character; returns its bytes. No zero byte follows. */
size_t utf8_encode(uint32_t code, char bytes[UTF8_BYTES]);

/* The columns that text takes on a terminal: two of a wide letter, none of a combining mark, one of what the
 * locale cannot show and of a byte that is no UTF-8. */
int utf8_columns(const char *text, size_t size);

/* How many bytes at the start of a text take no more than so many columns, whole characters. */
size_t utf8_fit(const char *text, size_t size, int columns);

/* How many of the first `size` bytes are left where a character that is cut off at their end goes. */
size_t utf8_whole(const char *text, size_t size);

/* What a byte that is no UTF-8 stands for: it is read as Windows-1252, which has Latin-1 in it. */
uint32_t utf8_byte_code(unsigned char byte);

/* What stands for a character on a line of text: a blank for tabs and the ends of lines, 0 where it is left
 * out (other control characters, byte order marks), else itself, or U+FFFD where it is no character. */
uint32_t utf8_line_code(uint32_t code);

/* The bytes, 1 to 4, of the character that `size` bytes of text, at least one, begin with, if it fits on a
 * line of text; else 0. */
size_t utf8_printable(const unsigned char *text, size_t size);

/* Whether a character turns the direction of writing, so that what stands behind it is read in another
 * order. */
bool utf8_turns(uint32_t code);

/* As utf8_printable, of what a terminal may get from a stranger's text: no character that turns. */
size_t utf8_shown(const unsigned char *text, size_t size);

/* Whether text is all of it UTF-8 that fits on a line: its size, or the index of the first byte that does
 * not. */
size_t utf8_printable_size(const char *text, size_t size);

/* The same, of characters as utf8_shown has them. */
size_t utf8_shown_size(const char *text, size_t size);

#endif
