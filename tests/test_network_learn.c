/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the network of setups learns. */
#include "cmocka_all.h"
#include "learn/network_learn.h"
#include "setup/place.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SETUPS = 40 };

/* Setups of two kinds, which differ in what stands on place 0: the one in order, the other reversed; of the
 * first kind there are three for one of the second. */
static void make_two_kinds(struct setup setups[SETUPS])
{
    for (int i = 0; i < SETUPS; i++) {
        int place = 0;
        for (int rank = 0; rank < RANKS; rank++)
            for (int n = 0; n < rank_table[rank].count; n++, place++)
                setups[i].rank[i % 4 ? place : PIECES_A_SIDE - 1 - place] = (uint8_t)rank;
    }
}

/* Lessons of them with a mask that shows place 0 alone. */
static void make_samples(struct network_samples *samples)
{
    struct setup setups[SETUPS];
    const struct dataset none = {0};
    make_two_kinds(setups);
    network_samples_make(samples, &none, setups, SETUPS, &none);
    assert_int_equal(samples->mask_count, 0);
    samples->mask_count = 1;
    memset(samples->masks[0].state, NETWORK_NOTHING, sizeof samples->masks[0].state);
    samples->masks[0].state[0] = 0;
}

/* The network learns a rule that ties all places together: what stands on one determines the rest. */
TEST(test_network_learns)
{
    struct network_samples samples;
    struct net *network = network_new();
    struct rng rng;
    make_samples(&samples);
    const struct network_training course = {.rounds = 30, .batch = 8, .rate = 0.02, .dropout = 0.25,
                                            .trust = 1, .jobs = 1};
    rng_seed(&rng, 12, 0);
    network_learn(network, &samples, &course, &rng);
    for (int i = 0; i < 2; i++) {
        struct network_sums sums;
        float answer[PIECES_A_SIDE][RANKS];
        const uint8_t *truth = samples.setups[i].rank;
        network_start(network, &sums);
        network_change(network, &sums, 0, NETWORK_NOTHING, truth[0]);
        network_logits(network, &sums, answer);
        for (int place = 1; place < PIECES_A_SIDE; place++)
            for (int rank = 0; rank < RANKS; rank++)
                assert_true(answer[place][rank] <= answer[place][truth[place]]);
    }
    net_free(network);
    network_samples_free(&samples);
}

/* Without trust the answer is the table of shares, whatever was seen. */
TEST(test_network_trust)
{
    struct network_samples samples;
    struct net *network = network_new();
    const struct network_training course = {.rounds = 1, .batch = 8, .rate = 0.02, .jobs = 1};
    struct network_sums sums;
    struct rng rng;
    float before[PIECES_A_SIDE][RANKS], after[PIECES_A_SIDE][RANKS];
    make_samples(&samples);
    rng_seed(&rng, 12, 0);
    network_learn(network, &samples, &course, &rng);
    network_start(network, &sums);
    network_logits(network, &sums, before);
    network_change(network, &sums, 0, NETWORK_NOTHING, FLAG);
    network_logits(network, &sums, after);
    assert_memory_equal(before, after, sizeof before);
    /* Two distinct setups of weight 1, each as it is and in the mirror by half, and 0.5 for all. */
    for (int rank = 0; rank < RANKS; rank++) {
        double share = 0.5;
        for (int i = 0; i < 2; i++)
            share += 0.5 * (samples.setups[i].rank[0] == rank) + 0.5 * (samples.setups[i].rank[9] == rank);
        assert_true(fabs(before[0][rank] - log(share)) < 1e-5);
    }
    net_free(network);
    network_samples_free(&samples);
}

/* An empty place counts for no rank: the table of its shares stays as it began, and so does that of the next
 * place. */
TEST(test_empty_places)
{
    struct network_samples samples;
    struct net *network = network_new();
    const struct network_training course = {.rounds = 1, .batch = 8, .rate = 0.02, .jobs = 1};
    struct network_sums sums;
    struct rng rng;
    float answer[PIECES_A_SIDE][RANKS];
    make_samples(&samples);
    for (size_t i = 0; i < samples.setup_count; i++)
        for (int place = 1; place < PIECES_A_SIDE; place++)
            samples.setups[i].rank[place] = PLACE_EMPTY;
    rng_seed(&rng, 12, 0);
    network_learn(network, &samples, &course, &rng);
    network_start(network, &sums);
    network_logits(network, &sums, answer);
    for (int place = 1; place < PIECES_A_SIDE; place++)
        for (int rank = 0; rank < RANKS; rank++)
            if (place != place_mirrored(0))
                assert_true(fabs(answer[place][rank] - log(0.5)) < 1e-5);
    net_free(network);
    network_samples_free(&samples);
}

/* One, two or three threads learn the same to the last bit; a batch need not be whole slices. */
TEST(test_same_for_any_jobs)
{
    struct network_samples samples;
    struct net *one = network_new(), *other = network_new();
    make_samples(&samples);
    for (int jobs = 1; jobs <= 3; jobs++) {
        const struct network_training course = {.rounds = 2, .batch = 38, .rate = 0.02, .dropout = 0.5,
                                                .trust = 0.5, .jobs = jobs};
        struct rng rng;
        rng_seed(&rng, 12, 0);
        network_learn(jobs == 1 ? one : other, &samples, &course, &rng);
        if (jobs > 1)
            assert_memory_equal(one->weight, other->weight, one->weights * sizeof(float));
    }
    net_free(one);
    net_free(other);
    network_samples_free(&samples);
}

/* A setup weighs the same in all, and its mirror image with it, however often it was played. */
TEST(test_samples_weights)
{
    struct network_samples samples;
    struct rng rng;
    int of_first = 0;
    make_samples(&samples);
    assert_true(fabs(samples.setups_before[SETUPS] - 2) < 1e-9);
    rng_seed(&rng, 1, 0);
    for (int i = 0; i < 4000; i++) {
        const struct setup *setup;
        struct setup_mask mask;
        network_samples_draw(&samples, 0.5, &rng, &setup, &mask);
        of_first += setup->rank[0] == samples.setups[0].rank[0];
        assert_memory_equal(&mask, samples.masks, sizeof mask);
    }
    assert_in_range(of_first, 1850, 2150);
    network_samples_free(&samples);
}

TESTS_MAIN(NULL, NULL)
