/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/near.h"

#include "base/memory.h"
#include "setup/packed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RADIUS = 10,        /* setups of forty pieces gathered to one differ on so many places from it */
    FIT_DRAWS = 1024,   /* for each hold */
    FIT_ROUNDS = 200,
    CHANGE_TRIES = 20
};

/* On how many places setups of so many pieces that are near may differ, where of forty it is `of_forty`. A
 * piece that stands elsewhere makes two such places, where most are empty. */
static int near_limit(int of_forty, int pieces)
{
    bool is_sparse = pieces <= PIECES_A_SIDE / 2;
    return is_sparse ? 2 * (of_forty * pieces / PIECES_A_SIDE) : of_forty;
}

static int pieces_of(const struct setup *setup)
{
    uint8_t army[RANKS];
    return setup_army(setup, army);
}

/* --- known ones with changes --- */

/* Known setups and what is near them. */
struct centres {
    struct known_setup *item;
    struct packed_setup *as_it_is, *turned;
    size_t count;
    int limit; /* places that may differ */
};

static void add_centre(struct centres *centres, const struct known_setup *item)
{
    struct setup mirrored;
    size_t at = centres->count++;
    setup_mirror(&item->setup, &mirrored);
    centres->item[at] = *item;
    centres->as_it_is[at] = setup_packed(&item->setup);
    centres->turned[at] = setup_packed(&mirrored);
}

/* Counts the setup at the nearest centre of those from `first` on; false where none is near. */
static bool count_near(struct centres *centres, size_t first, const struct packed_setup *setup,
                       struct near_distances *distances)
{
    int min = centres->limit + 1;
    uint32_t *counted = NULL;
    for (size_t k = first; k < centres->count; k++) {
        int one = packed_distance(setup, &centres->as_it_is[k]);
        int two = packed_distance(setup, &centres->turned[k]);
        if (one < min || two < min) {
            min = one <= two ? one : two;
            counted = one <= two ? &centres->item[k].near : &centres->item[k].turned;
        }
    }
    if (!counted)
        return false;
    ++*counted;
    distances->count[min]++;
    return true;
}

/* --- setups gathered round what they have in common --- */

/* Setups that are near no known one. */
struct crowd {
    const struct setup *setups;
    struct packed_setup *packed, *turned;
    size_t count;
    bool *gone;
    int radius;
    uint32_t *score; /* how many that are not gone lie within the radius of it */
    struct vicinity {
        uint32_t *items;
        size_t count, capacity;
    } *near;         /* those within the radius, itself among them */
};

static void add_neighbour(struct crowd *gathering, size_t of, size_t index)
{
    struct vicinity *near = &gathering->near[of];
    near->items = memory_grow(near->items, &near->capacity, near->count + 1, sizeof *near->items);
    near->items[near->count++] = (uint32_t)index;
    gathering->score[of]++;
}

static void gathering_start(struct crowd *gathering, const struct setup *setups, size_t count)
{
    *gathering = (struct crowd){.setups = setups, .count = count};
    gathering->radius = near_limit(RADIUS, count ? pieces_of(&setups[0]) : PIECES_A_SIDE);
    gathering->packed = memory_new(count + 1, sizeof *gathering->packed);
    gathering->turned = memory_new(count + 1, sizeof *gathering->turned);
    gathering->gone = memory_new(count + 1, sizeof *gathering->gone);
    gathering->score = memory_new(count + 1, sizeof *gathering->score);
    gathering->near = memory_new(count + 1, sizeof *gathering->near);
    for (size_t i = 0; i < count; i++) {
        struct setup mirrored;
        setup_mirror(&setups[i], &mirrored);
        gathering->packed[i] = setup_packed(&setups[i]);
        gathering->turned[i] = setup_packed(&mirrored);
        add_neighbour(gathering, i, i);
        for (size_t k = 0; k < i; k++)
            if (packed_distance(&gathering->packed[i], &gathering->packed[k]) <= gathering->radius ||
                packed_distance(&gathering->packed[i], &gathering->turned[k]) <= gathering->radius) {
                add_neighbour(gathering, i, k);
                add_neighbour(gathering, k, i);
            }
    }
}

/* What they have in common as one army: the place and rank that most have first, as long as there are
 * pieces of that rank. */
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

/* The neighbours of `centre` that are left go, each turned as the centre is. */
static struct setup gather_round(struct crowd *gathering, size_t centre)
{
    const struct vicinity *near = &gathering->near[centre];
    uint32_t count[PIECES_A_SIDE][RANKS + 1] = {{0}};
    uint8_t army[RANKS];
    for (size_t i = 0; i < near->count; i++) {
        size_t member = near->items[i];
        struct setup setup = gathering->setups[member];
        if (gathering->gone[member])
            continue;
        if (packed_distance(&gathering->packed[centre], &gathering->turned[member]) <
            packed_distance(&gathering->packed[centre], &gathering->packed[member]))
            setup_mirror(&gathering->setups[member], &setup);
        for (int place = 0; place < PIECES_A_SIDE; place++)
            count[place][setup.rank[place]]++;
        gathering->gone[member] = true;
        for (size_t k = 0; k < gathering->near[member].count; k++)
            gathering->score[gathering->near[member].items[k]]--;
    }
    setup_army(&gathering->setups[centre], army);
    return common_setup(army, count);
}

static void gather(struct crowd *gathering, struct centres *centres)
{
    while (centres->count < KNOWN_MAX) {
        size_t best = 0;
        for (size_t i = 1; i < gathering->count; i++)
            if (!gathering->gone[i] &&
                (gathering->gone[best] || gathering->score[i] > gathering->score[best]))
                best = i;
        if (gathering->count == 0 || gathering->gone[best] || gathering->score[best] < KNOWN_GAMES_MIN)
            return;
        struct known_setup item = {.setup = gather_round(gathering, best)};
        add_centre(centres, &item);
    }
}

/* --- the whole --- */

static int compare_items(const void *a, const void *b)
{
    const struct known_setup *one = a, *two = b;
    return memcmp(&one->setup, &two->setup, sizeof one->setup);
}

/* The centres take the known ones' place, in their order. What setups have in common need not be playable:
 * its bombs may fence in all that could move. Such a centre is left out. */
static void put_back(struct known_setups *known, struct centres *centres)
{
    double share = known->share, discount = known->discount;
    known_free(known);
    qsort(centres->item, centres->count, sizeof *centres->item, compare_items);
    for (size_t i = 0; i < centres->count; i++)
        if (setup_playable(&centres->item[i].setup, NULL) == STATUS_OK)
            known_add(known, &centres->item[i]);
    known->share = share;
    known->discount = discount;
}

/* Those of `setups` that are near none of the centres from `first` on go to `rest`, which may be the same. */
static size_t leave_near(struct centres *centres, size_t first, const struct setup *setups, size_t count,
                         struct setup *rest, struct near_distances *distances)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        struct packed_setup packed = setup_packed(&setups[i]);
        if (!count_near(centres, first, &packed, distances))
            rest[left++] = setups[i];
    }
    return left;
}

size_t near_find(struct known_setups *known, const struct setup *setups, size_t count, struct setup *rest,
                 struct near_distances *distances)
{
    struct crowd gathering;
    struct centres centres = {.item = memory_new(KNOWN_MAX, sizeof *centres.item),
                              .as_it_is = memory_new(KNOWN_MAX, sizeof *centres.as_it_is),
                              .turned = memory_new(KNOWN_MAX, sizeof *centres.turned)};
    memset(distances, 0, sizeof *distances);
    centres.limit = near_limit(NEAR_PLACES, count ? pieces_of(&setups[0]) : PIECES_A_SIDE);
    for (size_t i = 0; i < known->count; i++)
        add_centre(&centres, &known->item[i]);
    size_t left = leave_near(&centres, 0, setups, count, rest, distances), first = centres.count;
    gathering_start(&gathering, rest, left);
    gather(&gathering, &centres);
    for (size_t i = 0; i < gathering.count; i++)
        free(gathering.near[i].items);
    free(gathering.near);
    free(gathering.score);
    free(gathering.gone);
    free(gathering.turned);
    free(gathering.packed);
    left = leave_near(&centres, first, rest, left, rest, distances);
    put_back(known, &centres);
    known->near_share = count ? fmin((double)known->near / (double)count, KNOWN_SHARE_MAX) : 0;
    free(centres.item);
    free(centres.as_it_is);
    free(centres.turned);
    return left;
}

/* --- how firmly they hold --- */

static void change_held(const struct setup_model *model, struct setup *setup, placeset free, int sweeps,
                        double hold, struct rng *rng)
{
    struct setup from = *setup;
    struct setup_anchor anchor = {&from, (float)hold};
    int limit = near_limit(NEAR_PLACES, pieces_of(setup));
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
    double at = rng_unit(rng);
    int hold = 0;
    while (hold + 1 < NEAR_HOLDS && at >= model->known.hold[hold])
        at -= model->known.hold[hold++];
    change_held(model, setup, free, sweeps, near_holds[hold], rng);
}

/* How far draws that hold so lie from where they began. */
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
        change_held(model, &setup, PLACES_ALL, sweeps, near_holds[hold], &rng);
        int distance = setup_distance(&setup, &from);
        if (distance <= NEAR_PLACES)
            share[distance] += 1.0 / FIT_DRAWS;
    }
}

/* Shares of a mixture of fixed parts (Dempster, Laird & Rubin 1977). */
void near_fit(struct setup_model *model, const struct near_distances *distances, int sweeps, uint64_t seed)
{
    double part[NEAR_HOLDS][NEAR_PLACES + 1] = {{0}}, *hold = model->known.hold, all = 0;
    for (int d = 0; d <= NEAR_PLACES; d++)
        all += (double)distances->count[d];
    if (all <= 0 || model->known.near == 0)
        return;
    for (int i = 0; i < NEAR_HOLDS; i++) {
        draw_distances(model, i, sweeps, seed, part[i]);
        hold[i] = 1.0 / NEAR_HOLDS;
    }
    for (int round = 0; round < FIT_ROUNDS; round++) {
        double now[NEAR_HOLDS] = {0}, sum = 0;
        for (int d = 0; d <= NEAR_PLACES; d++) {
            double mixed = 0;
            for (int i = 0; i < NEAR_HOLDS; i++)
                mixed += hold[i] * part[i][d];
            for (int i = 0; i < NEAR_HOLDS && mixed > 0; i++)
                now[i] += (double)distances->count[d] / all * hold[i] * part[i][d] / mixed;
        }
        for (int i = 0; i < NEAR_HOLDS; i++)
            sum += now[i];
        for (int i = 0; i < NEAR_HOLDS && sum > 0; i++)
            hold[i] = now[i] / sum;
    }
}
