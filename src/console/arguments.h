/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of commands: "--games 100", "--games=100", "--json". */
#ifndef VEDETTE_CONSOLE_ARGUMENTS_H
#define VEDETTE_CONSOLE_ARGUMENTS_H

#include "console/command.h"

enum flag_kind {
    FLAG_BARE,    /* --json: `value` is a bool * */
    FLAG_TEXT,    /* --rules NAME: const char ** */
    FLAG_WHOLE,   /* --games N: uint64_t *, from `least` to `most` */
    FLAG_NUMBER,  /* --time S: double *, from `low` to `high` */
    FLAG_LIST,    /* --setups FILE…: struct word_list *, empty; all words up to the next option */
};

struct word_list {
    int count;
    char **word;  /* points into argv */
};

struct flag {
    const char *name;   /* without the dashes */
    enum flag_kind kind;
    void *value;        /* where the answer goes; left alone where the option is not given */
    uint64_t least, most;
    double low, high;
};

/* Takes the options out of argv (a single dash is a word, "--" ends the options), so that the words
 * that are left stand at its front and *argc counts them. A name may be shortened while it is
 * unambiguous; a later option beats an earlier one. STATUS_BAD for an unknown option, a value that
 * is missing, too much, not a number or out of range; it begins with the command's name. */
enum status arguments_parse(const struct command *command, const struct flag *flags, size_t count,
                            int *argc, char **argv, struct error *error);

/* STATUS_BAD "usage: vedette NAME ARGUMENTS". */
enum status usage_error(const struct command *command, struct error *error);

/* Reads all of `text` as a whole number, digits only; false where it is not one or does not fit. */
bool argument_whole(const char *text, uint64_t *value);

/* Reads "red" or "blue". */
bool argument_side(const char *text, enum side *side);

#endif
