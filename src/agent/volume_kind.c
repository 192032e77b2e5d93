/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "agent/volume_kind.h"

#include "base/memory.h"
#include "belief/model.h"
#include "policy/policy_model.h"
#include "setup/model.h"
#include "setup/statistics.h"
#include "value/value.h"

#include <stdlib.h>

/* Parses setup statistics into new memory. NULL if that fails, with the error set. `name` is for messages.
 * The functions below do the same for other kinds of file; they have the types of a row of
 * volume_kind_table. */
static void *parse_statistics(const char *name, const char *bytes, size_t size, struct error *error)
{
    struct setup_statistics *statistics = memory_new(1, sizeof *statistics);
    if (setup_statistics_parse(name, bytes, size, statistics, error) == STATUS_OK)
        return statistics;
    free(statistics);
    return NULL;
}

/* Parses a setup model, as parse_statistics. */
static void *parse_setup_model(const char *name, const char *bytes, size_t size, struct error *error)
{
    struct setup_model *model = memory_new(1, sizeof *model);
    if (setup_model_parse(name, bytes, size, model, error) == STATUS_OK)
        return model;
    free(model);
    return NULL;
}

/* Frees a setup model and what it owns. */
static void free_setup_model(void *content)
{
    setup_model_free(content);
    free(content);
}

/* Parses a belief model from its text, as parse_statistics. */
static void *parse_belief_model(const char *name, const char *bytes, size_t size, struct error *error)
{
    return belief_model_parse(name, bytes, size, error);
}

/* Frees a belief model. */
static void free_belief_model(void *content)
{
    belief_model_free(content);
}

/* Parses a value model, as parse_statistics. */
static void *parse_value_model(const char *name, const char *bytes, size_t size, struct error *error)
{
    return value_model_parse(name, bytes, size, error);
}

/* Parses a policy network, as parse_statistics. */
static void *parse_policy(const char *name, const char *bytes, size_t size, struct error *error)
{
    return policy_model_parse(name, bytes, size, error);
}

/* Frees a policy network. */
static void free_policy(void *content)
{
    policy_model_free(content);
}

/* Reads a belief model from its packed file; *source gets the digest of the text it was packed from. */
static void *unpack_belief_model(const char *name, const char *bytes, size_t size, uint64_t *source,
                                 struct error *error)
{
    return belief_model_unpack(name, bytes, size, source, error);
}

const struct volume_kind_row volume_kind_table[VOLUME_KINDS] = {
    [VOLUME_STATISTICS] = {"data/setups", "yaml", "human", "", STATISTICS_LIMIT, parse_statistics, NULL,
                           free},
    [VOLUME_SETUP_MODEL] = {"data/setups", "yaml", "human-model", "-model", MODEL_LIMIT, parse_setup_model,
                            NULL, free_setup_model},
    [VOLUME_BELIEF_MODEL] = {"data/belief", "yaml", "people-and-programs", "", BELIEF_MODEL_PACKED_LIMIT,
                             parse_belief_model, unpack_belief_model, free_belief_model},
    [VOLUME_VALUE_MODEL] = {"data/value", "yaml", "people-and-programs", "", VALUE_MODEL_LIMIT,
                            parse_value_model, NULL, free},
    [VOLUME_POLICY] = {"data/policy", "net", "classic", "", POLICY_MODEL_LIMIT, parse_policy, NULL,
                       free_policy},
};
