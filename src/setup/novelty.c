/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/novelty.h"

#include "base/memory.h"
#include "setup/place.h"

#include <stdlib.h>
#include <string.h>

/* A setup as four sets of places, one for each bit of the rank: exclusive ors of the sets give all differing
 * places of two setups at once. */
enum { PLANES = 4 };
_Static_assert(RANKS <= 1 << PLANES, "a rank has four bits");

struct planes {
    placeset bit[PLANES];
};

struct novelty {
    size_t count;
    struct planes *planes; /* sorted, without duplicates; one of each setup and its mirror image */
};

/* Returns the bit planes of a setup. */
static struct planes make_planes(const struct setup *setup)
{
    struct planes planes = {{0}};
    for (int place = 0; place < PIECES_A_SIDE; place++)
        for (int i = 0; i < PLANES; i++)
            planes.bit[i] |= (placeset)(setup->rank[place] >> i & 1) << place;
    return planes;
}

/* Compares two setups' planes for qsort. */
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
        /* The same one of a setup and its image, whichever was given. */
        bool is_image_first = memcmp(&mirrored, &setups[i], sizeof mirrored) < 0;
        novelty->planes[i] = make_planes(is_image_first ? &mirrored : &setups[i]);
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

/* Returns the number of places in a set by adding bits in parallel (Knuth 2009, "The Art of Computer
 * Programming" 4, 7.1.3); __builtin_popcountll would be a slow call on processors without the instruction. */
static inline int count_places(placeset set)
{
    set -= set >> 1 & 0x5555555555555555u;
    set = (set & 0x3333333333333333u) + (set >> 2 & 0x3333333333333333u);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(set * 0x0101010101010101u >> 56);
}

int novelty_distance(const struct novelty *novelty, const struct setup *setup, int max)
{
    struct setup mirrored;
    setup_mirror(setup, &mirrored);
    const struct planes images[] = {make_planes(setup), make_planes(&mirrored)};
    int min = max + 1;
    for (size_t i = 0; i < novelty->count && min > 0; i++)
        for (int image = 0; image < 2; image++) {
            const placeset *a = images[image].bit, *b = novelty->planes[i].bit;
            int distance = count_places((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3]));
            if (distance < min)
                min = distance;
        }
    return min;
}
