/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/place.h"

#include <string.h>

const int8_t place_next[PIECES_A_SIDE][PLACE_SIDES] = {
    {-1, 1, -1, 10}, {0, 2, -1, 11}, {1, 3, -1, 12}, {2, 4, -1, 13}, {3, 5, -1, 14},
    {4, 6, -1, 15}, {5, 7, -1, 16}, {6, 8, -1, 17}, {7, 9, -1, 18}, {8, -1, -1, 19},
    {-1, 11, 0, 20}, {10, 12, 1, 21}, {11, 13, 2, 22}, {12, 14, 3, 23}, {13, 15, 4, 24},
    {14, 16, 5, 25}, {15, 17, 6, 26}, {16, 18, 7, 27}, {17, 19, 8, 28}, {18, -1, 9, 29},
    {-1, 21, 10, 30}, {20, 22, 11, 31}, {21, 23, 12, 32}, {22, 24, 13, 33}, {23, 25, 14, 34},
    {24, 26, 15, 35}, {25, 27, 16, 36}, {26, 28, 17, 37}, {27, 29, 18, 38}, {28, -1, 19, 39},
    {-1, 31, 20, -1}, {30, 32, 21, -1}, {31, 33, 22, -1}, {32, 34, 23, -1}, {33, 35, 24, -1},
    {34, 36, 25, -1}, {35, 37, 26, -1}, {36, 38, 27, -1}, {37, 39, 28, -1}, {38, -1, 29, -1},
};

const uint8_t place_relation[PLACE_SIDES] = {NEXT_TO, NEXT_TO, IN_FRONT, BEHIND};

const char *const neighbour_name[NEIGHBOURS] = {"next_to", "in_front", "behind"};

int setup_find(const struct setup *setup, int rank)
{
    const uint8_t *found = memchr(setup->rank, rank, PIECES_A_SIDE);
    return found ? (int)(found - setup->rank) : PIECES_A_SIDE - 1;
}

void setup_swap(struct setup *setup, int a, int b)
{
    uint8_t moved = setup->rank[a];
    setup->rank[a] = setup->rank[b];
    setup->rank[b] = moved;
}

void setup_mirror(const struct setup *setup, struct setup *mirrored)
{
    struct setup from = *setup;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        mirrored->rank[place_mirrored(place)] = from.rank[place];
}

int setup_distance(const struct setup *a, const struct setup *b)
{
    int differing = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        differing += a->rank[place] != b->rank[place];
    return differing;
}

/* Returns whether a piece of this rank can move. False for an empty place. */
static bool is_mover(int rank)
{
    return rank != PLACE_EMPTY && rank_moves(rank);
}

placeset setup_places(const struct setup *setup, int rank)
{
    placeset places = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        places |= setup->rank[place] == rank ? PLACE_BIT(place) : 0;
    return places;
}

bool setup_has_exit(const struct setup *setup)
{
    for (int place = 0; place < FILES; place++)
        if ((PLACES_EXITS & PLACE_BIT(place)) != 0 && is_mover(setup->rank[place]))
            return true;
    return false;
}

enum status setup_playable(const struct setup *setup, struct error *error)
{
    if (setup_has_exit(setup))
        return STATUS_OK;
    placeset near_empty = places_around(setup_places(setup, PLACE_EMPTY));
    for (; near_empty != 0; near_empty &= near_empty - 1)
        if (is_mover(setup->rank[__builtin_ctzll(near_empty)]))
            return STATUS_OK;
    return error_set(error, STATUS_NO,
                     "no piece could make a first move: bombs and the flag close the front row");
}

placeset setup_taken(const struct setup *setup)
{
    if (!memchr(setup->rank, PLACE_EMPTY, sizeof setup->rank))
        return PLACES_ALL; /* fast path: models have thousands of full setups */
    return PLACES_ALL & ~setup_places(setup, PLACE_EMPTY);
}
