/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup/known.h"

#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

void known_free(struct known_setups *known)
{
    free(known->item);
    *known = (struct known_setups){0};
}

bool known_add(struct known_setups *known, const struct setup *setup, uint32_t games)
{
    if (known->count == KNOWN_MOST ||
        (known->count && memcmp(&known->item[known->count - 1].setup, setup, sizeof *setup) >= 0))
        return false;
    if (!known->item)
        known->item = memory_new(KNOWN_MOST, sizeof *known->item);
    known->item[known->count++] = (struct known_setup){*setup, games};
    known->games += games;
    return true;
}

/* One use of a setup. */
struct use {
    const struct setup *setup;
    bool same_game; /* the other side of the game has just been counted */
};

static int compare_uses(const void *a, const void *b)
{
    return memcmp(((const struct use *)a)->setup, ((const struct use *)b)->setup, sizeof(struct setup));
}

size_t known_find(struct known_setups *known, const struct setup *setups, size_t count, struct setup *rest)
{
    struct use *uses = memory_new(count, sizeof *uses);
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        uses[i] = (struct use){&setups[i],
                               i % 2 == 1 && memcmp(&setups[i], &setups[i - 1], sizeof *setups) == 0};
    qsort(uses, count, sizeof *uses, compare_uses);
    for (size_t i = 0, next; i < count; i = next) {
        uint32_t games = 0;
        for (next = i; next < count && compare_uses(&uses[i], &uses[next]) == 0; next++)
            games += !uses[next].same_game;
        if (games >= KNOWN_GAMES_LEAST)
            known_add(known, uses[i].setup, games < KNOWN_GAMES_MOST ? games : KNOWN_GAMES_MOST);
    }
    for (size_t i = 0; i < count; i++)
        if (!known_games(known, &setups[i]))
            rest[left++] = setups[i];
    known->share = count ? (double)(count - left) / (double)count : 0;
    known->share = known->share < KNOWN_SHARE_MOST ? known->share : KNOWN_SHARE_MOST;
    free(uses);
    return left;
}

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

/* Whether the setup has the ranks `keep` on the places `kept`. */
static bool has_all(const struct setup *setup, const uint8_t keep[PIECES_A_SIDE], placeset kept)
{
    for (; kept != 0; kept &= kept - 1) {
        int place = __builtin_ctzll(kept);
        if (keep[place] != setup->rank[place])
            return false;
    }
    return true;
}

bool known_draw(const struct known_setups *known, const uint8_t keep[PIECES_A_SIDE], struct rng *rng,
                struct setup *setup)
{
    uint64_t games = 0;
    placeset kept = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        kept |= keep[place] != RANK_UNKNOWN ? PLACE_BIT(place) : 0;
    for (size_t i = 0; i < known->count && kept != 0; i++)
        games += has_all(&known->item[i].setup, keep, kept) ? known->item[i].games : 0;
    if (kept == 0)
        games = known->games;
    if (games == 0)
        return false;
    uint64_t at = (uint64_t)(rng_unit(rng) * (double)games);
    for (size_t i = 0; i < known->count; i++) {
        if (!has_all(&known->item[i].setup, keep, kept))
            continue;
        if (at < known->item[i].games) {
            *setup = known->item[i].setup;
            return true;
        }
        at -= known->item[i].games;
    }
    return false; /* never: at < games */
}
