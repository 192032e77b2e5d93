/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/yaml.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

enum {
    CHILDREN_MAX = 1024, /* of one mapping or sequence: more than any of our files has */
};

struct reading {
    const char *name;
    yaml_parser_t parser;
    struct error *error;
};

static enum status fault_at(const struct reading *reading, yaml_mark_t mark, const char *what)
{
    return error_at(reading->error, reading->name, mark.line + 1, mark.column + 1, "%s", what);
}

/* What libyaml says of bytes it cannot read. */
static enum status parser_fault(const struct reading *reading)
{
    const yaml_parser_t *parser = &reading->parser;
    if (parser->error == YAML_MEMORY_ERROR)
        return error_set(reading->error, STATUS_FAILED, "%s: out of memory", reading->name);
    if (parser->error == YAML_READER_ERROR)
        return error_at(reading->error, reading->name, 1, parser->problem_offset + 1,
                        "byte %zu: %s; UTF-8 text was expected", parser->problem_offset,
                        parser->problem ? parser->problem : "unreadable");
    return fault_at(reading, parser->problem_mark,
                    parser->problem ? parser->problem : "this is not YAML");
}

static enum status next_event(struct reading *reading, yaml_event_t *event)
{
    if (!yaml_parser_parse(&reading->parser, event)) {
        *event = (yaml_event_t){0};
        return parser_fault(reading);
    }
    return STATUS_OK;
}

static enum status read_node(struct reading *reading, yaml_event_t *event, int depth,
                             struct yaml *node);

/* Reads what follows the start of a mapping or sequence, up to its end. */
static enum status read_children(struct reading *reading, bool mapping, int depth,
                                 struct yaml *node)
{
    struct yaml **last = &node->child;
    for (int count = 0;; count++) {
        yaml_event_t event;
        enum status status = next_event(reading, &event);
        if (status)
            return status;
        if (event.type == YAML_MAPPING_END_EVENT || event.type == YAML_SEQUENCE_END_EVENT) {
            yaml_event_delete(&event);
            return STATUS_OK;
        }
        struct yaml *child = *last = memory_new(1, sizeof *child);
        last = &child->next;
        if (count >= CHILDREN_MAX) {
            status = fault_at(reading, event.start_mark, "too many entries; a few were expected");
        } else if (mapping) {
            status = read_node(reading, &event, depth, child);
            if (!status && child->kind != YAML_SCALAR)
                status = error_at(reading->error, reading->name, child->line, child->column,
                                  "a key that is no plain word");
            if (!status && yaml_get(node, child->text)) /* this child has no key yet */
                status = error_at(reading->error, reading->name, child->line, child->column,
                                  "'%.60s' stands here a second time", child->text);
            child->key = child->text;
            child->key_line = child->line;
            child->key_column = child->column;
            child->text = NULL;
            yaml_event_delete(&event);
            if (!status)
                status = next_event(reading, &event);
        }
        if (!status)
            status = read_node(reading, &event, depth, child);
        yaml_event_delete(&event);
        if (status)
            return status;
    }
}

static enum status read_scalar(struct reading *reading, const yaml_event_t *event, struct yaml *node)
{
    const char *text = (const char *)event->data.scalar.value;
    size_t size = event->data.scalar.length;
    if (event->data.scalar.anchor)
        return fault_at(reading, event->start_mark, "an anchor; plain values were expected");
    if (event->data.scalar.tag)
        return fault_at(reading, event->start_mark, "a tag; plain values were expected");
    if (memchr(text, '\0', size))
        return fault_at(reading, event->start_mark, "a zero byte in a value");
    yaml_scalar_style_t style = event->data.scalar.style;
    node->kind = YAML_SCALAR;
    node->block = style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE;
    node->text = memory_new(size + 1, 1);
    memcpy(node->text, text, size);
    node->size = size;
    return STATUS_OK;
}

static enum status read_node(struct reading *reading, yaml_event_t *event, int depth,
                             struct yaml *node)
{
    node->line = event->start_mark.line + 1;
    node->column = event->start_mark.column + 1;
    node->offset = event->start_mark.index;
    bool mapping = event->type == YAML_MAPPING_START_EVENT;
    if (event->type == YAML_ALIAS_EVENT)
        return fault_at(reading, event->start_mark, "an alias; plain values were expected");
    if (event->type == YAML_SCALAR_EVENT)
        return read_scalar(reading, event, node);
    const yaml_char_t *anchor =
        mapping ? event->data.mapping_start.anchor : event->data.sequence_start.anchor;
    const yaml_char_t *tag =
        mapping ? event->data.mapping_start.tag : event->data.sequence_start.tag;
    if (anchor)
        return fault_at(reading, event->start_mark, "an anchor; plain values were expected");
    if (tag)
        return fault_at(reading, event->start_mark, "a tag; plain values were expected");
    if (depth >= YAML_DEPTH)
        return fault_at(reading, event->start_mark, "nested too deeply");
    node->kind = mapping ? YAML_MAPPING : YAML_SEQUENCE;
    return read_children(reading, mapping, depth + 1, node);
}

/* Reads the one document of the stream. */
static enum status read_document(struct reading *reading, struct yaml *node)
{
    bool content = false;
    for (;;) {
        yaml_event_t event;
        enum status status = next_event(reading, &event);
        yaml_event_type_t type = event.type;
        if (!status && type == YAML_DOCUMENT_START_EVENT && content)
            status = fault_at(reading, event.start_mark, "a second document; one was expected");
        bool inside = type != YAML_STREAM_START_EVENT && type != YAML_STREAM_END_EVENT &&
                      type != YAML_DOCUMENT_START_EVENT && type != YAML_DOCUMENT_END_EVENT;
        if (!status && inside) {
            content = true;
            status = read_node(reading, &event, 0, node);
        }
        if (!status && type == YAML_STREAM_END_EVENT && !content)
            status = fault_at(reading, event.start_mark, "the file is empty");
        yaml_event_delete(&event);
        if (status || type == YAML_STREAM_END_EVENT)
            return status;
    }
}

enum status yaml_parse(const char *name, const char *bytes, size_t size, struct yaml **root,
                       struct error *error)
{
    struct reading reading = {.name = name, .error = error};
    *root = NULL;
    if (!yaml_parser_initialize(&reading.parser))
        return error_set(error, STATUS_FAILED, "%s: out of memory", name);
    yaml_parser_set_encoding(&reading.parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&reading.parser, (const unsigned char *)bytes, size);
    struct yaml *node = memory_new(1, sizeof *node);
    enum status status = read_document(&reading, node);
    yaml_parser_delete(&reading.parser);
    if (status)
        yaml_drop(node);
    else
        *root = node;
    return status;
}

void yaml_drop(struct yaml *node)
{
    while (node) {
        struct yaml *next = node->next;
        yaml_drop(node->child);
        free(node->key);
        free(node->text);
        free(node);
        node = next;
    }
}

const struct yaml *yaml_get(const struct yaml *mapping, const char *key)
{
    for (const struct yaml *child = mapping->child; child; child = child->next)
        if (child->key && strcmp(child->key, key) == 0)
            return child;
    return NULL;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

void yaml_word_place(const struct yaml *scalar, const char *bytes, size_t size, size_t word,
                     size_t index, size_t *line, size_t *column)
{
    size_t at = 0;
    /* The words of a block begin on the line after its '>-', those of another scalar where it does. */
    for (size_t now = 1; now < scalar->line + scalar->block && at < size; at++)
        now += bytes[at] == '\n';
    if (!scalar->block)
        at += scalar->column - 1 + (at + scalar->column <= size &&
                                    (bytes[at + scalar->column - 1] == '"' ||
                                     bytes[at + scalar->column - 1] == '\''));
    for (size_t n = 0; at < size; n++) {
        while (at < size && is_blank(bytes[at]))
            at++;
        if (n == word)
            break;
        while (at < size && !is_blank(bytes[at]))
            at++;
    }
    at = at + index < size ? at + index : size;
    *line = 1;
    size_t start = 0;
    for (size_t i = 0; i < at; i++)
        if (bytes[i] == '\n')
            ++*line, start = i + 1;
    *column = at - start + 1;
}
