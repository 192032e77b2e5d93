/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command line cut into words. */
#ifndef VEDETTE_CONSOLE_WORDS_H
#define VEDETTE_CONSOLE_WORDS_H

#include "base/error.h"

#include <stdbool.h>

struct words {
    int count;
    char **word;  /* `count` words and a NULL; they point into `bytes` */
    char *bytes;
};

/* Splits `line` at blanks. '…' and "…" keep blanks together (also within a word, as a shell does);
 * there are no escapes. A '#' at the start of a word begins a comment. STATUS_BAD names the column of
 * a quote that is not closed. words_free gives the memory back, all zero may be freed. */
enum status words_split(const char *line, struct words *words, struct error *error);
void words_free(struct words *words);

/* The same for the first `size` bytes of a line that is still being typed. The last word is the one that the
 * line ends in, "" where a blank stands before the end, and *start gets the byte where it begins; a quote
 * that is open ends with it. False in a comment: then there is nothing to free. */
bool words_cut(const char *line, size_t size, struct words *words, size_t *start);

#endif
