/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes that are typed, put together into characters. They come in the locale's character set; bytes that are
 * none of it are read as Windows-1252, so that no letter is lost, and none waits for others for ever. */
#ifndef VEDETTE_CONSOLE_TYPED_H
#define VEDETTE_CONSOLE_TYPED_H

#include "base/text.h"
#include "base/utf8.h"

/* Start with all zero. */
struct typed_letters {
    char part[UTF8_BYTES]; /* of a character whose other bytes are still to come */
    size_t size;
};

/* Takes a byte, and appends to `out` the characters that are whole, in UTF-8. */
void typed_byte(struct typed_letters *typed, char byte, struct text *out);

/* No more bytes come to what is there: all of it is appended. */
void typed_end(struct typed_letters *typed, struct text *out);

#endif
