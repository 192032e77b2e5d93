/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal of a running game: a game file that grows move by move and is whole at each moment.
 *
 * It is written under "$XDG_STATE_HOME/vedette/games/", synced after each move, and locked while its
 * program lives, so that a game that was cut off can be told from one that is being played. */
#ifndef VEDETTE_PLAY_JOURNAL_H
#define VEDETTE_PLAY_JOURNAL_H

#include "base/error.h"
#include "game/record.h"

struct journal {
    int file;       /* descriptor, open for appending and locked */
    char path[4096];
};

/* Starts the journal of `record` (its setups and the moves so far) under a new name. */
enum status journal_start(struct journal *journal, const struct record *record, struct error *error);

/* Opens the journal at `path` again and reads its game into `record` (cleared by the caller). A last
 * line that was cut off in the middle is dropped. STATUS_NO where another program is playing it. */
enum status journal_resume(struct journal *journal, const char *path, struct record *record,
                           struct error *error);

/* Adds one move and syncs. */
enum status journal_move(struct journal *journal, struct told_move move, struct error *error);

/* Writes the journal anew from the record: after a take-back. */
enum status journal_rewrite(struct journal *journal, const struct record *record, struct error *error);

/* Ends the journal: `keep` leaves the file for later, else it is removed (the game is over or was
 * saved elsewhere). */
void journal_close(struct journal *journal, bool keep);

/* The newest unfinished game that no living program plays, into `path`; false where there is none. */
bool journal_find(char *path, size_t room);

#endif
