/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packed files: the binary form of a large text file, which the program makes to load it faster. Numbers are
 * in the machine's own format, so a packed file is only for one kind of machine.
 *
 *     bytes  0 ..  7  "Vedette" and a zero byte
 *            8 .. 11  0x01020304, which shows the order of bytes
 *           12 .. 15  the version of this format, PACKED_VERSION
 *           16 .. 31  the kind of content, "belief-model/3", filled up with zero bytes
 *           32 .. 39  the digest of the text file
 *           40 .. 47  how many bytes of content follow the head
 *           48 .. 55  the digest of the content
 *           56 .. 63  the digest of the bytes before this */
#ifndef VEDETTE_BASE_PACKED_H
#define VEDETTE_BASE_PACKED_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

enum { PACKED_VERSION = 1, PACKED_HEAD = 64, PACKED_KIND = 16 };

/* Appends a packed file. `kind` has fewer than PACKED_KIND bytes; `source` is the digest of the text file. */
void packed_write(const char *kind, uint64_t source, const char *content, size_t size, struct text *out);

/* Returns whether the bytes begin like a packed file. */
bool packed_begins(const char *bytes, size_t size);

struct packed {
    const char *content;  /* points into the bytes given */
    size_t size;
    uint64_t source;      /* digest of the text file */
};

/* Checks a packed file in memory and finds its content and the digest of its text file. STATUS_BAD, with
 * the file's name, if it is not a packed file, is of another kind, version or machine, or is damaged. */
enum status packed_open(const char *name, const char *kind, const char *bytes, size_t size,
                        struct packed *packed, struct error *error);

#endif
