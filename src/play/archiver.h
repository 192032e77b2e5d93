/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's archive of finished games: "$XDG_DATA_HOME/vedette/games.db". It is updated from the folder
 * of finished games and uses the ladder's names for players. */
#ifndef VEDETTE_PLAY_ARCHIVER_H
#define VEDETTE_PLAY_ARCHIVER_H

#include "archive/archive.h"
#include "play/ladder.h"

#define ARCHIVE_FILE "games.db"

/* An open archive. */
struct archiver {
    struct archive *archive;     /* NULL: not open */
    struct ladders *ladders;
    char path[4096];
};

/* Opens the archive with archive_open, and creates it if there is none. `notices` may be NULL. `terms` (may
 * be NULL): only the stop flag, the waiting time for a lock and its callback are used; the rest is set
 * here. */
enum status archiver_open(struct archiver *archiver, const struct archive_terms *terms, struct text *notices,
                          struct error *error);
void archiver_close(struct archiver *archiver); /* all zero may be closed */

/* Updates the archive from the folder of finished games and the trash. */
enum status archiver_update(struct archiver *archiver, struct error *error);

/* Returns the number of games in the archive. Returns 0 if there is none or it is locked. Does not create
 * one. `notices` as in archiver_open. */
size_t archiver_size(struct text *notices);

/* Appends the file of game `number` of the archive, byte for byte, and sets the names that its players have
 * there. STATUS_BAD if there is no such game, or no archive; the archive is not created. `name`: the game's
 * name in messages, "@12". */
enum status archiver_read_game(int64_t number, const char *name, struct text *bytes,
                               char player[SIDES][PLAYER_NAME_MAX], struct error *error);

/* Adds a game of a match or from elsewhere; `place` says where it comes from. STATUS_NO if it is
 * unfinished. */
enum status archiver_add(struct archiver *archiver, const struct record *record, enum archive_source source,
                         const char *place, struct error *error);

#endif
