/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that list positions to measure a search on: YAML with `format`, perhaps one key more, and
 * `positions`. */
#ifndef VEDETTE_LAB_POSITION_LIST_H
#define VEDETTE_LAB_POSITION_LIST_H

#include "file/document.h"

enum { POSITION_NAME = 32 /* bytes of a position's name, with the zero */ };

/* What a key_reader of an item's keys is given as its document. */
struct list_item {
    struct document document; /* first */
    void *item;               /* as the list's `add` made it */
};

/* A kind of such files. */
struct position_list {
    const char *format;       /* "vedette-positions/1" */
    const char *head;         /* the key beside the two others; NULL: none */
    enum status (*head_read)(void *context, const struct document *document, const struct yaml *value,
                             struct error *error); /* a scalar */
    void *(*add)(void *context); /* a new item, valid until the next */
    const struct key_row *rows;  /* the item's keys, which are read in this order */
    size_t row_count;
};

/* Reads a file item by item. STATUS_BAD with FILE:LINE:COLUMN; what was added by then is the caller's to take
 * away. */
enum status position_list_parse(const struct position_list *list, const char *name, const char *bytes,
                                size_t size, void *context, struct error *error);

/* Reads a name: a-z, 0-9 and '-'. */
enum status position_name_read(const struct document *document, const struct yaml *value,
                               char name[POSITION_NAME], struct error *error);

/* Reads the keys of a position file, but for `moves`, into a position (all zero before). */
enum status position_item_read(struct document *document, const struct yaml *value, struct position *position,
                               struct error *error);

/* The square of the cell at `word` of a board as a file has it. */
int position_word_square(size_t word);

#endif
