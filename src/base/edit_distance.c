/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/edit_distance.h"

#include <stdint.h>
#include <string.h>

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The distance, or some number above `most` where it is above that. */
static size_t distance_within(const char *a, const char *b, size_t most)
{
    size_t rows[3][NEAR_TEXT + 1]; /* the row before the last, the last, and the present one */
    size_t *before = rows[0], *last = rows[1], *now = rows[2];
    size_t height = strnlen(a, NEAR_TEXT), width = strnlen(b, NEAR_TEXT);
    for (size_t j = 0; j <= width; j++)
        last[j] = before[j] = j;
    size_t passed = 0, min = 0; /* no cell from the row before the last, and from the last, on is less */
    for (size_t i = 1; i <= height && (passed <= most || min <= most); i++) {
        passed = min;
        min = now[0] = i;
        for (size_t j = 1; j <= width; j++) {
            now[j] = smaller(last[j - 1] + (a[i - 1] != b[j - 1]),
                             smaller(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = smaller(now[j], before[j - 2] + 1);
            min = smaller(min, now[j]);
        }
        size_t *free_row = before;
        before = last;
        last = now;
        now = free_row;
    }
    return passed > most && min > most ? most + 1 : last[width];
}

size_t edit_distance(const char *a, const char *b)
{
    return distance_within(a, b, SIZE_MAX);
}

static size_t near_max(const char *word)
{
    size_t size = strlen(word);
    return size < 3 ? 1 : (size + 1) / 3;
}

bool edit_is_near(size_t far, const char *word)
{
    return far <= near_max(word);
}

bool edit_is_nearer(const char *known, const char *word, size_t *min)
{
    size_t a = strnlen(known, NEAR_TEXT), b = strnlen(word, NEAR_TEXT), most = near_max(word);
    size_t added = a > b ? a - b : b - a; /* at least so many bytes differ */
    if (added > most || added >= *min)
        return false;
    size_t far = distance_within(known, word, most);
    if (far > most || far >= *min)
        return false;
    *min = far;
    return true;
}
