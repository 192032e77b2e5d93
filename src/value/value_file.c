/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "value/value.h"

#include "base/memory.h"
#include "profile/yaml.h"
#include "setup/reader.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char format_name[] = "vedette-value/1";
static const char *const player_keys[PLAYER_KINDS] = {"people", "programs"};

#define WEIGHT_MAX 100.0 /* of a weight in a file, in log-odds per unit of its term; min: -WEIGHT_MAX */

void value_model_write(const struct value_model *model, struct text *out)
{
    text_printf(out, "# How probable it is that a side wins: what each term adds to the logarithm of its\n"
                "# odds (doc/value.md).\nformat: %s\n", format_name);
    if (model->variant != VARIANT_STANDARD)
        text_printf(out, "variant: %s\n", variant_at(model->variant)->name);
    text_printf(out, "source: \"%s\"\ndate: %s\n", model->source, model->date);
    for (int player = 0; player < PLAYER_KINDS; player++) {
        text_printf(out, "%s:\n  games: %llu\n", player_keys[player],
                    (unsigned long long)model->games[player]);
        for (int i = 0; i < VALUE_TERMS; i++)
            text_printf(out, "  %s: %.*f\n", value_term_table[i].name, VALUE_WEIGHT_DECIMALS,
                        model->weight[player][i]);
    }
}

/* Reads the weights of one kind of players; STATUS_BAD with an error if a key is missing or out of range. */
static enum status read_player(const struct reader *reader, const struct yaml *node, int player,
                               struct value_model *model)
{
    /* Terms from VALUE_HIDDEN_START on are missing in older files. Both lists end with NULL. */
    const char *needed[VALUE_HIDDEN_START + 2] = {"games"};
    const char *allowed[VALUE_TERMS - VALUE_HIDDEN_START + 1] = {NULL};
    char path[64];
    for (int i = 0; i < VALUE_TERMS; i++)
        if (i < VALUE_HIDDEN_START)
            needed[i + 1] = value_term_table[i].name;
        else
            allowed[i - VALUE_HIDDEN_START] = value_term_table[i].name;
    enum status status = reader_check_keys(reader, node, player_keys[player], needed, allowed);
    snprintf(path, sizeof path, "%s.games", player_keys[player]);
    if (!status)
        status = reader_read_count(reader, yaml_get(node, "games"), path, UINT64_MAX, &model->games[player]);
    for (int i = 0; i < VALUE_TERMS && !status; i++) {
        const char *name = value_term_table[i].name;
        if (i >= VALUE_HIDDEN_START && !yaml_get(node, name))
            continue;
        snprintf(path, sizeof path, "%s.%s", player_keys[player], name);
        status = reader_read_number(reader, yaml_get(node, name), path, -WEIGHT_MAX, WEIGHT_MAX,
                                    &model->weight[player][i]);
    }
    return status;
}

/* Reads all keys of a model file. */
static enum status read_root(const struct reader *reader, const struct yaml *root, struct value_model *model)
{
    static const char *const needed[] = {"format", "source", "date", "people", "programs", NULL};
    static const char *const allowed[] = {"variant", NULL};
    char format[32];
    /* The format first, so that another kind of file is reported as such and not by its keys. */
    const struct yaml *node = yaml_get(root, "format");
    enum status status = node ? reader_read_text(reader, node, "format", sizeof format, format) : STATUS_OK;
    if (!status && node && strcmp(format, format_name) != 0)
        status = reader_fail(reader, node, "format", "%s expected", format_name);
    if (!status)
        status = reader_check_keys(reader, root, "", needed, allowed);
    if (!status)
        status = reader_read_origin(reader, root, &model->variant, model->source, model->date);
    for (int player = 0; player < PLAYER_KINDS && !status; player++)
        status = read_player(reader, yaml_get(root, player_keys[player]), player, model);
    return status;
}

struct value_model *value_model_parse(const char *name, const char *bytes, size_t size, struct error *error)
{
    struct yaml *root = NULL;
    struct reader reader = {.name = name, .error = error};
    if (size > VALUE_MODEL_LIMIT) {
        error_at(error, name, 1, 1, "found more than %d bytes, expected no more", VALUE_MODEL_LIMIT);
        return NULL;
    }
    if (yaml_parse(name, bytes, size, &root, error))
        return NULL;
    struct value_model *model = memory_new(1, sizeof *model);
    if (read_root(&reader, root, model)) {
        free(model);
        model = NULL;
    }
    yaml_drop(root);
    return model;
}
