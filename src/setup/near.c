/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/near.h"

#include "base/memory.h"
#include "setup/packed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RADIUS = 10,        /* max number of differing places in a group, for forty pieces */
    FIT_DRAWS = 1024,   /* draws for each hold */
    FIT_ROUNDS = 200,   /* iterations of the EM algorithm */
    CHANGE_TRIES = 20
};

/* Returns the max number of differing places for setups with `pieces` pieces, scaled from `of_forty`, the
 * number for forty pieces. In a sparse setup a piece on another place makes two places differ. */
static int near_limit(int of_forty, int pieces)
{
    bool is_sparse = pieces <= PIECES_A_SIDE / 2;
    return is_sparse ? 2 * (of_forty * pieces / PIECES_A_SIDE) : of_forty;
}

/* Returns the number of pieces in a setup. */
static int piece_count(const struct setup *setup)
{
    uint8_t army[RANKS];
    return setup_army(setup, army);
}

/* --- changed known setups --- */

/* Known setups, in packed form too, to find the nearest one. */
struct centres {
    struct known_setup *item;
    struct packed_setup *as_it_is, *turned; /* of each item: its setup, its mirror image */
    size_t count;
    int limit; /* max number of differing places */
};

/* Appends a known setup to the centres, with its mirror image. */
static void add_centre(struct centres *centres, const struct known_setup *item)
{
    struct setup mirrored;
    size_t index = centres->count++;
    setup_mirror(&item->setup, &mirrored);
    centres->item[index] = *item;
    centres->as_it_is[index] = setup_packed(&item->setup);
    centres->turned[index] = setup_packed(&mirrored);
}

/* Counts a setup at the nearest centre, from index `first` on. False if none is near. */
static bool count_near(struct centres *centres, size_t first, const struct packed_setup *setup,
                       struct near_distances *distances)
{
    int min = centres->limit + 1;
    uint32_t *counted = NULL;
    for (size_t k = first; k < centres->count; k++) {
        int distance = packed_distance(setup, &centres->as_it_is[k]);
        int mirrored_distance = packed_distance(setup, &centres->turned[k]);
        if (distance < min || mirrored_distance < min) {
            min = distance <= mirrored_distance ? distance : mirrored_distance;
            counted = distance <= mirrored_distance ? &centres->item[k].near : &centres->item[k].turned;
        }
    }
    if (!counted)
        return false;
    ++*counted;
    distances->count[min]++;
    return true;
}

/* --- groups of similar setups --- */

/* The setups that are near no known one, with the similar ones of each. */
struct setup_groups {
    const struct setup *setups;
    struct packed_setup *packed, *turned;
    size_t count;
    bool *grouped;   /* the setup belongs to a group already */
    int radius;      /* max number of differing places in a group */
    uint32_t *ungrouped; /* number of setups within the radius that belong to no group yet */
    struct vicinity {
        uint32_t *items;
        size_t count, capacity;
    } *near;         /* the setups within the radius, including the setup itself */
};

/* Records that setup number `index` lies within the radius of setup number `setup`. No setup
 * belongs to a group yet. */
static void add_similar(struct setup_groups *groups, size_t setup, size_t index)
{
    struct vicinity *near = &groups->near[setup];
    near->items = memory_grow(near->items, &near->capacity, near->count + 1, sizeof *near->items);
    near->items[near->count++] = (uint32_t)index;
    groups->ungrouped[setup]++;
}

/* Finds the similar setups of each setup, mirrored or not. */
static void find_similar_setups(struct setup_groups *groups, const struct setup *setups, size_t count)
{
    *groups = (struct setup_groups){.setups = setups, .count = count};
    groups->radius = near_limit(RADIUS, count ? piece_count(&setups[0]) : PIECES_A_SIDE);
    groups->packed = memory_new(count + 1, sizeof *groups->packed);
    groups->turned = memory_new(count + 1, sizeof *groups->turned);
    groups->grouped = memory_new(count + 1, sizeof *groups->grouped);
    groups->ungrouped = memory_new(count + 1, sizeof *groups->ungrouped);
    groups->near = memory_new(count + 1, sizeof *groups->near);
    for (size_t i = 0; i < count; i++) {
        struct setup mirrored;
        setup_mirror(&setups[i], &mirrored);
        groups->packed[i] = setup_packed(&setups[i]);
        groups->turned[i] = setup_packed(&mirrored);
        add_similar(groups, i, i);
        for (size_t k = 0; k < i; k++)
            if (packed_distance(&groups->packed[i], &groups->packed[k]) <= groups->radius ||
                packed_distance(&groups->packed[i], &groups->turned[k]) <= groups->radius) {
                add_similar(groups, i, k);
                add_similar(groups, k, i);
            }
    }
}

/* Returns the common part of setups as a setup of the army: repeatedly takes the place and rank with the
 * highest count among the remaining pieces. */
static struct setup common_setup(const uint8_t army[RANKS], uint32_t count[PIECES_A_SIDE][RANKS + 1])
{
    struct setup common;
    uint8_t left[RANKS];
    memset(&common, PLACE_EMPTY, sizeof common);
    memcpy(left, army, RANKS);
    for (int placed = army_size(army); placed > 0; placed--) {
        int best_place = -1, best_rank = 0;
        for (int place = 0; place < PIECES_A_SIDE; place++)
            for (int rank = 0; rank < RANKS && common.rank[place] == PLACE_EMPTY; rank++)
                if (left[rank] > 0 && (best_place < 0 || count[place][rank] > count[best_place][best_rank])) {
                    best_place = place;
                    best_rank = rank;
                }
        common.rank[best_place] = (uint8_t)best_rank;
        left[best_rank]--;
    }
    return common;
}

/* Makes a group of the setups near `centre` that belong to no group yet, mirrored if that is nearer, and
 * returns their common part. */
static struct setup make_group(struct setup_groups *groups, size_t centre)
{
    const struct vicinity *near = &groups->near[centre];
    uint32_t count[PIECES_A_SIDE][RANKS + 1] = {{0}};
    uint8_t army[RANKS];
    for (size_t i = 0; i < near->count; i++) {
        size_t member = near->items[i];
        struct setup setup = groups->setups[member];
        if (groups->grouped[member])
            continue;
        if (packed_distance(&groups->packed[centre], &groups->turned[member]) <
            packed_distance(&groups->packed[centre], &groups->packed[member]))
            setup_mirror(&groups->setups[member], &setup);
        for (int place = 0; place < PIECES_A_SIDE; place++)
            count[place][setup.rank[place]]++;
        groups->grouped[member] = true; /* and so counts no longer for the setups near it */
        for (size_t k = 0; k < groups->near[member].count; k++)
            groups->ungrouped[groups->near[member].items[k]]--;
    }
    setup_army(&groups->setups[centre], army);
    return common_setup(army, count);
}

/* Makes groups, the largest first, while a group has KNOWN_GAMES_MIN setups, and adds their common parts to
 * the centres. */
static void make_groups(struct setup_groups *groups, struct centres *centres)
{
    while (centres->count < KNOWN_MAX) {
        size_t best = 0;
        for (size_t i = 1; i < groups->count; i++)
            if (!groups->grouped[i] &&
                (groups->grouped[best] || groups->ungrouped[i] > groups->ungrouped[best]))
                best = i;
        if (groups->count == 0 || groups->grouped[best] || groups->ungrouped[best] < KNOWN_GAMES_MIN)
            return;
        struct known_setup item = {.setup = make_group(groups, best)};
        add_centre(centres, &item);
    }
}

/* --- finding all --- */

/* Compares two known setups for qsort. */
static int compare_items(const void *a, const void *b)
{
    const struct known_setup *first = a, *second = b;
    return memcmp(&first->setup, &second->setup, sizeof first->setup);
}

/* Replaces the known setups by the centres, sorted. Leaves out a common part that is not playable because its
 * bombs enclose all movable pieces. */
static void store_centres(struct known_setups *known, struct centres *centres)
{
    double share = known->share, discount = known->discount; /* known_free clears them too */
    known_free(known);
    qsort(centres->item, centres->count, sizeof *centres->item, compare_items);
    for (size_t i = 0; i < centres->count; i++)
        if (setup_playable(&centres->item[i].setup, NULL) == STATUS_OK)
            known_add(known, &centres->item[i]);
    known->share = share;
    known->discount = discount;
}

/* Counts the setups near a centre from index `first` on, and copies the others to `rest`, which may be
 * `setups`. Returns their number. */
static size_t separate_near(struct centres *centres, size_t first, const struct setup *setups, size_t count,
                            struct setup *rest, struct near_distances *distances)
{
    size_t not_near = 0;
    for (size_t i = 0; i < count; i++) {
        struct packed_setup packed = setup_packed(&setups[i]);
        if (!count_near(centres, first, &packed, distances))
            rest[not_near++] = setups[i];
    }
    return not_near;
}

size_t near_find(struct known_setups *known, const struct setup *setups, size_t count, struct setup *rest,
                 struct near_distances *distances)
{
    struct setup_groups groups;
    struct centres centres = {.item = memory_new(KNOWN_MAX, sizeof *centres.item),
                              .as_it_is = memory_new(KNOWN_MAX, sizeof *centres.as_it_is),
                              .turned = memory_new(KNOWN_MAX, sizeof *centres.turned)};
    memset(distances, 0, sizeof *distances);
    centres.limit = near_limit(NEAR_PLACES, count ? piece_count(&setups[0]) : PIECES_A_SIDE);
    for (size_t i = 0; i < known->count; i++)
        add_centre(&centres, &known->item[i]);
    /* Setups near a known one are counted there. Of the others, groups give new centres. */
    size_t not_near = separate_near(&centres, 0, setups, count, rest, distances), first = centres.count;
    find_similar_setups(&groups, rest, not_near);
    make_groups(&groups, &centres);
    for (size_t i = 0; i < groups.count; i++)
        free(groups.near[i].items);
    free(groups.near);
    free(groups.ungrouped);
    free(groups.grouped);
    free(groups.turned);
    free(groups.packed);
    /* Setups that are left can be near the new centres only. */
    not_near = separate_near(&centres, first, rest, not_near, rest, distances);
    store_centres(known, &centres);
    known->near_share = count ? fmin((double)known->near / (double)count, KNOWN_SHARE_MAX) : 0;
    free(centres.item);
    free(centres.as_it_is);
    free(centres.turned);
    return not_near;
}

/* --- holds --- */

/* Changes a known setup by walks that stay near it (`hold`: struct setup_anchor), up to CHANGE_TRIES times,
 * until it differs on 1 .. `limit` places. */
static void change_with_hold(const struct setup_model *model, struct setup *setup, placeset free, int sweeps,
                             double hold, struct rng *rng)
{
    struct setup from = *setup;
    struct setup_anchor anchor = {&from, (float)hold};
    int limit = near_limit(NEAR_PLACES, piece_count(setup));
    for (int tries = 0; tries < CHANGE_TRIES; tries++) {
        setup_model_draw(model, setup, free, sweeps, &anchor, rng);
        int distance = setup_distance(setup, &from);
        if (distance > 0 && distance <= limit)
            return;
    }
}

void near_change(const struct setup_model *model, struct setup *setup, placeset free, int sweeps,
                 struct rng *rng)
{
    /* Draw a hold by its probability. */
    double random = rng_unit(rng);
    int hold = 0;
    while (hold + 1 < NEAR_HOLDS && random >= model->known.hold[hold])
        random -= model->known.hold[hold++];
    change_with_hold(model, setup, free, sweeps, near_holds[hold], rng);
}

/* Computes the distribution of distances of setups changed with hold number `hold` from their known setups:
 * share[d], from FIT_DRAWS draws. */
static void draw_distances(const struct setup_model *model, int hold, int sweeps, uint64_t seed,
                           double share[NEAR_PLACES + 1])
{
    uint8_t keep[PIECES_A_SIDE];
    struct rng rng;
    memset(keep, RANK_UNKNOWN, sizeof keep);
    rng_seed(&rng, seed, (uint64_t)hold);
    for (int i = 0; i < FIT_DRAWS; i++) {
        struct setup from, setup;
        known_draw(&model->known, KNOWN_CHANGED, keep, &rng, &from);
        setup = from;
        change_with_hold(model, &setup, PLACES_ALL, sweeps, near_holds[hold], &rng);
        int distance = setup_distance(&setup, &from);
        if (distance <= NEAR_PLACES)
            share[distance] += 1.0 / FIT_DRAWS;
    }
}

/* Fits the weights of a mixture of fixed distributions by the EM algorithm (Dempster, Laird & Rubin 1977). */
void near_fit(struct setup_model *model, const struct near_distances *distances, int sweeps, uint64_t seed)
{
    /* share[i][d]: of distance d among setups changed with hold i. */
    double share[NEAR_HOLDS][NEAR_PLACES + 1] = {{0}}, *hold = model->known.hold, total = 0;
    for (int d = 0; d <= NEAR_PLACES; d++)
        total += (double)distances->count[d];
    if (total <= 0 || model->known.near == 0)
        return;
    for (int i = 0; i < NEAR_HOLDS; i++) {
        draw_distances(model, i, sweeps, seed, share[i]);
        hold[i] = 1.0 / NEAR_HOLDS;
    }
    for (int round = 0; round < FIT_ROUNDS; round++) { /* new_hold: mean posterior of each hold */
        double new_hold[NEAR_HOLDS] = {0}, sum = 0;
        for (int d = 0; d <= NEAR_PLACES; d++) {
            double mixed = 0;
            for (int i = 0; i < NEAR_HOLDS; i++)
                mixed += hold[i] * share[i][d];
            for (int i = 0; i < NEAR_HOLDS && mixed > 0; i++)
                new_hold[i] += (double)distances->count[d] / total * hold[i] * share[i][d] / mixed;
        }
        for (int i = 0; i < NEAR_HOLDS; i++)
            sum += new_hold[i];
        for (int i = 0; i < NEAR_HOLDS && sum > 0; i++)
            hold[i] = new_hold[i] / sum;
    }
}
