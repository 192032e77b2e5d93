/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/novelty.h"

#include "base/memory.h"
#include "setup/place.h"

#include <stdlib.h>
#include <string.h>

/* A setup as four sets of places, one for each bit of the rank: where two differ are the places of the four
 * exclusive ors, all forty at once. */
enum { PLANES = 4 };
_Static_assert(RANKS <= 1 << PLANES, "a rank has four bits");

struct planes {
    placeset bit[PLANES];
};

struct novelty {
    size_t count;
    struct planes *planes; /* each once, of a setup and its mirror image only one */
};

static struct planes planes_of(const struct setup *setup)
{
    struct planes planes = {{0}};
    for (int place = 0; place < PIECES_A_SIDE; place++)
        for (int i = 0; i < PLANES; i++)
            planes.bit[i] |= (placeset)(setup->rank[place] >> i & 1) << place;
    return planes;
}

static int compare_planes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct planes));
}

struct novelty *novelty_new(const struct setup *setups, size_t count)
{
    struct novelty *novelty = memory_new(1, sizeof *novelty);
    novelty->planes = memory_new(count + 1, sizeof *novelty->planes);
    for (size_t i = 0; i < count; i++) {
        struct setup mirrored;
        setup_mirror(&setups[i], &mirrored);
        novelty->planes[i] = planes_of(memcmp(&mirrored, &setups[i], sizeof mirrored) < 0 ? &mirrored
                                       : &setups[i]);
    }
    qsort(novelty->planes, count, sizeof *novelty->planes, compare_planes);
    for (size_t i = 0; i < count; i++)
        if (!i || compare_planes(&novelty->planes[i], &novelty->planes[i - 1]) != 0)
            novelty->planes[novelty->count++] = novelty->planes[i];
    return novelty;
}

void novelty_free(struct novelty *novelty)
{
    if (novelty)
        free(novelty->planes);
    free(novelty);
}

/* How many places are in a set: bits added up in parallel, pairs, fours, bytes (Knuth 2009, 7.1.3). The
 * compiler's own would be a call where it may not assume an instruction for it. */
static inline int count_places(placeset set)
{
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(set * 0x0101010101010101u >> 56);
}

int novelty_distance(const struct novelty *novelty, const struct setup *setup, int most)
{
    struct setup mirrored;
    setup_mirror(setup, &mirrored);
    const struct planes turns[] = {planes_of(setup), planes_of(&mirrored)};
    int min = most + 1;
    for (size_t i = 0; i < novelty->count && min > 0; i++)
        for (int turn = 0; turn < 2; turn++) {
            const placeset *a = turns[turn].bit, *b = novelty->planes[i].bit;
            int now = count_places((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]));
            if (now < min)
                min = now;
        }
    return min;
}
