/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen for entering the squares of the enemy's pieces, in a game on another board with armies that do
 * not fill their rows. */
#ifndef VEDETTE_TUI_SCREEN_ENEMY_H
#define VEDETTE_TUI_SCREEN_ENEMY_H

#include "tui/screen.h"

/* The state of the screen. */
struct enemy_squares {
    uint8_t army[RANKS]; /* number of the enemy's pieces of each rank */
    bitboard squares;    /* squares with a piece */
    int cursor;          /* a square */
    struct board board;  /* both sides' pieces, for drawing */
};

/* Returns the state of the screen. */
struct enemy_squares *enemy_state(const struct tui *tui);

#endif
