/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Families of setups, and whether a setup is known, near a known one, or new. */
#include "base/rng.h"
#include "belief/recall.h"
#include "cmocka_all.h"
#include "learn/families_learn.h"
#include "setup/place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FAMILY_COUNT = 4, NOISE = 300 };

/* The forty pieces in some order. */
static struct setup shuffled(struct rng *rng)
{
    struct setup setup;
    int place = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < rank_table[rank].count; i++)
            setup.rank[place++] = (uint8_t)rank;
    for (place = PIECES_A_SIDE - 1; place > 0; place--) {
        int other = (int)rng_below(rng, (uint32_t)place + 1);
        uint8_t rank = setup.rank[place];
        setup.rank[place] = setup.rank[other];
        setup.rank[other] = rank;
    }
    return setup;
}

/* The setup with pieces of different ranks exchanged `times` times; on twice as many places at most. */
static struct setup changed(const struct setup *setup, int times, struct rng *rng)
{
    struct setup other = *setup;
    while (times) {
        uint32_t a = rng_below(rng, PIECES_A_SIDE), b = rng_below(rng, PIECES_A_SIDE);
        if (other.rank[a] == other.rank[b])
            continue;
        uint8_t rank = other.rank[a];
        other.rank[a] = other.rank[b];
        other.rank[b] = rank;
        times--;
    }
    return other;
}

/* Setups among noise: 0: five times, once of them mirrored; 1: three times; 2: twice, with three near it;
 * 3: four that are near one which is not there itself. `own` gets them. */
static size_t make_family_setups(struct setup *setups, struct setup own[FAMILY_COUNT], struct rng *rng)
{
    size_t count = 0;
    for (int i = 0; i < FAMILY_COUNT; i++)
        own[i] = shuffled(rng);
    for (int i = 0; i < 4; i++)
        setups[count++] = own[0];
    setup_mirror(&own[0], &setups[count++]);
    setups[count++] = changed(&own[0], 2, rng); /* near it */
    for (int i = 0; i < 3; i++)
        setups[count++] = own[1];
    for (int i = 0; i < 2; i++)
        setups[count++] = own[2];
    for (int i = 0; i < 3; i++)
        setups[count++] = changed(&own[2], 2, rng);
    for (int i = 0; i < 4; i++)
        setups[count++] = changed(&own[3], 2, rng);
    for (int i = 0; i < NOISE; i++)
        setups[count++] = shuffled(rng);
    return count;
}

static int distance_to(const struct family *family, const struct setup *setup)
{
    struct setup mode, mirrored;
    memcpy(mode.rank, family->rank, sizeof mode.rank);
    setup_mirror(&mode, &mirrored);
    int one = setup_distance(&mode, setup), two = setup_distance(&mirrored, setup);
    return one < two ? one : two;
}

static struct families *learnt(struct setup own[FAMILY_COUNT])
{
    struct setup setups[NOISE + 40];
    struct families *families = calloc(1, sizeof *families);
    struct rng rng;
    rng_seed(&rng, 1, 0);
    size_t count = make_family_setups(setups, own, &rng);
    families_learn(families, setups, count);
    return families;
}

TEST(test_learning)
{
    struct setup own[FAMILY_COUNT];
    struct families *families = learnt(own);
    assert_int_equal(families->count, FAMILY_COUNT);
    const uint32_t games[FAMILY_COUNT] = {5, 3, 5, 4}, near[FAMILY_COUNT] = {1, 0, 0, 0};
    for (int i = 0; i < FAMILY_COUNT; i++) {
        const struct family *family = NULL;
        for (uint32_t k = 0; k < families->count; k++)
            if (distance_to(&families->family[k], &own[i]) <= 4)
                family = &families->family[k];
        assert_non_null(family);
        assert_int_equal(family->games, games[i]);
        assert_int_equal(family->near, near[i]);
        if (i < 3)
            assert_int_equal(distance_to(family, &own[i]), 0);
        if (i == 0)
            assert_true(family->mirrored == 1 || family->mirrored == 4);
        bool sure = true;
        for (int place = 0; place < PIECES_A_SIDE; place++)
            sure &= family->sure[place] == FAMILY_SURE_MAX;
        assert_true(sure == (i < 2));
    }
    free(families);
}

/* Of three setups that differ here and there a family keeps what all have, and nothing of two or one. */
TEST(test_few)
{
    struct setup setups[3];
    struct families *families = calloc(1, sizeof *families);
    struct rng rng;
    int kept = 0;
    rng_seed(&rng, 4, 0);
    setups[0] = shuffled(&rng);
    setups[1] = changed(&setups[0], 2, &rng);
    setups[2] = changed(&setups[0], 2, &rng);
    families_learn(families, setups, 3);
    assert_int_equal(families->count, 1);
    const struct family *family = &families->family[0];
    struct setup turned;
    int agree = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        agree += family->rank[place] == setups[0].rank[place];
    for (int i = 0; i < 3 && agree < 30; i++) { /* it is kept the other way round */
        setup_mirror(&setups[i], &turned);
        setups[i] = turned;
    }
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int rank = setups[0].rank[place];
        bool all = setups[1].rank[place] == rank && setups[2].rank[place] == rank;
        assert_int_equal(family->sure[place], all ? FAMILY_SURE_MAX : 0);
        assert_int_equal(family->rank[place], all ? rank : 0);
        kept += all;
    }
    assert_in_range(kept, 30, PIECES_A_SIDE - 2);
    free(families);
}

/* In another order the same families, each with the same numbers. */
TEST(test_order)
{
    struct setup setups[NOISE + 40], turned[NOISE + 40], own[FAMILY_COUNT];
    struct families *one = calloc(1, sizeof *one), *two = calloc(1, sizeof *two);
    struct rng rng;
    rng_seed(&rng, 2, 0);
    size_t count = make_family_setups(setups, own, &rng);
    for (size_t i = 0; i < count; i++)
        turned[i] = setups[count - 1 - i];
    families_learn(one, setups, count);
    families_learn(two, turned, count);
    assert_int_equal(one->count, two->count);
    assert_memory_equal(one->family, two->family, one->count * sizeof *one->family);
    free(one);
    free(two);
}

static const struct recall_terms terms = {
    .share = {0.3f, 0.1f}, .keep = {0.99f, 0.75f}, .seen = 1, .moved = 1, .habits = 1};

static double sum_of(const float *values, size_t count)
{
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += (double)values[i];
    return sum;
}

/* Shows the pieces on the first places as `setup` has them, each to a new setup as probable as `p`. */
static void show(struct recall *recall, const struct families *families, const struct setup *setup,
                 int places, float p, float share[SETUP_NOVELTIES])
{
    static const float none[PIECES_A_SIDE][RANKS];
    float mode[PIECES_A_SIDE][RANKS];
    recall_start(recall, families, &terms, PLACES_ALL);
    for (int place = 0; place < places; place++)
        recall_add_fact(recall, families, &terms, place, (uint16_t)(1u << setup->rank[place]), p, terms.seen);
    recall_settle(recall, families, &terms);
    recall_mix(recall, families, &terms, 0, NULL, none, mode, share);
}

TEST(test_recall)
{
    struct setup own[FAMILY_COUNT];
    struct families *families = learnt(own);
    struct recall *recall = calloc(1, sizeof *recall);
    float share[SETUP_NOVELTIES];
    struct rng rng;
    rng_seed(&rng, 3, 0);

    /* Before anything is seen: as learnt. What the sums at the start say is what settling would. */
    show(recall, families, &own[0], 0, 0.1f, share);
    assert_true(fabs((double)share[SETUP_KNOWN] - 0.3) < 1e-4);
    assert_true(fabs((double)share[SETUP_NEAR] - 0.1) < 1e-4);
    struct recall *again = calloc(1, sizeof *again);
    *again = *recall;
    recall_start(again, families, &terms, PLACES_ALL);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        for (int rank = 0; rank < RANKS; rank++)
            assert_true(fabsf(again->mode[place][rank] - recall->mode[place][rank]) < 1e-5f);
    free(again);

    /* Of a known setup six pieces are enough, its mirror image too, and the rest of it stands there. */
    show(recall, families, &own[1], 6, 0.1f, share);
    assert_true(share[SETUP_KNOWN] > 0.9f);
    for (int place = 6; place < PIECES_A_SIDE; place++)
        assert_true(recall->mode[place][own[1].rank[place]] > 0.9f);
    struct setup mirrored;
    setup_mirror(&own[1], &mirrored);
    show(recall, families, &mirrored, 8, 0.1f, share);
    assert_true(share[SETUP_KNOWN] > 0.9f);

    /* Two pieces elsewhere, and it is near one; nothing in common, and it is new. */
    struct setup near = changed(&own[1], 2, &rng);
    show(recall, families, &near, PIECES_A_SIDE, 0.1f, share);
    assert_true(share[SETUP_NEAR] > 0.9f);
    struct setup strange = shuffled(&rng);
    show(recall, families, &strange, 20, 0.1f, share);
    assert_true(share[SETUP_NEW] > 0.99f);
    assert_true(fabs(sum_of(share, SETUP_NOVELTIES) - 1) < 1e-5);

    /* What everybody has there is weak evidence: the new setup foresaw it too. */
    show(recall, families, &own[1], 6, 1, share);
    assert_true(share[SETUP_NEW] > 0.5f && share[SETUP_KNOWN] < 0.4f);

    /* Without families there is nothing but the new one. */
    show(recall, NULL, &own[0], 0, 0.1f, share);
    assert_true(share[SETUP_NEW] == 1);
    free(recall);
    free(families);
}

/* How hidden pieces moved turns the weights, and only of what is left of them. */
TEST(test_habits)
{
    struct setup own[FAMILY_COUNT];
    struct families *families = learnt(own);
    struct recall *recall = calloc(1, sizeof *recall);
    float ratio[PIECES_A_SIDE][RANKS], mode[PIECES_A_SIDE][RANKS], share[2][SETUP_NOVELTIES];
    uint8_t hidden[PIECES_A_SIDE];
    recall_start(recall, families, &terms, PLACES_ALL);
    recall_settle(recall, families, &terms);
    for (int way = 0; way < 2; way++) { /* moves speak for the second family, against it */
        for (int place = 0; place < PIECES_A_SIDE; place++) {
            hidden[place] = (uint8_t)place;
            for (int rank = 0; rank < RANKS; rank++)
                ratio[place][rank] = rank == own[1].rank[place] ? (way ? 0.7f : 1.4f) : 1;
        }
        recall_mix(recall, families, &terms, PIECES_A_SIDE, hidden, (const float (*)[RANKS])ratio, mode,
                   share[way]);
        assert_true(fabs(sum_of(share[way], SETUP_NOVELTIES) - 1) < 1e-5);
        for (int place = 0; place < PIECES_A_SIDE; place++)
            assert_true(sum_of(mode[place], RANKS) <= 1.0001);
    }
    assert_true(share[0][SETUP_KNOWN] > 0.9f && share[1][SETUP_KNOWN] < 0.5f);
    free(recall);
    free(families);
}

TESTS_MAIN(NULL, NULL)
