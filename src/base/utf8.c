/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/utf8.h"

#include <stdbool.h>

size_t utf8_printable(const unsigned char *text, size_t size)
{
    static const unsigned least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t bytes = text[0] < 0x80 ? 1 : text[0] >> 5 == 6 ? 2 : text[0] >> 4 == 14 ? 3 :
                   text[0] >> 3 == 30 ? 4 : 0;
    if (bytes == 0 || bytes > size)
        return 0;
    unsigned point = bytes == 1 ? text[0] : text[0] & (0x7fu >> bytes);
    for (size_t i = 1; i < bytes; i++) {
        if (text[i] >> 6 != 2)
            return 0;
        point = point << 6 | (text[i] & 0x3f);
    }
    bool control = point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0x2028 || point == 0x2029;
    bool no_character = (point >= 0xd800 && point < 0xe000) || point == 0xfeff ||
                        (point & 0xfffe) == 0xfffe || point > 0x10ffff;
    return point < least[bytes] || control || no_character ? 0 : bytes;
}

size_t utf8_printable_size(const char *text, size_t size)
{
    size_t at = 0;
    for (size_t bytes = 1; bytes && at < size; at += bytes)
        bytes = utf8_printable((const unsigned char *)text + at, size - at);
    return at;
}
