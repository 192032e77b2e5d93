/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's games as a list: those that were left unfinished, and those that are finished. There may be
 * thousands: a file is only looked into when what it says is asked for. */
#ifndef VEDETTE_PLAY_GAME_LIST_H
#define VEDETTE_PLAY_GAME_LIST_H

#include "base/error.h"
#include "file/game_brief.h"
#include "play/ladder.h"

#include <time.h>

#define TRASH_FOLDER "trash" /* of the user's data: games that were thrown away */

enum game_entry_state {
    GAME_UNREAD,    /* nothing but the file's name is known */
    GAME_READ,      /* `brief` is there, as the file says it */
    GAME_SOUND,     /* the same, and the game was played through */
    GAME_DAMAGED,   /* `fault` says why; of an unfinished one `brief` tells what can be read */
};

struct game_entry {
    const struct ladders *ladders;    /* the list's: players are called by its names */
    char *path;
    struct timespec when;             /* of the file's last change */
    bool unfinished;                  /* a journal, to go on with */
    enum game_entry_state state;
    struct game_brief brief;
    char *fault;                      /* one line; NULL: none */
};

struct game_list {
    struct game_entry *games;         /* the list owns them */
    size_t count, capacity;
    size_t busy;                      /* games that are being played, which are not among them */
    struct error fault;               /* why a folder of games cannot be read; of status 0: all can */
    struct ladders *ladders;          /* the program's own, the list's too */
};

/* Finds all games: the unfinished first, each kind with the newest first. All zero before; game_list_free
 * gives all back. */
void game_list_find(struct game_list *list);
void game_list_free(struct game_list *list);

/* Sees to it that an entry was read; and that it was played through, which takes about a millisecond. */
void game_entry_read(struct game_entry *entry);
void game_entry_check(struct game_entry *entry);

/* The file's name without its folder. */
const char *game_entry_name(const struct game_entry *entry);

/* The side that a person played against an agent, or beside a board elsewhere; SIDES: nobody did. The entry
 * is read. */
enum side game_entry_person(const struct game_entry *entry);

/* Whether it is among the games won, drawn and lost: a finished one of a person against an agent from two
 * whole setups, no practice, and all of it against one opponent: an agent whose options were changed under
 * way is another. The entry is read. */
bool game_entry_counts(const struct game_entry *entry);

/* How it ended for the person, "won", "lost", "drawn"; of a game of others "red", "blue"; "unfinished" or
 * "damaged". And the opponent as people call it, or "red - blue" of a game of others; then the variant
 * where it is not the standard one, and ", practice" where it was: "Captain, barrage, practice". */
const char *game_entry_result(const struct game_entry *entry);
void game_entry_opponent(const struct game_entry *entry, char *text, size_t capacity);

/* Whether opponent, date, result or the file's name has `text` in it, whatever the letters' case. Reads the
 * entry. */
bool game_entry_has(struct game_entry *entry, const char *text);

enum game_order { GAMES_BY_DATE, GAMES_BY_OPPONENT, GAMES_BY_RESULT, GAMES_BY_MOVES, GAME_ORDERS };

/* Sorts: by date the newest first, by moves the longest, else by name; equal ones by date. By date nothing is
 * read. */
void game_list_sort(struct game_list *list, enum game_order order);

/* Moves a game's file to "$XDG_DATA_HOME/vedette/trash/", where `kept` says; STATUS_NO where a program plays
 * it, STATUS_FAILED where it cannot be moved. The archive leaves it out when that is next brought up to
 * date. */
enum status game_list_throw_away(const char *path, char *kept, size_t capacity, struct error *error);

/* Wins, draws and losses of a person against one opponent, in games of one variant. */
struct standing {
    char opponent[PLAYER_WORDS];      /* as people call it */
    uint8_t variant;                  /* index of a row of variant_table */
    size_t won, drawn, lost;
    size_t plies;                     /* of all these games */
};

/* Counts the games that count (game_entry_counts), by opponent and variant, in the order of their names and
 * of variant_table, into an array that free() gives back; returns how many of both there are. Reads all
 * entries. */
size_t game_list_tally(struct game_list *list, struct standing **tallies);

/* "Captain"; with the variant where it is not the standard one: "Captain, barrage". Returns `text`. */
enum { STANDING_NAME = PLAYER_WORDS + 32 };
char *standing_name(const struct standing *tally, char text[STANDING_NAME]);

/* The share of points, a draw being half of one: 0 .. 1; 0 where there is no game. */
double standing_score(const struct standing *tally);

#endif
