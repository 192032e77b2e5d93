/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/table.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

enum { GENERATIONS = 63 };

void table_init(struct table *table, double megabytes, enum search_replacement replacement)
{
    uint64_t entries = 1;
    while ((double)(2 * entries * sizeof(struct table_entry)) <= megabytes * 1048576)
        entries *= 2;
    *table = (struct table){.block = memory_new(entries + 1, sizeof *table->entries), .mask = entries - 1,
                            .replacement = replacement, .generation = 1};
    memory_scattered(table->block, (entries + 1) * sizeof *table->entries);
    /* Aligns the entries, so that none crosses a cache line; the block has one more for that. */
    uintptr_t start = (uintptr_t)table->block, size = sizeof *table->entries;
    table->entries = (struct table_entry *)((start + size - 1) / size * size);
}

void table_free(struct table *table)
{
    free(table->block);
    *table = (struct table){0};
}

void table_clear(struct table *table)
{
    if (table->generation++ < GENERATIONS)
        return;
    memset(table->entries, 0, (table->mask + 1) * sizeof *table->entries);
    table->generation = 1;
}

/* Returns whether the new entry may replace the old one (Arts 2010, 4.8.1). */
static bool is_replaceable(const struct table *table, const struct table_entry *old, int depth,
                           uint32_t nodes)
{
    if (!table_is_current(table, old))
        return true;
    switch (table->replacement) {
    case KEEP_DEEP: return depth >= old->depth;
    case KEEP_OLD: return false;
    case KEEP_BIG: return nodes >= old->nodes;
    case KEEP_NEW: break;
    }
    return true;
}

void table_store(struct table *table, uint64_t key, double value, enum bound bound, int depth,
                 struct move move, uint64_t nodes)
{
    struct table_entry *entry = &table->entries[key & table->mask];
    uint32_t size = nodes < UINT32_MAX ? (uint32_t)nodes : UINT32_MAX;
    bool same = entry->key == key && table_is_current(table, entry);
    /* For the same position every scheme keeps the deeper search, and at equal depth the newer one. */
    if (same ? depth < entry->depth : !is_replaceable(table, entry, depth, size))
        return;
    if (same && move_is_none(move))
        move = entry->move;
    *entry = (struct table_entry){key, value, size, move, (uint8_t)depth,
                                  (uint8_t)(table->generation << 2 | bound)};
}
