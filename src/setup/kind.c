/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/kind.h"

#include <stdio.h>

/* Writes a place as "back left". The middle is the four files d to g. */
static const char *place_words(int place, char text[24])
{
    static const char *const rows[] = {"front", "2nd row", "3rd row", "back"};
    static const char *const lanes[] = {"left", "middle", "right"};
    snprintf(text, 24, "%s %s", rows[place_row(place)], lanes[place_lane(place)]);
    return text;
}

char *setup_kind(const struct setup *setup, char text[SETUP_KIND])
{
    int flag = setup_find(setup, FLAG), strongest = MARSHAL, open_sides = 0;
    char flag_at[24], strongest_at[24], flag_words[24] = "bombed in";
    while (strongest > SPY && setup_places(setup, strongest) == 0)
        strongest--;
    for (int side = 0; side < PLACE_SIDES; side++) {
        int next = place_next[flag][side];
        /* The front of the front row is open too. */
        open_sides += next < 0 ? side == PLACE_FRONT : setup->rank[next] != BOMB;
    }
    if (open_sides)
        snprintf(flag_words, sizeof flag_words, "%d way%s open", open_sides, open_sides == 1 ? "" : "s");
    snprintf(text, SETUP_KIND, "flag %s, %s; %s %s", place_words(flag, flag_at), flag_words,
             rank_table[strongest].name, place_words(setup_find(setup, strongest), strongest_at));
    return text;
}
