/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands on the archive of finished games share: they open and update it, compile the words of a
 * query, and complete them. */
#ifndef VEDETTE_COMMANDS_ARCHIVE_COMMAND_H
#define VEDETTE_COMMANDS_ARCHIVE_COMMAND_H

#include "commands/table.h"
#include "play/archiver.h"

/* An action on the archive. It appends its text to `out` and its JSON to the session's answer. */
typedef enum status archive_callback(struct session *session, struct archiver *archiver, const void *args,
                                     struct text *out, struct error *error);

/* Whether an action fails if the folder of finished games cannot be listed: its answer may lack games. */
enum archive_needs { NEEDS_FOLDER, NEEDS_NO_FOLDER };

/* Opens and updates the archive, runs `callback` on it and prints its text. If the archive turns out to be
 * damaged, repairs it (with a new database) and runs `callback` once more. */
enum status archive_command_run(struct session *session, archive_callback *callback, const void *args,
                                enum archive_needs needs, struct error *error);

/* Compiles the words of a query, joined by spaces, into `query` (all zero before), runs `callback` on the
 * archive, and frees the query. The first word "where" is optional. `command`: its name, for errors. */
enum status archive_command_query(struct session *session, const char *command, const struct word_list *words,
                                  struct query *query, archive_callback *callback, const void *args,
                                  struct error *error);

/* Does the same for a query whose pieces and armies must have this owner. */
enum status archive_command_query_of(struct session *session, const char *command,
                                     const struct word_list *words, struct query_of of, struct query *query,
                                     archive_callback *callback, const void *args, struct error *error);

/* Completes a word of a query: the words between comparisons, "FIELD=" for each field, "FIELD=WORD" for the
 * fields with a few fixed words, and opponents. */
void archive_command_complete(name_taker *take, void *context);

/* Completes the words of --whose, apart from names. */
void archive_command_complete_whose(name_taker *take, void *context);

/* Reads the text of --whose (NULL: both). Returns NULL for one of the words, and the text itself, a player's
 * name, for any other. */
const char *archive_command_whose(const char *text, enum archive_whose *whose);

/* const char *: whose armies are counted. */
#define FLAG_WHOSE(type, member) \
    FLAG_TEXT(type, member, "whose", "whose: red, blue, yours, opponents, or a player's name", \
              .names = archive_command_complete_whose, .value = "WHOSE", .standard = "both sides'")

/* Returns whether `variant` is the standard one, which lists leave out. */
bool archive_command_is_standard(const char *variant);

#define WORDS_QUERY(type, member) \
    WORD_TEXT(type, member, "QUERY", "as in: where opponent=Captain and not result=won", .list = true, \
              .optional = true, .names = archive_command_complete, .standard = "all finished games")

#define QUERY_DETAILS \
    "FIELD OPERATOR VALUE, with and, or, not and brackets. Operators are = != < <= > >=, ~ for a part of\n" \
    "a text and !~, or, as a shell wants < and > in quotes: is, has, from, to, over, under.\n" \
    "lost=marshal by=spy before=100 is one fight, flag=b1 bombs=2 owner=won one army. doc/archive.md\n" \
    "lists the fields; an unknown one is answered with their names. A mirror image is the same here and\n" \
    "in what is counted: first=j4-j5 finds a4-a5 too."

#endif
