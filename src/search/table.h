/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transposition table (Arts 2010, 4.8): what was found out about positions, and about chance nodes. */
#ifndef VEDETTE_SEARCH_TABLE_H
#define VEDETTE_SEARCH_TABLE_H

#include "game/move.h"
#include "search/options.h"

#include <stddef.h>

enum bound { BOUND_NONE, BOUND_LOWER, BOUND_UPPER, BOUND_EXACT };

struct table_entry {
    _Alignas(32) uint64_t key;
    double value;         /* for the side to move there; of a chance node for the side that attacks */
    uint32_t nodes;       /* searched below it, for the scheme "big"; UINT32_MAX: at least so many */
    struct move move;     /* the best, or MOVE_NONE */
    uint8_t depth;        /* plies */
    uint8_t tag;          /* bound in the lower two bits, generation above; 0: empty */
};

struct table {
    void *block;          /* that the entries stand in */
    struct table_entry *entries;
    uint64_t mask;        /* entries - 1, a power of two less one */
    enum search_replacement replacement;
    unsigned generation;  /* 1 .. 63 */
};

/* A table of at most `megabytes`, at least one entry. table_free gives the memory back. */
void table_init(struct table *table, double megabytes, enum search_replacement replacement);
void table_free(struct table *table);

/* Forgets everything: what was found under other beliefs. */
void table_clear(struct table *table);

static inline enum bound table_bound(const struct table_entry *entry)
{
    return (enum bound)(entry->tag & 3);
}

/* Fetches the place of a key from memory, to be looked at soon. */
static inline void table_fetch(const struct table *table, uint64_t key)
{
    __builtin_prefetch(&table->entries[key & table->mask]);
}

/* The entry of a key, or NULL. */
static inline const struct table_entry *table_find(const struct table *table, uint64_t key)
{
    const struct table_entry *entry = &table->entries[key & table->mask];
    return entry->key == key && entry->tag >> 2 == table->generation ? entry : NULL;
}

/* Puts an entry into its place, unless the one that has it is worth more by the table's scheme. */
void table_store(struct table *table, uint64_t key, double value, enum bound bound, int depth,
                 struct move move, uint64_t nodes);

#endif
