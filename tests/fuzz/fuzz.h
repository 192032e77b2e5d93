/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every fuzz target has: one entry point, which libFuzzer or replay.c calls. A target aborts
 * (fuzz_demand) where a promise of the parser is broken. */
#ifndef VEDETTE_TESTS_FUZZ_H
#define VEDETTE_TESTS_FUZZ_H

#include "base/error.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* So many changed inputs replay.c makes of each file: 400, or fewer where a target that takes long over one
 * input says so. */
extern int fuzz_changes;

static inline void fuzz_demand(int holds, const char *promise)
{
    if (!holds) {
        fprintf(stderr, "broken promise: %s\n", promise);
        abort();
    }
}

/* An error is one printable line that is not empty, and its status is the one returned. */
static inline void fuzz_check_error(enum status status, const struct error *error)
{
    fuzz_demand(status == STATUS_BAD, "bad input has status 2");
    fuzz_demand(error->status == status, "the error carries the status");
    fuzz_demand(error->text[0] != '\0', "the error has a text");
    for (const char *c = error->text; *c; c++)
        fuzz_demand((unsigned char)*c >= 0x20 && *c != 0x7f, "the error is one printable line");
}

#endif
