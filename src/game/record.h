/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A game as it is written down: where it started, the moves, how it ended. */
#ifndef VEDETTE_GAME_RECORD_H
#define VEDETTE_GAME_RECORD_H

#include "game/position.h"

enum { PLAYER_NAME_MAX = 192 /* bytes, with the zero: an agent's name with its options */ };

struct record {
    char date[16];                        /* "YYYY-MM-DD", or empty */
    char player[SIDES][PLAYER_NAME_MAX];  /* UTF-8; "you" for the person, an agent's name with options */
    bool has_seed;
    uint64_t seed;                        /* of the agents, when the game was played by this program */
    struct rules rules;
    struct placement start;
    struct recalled *before;              /* plies that led to the start; the record owns them */
    size_t before_count;
    struct told_move *moves;              /* `plies` long; the record owns it */
    size_t plies, room;
    struct outcome outcome;               /* RESULT_OPEN: unfinished */
    /* The user's notes: which ranks (bit r) he thinks the piece may be that stood on the square at the
     * start; 0: he said nothing. For him alone: no player is told. */
    uint16_t note[SQUARES];
};

void record_clear(struct record *record); /* frees, and empties to an unfinished game under isf */
void record_append(struct record *record, struct told_move move);
void record_copy(struct record *to, const struct record *from);

/* Plays the first `plies` moves of a record on a fresh position (SIZE_MAX: all). On an illegal move
 * `at` (may be NULL) gets its index, and the position stands before it. */
enum status record_replay(const struct record *record, size_t plies, struct position *position,
                          size_t *at, struct error *error);

/* The square on which piece `number` of the record's game stood at the start; SQUARE_NONE: there is no such
 * piece. */
int record_start_square(const struct record *record, int number);

/* What is known of a record's end, where `position` stands behind its last move: what the board says,
 * and where that leaves the game open, what was recorded, unless only the board could say it (flag,
 * no-moves, limits) or nobody can end a game so (a draw because one resigned). */
struct outcome record_outcome(const struct record *record, const struct position *position);

/* Checks that every move is legal and that the recorded result fits what is on the board: a game that
 * the rules have ended has their winner, an end that only the rules can bring is there, a reason goes
 * with the result, and no move follows the end. STATUS_NO else. */
enum status record_check(const struct record *record, struct error *error);

#endif
