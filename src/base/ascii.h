/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Letters and digits of ASCII, byte by byte. What <ctype.h> and <strings.h> say of a byte depends on the
 * user's locale (in a Turkish one the small letter of 'I' is not 'i'): words, files and protocols must
 * not. */
#ifndef VEDETTE_BASE_ASCII_H
#define VEDETTE_BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>

static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool ascii_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* The letter as a small one or a capital; any other byte as it is. */
static inline char ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline char ascii_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* As strncmp and strcmp, small letters and capitals being equal. */
static inline int ascii_compare_size(const char *one, const char *other, size_t size)
{
    for (; size && *one && ascii_lower(*one) == ascii_lower(*other); size--)
        one++, other++;
    return size ? (unsigned char)ascii_lower(*one) - (unsigned char)ascii_lower(*other) : 0;
}

static inline int ascii_compare(const char *one, const char *other)
{
    return ascii_compare_size(one, other, (size_t)-1);
}

#endif
