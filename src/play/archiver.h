/* SPDX-License-Identifier: GPL-3.0-or-later */
/* This user's archive of finished games: "$XDG_DATA_HOME/vedette/games.db", which follows the folder of
 * finished games and calls players as the ladder does. */
#ifndef VEDETTE_PLAY_ARCHIVER_H
#define VEDETTE_PLAY_ARCHIVER_H

#include "archive/archive.h"
#include "play/ladder.h"

#define ARCHIVE_FILE "games.db"

struct archiver {
    struct archive *archive;     /* NULL: not open */
    struct ladder *ladder;
    char path[4096];
};

/* Opens the archive, and makes it where there is none: archive_open, whose `told` may be NULL. What `stop`
 * and `progress` are struct archive_terms tells; both may be NULL. */
enum status archiver_open(struct archiver *archiver, const atomic_bool *stop, archive_progress *progress,
                          void *context, struct text *told, struct error *error);
void archiver_close(struct archiver *archiver); /* all zero may be closed */

/* Brings the archive up to date with the folder of finished games. */
enum status archiver_follow(struct archiver *archiver, struct error *error);

/* Adds the finished game in the file at `path`, one of that folder, to the archive, which is opened and
 * closed for it. STATUS_FAILED, and a line for the player, where the archive cannot take it, which it will
 * when it is next brought up to date, or where a damaged one was set aside. */
enum status archiver_keep(const char *path, struct error *error);

/* Adds a game of a match, or one from elsewhere; `place` says in a few words where it came from. STATUS_NO
 * for an unfinished one. */
enum status archiver_add(struct archiver *archiver, const struct record *record, enum archive_source source,
                         const char *place, struct error *error);

/* Takes the game of a file that was thrown away out of the archive, if there is one. */
enum status archiver_forget(const char *path, struct error *error);

#endif
