/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Players as people call them. */
#ifndef VEDETTE_PLAY_PLAYER_NAME_H
#define VEDETTE_PLAY_PLAYER_NAME_H

/* A player's name in a record: the level, "beginner", where that is all that an agent's name says. */
const char *player_called(const char *name);

#endif
