/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/typed.h"

#include <langinfo.h>
#include <stdbool.h>
#include <string.h>
#include <wchar.h>

static bool continues(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Whether text is typed in a character set other than UTF-8. The POSIX locale says nothing of it. */
static bool is_other_set(void)
{
    const char *set = nl_langinfo(CODESET);
    return strcmp(set, "UTF-8") != 0 && strcmp(set, "ANSI_X3.4-1968") != 0 && strcmp(set, "US-ASCII") != 0;
}

enum { CHARACTER_BROKEN = -1, CHARACTER_GOES_ON = 0 };

/* Reads the character that bytes, at least one, begin with: how many are its own, or what is wrong. */
static int read_character(const char *bytes, size_t size, uint32_t *code)
{
    static const int sizes[16] = {[12] = 2, [13] = 2, [14] = 3, [15] = 4}; /* by the first four bits */
    size_t taken = utf8_decode(bytes, size, code), most = (size_t)sizes[(unsigned char)bytes[0] >> 4];
    if (is_other_set()) {
        wchar_t wide;
        mbstate_t state = {0};
        taken = mbrtowc(&wide, bytes, size, &state);
        *code = (uint32_t)wide;
        return taken == (size_t)-1 ? CHARACTER_BROKEN : taken == (size_t)-2 ? CHARACTER_GOES_ON
                                                                           : (int)(taken ? taken : 1);
    }
    if (taken)
        return (int)taken;
    for (size_t i = 1; i < size; i++)
        if (!continues(bytes[i]))
            return CHARACTER_BROKEN;
    return size < most ? CHARACTER_GOES_ON : CHARACTER_BROKEN;
}

/* Takes the characters that are whole, at the end all bytes. */
static void take_part(struct typed_letters *typed, bool end, struct text *out)
{
    while (typed->size) {
        uint32_t code;
        char letter[UTF8_BYTES];
        int taken = read_character(typed->part, typed->size, &code);
        if (taken == CHARACTER_GOES_ON && !end && typed->size < sizeof typed->part)
            return;
        if (taken <= 0) {
            code = utf8_byte_code((unsigned char)typed->part[0]);
            taken = 1;
        }
        text_append(out, letter, utf8_encode(code, letter));
        typed->size -= (size_t)taken;
        memmove(typed->part, typed->part + taken, typed->size);
    }
}

void typed_byte(struct typed_letters *typed, char byte, struct text *out)
{
    typed->part[typed->size++] = byte;
    take_part(typed, false, out);
}

void typed_end(struct typed_letters *typed, struct text *out)
{
    take_part(typed, true, out);
}
