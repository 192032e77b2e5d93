/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journals of interrupted games: they can be resumed or moved to the finished games. Reading does not
 * change them. */
#ifndef VEDETTE_PLAY_UNFINISHED_H
#define VEDETTE_PLAY_UNFINISHED_H

#include "base/error.h"
#include "file/game_brief.h"
#include "game/record.h"

#include <time.h>

enum unfinished_state {
    UNFINISHED_BUSY,    /* a running program plays it, or the file does not exist */
    UNFINISHED_SOUND,
    UNFINISHED_DAMAGED, /* readable up to a fault, and can be resumed there */
    UNFINISHED_LOST,    /* not even the setups can be read */
    UNFINISHED_OVER,    /* the game has ended, but was not moved to the finished games */
};

/* A journal of the list. */
struct unfinished {
    char *path;
    enum unfinished_state state;      /* never UNFINISHED_BUSY in a list */
    struct error fault;               /* "PATH:LINE:COLUMN: ..." if damaged or lost */
    struct timespec when;             /* time of the last change */
    struct game_brief brief;          /* of the readable part */
};

/* The journals of unfinished games that no process plays now. */
struct unfinished_list {
    struct unfinished *games;         /* the newest first; owned by the list */
    size_t count, capacity;
    size_t busy;                      /* number of further games that are being played */
    struct error fault;               /* why the folder cannot be read; status 0: no fault */
};

/* Reads the valid part of the journal at `path` into `record` (cleared first); sets *fault (may be NULL)
 * if it is damaged or lost. */
enum unfinished_state unfinished_read(const char *path, struct record *record, struct error *fault);

/* Finds all journals that no process plays. The list must be all zero; unfinished_free frees it. */
void unfinished_find(struct unfinished_list *list);
void unfinished_free(struct unfinished_list *list);

/* Moves the journal at `path` to the finished games and writes the new path to `kept`. If the game is over,
 * writes its result; if not, moves the file unchanged. STATUS_NO if a program plays it; STATUS_FAILED if it
 * cannot be moved. */
enum status unfinished_move_to_finished(const char *path, char *kept, size_t capacity, struct error *error);

/* Moves a game file, unchanged, to an existing folder; writes the new path to `kept`. STATUS_NO if a program
 * plays it; STATUS_FAILED if it cannot be moved. */
enum status unfinished_move(const char *path, const char *folder, char *kept, size_t capacity,
                            struct error *error);

#endif
