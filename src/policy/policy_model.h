/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A learnt policy from a file: a weight file (net/weights.h) of `learn rnad` or `learn people`. */
#ifndef VEDETTE_POLICY_POLICY_MODEL_H
#define VEDETTE_POLICY_POLICY_MODEL_H

#include "policy/policy_net.h"

enum { POLICY_MODEL_LIMIT = 1 << 29 /* bytes of a file; the paper's shape with Adam's arrays takes half */ };

struct policy_model {
    struct net *net;           /* packed */
    struct policy_shape shape;
    uint64_t digest;           /* of the file's bytes (base/digest.h); 0: from no file */
};

/* Reads a file's bytes. NULL, with one line that begins with `name`, if it is not a weight file, or if its
 * network does not have the shape that its options name. */
struct policy_model *policy_model_parse(const char *name, const char *bytes, size_t size,
                                        struct error *error);

/* Returns a new random network of the small shape; it plays nearly at random. */
struct policy_model *policy_model_untrained(void);

/* NULL may be freed. */
void policy_model_free(struct policy_model *model);

#endif
