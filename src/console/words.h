/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Splits a command line into commands and words. */
#ifndef VEDETTE_CONSOLE_WORDS_H
#define VEDETTE_CONSOLE_WORDS_H

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* The words of one command. */
struct words {
    int count;
    char **word;  /* `count` words and a NULL; they point into `bytes` */
    char *out;    /* the file after '>'; NULL: none; points into `bytes` */
    bool more;    /* a ';' ended the command: another one may follow */
    char *bytes;  /* the words' texts, each with a zero byte */
};

/* Splits the command that begins at byte *offset of `line` at blanks. *offset becomes that after its ';', or
 * the line's end. Quotes '…' and "…" keep their contents together, also within a word, as in a shell; there
 * are no escapes. Outside quotes ';' ends a command, "> FILE" may follow it, and '#' at the start of a word
 * begins a comment. STATUS_BAD, with *offset unchanged, with the column of an unclosed quote, or of a '>'
 * that has no command before it, no file after it, or more than a file after it. words_free frees the words;
 * all zero is allowed. */
enum status words_split(const char *line, size_t *offset, struct words *words, struct error *error);
void words_free(struct words *words);

/* Splits the last command in the first `size` bytes of a line that is still being typed. The last word ends
 * at `size` ("" after a blank; an open quote ends there too); *start gets its first byte. *is_file: the
 * last word is the file after '>', not a word of the command. False, with nothing to free, in a comment or
 * where no word is allowed. */
bool words_split_unfinished(const char *line, size_t size, struct words *words, size_t *start, bool *is_file);

#endif
