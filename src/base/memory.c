/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Prints the error and exits. */
static _Noreturn void exit_out_of_memory(void)
{
    fputs("vedette: out of memory\n", stderr);
    exit(3);
}

void *memory_new(size_t count, size_t size)
{
    void *items = calloc(count ? count : 1, size);
    if (!items)
        exit_out_of_memory();
    return items;
}

char *memory_text(const char *text)
{
    size_t size = strlen(text) + 1;
    return memcpy(memory_new(size, 1), text, size);
}

void *memory_grow(void *items, size_t *capacity, size_t need, size_t size)
{
    if (need <= *capacity)
        return items;
    size_t wanted = *capacity + *capacity / 2;
    if (wanted < need)
        wanted = need;
    if (wanted < 8)
        wanted = 8;
    if (wanted > SIZE_MAX / size)
        exit_out_of_memory();
    char *grown = realloc(items, wanted * size);
    if (!grown)
        exit_out_of_memory();
    memset(grown + *capacity * size, 0, (wanted - *capacity) * size);
    *capacity = wanted;
    return grown;
}

void memory_scattered(void *block, size_t size)
{
#ifdef MADV_HUGEPAGE
    enum { PAGE = 4096 };
    uintptr_t start = ((uintptr_t)block + PAGE - 1) / PAGE * PAGE, end = (uintptr_t)block + size;
    if (end > start + PAGE)
        madvise((void *)start, end - start, MADV_HUGEPAGE); /* only advice: errors do not matter */
#else
    (void)block;
    (void)size;
#endif
}

void memory_retain_freed(void)
{
#ifdef __GLIBC__
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 16 << 20);
#endif
}
