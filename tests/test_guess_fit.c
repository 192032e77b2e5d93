/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: no-sanitizers */
/* Learning from games: self-play, marks of games, weights picked by trial, and who seems to play. */
#include "cmocka_all.h"
#include "console/command.h"
#include "engine.h"
#include "lab/bench_guess.h"
#include "lab/self_play.h"
#include "learn/cross_fit.h"
#include "shipped.h"
#include "shortcuts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const players[] = {"invincible:belief.kind=counts", "random"};


static void play_dataset(struct dataset *dataset, size_t games, uint64_t seed, int jobs)
{
    struct error error;
    const struct self_play_terms terms = {.players = players, .player_count = 2, .games = games,
                                          .rules = *rules_find("deepnash"), .seed = seed, .jobs = jobs,
                                          .settings = &settings, .library = library};
    assert_int_equal(self_play(&terms, dataset, &error), STATUS_OK);
}

/* Three pairs share seven games; any number of jobs plays the same ones, another seed others. */
TEST(test_self_play)
{
    struct dataset one = {0}, two = {0}, other = {0};
    static struct game_fingerprints fingerprints;
    play_dataset(&one, 7, 5, 1);
    play_dataset(&two, 7, 5, 2);
    play_dataset(&other, 7, 6, 1);
    assert_int_equal(one.count, 7);
    assert_int_equal(two.count, 7);
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(one.items[i].count, two.items[i].count);
        assert_true(one.items[i].count > 0);
        for (uint32_t k = 0; k < one.items[i].count; k++)
            assert_true(one.items[i].events[k].move.from == two.items[i].events[k].move.from &&
                        one.items[i].events[k].move.to == two.items[i].events[k].move.to);
    }
    dataset_fingerprint(&one, &fingerprints);
    assert_int_equal(fingerprints.count, 7);
    for (size_t i = 1; i < fingerprints.count; i++)
        assert_true(fingerprints.fingerprint[i] > fingerprints.fingerprint[i - 1]);
    assert_int_equal(dataset_overlap(&two, &fingerprints), 7);
    assert_int_equal(dataset_overlap(&other, &fingerprints), 0);
    two.items[3].count--; /* a game cut short is another one */
    assert_int_equal(dataset_overlap(&two, &fingerprints), 6);
    dataset_free(&one);
    dataset_free(&two);
    dataset_free(&other);
}

/* An unknown player, and a stop, say so. */
TEST(test_self_play_ends)
{
    static const char *const nobody[] = {"nobody"};
    struct dataset dataset = {0};
    struct error error;
    atomic_bool stop = true;
    struct self_play_terms terms = {.players = nobody, .player_count = 1, .games = 2, .jobs = 1,
                                    .rules = *rules_find("deepnash"), .settings = &settings,
                                    .library = library};
    assert_int_equal(self_play(&terms, &dataset, &error), STATUS_BAD);
    terms.players = players;
    terms.stop = &stop;
    assert_int_equal(self_play(&terms, &dataset, &error), STATUS_NO);
    assert_int_equal(dataset.count, 0);
    dataset_free(&dataset);
}

static double loss(const struct belief_knowledge *knowledge, const struct dataset *dataset)
{
    struct guess_tally tally = {0};
    for (size_t i = 0; i < dataset->count; i++)
        for (enum side side = RED; side <= BLUE; side++)
            guess_tally_belief(knowledge, &dataset->items[i], side, &tally);
    return tally.part[GUESS_WHOLE].loss / tally.part[GUESS_WHOLE].pieces;
}

enum { PARTS = 3, MODELS = PARTS + 1 };

/* Learns from the games, as people's, with the shipped setup part for all: the whole and the parts'
 * models. */
static void learn(const struct dataset *games, int jobs, struct belief_model *models[MODELS])
{
    static const struct dataset none = {0};
    struct setup_statistics *statistics = calloc(1, sizeof *statistics);
    for (int i = 0; i < MODELS; i++)
        models[i] = shipped_belief_model();
    struct cross_fit cross = {.games = {games, &none}, .statistics = statistics, .part_count = PARTS,
                                  .parts = models + 1, .whole = models[0], .parts_weights = jobs > 1,
                                  .jobs = jobs};
    shipped_statistics(statistics);
    belief_options_default(&cross.options);
    cross_fit_run(&cross);
    free(statistics);
}

static void free_models(struct belief_model *models[MODELS])
{
    for (int i = 0; i < MODELS; i++)
        belief_model_free(models[i]);
}

/* What is learnt does not depend on the number of jobs; a kind of player without games keeps model and
 * weights; and a part's model knows nothing of its games, the others' do. */
TEST(test_cross_fit)
{
    struct dataset games = {0};
    struct belief_model *start = shipped_belief_model(), *one[MODELS], *two[MODELS], *other[MODELS];
    play_dataset(&games, 9, 7, 2);
    for (size_t i = 0; i < games.count; i++) /* the cost is by the move */
        games.items[i].count = games.items[i].count < 30 ? games.items[i].count : 30;
    learn(&games, 1, one);
    learn(&games, 2, two);
    games.items[3].count /= 2; /* of the first part */
    learn(&games, 2, other);
    for (int i = 0; i < MODELS; i++) {
        assert_int_equal(one[i]->move_model[PLAYER_PEOPLE].games, i ? 6 : 9);
        assert_memory_equal(&one[i]->move_model[PLAYER_PROGRAMS], &start->move_model[PLAYER_PROGRAMS],
                            sizeof start->move_model[PLAYER_PROGRAMS]);
        assert_true(one[i]->weights.programs == start->weights.programs &&
                    one[i]->weights.evidence == start->weights.evidence);
        assert_memory_equal(&one[i]->move_model, &two[i]->move_model, sizeof one[i]->move_model);
        assert_int_equal(memcmp(&other[i]->move_model, &two[i]->move_model, sizeof two[i]->move_model) == 0,
                         i == 1);
    }
    assert_memory_equal(&one[0]->weights, &two[0]->weights, sizeof one[0]->weights);
    assert_memory_equal(&one[1]->weights, &start->weights, sizeof start->weights);
    belief_model_free(start);
    free_models(one);
    free_models(two);
    free_models(other);
    dataset_free(&games);
}

/* Of a program's games the guesser finds out that a program plays; where it takes all for people it does not;
 * and knowing it makes the guesses better. A weight that the user sets beats the model's. */
TEST(test_player_kinds)
{
    struct dataset dataset = {0};
    struct setup_statistics *statistics = calloc(1, sizeof *statistics);
    struct belief_model *model = shipped_belief_model();
    struct belief_options options;
    struct belief_knowledge *knowledge = calloc(2, sizeof *knowledge);
    shipped_statistics(statistics);
    belief_options_default(&options);
    play_dataset(&dataset, 1, 902, 1); /* the first pair: the planner against itself */
    for (int open = 0; open < 2; open++) {
        options.prior = 0.1 * open;
        assert_int_equal(belief_knowledge_init(&knowledge[open], &options, statistics, model, NULL),
                         STATUS_OK);
        assert_true(knowledge[open].options.weights.people == model->weights.people);
        struct belief belief;
        belief_init_public(&belief, &knowledge[open], &dataset.items[0].start, BLUE);
        assert_true(fabs(players_posterior(&belief.players, PLAYER_PROGRAMS) - 0.1 * open) < 1e-6);
        for (uint32_t i = 0; i < dataset.items[0].count && i < 120; i++)
            belief_observe(&belief, &dataset.items[0].events[i]);
        assert_true(open ? players_posterior(&belief.players, PLAYER_PEOPLE) < 0.1f
                    : players_posterior(&belief.players, PLAYER_PROGRAMS) == 0);
        assert_true(fabs(belief.players.move_odds[PLAYER_PROGRAMS]) <= 8);
    }
    assert_true(loss(&knowledge[1], &dataset) < loss(&knowledge[0], &dataset));
    options.weights.people = 0.123;
    belief_knowledge_init(&knowledge[0], &options, statistics, model, NULL);
    assert_true(knowledge[0].options.weights.people == 0.123);
    assert_true(knowledge[0].options.weights.joint == model->weights.joint);
    free(knowledge);
    belief_model_free(model);
    free(statistics);
    dataset_free(&dataset);
}

TESTS_MAIN(engine_set_up, engine_tear_down)
