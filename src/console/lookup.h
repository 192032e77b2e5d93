/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Search for help: commands (by name, keywords and summary), keys of the screen and options that match
 * words. */
#ifndef VEDETTE_CONSOLE_LOOKUP_H
#define VEDETTE_CONSOLE_LOOKUP_H

#include "console/command.h"

/* The matches of a search. lookup_free frees them; all zero is allowed. */
struct lookup {
    const struct command **commands;  /* the nearest first */
    size_t count;
    struct key_words *keys;           /* keys of the screen */
    size_t key_count, key_capacity;
    struct lookup_option {
        const struct option_group *group;
        const struct option *option;
    } *options;
    size_t option_count, option_capacity;
};

/* Finds the commands, keys and options that match all words. A word matches a text if a word of the text
 * begins with it; case and a plural's s are ignored. The commands come by where they have the words: in the
 * name, in the keywords, of which the first are the nearest, in the summary. If nothing matches, searches the
 * details of commands too. False if there is still no match. */
bool lookup(const struct session *session, int count, const char *const words[], struct lookup *found);
void lookup_free(struct lookup *found);

/* Returns whether a command's name, keywords or summary match a word. */
bool lookup_has_command(const struct command_table *commands, const char *word);

#endif
