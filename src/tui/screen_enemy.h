/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen on which the squares of the enemy's pieces are entered: beside another board, of an army that
 * leaves squares empty. */
#ifndef VEDETTE_TUI_SCREEN_ENEMY_H
#define VEDETTE_TUI_SCREEN_ENEMY_H

#include "tui/screen.h"

extern const struct screen enemy_screen;

struct enemy_squares {
    uint8_t army[RANKS]; /* which pieces the enemy has, */
    bitboard squares;    /* and where one stands */
    int cursor;          /* a square */
    struct board board;  /* the same with the person's own, to be drawn */
};

struct enemy_squares *enemy_state(const struct tui *tui);

#endif
