/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sides, ranks and the table of what there is of each. */
#ifndef VEDETTE_GAME_PIECE_H
#define VEDETTE_GAME_PIECE_H

#include <stdbool.h>
#include <stdint.h>

enum side { RED, BLUE, SIDES };

static inline enum side side_other(enum side side)
{
    return (enum side)((int)side ^ 1);
}

/* "red", "blue". */
const char *side_name(enum side side);

/* In the order of strength; RANK_UNKNOWN stands wherever a rank is not known to the holder. */
enum rank {
    FLAG, BOMB, SPY, SCOUT, MINER, SERGEANT, LIEUTENANT, CAPTAIN, MAJOR, COLONEL, GENERAL, MARSHAL,
    RANKS,
    RANK_UNKNOWN = RANKS,
};

/* What a rank is called and how many pieces of it each side starts with. */
struct rank_row {
    char symbol;        /* De Boer's: F B S 2 .. 9 X; '?' for RANK_UNKNOWN */
    char arts;          /* American, as in Arts 2010: 1 = marshal .. 9 = scout, S B F */
    char gravon[SIDES]; /* red's and blue's letter */
    uint8_t count;
    const char *name;
};
extern const struct rank_row rank_table[RANKS + 1];

enum { PIECES_A_SIDE = 40, PIECES = 80 };

/* All but the flag and the bomb; an unknown piece may be one that moves. */
static inline bool rank_moves(int rank)
{
    return rank > BOMB;
}

/* The rank with De Boer's symbol `c` ('x', 's', 'f', 'b' too; "10" is not one symbol), or -1. */
int rank_from_symbol(char c);

/* The rank whose Gravon letter of `side` is `c`, or -1. */
int rank_from_gravon(char c, enum side side);

/* What comes of an attack. */
enum battle {
    BATTLE_NONE,     /* a quiet move */
    BATTLE_WON,      /* the attacker takes the square */
    BATTLE_LOST,     /* the attacker goes, the defender stays */
    BATTLE_BOTH,     /* both go */
};

/* ISF rules: the higher rank wins, equals both go; the spy takes the marshal only by attacking; only
 * a miner takes a bomb, another attacker is lost and the bomb stays; the flag falls to anyone. Both
 * ranks known, the attacker one that moves. */
extern const uint8_t battle_table[RANKS][RANKS]; /* enum battle, by attacker and defender */
static inline enum battle battle_result(int attacker, int defender)
{
    return (enum battle)battle_table[attacker][defender];
}

#endif
