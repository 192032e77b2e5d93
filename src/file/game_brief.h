/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Short facts about a game for lists of thousands of files: players, date, length, result. A game file in
 * the form that this program writes is only searched for a few keys; its moves are counted but not
 * checked. Other formats, and games from a position, are parsed. */
#ifndef VEDETTE_FILE_GAME_BRIEF_H
#define VEDETTE_FILE_GAME_BRIEF_H

#include "base/error.h"
#include "game/record.h"

struct game_brief {
    char date[16];                        /* "YYYY-MM-DD", or empty */
    char player[SIDES][PLAYER_NAME_MAX];  /* as in struct record */
    size_t plies;
    struct outcome outcome;
    bool practice;
    uint8_t variant;                      /* index of a row of variant_table */
    bool placed;                          /* the game does not begin with two complete setups */
    enum side seat;                       /* the user's side in a game played elsewhere; SIDES: the game
                                           * was played here */
    bool changed[SIDES];                  /* the agent's options were changed after the first move */
};

/* Reads the facts from a regular file. STATUS_BAD if it is no game, STATUS_FAILED if it cannot be read. A
 * fault in a file of this program's form may go unseen, because the file is only searched. */
enum status game_brief_read(const char *path, struct game_brief *brief, struct error *error);

/* Fills in all fields of `brief` from a record. */
void game_brief_of(const struct record *record, struct game_brief *brief);

#endif
