/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the screen keeps of the user's games: the list, and what was asked of it. */
#ifndef VEDETTE_TUI_SHELF_H
#define VEDETTE_TUI_SHELF_H

#include "play/game_list.h"

struct shelf {
    struct game_list list;
    size_t *shown;             /* indices of the games that the search leaves */
    size_t count;              /* so many */
    size_t at, top;            /* in `shown`: the chosen one, and the first in sight */
    enum game_order order;
    char search[64];           /* "" : all */
    size_t archived;           /* games in the archive, where the list is empty */
    bool tallied;              /* the statistics are shown in place of the list */
    struct standing *tallies;
    size_t opponents;
};

void shelf_free(struct shelf *shelf);

#endif
