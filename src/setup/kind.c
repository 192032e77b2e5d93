/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/kind.h"

#include <stdio.h>

static int find(const struct setup *setup, int rank)
{
    int place = 0;
    while (place + 1 < PIECES_A_SIDE && setup->rank[place] != rank)
        place++;
    return place;
}

/* "back left": a third of the board is the middle, and one file more. */
static const char *where(int place, char text[24])
{
    static const char *const rows[] = {"front", "2nd row", "3rd row", "back"};
    int file = place_file(place);
    snprintf(text, 24, "%s %s", rows[place_row(place)], file < 3 ? "left" : file < 7 ? "middle" : "right");
    return text;
}

char *setup_kind(const struct setup *setup, char text[SETUP_KIND])
{
    int flag = find(setup, FLAG), strongest = MARSHAL, open = 0;
    char flag_at[24], strongest_at[24], way[24] = "bombed in";
    while (strongest > SPY && setup_places(setup, strongest) == 0)
        strongest--;
    for (int side = 0; side < PLACE_SIDES; side++) {
        int next = place_next[flag][side];
        /* In front of the front row is a way too. */
        open += next < 0 ? side == PLACE_FRONT : setup->rank[next] != BOMB;
    }
    if (open)
        snprintf(way, sizeof way, "%d way%s open", open, open == 1 ? "" : "s");
    snprintf(text, SETUP_KIND, "flag %s, %s; %s %s", where(flag, flag_at), way, rank_table[strongest].name,
             where(find(setup, strongest), strongest_at));
    return text;
}
