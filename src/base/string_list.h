/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A list of texts, each an allocated copy. All zero is an empty list. */
#ifndef VEDETTE_BASE_STRING_LIST_H
#define VEDETTE_BASE_STRING_LIST_H

#include <stddef.h>

struct string_list {
    char **items;
    size_t count, capacity;
};

/* Appends a copy of `text`. */
void string_list_add(struct string_list *list, const char *text);
/* Appends a copy of the first `size` bytes of `text`. */
void string_list_add_part(struct string_list *list, const char *text, size_t size);

/* Appends copies of all texts of another list. */
void string_list_copy(struct string_list *list, const struct string_list *from);

/* Sorts the texts by their bytes. */
void string_list_sort(struct string_list *list);

/* Frees the texts and empties the list. */
void string_list_free(struct string_list *list);

#endif
