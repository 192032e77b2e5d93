/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transposition table (Arts 2010, 4.8): results of positions and of chance nodes. */
#ifndef VEDETTE_SEARCH_TABLE_H
#define VEDETTE_SEARCH_TABLE_H

#include "game/move.h"
#include "search/options.h"

#include <stddef.h>

enum bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT };

struct table_entry {
    _Alignas(32) uint64_t key;
    double value;         /* points for the side to move; at a chance node, for the attacking side */
    uint32_t nodes;       /* nodes searched below it, for the scheme "big"; UINT32_MAX: that or more */
    struct move move;     /* the best move, or MOVE_NONE */
    uint8_t depth;        /* plies */
    uint8_t tag;          /* bits 0 and 1: bound; bits 2 to 7: generation; 0: empty */
};

struct table {
    void *block;          /* allocated memory of the entries */
    struct table_entry *entries;
    uint64_t mask;        /* number of entries - 1; their number is a power of two */
    enum search_replacement replacement;
    unsigned generation;  /* 1 .. 63 */
};

/* Creates a table of at most `megabytes` MiB, but at least one entry. table_free frees its memory. */
void table_init(struct table *table, double megabytes, enum search_replacement replacement);
void table_free(struct table *table);

/* Makes all entries invalid, because they belong to another belief. Usually only changes the generation. */
void table_clear(struct table *table);

/* Returns the kind of bound that the entry's value is. */
static inline enum bound table_bound(const struct table_entry *entry)
{
    return (enum bound)(entry->tag & 3);
}

/* Returns whether the entry was stored since the table was last cleared. */
static inline bool table_is_current(const struct table *table, const struct table_entry *entry)
{
    return entry->tag >> 2 == table->generation;
}

/* Prefetches the entry of a key into the processor's cache. */
static inline void table_fetch(const struct table *table, uint64_t key)
{
    __builtin_prefetch(&table->entries[key & table->mask]);
}

/* Returns the entry of a key, or NULL. */
static inline const struct table_entry *table_find(const struct table *table, uint64_t key)
{
    const struct table_entry *entry = &table->entries[key & table->mask];
    return entry->key == key && table_is_current(table, entry) ? entry : NULL;
}

/* Stores an entry. Does nothing if the replacement scheme keeps the one in its place. */
void table_store(struct table *table, uint64_t key, double value, enum bound bound, int depth,
                 struct move move, uint64_t nodes);

#endif
