/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data files that are embedded in the program, so that they need not be installed. */
#ifndef VEDETTE_BASE_EMBEDDED_H
#define VEDETTE_BASE_EMBEDDED_H

#include <stddef.h>

struct embedded {
    const char *name;           /* the path in the source tree: "data/profiles/NAME.yaml" */
    const unsigned char *bytes; /* a zero byte follows the last one */
    size_t size;                /* without that zero byte */
};

/* All files, sorted by the bytes of their names. */
extern const struct embedded embedded_table[];
extern const size_t embedded_count;

/* Returns the file with this name, or NULL. */
const struct embedded *embedded_find(const char *name);

#endif
