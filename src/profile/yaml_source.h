/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bytes of a YAML file: checks them before parsing, and finds places in them. Only for yaml.c. */
#ifndef VEDETTE_PROFILE_YAML_SOURCE_H
#define VEDETTE_PROFILE_YAML_SOURCE_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* A file and a current place in it. */
struct yaml_source {
    const char *name, *bytes;
    size_t size;
    size_t base;       /* where the text starts: 3 after a byte order mark, 0 without */
    size_t character;  /* characters before the place, the byte order mark not counted */
    size_t offset;     /* bytes before the place */
    size_t line;       /* from 1 */
    size_t line_start; /* byte offset of the line's first byte */
};

/* Goes to the start, after a byte order mark. */
void yaml_source_rewind(struct yaml_source *source);

/* Goes to the next character of valid UTF-8. Must not be called at the end. */
void yaml_source_step(struct yaml_source *source);

/* Goes to a character, counted as libyaml counts them. Fast if places only increase. */
void yaml_source_seek(struct yaml_source *source, size_t character);

/* Returns the column of the place, from 1, in bytes. */
size_t yaml_source_column(const struct yaml_source *source);

/* Sets `error` with the place and a printf text; returns STATUS_BAD. */
enum status yaml_source_error(const struct yaml_source *source, struct error *error,
                              const char *format, ...) __attribute__((format(printf, 3, 4)));

/* Writes what is at the place, for errors: "the end of the file", "a tab", "'piece:'". */
void yaml_source_found(const struct yaml_source *source, char *text, size_t capacity);

/* Refuses what no file of this program needs: more than YAML_SIZE_MAX bytes, invalid UTF-8, control
 * characters, line breaks other than LF, CR LF and CR, and directives (`%TAG` before the document). */
enum status yaml_source_check(struct yaml_source *source, struct error *error);

/* Refuses anything but comments and `...` from `character` to the end: a second document. */
enum status yaml_source_check_rest(struct yaml_source *source, size_t character, struct error *error);

#endif
