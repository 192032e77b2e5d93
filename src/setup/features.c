/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/features.h"

enum { HOME_ROWS = 4, LANES = 3, LONE = 4 /* number of ranks with one piece */ };

/* The ranks with one piece each. */
static const uint8_t lone[LONE] = {FLAG, SPY, GENERAL, MARSHAL};

/* The place for the next feature. */
struct writer {
    uint8_t *next;
};

/* Writes one feature. */
static void put_feature(struct writer *writer, int value)
{
    *writer->next++ = (uint8_t)value;
}

/* Writes the places of the ranks with one piece, the distances between these pieces, and each rank's
 * nearest and total distance from the flag (on place `flag`). */
static void put_single_pieces(const struct setup *setup, struct writer *writer, int flag)
{
    int places[LONE];
    for (int i = 0; i < LONE; i++) {
        places[i] = setup_find(setup, lone[i]);
        put_feature(writer, place_row(places[i]));
        put_feature(writer, place_file(places[i]));
        for (int j = 0; j < i; j++)
            put_feature(writer, place_distance(places[i], places[j]));
    }
    for (int rank = BOMB; rank < RANKS; rank++) {
        int nearest = PIECES_A_SIDE, sum = 0;
        for (int place = 0; place < PIECES_A_SIDE; place++)
            if (setup->rank[place] == rank) {
                int steps = place_distance(place, flag);
                nearest = steps < nearest ? steps : nearest;
                sum += steps;
            }
        put_feature(writer, nearest);
        put_feature(writer, sum);
    }
}

/* Writes for each rank the number of its pieces in the left half, in each row and before each of the three
 * lanes between and beside the lakes. */
static void put_counts(const struct setup *setup, struct writer *writer)
{
    /* [RANKS] is PLACE_EMPTY: counted, but not written. */
    uint8_t row[RANKS + 1][HOME_ROWS] = {0}, in_left_half[RANKS + 1] = {0}, lane[RANKS + 1][LANES] = {0};
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int rank = setup->rank[place];
        row[rank][place_row(place)]++;
        in_left_half[rank] = (uint8_t)(in_left_half[rank] + (place_file(place) < FILES / 2));
        lane[rank][place_lane(place)]++;
    }
    for (int rank = 0; rank < RANKS; rank++) {
        put_feature(writer, in_left_half[rank]);
        for (int i = 0; i < HOME_ROWS; i++)
            put_feature(writer, row[rank][i]);
        for (int i = 0; i < LANES; i++)
            put_feature(writer, lane[rank][i]);
    }
}

/* Writes for each pair of ranks how often they stand behind each other and side by side. */
static void put_neighbours(const struct setup *setup, struct writer *writer)
{
    /* [RANKS] is PLACE_EMPTY: counted, but not written. */
    uint8_t beside[RANKS + 1][RANKS + 1] = {0}, behind[RANKS + 1][RANKS + 1] = {0};
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int rank = setup->rank[place], right = place_next[place][PLACE_RIGHT];
        if (right >= 0) {
            int other = setup->rank[right];
            beside[rank < other ? rank : other][rank < other ? other : rank]++;
        }
        if (place_next[place][PLACE_BEHIND] >= 0)
            behind[rank][setup->rank[place_next[place][PLACE_BEHIND]]]++;
    }
    for (int a = 0; a < RANKS; a++)
        for (int b = 0; b < RANKS; b++) {
            put_feature(writer, behind[a][b]);
            if (b >= a)
                put_feature(writer, beside[a][b]);
        }
}

/* Writes symmetry (`alike`: mirrored pairs of places with equal ranks), strength (the sum of the ranks of
 * movable pieces) and bombs. */
static void put_shape(const struct setup *setup, struct writer *writer)
{
    int alike = 0, left_strength = 0, row[HOME_ROWS] = {0}, bombs[FILES] = {0}, beside = 0, behind = 0,
        corner = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int rank = setup->rank[place], file = place_file(place);
        int strength = rank > BOMB && rank != PLACE_EMPTY ? rank : 0;
        alike += file < FILES / 2 && setup->rank[place_mirrored(place)] == rank;
        left_strength += file < FILES / 2 ? strength : 0;
        row[place_row(place)] += strength;
        /* Count each pair of bombs once, at its first place: side by side, behind, touching at a corner. */
        if (rank != BOMB)
            continue;
        placeset this_bomb = PLACE_BIT(place), later_bombs = 0;
        for (int other = place + 1; other < PIECES_A_SIDE; other++)
            later_bombs |= setup->rank[other] == BOMB ? PLACE_BIT(other) : 0;
        bombs[file]++;
        beside += file + 1 < FILES && (later_bombs & this_bomb << 1) != 0;
        behind += (later_bombs & this_bomb << FILES) != 0;
        corner += __builtin_popcountll(later_bombs & places_near(this_bomb) & ~places_around(this_bomb));
    }
    put_feature(writer, alike);
    put_feature(writer, left_strength);
    for (int i = 0; i < HOME_ROWS; i++)
        put_feature(writer, row[i]);
    for (int i = 0; i < FILES; i++)
        put_feature(writer, bombs[i]);
    put_feature(writer, beside);
    put_feature(writer, behind);
    put_feature(writer, corner);
}

void setup_write_features(const struct setup *setup, uint8_t features[SETUP_FEATURES])
{
    struct writer writer = {features};
    for (int place = 0; place < PIECES_A_SIDE; place++)
        put_feature(&writer, setup->rank[place]);
    put_single_pieces(setup, &writer, setup_find(setup, FLAG));
    put_counts(setup, &writer);
    put_neighbours(setup, &writer);
    put_shape(setup, &writer);
}
