/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "profile/yaml.h"

#include "base/memory.h"
#include "profile/yaml_message.h"
#include "profile/yaml_source.h"

#include <stdlib.h>
#include <string.h>

/* A mapping or sequence that is being read. */
struct frame {
    struct yaml *node;
    struct yaml **tail; /* where to store its next child */
};

/* The state of building the tree. */
struct builder {
    struct yaml_source source;
    struct frame frames[YAML_DEPTH];
    size_t depth, nodes;
    struct yaml *root;
    struct yaml *keyed; /* the next child of a mapping whose key is read, but not its value */
    bool done;          /* the end of the document was read */
};

void yaml_drop(struct yaml *node)
{
    while (node) { /* the recursion is YAML_DEPTH deep at most */
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
    if (!mapping || mapping->kind != YAML_MAPPING)
        return NULL;
    for (const struct yaml *child = mapping->child; child; child = child->next)
        if (strcmp(child->key, key) == 0)
            return child;
    return NULL;
}

/* Returns whether the next node is a key of a mapping. */
static bool expects_key(const struct builder *builder)
{
    return builder->depth && builder->frames[builder->depth - 1].node->kind == YAML_MAPPING &&
           !builder->keyed;
}

/* Returns a copy of `size` bytes with a terminating zero. */
static char *copy_text(const unsigned char *bytes, size_t size)
{
    char *copy = memory_new(size + 1, 1);
    return memcpy(copy, bytes, size);
}

/* Reads a scalar as the key of a mapping's next child. */
static enum status read_key_event(struct builder *builder, const yaml_event_t *event, struct error *error)
{
    struct yaml_source *source = &builder->source;
    const unsigned char *text = event->data.scalar.value;
    size_t size = event->data.scalar.length;
    if (size == 0)
        return yaml_source_error(source, error, "found no text for a key, expected a key");
    if (size > YAML_KEY)
        return yaml_source_error(source, error, "found a key of %zu bytes, expected at most %d",
                                 size, YAML_KEY);
    if (memchr(text, '\0', size))
        return yaml_source_error(source, error, "found a NUL byte in a key, expected text");
    if (size == 2 && memcmp(text, "<<", 2) == 0)
        return yaml_source_error(source, error, "found a merge key '<<', expected each key written out");
    builder->keyed = memory_new(1, sizeof *builder->keyed);
    builder->keyed->key = copy_text(text, size);
    builder->keyed->key_line = source->line;
    builder->keyed->key_column = yaml_source_column(source);
    builder->keyed->key_offset = source->offset;
    return STATUS_OK;
}

/* Adds a new node of `kind`, at the source's place, to the tree. */
static enum status add_node(struct builder *builder, enum yaml_kind kind, struct yaml **added,
                            struct error *error)
{
    struct yaml_source *source = &builder->source;
    if (++builder->nodes > YAML_NODES)
        return yaml_source_error(source, error, "found more than %d values, expected fewer", YAML_NODES);
    struct yaml *node = builder->keyed ? builder->keyed : memory_new(1, sizeof *node);
    builder->keyed = NULL;
    node->kind = kind;
    node->line = source->line;
    node->column = yaml_source_column(source);
    node->offset = source->offset;
    if (builder->depth) {
        struct frame *frame = &builder->frames[builder->depth - 1];
        *frame->tail = node;
        frame->tail = &node->next;
        frame->node->size++;
    } else {
        builder->root = node;
    }
    *added = node;
    return STATUS_OK;
}

/* Refuses anchors and tags. */
static enum status refuse_extras(struct builder *builder, const unsigned char *anchor,
                                 const unsigned char *tag, struct error *error)
{
    if (anchor)
        return yaml_source_error(&builder->source, error,
                                 "found the anchor '&%.40s', expected a plain value", anchor);
    if (tag)
        return yaml_source_error(&builder->source, error,
                                 "found the tag '%.40s', expected a plain value", tag);
    return STATUS_OK;
}

/* Reads a scalar as a key or a value. */
static enum status read_scalar_event(struct builder *builder, const yaml_event_t *event, struct error *error)
{
    enum status status = refuse_extras(builder, event->data.scalar.anchor, event->data.scalar.tag, error);
    if (status)
        return status;
    if (expects_key(builder))
        return read_key_event(builder, event, error);
    const unsigned char *text = event->data.scalar.value;
    size_t size = event->data.scalar.length;
    yaml_scalar_style_t style = event->data.scalar.style;
    if (memchr(text, '\0', size))
        return yaml_source_error(&builder->source, error,
                                 "found a text with a NUL byte in it, expected text");
    if (!builder->depth && !size && style == YAML_PLAIN_SCALAR_STYLE)
        return yaml_source_error(&builder->source, error,
                                 "found an empty document, expected lines of 'key: value'");
    struct yaml *node;
    status = add_node(builder, YAML_SCALAR, &node, error);
    if (status)
        return status;
    node->text = copy_text(text, size);
    node->size = size;
    node->block = style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE;
    node->quoted = style == YAML_SINGLE_QUOTED_SCALAR_STYLE ||
                   style == YAML_DOUBLE_QUOTED_SCALAR_STYLE;
    return STATUS_OK;
}

/* Reads the start of a mapping or sequence. */
static enum status read_start_event(struct builder *builder, enum yaml_kind kind, const unsigned char *anchor,
                                    const unsigned char *tag, struct error *error)
{
    const char *what = kind == YAML_MAPPING ? "a mapping" : "a list";
    enum status status = refuse_extras(builder, anchor, tag, error);
    if (status)
        return status;
    if (expects_key(builder))
        return yaml_source_error(&builder->source, error, "found %s, expected a key", what);
    if (builder->depth == YAML_DEPTH)
        return yaml_source_error(&builder->source, error,
                                 "found %s inside %d others, expected at most %d levels", what,
                                 YAML_DEPTH, YAML_DEPTH);
    struct yaml *node;
    status = add_node(builder, kind, &node, error);
    if (!status)
        builder->frames[builder->depth++] = (struct frame){node, &node->child};
    return status;
}

/* Compares two nodes by their keys for qsort. */
static int by_key(const void *left, const void *right)
{
    const struct yaml *a = *(struct yaml *const *)left, *b = *(struct yaml *const *)right;
    int order = strcmp(a->key, b->key);
    return order ? order : (a->offset > b->offset) - (a->offset < b->offset);
}

/* Refuses a mapping with two equal keys. The keys are sorted, so that many keys cost only n log n. */
static enum status check_keys(struct builder *builder, const struct yaml *mapping, struct error *error)
{
    size_t count = 0;
    const struct yaml **sorted = memory_new(mapping->size, sizeof *sorted);
    for (const struct yaml *child = mapping->child; child; child = child->next)
        sorted[count++] = child;
    qsort(sorted, count, sizeof *sorted, by_key);
    const struct yaml *first = NULL, *again = NULL;
    /* If several keys are repeated, report the first one in the file. */
    for (size_t i = 1; i < count; i++) {
        if (strcmp(sorted[i - 1]->key, sorted[i]->key) == 0 &&
            (!again || sorted[i]->offset < again->offset)) {
            first = sorted[i - 1];
            again = sorted[i];
        }
    }
    free(sorted);
    if (!again)
        return STATUS_OK;
    return error_at(error, builder->source.name, again->key_line, again->key_column,
                    "found the key '%s' again, expected it once (it is in line %zu)", again->key,
                    first->key_line);
}

/* Adds what an event of libyaml's parser means to the tree of nodes. */
static enum status read_event(struct builder *builder, const yaml_event_t *event, struct error *error)
{
    struct yaml_source *source = &builder->source;
    switch (event->type) {
    case YAML_SCALAR_EVENT:
        yaml_source_seek(source, event->start_mark.index);
        return read_scalar_event(builder, event, error);
    case YAML_MAPPING_START_EVENT:
        yaml_source_seek(source, event->start_mark.index);
        return read_start_event(builder, YAML_MAPPING, event->data.mapping_start.anchor,
                                event->data.mapping_start.tag, error);
    case YAML_SEQUENCE_START_EVENT:
        yaml_source_seek(source, event->start_mark.index);
        return read_start_event(builder, YAML_SEQUENCE, event->data.sequence_start.anchor,
                                event->data.sequence_start.tag, error);
    case YAML_MAPPING_END_EVENT:
    case YAML_SEQUENCE_END_EVENT: {
        const struct yaml *node = builder->frames[--builder->depth].node;
        return node->kind == YAML_MAPPING ? check_keys(builder, node, error) : STATUS_OK;
    }
    case YAML_ALIAS_EVENT:
        yaml_source_seek(source, event->start_mark.index);
        return yaml_source_error(source, error, "found the alias '*%.40s', expected a plain value",
                                 event->data.alias.anchor);
    case YAML_DOCUMENT_END_EVENT:
        /* What follows is checked here: libyaml would read a million directives one by one. */
        builder->done = true;
        return yaml_source_check_rest(source, event->end_mark.index, error);
    case YAML_STREAM_END_EVENT:
        builder->done = true;
        return yaml_source_error(source, error, "found an empty document, expected lines of 'key: value'");
    default: return STATUS_OK;
    }
}

enum status yaml_parse(const char *name, const char *bytes, size_t size, struct yaml **root,
                       struct error *error)
{
    struct builder builder = {.source = {.name = name, .bytes = bytes ? bytes : "", .size = size}};
    struct yaml_source *source = &builder.source;
    *root = NULL;
    enum status status = yaml_source_check(source, error);
    if (status)
        return status;
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser))
        return error_set(error, STATUS_FAILED, "%s: out of memory", name);
    yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser, (const unsigned char *)source->bytes + source->base,
                                 size - source->base);
    while (!status && !builder.done) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            status = yaml_message(&parser, source, error);
            break;
        }
        status = read_event(&builder, &event, error);
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    yaml_drop(builder.keyed);
    if (status)
        yaml_drop(builder.root);
    else
        *root = builder.root;
    return status;
}

void yaml_write_quoted(const char *text, struct text *out)
{
    text_add(out, "\"");
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            text_add(out, "\\");
        text_append(out, text, 1);
    }
    text_add(out, "\"");
}

void yaml_write_scalar(const char *text, struct text *out)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._+-";
    if (*text && !text[strspn(text, plain)])
        text_add(out, text);
    else
        yaml_write_quoted(text, out);
}
