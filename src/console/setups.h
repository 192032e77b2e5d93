/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the setup commands share. */
#ifndef VEDETTE_CONSOLE_SETUPS_H
#define VEDETTE_CONSOLE_SETUPS_H

#include "console/command.h"
#include "setup/model.h"
#include "setup/statistics.h"

/* Whether `name` names a stored setup and not a file that is there. */
bool setups_is_stored(const char *name);

/* Reads one setup: a file of either form ("-" is stdin), or, where there is no such file, a
 * stored one of that name. `side` (may be NULL) gets whose letters it was; red where the form
 * does not tell. */
enum status setups_load(const char *name, struct setup *setup, enum side *side,
                        struct error *error);

/* The statistics and the model of a file, or where `path` is NULL those that came with the
 * program. The model must be all zero; setup_model_free gives it back. */
enum status setups_statistics(const char *path, struct setup_statistics *statistics,
                              struct error *error);
enum status setups_model(const char *path, struct setup_model *model, struct error *error);

/* Prints a setup as `format` has it: "setup", or "gravon", 40 letters of that side. */
void setups_print(struct session *session, const struct setup *setup, const char *format,
                  enum side side);

/* STATUS_BAD unless `format` is one of the two. */
enum status setups_check_format(const struct command *command, const char *format,
                                struct error *error);

/* Appends the squares of the places, each behind a blank: " a4 b3". */
void setups_squares(placeset places, enum side side, enum notation notation,
                    struct text *out);

#endif
