/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options as tuning wants them: numbers, with a range to stay in. */
#ifndef VEDETTE_COMMANDS_TUNED_OPTION_H
#define VEDETTE_COMMANDS_TUNED_OPTION_H

#include "console/argument.h"
#include "lab/spsa.h"
#include "profile/option.h"

/* Reads "KEY" or "KEY=FROM..TO": the option's index, and the parameter that begins at its value in
 * `settings`. Its range is FROM to TO, and its step a tenth of that; or the option's whole range, with a
 * fifth of the value as step, or where that is 0 a twentieth of the range. STATUS_BAD for what is no
 * option, or no number, or where the value is not in the range. */
enum status tuned_option_read(const struct settings *settings, const char *word,
                              struct spsa_parameter *parameter, int *option, struct error *error);

/* STATUS_BAD where an agent of that spec never reads the option with that index: to move it would be to play
 * noise. */
enum status tuned_option_check(const struct settings *settings, int option, const char *agent,
                               struct error *error);

/* Tells completion the keys of all options that are numbers. */
void tuned_option_names(name_taker *take, void *context);

#endif
