/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net/weights.h"

#include "base/digest.h"
#include "base/disk.h"
#include "base/memory.h"
#include "base/packed.h"
#include "base/utf8.h"
#include "net/layer.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define KIND "net/1"

/* The head of the content. After it come the rows, the options (padded to a multiple of 4 bytes), and the
 * arrays. */
struct weights_head {
    uint64_t seed, weights;
    uint32_t rows, arrays, options, zero;
};
static_assert(sizeof(struct weights_head) == 32, "no gaps");

/* A row in a file. */
struct weights_row {
    int32_t kind, from, also, height, width, channels, kernel, stride, entries;
};
static_assert(sizeof(struct weights_row) == 36, "no gaps");

/* Returns a size rounded up to a multiple of 4. */
static size_t padded_size(size_t size)
{
    return (size + 3) / 4 * 4;
}

/* Converts a row to its form in a file. */
static struct weights_row convert_row_to_file(const struct net_row *row)
{
    return (struct weights_row){(int32_t)row->kind, row->from,   row->also,   row->height, row->width,
                                row->channels,      row->kernel, row->stride, row->entries};
}

/* Converts a row of a file. An unknown kind becomes NET_KINDS, which net_check refuses. */
static struct net_row convert_row_from_file(const struct weights_row *row)
{
    /* An enumeration may be too small for the number in the file. */
    bool known = row->kind >= 0 && row->kind < NET_KINDS;
    return (struct net_row){.kind = known ? (enum net_kind)row->kind : NET_KINDS, .from = row->from,
                            .also = row->also, .height = row->height, .width = row->width,
                            .channels = row->channels, .kernel = row->kernel, .stride = row->stride,
                            .entries = row->entries};
}

void weights_pack(const struct net_weights *weights, struct text *out)
{
    const struct net *net = weights->net;
    const char zeros[4] = {0}, *options = weights->options ? weights->options : "";
    size_t size = strlen(options), bytes = net->weights * sizeof(float);
    struct weights_head head = {.seed = weights->seed, .weights = net->weights, .rows = (uint32_t)net->count,
                                .arrays = (uint32_t)weights->more_count + 1, .options = (uint32_t)size};
    struct text content = {0}, rows = {0};
    assert(size <= WEIGHTS_OPTIONS_MAX && weights->more_count <= WEIGHTS_MORE_MAX);
    for (int i = 0; i < net->count; i++) {
        struct weights_row row = convert_row_to_file(&net->layers[i].row);
        text_append(&rows, (const char *)&row, sizeof row);
    }
    /* The parts in their order: head, rows, padded options, arrays. */
    text_append(&content, (const char *)&head, sizeof head);
    text_append(&content, rows.bytes, rows.size);
    text_append(&content, options, size);
    text_append(&content, zeros, padded_size(size) - size);
    text_append(&content, (const char *)net->weight, bytes);
    for (size_t i = 0; i < weights->more_count; i++)
        text_append(&content, (const char *)weights->more[i], bytes);
    packed_write(KIND, digest(rows.bytes, rows.size), content.bytes, content.size, out);
    text_free(&content);
    text_free(&rows);
}

/* --- reading --- */

/* The head of a file's content, and pointers to its other parts. */
struct weights_parts {
    struct weights_head head;
    const char *rows, *options, *arrays;
};

/* Reads the head, checks the sizes and the digest of the rows, and finds the parts. */
static enum status find_parts(const char *name, const struct packed *packed, struct weights_parts *parts,
                              struct error *error)
{
    struct weights_head *head = &parts->head;
    if (packed->size < sizeof *head)
        return error_set(error, STATUS_BAD, "%s: found %zu bytes of content, expected at least %zu", name,
                         packed->size, sizeof *head);
    memcpy(head, packed->content, sizeof *head);
    if (head->rows < 1 || head->rows > NET_ROWS_MAX || head->arrays < 1 ||
        head->arrays > WEIGHTS_MORE_MAX + 1 || head->options > WEIGHTS_OPTIONS_MAX ||
        head->weights > NET_WEIGHTS_MAX)
        return error_set(error, STATUS_BAD,
                         "%s: found %lu layers, %lu arrays of %llu weights and %lu bytes of options, "
                         "expected 1 .. %d, 1 .. %d of up to %d and up to %d", name,
                         (unsigned long)head->rows, (unsigned long)head->arrays,
                         (unsigned long long)head->weights, (unsigned long)head->options, NET_ROWS_MAX,
                         WEIGHTS_MORE_MAX + 1, NET_WEIGHTS_MAX, WEIGHTS_OPTIONS_MAX);
    /* The parts and their padding must fill the content exactly. */
    size_t rows = head->rows * sizeof(struct weights_row), options = padded_size(head->options);
    size_t arrays = (size_t)head->arrays * (size_t)head->weights * sizeof(float);
    if (packed->size != sizeof *head + rows + options + arrays)
        return error_set(error, STATUS_BAD, "%s: found %zu bytes of content, expected %zu", name,
                         packed->size, sizeof *head + rows + options + arrays);
    parts->rows = packed->content + sizeof *head;
    parts->options = parts->rows + rows;
    parts->arrays = parts->options + options;
    if (digest(parts->rows, rows) != packed->source)
        return error_set(error, STATUS_BAD, "%s: found another digest of the layers than the head says",
                         name);
    return STATUS_OK;
}

/* Checks that the options are lines of UTF-8. */
static enum status check_options(const char *name, const struct weights_parts *parts, struct error *error)
{
    const char *next = parts->options;
    for (size_t remaining = parts->head.options; remaining > 0;) {
        size_t length = *next == '\n' ? 1 : utf8_shown((const unsigned char *)next, remaining);
        if (length == 0)
            return error_set(error, STATUS_BAD, "%s: found byte %zu of the options, expected lines of UTF-8",
                             name, (size_t)parts->head.options - remaining + 1);
        next += length;
        remaining -= length;
    }
    return STATUS_OK;
}

/* Creates the network of the rows, with weights 0, and checks the number of its weights. */
static enum status make_net(const char *name, const struct weights_parts *parts, struct net **net,
                            struct error *error)
{
    size_t count = parts->head.rows, weights = 0;
    struct net_row *rows = memory_new(count, sizeof *rows);
    struct error reason = {0};
    for (size_t i = 0; i < count; i++) {
        struct weights_row row;
        memcpy(&row, parts->rows + i * sizeof row, sizeof row);
        rows[i] = convert_row_from_file(&row);
    }
    enum status status = net_check(rows, (int)count, &weights, &reason);
    if (status)
        error_set(error, status, "%s: %s", name, reason.text);
    else if (weights != parts->head.weights)
        status = error_set(error, STATUS_BAD, "%s: found %llu weights, its layers have %zu", name,
                           (unsigned long long)parts->head.weights, weights);
    else
        *net = net_new(rows, (int)count, error);
    free(rows);
    return status;
}

/* Returns the index of the layer that has weight `index`. */
static int layer_of_weight(const struct net *net, size_t index)
{
    int layer = 0;
    while (layer + 1 < net->count && net->layers[layer + 1].at <= index)
        layer++;
    return layer;
}

/* Checks that all numbers of an array are finite. Those of array 0, the network's, must also be in
 * +-WEIGHTS_VALUE_MAX. `array`: the array's number. */
static enum status check_array(const char *name, const struct net *net, size_t array, const float *weight,
                               struct error *error)
{
    const float max_value = array == 0 ? WEIGHTS_VALUE_MAX : FLT_MAX;
    size_t i = 0;
    while (i < net->weights && fabsf(weight[i]) <= max_value)
        i++;
    if (i == net->weights)
        return STATUS_OK;
    int layer = layer_of_weight(net, i);
    const char *kind = layer_kinds[net->layers[layer].row.kind]->name;
    size_t index = i - net->layers[layer].at;
    if (isfinite(weight[i]))
        return error_set(error, STATUS_BAD, "%s: layer %d, %s: found %g as weight %zu, expected -%d .. %d",
                         name, layer, kind, (double)weight[i], index, WEIGHTS_VALUE_MAX, WEIGHTS_VALUE_MAX);
    return error_set(error, STATUS_BAD,
                     "%s: layer %d, %s: found %s as weight %zu of array %zu, expected a finite number", name,
                     layer, kind, isnan(weight[i]) ? "NaN" : "an infinite number", index, array);
}

/* Copies the arrays: the first to the network's weights, the others to `more`. */
static enum status read_arrays(const char *name, const struct weights_parts *parts,
                               struct net_weights *weights, struct error *error)
{
    size_t bytes = weights->net->weights * sizeof(float);
    enum status status = STATUS_OK;
    for (size_t i = 0; i < parts->head.arrays && !status; i++) {
        float *array = weights->net->weight;
        if (i > 0) {
            array = memory_new(weights->net->weights + 1, sizeof *array);
            weights->more[weights->more_count++] = array;
        }
        memcpy(array, parts->arrays + i * bytes, bytes);
        status = check_array(name, weights->net, i, array, error);
    }
    return status;
}

enum status weights_parse(const char *name, const char *bytes, size_t size, struct net_weights *weights,
                          struct error *error)
{
    struct packed packed;
    struct weights_parts parts;
    *weights = (struct net_weights){0};
    enum status status = packed_open(name, KIND, bytes, size, &packed, error);
    if (!status)
        status = find_parts(name, &packed, &parts, error);
    if (!status)
        status = check_options(name, &parts, error);
    if (!status)
        status = make_net(name, &parts, &weights->net, error);
    if (!status) {
        weights->seed = parts.head.seed;
        weights->digest = digest(bytes, size);
        weights->options = memory_new(parts.head.options + 1, 1);
        memcpy(weights->options, parts.options, parts.head.options);
        status = read_arrays(name, &parts, weights, error);
    }
    if (status)
        weights_free(weights);
    return status;
}

enum status weights_read(const char *path, struct net_weights *weights, struct error *error)
{
    struct text text = {0};
    *weights = (struct net_weights){0};
    enum status status = disk_read(path, WEIGHTS_FILE_MAX, &text, error);
    if (!status)
        status = weights_parse(path, text.bytes, text.size, weights, error);
    text_free(&text);
    return status;
}

enum status weights_write(const char *path, const struct net_weights *weights, struct error *error)
{
    struct text text = {0};
    enum status status = check_array(path, weights->net, 0, weights->net->weight, error);
    for (size_t i = 0; i < weights->more_count && !status; i++)
        status = check_array(path, weights->net, i + 1, weights->more[i], error);
    if (status)
        return status;
    weights_pack(weights, &text);
    status = disk_write(path, text.bytes, text.size, error);
    text_free(&text);
    return status;
}

enum status weights_expect(const char *name, const struct net_weights *weights, const struct net_row *rows,
                           int count, struct error *error)
{
    struct net *expected = net_new(rows, count, error), *found = weights->net;
    enum status status = expected ? STATUS_OK : STATUS_BAD;
    if (!status && found->count != count)
        status = error_set(error, STATUS_BAD, "%s: found a network of %d layers, expected %d", name,
                           found->count, count);
    for (int i = 0; i < count && !status; i++) {
        struct text one = {0}, other = {0};
        net_describe(found, i, &one);
        net_describe(expected, i, &other);
        if (strcmp(text_string(&one), text_string(&other)) != 0)
            status = error_set(error, STATUS_BAD, "%s: layer %d: found %s, expected %s", name, i,
                               text_string(&one), text_string(&other));
        text_free(&one);
        text_free(&other);
    }
    net_free(expected);
    return status;
}

void weights_free(struct net_weights *weights)
{
    net_free(weights->net);
    free(weights->options);
    for (size_t i = 0; i < weights->more_count; i++)
        free(weights->more[i]);
    *weights = (struct net_weights){0};
}
