/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the data files of src/setup: YAML nodes to numbers, with the full key in each error. */
#ifndef VEDETTE_SETUP_READER_H
#define VEDETTE_SETUP_READER_H

#include "game/variant.h"
#include "profile/yaml.h"

#include <stdint.h>

/* The file being read. */
struct reader {
    const char *name;     /* of the file, for errors */
    struct error *error;  /* may be NULL */
};

/* `path` of the functions below is the full key of `node`, for errors: "placement.flag". They return
 * STATUS_BAD for an invalid node, with FILE:LINE:COLUMN, the key, and what was found and expected. */

/* Checks that `node` is a mapping with all keys of `needed` and no others; those of `optional` may be there.
 * The lists end with NULL; `optional` may be NULL. */
enum status reader_check_keys(const struct reader *reader, const struct yaml *node, const char *path,
                              const char *const *needed, const char *const *optional);

/* Reads a scalar: a decimal number in min .. max. */
enum status reader_read_number(const struct reader *reader, const struct yaml *node, const char *path,
                               double min, double max, double *value);

/* Reads a scalar: a whole number in 0 .. max. */
enum status reader_read_count(const struct reader *reader, const struct yaml *node, const char *path,
                              uint64_t max, uint64_t *value);

/* Reads a sequence of exactly `count` numbers in min .. max. */
enum status reader_read_numbers(const struct reader *reader, const struct yaml *node, const char *path,
                                size_t count, double min, double max, double *values);

/* Reads a scalar with exactly `count` whole numbers in -max .. max, separated by blanks. */
enum status reader_read_whole_numbers(const struct reader *reader, const struct yaml *node,
                                      const char *path, size_t count, long max, long *values);

/* Reads a scalar of fewer than `capacity` bytes without control characters. */
enum status reader_read_text(const struct reader *reader, const struct yaml *node, const char *path,
                             size_t capacity, char *text);

/* Reads the keys by which a data file says what it was made from: "variant" as an index in variant_table (the
 * standard variant if the key is missing), "source" and "date". */
enum status reader_read_origin(const struct reader *reader, const struct yaml *root, uint8_t *variant,
                               char source[256], char date[16]);

/* Sets the error "FILE:LINE:COLUMN: PATH: ..." at the node; returns STATUS_BAD. */
enum status reader_fail(const struct reader *reader, const struct yaml *node, const char *path,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
