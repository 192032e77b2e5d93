/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal of a running game: a game file to which each move is appended; it is readable at any time.
 *
 * It is stored in "$XDG_STATE_HOME/vedette/games/", and synced to disk after each move and, while a clock
 * runs, about once a second. The program keeps it locked, so that an interrupted game can be distinguished
 * from a running one. */
#ifndef VEDETTE_PLAY_JOURNAL_H
#define VEDETTE_PLAY_JOURNAL_H

#include "base/error.h"
#include "game/record.h"

/* The folder of the journals, in the program's state folder, and the ending of their names. */
#define JOURNAL_FOLDER "games"
#define JOURNAL_END ".game"

/* The folder of finished games, in the user's data folder. */
#define FINISHED_FOLDER "finished"

/* A journal. */
struct journal {
    int file;       /* descriptor, locked and open for appending; below 0: no journal */
    size_t whole;   /* size of the file in bytes, complete lines only */
    bool behind;    /* a write has failed: the file is readable, but moves are missing */
    char path[4096];
};

/* Creates the journal of `record` (its setups and the moves so far) under a new name. STATUS_FAILED: no
 * journal. */
enum status journal_start(struct journal *journal, const struct record *record, struct error *error);

/* Opens the journal at `path` and reads its game into `record` (cleared by the caller). Removes an incomplete
 * last line. STATUS_NO if another program plays it. STATUS_BAD if it cannot be read; the file does not
 * change. */
enum status journal_resume(struct journal *journal, const char *path, struct record *record,
                           struct error *error);

/* Removes an incomplete last line. */
void journal_drop_torn_line(struct text *text);

/* Appends the last move of the record and syncs; if the record has times, rewrites the whole journal.
 * STATUS_FAILED (the only error): the file ends with the last complete line, and the next call writes the
 * whole record. */
enum status journal_move(struct journal *journal, const struct record *record, struct error *error);

/* Writes the whole record again, e.g. after a take-back or a failed write. STATUS_FAILED: the old file
 * stays. */
enum status journal_rewrite(struct journal *journal, const struct record *record, struct error *error);

/* Moves the finished game with its result to the folder of finished games, closes the journal, and sets
 * `kept` to the new path. STATUS_FAILED: the journal stays open; `kept` is its path if the result could be
 * written there, and "" if not. */
enum status journal_finish(struct journal *journal, const struct record *record, char *kept, size_t capacity,
                           struct error *error);

/* Writes a free path for this journal in "$XDG_DATA_HOME/vedette/finished/", which is created if
 * necessary. STATUS_FAILED: that is not possible. */
enum status journal_finished_path(const char *journal, char *path, size_t capacity, struct error *error);

/* Returns whether a path is in the folder of finished games. The user's other files must not be changed. */
bool journal_is_finished_path(const char *path);

/* Writes a free path for this journal in an existing folder: its name, if necessary with a number.
 * STATUS_FAILED if the path is too long. */
enum status journal_free_path(const char *journal, const char *folder, char *path, size_t capacity,
                              struct error *error);

/* Closes the journal. `keep`: leaves the file for later. Otherwise deletes it, because the game is stored
 * elsewhere. */
void journal_close(struct journal *journal, bool keep);

#endif
