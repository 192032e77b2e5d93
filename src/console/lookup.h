/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program has about a word that names no command: commands by their names, keywords and summaries,
 * keys of the screen, options. For help. */
#ifndef VEDETTE_CONSOLE_LOOKUP_H
#define VEDETTE_CONSOLE_LOOKUP_H

#include "console/command.h"

/* The answer. lookup_free gives it back; all zero may be freed. */
struct lookup {
    const struct command **commands;  /* in the order of the table */
    size_t count;
    struct key_words *keys;           /* of the screen */
    size_t key_count, key_capacity;
    struct lookup_option {
        const struct option_group *group;
        const struct option *option;
    } *options;
    size_t option_count, option_capacity;
};

/* Looks up words, all of which must be about a thing. A word is about a text where one of the text's words
 * begins with it, whatever the case; a plural counts as its singular. Where neither names, keywords and
 * summaries nor keys nor options are about them, the details of commands are looked through. False where
 * nothing is. */
bool lookup(const struct session *session, int count, const char *const words[], struct lookup *found);
void lookup_free(struct lookup *found);

/* Whether a command's name, keywords or summary are about a word. */
bool lookup_has_command(const struct command_table *commands, const char *word);

#endif
