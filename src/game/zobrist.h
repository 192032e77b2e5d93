/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random numbers for the board's two keys (Zobrist 1970); tables fixed at compile time. */
#ifndef VEDETTE_GAME_ZOBRIST_H
#define VEDETTE_GAME_ZOBRIST_H

#include "game/piece.h"
#include "game/square.h"

enum { STATE_UNMOVED, STATE_MOVED, STATE_KNOWN, STATES };

/* For a piece of side and rank (RANK_UNKNOWN too) in a state on a square. */
extern const uint64_t zobrist_piece[SIDES][RANKS + 1][STATES][SQUARES];

/* For a piece by its number on a square. */
extern const uint64_t zobrist_number[PIECES][SQUARES];

/* For blue to move. */
extern const uint64_t zobrist_blue;

#endif
