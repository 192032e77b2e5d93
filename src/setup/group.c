/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/group.h"

#include "base/memory.h"
#include "setup/families.h"
#include "setup/packed.h"
#include "setup/place.h"

#include <stdlib.h>
#include <string.h>

/* A setup to group. */
struct grouping {
    struct packed_setup packed;
    struct setup setup;          /* the image with the flag on files a to e */
    struct grouped_setup *grouped;
    int flag;                    /* place of the flag */
    int radius;                  /* of a group around it, in places */
};

/* Orders setups by the flag's place, games and ranks. For qsort. */
static int compare_groupings(const void *a, const void *b)
{
    const struct grouping *one = a, *two = b;
    if (one->flag != two->flag)
        return one->flag < two->flag ? -1 : 1;
    if (one->grouped->games != two->grouped->games)
        return one->grouped->games > two->grouped->games ? -1 : 1;
    return memcmp(&one->setup, &two->setup, sizeof one->setup);
}

/* Fills in what grouping needs of a setup. */
static void prepare_grouping(struct grouped_setup *grouped, struct grouping *grouping)
{
    enum { SWAP = 2 }; /* places; no two setups of one army differ on fewer */
    uint8_t army[RANKS];
    int radius = FAMILY_RADIUS * setup_army(&grouped->setup, army) / PIECES_A_SIDE;
    grouping->grouped = grouped;
    grouping->setup = grouped->setup;
    /* With the flag in the left half a setup and its mirror image are the same. */
    if (place_file(setup_find(&grouped->setup, FLAG)) >= FILES / 2)
        setup_mirror(&grouped->setup, &grouping->setup);
    grouping->flag = setup_find(&grouping->setup, FLAG);
    grouping->packed = setup_packed(&grouping->setup);
    grouping->radius = radius > SWAP ? radius : SWAP;
    grouped->centre = SETUP_ALONE;
}

void setup_group(struct grouped_setup *setups, size_t count)
{
    struct grouping *sorted = memory_new(count + 1, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        prepare_grouping(&setups[i], &sorted[i]);
    qsort(sorted, count, sizeof *sorted, compare_groupings);
    for (size_t i = 0; i < count; i++) {
        if (sorted[i].grouped->centre != SETUP_ALONE || !sorted[i].grouped->games)
            continue;
        size_t centre = (size_t)(sorted[i].grouped - setups);
        for (size_t k = i; k < count && sorted[k].flag == sorted[i].flag; k++)
            if (sorted[k].grouped->centre == SETUP_ALONE &&
                packed_distance(&sorted[i].packed, &sorted[k].packed) <= sorted[i].radius)
                sorted[k].grouped->centre = centre;
    }
    free(sorted);
}
