/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memory that is always there: where none is left the program says so and exits with status 3. */
#ifndef VEDETTE_BASE_MEMORY_H
#define VEDETTE_BASE_MEMORY_H

#include <stddef.h>

/* `count` zeroed elements of `size` bytes; free() gives them back. Never NULL. */
void *memory_new(size_t count, size_t size);

/* A copy of `text`; free() gives it back. Never NULL. */
char *memory_text(const char *text);

/* Makes room for `need` elements of `size` bytes in the growable array `items` with room for `*room`;
 * returns the (moved) array, new elements zeroed. Grows by half, so that appending is linear. */
void *memory_grow(void *items, size_t *capacity, size_t need, size_t size);

/* Says of a large block that it will be read here and there: where the system has large pages, it may use
 * them. */
void memory_scattered(void *block, size_t size);

/* Keeps memory that is freed for what is asked for next, up to 64 megabytes a thread, and gives none of it
 * back to the system: for work that takes and frees the same over and over, whose threads would else wait for
 * each other in the kernel. For the rest of the process. */
void memory_keep(void);

#endif
