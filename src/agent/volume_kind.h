/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The kinds of statistics and models that the library loads, each with its parser. */
#ifndef VEDETTE_AGENT_VOLUME_KIND_H
#define VEDETTE_AGENT_VOLUME_KIND_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>

enum volume_kind {
    VOLUME_STATISTICS, VOLUME_SETUP_MODEL, VOLUME_BELIEF_MODEL, VOLUME_VALUE_MODEL, VOLUME_POLICY,
    VOLUME_KINDS
};

/* A kind of volumes. `folder`, `extension`: where the embedded files are; `standard_name`: the default
 * for the standard variant. `parse` returns NULL after setting the error; `unpack` reads the packed form,
 * if there is one. */
struct volume_kind_row {
    const char *folder, *extension, *standard_name;
    const char *suffix;          /* the default for another variant is the variant's name and this */
    size_t limit;                /* max bytes of a file */
    void *(*parse)(const char *name, const char *bytes, size_t size, struct error *error);
    void *(*unpack)(const char *name, const char *bytes, size_t size, uint64_t *source, struct error *error);
    void (*free)(void *content);
};
extern const struct volume_kind_row volume_kind_table[VOLUME_KINDS];

#endif
