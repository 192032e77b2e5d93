/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What commands that search have in common: options behind the command, and the positions measured on. */
#ifndef VEDETTE_COMMANDS_SEARCH_OPTIONS_H
#define VEDETTE_COMMANDS_SEARCH_OPTIONS_H

#include "console/command.h"
#include "lab/arts_positions.h"
#include "search/options.h"

/* struct word_list: "probe=2", of the group "search"; any other with its group, "worth.bomb_value=0.4". */
#define WORDS_SEARCH_OPTIONS(type, member) \
    {.name = "OPTION=VALUE", .kind = VALUE_TEXT, .list = true, .optional = true, \
     .group = "search", .at = offsetof(type, member), .meaning = "options of the search, for this once"}

/* uint64_t */
#define FLAG_EACH(type, member) \
    {.name = "each", .kind = VALUE_WHOLE, .at = offsetof(type, member), .min = 1, \
     .most = ARTS_POSITIONS_A_PHASE, .meaning = "only the first so many of each phase"}

/* Options that a command says itself or never asks for: words for them would do nothing. */
struct search_unused {
    const char *const *options; /* "depth", of the group search; or "belief.", a whole group; then a NULL */
    const char *why;            /* "--depth says how deep it looks" */
};

/* Those of searches to --depth on the positions that came with the program. */
extern const struct search_unused search_unused_on_positions[];

/* STATUS_BAD and the reason where one of the words is for an option in those rows, which end with one that is
 * all zero. */
enum status search_words_check(const struct command *command, const struct word_list *words,
                               const struct search_unused *unused, struct error *error);

/* The session's options with those words on top. STATUS_BAD where a word is none. */
enum status search_settings_with(const struct session *session, const struct word_list *words,
                                 struct settings *settings, struct error *error);
/* The same for comparisons with Arts (2010): what that search did not have is off unless a word wants it. */
enum status search_settings_of_arts(const struct session *session, const struct word_list *words,
                                    struct settings *settings, struct error *error);
enum status search_options_with(const struct session *session, const struct word_list *words,
                                struct search_options *options, struct error *error);

#endif
