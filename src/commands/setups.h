/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the setup commands share. */
#ifndef VEDETTE_COMMANDS_SETUPS_H
#define VEDETTE_COMMANDS_SETUPS_H

#include "console/command.h"
#include "console/json.h"
#include "game/notation.h"
#include "lab/stats.h"
#include "setup/model.h"
#include "setup/outline.h"
#include "setup/statistics.h"

/* Returns whether `name` is taken as the name of a stored setup: no such file exists, it is not "-" (stdin),
 * and it has the form of such a name. */
bool setups_is_stored(const char *name);

/* Reads one setup: a file in either format ("-" is stdin), or one of a game, "FILE:red" (named_game_read);
 * STATUS_NO if it is sealed. If no such file exists, `name` is a stored setup,
 * forty ranks (in `notation`) or forty letters. Files are never in `notation`. `variant` (may be NULL) gets
 * the variant that the file names, or that of the pieces if it names none. `side` (may be NULL) gets the side
 * of the file's letters; red for a format without a side. */
enum status setups_load(const char *name, enum notation notation, struct setup *setup,
                        const struct variant **variant, enum side *side, struct error *error);

/* Returns the joint model of setups of the variant that the settings choose, and the statistics
 * (`statistics` may be NULL). STATUS_BAD, with a message that begins with `command`, if there is no such
 * model. */
enum status setups_models(struct session *session, const char *command, const struct variant *variant,
                          const struct setup_model **model, const struct setup_statistics **statistics,
                          struct error *error);

/* Returns the symbol of a rank; '.' for an empty place. */
char setups_symbol(int rank, enum notation notation);

/* How a setup is printed: as four rows, or as 40 letters of a side. setup_formats has the values of
 * FLAG_FORMAT. */
enum setup_format { SETUP_ROWS, SETUP_LETTERS };
extern const char *const setup_formats[];

/* Prints a setup and adds it to the session's JSON. `variant` as in setup_write; `side` chooses the
 * letters. */
void setups_print(struct session *session, const struct setup *setup, const struct variant *variant,
                  enum setup_format format, enum side side);

/* Adds a setup to the JSON as an object: its rows as strings, the front row first, as the owner sees it,
 * '.' for an empty place; and its 40 letters as those of `side`. */
void setups_json(const struct setup *setup, enum side side, struct json *json);

/* Adds a setup's rows and letters, those of setups_json, to the object that is open. */
void setups_add_json(const struct setup *setup, enum side side, struct json *json);

/* Returns the score of setups with results, and its 95 % interval: 0 .. 1 without setups. */
double setups_score(const struct outline_cell *cell, struct interval *range);

/* Adds setups and their results as an object: setups, wins, draws, losses, score, score_95. */
void setups_cell_json(const char *key, const struct outline_cell *cell, struct json *json);

/* Appends the squares of the places of `side`, a blank before each: " a4 b3". */
void setups_squares(placeset places, enum side side, enum notation notation, struct text *out);

#endif
