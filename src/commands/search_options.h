/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by commands that search: options after the command, and the flag --each for the built-in
 * positions. */
#ifndef VEDETTE_COMMANDS_SEARCH_OPTIONS_H
#define VEDETTE_COMMANDS_SEARCH_OPTIONS_H

#include "commands/shared_flags.h"
#include "console/command.h"
#include "lab/arts_positions.h"
#include "search/options.h"

/* struct word_list: "probe=2", of the group "search"; any other with its group, "worth.bomb_value=0.4". */
#define WORDS_SEARCH_OPTIONS(type, member) \
    WORD_TEXT(type, member, "OPTION=VALUE", "options of the search, for this once", .list = true, \
              .optional = true, .group = "search")

/* uint64_t */
#define FLAG_EACH(type, member) \
    FLAG_WHOLE(type, member, "each", 1, ARTS_POSITIONS_A_PHASE, "only the first so many of each phase")

/* Options that a command sets itself or does not use: words for them would have no effect. */
struct search_unused {
    const char *const *options; /* "depth" (in the group search), or "belief." (a whole group); then NULL */
    const char *why;            /* for the message: "--depth says how deep it looks" */
};

/* The rows for searches to --depth on the built-in positions. */
extern const struct search_unused search_unused_on_positions[];

/* Returns STATUS_BAD and the reason if one of the words sets an option of the rows `unused`. The last row
 * is all zero. */
enum status search_words_check(const struct command *command, const struct word_list *words,
                               const struct search_unused *unused, struct error *error);

/* Copies the session's settings and sets the options of the words. STATUS_BAD if a word is not
 * OPTION=VALUE. */
enum status search_settings_with(const struct session *session, const struct word_list *words,
                                 struct settings *settings, struct error *error);
/* Copies the settings as search_settings_with does, for comparisons with Arts (2010). What that search did
 * not have is off, and the flag has the value of table 5.1 there. A word may still set both. */
enum status search_settings_of_arts(const struct session *session, const struct word_list *words,
                                    struct settings *settings, struct error *error);
/* Fills `options` with the search's options: the session's, changed by the words. STATUS_BAD if a word is not
 * OPTION=VALUE. */
enum status search_options_with(const struct session *session, const struct word_list *words,
                                struct search_options *options, struct error *error);

#endif
