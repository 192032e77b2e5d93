/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weight files of networks: net show, net new. */
#include "commands/table.h"

#include "base/memory.h"
#include "base/plural.h"
#include "base/text.h"
#include "commands/policy_shape_flags.h"
#include "learn/policy_learn.h"
#include "net/weights.h"
#include "policy/policy_net.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct net_show_args {
    const char *path;
};

/* Adds the network of a weight file to the JSON: size, operations, options, and its layers. */
static void add_net_json(struct json *json, const struct net_weights *weights)
{
    const struct net *net = weights->net;
    char file_digest[17];
    snprintf(file_digest, sizeof file_digest, "%016" PRIx64, weights->digest);
    json_printf(json, "{weights: %zu, operations: %g, seed: %" PRIu64 ", digest: %s, options: %s, "
                      "further_arrays: %zu, layers: [",
                net->weights, net_operations(net), weights->seed, file_digest, weights->options,
                weights->more_count);
    for (int i = 0; i < net->count; i++) {
        struct text text = {0};
        net_describe(net, i, &text);
        json_printf(json, "{layer: %s, weights: %zu}",
                    text_string(&text), net->layers[i].matrix + net->layers[i].vector);
        text_free(&text);
    }
    json_printf(json, "]}");
}

/* Prints the network of a weight file: a line with its size and operations, a line for each layer (number,
 * weights, description), and the options. */
static void print_net(struct session *session, const struct net_weights *weights)
{
    const struct net *net = weights->net;
    session_printf(session,
                   "%d layer%s, %zu weights, %.3g MFLOP a forward pass, seed %llu, %zu further array%s, "
                   "digest %016" PRIx64 "\n",
                   net->count, plural((uint64_t)net->count), net->weights, net_operations(net) / 1e6,
                   (unsigned long long)weights->seed, weights->more_count, plural(weights->more_count),
                   weights->digest);
    for (int i = 0; i < net->count; i++) {
        struct text text = {0};
        net_describe(net, i, &text);
        session_printf(session, "%3d  %8zu  %s\n", i, net->layers[i].matrix + net->layers[i].vector,
                       text_string(&text));
        text_free(&text);
    }
    if (weights->options[0])
        session_printf(session, "%s\n", weights->options);
}

/* Runs `net show`. */
static enum status run_net_show(struct session *session, const void *arguments, struct error *error)
{
    const struct net_show_args *args = arguments;
    struct net_weights weights;
    enum status status = weights_read(args->path, &weights, error);
    if (status)
        return status;
    add_net_json(session->answer, &weights);
    print_net(session, &weights);
    weights_free(&weights);
    return STATUS_OK;
}

const struct command command_net_show = {
    .name = "net show", .group = GROUP_PROGRAM,
    .keywords = "network weights layers",
    .words = ARGUMENTS(
        {.name = "FILE", .kind = VALUE_FILE, .at = offsetof(struct net_show_args, path), .meaning =
         "a weight file"}),
    .out = true, .args_size = sizeof(struct net_show_args),
    .help = "shows what is in a weight file: layers, options, seed",
    .details =
        "The digest is that of game files. A line a layer: its number, its weights, what it is. A file\n"
        "that is cut, damaged, of another version or machine, or has numbers that are not finite or\n"
        "weights beyond 1000, is refused.",
    .run = run_net_show,
};

struct net_new_args {
    const char *path;
    struct policy_shape_args shape;
};

/* Runs `net new`: writes a policy network with random weights drawn from the seed. */
static enum status run_net_new(struct session *session, const void *arguments, struct error *error)
{
    const struct net_new_args *args = arguments;
    const struct policy_shape shape = policy_shape_of(&args->shape);
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    struct policy_layers layers;
    struct text options = {0};
    enum status status = policy_net_write_rows(&shape, rows, &layers, error);
    struct net *net = status ? NULL : net_new(rows, layers.count, error);
    free(rows);
    if (!net)
        return STATUS_BAD;
    net_start(net, session->seed);
    policy_shape_describe(&shape, &options);
    const struct net_weights weights = {.net = net, .seed = session->seed, .options = options.bytes};
    status = weights_write(args->path, &weights, error);
    if (!status)
        session_printf(session, "%zu weights: %s\n", net->weights, args->path);
    text_free(&options);
    net_free(net);
    return status;
}

const struct command command_net_new = {
    .name = "net new", .group = GROUP_PROGRAM,
    .keywords = "network weights random start policy",
    .words = ARGUMENTS(
        {.name = "FILE", .kind = VALUE_FILE, .at = offsetof(struct net_new_args, path), .meaning =
         "the weight file that is written"}),
    .flags = ARGUMENTS(FLAGS_POLICY_SHAPE(struct net_new_args, shape)),
    .analyses = true,
    DEFAULTS(struct net_new_args, .shape = POLICY_SHAPE_DEFAULTS),
    .help = "writes a policy that has not learnt yet: random weights by the seed",
    .details =
        "The network is that of 'learn rnad' at its first step, with the same seed: for a trainer outside\n"
        "this program, or as an opponent that knows nothing.",
    .run = run_net_new,
};
