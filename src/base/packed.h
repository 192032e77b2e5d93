/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packed files: what the program makes of a large readable file, so that it need not be read letter by letter
 * each time. Numbers stand in them as the machine has them, so they are for machines of one kind.
 *
 *     bytes  0 ..  7  "Vedette" and a zero byte
 *            8 .. 11  0x01020304, by which the order of bytes is seen
 *           12 .. 15  the version of this form, PACKED_VERSION
 *           16 .. 31  the kind of content, "belief-model/3", filled up with zero bytes
 *           32 .. 39  the digest of the readable file
 *           40 .. 47  how many bytes of content follow the head
 *           48 .. 55  the digest of the content
 *           56 .. 63  the digest of the head as far as here */
#ifndef VEDETTE_BASE_PACKED_H
#define VEDETTE_BASE_PACKED_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { PACKED_VERSION = 1, PACKED_HEAD = 64, PACKED_KIND = 16 };

/* Appends a packed file. `kind` has fewer than PACKED_KIND bytes; `source` is the readable file's digest. */
void packed_write(const char *kind, uint64_t source, const char *content, size_t size, struct text *out);

/* True where the bytes begin as those of a packed file. */
bool packed_begins(const char *bytes, size_t size);

/* Finds the content of a packed file, and the digest of what it was made from. STATUS_BAD, with the file's
 * name, where it is none, of another kind, version or machine, or a byte of it is damaged or missing. */
struct packed {
    const char *content;  /* in the bytes that were given */
    size_t size;
    uint64_t source;
};
enum status packed_open(const char *name, const char *kind, const char *bytes, size_t size,
                        struct packed *packed, struct error *error);

#endif
