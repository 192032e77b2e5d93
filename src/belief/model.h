/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was learnt for the Bayesian guesser, as a file. */
#ifndef VEDETTE_BELIEF_MODEL_H
#define VEDETTE_BELIEF_MODEL_H

#include "base/error.h"
#include "base/text.h"
#include "belief/conduct.h"
#include "belief/network.h"

enum { BELIEF_MODEL_LIMIT = 1 << 20 /* bytes of a model file */ };

struct belief_model {
    char source[256];     /* what it was learnt from, one line */
    char date[16];        /* YYYY-MM-DD */
    uint64_t setups;      /* that the network learnt from */
    struct conduct_model conduct;
    struct network network;
};

/* The model that comes with the program; free() gives it back. */
struct belief_model *belief_model_human(void);

/* Reads a model file (YAML, vedette-belief/1) into a new model; free() gives it back. NULL, and `error`
 * filled with FILE:LINE:COLUMN and the key, for whatever is none: a key that is missing or unknown, too few
 * or too many numbers, one that is none or out of range. */
struct belief_model *belief_model_read(const char *path, struct error *error);
struct belief_model *belief_model_parse(const char *name, const char *bytes, size_t size,
                                        struct error *error);

/* Writes a model as belief_model_read takes it: weights are rounded to the file's units. */
void belief_model_write(const struct belief_model *model, struct text *out);

#endif
