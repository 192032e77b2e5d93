/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/position_list.h"

#include <string.h>

int position_word_square(size_t word)
{
    return square_at((int)word % FILES, ROWS - 1 - (int)word / FILES);
}

enum status position_name_read(const struct document *document, const struct yaml *value,
                               char name[POSITION_NAME], struct error *error)
{
    if (value->size == 0 || value->size >= POSITION_NAME ||
        strspn(value->text, "abcdefghijklmnopqrstuvwxyz0123456789-") != value->size)
        return value_fault(document, value, error, "found a name of %zu bytes, expected 1 to %d of a-z, 0-9, "
                           "'-'", value->size, POSITION_NAME - 1);
    memcpy(name, value->text, value->size + 1);
    return STATUS_OK;
}

enum status position_item_read(struct document *document, const struct yaml *value, struct position *position,
                               struct error *error)
{
    struct record *record = document->record;
    enum status status = position_keys_read(document, value, error);
    if (!status && record->plies)
        status = value_fault(document, yaml_get(value, "moves"), error,
                             "found moves, expected none: the board shows where it stands");
    if (status)
        return status;
    position_init(position, &record->start, &record->rules, NULL); /* valid: position_keys_read checked it */
    position_set_prior_plies(position, record->prior, record->prior_count, NULL); /* valid too */
    return STATUS_OK;
}

/* Reads one position of the list: appends an item and reads the keys of the mapping `value` into it. */
static enum status item_read(const struct position_list *list, const struct input *input,
                             const struct yaml *value, void *context, struct error *error)
{
    struct record record = {0};
    struct list_item item = {.document = {.input = input, .record = &record}};
    if (value->kind != YAML_MAPPING)
        return value_fault(&item.document, value, error, "found no mapping, expected the keys of a position");
    record_clear(&record);
    item.item = list->add(context);
    enum status status = mapping_read(&item.document, value, list->rows, list->row_count, error);
    record_clear(&record);
    return status;
}

/* Reads the root of a file: checks the format, then reads the additional key, if the list has one, and each
 * position. No other key is allowed. */
static enum status root_read(const struct position_list *list, const struct input *input,
                             const struct yaml *root, void *context, struct error *error)
{
    const struct document document = {.input = input};
    const struct yaml *format = yaml_get(root, "format"), *items = yaml_get(root, "positions");
    const struct yaml *head = list->head ? yaml_get(root, list->head) : NULL;
    const char *between = list->head ? ", " : ""; /* of two keys in an error */
    if (!format || format->kind != YAML_SCALAR || strcmp(format->text, list->format) != 0)
        return value_fault(&document, format ? format : root, error, "expected \"format: %s\"", list->format);
    for (const struct yaml *child = root->child; child; child = child->next)
        if (child != format && child != head && child != items)
            return error_at(error, input->name, child->key_line, child->key_column,
                            "found the key \"%.40s\", expected one of format%s%s, positions", child->key,
                            between, list->head ? list->head : "");
    if (list->head && (!head || head->kind != YAML_SCALAR))
        return value_fault(&document, head ? head : root, error, "expected the key \"%s\" with one value",
                           list->head);
    if (!items || items->kind != YAML_SEQUENCE)
        return value_fault(&document, items ? items : root, error, "expected \"positions\", a list");
    enum status status = head ? list->head_read(context, &document, head, error) : STATUS_OK;
    for (const struct yaml *child = items->child; child && !status; child = child->next)
        status = item_read(list, input, child, context, error);
    return status;
}

enum status position_list_parse(const struct position_list *list, const char *name, const char *bytes,
                                size_t size, void *context, struct error *error)
{
    struct input input = {.name = name, .bytes = bytes, .size = size};
    struct yaml *root = NULL;
    enum status status = yaml_parse(name, bytes, size, &root, error);
    if (!status)
        status = root_read(list, &input, root, context, error);
    yaml_drop(root);
    return status;
}
