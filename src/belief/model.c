/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "belief/model.h"

#include "base/memory.h"
#include "base/packed.h"
#include "belief/model_parts.h"
#include "profile/yaml.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char format_name[] = "vedette-belief/3";

const struct belief_weights belief_weights_plain = {
    .joint = 1, .people = 1, .programs = 1, .programs_joint = 1, .programs_setup = 0, .evidence = 1,
    .known = 0.15, .near = 0.05, .known_kept = 0.99, .near_kept = 0.75,
    .recall_seen = 0.95, .recall_moved = 0.5, .recall_habits = 1,
    .anyone = 0.15, .anyone_moves = 0.6, .evidence_setup = 1,
};

/* The keys in the order of struct belief_weights. The first WEIGHTS_NEEDED are in every file; the others are
 * newer and optional, with belief_weights_plain as defaults. */
static const char *const weight_keys[BELIEF_WEIGHTS + 1] = {
    "joint", "people", "programs", "programs_joint", "programs_setup", "evidence",
    "known", "near", "known_kept", "near_kept", "recall_seen", "recall_moved", "recall_habits",
    "anyone", "anyone_moves", "evidence_setup", NULL};
enum { WEIGHTS_NEEDED = 6 };

/* Writes the section "weights". */
static void write_weights(const struct model_section *section, const struct belief_model *model,
                          struct text *out)
{
    const double *values = (const double *)&model->weights; /* its fields, in the order of weight_keys */
    text_printf(out, "# How much each part of the evidence weighs.\n%s:\n", section->key);
    for (int i = 0; i < BELIEF_WEIGHTS; i++)
        text_printf(out, "  %s: %.3f\n", weight_keys[i], values[i]);
}

/* Reads the section "weights". */
static enum status read_weights(const struct model_section *section, const struct reader *reader,
                                const struct yaml *node, struct belief_model *model)
{
    const char *needed[WEIGHTS_NEEDED + 1] = {NULL};
    double *values = (double *)&model->weights; /* its fields, in the order of weight_keys */
    memcpy(needed, weight_keys, WEIGHTS_NEEDED * sizeof *needed);
    enum status status = reader_check_keys(reader, node, section->key, needed, weight_keys + WEIGHTS_NEEDED);
    model->weights = belief_weights_plain;
    for (int i = 0; i < BELIEF_WEIGHTS && !status; i++) {
        char path[40];
        if (!yaml_get(node, weight_keys[i]))
            continue;
        snprintf(path, sizeof path, "%s.%s", section->key, weight_keys[i]);
        status = reader_read_number(reader, yaml_get(node, weight_keys[i]), path, 0, 2, &values[i]);
    }
    return status;
}

/* Transfers the section "weights". */
static void pass_weights(const struct model_section *section, struct passage *passage,
                         struct belief_model *model)
{
    const double *values = (const double *)&model->weights;
    (void)section;
    passage_bytes(passage, &model->weights, sizeof model->weights);
    for (int i = 0; i < BELIEF_WEIGHTS; i++)
        passage->sound &= values[i] >= 0 && values[i] <= 2;
}

const struct model_section model_weights_section = {
    .key = "weights", .read = read_weights, .write = write_weights, .pass = pass_weights};

const struct model_section *const model_sections[MODEL_SECTIONS] = {
    &model_weights_section, &model_people_section, &model_programs_section, &model_people_habits_section,
    &model_programs_habits_section, &model_calibration_section, &model_families_section,
    &model_network_section, /* last and required, so that a truncated file is invalid */
};

struct belief_model *belief_model_new(void)
{
    struct belief_model *model = memory_new(1, sizeof *model);
    model->network = network_new();
    return model;
}

struct belief_model *belief_model_copy(const struct belief_model *model)
{
    struct belief_model *copy = memory_new(1, sizeof *copy);
    *copy = *model;
    copy->network = net_copy(model->network);
    return copy;
}

void belief_model_free(struct belief_model *model)
{
    if (!model)
        return;
    net_free(model->network);
    free(model);
}

void belief_model_assign(struct belief_model *to, const struct belief_model *from)
{
    struct net *network = to->network;
    *to = *from;
    to->network = network;
    memcpy(network->weight, from->network->weight, network->weights * sizeof *network->weight);
    net_changed(network);
}

void belief_model_write(const struct belief_model *model, struct text *out)
{
    struct belief_model *folded = belief_model_copy(model);
    network_symmetrise(folded->network); /* the file has one half of the mirrored weights */
    text_printf(out, "# What the guesser \"bayes\" has learnt.\nformat: %s\n", format_name);
    if (model->variant != VARIANT_STANDARD)
        text_printf(out, "variant: %s\n", variant_at(model->variant)->name);
    text_printf(out, "source: \"%s\"\ndate: %s\n", model->source, model->date);
    for (int i = 0; i < MODEL_SECTIONS; i++) {
        const struct model_section *section = model_sections[i];
        if (!section->present || section->present(folded))
            section->write(section, folded, out);
    }
    belief_model_free(folded);
}

/* Reads the head and all sections of a file. */
static enum status read_sections(const struct reader *reader, const struct yaml *root,
                                 struct belief_model *model)
{
    const char *needed[MODEL_SECTIONS + 4] = {"format", "source", "date"};
    const char *free_keys[MODEL_SECTIONS + 2] = {"variant"};
    size_t needs = 3, frees = 1;
    /* A section that a model may lack has a function `present`. */
    for (int i = 0; i < MODEL_SECTIONS; i++)
        if (model_sections[i]->present)
            free_keys[frees++] = model_sections[i]->key;
        else
            needed[needs++] = model_sections[i]->key;
    needed[needs] = free_keys[frees] = NULL;
    enum status status = reader_check_keys(reader, root, "", needed, free_keys);
    if (!status)
        status = reader_read_origin(reader, root, &model->variant, model->source, model->date);
    for (int i = 0; i < MODEL_SECTIONS && !status; i++) {
        const struct yaml *node = yaml_get(root, model_sections[i]->key);
        if (node)
            status = model_sections[i]->read(model_sections[i], reader, node, model);
    }
    return status;
}

/* Checks the format and reads the file. */
static enum status read_root(const struct reader *reader, const struct yaml *root, struct belief_model *model)
{
    char format[32];
    /* Check the format first, so that another kind of file is reported as such and not by its keys. The older
     * format /2 has no sections that /3 does not have. */
    const struct yaml *node = yaml_get(root, "format");
    enum status status = node ? reader_read_text(reader, node, "format", sizeof format, format) : STATUS_OK;
    if (!status && node && strcmp(format, format_name) != 0 && strcmp(format, "vedette-belief/2") != 0)
        status = reader_fail(reader, node, "format", "%s expected", format_name);
    return status ? status : read_sections(reader, root, model);
}

struct belief_model *belief_model_parse(const char *name, const char *bytes, size_t size, struct error *error)
{
    struct yaml *root = NULL;
    struct reader reader = {.name = name, .error = error};
    if (packed_begins(bytes, size))
        return belief_model_unpack(name, bytes, size, NULL, error);
    if (size > BELIEF_MODEL_LIMIT) {
        error_at(error, name, 1, 1, "found more than %d bytes, expected no more", BELIEF_MODEL_LIMIT);
        return NULL;
    }
    if (yaml_parse(name, bytes, size, &root, error))
        return NULL;
    struct belief_model *model = belief_model_new();
    if (read_root(&reader, root, model)) {
        belief_model_free(model);
        model = NULL;
    }
    yaml_drop(root);
    return model;
}
