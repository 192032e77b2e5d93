/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "game/piece.h"

#include "base/ascii.h"

const struct rank_row rank_table[RANKS + 1] = {
    [FLAG] = {'F', 'F', {'M', 'Y'}, 1, "flag"},
    [BOMB] = {'B', 'B', {'B', 'N'}, 6, "bomb"},
    [SPY] = {'S', 'S', {'C', 'O'}, 1, "spy"},
    [SCOUT] = {'2', '9', {'D', 'P'}, 8, "scout"},
    [MINER] = {'3', '8', {'E', 'Q'}, 5, "miner"},
    [SERGEANT] = {'4', '7', {'F', 'R'}, 4, "sergeant"},
    [LIEUTENANT] = {'5', '6', {'G', 'S'}, 4, "lieutenant"},
    [CAPTAIN] = {'6', '5', {'H', 'T'}, 4, "captain"},
    [MAJOR] = {'7', '4', {'I', 'U'}, 3, "major"},
    [COLONEL] = {'8', '3', {'J', 'V'}, 2, "colonel"},
    [GENERAL] = {'9', '2', {'K', 'W'}, 1, "general"},
    [MARSHAL] = {'X', '1', {'L', 'X'}, 1, "marshal"},
    [RANK_UNKNOWN] = {'?', '?', {'?', '?'}, 0, "unknown"},
};

const char *side_name(enum side side)
{
    return side == RED ? "red" : "blue";
}

int rank_from_symbol(char c)
{
    char upper = ascii_upper(c);
    for (int rank = 0; rank < RANKS; rank++)
        if (rank_table[rank].symbol == upper)
            return rank;
    return -1;
}

int rank_from_gravon(char c, enum side side)
{
    for (int rank = 0; rank < RANKS; rank++)
        if (rank_table[rank].gravon[side] == c)
            return rank;
    return -1;
}

/* The result of rank a attacking rank d by the ISF rules, and a row of these for all defenders. */
#define BATTLE(a, d) \
    ((d) == FLAG                     ? BATTLE_WON \
     : (d) == BOMB                   ? ((a) == MINER ? BATTLE_WON : BATTLE_LOST) \
     : (a) == SPY && (d) == MARSHAL  ? BATTLE_WON \
     : (a) == (d)                    ? BATTLE_BOTH \
     : (a) > (d)                     ? BATTLE_WON \
                                     : BATTLE_LOST)
#define BATTLES(a) \
    {BATTLE(a, FLAG), BATTLE(a, BOMB), BATTLE(a, SPY), BATTLE(a, SCOUT), BATTLE(a, MINER), \
     BATTLE(a, SERGEANT), BATTLE(a, LIEUTENANT), BATTLE(a, CAPTAIN), BATTLE(a, MAJOR), \
     BATTLE(a, COLONEL), BATTLE(a, GENERAL), BATTLE(a, MARSHAL)}

const uint8_t battle_table[RANKS][RANKS] = {
    [SPY] = BATTLES(SPY), [SCOUT] = BATTLES(SCOUT), [MINER] = BATTLES(MINER),
    [SERGEANT] = BATTLES(SERGEANT), [LIEUTENANT] = BATTLES(LIEUTENANT), [CAPTAIN] = BATTLES(CAPTAIN),
    [MAJOR] = BATTLES(MAJOR), [COLONEL] = BATTLES(COLONEL), [GENERAL] = BATTLES(GENERAL),
    [MARSHAL] = BATTLES(MARSHAL),
};
