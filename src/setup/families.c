/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/families.h"

#include <string.h>

/* Subtracted from a family's games and added to its near ones: future games have more setups that were
 * rare so far than the counts show (Good 1953). */
static const float discount = 0.5f;

/* Computes the prior of each hypothesis of a grade: proportional to the family's games, divided between the
 * setup and its mirror image. */
static void fill_priors(struct families *families, enum family_grade grade)
{
    float *prior = families->prior[grade], sum = 0;
    for (uint32_t i = 0; i < families->count; i++) {
        const struct family *family = &families->family[i];
        float games = grade == FAMILY_AS_IT_IS ? (float)family->games - discount
                                               : (float)family->near + discount;
        /* Half a game is added to each image: none is impossible. */
        float mirrored_share = ((float)family->mirrored + 0.5f) / ((float)family->games + 1);
        prior[2 * i] = games * (1 - mirrored_share);
        prior[2 * i + 1] = games * mirrored_share;
        sum += games;
    }
    for (uint32_t i = 0; i < 2 * families->count; i++)
        prior[i] /= sum;
}

void families_prepare(struct families *families)
{
    families->empty_places = false;
    for (uint32_t i = 0; i < families->count; i++) {
        struct setup setup;
        memcpy(setup.rank, families->family[i].rank, sizeof setup.rank);
        families->taken[i] = setup_taken(&setup);
        families->empty_places |= families->taken[i] != PLACES_ALL;
    }
    /* The rank and the share of each cell. */
    memset(families->start, 0, sizeof families->start);
    for (int cell = 0; cell < FAMILY_CELLS; cell++) {
        families->cell_rank[cell] = (uint8_t)(cell / FAMILY_SURES);
        families->cell_sure[cell] = (float)(cell % FAMILY_SURES) / FAMILY_SURE_MAX;
    }
    for (uint32_t i = 0; i < families->count; i++) /* the cells of each family and of its mirror image */
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            const struct family *family = &families->family[i];
            bool empty = family->rank[place] == PLACE_EMPTY; /* cell 0: its share is 0 */
            uint8_t cell = empty ? 0 : (uint8_t)(family->rank[place] * FAMILY_SURES + family->sure[place]);
            int mirrored = place_mirrored(place);
            families->cell[2 * i][place] = families->cell_at[place][2 * i] = cell;
            families->cell[2 * i + 1][mirrored] = families->cell_at[mirrored][2 * i + 1] = cell;
        }
    /* The priors, and their sums by place and cell. */
    for (int grade = 0; grade < FAMILY_GRADES; grade++)
        fill_priors(families, (enum family_grade)grade);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        for (uint32_t i = 0; i < 2 * families->count; i++)
            for (int grade = 0; grade < FAMILY_GRADES; grade++)
                families->start[grade][place][families->cell_at[place][i]] += families->prior[grade][i];
}

/* Counts the places whose rank the family knows, and on how many of them the setup has another rank. */
static struct family_neighbour compare_with(const struct family *family, const struct setup *setup)
{
    struct family_neighbour found = {.family = family};
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        if (!family->sure[place])
            continue;
        found.places++;
        found.distance += family->rank[place] != setup->rank[place];
    }
    return found;
}

/* Returns whether `a` is nearer than `b`, or as near and has more games. The shares of differing places are
 * compared as products of whole numbers. */
static bool is_nearer_family(const struct family_neighbour *a, const struct family_neighbour *b)
{
    int one = a->distance * b->places, two = b->distance * a->places;
    return one != two ? one < two : a->family->games > b->family->games;
}

bool families_nearest(const struct families *families, const struct setup *setup,
                      struct family_neighbour *nearest)
{
    bool any = false;
    for (int mirrored = 0; mirrored < 2; mirrored++) {
        struct setup image = *setup;
        if (mirrored)
            setup_mirror(setup, &image);
        placeset taken = setup_taken(&image);
        for (uint32_t i = 0; i < families->count; i++) {
            struct family_neighbour found = compare_with(&families->family[i], &image);
            found.mirrored = mirrored;
            if (families->taken[i] != taken || !found.places || (any && !is_nearer_family(&found, nearest)))
                continue;
            *nearest = found;
            any = true;
        }
    }
    return any;
}
