/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A setup for a person who does not arrange one. */
#ifndef VEDETTE_PLAY_PEOPLE_SETUP_H
#define VEDETTE_PLAY_PEOPLE_SETUP_H

#include "agent/library.h"
#include "base/rng.h"

/* Copies settings, and sets those of armies as people set up: the flag is never on the two front rows.
 * Options that the user has set stay. `to` is all zero; settings_free frees it. */
void people_setup_settings(struct settings *to, const struct settings *from);

/* Creates a setup of the army (count by rank) as people make them, but with the flag behind, in about a
 * second at most. `library` is that of the variant. STATUS_BAD if a file that the settings name is invalid;
 * the setup is then random. */
enum status people_setup(struct library *library, const struct settings *settings, const uint8_t army[RANKS],
                         struct rng *rng, struct setup *setup, struct error *error);

#endif
