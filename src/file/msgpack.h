/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of MessagePack that games need: arrays, texts and whole numbers from 0. Reads one value at a
 * time without recursion. No memory is allocated for a size that a file claims. */
#ifndef VEDETTE_FILE_MSGPACK_H
#define VEDETTE_FILE_MSGPACK_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

/* The bytes to read. */
struct msgpack {
    const char *bytes;
    size_t size;
    size_t at;      /* offset of the next value */
    bool cut_short; /* a value could not be read because the bytes end within it */
};

/* The next three read one value and move to the next. False, without moving, if the next value is of another
 * kind or the bytes end before its end. */

/* Reads the head of an array: its number of elements, which follow. */
bool msgpack_read_array(struct msgpack *from, uint32_t *count);
/* Reads a text; *bytes points into the input. */
bool msgpack_read_text(struct msgpack *from, const char **bytes, uint32_t *size);
/* Reads a whole number that is not negative. */
bool msgpack_read_whole(struct msgpack *from, uint64_t *value);

/* Returns the kind of the next value for messages: "a map", "a negative number", "the end". */
const char *msgpack_found(const struct msgpack *from);

/* Appends the head of an array of `count` values, in its shortest encoding as below. */
void msgpack_add_array(struct text *out, uint32_t count);
/* Appends a text. */
void msgpack_add_text(struct text *out, const char *bytes, uint32_t size);
/* Appends a whole number. */
void msgpack_add_whole(struct text *out, uint64_t value);

#endif
