/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options for tuning: numbers with a range. */
#ifndef VEDETTE_COMMANDS_TUNED_OPTION_H
#define VEDETTE_COMMANDS_TUNED_OPTION_H

#include "console/argument.h"
#include "lab/spsa.h"
#include "profile/option.h"

/* Reads "KEY" or "KEY=FROM..TO". `option` gets the option's index, `parameter` its start (the value in
 * `settings`), range and step. With FROM..TO the step is a tenth of that range. Without, the range is the
 * option's and the step a fifth of the value, or a twentieth of the range if the value is 0. STATUS_BAD if
 * the key is not an option or not a number, or if the value is outside the range. */
enum status tuned_option_read(const struct settings *settings, const char *word,
                              struct spsa_parameter *parameter, int *option, struct error *error);

/* Returns STATUS_BAD if an agent of that spec never reads the option with index `option`: tuning it would
 * measure only noise. */
enum status tuned_option_check(const struct settings *settings, int option, const char *agent,
                               struct error *error);

/* Gives completion the keys of all options that are numbers. */
void tuned_option_names(name_taker *take, void *context);

#endif
