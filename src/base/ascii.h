/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Letters and digits of ASCII. <ctype.h> and <strings.h> depend on the user's locale (in a Turkish one the
 * small letter of 'I' is not 'i'), but words, files and protocols must not. */
#ifndef VEDETTE_BASE_ASCII_H
#define VEDETTE_BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>

/* Returns whether `c` is 0 .. 9. */
static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* Returns whether `c` is A .. Z or a .. z. */
static inline bool ascii_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Returns the small letter of a capital; any other byte unchanged. */
static inline char ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* Returns the capital of a small letter; any other byte unchanged. */
static inline char ascii_upper(char c)
{
    return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c;
}

/* Compares as strncmp does, but ignores the case of letters. */
static inline int ascii_compare_size(const char *left, const char *right, size_t size)
{
    for (; size && *left && ascii_lower(*left) == ascii_lower(*right); size--) {
        left++;
        right++;
    }
    return size ? (unsigned char)ascii_lower(*left) - (unsigned char)ascii_lower(*right) : 0;
}

/* Compares as strcmp does, but ignores the case of letters. */
static inline int ascii_compare(const char *left, const char *right)
{
    return ascii_compare_size(left, right, (size_t)-1);
}

#endif
