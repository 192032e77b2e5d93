/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the network of setups learns. */
#include "cmocka_all.h"
#include "learn/network_learn.h"

#include <stdlib.h>
#include <string.h>

/* The network learns a rule that ties all places together: what stands on one tells the rest. */
static void test_network_learns(void **state)
{
    (void)state;
    enum { SETUPS = 40 };
    struct setup setups[SETUPS];
    struct setup_mask cover = {{0}};
    struct network *network = calloc(1, sizeof *network);
    struct rng rng;
    rng_seed(&rng, 12, 0);
    /* Two kinds of setup, told apart by what stands on place 0: the one in order, the other reversed. */
    for (int i = 0; i < SETUPS; i++) {
        int place = 0;
        for (int rank = 0; rank < RANKS; rank++)
            for (int n = 0; n < rank_table[rank].count; n++, place++)
                setups[i].rank[i % 2 ? place : PIECES_A_SIDE - 1 - place] = (uint8_t)rank;
    }
    memset(cover.state, NETWORK_NOTHING, sizeof cover.state);
    cover.state[0] = 0;
    const struct network_training course = {.epochs = 30, .batch = 8, .rate = 0.02};
    network_learn(network, setups, SETUPS, &cover, 1, &course, &rng);
    for (int i = 0; i < 2; i++) {
        struct network_sums sums;
        float answer[PIECES_A_SIDE][RANKS];
        network_start(network, &sums);
        network_change(network, &sums, 0, NETWORK_NOTHING, setups[i].rank[0]);
        network_answer(network, &sums, answer);
        for (int place = 1; place < PIECES_A_SIDE; place++)
            for (int rank = 0; rank < RANKS; rank++)
                assert_true(answer[place][rank] <= answer[place][setups[i].rank[place]]);
    }
    free(network);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_network_learns)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
