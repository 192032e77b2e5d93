/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command line cut into commands, and these into words. */
#ifndef VEDETTE_CONSOLE_WORDS_H
#define VEDETTE_CONSOLE_WORDS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct words {
    int count;
    char **word;  /* `count` words and a NULL; they point into `bytes` */
    char *out;    /* the file behind '>'; NULL: none; points into `bytes` */
    bool more;    /* a ';' ended the command: there may be another */
    char *bytes;
};

/* Splits the command that begins at byte *at of `line` at blanks; *at goes behind its ';', or to the line's
 * end. '…' and "…" keep what is in them together (also within a word, as a shell does); there are no escapes.
 * Outside of quotes ';' ends a command, "> FILE" may stand behind it, and a '#' at the start of a word
 * begins a comment to the line's end. STATUS_BAD names the column of a quote that is not closed, or of a '>'
 * that has no command before it, no file behind it, or more than a file; *at then stays. words_free gives the
 * memory back, all zero may be freed. */
enum status words_split(const char *line, size_t *at, struct words *words, struct error *error);
void words_free(struct words *words);

/* The words of the last command in the first `size` bytes of a line that is still being typed. The last word
 * is the one that the line ends in, "" where a blank stands before the end, and *start gets the byte where it
 * begins; a quote that is open ends with it. *is_file tells that the last word is the file behind '>', which
 * is none of the command's. False in a comment and where no word may stand: then there is nothing to free. */
bool words_cut(const char *line, size_t size, struct words *words, size_t *start, bool *is_file);

#endif
