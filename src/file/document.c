/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "file/document.h"

#include "file/format.h"
#include "file/variant_name.h"
#include "game/notation.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* --- faults --- */

enum status value_fault(const struct document *document, const struct yaml *value, struct error *error,
                        const char *format, ...)
{
    va_list args;
    va_start(args, format);
    error_vat(error, document->input->name, value->line, value->column, format, args);
    va_end(args);
    return STATUS_BAD;
}

enum status word_fault(const struct document *document, const struct yaml *value, size_t word,
                       size_t index, struct error *error, const char *format, ...)
{
    size_t line, column;
    va_list args;
    yaml_word_place(value, document->input->bytes, document->input->size, word, index, &line, &column);
    va_start(args, format);
    error_vat(error, document->input->name, line, column, format, args);
    va_end(args);
    return STATUS_BAD;
}

/* --- mappings --- */

/* Reads a number, "yes" or "no" into the row's field of the record. */
static enum status field_key_read(struct document *document, const struct key_row *row,
                                  const struct yaml *value, struct error *error)
{
    static const char *const words[] = {"no", "yes", "false", "true"}; /* odd index: yes */
    void *field = (char *)document->record + row->offset;
    int number;
    if (row->max > 0) {
        if (!number_read(value->text, value->size, &number) || number > row->max)
            return value_fault(document, value, error, "found \"%.20s\", expected a whole number 0-%d",
                               value->text, row->max);
        *(int *)field = number;
        return STATUS_OK;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(value->text, words[i]) == 0) {
            *(bool *)field = i % 2;
            return STATUS_OK;
        }
    return value_fault(document, value, error, "found \"%.20s\", expected yes or no", value->text);
}

enum status mapping_read(struct document *document, const struct yaml *mapping,
                         const struct key_row *rows, size_t count, struct error *error)
{
    /* Check keys and kinds first. Then read in the order of the rows: later keys need earlier ones. */
    for (const struct yaml *value = mapping->child; value; value = value->next) {
        const struct key_row *row = rows;
        while (row < rows + count && strcmp(row->key, value->key) != 0)
            row++;
        if (row == rows + count) {
            char known[256] = "";
            for (size_t i = 0, used = 0; i < count && used < sizeof known; i++)
                used += (size_t)snprintf(known + used, sizeof known - used, "%s%s", i ? ", " : "",
                                         rows[i].key);
            return error_at(error, document->input->name, value->key_line, value->key_column,
                            "found the key \"%.40s\", expected one of %s", value->key, known);
        }
        bool fits = value->kind == YAML_MAPPING ? row->mapping :
                    value->kind == YAML_SCALAR && row->scalar;
        if (!fits)
            return value_fault(document, value, error, "found %s, expected %s for \"%s\"",
                               value->kind == YAML_SCALAR ? "a scalar" :
                               value->kind == YAML_MAPPING ? "a mapping" : "a sequence",
                               row->mapping ? "a mapping" : "a scalar", row->key);
    }
    for (size_t i = 0; i < count; i++) {
        const struct yaml *value = yaml_get(mapping, rows[i].key);
        if (!value && rows[i].needed)
            return value_fault(document, mapping, error, "found no key \"%s\", expected one", rows[i].key);
        if (!value)
            continue;
        if (rows[i].names_side)
            document->side = strcmp(rows[i].key, side_name(RED)) == 0 ? RED : BLUE;
        enum status status = rows[i].read ? rows[i].read(document, value, error)
                                          : field_key_read(document, &rows[i], value, error);
        if (status)
            return status;
    }
    return STATUS_OK;
}

/* Reads the name of the variant; a game and the position in it must have the same. */
enum status variant_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    const struct variant *variant = variant_find(value->text);
    struct placement *start = &document->record->start;
    struct error why;
    if (!variant) {
        variant_name_fault(value->text, &why);
        return value_fault(document, value, error, "%s", why.text);
    }
    if (document->variant_seen && variant != variant_at(start->variant))
        return value_fault(document, value, error, "found the variant \"%s\" in a game of \"%s\"",
                           variant->name, variant_at(start->variant)->name);
    start->variant = variant_index(variant);
    document->variant_seen = true;
    return STATUS_OK;
}

void variant_write(uint8_t variant, struct text *out)
{
    if (variant != VARIANT_STANDARD)
        text_printf(out, "variant: %s\n", variant_at(variant)->name);
}

/* --- words and moves --- */

const char *text_words_next(struct text_words *words)
{
    const char *next = words->text + words->size;
    while (is_blank(*next))
        next++;
    words->text = next;
    words->size = 0;
    while (next[words->size] && !is_blank(next[words->size]))
        words->size++;
    words->index = words->given;
    words->given += words->size ? 1 : 0;
    return words->size ? next : NULL;
}

/* Appends a move to the record. */
static void move_take(struct document *document, struct move_with_ranks move, bool attack)
{
    (void)attack; /* the board shows whether it is an attack */
    record_append(document->record, move);
}

enum status moves_read(struct document *document, const struct yaml *value, move_taker *take,
                       struct error *error)
{
    struct text_words words = {.text = value->text};
    for (const char *word; (word = text_words_next(&words));) {
        char text[2 * MOVE_TEXT]; /* a longer word is no move: cut, it is still refused */
        size_t column = sizeof text;
        struct move_with_ranks move;
        struct error why;
        bool attack;
        snprintf(text, sizeof text, "%.*s", (int)(words.size < sizeof text ? words.size : sizeof text), word);
        if (move_read_marked(text, NOTATION_DEBOER, &move, &attack, &column, &why))
            return word_fault(document, value, words.index, column - 1, error,
                              "%s, in the move \"%s\"", why.text, text);
        take(document, move, attack);
    }
    return STATUS_OK;
}

/* Reads the moves into the record. */
enum status moves_key_read(struct document *document, const struct yaml *value, struct error *error)
{
    return moves_read(document, value, move_take, error);
}

bool document_move_place(const struct input *input, size_t index, char *text, size_t capacity,
                         size_t *line, size_t *column)
{
    struct yaml *root;
    if (yaml_parse(input->name, input->bytes, input->size, &root, NULL) || !root)
        return false;
    bool found = false;
    const struct yaml *move_lists[] = {yaml_get(yaml_get(root, "position"), "moves"),
                                  yaml_get(root, "moves")};
    for (size_t i = 0; i < sizeof move_lists / sizeof *move_lists && !found; i++) {
        if (!move_lists[i] || move_lists[i]->kind != YAML_SCALAR)
            continue;
        struct text_words words = {.text = move_lists[i]->text};
        while (words.given <= index && text_words_next(&words))
            continue;
        found = words.given > index;
        if (found) {
            yaml_word_place(move_lists[i], input->bytes, input->size, index, 0, line, column);
            snprintf(text, capacity, "%.*s", (int)(words.size < capacity ? words.size : capacity),
                     words.text);
        }
        /* The game's moves follow those of `position:`. */
        index -= found ? 0 : words.given;
    }
    yaml_drop(root);
    return found;
}

/* --- the whole --- */

static const struct format_row {
    const char *format;
    enum file_kind kind;
    key_reader *read;
} format_table[] = {
    {"vedette-position/1", FILE_POSITION, position_keys_read},
    {"vedette-game/1", FILE_GAME, game_keys_read},
};

/* Reads a file's top-level mapping as its `format:` requires; sets content->kind. */
static enum status root_read(struct document *document, const struct yaml *root, struct file_content *content,
                             struct error *error)
{
    if (root->kind != YAML_MAPPING)
        return value_fault(document, root, error, "found no mapping, expected the keys of a %s",
                           "position or game");
    const struct yaml *format = yaml_get(root, "format");
    if (!format)
        return value_fault(document, root, error, "found no key \"format\", expected \"format: %s\" or "
                           "\"format: %s\"", format_table[0].format, format_table[1].format);
    for (size_t i = 0; i < sizeof format_table / sizeof *format_table; i++)
        if (format->kind == YAML_SCALAR && strcmp(format->text, format_table[i].format) == 0) {
            content->kind = format_table[i].kind;
            return format_table[i].read(document, root, error);
        }
    return value_fault(document, format, error, "found another format, expected %s or %s",
                       format_table[0].format, format_table[1].format);
}

/* Reads a YAML file, a position or a game. */
enum status document_read(const struct input *input, struct file_content *content, struct error *error)
{
    struct document document = {.input = input, .record = &content->record};
    struct yaml *root = NULL;
    enum status status = yaml_parse(input->name, input->bytes, input->size, &root, error);
    if (!status && root)
        status = root_read(&document, root, content, error);
    else if (!status)
        status = input_fault(input, 0, error, "found an empty file, expected a position or a game");
    yaml_drop(root);
    content->result_line = document.result_line;
    content->result_column = document.result_column;
    return status;
}

/* --- writing --- */

void wrap_word(struct wrap *wrap, const char *word)
{
    size_t size = strlen(word), indent = (size_t)wrap->indent;
    if (wrap->column && wrap->column + 1 + size > (size_t)wrap->width) {
        text_add(wrap->out, "\n");
        wrap->column = 0;
    }
    if (wrap->column)
        text_printf(wrap->out, " %s", word);
    else
        text_printf(wrap->out, "%*s%s", wrap->indent, "", word);
    wrap->column += wrap->column ? 1 + size : indent + size;
}

void wrap_end(struct wrap *wrap)
{
    if (wrap->column)
        text_add(wrap->out, "\n");
    wrap->column = 0;
}
