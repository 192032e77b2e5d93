/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading this room's data files: YAML nodes into numbers, with the full key in every error. */
#ifndef VEDETTE_SETUP_READER_H
#define VEDETTE_SETUP_READER_H

#include "game/variant.h"
#include "profile/yaml.h"

#include <stdint.h>

struct reader {
    const char *name;     /* of the file, for errors */
    struct error *error;  /* may be NULL */
};

/* Each function below takes `path`, the full key of `node` for errors ("placement.flag"),
 * returns a status, and refuses what does not fit with FILE:LINE:COLUMN, the key, what was found
 * and expected. */

/* `node` is a mapping that has exactly these keys: `needed` all of them, `free` some or none.
 * Both lists end in NULL; `free` may be NULL. */
enum status reader_keys(const struct reader *reader, const struct yaml *node, const char *path,
                        const char *const *needed, const char *const *free);

/* A scalar that is a decimal number in least .. most. */
enum status reader_number(const struct reader *reader, const struct yaml *node, const char *path,
                          double min, double most, double *value);

/* A whole number in 0 .. most. */
enum status reader_count(const struct reader *reader, const struct yaml *node, const char *path,
                         uint64_t most, uint64_t *value);

/* A sequence of exactly `count` numbers in least .. most. */
enum status reader_numbers(const struct reader *reader, const struct yaml *node, const char *path,
                           size_t count, double min, double most, double *values);

/* A scalar with exactly `count` whole numbers in -most .. most, blanks between them. */
enum status reader_whole_numbers(const struct reader *reader, const struct yaml *node,
                                 const char *path, size_t count, long most, long *values);

/* A scalar of fewer than `room` bytes without control characters. */
enum status reader_text(const struct reader *reader, const struct yaml *node, const char *path,
                        size_t capacity, char *text);

/* The key "variant" of the mapping `root`, a row of variant_table, as its index; where it is missing the
 * standard one's. */
enum status reader_variant(const struct reader *reader, const struct yaml *root, uint8_t *index);

/* STATUS_BAD at the node: "FILE:LINE:COLUMN: PATH: ...". */
enum status reader_fail(const struct reader *reader, const struct yaml *node, const char *path,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
