/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journals that programs have left behind: games to go on with, or to put away. Looking at them
 * changes none. */
#ifndef VEDETTE_PLAY_UNFINISHED_H
#define VEDETTE_PLAY_UNFINISHED_H

#include "base/error.h"
#include "file/game_brief.h"
#include "game/record.h"

#include <time.h>

enum unfinished_state {
    UNFINISHED_BUSY,    /* a living program plays it, or the file is gone */
    UNFINISHED_SOUND,
    UNFINISHED_DAMAGED, /* it can be read and played up to a fault, and resumed there */
    UNFINISHED_LOST,    /* not even the setups can be read */
    UNFINISHED_OVER,    /* its game has ended, but it was not put away */
};

struct unfinished {
    char *path;
    enum unfinished_state state;      /* never UNFINISHED_BUSY in a list */
    struct error fault;               /* "PATH:LINE:COLUMN: …" where damaged or lost */
    struct timespec when;             /* of its last change */
    struct game_brief brief;          /* of what can be read */
};

struct unfinished_list {
    struct unfinished *games;         /* the newest first; the list owns them */
    size_t count, capacity;
    size_t busy;                      /* how many more there are that are being played */
    struct error fault;               /* why their folder cannot be read; of status 0: it can */
};

/* Looks at the journal at `path` and reads its game, as far as it is sound, into `record` (which is cleared
 * first); `fault` (may be NULL) gets what is wrong where it is damaged or lost. */
enum unfinished_state unfinished_look(const char *path, struct record *record, struct error *fault);

/* All of them but those that are being played. All zero before; unfinished_free gives all back. */
void unfinished_find(struct unfinished_list *list);
void unfinished_free(struct unfinished_list *list);

/* Moves the journal at `path` to the finished games, where `kept` says; the end of one that is over is
 * written into it, any other stays byte by byte as it was. STATUS_NO where a program plays it,
 * STATUS_FAILED where it cannot be moved; it stays where it is then. */
enum status unfinished_put_away(const char *path, char *kept, size_t capacity, struct error *error);

/* Moves the file of a game, a journal or not, as it is below `folder`, which is there; `kept` gets its new
 * name. Errors as above. */
enum status unfinished_move(const char *path, const char *folder, char *kept, size_t capacity,
                            struct error *error);

#endif
