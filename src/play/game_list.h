/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of the user's games, unfinished and finished ones. There may be thousands, so a file is only
 * read when its content is needed. */
#ifndef VEDETTE_PLAY_GAME_LIST_H
#define VEDETTE_PLAY_GAME_LIST_H

#include "base/error.h"
#include "file/game_brief.h"
#include "play/ladder.h"

#include <time.h>

#define TRASH_FOLDER "trash" /* of the user's data: games that were thrown away */

enum game_entry_state {
    GAME_UNREAD,    /* only the file's name is known */
    GAME_READ,      /* `brief` is read from the file */
    GAME_SOUND,     /* likewise, and all moves were checked */
    GAME_DAMAGED,   /* see `fault`; of an unfinished game `brief` has the readable part */
};

/* A game of the list. */
struct game_entry {
    const struct ladders *ladders;    /* of the list: the names of players */
    char *path;
    struct timespec when;             /* time of the file's last change */
    bool unfinished;                  /* it is a journal that can be resumed */
    enum game_entry_state state;
    struct game_brief brief;
    char *fault;                      /* one line; NULL: none */
};

/* The list. */
struct game_list {
    struct game_entry *games;         /* owned by the list */
    size_t count, capacity;
    size_t busy;                      /* number of games that are being played; they are not in the list */
    struct error fault;               /* why a folder of games cannot be read; status 0: no fault */
    struct ladders *ladders;          /* the embedded ladders, owned by the list */
};

/* Finds all games, the unfinished first, each kind sorted by date, the newest first. The list must be all
 * zero; game_list_free frees it. */
void game_list_find(struct game_list *list);
void game_list_free(struct game_list *list);

/* Reads an entry if it is not read yet. */
void game_entry_read(struct game_entry *entry);
/* Reads an entry and plays the game through, which takes about 1 ms; marks it as sound or damaged. */
void game_entry_check(struct game_entry *entry);

/* Returns the name of the entry's file without its folder. */
const char *game_entry_name(const struct game_entry *entry);

/* Returns the side that a person played, against an agent or beside a board elsewhere; SIDES if none did. The
 * entry must be read. */
enum side game_entry_person(const struct game_entry *entry);

/* Returns whether the game counts in the statistics. It must be finished, from two complete setups and no
 * practice, and of a person against one agent whose options did not change. The entry must be read. */
bool game_entry_counts(const struct game_entry *entry);

/* Returns the result: "won", "lost" or "drawn" for the person, "red" or "blue" if no person played,
 * "unfinished" or "damaged". */
const char *game_entry_result(const struct game_entry *entry);
/* Writes the opponent, or "RED - BLUE" if no person played. Then writes the variant if it is not the standard
 * one, and "practice": "Captain, barrage, practice". */
void game_entry_opponent(const struct game_entry *entry, char *text, size_t capacity);

/* Returns whether the opponent, date, result or file name contains `text`, ignoring case. Reads the entry. */
bool game_entry_has(struct game_entry *entry, const char *text);

enum game_order { GAMES_BY_DATE, GAMES_BY_OPPONENT, GAMES_BY_RESULT, GAMES_BY_MOVES, GAME_ORDERS };

/* Sorts the list by `order`: by date the newest first, by moves the longest first, otherwise by name. Equal
 * ones are sorted by date. By date nothing is read. */
void game_list_sort(struct game_list *list, enum game_order order);

/* Moves a game's file to "$XDG_DATA_HOME/vedette/trash/"; `kept` gets its new path. STATUS_NO if a program
 * plays it; STATUS_FAILED if it cannot be moved. The archive's next update removes the game. */
enum status game_list_move_to_trash(const char *path, char *kept, size_t capacity, struct error *error);

/* Wins, draws and losses of a person against one opponent, in games of one variant. */
struct standing {
    char opponent[PLAYER_WORDS];      /* as people call it */
    uint8_t variant;                  /* index of a row of variant_table */
    size_t won, drawn, lost;
    size_t plies;                     /* of all these games */
};

/* Counts the games that count (game_entry_counts), by opponent and variant, in the order of their names and
 * of variant_table. *tallies gets an array, to be freed with free(). Returns the number of its rows. Reads
 * all entries. */
size_t game_list_tally(struct game_list *list, struct standing **tallies);

/* Counts the games against one opponent, as game_list_tally, among the first `max` finished ones of the
 * list. False: none. */
bool game_list_standing(struct game_list *list, const char *opponent, uint8_t variant, size_t max,
                        struct standing *standing);

enum { STANDING_NAME = PLAYER_WORDS + 32 };
/* Writes "Captain", with the variant if it is not the standard one: "Captain, barrage". Returns `text`. */
char *standing_name(const struct standing *standing, char text[STANDING_NAME]);

/* Returns the share of points, 0 .. 1 (a draw counts 1/2); 0: no games. */
double standing_score(const struct standing *tally);

#endif
