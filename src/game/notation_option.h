/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The notation as an option: `notation.notation`. */
#ifndef VEDETTE_GAME_NOTATION_OPTION_H
#define VEDETTE_GAME_NOTATION_OPTION_H

#include "game/notation.h"
#include "profile/option.h"

extern const struct option_group notation_group;

/* Returns the notation that the settings choose; they must contain the group notation_group. */
enum notation notation_from_settings(const struct settings *settings);

#endif
