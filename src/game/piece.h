/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sides, ranks, and the table of ranks. */
#ifndef VEDETTE_GAME_PIECE_H
#define VEDETTE_GAME_PIECE_H

#include <stdbool.h>
#include <stdint.h>

enum side { RED, BLUE, SIDES };

/* Returns the enemy of `side`. */
static inline enum side side_other(enum side side)
{
    return (enum side)((int)side ^ 1);
}

/* Returns "red" or "blue". */
const char *side_name(enum side side);

/* In the order of strength. RANK_UNKNOWN: the rank is not known to the owner of the data. */
enum rank {
    FLAG, BOMB, SPY, SCOUT, MINER, SERGEANT, LIEUTENANT, CAPTAIN, MAJOR, COLONEL, GENERAL, MARSHAL,
    RANKS,
    RANK_UNKNOWN = RANKS,
};

/* A rank's symbols and name, and how many pieces of it each side has in the classic game. */
struct rank_row {
    char symbol;        /* De Boer's: F B S 2 .. 9 X; '?' for RANK_UNKNOWN */
    char arts;          /* American, as in Arts 2010: 1 = marshal .. 9 = scout, S B F */
    char gravon[SIDES]; /* red's and blue's letter */
    uint8_t count;
    const char *name;
};
extern const struct rank_row rank_table[RANKS + 1];

enum { PIECES_A_SIDE = 40, PIECES = 80 };

/* Returns whether a piece of this rank can move: all but flag and bomb. True for RANK_UNKNOWN too. */
static inline bool rank_moves(int rank)
{
    return rank > BOMB;
}

/* Returns the rank with De Boer's symbol `c`, in either case, or -1. The digits of "10" are not read as one
 * symbol. */
int rank_from_symbol(char c);

/* Returns the rank whose Gravon letter for `side` is `c`, or -1. */
int rank_from_gravon(char c, enum side side);

/* The result of a move on the target square. */
enum battle {
    BATTLE_NONE,     /* a quiet move */
    BATTLE_WON,      /* the defender is lost, the attacker moves there */
    BATTLE_LOST,     /* the attacker is lost, the defender stays */
    BATTLE_BOTH,     /* both are lost */
};

/* ISF rules: the higher rank wins, equal ranks are both lost; the spy beats the marshal only as the
 * attacker; only a miner beats a bomb, other attackers are lost and the bomb stays; any attacker takes the
 * flag. Both ranks must be known, and the attacker's must be able to move. */
extern const uint8_t battle_table[RANKS][RANKS]; /* enum battle, by attacker and defender */
/* Returns the result of an attack, by the ranks of both pieces (battle_table). */
static inline enum battle battle_result(int attacker, int defender)
{
    return (enum battle)battle_table[attacker][defender];
}

#endif
