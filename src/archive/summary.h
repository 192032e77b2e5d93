/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the archive tells a game by: the columns that queries look at, and the key by which it knows a double.
 * */
#ifndef VEDETTE_ARCHIVE_SUMMARY_H
#define VEDETTE_ARCHIVE_SUMMARY_H

#include "game/record.h"

enum {
    ARCHIVE_NAME = PLAYER_NAME_MAX + 32,  /* bytes of the name of a player, with the zero */
    ARCHIVE_LEVEL = 24,                   /* likewise of a level */
    ARCHIVE_KEY = 32,                     /* hexadecimal digits of a game's key */
    FIRST_MOVES = 8,                      /* moves at a game's beginning that are kept as a column */
    NO_SYMBOL = '.',                      /* in place of a rank's symbol where no piece stands */
    FIRST_MOVE = 8,                       /* bytes of one, "a10-b10" and a blank or the zero */
};

/* What of a game's players the rooms above know: whether one of them is the person at this program, who
 * played against an agent, and how people call them. */
struct archive_names {
    enum side person;                     /* SIDES: nobody is */
    char name[SIDES][ARCHIVE_NAME];
    char level[SIDES][ARCHIVE_LEVEL];     /* empty: none */
    bool counts;                          /* among games won and lost */
};

struct summary {
    char key[ARCHIVE_KEY + 1];
    char opponent[2 * ARCHIVE_NAME + 4];  /* "Captain"; "red - blue" of a game of others */
    const char *person;                   /* "red", "blue", or empty */
    const char *outcome;                  /* "won", "lost", "draw" for the person; empty: there is none */
    char setup[SIDES][PIECES_A_SIDE + 1]; /* Gravon's red letters; empty: not known, or none */
    char normal[SIDES][PIECES_A_SIDE + 1];/* the same, or its mirror image, whichever comes first */
    char front[SIDES][FILES + 1];         /* symbols of the front row, '.': empty; mirrored likewise */
    char first[FIRST_MOVES * FIRST_MOVE]; /* "b4-b5 f7-f6 …"; empty without setups */
};

/* Fills it from a finished game. */
void summary_of(const struct record *record, const struct archive_names *names, struct summary *summary);

/* Forty letters, and ten symbols or dots, as the columns have them, mirror images being one. */
void summary_setup(const struct setup *setup, char normal[PIECES_A_SIDE + 1]);
void summary_front(const char symbols[FILES], char front[FILES + 1]);

/* Writes the first `count` moves of a game's `first`, or their mirror image, whichever comes first. Fewer
 * where it has fewer. */
void summary_opening(const char *first, int count, char opening[FIRST_MOVES * FIRST_MOVE]);

#endif
