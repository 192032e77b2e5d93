/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What commands print about a game that they have loaded. */
#ifndef VEDETTE_COMMANDS_LOADED_GAME_H
#define VEDETTE_COMMANDS_LOADED_GAME_H

#include "base/json.h"
#include "console/session.h"

/* Prints a game in a line: "NAME: red you, blue invincible, 37 moves, blue to move". */
void loaded_game_print(struct session *session, const char *name, const struct game *game);

/* Adds members to the object that is open: file (NULL: null), variant, players, length, side to move and
 * outcome. */
void loaded_game_add_json(const char *path, const struct game *game, struct json *json);

#endif
