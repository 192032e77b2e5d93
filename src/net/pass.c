/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "net/pass.h"

#include "base/memory.h"
#include "net/layer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PART_WEIGHTS = 1 << 15 }; /* about the weights of a part (net_parts): so many fit a core's cache */

struct net_pass {
    const struct net *net;
    size_t max_batch, batch;   /* max samples; samples of the last forward pass */
    enum net_use use;
    float **value, **gradient; /* of each layer; gradient NULL: not computed */
    const float **given;       /* of each input: the caller's memory to read; NULL: value[] */
    bool *wanted;              /* of each layer: whether it is computed */
    float *space;
    struct product product;
};

/* Returns whether the gradient of a layer's values is needed. That of an input is needed only for
 * NET_LEARN_INPUTS. */
static bool wants_gradient(const struct net_pass *pass, int layer)
{
    bool is_input = pass->net->layers[layer].row.kind == NET_INPUT;
    return pass->use == NET_LEARN_INPUTS || (pass->use == NET_LEARN && !is_input);
}

struct net_pass *net_pass_new(const struct net *net, size_t max_batch, enum net_use use,
                              const struct blas *blas)
{
    struct net_pass *pass = memory_new(1, sizeof *pass);
    size_t space = 0, count = (size_t)net->count;
    *pass = (struct net_pass){.net = net, .max_batch = max_batch, .use = use, .product = {.blas = blas}};
    pass->value = memory_new(count, sizeof *pass->value);
    pass->gradient = memory_new(count, sizeof *pass->gradient);
    pass->given = memory_new(count, sizeof *pass->given);
    pass->wanted = memory_new(count, sizeof *pass->wanted);
    memset(pass->wanted, true, count);
    for (int i = 0; i < net->count; i++) {
        const struct net_layer *layer = &net->layers[i];
        const struct layer_kind *kind = layer_kinds[layer->row.kind];
        pass->value[i] = memory_new(max_batch * layer->size, sizeof(float));
        if (wants_gradient(pass, i))
            pass->gradient[i] = memory_new(max_batch * layer->size, sizeof(float));
        size_t needed = kind->space ? kind->space(layer, &net->layers[layer->row.from]) : 0;
        space = needed > space ? needed : space;
    }
    pass->space = memory_new(space + 1, sizeof *pass->space);
    return pass;
}

void net_pass_free(struct net_pass *pass)
{
    if (!pass)
        return;
    for (int i = 0; i < pass->net->count; i++) {
        free(pass->value[i]);
        free(pass->gradient[i]);
    }
    free(pass->value);
    free(pass->gradient);
    free(pass->given);
    free(pass->wanted);
    free(pass->space);
    product_free(&pass->product);
    free(pass);
}

float *net_values(struct net_pass *pass, int layer)
{
    return pass->value[layer];
}

void net_pass_read(struct net_pass *pass, int layer, const float *values)
{
    assert(pass->net->layers[layer].row.kind == NET_INPUT);
    pass->given[layer] = values;
}

float *net_gradients(struct net_pass *pass, int layer)
{
    return pass->gradient[layer];
}

void net_pass_lanes(struct net_pass *pass, int lanes)
{
    pass->product.lanes = lanes;
}

/* Returns the values of a layer, or the caller's memory for an input (net_pass_read). */
static const float *layer_values(const struct net_pass *pass, int layer)
{
    return pass->given[layer] ? pass->given[layer] : pass->value[layer];
}

/* Returns whether the gradient of a value that is 0 is not used: the layer is a relu, or a relu multiplied by
 * an input. */
static bool has_idle_zeros(const struct net_pass *pass, int layer)
{
    const struct net_row *row = &pass->net->layers[layer].row;
    if (row->kind == NET_MULTIPLY)
        return !pass->gradient[row->also] && has_idle_zeros(pass, row->from);
    return row->kind == NET_RELU;
}

/* Returns the arguments of the functions of layer `index`, without the gradients of its weights. */
static struct layer_step make_layer_step(struct net_pass *pass, int index)
{
    const struct net *net = pass->net;
    const struct net_layer *layer = &net->layers[index];
    const struct layer_kind *kind = layer_kinds[layer->row.kind];
    int from = layer->row.from, also = layer->row.also;
    return (struct layer_step){
        .layer = layer,
        .from = kind->reads ? &net->layers[from] : NULL,
        .panels = net->packed && net->panels[index].at ? &net->panels[index] : NULL,
        .matrix = net->weight + layer->at,
        .vector = net->weight + layer->at + layer->matrix,
        .in = kind->reads ? layer_values(pass, from) : NULL,
        .also = kind->reads_two ? layer_values(pass, also) : NULL,
        .out = pass->value[index],
        .in_gradient = kind->reads ? pass->gradient[from] : NULL,
        .also_gradient = kind->reads_two ? pass->gradient[also] : NULL,
        .out_gradient = pass->gradient[index],
        .idle_zeros = kind->reads && has_idle_zeros(pass, from),
        .batch = pass->batch, .product = &pass->product, .space = pass->space,
    };
}

void net_pass_want(struct net_pass *pass, const int *layers, size_t count)
{
    memset(pass->wanted, !layers, (size_t)pass->net->count);
    for (size_t i = 0; layers && i < count; i++)
        pass->wanted[layers[i]] = true;
    /* A layer reads only earlier ones, so from the last to the first all that is read becomes wanted, too. */
    for (int i = pass->net->count - 1; i >= 0; i--) {
        const struct net_row *row = &pass->net->layers[i].row;
        const struct layer_kind *kind = layer_kinds[row->kind];
        if (pass->wanted[i] && kind->reads)
            pass->wanted[row->from] = true;
        if (pass->wanted[i] && kind->reads_two)
            pass->wanted[row->also] = true;
    }
}

void net_forward(struct net_pass *pass, size_t batch)
{
    assert(batch >= 1 && batch <= pass->max_batch);
    pass->batch = batch;
    for (int i = 0; i < pass->net->count; i++) {
        const struct net_layer *layer = &pass->net->layers[i];
        struct layer_step step = make_layer_step(pass, i);
        if (!pass->wanted[i])
            continue;
        layer_kinds[layer->row.kind]->forward(&step);
        if (pass->gradient[i])
            memset(pass->gradient[i], 0, batch * layer->size * sizeof(float));
    }
}

/* Sets the pointers to the gradients of the layer's weights. `gradient`: of all weights. */
static void set_weight_gradients(struct layer_step *step, float *gradient)
{
    step->matrix_gradient = gradient + step->layer->at;
    step->vector_gradient = step->matrix_gradient + step->layer->matrix;
}

/* Runs the backward pass, from the last layer to the first. `gradient`: of all weights; NULL: computes only
 * the gradients of the values. */
static void run_backward(struct net_pass *pass, float *gradient)
{
    assert(pass->use != NET_INFER && pass->batch > 0);
    for (int i = pass->net->count - 1; i >= 0; i--) {
        const struct net_layer *layer = &pass->net->layers[i];
        struct layer_step step = make_layer_step(pass, i);
        if (gradient)
            set_weight_gradients(&step, gradient);
        if (pass->wanted[i] && (gradient || step.in_gradient || step.also_gradient))
            layer_kinds[layer->row.kind]->backward(&step);
    }
}

void net_backward(struct net_pass *pass, float *gradient)
{
    run_backward(pass, gradient);
}

void net_backward_values(struct net_pass *pass)
{
    run_backward(pass, NULL);
}

/* Lists the parts of all weights. A layer whose kind cannot split its gradients into rows is one part. */
size_t net_parts(const struct net *net, struct net_part *parts)
{
    size_t count = 0;
    for (int i = 0; i < net->count; i++) {
        const struct net_layer *layer = &net->layers[i];
        bool splits = layer_kinds[layer->row.kind]->weigh != NULL;
        size_t weights = layer->matrix + layer->vector, columns = (size_t)layer->row.channels;
        size_t rows = splits ? layer->matrix / columns : 1;
        size_t part_rows = splits ? PART_WEIGHTS / columns + 1 : 1;
        for (size_t first = 0; first < rows && weights; first += part_rows, count++) {
            size_t row_count = rows - first < part_rows ? rows - first : part_rows;
            struct net_part part = {i, first, row_count, layer->at + first * columns, row_count * columns};
            if (first + row_count == rows) /* the last part also has the vector */
                part.count = layer->at + weights - part.at;
            if (parts)
                parts[count] = part;
        }
    }
    return count;
}

void net_backward_part(struct net_pass *pass, const struct net_part *part, float *gradient)
{
    struct layer_step step = make_layer_step(pass, part->layer);
    const struct layer_kind *kind = layer_kinds[step.layer->row.kind];
    assert(pass->use != NET_INFER && pass->batch > 0);
    if (!pass->wanted[part->layer])
        return;
    set_weight_gradients(&step, gradient);
    step.in_gradient = step.also_gradient = NULL;
    if (kind->weigh)
        kind->weigh(&step, part->first, part->rows);
    else
        kind->backward(&step);
}
