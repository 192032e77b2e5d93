/* SPDX-License-Identifier: GPL-3.0-or-later */
/* YAML read into a small tree, for files that strangers may have written.
 *
 * Only mappings with scalar keys, sequences and scalars; one document in UTF-8. Aliases, anchors,
 * tags, merge keys, directives, control characters and whatever is beyond the limits below are
 * refused at sight, so that no input costs more than its own length. */
#ifndef VEDETTE_PROFILE_YAML_H
#define VEDETTE_PROFILE_YAML_H

#include "base/error.h"
#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>

enum {
    YAML_DEPTH = 6,        /* mappings and sequences inside each other, the outermost counted */
    YAML_SIZE = 1 << 20,   /* bytes of a profile, and of most other files that are read as YAML; */
    YAML_SIZE_MAX = 3 << 20, /* of any: models of guessers are large */
    YAML_NODES = 16384,    /* scalars, mappings and sequences in a file, keys not counted */
    YAML_KEY = 128         /* bytes of a key */
};

enum yaml_kind { YAML_SCALAR, YAML_MAPPING, YAML_SEQUENCE };

struct yaml {
    enum yaml_kind kind;
    char *key;             /* its key in a mapping; NULL elsewhere */
    char *text;            /* a scalar's text, NUL bytes refused; NULL for others */
    size_t size;           /* bytes of the text; of a mapping or sequence the number of children */
    bool block;            /* a literal or folded block scalar */
    bool quoted;           /* a scalar in single or double quotes */
    size_t line, column;   /* where the value starts, in bytes from 1 */
    size_t key_line, key_column;
    size_t offset;         /* byte offset of the value's start in the file */
    size_t key_offset;     /* of the key's start; of a quoted key that of the quote */
    struct yaml *child;    /* first child of a mapping or sequence */
    struct yaml *next;     /* the next one beside it */
};

/* Reads `bytes` into a tree; `name` stands for the file in errors. yaml_drop frees the whole tree
 * (NULL is free). On error *root is NULL and the status STATUS_BAD, with FILE:LINE:COLUMN, what was
 * found and what was expected; an empty document is an error too. (Not yaml_free: libyaml exports a
 * function of that name and would call ours.) */
enum status yaml_parse(const char *name, const char *bytes, size_t size, struct yaml **root,
                       struct error *error);
void yaml_drop(struct yaml *node);

/* Returns the child of a mapping under `key`. NULL if there is none, or if `mapping` is no mapping. */
const struct yaml *yaml_get(const struct yaml *mapping, const char *key);

/* Returns whether `bytes` hold blanks, line ends and comments alone. */
bool yaml_is_blank(const char *bytes, size_t size);

/* Returns whether `text` can be a scalar on one line: UTF-8 without control characters. */
bool yaml_is_line(const char *text);

/* Writes a text in double quotes, with a backslash before each '"' and each backslash in it. */
void yaml_write_quoted(const char *text, struct text *out);

/* Appends a text as a scalar that is read back as it was, in quotes where it needs them. */
void yaml_write_scalar(const char *text, struct text *out);

/* Finds the line and column (from 1) of byte `index` of word number `word` (from 0) of a scalar in the raw
 * file `bytes`, so that an error inside a folded `moves:` has its place. An index past the word, or a word
 * past the last, gives the place just after it. */
void yaml_word_place(const struct yaml *scalar, const char *bytes, size_t size, size_t word,
                     size_t index, size_t *line, size_t *column);

#endif
