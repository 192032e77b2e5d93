/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fuzzes weight files. An input that begins as a packed file is one; another is the content of one, whose
 * digests are then right. What is taken is a network that can answer, and the same once written and read
 * again. */
#include "base/digest.h"
#include "base/packed.h"
#include "fuzz/fuzz.h"
#include "net/pass.h"
#include "net/weights.h"

#include <math.h>

enum { ANSWER_MAX = 1 << 16 }; /* operations of a network that is run */

static void check_same(const struct net_weights *weights)
{
    struct text text = {0};
    struct net_weights again;
    weights_pack(weights, &text);
    fuzz_demand(weights_parse("again", text.bytes, text.size, &again, NULL) == STATUS_OK,
                "what is taken is taken again");
    fuzz_demand(again.seed == weights->seed && again.more_count == weights->more_count &&
                    strcmp(again.options, weights->options) == 0 && net_same_rows(again.net, weights->net),
                "it is the same");
    size_t bytes = weights->net->weights * sizeof(float);
    fuzz_demand(memcmp(again.net->weight, weights->net->weight, bytes) == 0, "the weights are the same");
    for (size_t i = 0; i < weights->more_count; i++)
        fuzz_demand(memcmp(again.more[i], weights->more[i], bytes) == 0, "the further arrays are the same");
    weights_free(&again);
    text_free(&text);
}

static void check_answer(struct net *net)
{
    double values = net_operations(net);
    for (int i = 0; i < net->count; i++)
        values += (double)net->layers[i].size;
    for (size_t i = 0; i < net->weights; i++)
        fuzz_demand(isfinite(net->weight[i]), "weights are finite");
    if (values > ANSWER_MAX)
        return;
    struct net_pass *pass = net_pass_new(net, 1, NET_INFER, NULL);
    net_forward(pass, 1);
    net_pass_free(pass);
}

static void check_file(const char *bytes, size_t size)
{
    struct error error = {0};
    struct net_weights weights;
    enum status status = weights_parse("fuzz", bytes, size, &weights, &error);
    if (status) {
        fuzz_check_error(status, &error);
        return;
    }
    check_same(&weights);
    check_answer(weights.net);
    weights_free(&weights);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;
    if (packed_begins(bytes, size)) {
        check_file(bytes, size);
        return 0;
    }
    /* The layers' digest, over as many rows as the content says: a row is 36 bytes, behind a head of 32. */
    uint32_t rows = 0;
    if (size >= 32)
        memcpy(&rows, bytes + 16, sizeof rows);
    uint64_t source = size > 32 && rows <= (size - 32) / 36 ? digest(bytes + 32, (size_t)rows * 36) : 0;
    struct text file = {0};
    packed_write("net/1", source, bytes, size, &file);
    check_file(file.bytes, file.size);
    text_free(&file);
    return 0;
}
