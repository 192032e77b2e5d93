/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The game of a server's client (`serve`): how it comes in, and what of it may be answered. These commands
 * are run for the client alone, and stand in no table.
 *
 * Of a game that is not over, answers depend only on what the client's seat knows: the other side is hidden
 * (game_hides). All of a finished game is open. */
#ifndef VEDETTE_COMMANDS_SERVER_GAME_H
#define VEDETTE_COMMANDS_SERVER_GAME_H

#include "console/command.h"

/* Loads a game from a text or a file. If that fails, no game is at hand. */
extern const struct command server_command_load;
/* Appends moves to the game at hand. Refused if the game is a file's and a side is hidden: battles would
 * reveal its ranks, and refusals its bombs. A client that sent the text has them anyway. */
extern const struct command server_command_play;

#endif
