/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "report/markup.h"

#include "base/ascii.h"
#include "base/embedded.h"

#include <string.h>

void markup_add(struct text *out, const char *string)
{
    struct text plain = {0};
    text_add_plain(&plain, string);
    for (const char *c = text_string(&plain); *c; c++)
        switch (*c) {
        case '&': text_add(out, "&amp;"); break;
        case '<': text_add(out, "&lt;"); break;
        case '>': text_add(out, "&gt;"); break;
        case '"': text_add(out, "&quot;"); break;
        case '\'': text_add(out, "&#39;"); break;
        default: text_append(out, c, 1);
        }
    text_free(&plain);
}

void markdown_add(struct text *out, const char *string)
{
    struct text plain = {0};
    text_add_plain(&plain, string);
    const char *begin = text_string(&plain);
    for (const char *c = begin; *c; c++) {
        /* ':' and '.' are signs of Markdown only in addresses, which become links by themselves. */
        bool in_address = (*c == ':' && c[1] == '/') ||
                          (*c == '.' && c - begin >= 3 && ascii_compare_size(c - 3, "www", 3) == 0);
        if (in_address || strchr("\\`*_[]<>&|~#!$@{}", *c))
            text_append(out, "\\", 1);
        text_append(out, c, 1);
    }
    text_free(&plain);
}

void markup_add_style(const char *name, struct text *out)
{
    const struct embedded *file = embedded_find(name);
    text_add(out, strchr((const char *)file->bytes, '\n') + 1);
}
