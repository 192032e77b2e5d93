/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "console/rules_text.h"

const struct rule_row rule_rows[] = {
    {"The aim", "Take the enemy's flag, or leave him no piece that can move."},
    {"The armies", "40 pieces each: marshal X, general 9, 2 colonels 8, 3 majors 7, 4 captains 6, "
                   "4 lieutenants 5, 4 sergeants 4, 5 miners 3, 8 scouts 2, spy S, 6 bombs B, flag F."},
    {"The start", "On four rows of one's own, as one likes. The enemy sees where a piece is, not which. "
                  "Red moves first."},
    {"A move", "One square forward, back or sideways, to an empty square or onto an enemy; not into the "
               "lakes. Flag and bombs never move."},
    {"An attack", "To move onto an enemy. Both show their ranks: the lower falls, and an attacker that wins "
                  "takes its square; equal ones both fall."},
    {"Scout 2", "Goes any number of empty squares in a line, and may attack."},
    {"Miner 3", "Takes bombs; whoever else attacks a bomb falls, and it stays."},
    {"Spy S", "Takes the marshal by attacking; otherwise the lowest of all."},
    {"Flag F", "Whoever attacks it takes it, and has won."},
    {"Two squares", "No piece goes to and fro for more than five moves in a row."},
    {"More squares", "Who hunts a piece must not repeat a position of the hunt."},
    {"The end", "Who cannot move has lost; where neither can, it is drawn. One may agree on a draw, or "
                "resign."},
};

const size_t rule_count = sizeof rule_rows / sizeof rule_rows[0];
