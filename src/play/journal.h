/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal of a running game: a game file that grows move by move and is whole at each moment.
 *
 * It is written under "$XDG_STATE_HOME/vedette/games/", synced after each move and, while a clock runs, about
 * once a second, and locked while its program lives, so that a game that was cut off can be told from one
 * that is being played. */
#ifndef VEDETTE_PLAY_JOURNAL_H
#define VEDETTE_PLAY_JOURNAL_H

#include "base/error.h"
#include "game/record.h"

/* Where journals are below the folder of the program's state, and how their names end. */
#define JOURNAL_FOLDER "games"
#define JOURNAL_END ".game"

/* Where finished games are below the folder of the user's data. */
#define FINISHED_FOLDER "finished"

struct journal {
    int file;       /* descriptor, open for appending and locked; below 0: there is no journal */
    size_t whole;   /* bytes of the file, all of them whole lines */
    bool behind;    /* a write has failed: the file reads, but not all of the game is in it */
    char path[4096];
};

/* Starts the journal of `record` (its setups and the moves so far) under a new name. STATUS_FAILED and
 * no journal where that cannot be. */
enum status journal_start(struct journal *journal, const struct record *record, struct error *error);

/* Opens the journal at `path` again and reads its game into `record` (cleared by the caller). A last
 * line that was cut off in the middle is dropped. STATUS_NO where another program is playing it,
 * STATUS_BAD where it cannot be read; then the file stays as it is. */
enum status journal_resume(struct journal *journal, const char *path, struct record *record,
                           struct error *error);

/* Adds the last move of the record, or writes the journal anew where the record has times, and syncs.
 * STATUS_FAILED, never another, where it cannot be written: the file then ends with the last whole line,
 * the journal is behind, and the next call tries to write the whole record. */
enum status journal_move(struct journal *journal, const struct record *record, struct error *error);

/* Writes the journal anew from the record: after a take-back, or where it is behind. STATUS_FAILED as
 * above, with the old file in place. */
enum status journal_rewrite(struct journal *journal, const struct record *record, struct error *error);

/* The game is over: its file, with its result, goes to the finished games and the journal is closed;
 * `kept` gets where it is. STATUS_FAILED where it cannot go there: the journal stays open, with the
 * result in it where even that could be written (`kept` is its path; else empty). */
enum status journal_finish(struct journal *journal, const struct record *record, char *kept,
                           size_t capacity, struct error *error);

/* A free name for this journal below "$XDG_DATA_HOME/vedette/finished/", which is made if it is not
 * there. STATUS_FAILED where it cannot be. */
enum status journal_finished_path(const char *journal, char *path, size_t capacity, struct error *error);

/* Whether a file is one of the finished games in that folder: any other is the user's own. */
bool journal_keeps(const char *path);

/* The same below a folder that is there. */
enum status journal_free_path(const char *journal, const char *folder, char *path, size_t capacity,
                              struct error *error);

/* Ends the journal: `keep` leaves the file for later, else it is removed (the game is saved
 * elsewhere). */
void journal_close(struct journal *journal, bool keep);

#endif
