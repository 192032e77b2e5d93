/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weight files: a network with its rows, its weights, and what they were made with. A packed file
 * (base/packed.h) of kind "net/1", which sees damage, a cut, another order of bytes and another version.
 * doc/binary-files.md has the form. */
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
    WEIGHTS_FILE_MAX = 1 << 30     /* bytes of a file */
};

struct net_weights {
    struct net *net;
    uint64_t seed;                   /* that they were learnt with */
    /* "key: value" lines, UTF-8 without control bytes; may be NULL to write none */
    char *options;
    /* further arrays of net->weights floats each, as a checkpoint needs them */
    size_t more_count;
    float *more[WEIGHTS_MORE_MAX];
};

/* Appends the file. All floats are finite. */
void weights_pack(const struct net_weights *weights, struct text *out);

/* Takes a file's bytes; `weights` is filled where STATUS_OK is returned, and to be freed. Else STATUS_BAD,
 * and one line that begins with `name`. It costs no more than the bytes do. */
enum status weights_parse(const char *name, const char *bytes, size_t size, struct net_weights *weights,
                          struct error *error);

enum status weights_read(const char *path, struct net_weights *weights, struct error *error);

/* Writes to a temporary name, syncs, renames. STATUS_BAD where a weight is not a finite number: nothing is
 * written then. */
enum status weights_write(const char *path, const struct net_weights *weights, struct error *error);

/* STATUS_BAD ("name: layer 3: found conv 10x10x64, expected conv 10x10x32") where the network read has
 * other rows than these. */
enum status weights_expect(const char *name, const struct net_weights *weights, const struct net_row *rows,
                           int count, struct error *error);

void weights_free(struct net_weights *weights);

#endif
