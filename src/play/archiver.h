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
    struct ladders *ladders;
    char path[4096];
};

/* Opens the archive, and makes it where there is none: archive_open, whose `told` may be NULL. `terms` (may
 * be NULL) says what stops it, how long it waits for others, and what is called then; the rest is filled
 * in. */
enum status archiver_open(struct archiver *archiver, const struct archive_terms *terms, struct text *notices,
                          struct error *error);
void archiver_close(struct archiver *archiver); /* all zero may be closed */

/* Brings the archive up to date with the folder of finished games, and with what was thrown away of it. */
enum status archiver_follow(struct archiver *archiver, struct error *error);

/* How many games the archive has, as it stands; 0 where there is none, or it cannot be asked at once. Makes
 * none. `told` as archiver_open has it. */
size_t archiver_size(struct text *notices);

/* Adds a game of a match, or one from elsewhere; `place` says in a few words where it came from. STATUS_NO
 * for an unfinished one. */
enum status archiver_add(struct archiver *archiver, const struct record *record, enum archive_source source,
                         const char *place, struct error *error);

#endif
