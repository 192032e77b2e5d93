/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/families_learn.h"

#include "base/memory.h"
#include "setup/packed.h"
#include "setup/place.h"

#include <stdlib.h>
#include <string.h>

/* One setup that games used. Of the setup and its mirror image, the one that memcmp puts first is stored. */
struct used {
    struct setup setup;
    uint32_t games, mirrored; /* games in all; games that used the mirror image */
};

struct clustering {
    struct used *used;
    struct packed_setup *packed, *mirror; /* each setup, and its mirror image */
    placeset *places, *mirror_places;     /* the places that these two take */
    size_t count;
    int close, radius;                    /* max distances in places: FAMILY_NEAR and FAMILY_RADIUS, scaled to
                                           * the number of pieces */
    bool *grouped;                        /* the setup is already in a family or near one */
    struct neighbours {
        uint32_t *items;
        size_t count, capacity;
    } *neighbours;                        /* of each setup: the setups within `radius`, itself included */
    uint32_t *score;                      /* of each setup: games of its neighbours without a group */
};

/* Returns on how many places two setups differ. Returns PIECES_A_SIDE + 1 if they take different places. */
static int distance(const struct packed_setup *a, placeset a_places, const struct packed_setup *b,
                    placeset b_places)
{
    return a_places == b_places ? packed_distance(a, b) : PIECES_A_SIDE + 1;
}

/* Returns the distance of setup `i` to setup `k` or to the mirror image of `k`, whichever is smaller, in
 * places (distance). */
static int distance_between(const struct clustering *clustering, size_t i, size_t k)
{
    const struct packed_setup *packed = &clustering->packed[i];
    placeset places = clustering->places[i];
    int plain = distance(packed, places, &clustering->packed[k], clustering->places[k]);
    int mirror = distance(packed, places, &clustering->mirror[k], clustering->mirror_places[k]);
    return plain < mirror ? plain : mirror;
}

/* Orders uses by setup; of the same setup the mirrored ones come last. For qsort. */
static int compare_used(const void *a, const void *b)
{
    const struct used *one = a, *two = b;
    int order = memcmp(&one->setup, &two->setup, sizeof one->setup);
    return order ? order : (one->mirrored > two->mirrored) - (one->mirrored < two->mirrored);
}

/* Returns the different setups, each with the number of games that used it or its mirror image, sorted by
 * setup. New memory. `distinct`: their number. */
static struct used *count_uses(const struct setup *setups, size_t count, size_t *distinct)
{
    struct used *used = memory_new(count + 1, sizeof *used);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        struct setup mirrored;
        setup_mirror(&setups[i], &mirrored);
        bool use_mirror = memcmp(&mirrored, &setups[i], sizeof mirrored) < 0;
        used[i] = (struct used){use_mirror ? mirrored : setups[i], 1, use_mirror};
    }
    /* Equal setups are now neighbours: merge them. */
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

/* Appends a family, if there is capacity for one more. */
static void add_family(struct families *families, const struct family *family)
{
    if (families->count < FAMILIES_MAX)
        families->family[families->count++] = *family;
}

/* Makes a family of each setup that was used in FAMILY_GAMES_MIN games or more. Moves the other setups to the
 * front and returns their number. `used` must have the setups with most games first, because add_family
 * drops families when there are too many. */
static size_t take_often_used(struct families *families, struct used *used, size_t count)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++) {
        struct family family = {.games = used[i].games, .mirrored = used[i].mirrored};
        if (used[i].games < FAMILY_GAMES_MIN) {
            used[left++] = used[i];
            continue;
        }
        memcpy(family.rank, used[i].setup.rank, sizeof family.rank);
        for (int place = 0; place < PIECES_A_SIDE; place++)
            family.sure[place] = family.rank[place] == PLACE_EMPTY ? 0 : FAMILY_SURE_MAX;
        add_family(families, &family);
    }
    return left;
}

/* Counts the games of setups that are near a family. They are added to `near` of the nearest family, and the
 * setups are marked as grouped, so that they form no family of their own. A setup's distance is that of the
 * nearer of its two images. */
static void count_setups_near(struct clustering *clustering, struct families *families)
{
    struct packed_setup *centre = memory_new(families->count + 1, sizeof *centre);
    placeset *places = memory_new(families->count + 1, sizeof *places);
    for (uint32_t k = 0; k < families->count; k++) {
        struct setup setup;
        memcpy(setup.rank, families->family[k].rank, sizeof setup.rank);
        centre[k] = setup_packed(&setup);
        places[k] = setup_taken(&setup);
    }
    /* The nearest family of each setup, if it is near enough. */
    for (size_t i = 0; i < clustering->count; i++) {
        int min_distance = clustering->close + 1;
        uint32_t best = 0;
        for (uint32_t k = 0; k < families->count; k++) {
            int plain = distance(&clustering->packed[i], clustering->places[i], &centre[k], places[k]);
            int mirror = distance(&clustering->mirror[i], clustering->mirror_places[i], &centre[k],
                                  places[k]);
            int nearer = plain < mirror ? plain : mirror;
            if (nearer < min_distance) {
                min_distance = nearer;
                best = k;
            }
        }
        if (min_distance > clustering->close)
            continue;
        families->family[best].near += clustering->used[i].games;
        clustering->grouped[i] = true;
    }
    free(centre);
    free(places);
}

/* Appends a setup's index to a list of neighbours. */
static void add_neighbour(struct neighbours *neighbours, size_t index)
{
    neighbours->items = memory_grow(neighbours->items, &neighbours->capacity, neighbours->count + 1,
                                    sizeof *neighbours->items);
    neighbours->items[neighbours->count++] = (uint32_t)index;
}

/* Lists for each setup without a group the others within the radius, and itself. The setup's score is the
 * number of games of all these. */
static void find_neighbours(struct clustering *clustering)
{
    for (size_t i = 0; i < clustering->count; i++) {
        if (clustering->grouped[i])
            continue;
        add_neighbour(&clustering->neighbours[i], i);
        clustering->score[i] += clustering->used[i].games;
        for (size_t k = 0; k < i; k++) {
            if (clustering->grouped[k] || distance_between(clustering, i, k) > clustering->radius)
                continue;
            add_neighbour(&clustering->neighbours[i], k);
            add_neighbour(&clustering->neighbours[k], i);
            clustering->score[i] += clustering->used[k].games;
            clustering->score[k] += clustering->used[i].games;
        }
    }
}

/* Sets a place of a family to its most frequent rank, if FAMILY_GAMES_MIN games or more have it. If not, the
 * place stays as it is, with the share 0. `sure` gets the share of the family's games with that rank, in
 * units of 1 / FAMILY_SURE_MAX, rounded. */
static void set_commonest(struct family *family, int place, const uint32_t count[RANKS])
{
    int best = 0;
    for (int rank = 1; rank < RANKS; rank++)
        if (count[rank] > count[best])
            best = rank;
    if (count[best] < FAMILY_GAMES_MIN)
        return;
    family->rank[place] = (uint8_t)best;
    family->sure[place] = (uint8_t)((count[best] * FAMILY_SURE_MAX + family->games / 2) / family->games);
}

/* Makes a family of the setup `centre` and of its neighbours without a group, and marks them as grouped. The
 * family takes the places of the centre. A setup is mirrored first if its mirror image is nearer to the
 * centre. */
static struct family gather_around(struct clustering *clustering, size_t centre)
{
    const placeset places = clustering->places[centre];
    const struct neighbours *near = &clustering->neighbours[centre];
    uint32_t count[PIECES_A_SIDE][RANKS] = {{0}};
    struct family family = {0};
    for (size_t i = 0; i < near->count; i++) {
        size_t member = near->items[i];
        const struct used *used = &clustering->used[member];
        if (clustering->grouped[member])
            continue;
        const struct packed_setup *packed = &clustering->packed[centre];
        bool use_mirror =
            distance(packed, places, &clustering->mirror[member], clustering->mirror_places[member]) <
            distance(packed, places, &clustering->packed[member], clustering->places[member]);
        struct setup setup = used->setup;
        if (use_mirror)
            setup_mirror(&used->setup, &setup);
        for (int place = 0; place < PIECES_A_SIDE; place++)
            if (setup.rank[place] != PLACE_EMPTY)
                count[place][setup.rank[place]] += used->games;
        /* `mirrored` counts the games that used the mirror image of the family, not of the member. */
        family.games += used->games;
        family.mirrored += use_mirror ? used->games - used->mirrored : used->mirrored;
        clustering->grouped[member] = true;
        /* Its games no longer count in the scores of its neighbours. */
        for (size_t k = 0; k < clustering->neighbours[member].count; k++)
            clustering->score[clustering->neighbours[member].items[k]] -= used->games;
    }
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if (places >> place & 1)
            set_commonest(&family, place, count[place]);
        else
            family.rank[place] = PLACE_EMPTY;
    return family;
}

/* Makes families, the one with most games first, until no setup has enough games together with its
 * neighbours. */
static void gather_families(struct clustering *clustering, struct families *families)
{
    for (;;) {
        size_t best = 0;
        for (size_t i = 1; i < clustering->count; i++)
            if (!clustering->grouped[i] &&
                (clustering->grouped[best] || clustering->score[i] > clustering->score[best]))
                best = i;
        if (clustering->grouped[best] || clustering->score[best] < FAMILY_GAMES_MIN)
            break;
        struct family family = gather_around(clustering, best);
        add_family(families, &family);
    }
}

/* Orders setups by the number of games, most first, then by setup. For qsort. */
static int compare_games(const void *a, const void *b)
{
    const struct used *one = a, *two = b;
    if (one->games != two->games)
        return one->games < two->games ? 1 : -1;
    return memcmp(&one->setup, &two->setup, sizeof one->setup);
}

/* Counts for each family the games of setups that are in no family but take the same places. Does not count
 * for full armies: these take all places. */
static void count_alike(const struct clustering *clustering, struct families *families)
{
    for (uint32_t k = 0; k < families->count; k++) {
        struct family *family = &families->family[k];
        struct setup setup;
        memcpy(setup.rank, family->rank, sizeof setup.rank);
        placeset places = setup_taken(&setup);
        for (size_t i = 0; i < clustering->count && places != PLACES_ALL; i++)
            if (!clustering->grouped[i] &&
                (clustering->places[i] == places || clustering->mirror_places[i] == places))
                family->alike += clustering->used[i].games;
    }
}

/* Allocates the arrays and computes each setup's packed form, mirror image and places. Computes the max
 * distances too: they are given for a full army and smaller for an army of `pieces` pieces. */
static void prepare_clustering(struct clustering *clustering, int pieces)
{
    size_t capacity = clustering->count + 1;
    const int swap = 2; /* places; no two setups of one army differ on fewer */
    clustering->packed = memory_new(capacity, sizeof *clustering->packed);
    clustering->mirror = memory_new(capacity, sizeof *clustering->mirror);
    clustering->places = memory_new(capacity, sizeof *clustering->places);
    clustering->mirror_places = memory_new(capacity, sizeof *clustering->mirror_places);
    clustering->grouped = memory_new(capacity, sizeof *clustering->grouped);
    clustering->neighbours = memory_new(capacity, sizeof *clustering->neighbours);
    clustering->score = memory_new(capacity, sizeof *clustering->score);
    for (size_t i = 0; i < clustering->count; i++) {
        struct setup mirrored;
        setup_mirror(&clustering->used[i].setup, &mirrored);
        clustering->packed[i] = setup_packed(&clustering->used[i].setup);
        clustering->mirror[i] = setup_packed(&mirrored);
        clustering->places[i] = setup_taken(&clustering->used[i].setup);
        clustering->mirror_places[i] = setup_taken(&mirrored);
    }
    clustering->close = FAMILY_NEAR * pieces / PIECES_A_SIDE;
    clustering->radius = FAMILY_RADIUS * pieces / PIECES_A_SIDE;
    clustering->close = clustering->close > swap ? clustering->close : swap;
    clustering->radius = clustering->radius > swap ? clustering->radius : swap;
}

void families_learn(struct families *families, const struct setup *setups, size_t count)
{
    uint8_t army[RANKS];
    const int pieces = count ? setup_army(&setups[0], army) : PIECES_A_SIDE;
    /* Often used setups become families; `count` is the number of different setups from here on. */
    struct clustering clustering = {.used = count_uses(setups, count, &count)};
    families->count = 0;
    qsort(clustering.used, count, sizeof *clustering.used, compare_games);
    clustering.count = take_often_used(families, clustering.used, count);
    /* The other setups are near a family, or form families together, or stay alone. */
    prepare_clustering(&clustering, pieces);
    count_setups_near(&clustering, families);
    find_neighbours(&clustering);
    if (clustering.count)
        gather_families(&clustering, families);
    count_alike(&clustering, families);
    for (uint32_t i = 0; i < families->count; i++) {
        /* Limits the counts to FAMILY_GAMES_MAX; the share of mirrored games stays the same. */
        struct family *family = &families->family[i];
        if (family->games > FAMILY_GAMES_MAX) {
            family->mirrored = (uint32_t)((uint64_t)family->mirrored * FAMILY_GAMES_MAX / family->games);
            family->games = FAMILY_GAMES_MAX;
        }
        if (family->near > FAMILY_GAMES_MAX)
            family->near = FAMILY_GAMES_MAX;
        if (family->alike > FAMILY_GAMES_MAX)
            family->alike = FAMILY_GAMES_MAX;
    }
    families_prepare(families);
    for (size_t i = 0; i < clustering.count; i++)
        free(clustering.neighbours[i].items);
    free(clustering.neighbours);
    free(clustering.score);
    free(clustering.grouped);
    free(clustering.packed);
    free(clustering.mirror);
    free(clustering.places);
    free(clustering.mirror_places);
    free(clustering.used);
}
