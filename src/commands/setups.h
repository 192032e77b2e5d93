/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the setup commands share. */
#ifndef VEDETTE_COMMANDS_SETUPS_H
#define VEDETTE_COMMANDS_SETUPS_H

#include "console/command.h"
#include "console/json.h"
#include "setup/model.h"
#include "setup/statistics.h"

/* Whether `name` names a stored setup and not a file that is there. */
bool setups_is_stored(const char *name);

/* Reads one setup: a file of either form ("-" is stdin), or, where there is no such file, a
 * stored one of that name. `variant` (may be NULL) gets the variant that the file names, or else
 * that of the pieces; `side` (may be NULL) whose letters it was, red where the form has no side. */
enum status setups_load(const char *name, struct setup *setup, const struct variant **variant,
                        enum side *side, struct error *error);

/* The joint model that the settings choose for setups of the variant, and the statistics (NULL: not asked
 * for). STATUS_BAD with a sentence on the command where there is no model of such setups. */
enum status setups_models(struct session *session, const char *command, const struct variant *variant,
                          const struct setup_model **model, const struct setup_statistics **statistics,
                          struct error *error);

/* The symbol of what stands on a place: '.' for nothing. */
char setups_symbol(int rank, enum notation notation);

/* How a setup is printed: four rows, or 40 letters of a side; and the words for it that FLAG_FORMAT takes. */
enum setup_format { SETUP_ROWS, SETUP_LETTERS };
extern const char *const setup_formats[];

/* `variant` as in setup_write. */
void setups_print(struct session *session, const struct setup *setup, const struct variant *variant,
                  enum setup_format format, enum side side);

/* The front row first, as the owner sees it, a string a row, '.' for an empty place; and the 40 letters of
 * the side. setups_print adds it to the session's answer. */
void setups_json(const struct setup *setup, enum side side, struct json *json);

/* The same as members of an object that is open. */
void setups_add_json(const struct setup *setup, enum side side, struct json *json);

/* Appends the squares of the places, each behind a blank: " a4 b3". */
void setups_squares(placeset places, enum side side, enum notation notation,
                    struct text *out);

#endif
