/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/msgpack.h"

/* The encodings of one kind of value: the short one, whose number is in the first byte, and those with a
 * number of 1, 2, 4 or 8 bytes after the first byte (head 0: no such encoding). */
struct form {
    uint8_t small, small_mask; /* byte b is the short encoding if (b & small_mask) == small */
    uint8_t head[4];           /* first byte, by log2 of the number's size */
};

static const struct form array_form = {0x90, 0xf0, {0, 0xdc, 0xdd, 0}};
static const struct form text_form = {0xa0, 0xe0, {0xd9, 0xda, 0xdb, 0}};
static const struct form whole_form = {0x00, 0x80, {0xcc, 0xcd, 0xce, 0xcf}};
static const struct form signed_form = {0x01, 0x00, {0xd0, 0xd1, 0xd2, 0xd3}}; /* has no short encoding */

/* Reads the number of a value (array length, text size or whole number) at from->at; *next is the offset
 * after it. False if it is not this kind of value or cut short. */
static bool decode_number(struct msgpack *from, const struct form *form, uint64_t *value, size_t *next)
{
    if (from->at >= from->size) {
        from->cut_short = true;
        return false;
    }
    uint8_t head = (uint8_t)from->bytes[from->at];
    size_t size = 0;
    *next = from->at + 1;
    *value = head & (uint8_t)~form->small_mask; /* of the short encoding: the other bits of the first byte */
    if ((head & form->small_mask) == form->small)
        return true;
    for (int i = 0; i < 4; i++)
        if (form->head[i] && form->head[i] == head)
            size = (size_t)1 << i;
    if (size > from->size - *next)
        from->cut_short = true;
    if (!size || size > from->size - *next)
        return false;
    *value = 0;
    for (size_t i = 0; i < size; i++)
        *value = *value << 8 | (uint8_t)from->bytes[*next + i];
    *next += size;
    return true;
}

bool msgpack_read_array(struct msgpack *from, uint32_t *count)
{
    uint64_t value;
    size_t next;
    if (!decode_number(from, &array_form, &value, &next))
        return false;
    *count = (uint32_t)value;
    from->at = next;
    return true;
}

bool msgpack_read_text(struct msgpack *from, const char **bytes, uint32_t *size)
{
    uint64_t value;
    size_t next;
    if (!decode_number(from, &text_form, &value, &next))
        return false;
    if (value > from->size - next) {
        from->cut_short = true;
        return false;
    }
    *bytes = from->bytes + next;
    *size = (uint32_t)value;
    from->at = next + (size_t)value;
    return true;
}

bool msgpack_read_whole(struct msgpack *from, uint64_t *value)
{
    size_t next;
    bool is_whole = decode_number(from, &whole_form, value, &next);
    if (!is_whole && decode_number(from, &signed_form, value, &next)) {
        size_t bits = 8 * (next - from->at - 1);
        is_whole = *value >> (bits - 1) == 0; /* the sign bit is 0: not negative */
    }
    if (is_whole)
        from->at = next;
    return is_whole;
}

const char *msgpack_found(const struct msgpack *from)
{
    static const struct {
        uint8_t first, last;
        const char *name;
    } kinds[] = {
        {0x00, 0x7f, "a number"},  {0x80, 0x8f, "a map"},      {0x90, 0x9f, "an array"},
        {0xa0, 0xbf, "a text"},    {0xc0, 0xc0, "nil"},        {0xc1, 0xc1, "byte 0xc1"},
        {0xc2, 0xc3, "a boolean"}, {0xc4, 0xc6, "raw bytes"},  {0xc7, 0xc9, "an extension"},
        {0xca, 0xcb, "a fraction"}, {0xcc, 0xcf, "a number"},  {0xd0, 0xd3, "a negative number"},
        {0xd4, 0xd8, "an extension"}, {0xd9, 0xdb, "a text"},  {0xdc, 0xdd, "an array"},
        {0xde, 0xdf, "a map"},     {0xe0, 0xff, "a negative number"},
    };
    if (from->at >= from->size)
        return "the end";
    uint8_t head = (uint8_t)from->bytes[from->at];
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (head >= kinds[i].first && head <= kinds[i].last)
            return kinds[i].name;
    return "a value";
}

/* Appends a value's first byte and number in the shortest encoding. */
static void add_number(struct text *out, const struct form *form, uint64_t value)
{
    int i = 0;
    if (value <= (uint8_t)~form->small_mask) { /* the first byte has space for the number */
        text_append(out, &(const char){(char)(form->small | value)}, 1);
        return;
    }
    /* Find the shortest number of 1 << i bytes that the form has and that holds the value. */
    while (!form->head[i] || (i < 3 && value >> (8 << i)))
        i++;
    text_append(out, &(const char){(char)form->head[i]}, 1);
    for (int shift = (8 << i) - 8; shift >= 0; shift -= 8)
        text_append(out, &(const char){(char)(value >> shift & 0xff)}, 1);
}

void msgpack_add_array(struct text *out, uint32_t count)
{
    add_number(out, &array_form, count);
}

void msgpack_add_text(struct text *out, const char *bytes, uint32_t size)
{
    add_number(out, &text_form, size);
    text_append(out, bytes, size);
}

void msgpack_add_whole(struct text *out, uint64_t value)
{
    add_number(out, &whole_form, value);
}
