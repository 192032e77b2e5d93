/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Converts typed bytes to characters in UTF-8. Bytes are in the locale's character set; invalid ones are read
 * as Windows-1252, so that no letter is lost and no byte waits forever for others. */
#ifndef VEDETTE_CONSOLE_TYPED_H
#define VEDETTE_CONSOLE_TYPED_H

#include "base/text.h"
#include "base/utf8.h"

/* Bytes of an incomplete character. Start with all zero. */
struct typed_letters {
    char part[UTF8_BYTES]; /* bytes of a character that is not complete */
    size_t size;
};

/* Adds a byte and appends the characters that are now complete to `out`, in UTF-8. */
void typed_add_byte(struct typed_letters *typed, char byte, struct text *out);

/* Appends all stored bytes, even if their character is incomplete: for a pause in the input. */
void typed_finish(struct typed_letters *typed, struct text *out);

#endif
