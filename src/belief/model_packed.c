/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The model's packed form (base/packed.h): its numbers, one after the other. */
#include "belief/model.h"

#include "base/memory.h"
#include "base/packed.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Whoever changes what pass_model passes, or what the readable form means, counts the number up, so that no
 * older packed file is taken for one of the new. */
static const char kind[] = "belief-model/1";

/* No learnt number is larger; a file of letters cannot hold one. */
static const float number_most = 1000;

/* Fills a model from the content, or the content from a model: either way the same parts in one order. */
struct passage {
    struct text *out;  /* NULL: the model is filled, */
    const char *at;    /* from here, */
    size_t left;       /* of so many bytes */
    bool sound;        /* so far */
};

static void pass(struct passage *passage, void *bytes, size_t size)
{
    if (passage->out) {
        text_append(passage->out, bytes, size);
    } else if (size > passage->left) {
        passage->sound = false;
    } else {
        memcpy(bytes, passage->at, size);
        passage->at += size;
        passage->left -= size;
    }
}

/* One line of text in an array, ended by a zero byte. */
static void pass_line(struct passage *passage, char *line, size_t room)
{
    pass(passage, line, room);
    bool ends = memchr(line, '\0', room) != NULL;
    passage->sound &= ends;
    for (const char *c = line; ends && *c; c++)
        passage->sound &= (unsigned char)*c >= ' ' && *c != 0x7f;
}

static void pass_floats(struct passage *passage, float *values, size_t count)
{
    bool sound = true;
    pass(passage, values, count * sizeof *values);
    for (size_t i = 0; i < count; i++)
        sound &= fabsf(values[i]) <= number_most; /* which no NaN is */
    passage->sound &= sound;
}

static void pass_fingerprints(struct passage *passage, struct game_fingerprints *fingerprints)
{
    uint64_t count = fingerprints->count;
    pass(passage, &count, sizeof count);
    if (!passage->sound || count > FINGERPRINTS_MOST) {
        passage->sound = false;
        return;
    }
    fingerprints->count = (size_t)count;
    pass(passage, fingerprints->fingerprint, fingerprints->count * sizeof *fingerprints->fingerprint);
    for (size_t i = 1; i < fingerprints->count; i++)
        passage->sound &= fingerprints->fingerprint[i - 1] <= fingerprints->fingerprint[i];
}

static void pass_weights(struct passage *passage, struct belief_weights *weights)
{
    const double *values = (const double *)weights;
    pass(passage, weights, sizeof *weights);
    for (int i = 0; i < BELIEF_WEIGHTS; i++)
        passage->sound &= values[i] >= 0 && values[i] <= 2;
}

static void pass_network(struct passage *passage, struct network *network)
{
    static_assert(sizeof *network == sizeof network->bias + sizeof network->direct +
                                         sizeof network->threshold + sizeof network->in + sizeof network->out,
                  "floats and nothing else");
    pass_floats(passage, (float *)network, sizeof *network / sizeof(float));
}

static void pass_model(struct passage *passage, struct belief_model *model)
{
    pass_line(passage, model->source, sizeof model->source);
    pass_line(passage, model->date, sizeof model->date);
    pass_weights(passage, &model->weights);
    for (int player = 0; player < PLAYER_KINDS; player++) {
        struct move_model *move_model = &model->move_model[player];
        pass(passage, &move_model->games, sizeof move_model->games);
        pass(passage, &move_model->moves, sizeof move_model->moves);
        pass_floats(passage, move_model->weight[0], MOVE_FEATURES * RANKS);
        pass_fingerprints(passage, &model->fingerprints[player]);
    }
    pass(passage, &model->setups, sizeof model->setups);
    pass_fingerprints(passage, &model->without);
    pass_network(passage, &model->network);
}

void belief_model_pack(const struct belief_model *model, uint64_t source, struct text *out)
{
    struct text content = {0};
    struct belief_model *copy = memory_new(1, sizeof *copy);
    struct passage passage = {.out = &content, .sound = true};
    *copy = *model;
    pass_model(&passage, copy);
    packed_write(kind, source, content.bytes, content.size, out);
    free(copy);
    text_free(&content);
}

struct belief_model *belief_model_unpack(const char *name, const char *bytes, size_t size, uint64_t *source,
                                         struct error *error)
{
    struct packed packed;
    if (packed_open(name, kind, bytes, size, &packed, error))
        return NULL;
    struct belief_model *model = memory_new(1, sizeof *model);
    struct passage passage = {.at = packed.content, .left = packed.size, .sound = true};
    pass_model(&passage, model);
    if (source)
        *source = packed.source;
    if (passage.sound && passage.left == 0)
        return model;
    error_set(error, STATUS_BAD, "%s: found numbers that are no model's", name);
    free(model);
    return NULL;
}
