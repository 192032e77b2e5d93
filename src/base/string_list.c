/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/string_list.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void string_list_add(struct string_list *list, const char *text)
{
    string_list_add_part(list, text, strlen(text));
}

void string_list_add_part(struct string_list *list, const char *text, size_t size)
{
    char *copy = memory_new(size + 1, 1);
    memcpy(copy, text, size);
    list->items = memory_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
    list->items[list->count++] = copy;
}

void string_list_copy(struct string_list *list, const struct string_list *from)
{
    for (size_t i = 0; i < from->count; i++)
        string_list_add(list, from->items[i]);
}

/* Compares two texts for qsort. */
static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void string_list_sort(struct string_list *list)
{
    if (list->count)
        qsort(list->items, list->count, sizeof *list->items, compare_texts);
}

void string_list_free(struct string_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->items[i]);
    free(list->items);
    *list = (struct string_list){0};
}
