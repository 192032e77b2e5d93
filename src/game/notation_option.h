/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The notation as an option: `notation.notation`. */
#ifndef VEDETTE_GAME_NOTATION_OPTION_H
#define VEDETTE_GAME_NOTATION_OPTION_H

#include "game/notation.h"
#include "profile/option.h"

extern const struct option_group notation_group;

/* The notation that the settings name; they hold the group notation_group. */
enum notation notation_from_settings(const struct settings *settings);

#endif
