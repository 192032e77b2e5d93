/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A digest of bytes: XXH64 with seed 0 (Y. Collet, "xxHash fast digest algorithm", 2016). It finds damage,
 * not forgery. */
#ifndef VEDETTE_BASE_DIGEST_H
#define VEDETTE_BASE_DIGEST_H

#include <stddef.h>
#include <stdint.h>

/* Returns the digest of `size` bytes; the same on every machine. `bytes` may be NULL if `size` is 0. A
 * megabyte takes about 0.1 milliseconds. */
uint64_t digest(const void *bytes, size_t size);

#endif
