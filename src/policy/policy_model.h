/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A learnt policy as a file holds it: a weight file (net/weights.h) that `learn rnad` or `learn people`
 * wrote. */
#ifndef VEDETTE_POLICY_POLICY_MODEL_H
#define VEDETTE_POLICY_POLICY_MODEL_H

#include "policy/policy_net.h"

enum { POLICY_MODEL_LIMIT = 1 << 29 /* bytes of a file; the paper's shape with Adam's arrays takes half */ };

struct policy_model {
    struct net *net;           /* packed */
    struct policy_shape shape;
};

/* Takes a file's bytes. NULL, and one line that begins with `name`, where it is no weight file, or its
 * network does not have the shape that its options name. */
struct policy_model *policy_model_parse(const char *name, const char *bytes, size_t size,
                                        struct error *error);

/* A new network of the small shape, which plays nearly at random. */
struct policy_model *policy_model_untrained(void);

/* NULL may be freed. */
void policy_model_free(struct policy_model *model);

#endif
