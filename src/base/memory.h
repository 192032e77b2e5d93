/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory allocation that never fails: without memory the program prints an error and exits with status 3. */
#ifndef VEDETTE_BASE_MEMORY_H
#define VEDETTE_BASE_MEMORY_H

#include <stddef.h>

/* Allocates `count` zeroed elements of `size` bytes; free() them. Never NULL. */
void *memory_new(size_t count, size_t size);

/* Returns a copy of `text`; free() it. Never NULL. */
char *memory_text(const char *text);

/* Enlarges the array `items` of *capacity elements of `size` bytes to at least `need` elements and updates
 * *capacity; new elements are zeroed. Returns the array, which may have moved. Grows by half, so that
 * appending takes linear time in all. */
void *memory_grow(void *items, size_t *capacity, size_t need, size_t size);

/* Advises the system that a large block will be read at random places, so that it may use large pages. */
void memory_scattered(void *block, size_t size);

/* Makes malloc keep freed memory (up to 64 MB per thread) instead of returning it to the system, and use
 * the heap for blocks below 16 MB. Avoids lock contention in the kernel when threads repeatedly allocate
 * and free the same sizes. Holds for the rest of the process. */
void memory_retain_freed(void);

#endif
