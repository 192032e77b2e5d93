/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads files with lists of positions for measuring searches: YAML with the keys `format`, `positions` and,
 * in some kinds of file, one more. */
#ifndef VEDETTE_LAB_POSITION_LIST_H
#define VEDETTE_LAB_POSITION_LIST_H

#include "file/document.h"

enum { POSITION_NAME = 32 /* bytes of a position's name, with the zero */ };

/* The document that the key_reader of an item's key gets. */
struct list_item {
    struct document document; /* must be the first field */
    void *item;               /* the item from the list's `add` */
};

/* A kind of file. */
struct position_list {
    const char *format;       /* "vedette-positions/1" */
    const char *head;         /* the additional key; NULL: none */
    enum status (*head_read)(void *context, const struct document *document, const struct yaml *value,
                             struct error *error); /* reads its scalar */
    void *(*add)(void *context); /* appends a new item; valid until the next call */
    const struct key_row *rows;  /* the item's keys, read in this order */
    size_t row_count;
};

/* Reads a file item by item. STATUS_BAD with FILE:LINE:COLUMN if it is invalid; the caller must remove the
 * items added before the error. */
enum status position_list_parse(const struct position_list *list, const char *name, const char *bytes,
                                size_t size, void *context, struct error *error);

/* Reads a name: a-z, 0-9 and '-'. */
enum status position_name_read(const struct document *document, const struct yaml *value,
                               char name[POSITION_NAME], struct error *error);

/* Reads the keys of a position file, without `moves`, into a position, which must be all zero. */
enum status position_item_read(struct document *document, const struct yaml *value, struct position *position,
                               struct error *error);

/* Returns the square of word number `word` (0 .. 99) of a file's board, whose first line is the last row. */
int position_word_square(size_t word);

#endif
