/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/edit_distance.h"

#include <string.h>

static size_t smaller(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t edit_distance(const char *a, const char *b)
{
    size_t rows[3][NEAR_TEXT + 1]; /* the row before the last, the last, and the present one */
    size_t *before = rows[0], *last = rows[1], *now = rows[2];
    size_t height = strnlen(a, NEAR_TEXT), width = strnlen(b, NEAR_TEXT);
    for (size_t j = 0; j <= width; j++)
        last[j] = before[j] = j;
    for (size_t i = 1; i <= height; i++) {
        now[0] = i;
        for (size_t j = 1; j <= width; j++) {
            now[j] = smaller(last[j - 1] + (a[i - 1] != b[j - 1]),
                             smaller(last[j], now[j - 1]) + 1);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = smaller(now[j], before[j - 2] + 1);
        }
        size_t *free_row = before;
        before = last;
        last = now;
        now = free_row;
    }
    return last[width];
}

bool edit_is_near(size_t far, const char *word)
{
    size_t size = strlen(word);
    return far <= (size < 3 ? 1 : (size + 1) / 3);
}
