/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/typed.h"

#include <langinfo.h>
#include <stdbool.h>
#include <string.h>
#include <wchar.h>

/* Returns whether the locale's character set is another than UTF-8. The POSIX locale names ASCII, which is
 * read as UTF-8. */
static bool is_locale_other_than_utf8(void)
{
    const char *set = nl_langinfo(CODESET);
    return strcmp(set, "UTF-8") != 0 && strcmp(set, "ANSI_X3.4-1968") != 0 && strcmp(set, "US-ASCII") != 0;
}

enum { CHARACTER_INVALID = -1, CHARACTER_INCOMPLETE = 0 };

/* Decodes the first character of `size` (at least 1) bytes into *code. Returns its number of bytes,
 * CHARACTER_INVALID or CHARACTER_INCOMPLETE. */
static int read_character(const char *bytes, size_t size, uint32_t *code)
{
    static const int sizes[16] = {[12] = 2, [13] = 2, [14] = 3, [15] = 4}; /* by the first four bits */
    size_t count = utf8_decode(bytes, size, code), max = (size_t)sizes[(unsigned char)bytes[0] >> 4];
    if (is_locale_other_than_utf8()) {
        wchar_t wide;
        mbstate_t state = {0};
        count = mbrtowc(&wide, bytes, size, &state);
        *code = (uint32_t)wide;
        return count == (size_t)-1 ? CHARACTER_INVALID : count == (size_t)-2 ? CHARACTER_INCOMPLETE
                                                                           : (int)(count ? count : 1);
    }
    if (count)
        return (int)count;
    for (size_t i = 1; i < size; i++)
        if (!utf8_continues(bytes[i]))
            return CHARACTER_INVALID;
    return size < max ? CHARACTER_INCOMPLETE : CHARACTER_INVALID;
}

/* Appends the complete characters of the stored bytes. With `end` appends all bytes. */
static void convert_stored_bytes(struct typed_letters *typed, bool end, struct text *out)
{
    while (typed->size) {
        uint32_t code;
        char letter[UTF8_BYTES];
        int used = read_character(typed->part, typed->size, &code);
        if (used == CHARACTER_INCOMPLETE && !end && typed->size < sizeof typed->part)
            return;
        if (used <= 0) {
            code = utf8_byte_code((unsigned char)typed->part[0]);
            used = 1;
        }
        text_append(out, letter, utf8_encode(code, letter));
        typed->size -= (size_t)used;
        memmove(typed->part, typed->part + used, typed->size);
    }
}

void typed_add_byte(struct typed_letters *typed, char byte, struct text *out)
{
    const bool end = false; /* more bytes may follow */
    /* One more byte fits: convert_stored_bytes never leaves `part` full. */
    typed->part[typed->size++] = byte;
    convert_stored_bytes(typed, end, out);
}

void typed_finish(struct typed_letters *typed, struct text *out)
{
    convert_stored_bytes(typed, true, out);
}
