/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/shape.h"

#include <stdlib.h>
#include <string.h>

enum { LEFT_STRENGTH = 4 /* the strength after those of the four rows */ };

/* Returns the index of the count of ranks a and b side by side, in any order; the pairs are numbered 0-0, 0-1
 * .. 1-1, 1-2 .. */
static inline int beside_index(int a, int b)
{
    static const uint8_t pair[RANKS][RANKS] = {
        {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11},
        {1, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22},
        {2, 13, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32},
        {3, 14, 24, 33, 34, 35, 36, 37, 38, 39, 40, 41},
        {4, 15, 25, 34, 42, 43, 44, 45, 46, 47, 48, 49},
        {5, 16, 26, 35, 43, 50, 51, 52, 53, 54, 55, 56},
        {6, 17, 27, 36, 44, 51, 57, 58, 59, 60, 61, 62},
        {7, 18, 28, 37, 45, 52, 58, 63, 64, 65, 66, 67},
        {8, 19, 29, 38, 46, 53, 59, 64, 68, 69, 70, 71},
        {9, 20, 30, 39, 47, 54, 60, 65, 69, 72, 73, 74},
        {10, 21, 31, 40, 48, 55, 61, 66, 70, 73, 75, 76},
        {11, 22, 32, 41, 49, 56, 62, 67, 71, 74, 76, 77},
    };
    return SHAPE_BESIDE + pair[a][b];
}

/* Returns the index of the count of rank `behind` standing behind rank `front`. */
static int behind_index(int front, int behind)
{
    return SHAPE_BEHIND + front * RANKS + behind;
}

/* Returns whether a place is in the left half. */
static bool is_left(int place)
{
    return place_file(place) < FILES / 2;
}

/* Returns the number of pairs of bombs that touch at a corner. */
static int count_corner_pairs(placeset bombs)
{
    placeset right = (bombs & ~PLACES_FILE(9)) << (FILES + 1);
    placeset left = (bombs & ~PLACES_FILE(0)) << (FILES - 1);
    return __builtin_popcountll(bombs & right) + __builtin_popcountll(bombs & left);
}

/* Adds `by` to a count. */
static void add_to_count(int16_t *count, int by)
{
    *count = (int16_t)(*count + by);
}

void shape_count(const struct setup *setup, struct shape *shape)
{
    int16_t *count = shape->count;
    int flag = setup_find(setup, FLAG);
    memset(shape, 0, sizeof *shape);
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int rank = setup->rank[place], strength = shape_strength(rank);
        int right = place_next[place][PLACE_RIGHT], behind = place_next[place][PLACE_BEHIND];
        if (rank == PLACE_EMPTY)
            continue;
        if (right >= 0 && setup->rank[right] != PLACE_EMPTY)
            count[beside_index(rank, setup->rank[right])]++;
        if (behind >= 0 && setup->rank[behind] != PLACE_EMPTY)
            count[behind_index(rank, setup->rank[behind])]++;
        count[SHAPE_ROW + rank * 4 + place_row(place)]++;
        count[SHAPE_LANE + rank * 3 + place_lane(place)]++;
        add_to_count(&count[SHAPE_STRENGTH + place_row(place)], strength);
        add_to_count(&count[SHAPE_FLAG + rank], place_distance(place, flag));
        if (is_left(place)) {
            count[SHAPE_LEFT + rank]++;
            add_to_count(&count[SHAPE_STRENGTH + LEFT_STRENGTH], strength);
            add_to_count(&count[SHAPE_ALIKE], setup->rank[place_mirrored(place)] == rank);
        }
    }
    count[SHAPE_CORNERS] = (int16_t)count_corner_pairs(setup_places(setup, BOMB));
}

/* Appends a change of the count number `shape` by `by`. */
static void add_change(struct shape_changes *changes, int shape, int by)
{
    changes->change[changes->count++] = (struct shape_change){(int16_t)shape, (int16_t)by};
}

/* Appends the change of the count of two ranks side by side, by 1 or -1; nothing if one is PLACE_EMPTY. */
static void add_beside(struct shape_changes *changes, int a, int b, int by)
{
    if (a != PLACE_EMPTY && b != PLACE_EMPTY)
        add_change(changes, beside_index(a, b), by);
}

/* Appends the change of the count of rank `behind` behind rank `front`, by 1 or -1; nothing if one is
 * PLACE_EMPTY. */
static void add_behind(struct shape_changes *changes, int front, int behind, int by)
{
    if (front != PLACE_EMPTY && behind != PLACE_EMPTY)
        add_change(changes, behind_index(front, behind), by);
}

/* Appends the changes of pairs with the neighbours of `place`, whose rank `from` becomes `to`; skips the
 * neighbour `other`, the other place of the exchange. */
static void change_neighbours(const struct setup *setup, int place, int from, int to, int other,
                              struct shape_changes *changes)
{
    for (int side = 0; side < PLACE_SIDES; side++) {
        int next = place_next[place][side];
        if (next < 0 || next == other)
            continue;
        int rank = setup->rank[next];
        if (side == PLACE_FRONT) {
            add_behind(changes, rank, from, -1);
            add_behind(changes, rank, to, 1);
        } else if (side == PLACE_BEHIND) {
            add_behind(changes, from, rank, -1);
            add_behind(changes, to, rank, 1);
        } else {
            add_beside(changes, from, rank, -1);
            add_beside(changes, to, rank, 1);
        }
    }
}

/* Appends the changes if a piece of rank p moves from group a to b and one of rank q from b to a. The groups
 * are four rows or three lanes: each rank has `groups` counts, from index `start` on. */
static void change_groups(struct shape_changes *changes, int start, int groups, int p, int q, int a, int b)
{
    if (a == b)
        return;
    if (p != PLACE_EMPTY) {
        add_change(changes, start + p * groups + a, -1);
        add_change(changes, start + p * groups + b, 1);
    }
    if (q != PLACE_EMPTY) {
        add_change(changes, start + q * groups + a, 1);
        add_change(changes, start + q * groups + b, -1);
    }
}

/* Appends a change of strength; `part`: the row, or LEFT_STRENGTH. */
static void change_strength(struct shape_changes *changes, int part, int by)
{
    if (by)
        add_change(changes, SHAPE_STRENGTH + part, by);
}

/* Appends the changes of rows, lanes, halves, strength and symmetry if places a and b are exchanged. */
static void change_areas(const struct setup *setup, int a, int b, struct shape_changes *changes)
{
    /* `more`: what place a gains in strength, and b loses. */
    int p = setup->rank[a], q = setup->rank[b], more = shape_strength(q) - shape_strength(p);
    int a_row = place_row(a), b_row = place_row(b);
    change_groups(changes, SHAPE_ROW, 4, p, q, a_row, b_row);
    change_groups(changes, SHAPE_LANE, 3, p, q, place_lane(a), place_lane(b));
    if (a_row != b_row) {
        change_strength(changes, a_row, more);
        change_strength(changes, b_row, -more);
    }
    if (is_left(a) != is_left(b)) {
        if (p != PLACE_EMPTY)
            add_change(changes, SHAPE_LEFT + p, is_left(a) ? -1 : 1);
        if (q != PLACE_EMPTY)
            add_change(changes, SHAPE_LEFT + q, is_left(a) ? 1 : -1);
        change_strength(changes, LEFT_STRENGTH, is_left(a) ? more : -more);
    }
    int a_image = setup->rank[place_mirrored(a)], b_image = setup->rank[place_mirrored(b)];
    /* Mirrored pairs with equal ranks: p leaves the pair of a for that of b, q the other way round. If a and
     * b are one pair, nothing changes. */
    int p_alike = p == PLACE_EMPTY ? 0 : (b_image == p) - (a_image == p);
    int q_alike = q == PLACE_EMPTY ? 0 : (a_image == q) - (b_image == q);
    int alike = p_alike + q_alike;
    if (alike && place_mirrored(a) != b)
        add_change(changes, SHAPE_ALIKE, alike);
}

/* Appends the changes of the ranks' steps from the flag, which stands on `flag`, if places a and b are
 * exchanged. */
static void change_flag_steps(const struct setup *setup, int a, int b, int flag,
                              struct shape_changes *changes)
{
    int p = setup->rank[a], q = setup->rank[b], farther = place_distance(b, flag) - place_distance(a, flag);
    if (a != flag && b != flag) {
        if (farther && p != PLACE_EMPTY)
            add_change(changes, SHAPE_FLAG + p, farther);
        if (farther && q != PLACE_EMPTY)
            add_change(changes, SHAPE_FLAG + q, -farther);
        return;
    }
    /* The flag moves: all steps change but those of its partner, which are as many from the other side. */
    int new_flag = a == flag ? b : a, by[RANKS + 1] = {0}; /* [RANKS]: empty places, not used */
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if (place != a && place != b)
            by[setup->rank[place]] += place_distance(place, new_flag) - place_distance(place, flag);
    for (int rank = 0; rank < RANKS; rank++)
        if (by[rank])
            add_change(changes, SHAPE_FLAG + rank, by[rank]);
}

void shape_swap_changes(const struct setup *setup, int a, int b, int flag, placeset bombs,
                        struct shape_changes *changes)
{
    int p = setup->rank[a], q = setup->rank[b];
    changes->count = 0;
    change_neighbours(setup, a, p, q, b, changes);
    change_neighbours(setup, b, q, p, a, changes);
    /* The pair of a and b themselves is left out above. Side by side it counts the same after the exchange,
     * but not behind each other. */
    if (abs(a - b) == FILES) {
        add_behind(changes, a < b ? p : q, a < b ? q : p, -1);
        add_behind(changes, a < b ? q : p, a < b ? p : q, 1);
    }
    change_areas(setup, a, b, changes);
    change_flag_steps(setup, a, b, flag, changes);
    if (p == BOMB || q == BOMB) {
        int more_pairs = count_corner_pairs(bombs ^ PLACE_BIT(a) ^ PLACE_BIT(b)) - count_corner_pairs(bombs);
        if (more_pairs)
            add_change(changes, SHAPE_CORNERS, more_pairs);
    }
}
