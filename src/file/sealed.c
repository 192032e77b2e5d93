/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/sealed.h"

#include "base/digest.h"
#include "base/rng.h"
#include "file/input.h"

#include <string.h>

enum { CHECK = 4 /* bytes of the digest before the sealed bytes, by which damage is recognised */ };

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Masks or unmasks bytes: XOR with random numbers whose seed is the first CHECK bytes. */
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

/* Computes the bytes that show damage: the lowest CHECK bytes of the digest, lowest first. */
static void compute_check(const char *bytes, size_t size, unsigned char check[CHECK])
{
    uint64_t value = digest(bytes, size);
    for (int i = 0; i < CHECK; i++)
        check[i] = (unsigned char)(value >> 8 * i);
}

void seal_write(const char *bytes, size_t size, struct text *out)
{
    struct text masked = {0};
    unsigned char check[CHECK];
    compute_check(bytes, size, check);
    text_append(&masked, (const char *)check, CHECK);
    text_append(&masked, bytes, size);
    mask((unsigned char *)masked.bytes, masked.size);
    /* Base64: each three bytes become four letters; n bytes at the end n + 1 letters, and '=' up to four. */
    for (size_t offset = 0; offset < masked.size; offset += 3) {
        size_t bytes_left = masked.size - offset < 3 ? masked.size - offset : 3;
        uint32_t three = 0;
        char four[4];
        for (size_t i = 0; i < 3; i++)
            three = three << 8 | (i < bytes_left ? (unsigned char)masked.bytes[offset + i] : 0u);
        for (size_t i = 0; i < 4; i++) /* six bits for each letter, the highest first */
            four[i] = i <= bytes_left ? alphabet[three >> (18 - 6 * i) & 63] : '=';
        text_append(out, four, sizeof four);
    }
    text_free(&masked);
}

/* Decodes base64 into masked bytes; false if it is not base64. */
static bool decode_base64(const char *sealed, struct text *bytes)
{
    uint32_t bits = 0;
    int count = 0, padding = 0;
    for (const char *letter = sealed; *letter; letter++) {
        if (is_blank(*letter))
            continue;
        const char *position = *letter == '=' ? NULL : strchr(alphabet, *letter);
        if ((!position && *letter != '=') || (position && padding) || padding > 2)
            return false;
        bits = bits << 6 | (position ? (uint32_t)(position - alphabet) : 0u);
        padding += !position;
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
    bool is_sound = decode_base64(sealed, &masked) && masked.size > CHECK;
    if (is_sound) {
        mask((unsigned char *)masked.bytes, masked.size);
        compute_check(masked.bytes + CHECK, masked.size - CHECK, check);
        is_sound = memcmp(check, masked.bytes, CHECK) == 0;
    }
    if (is_sound)
        text_append(out, masked.bytes + CHECK, masked.size - CHECK);
    text_free(&masked);
    return is_sound ? STATUS_OK : error_set(error, STATUS_BAD, "found sealed text that is damaged");
}
