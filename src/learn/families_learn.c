/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/families_learn.h"

#include "base/memory.h"
#include "setup/packed.h"
#include "setup/place.h"

#include <stdlib.h>
#include <string.h>

/* One setup, as games had it; its orientation is the one that comes first in memory's order. */
struct used {
    struct setup setup;
    uint32_t games, mirrored;
};

struct gathering {
    struct used *used;
    struct packed_setup *packed, *turned; /* each, and its mirror image */
    size_t count;
    bool *gone;                           /* already in a family */
    struct neighbours {
        uint32_t *items;
        size_t count, room;
    } *near;                              /* those within FAMILY_RADIUS, itself among them */
    uint32_t *score;                      /* games of those that are not gone */
};

static int compare_used(const void *a, const void *b)
{
    const struct used *one = a, *two = b;
    int order = memcmp(&one->setup, &two->setup, sizeof one->setup);
    return order ? order : (one->mirrored > two->mirrored) - (one->mirrored < two->mirrored);
}

/* Counts in how many games each setup or its mirror image stands. */
static struct used *count_uses(const struct setup *setups, size_t count, size_t *distinct)
{
    struct used *used = memory_new(count + 1, sizeof *used);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct setup mirrored;
        setup_mirror(&setups[i], &mirrored);
        bool turn = memcmp(&mirrored, &setups[i], sizeof mirrored) < 0;
        used[i] = (struct used){turn ? mirrored : setups[i], 1, turn};
    }
    qsort(used, count, sizeof *used, compare_used);
    for (size_t i = 0; i < count; i++) {
        if (kept && !memcmp(&used[kept - 1].setup, &used[i].setup, sizeof used->setup)) {
            used[kept - 1].games++;
            used[kept - 1].mirrored += used[i].mirrored;
        } else {
            used[kept++] = used[i];
        }
    }
    *distinct = kept;
    return used;
}

static void add_family(struct families *families, const struct family *family)
{
    if (families->count < FAMILIES_MOST)
        families->family[families->count++] = *family;
}

/* Families of one setup each, from those used often enough; the others move to the front. Returns how many
 * are left. `used` is sorted by games. */
static size_t take_often_used(struct families *families, struct used *used, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        struct family family = {.games = used[i].games, .mirrored = used[i].mirrored};
        if (used[i].games < FAMILY_GAMES_LEAST) {
            used[left++] = used[i];
            continue;
        }
        memcpy(family.rank, used[i].setup.rank, sizeof family.rank);
        memset(family.sure, FAMILY_SURE_MOST, sizeof family.sure);
        add_family(families, &family);
    }
    return left;
}

/* Setups that stand near a family are counted as its near ones, and gone. */
static void count_near(struct gathering *gathering, struct families *families)
{
    struct packed_setup *centre = memory_new(families->count + 1, sizeof *centre);
    for (uint32_t k = 0; k < families->count; k++) {
        struct setup setup;
        memcpy(setup.rank, families->family[k].rank, sizeof setup.rank);
        centre[k] = setup_packed(&setup);
    }
    for (size_t i = 0; i < gathering->count; i++) {
        int least = FAMILY_NEAR + 1;
        uint32_t best = 0;
        for (uint32_t k = 0; k < families->count; k++) {
            int one = packed_distance(&gathering->packed[i], &centre[k]);
            int two = packed_distance(&gathering->turned[i], &centre[k]);
            one = one < two ? one : two;
            if (one < least) {
                least = one;
                best = k;
            }
        }
        if (least > FAMILY_NEAR)
            continue;
        families->family[best].near += gathering->used[i].games;
        gathering->gone[i] = true;
    }
    free(centre);
}

static void add_neighbour(struct neighbours *neighbours, size_t index)
{
    neighbours->items = memory_grow(neighbours->items, &neighbours->room, neighbours->count + 1,
                                    sizeof *neighbours->items);
    neighbours->items[neighbours->count++] = (uint32_t)index;
}

static void find_neighbours(struct gathering *gathering)
{
    for (size_t i = 0; i < gathering->count; i++) {
        if (gathering->gone[i])
            continue;
        add_neighbour(&gathering->near[i], i);
        gathering->score[i] += gathering->used[i].games;
        for (size_t k = 0; k < i; k++) {
            if (gathering->gone[k] ||
                (packed_distance(&gathering->packed[i], &gathering->packed[k]) > FAMILY_RADIUS &&
                 packed_distance(&gathering->packed[i], &gathering->turned[k]) > FAMILY_RADIUS))
                continue;
            add_neighbour(&gathering->near[i], k);
            add_neighbour(&gathering->near[k], i);
            gathering->score[i] += gathering->used[k].games;
            gathering->score[k] += gathering->used[i].games;
        }
    }
}

/* What a family keeps of a place: its commonest rank, if enough games have it; of fewer nothing is kept. */
static void keep_commonest(struct family *family, int place, const uint32_t count[RANKS])
{
    int best = 0;
    for (int rank = 1; rank < RANKS; rank++)
        if (count[rank] > count[best])
            best = rank;
    if (count[best] < FAMILY_GAMES_LEAST)
        return;
    family->rank[place] = (uint8_t)best;
    family->sure[place] = (uint8_t)((count[best] * FAMILY_SURE_MOST + family->games / 2) / family->games);
}

/* Makes a family of the centre and its neighbours that are left, each turned as the centre is. */
static struct family gather_round(struct gathering *gathering, size_t centre)
{
    const struct neighbours *near = &gathering->near[centre];
    uint32_t count[PIECES_A_SIDE][RANKS] = {{0}};
    struct family family = {0};
    for (size_t i = 0; i < near->count; i++) {
        size_t member = near->items[i];
        const struct used *used = &gathering->used[member];
        if (gathering->gone[member])
            continue;
        bool turn = packed_distance(&gathering->packed[centre], &gathering->turned[member]) <
                    packed_distance(&gathering->packed[centre], &gathering->packed[member]);
        struct setup setup = used->setup;
        if (turn)
            setup_mirror(&used->setup, &setup);
        for (int place = 0; place < PIECES_A_SIDE; place++)
            count[place][setup.rank[place]] += used->games;
        family.games += used->games;
        family.mirrored += turn ? used->games - used->mirrored : used->mirrored;
        gathering->gone[member] = true;
        for (size_t k = 0; k < gathering->near[member].count; k++)
            gathering->score[gathering->near[member].items[k]] -= used->games;
    }
    for (int place = 0; place < PIECES_A_SIDE; place++)
        keep_commonest(&family, place, count[place]);
    return family;
}

static void gather(struct gathering *gathering, struct families *families)
{
    for (;;) {
        size_t best = 0;
        for (size_t i = 1; i < gathering->count; i++)
            if (!gathering->gone[i] &&
                (gathering->gone[best] || gathering->score[i] > gathering->score[best]))
                best = i;
        if (gathering->gone[best] || gathering->score[best] < FAMILY_GAMES_LEAST)
            break;
        struct family family = gather_round(gathering, best);
        add_family(families, &family);
    }
}

static int compare_games(const void *a, const void *b)
{
    const struct used *one = a, *two = b;
    if (one->games != two->games)
        return one->games < two->games ? 1 : -1;
    return memcmp(&one->setup, &two->setup, sizeof one->setup);
}

/* Brings counts within what a family may have; how many were mirrored keeps its part. */
static void cap(struct family *family)
{
    if (family->games > FAMILY_GAMES_MOST) {
        family->mirrored = (uint32_t)((uint64_t)family->mirrored * FAMILY_GAMES_MOST / family->games);
        family->games = FAMILY_GAMES_MOST;
    }
    if (family->near > FAMILY_GAMES_MOST)
        family->near = FAMILY_GAMES_MOST;
}

void families_learn(struct families *families, const struct setup *setups, size_t count)
{
    struct gathering gathering = {.used = count_uses(setups, count, &count)};
    families->count = 0;
    qsort(gathering.used, count, sizeof *gathering.used, compare_games);
    gathering.count = take_often_used(families, gathering.used, count);
    gathering.packed = memory_new(gathering.count + 1, sizeof *gathering.packed);
    gathering.turned = memory_new(gathering.count + 1, sizeof *gathering.turned);
    gathering.gone = memory_new(gathering.count + 1, sizeof *gathering.gone);
    gathering.near = memory_new(gathering.count + 1, sizeof *gathering.near);
    gathering.score = memory_new(gathering.count + 1, sizeof *gathering.score);
    for (size_t i = 0; i < gathering.count; i++) {
        struct setup mirrored;
        setup_mirror(&gathering.used[i].setup, &mirrored);
        gathering.packed[i] = setup_packed(&gathering.used[i].setup);
        gathering.turned[i] = setup_packed(&mirrored);
    }
    count_near(&gathering, families);
    find_neighbours(&gathering);
    if (gathering.count)
        gather(&gathering, families);
    for (uint32_t i = 0; i < families->count; i++)
        cap(&families->family[i]);
    families_prepare(families);
    for (size_t i = 0; i < gathering.count; i++)
        free(gathering.near[i].items);
    free(gathering.near);
    free(gathering.score);
    free(gathering.gone);
    free(gathering.packed);
    free(gathering.turned);
    free(gathering.used);
}
