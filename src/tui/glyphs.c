/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tui/canvas.h"

#include <langinfo.h>
#include <string.h>
#include <wchar.h>

static const struct glyphs ascii = {
    .hidden = '#', .hidden_moved = '@', .empty = '.', .lake = '~', .target = '+',
    .horizontal_line = '-', .bar = '#',
};

static const struct glyphs unicode = {
    .hidden = 0x25a0, .hidden_moved = 0x25c6, .empty = 0xb7, .lake = 0x2248, .target = '+',
    .horizontal_line = 0x2500, .bar = 0x2588,
};

const struct glyphs *glyphs_get(bool use_unicode)
{
    return use_unicode ? &unicode : &ascii;
}

bool glyphs_unicode_locale(void)
{
    const char *set = nl_langinfo(CODESET);
    if (strcmp(set, "UTF-8") != 0 && strcmp(set, "utf8") != 0)
        return false;
    const uint32_t all[] = {unicode.hidden, unicode.hidden_moved, unicode.empty, unicode.lake,
                            unicode.horizontal_line, unicode.bar};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (wcwidth((wchar_t)all[i]) != 1)
            return false;
    return true;
}
