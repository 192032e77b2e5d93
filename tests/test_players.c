/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who plays, as the guesser has it: the shares of people, programs and anyone, and what each adds. */
#include "belief/belief.h"
#include "belief/mixture.h"
#include "cmocka_all.h"
#include "lifelike.h"
#include "setup/creator.h"
#include "shipped.h"
#include "shortcuts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES = 8, PLIES = 250 };

static struct setup_statistics statistics;
static struct setup_model setup_model;
static struct belief_model *model;

static void know(struct belief_knowledge *knowledge, double prior, double anyone)
{
    struct belief_options options;
    belief_options_default(&options);
    options.kind = (double)(belief_kind_find("bayes") - belief_kind_table);
    options.prior = prior;
    options.weights.anyone = anyone;
    assert_int_equal(belief_knowledge_init(knowledge, &options, &statistics, model, NULL), STATUS_OK);
}

static void draw_setups(enum setup_generator generator, struct setup setups[SIDES], struct rng *rng)
{
    struct setup_options options = {.generator = generator, .best_of = 1, .open_flags = -1, .sweeps = 20,
                                    .model = &setup_model};
    memset(options.keep, RANK_UNKNOWN, sizeof options.keep);
    memcpy(options.army, variant_at(VARIANT_STANDARD)->count, sizeof options.army);
    judge_init(&options.judge);
    for (enum side side = RED; side <= BLUE; side++)
        setup_create(&statistics, &options, rng, &setups[side]);
}

/* Follows games in which people move, and gives the mean shares of both sides at their ends. */
static void mean_shares(const struct belief_knowledge *knowledge,
                        enum setup_generator generator,
                        double mean[PLAYER_COUNT])
{
    struct rng rng;
    rng_seed(&rng, 77, 0);
    memset(mean, 0, PLAYER_COUNT * sizeof *mean);
    for (int i = 0; i < GAMES; i++) {
        static struct lifelike game;
        static struct belief belief[SIDES];
        struct setup setups[SIDES];
        struct event event;
        draw_setups(generator, setups, &rng);
        lifelike_start_with(&game, model, setups);
        for (enum side side = RED; side <= BLUE; side++)
            belief_init_public(&belief[side], knowledge, &game.public_state, side);
        for (int ply = 0; ply < PLIES && lifelike_play(&game, PLAYER_PEOPLE, &rng, &event); ply++)
            for (enum side side = RED; side <= BLUE; side++) {
                double share[PLAYER_COUNT], sum = 0;
                belief_observe(&belief[side], &event);
                assert_true(belief_players(&belief[side], share));
                for (int player = 0; player < PLAYER_COUNT; player++) {
                    assert_true(share[player] >= 0 && share[player] <= 1);
                    sum += share[player];
                }
                assert_true(fabs(sum - 1) < 1e-6);
            }
        for (enum side side = RED; side <= BLUE; side++)
            for (int player = 0; player < PLAYER_COUNT; player++)
                mean[player] += (double)players_posterior(&belief[side].players, player) / (SIDES * GAMES);
        lifelike_end(&game);
    }
    print_message("people %.3f, programs %.3f, anyone %.3f\n", mean[PLAYER_PEOPLE], mean[PLAYER_PROGRAMS],
                  mean[PLAYER_ANYONE]);
}

/* Setups like people's are taken for people's; a stranger's, who knows no more than where people put each
 * rank, are not. */
TEST(test_shares)
{
    static struct belief_knowledge knowledge;
    double people[PLAYER_COUNT], strange[PLAYER_COUNT];
    know(&knowledge, 0.02, 0.05);
    knowledge.options.weights.evidence = 0; /* all move as people do */
    mean_shares(&knowledge, GENERATOR_FAITHFUL, people);
    mean_shares(&knowledge, GENERATOR_SEMI_RANDOM, strange);
    assert_true(people[PLAYER_PEOPLE] > 0.8);
    assert_true(strange[PLAYER_ANYONE] > 0.15 && strange[PLAYER_ANYONE] > 2 * people[PLAYER_ANYONE]);
    assert_true(strange[PLAYER_PEOPLE] < people[PLAYER_PEOPLE] - 0.1);
}

/* Who has no share before the first move never gets one. */
TEST(test_none)
{
    static struct belief_knowledge knowledge;
    double mean[PLAYER_COUNT];
    know(&knowledge, 0, 0);
    mean_shares(&knowledge, GENERATOR_SEMI_RANDOM, mean);
    assert_true(fabs(mean[PLAYER_PEOPLE] - 1) < 1e-6);
    know(&knowledge, 1, 0.05);
    mean_shares(&knowledge, GENERATOR_SEMI_RANDOM, mean);
    assert_true(fabs(mean[PLAYER_PROGRAMS] - 1) < 1e-6);
    know(&knowledge, 0, 1);
    mean_shares(&knowledge, GENERATOR_FAITHFUL, mean);
    assert_true(fabs(mean[PLAYER_ANYONE] - 1) < 1e-6);
}

/* The mixture lies between its parts; each part's rows add up to one, the mixture's too. */
TEST(test_mixture)
{
    static struct belief_knowledge knowledge;
    static struct lifelike game;
    static struct belief belief;
    struct setup setups[SIDES];
    struct event event;
    struct rng rng;
    rng_seed(&rng, 78, 0);
    know(&knowledge, 0.3, 0.5);
    draw_setups(GENERATOR_FAITHFUL, setups, &rng);
    lifelike_start_with(&game, model, setups);
    belief_init_public(&belief, &knowledge, &game.public_state, BLUE);
    for (int ply = 0; ply < 60 && lifelike_play(&game, PLAYER_PEOPLE, &rng, &event); ply++) {
        belief_observe(&belief, &event);
        for (int row = 0; row < PIECES_A_SIDE; row++) {
            float p[PLAYER_COUNT][RANKS], sum[PLAYER_COUNT] = {0}, mixed = 0;
            if (!belief_is_hidden(&belief, side_base(BLUE) + row))
                continue;
            for (enum player_kind player = 0; player < PLAYER_COUNT; player++)
                mixture_row(&belief, player, row, p[player]);
            for (int rank = 0; rank < RANKS; rank++) {
                float min = fminf(p[0][rank], fminf(p[1][rank], p[2][rank]));
                float max = fmaxf(p[0][rank], fmaxf(p[1][rank], p[2][rank]));
                for (int player = 0; player < PLAYER_COUNT; player++)
                    sum[player] += p[player][rank];
                mixed += mixture_rows(&belief.mixture)[row][rank];
                assert_true(mixture_rows(&belief.mixture)[row][rank] > min - 1e-5f);
                assert_true(mixture_rows(&belief.mixture)[row][rank] < max + 1e-5f);
            }
            for (int player = 0; player < PLAYER_COUNT; player++)
                assert_true(fabsf(sum[player] - 1) < 1e-4f);
            assert_true(fabsf(mixed - 1) < 1e-4f);
        }
    }
    lifelike_end(&game);
}

/* The guessers that know no players say nothing of them. */
TEST(test_silence)
{
    static struct belief_knowledge knowledge;
    static struct lifelike game;
    static struct belief belief;
    struct belief_options options;
    struct rng rng;
    double share[PLAYER_COUNT];
    rng_seed(&rng, 79, 0);
    belief_options_default(&options);
    options.kind = (double)(belief_kind_find("deboer") - belief_kind_table);
    assert_int_equal(belief_knowledge_init(&knowledge, &options, &statistics, NULL, NULL), STATUS_OK);
    lifelike_start(&game, model, &statistics, &rng);
    belief_init_public(&belief, &knowledge, &game.public_state, RED);
    assert_false(belief_players(&belief, share));
    lifelike_end(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_shares), cmocka_unit_test(test_none),
                                       cmocka_unit_test(test_mixture), cmocka_unit_test(test_silence)};
    shipped_statistics(&statistics);
    shipped_setup_model(&setup_model);
    model = shipped_belief_model();
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    setup_model_free(&setup_model);
    belief_model_free(model);
    return failed;
}
