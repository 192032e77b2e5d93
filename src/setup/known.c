/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/known.h"

#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const float near_holds[NEAR_HOLDS] = {0.5f, 1.0f, 1.5f, 2.0f, 2.5f, 3.0f, 4.0f, 5.0f};

/* Upper limit of the discount, because its estimate is inaccurate with few setups. */
static const double max_discount = 0.9;

void known_free(struct known_setups *known)
{
    free(known->item);
    *known = (struct known_setups){0};
}

bool known_add(struct known_setups *known, const struct known_setup *item)
{
    uint64_t all_games = (uint64_t)item->games + item->near + item->turned;
    if (known->count == KNOWN_MAX || all_games < KNOWN_GAMES_MIN || all_games > KNOWN_GAMES_MAX ||
        (item->games > 0 && item->games < KNOWN_GAMES_MIN) ||
        (known->count && memcmp(&known->item[known->count - 1].setup, &item->setup, sizeof item->setup) >= 0))
        return false;
    if (!known->item)
        known->item = memory_new(KNOWN_MAX, sizeof *known->item);
    known->item[known->count++] = *item;
    known->games += item->games;
    known->used += item->games > 0;
    known->near += all_games - item->games;
    return true;
}

/* One use of a setup in a game. */
struct use {
    const struct setup *setup;
    bool same_game; /* the other side of the same game has this setup too and is counted already */
};

/* Compares the setups of two uses for qsort. */
static int compare_uses(const void *a, const void *b)
{
    return memcmp(((const struct use *)a)->setup, ((const struct use *)b)->setup, sizeof(struct setup));
}

size_t known_find(struct known_setups *known, const struct setup *setups, size_t count, struct setup *rest)
{
    struct use *uses = memory_new(count, sizeof *uses);
    size_t not_known = 0;
    for (size_t i = 0; i < count; i++)
        uses[i] = (struct use){&setups[i],
                               i % 2 == 1 && memcmp(&setups[i], &setups[i - 1], sizeof *setups) == 0};
    /* Sort the uses, count each group of equal setups, and copy the rest. */
    qsort(uses, count, sizeof *uses, compare_uses);
    for (size_t i = 0, next; i < count; i = next) {
        uint32_t games = 0;
        for (next = i; next < count && compare_uses(&uses[i], &uses[next]) == 0; next++)
            games += !uses[next].same_game;
        games = games < KNOWN_GAMES_MAX / 2 ? games : KNOWN_GAMES_MAX / 2; /* leaves space for near games */
        struct known_setup item = {*uses[i].setup, games, 0, 0};
        known_add(known, &item);
    }
    for (size_t i = 0; i < count; i++)
        if (!known_games(known, &setups[i]))
            rest[not_known++] = setups[i];
    /* The discount (Good 1953): the number of future uses of known setups is estimated by the number of uses
     * without those of setups used exactly KNOWN_GAMES_MIN times; each known setup bears an equal part. */
    double rare_uses = 0;
    for (size_t i = 0; i < known->count; i++)
        rare_uses += known->item[i].games == KNOWN_GAMES_MIN ? KNOWN_GAMES_MIN : 0;
    if (known->count > 0) {
        known->discount = fmin(rare_uses / (double)known->count, max_discount);
        double games = (double)known->games - known->discount * (double)known->count;
        known->share = fmin(games / (double)count, KNOWN_SHARE_MAX);
    }
    free(uses);
    return not_known;
}

/* Compares a setup with an item for bsearch. */
static int compare_known(const void *setup, const void *item)
{
    return memcmp(setup, &((const struct known_setup *)item)->setup, sizeof(struct setup));
}

uint32_t known_games(const struct known_setups *known, const struct setup *setup)
{
    if (known->count == 0)
        return 0;
    const struct known_setup *found =
        bsearch(setup, known->item, known->count, sizeof *known->item, compare_known);
    return found ? found->games : 0;
}

/* Returns all games of a known setup, with those of setups near it. */
static uint64_t all_games(const struct known_setup *known)
{
    return (uint64_t)known->games + known->near + known->turned;
}

/* Returns whether `a` stands before `b` in the order of known_nearest. */
static bool is_nearer_known(const struct known_neighbour *a, const struct known_neighbour *b)
{
    if (a->distance != b->distance)
        return a->distance < b->distance;
    return all_games(a->known) > all_games(b->known);
}

int known_nearest(const struct known_setups *known, const struct setup *setup,
                  struct known_neighbour *nearest, int max)
{
    struct setup mirror;
    int count = 0;
    setup_mirror(setup, &mirror);
    for (size_t i = 0; i < known->count; i++) {
        const struct known_setup *item = &known->item[i];
        int plain = setup_distance(&item->setup, setup), turned = setup_distance(&item->setup, &mirror);
        struct known_neighbour found = {item, plain < turned ? plain : turned, turned < plain};
        /* Insert into the short sorted list, behind equal ones. */
        int at = count < max ? count++ : max;
        for (; at > 0 && is_nearer_known(&found, &nearest[at - 1]); at--)
            if (at < max)
                nearest[at] = nearest[at - 1];
        if (at < max)
            nearest[at] = found;
    }
    return count;
}

/* Returns the sum of the weights of all setups for a use, without kept pieces. */
static double total_weight(const struct known_setups *known, enum known_use use)
{
    return use == KNOWN_CHANGED ? (double)known->near
                                : (double)known->games - known->discount * (double)known->used;
}

double known_log_probability(const struct known_setups *known, const struct setup *setup)
{
    double games = known_games(known, setup);
    return games > 0 ? log((games - known->discount) / total_weight(known, KNOWN_AS_IT_IS)) : -HUGE_VAL;
}

/* Returns whether the setup has the ranks `keep` on the places `kept`. */
static bool has_ranks(const struct setup *setup, const uint8_t keep[PIECES_A_SIDE], placeset kept)
{
    for (; kept != 0; kept &= kept - 1) {
        int place = __builtin_ctzll(kept);
        if (keep[place] != setup->rank[place])
            return false;
    }
    return true;
}

/* Finds the setup or mirror image at which the sum of weights exceeds `target` (0 .. total); if `target` is
 * too large, the last one. Only those with the ranks `keep` on the places `kept` count. Returns the sum of
 * weights up to it. */
static double find_at_weight(const struct known_setups *known, enum known_use use,
                             const uint8_t keep[PIECES_A_SIDE], placeset kept, double target,
                             struct setup *setup)
{
    const struct known_setup *found = NULL;
    bool found_turned = false;
    double sum = 0, weight[2];
    for (size_t i = 0; i < known->count && target >= sum; i++) {
        /* The weights of the setup and of its mirror image for this use. */
        const struct known_setup *item = &known->item[i];
        double own_weight = item->games > 0 ? (double)item->games - known->discount : 0;
        weight[0] = use == KNOWN_AS_IT_IS ? own_weight : item->near;
        weight[1] = use == KNOWN_CHANGED ? item->turned : 0;
        for (int turned = 0; turned < 2 && target >= sum; turned++) {
            struct setup image = item->setup;
            if (weight[turned] <= 0)
                continue;
            if (turned && kept)
                setup_mirror(&item->setup, &image);
            if (kept && !has_ranks(&image, keep, kept))
                continue;
            sum += weight[turned];
            found = item;
            found_turned = turned;
        }
    }
    if (found && found_turned)
        setup_mirror(&found->setup, setup);
    else if (found)
        *setup = found->setup;
    return sum;
}

bool known_draw(const struct known_setups *known, enum known_use use, const uint8_t keep[PIECES_A_SIDE],
                struct rng *rng, struct setup *setup)
{
    placeset kept = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        kept |= keep[place] != RANK_UNKNOWN ? PLACE_BIT(place) : 0;
    /* If pieces are kept, the total is found first: no sum of weights exceeds HUGE_VAL. */
    double total = kept ? find_at_weight(known, use, keep, kept, HUGE_VAL, setup) : total_weight(known, use);
    if (total <= 0)
        return false;
    find_at_weight(known, use, keep, kept, rng_unit(rng) * total, setup);
    return true;
}
