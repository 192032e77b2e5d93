/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weight files: the rows and weights of a network, and the seed and options of its training. A packed file
 * (base/packed.h) of kind "net/1", which detects damage, missing bytes, another byte order and another
 * version. doc/binary-files.md describes the format. */
#ifndef VEDETTE_NET_WEIGHTS_H
#define VEDETTE_NET_WEIGHTS_H

#include "base/error.h"
#include "base/text.h"
#include "net/net.h"

#include <stddef.h>
#include <stdint.h>

enum {
    WEIGHTS_OPTIONS_MAX = 1 << 16, /* bytes of the options */
    WEIGHTS_MORE_MAX = 8,          /* further arrays */
    WEIGHTS_FILE_MAX = 1 << 30,    /* bytes of a file */
    WEIGHTS_VALUE_MAX = 1000       /* absolute value of a weight. Adam moves a weight by about its rate in a
                                    * step: at a rate of 0.001 that is a million steps in one direction */
};

struct net_weights {
    struct net *net;
    uint64_t seed;                   /* of the training */
    uint64_t digest;                 /* of the bytes that were read (base/digest.h); not used for writing */
    /* "key: value" lines, UTF-8 without control bytes; may be NULL to write none */
    char *options;
    /* further arrays of net->weights floats each, as a checkpoint needs them */
    size_t more_count;
    float *more[WEIGHTS_MORE_MAX];
};

/* Appends the file's bytes. The network's weights must be in +-WEIGHTS_VALUE_MAX, and the further arrays
 * finite. */
void weights_pack(const struct net_weights *weights, struct text *out);

/* Reads a file's bytes. On STATUS_OK `weights` is filled and must be freed. STATUS_BAD otherwise, with one
 * line that begins with `name`. Needs about as much memory as the bytes. */
enum status weights_parse(const char *name, const char *bytes, size_t size, struct net_weights *weights,
                          struct error *error);

/* Reads the file at `path`. On STATUS_OK `weights` is filled and must be freed. STATUS_BAD otherwise, with
 * one line (weights_parse). */
enum status weights_read(const char *path, struct net_weights *weights, struct error *error);

/* Writes to a temporary file, syncs it and renames it. STATUS_BAD, with nothing written, if a weight is not
 * finite or beyond WEIGHTS_VALUE_MAX. */
enum status weights_write(const char *path, const struct net_weights *weights, struct error *error);

/* Checks that the network has the given rows. STATUS_BAD if not ("name: layer 3: found conv 10x10x64,
 * expected conv 10x10x32"). */
enum status weights_expect(const char *name, const struct net_weights *weights, const struct net_row *rows,
                           int count, struct error *error);

void weights_free(struct net_weights *weights);

#endif
