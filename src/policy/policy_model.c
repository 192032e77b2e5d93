/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "policy/policy_model.h"

#include "base/memory.h"
#include "net/weights.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Returns the number of the line "key: number" of the options. Returns -1 if there is no such line, or its
 * number is not in 0 .. NET_CHANNELS_MAX. */
static int option_number(const char *options, const char *key)
{
    size_t size = strlen(key);
    for (const char *line = options; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL)
        if (strncmp(line, key, size) == 0 && strncmp(line + size, ": ", 2) == 0) {
            const char *value = line + size + 2;
            char *end;
            long number = strtol(value, &end, 10);
            bool is_number = end > value && (!*end || *end == '\n');
            return is_number && number >= 0 && number <= NET_CHANNELS_MAX ? (int)number : -1;
        }
    return -1;
}

/* Checks that the network has the rows of the shape. STATUS_BAD if not. */
static enum status check_rows(const char *name, const struct net_weights *weights,
                              const struct policy_shape *shape, struct error *error)
{
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    struct policy_layers layers;
    struct error reason;
    bool complete = shape->outer_blocks >= 0 && shape->inner_blocks >= 0 && shape->outer_channels >= 0 &&
                    shape->inner_channels >= 0;
    enum status status = complete ? policy_net_write_rows(shape, rows, &layers, &reason) : STATUS_BAD;
    if (!complete)
        error_set(error, status, "%s: found no shape of a policy in its options", name);
    else if (status)
        error_set(error, status, "%s: found a wrong shape of a policy in its options: %s", name, reason.text);
    else
        status = weights_expect(name, weights, rows, layers.count, error);
    free(rows);
    return status;
}

struct policy_model *policy_model_parse(const char *name, const char *bytes, size_t size, struct error *error)
{
    struct net_weights weights;
    struct policy_model *model = NULL;
    if (weights_parse(name, bytes, size, &weights, error) != STATUS_OK)
        return NULL;
    /* The shape is in the options. A missing number is -1, which check_rows refuses. */
    const char *options = weights.options ? weights.options : "";
    const struct policy_shape shape = {
        option_number(options, "outer_blocks"), option_number(options, "inner_blocks"),
        option_number(options, "outer_channels"), option_number(options, "inner_channels"),
        option_number(options, "direct") == 1};
    if (check_rows(name, &weights, &shape, error) == STATUS_OK) {
        model = memory_new(1, sizeof *model);
        *model = (struct policy_model){weights.net, shape, weights.digest};
        net_pack(model->net);
        weights.net = NULL; /* it belongs to the model now */
    }
    weights_free(&weights);
    return model;
}

struct policy_model *policy_model_untrained(void)
{
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    struct policy_model *model = memory_new(1, sizeof *model);
    struct policy_layers layers;
    struct error error;
    model->shape = policy_shape_small;
    if (policy_net_write_rows(&model->shape, rows, &layers, &error) != STATUS_OK ||
        !(model->net = net_new(rows, layers.count, &error)))
        abort();
    net_start(model->net, 1);
    net_pack(model->net);
    free(rows);
    return model;
}

void policy_model_free(struct policy_model *model)
{
    if (!model)
        return;
    net_free(model->net);
    free(model);
}
