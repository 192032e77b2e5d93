/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command line cut into words. */
#ifndef VEDETTE_CONSOLE_WORDS_H
#define VEDETTE_CONSOLE_WORDS_H

#include "base/error.h"

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

#endif
