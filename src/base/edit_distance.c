/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/edit_distance.h"

#include <stdint.h>
#include <string.h>

/* Returns the smaller number. */
static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the distance, or a number above `max` if it is above `max`. */
static size_t distance_within(const char *a, const char *b, size_t max)
{
    size_t rows[3][NEAR_TEXT + 1]; /* the row before the previous one, the previous and the current row of
                                    * the table */
    size_t *before_last = rows[0], *last = rows[1], *current = rows[2];
    size_t height = strnlen(a, NEAR_TEXT), width = strnlen(b, NEAR_TEXT);
    for (size_t j = 0; j <= width; j++)
        last[j] = before_last[j] = j;
    /* The minima of the last two rows: if both are above `max`, so are all later cells. */
    size_t last_min = 0, min = 0;
    for (size_t i = 1; i <= height && (last_min <= max || min <= max); i++) {
        last_min = min;
        min = current[0] = i;
        for (size_t j = 1; j <= width; j++) {
            /* Change or keep the byte, delete or add one, or swap it with the one before. */
            current[j] = smaller(last[j - 1] + (a[i - 1] != b[j - 1]), smaller(last[j], current[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                current[j] = smaller(current[j], before_last[j - 2] + 1);
            min = smaller(min, current[j]);
        }
        size_t *free_row = before_last;
        before_last = last;
        last = current;
        current = free_row;
    }
    return last_min > max && min > max ? max + 1 : last[width];
}

size_t edit_distance(const char *a, const char *b)
{
    return distance_within(a, b, SIZE_MAX);
}

/* Returns the max distance of a word that is worth suggesting for `word`. */
static size_t near_max(const char *word)
{
    size_t size = strlen(word);
    return size < 3 ? 1 : (size + 1) / 3;
}

bool edit_is_near(size_t distance, const char *word)
{
    return distance <= near_max(word);
}

bool edit_is_nearer(const char *known, const char *word, size_t *min)
{
    size_t a = strnlen(known, NEAR_TEXT), b = strnlen(word, NEAR_TEXT), max = near_max(word);
    size_t added = a > b ? a - b : b - a; /* lower bound of the distance */
    if (added > max || added >= *min)
        return false;
    size_t distance = distance_within(known, word, max);
    if (distance > max || distance >= *min)
        return false;
    *min = distance;
    return true;
}
