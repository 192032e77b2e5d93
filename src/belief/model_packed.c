/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packs and unpacks a model (base/packed.h): its numbers in a fixed order. */
#include "belief/model_parts.h"

#include "base/memory.h"
#include "base/packed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The version of the packed form. It must be increased if pass_model or the meaning of the readable form
 * changes, so that older packed files are rejected. */
static const char kind[] = "belief-model/5";

/* Max absolute value of a learnt number, the limit of the readable form. */
static const float number_max = 1000;

void passage_bytes(struct passage *passage, void *bytes, size_t size)
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

void passage_line(struct passage *passage, char *line, size_t capacity)
{
    passage_bytes(passage, line, capacity);
    bool ends = memchr(line, '\0', capacity) != NULL;
    passage->sound &= ends;
    for (const char *c = line; ends && *c; c++)
        passage->sound &= (unsigned char)*c >= ' ' && *c != 0x7f;
}

void passage_floats(struct passage *passage, float *values, size_t count)
{
    bool sound = true;
    passage_bytes(passage, values, count * sizeof *values);
    for (size_t i = 0; i < count; i++)
        sound &= fabsf(values[i]) <= number_max; /* false for a NaN */
    passage->sound &= sound;
}

void passage_fingerprints(struct passage *passage, struct game_fingerprints *fingerprints)
{
    uint64_t count = fingerprints->count;
    passage_bytes(passage, &count, sizeof count);
    if (!passage->sound || count > FINGERPRINTS_MAX) {
        passage->sound = false;
        return;
    }
    fingerprints->count = (size_t)count;
    passage_bytes(passage, fingerprints->fingerprint,
                  fingerprints->count * sizeof *fingerprints->fingerprint);
    for (size_t i = 1; i < fingerprints->count; i++)
        passage->sound &= fingerprints->fingerprint[i - 1] <= fingerprints->fingerprint[i];
}

/* Transfers the whole model. */
static void pass_model(struct passage *passage, struct belief_model *model)
{
    passage_line(passage, model->source, sizeof model->source);
    passage_line(passage, model->date, sizeof model->date);
    passage_bytes(passage, &model->variant, sizeof model->variant);
    passage->sound &= model->variant < variant_count;
    if (!passage->sound)
        return;
    for (int i = 0; i < MODEL_SECTIONS; i++)
        model_sections[i]->pass(model_sections[i], passage, model);
}

void belief_model_pack(const struct belief_model *model, uint64_t source, struct text *out)
{
    struct text content = {0};
    struct belief_model *copy = memory_new(1, sizeof *copy);
    struct passage passage = {.out = &content, .sound = true};
    *copy = *model; /* pass_model also unpacks, so it needs a model that may be written */
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
    struct belief_model *model = belief_model_new();
    struct passage passage = {.at = packed.content, .left = packed.size, .sound = true};
    pass_model(&passage, model);
    if (source)
        *source = packed.source;
    if (passage.sound && passage.left == 0)
        return model;
    error_set(error, STATUS_BAD, "%s: found numbers that are no model's", name);
    belief_model_free(model);
    return NULL;
}
