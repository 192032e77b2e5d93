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

void setup_flag_sides(const struct setup *setup, int *bombs, int *open_sides)
{
    int flag = setup_find(setup, FLAG);
    *bombs = *open_sides = 0;
    for (int side = 0; side < PLACE_SIDES; side++) {
        int next = place_next[flag][side];
        *bombs += next >= 0 && setup->rank[next] == BOMB;
        *open_sides += next < 0 ? side == PLACE_FRONT : setup->rank[next] != BOMB;
    }
}

char *setup_write_kind(const struct setup *setup, char text[SETUP_KIND])
{
    int flag = setup_find(setup, FLAG), strongest = MARSHAL, bombs, open_sides;
    char flag_at[24], strongest_at[24], flag_words[24] = "bombed in";
    while (strongest > SPY && setup_places(setup, strongest) == 0)
        strongest--;
    setup_flag_sides(setup, &bombs, &open_sides);
    if (open_sides)
        snprintf(flag_words, sizeof flag_words, "%d way%s open", open_sides, open_sides == 1 ? "" : "s");
    snprintf(text, SETUP_KIND, "flag %s, %s; %s %s", place_words(flag, flag_at), flag_words,
             rank_table[strongest].name, place_words(setup_find(setup, strongest), strongest_at));
    return text;
}

char *setup_flag_words(const struct setup *setup, char text[SETUP_FLAG_WORDS])
{
    static const char *const rows[] = {"in front", "on the second row", "on the third row", "at the back"};
    int flag = setup_find(setup, FLAG), file = place_file(flag), bombs, open_sides;
    bool corner = place_row(flag) == 3 && (file == 0 || file == FILES - 1);
    const char *place = corner ? "in the corner" : rows[place_row(flag)];
    setup_flag_sides(setup, &bombs, &open_sides);
    if (open_sides)
        snprintf(text, SETUP_FLAG_WORDS, "flag %s, %d bomb%s beside it", place, bombs, bombs == 1 ? "" : "s");
    else
        snprintf(text, SETUP_FLAG_WORDS, "flag %s behind %d bombs", place, bombs);
    return text;
}
