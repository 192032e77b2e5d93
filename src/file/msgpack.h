/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The part of MessagePack that games need: arrays, texts and whole numbers from 0. Values are read one by
 * one, without recursion, and nothing is allocated by a size that the bytes claim. */
#ifndef VEDETTE_FILE_MSGPACK_H
#define VEDETTE_FILE_MSGPACK_H

#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

struct msgpack {
    const char *bytes;
    size_t size;
    size_t at;      /* of the next value */
    bool cut_short; /* a value could not be read because the bytes end within it */
};

/* Read one value, or the head of an array, and move behind it; false, and nothing is moved, where another
 * value stands there, or the bytes end first. A text is not copied. */
bool msgpack_array(struct msgpack *from, uint32_t *count);
bool msgpack_text(struct msgpack *from, const char **bytes, uint32_t *size);
bool msgpack_whole(struct msgpack *from, uint64_t *value);

/* What kind of value stands next, for messages: "a map", "a negative number", "the end". */
const char *msgpack_found(const struct msgpack *from);

/* Append a value in its shortest form. */
void msgpack_add_array(struct text *out, uint32_t count);
void msgpack_add_text(struct text *out, const char *bytes, uint32_t size);
void msgpack_add_whole(struct text *out, uint64_t value);

#endif
