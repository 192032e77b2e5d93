/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a list of games tells of each: who played when, how long, how it ended. For thousands of files: a game
 * file in the form that this program writes is looked through for a few words and not parsed, so that what it
 * says of its moves is counted and not believed. Other forms, and games from a position, are parsed. */
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
    bool placed;                          /* it does not begin with two whole setups */
    enum side seat;                       /* where one sits beside a board elsewhere; SIDES: nowhere */
    bool changed[SIDES];                  /* the agent's options were, after moves had been played */
};

/* Reads it of a regular file. STATUS_BAD or STATUS_FAILED where it is
 * no game that can be read. */
enum status game_brief_read(const char *path, struct game_brief *brief, struct error *error);

/* The same of a record. */
void game_brief_of(const struct record *record, struct game_brief *brief);

#endif
