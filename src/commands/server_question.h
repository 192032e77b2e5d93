/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a server's client (`serve`) may ask: a table of questions, each answered by a command with --json.
 * The fields of a question are words and flags of its command, so names, ranges and meanings stand in one
 * place. No field names a file to write or a program to start. */
#ifndef VEDETTE_COMMANDS_SERVER_QUESTION_H
#define VEDETTE_COMMANDS_SERVER_QUESTION_H

#include "base/json.h"
#include "base/json_read.h"
#include "base/string_list.h"
#include "console/command.h"

struct server_question {
    const char *name;              /* as the client asks it */
    const struct command *command; /* answers it */
    const char *fields;            /* names of its fields, separated by blanks: flags; "move" or "moves": the
                                    * command's words that are moves */
    const char *title, *help;      /* a few words; what it answers, and what it may know */
};

extern const struct server_question server_question_table[];
extern const size_t server_question_count;

/* Returns the question of this name; NULL if there is none. */
const struct server_question *server_question_find(const char *name);

/* Reads the fields of a question from the members whose paths begin with `prefix` ("" or
 * "params.arguments.") into the words of its command, with --json; `skip` (ends with NULL) are names of
 * other members. STATUS_BAD for an unknown field or a value of another kind; ranges are checked by the
 * command's parser. */
enum status server_question_read(const struct server_question *question, const struct json_members *members,
                          const char *prefix, const char *const *skip, struct string_list *words,
                          struct error *error);

/* Adds a JSON schema of the question's fields: an object. */
void server_question_add_schema(const struct server_question *question, const char *key, struct json *json);

#endif
