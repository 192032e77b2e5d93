/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary of a game: the columns that queries use, and the key that identifies repeated games. */
#ifndef VEDETTE_ARCHIVE_SUMMARY_H
#define VEDETTE_ARCHIVE_SUMMARY_H

#include "game/record.h"

enum {
    ARCHIVE_NAME = PLAYER_NAME_MAX + 32,  /* bytes of a player's name with its zero byte */
    ARCHIVE_LEVEL = 24,                   /* bytes of a level's name with its zero byte */
    ARCHIVE_KEY = 32,                     /* hexadecimal digits of a game's key */
    FIRST_MOVES = 8,                      /* number of first moves stored in the column `first` */
    NO_SYMBOL = '.',                      /* replaces a rank's symbol on an empty square */
    FIRST_MOVE = 8,                       /* bytes of a first move: "a10-b10" and a blank or zero byte */
};

/* What the caller knows of a game's players. */
struct archive_names {
    enum side person;                     /* the user's side, against an agent; SIDES: no user */
    char name[SIDES][ARCHIVE_NAME];
    char level[SIDES][ARCHIVE_LEVEL];     /* of an agent; empty: none */
    bool counts;                          /* the game counts among the user's won and lost games */
};

/* The values of a game's columns. */
struct summary {
    char key[ARCHIVE_KEY + 1];
    char opponent[2 * ARCHIVE_NAME + 4];  /* "Captain"; "red - blue" for a game without the user */
    const char *person;                   /* the user's side: "red", "blue" or empty */
    const char *outcome;                  /* for the user: "won", "lost" or "draw"; empty without the user */
    char setup[SIDES][PIECES_A_SIDE + 1]; /* Gravon's letters for red; empty: unknown, or no setup */
    char normal[SIDES][PIECES_A_SIDE + 1];/* the setup or its mirror image, the first in byte order */
    char front[SIDES][FILES + 1];         /* symbols of the front row, '.': empty; normalised likewise */
    char first[FIRST_MOVES * FIRST_MOVE]; /* "b4-b5 f7-f6 …"; empty unless the game begins with setups */
};

/* The names in files that name nobody, as a list in SQL: none, and those of each of Gravon's XML files. */
#define SUMMARY_NOBODY "('', 'Player 1', 'Player 2')"
/* Returns whether a player's name is none of these. */
bool summary_is_named(const char *name);

/* Computes the summary of a finished game. */
void summary_of(const struct record *record, const struct archive_names *names, struct summary *summary);

/* Writes the normal form of a setup: its 40 letters or those of its mirror image, whichever come first in
 * byte order. */
void summary_setup(const struct setup *setup, char normal[PIECES_A_SIDE + 1]);
/* Writes the normal form of a front row: 10 symbols or dots, its own or its mirror image's, the first in byte
 * order. */
void summary_front(const char symbols[FILES], char front[FILES + 1]);

/* Writes the normal form of an opening: the first `count` moves of `first` (all if there are fewer) or their
 * mirror image, whichever comes first in byte order. */
void summary_opening(const char *first, int count, char opening[FIRST_MOVES * FIRST_MOVE]);

/* Writes an opening with each side's moves in a fixed order, so that the same moves in another order are the
 * same; of this and its mirror image the one that comes first in byte order. `count`: as above. */
void summary_opening_family(const char *first, int count, char family[FIRST_MOVES * FIRST_MOVE]);

/* Writes the first move of a side as its owner sees it, in the normal form of an opening. `first`: as in the
 * summary; the result is empty if it has no such move. */
void summary_own_opening(const char *first, enum side side, char opening[FIRST_MOVE]);

/* Returns the number of moves in an opening. */
int summary_move_count(const char *opening);

#endif
