/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A setup for a person who does not arrange one. */
#ifndef VEDETTE_PLAY_PEOPLE_SETUP_H
#define VEDETTE_PLAY_PEOPLE_SETUP_H

#include "agent/library.h"
#include "base/rng.h"

/* Creates a setup of the army (count by rank) as people make them, in about a second at most. `library` is
 * that of the variant. STATUS_BAD: a file that the settings name is invalid; the setup is then random. */
enum status people_setup(struct library *library, const struct settings *settings, const uint8_t army[RANKS],
                         struct rng *rng, struct setup *setup, struct error *error);

#endif
