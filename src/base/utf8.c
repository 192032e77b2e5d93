/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/utf8.h"

#include <wchar.h>

enum { NO_CHARACTER = 0xfffd }; /* U+FFFD, the replacement character */

size_t utf8_decode(const char *text, size_t size, uint32_t *code)
{
    static const uint32_t min[] = {0, 0, 0x80, 0x800, 0x10000}; /* by size; below, fewer bytes are enough */
    const unsigned char *s = (const unsigned char *)text;
    size_t bytes = s[0] < 0x80 ? 1 : s[0] >> 5 == 6 ? 2 : s[0] >> 4 == 14 ? 3 : s[0] >> 3 == 30 ? 4 : 0;
    if (bytes == 0 || bytes > size)
        return 0;
    uint32_t point = bytes == 1 ? s[0] : s[0] & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if (s[i] >> 6 != 2)
            return 0;
        point = point << 6 | (s[i] & 0x3f);
    }
    *code = point;
    bool surrogate = point >= 0xd800 && point < 0xe000;
    return point < min[bytes] || surrogate || point > 0x10ffff ? 0 : bytes;
}

size_t utf8_encode(uint32_t code, char bytes[UTF8_BYTES])
{
    if (code < 0x80) {
        bytes[0] = (char)code;
        return 1;
    }
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size; i-- > 1; code >>= 6)
        bytes[i] = (char)(0x80 | (code & 0x3f));
    bytes[0] = (char)((0xf00u >> size & 0xff) | code); /* as many leading ones as bytes */
    return size;
}

size_t utf8_whole(const char *text, size_t size)
{
    uint32_t code;
    size_t last = size;
    while (last && size - last < UTF8_BYTES - 1 && utf8_continues(text[last - 1]))
        last--;
    bool cut = last && (unsigned char)text[last - 1] >= 0xc0 &&
               !utf8_decode(text + last - 1, size - last + 1, &code);
    return cut ? last - 1 : size;
}

/* The characters 0x80 .. 0x9f of Windows-1252; 0: not assigned. */
static const uint16_t windows[32] = {
    0x20ac, 0, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021,
    0x02c6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017d, 0,
    0, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014,
    0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0, 0x017e, 0x0178,
};

uint32_t utf8_byte_code(unsigned char byte)
{
    if (byte < 0x80 || byte >= 0xa0)
        return byte;
    return windows[byte - 0x80] ? windows[byte - 0x80] : NO_CHARACTER;
}

uint32_t utf8_line_code(uint32_t code)
{
    bool ends_line = (code >= '\t' && code <= '\r') || code == 0x85 || code == 0x2028 || code == 0x2029;
    bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
    if (ends_line)
        return ' ';
    if (control || code == 0xfeff)
        return 0;
    return (code & 0xfffe) == 0xfffe ? NO_CHARACTER : code; /* U+nFFFE and U+nFFFF are no characters */
}

size_t utf8_printable(const unsigned char *text, size_t size)
{
    uint32_t point;
    size_t bytes = utf8_decode((const char *)text, size, &point);
    if (bytes == 0)
        return 0;
    bool control = point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0x2028 || point == 0x2029;
    bool no_character = point == 0xfeff || (point & 0xfffe) == 0xfffe; /* byte order mark, U+nFFFE, U+nFFFF */
    return control || no_character ? 0 : bytes;
}

bool utf8_turns(uint32_t code)
{
    return code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
           (code >= 0x2066 && code <= 0x2069);
}

size_t utf8_shown(const unsigned char *text, size_t size)
{
    uint32_t code;
    size_t bytes = utf8_printable(text, size);
    return bytes && utf8_decode((const char *)text, size, &code) && !utf8_turns(code) ? bytes : 0;
}

/* Returns the number of bytes before the first character for which the function `character` returns 0. */
static size_t prefix_size(const char *text, size_t size, size_t (*character)(const unsigned char *, size_t))
{
    size_t used = 0;
    for (size_t bytes = 1; bytes && used < size; used += bytes)
        bytes = character((const unsigned char *)text + used, size - used);
    return used;
}

size_t utf8_printable_size(const char *text, size_t size)
{
    return prefix_size(text, size, utf8_printable);
}

size_t utf8_shown_size(const char *text, size_t size)
{
    return prefix_size(text, size, utf8_shown);
}

/* Returns how many columns the first character takes, and its size in *bytes. An invalid byte, or a character
 * that the locale cannot show, takes 1 column. */
static int columns_of(const char *text, size_t size, size_t *bytes)
{
    uint32_t code;
    *bytes = utf8_decode(text, size, &code);
    if (*bytes == 0) {
        *bytes = 1;
        return 1;
    }
    int columns = code < 0x80 ? 1 : wcwidth((wchar_t)code);
    return columns < 0 ? 1 : columns;
}

int utf8_columns(const char *text, size_t size)
{
    int total = 0;
    for (size_t at = 0, bytes; at < size; at += bytes)
        total += columns_of(text + at, size - at, &bytes);
    return total;
}

size_t utf8_fit(const char *text, size_t size, int columns)
{
    size_t at = 0;
    for (size_t bytes; at < size; at += bytes) {
        columns -= columns_of(text + at, size - at, &bytes);
        if (columns < 0)
            break;
    }
    return at;
}
