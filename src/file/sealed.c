/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/sealed.h"

#include "base/digest.h"
#include "base/rng.h"
#include "file/input.h"

#include <string.h>

enum { CHECK = 4 /* bytes of the digest before what is sealed: a damaged one is seen */ };

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Masks bytes, or takes the mask off again: the first CHECK of them choose it. */
static void mask(unsigned char *bytes, size_t size)
{
    struct rng rng;
    uint64_t seed = 0;
    for (int i = 0; i < CHECK; i++)
        seed = seed << 8 | bytes[i];
    rng_seed(&rng, seed, CHECK);
    for (size_t i = CHECK; i < size; i++)
        bytes[i] ^= (unsigned char)rng_next(&rng);
}

static void write_check(const char *bytes, size_t size, unsigned char check[CHECK])
{
    uint64_t found = digest(bytes, size);
    for (int i = 0; i < CHECK; i++)
        check[i] = (unsigned char)(found >> 8 * i);
}

void seal_write(const char *bytes, size_t size, struct text *out)
{
    struct text masked = {0};
    unsigned char check[CHECK];
    write_check(bytes, size, check);
    text_append(&masked, (const char *)check, CHECK);
    text_append(&masked, bytes, size);
    mask((unsigned char *)masked.bytes, masked.size);
    for (size_t at = 0; at < masked.size; at += 3) {
        size_t left = masked.size - at < 3 ? masked.size - at : 3;
        uint32_t three = 0;
        char four[4];
        for (size_t i = 0; i < 3; i++)
            three = three << 8 | (i < left ? (unsigned char)masked.bytes[at + i] : 0u);
        for (size_t i = 0; i < 4; i++)
            four[i] = i <= left ? alphabet[three >> (18 - 6 * i) & 63] : '=';
        text_append(out, four, sizeof four);
    }
    text_free(&masked);
}

/* Reads base64 without its mask; false where it is none. */
static bool read_letters(const char *sealed, struct text *bytes)
{
    uint32_t bits = 0;
    int count = 0, padding = 0;
    for (const char *at = sealed; *at; at++) {
        if (is_blank(*at))
            continue;
        const char *found = *at == '=' ? NULL : strchr(alphabet, *at);
        if ((!found && *at != '=') || (found && padding) || padding > 2)
            return false;
        bits = bits << 6 | (found ? (uint32_t)(found - alphabet) : 0u);
        padding += !found;
        if (++count % 4 == 0) {
            const char three[] = {(char)(bits >> 16), (char)(bits >> 8), (char)bits};
            text_append(bytes, three, 3 - (size_t)(padding > 2 ? 2 : padding));
            bits = 0;
        }
    }
    return count % 4 == 0;
}

enum status seal_read(const char *sealed, struct text *out, struct error *error)
{
    struct text masked = {0};
    unsigned char check[CHECK];
    bool sound = read_letters(sealed, &masked) && masked.size > CHECK;
    if (sound) {
        mask((unsigned char *)masked.bytes, masked.size);
        write_check(masked.bytes + CHECK, masked.size - CHECK, check);
        sound = memcmp(check, masked.bytes, CHECK) == 0;
    }
    if (sound)
        text_append(out, masked.bytes + CHECK, masked.size - CHECK);
    text_free(&masked);
    return sound ? STATUS_OK : error_set(error, STATUS_BAD, "found sealed text that is damaged");
}
