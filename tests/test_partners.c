/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sparring partners: each plays in its own way, ends its games, and does not peek. */
#include "agent/kinds.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "game/position.h"
#include "play/game.h"
#include "twins.h"
#include "worth/estimate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What `agent` moves by the random numbers of `seed`. */
static struct move choose_by_seed(struct agent *agent, const struct view *view, uint64_t seed)
{
    struct rng rng;
    rng_seed(&rng, seed, 0);
    return agent_move(agent, view, &(struct think){.rng = &rng});
}

/* Red's view of a picture, red to move. */
static void look(const char *picture, struct position *position, struct view *view)
{
    struct placement placement;
    placement_draw(&placement, RED, picture);
    assert_int_equal(position_init(position, &placement, rules_find("isf"), NULL), STATUS_OK);
    view_init(view, position, RED);
}

/* Asks in a scene of a few pieces with many random numbers, and returns how often it moved so. */
static int times(const char *spec, const char *picture, const char *from, const char *to)
{
    struct position position = {0};
    struct view view = {0};
    struct agent agent;
    int hits = 0;
    const struct move wanted = {(uint8_t)square_at(from[0] - 'a', atoi(from + 1) - 1),
                                (uint8_t)square_at(to[0] - 'a', atoi(to + 1) - 1)};
    look(picture, &position, &view);
    engine_start(&agent, spec);
    for (uint64_t seed = 0; seed < 100; seed++)
        hits += move_equal(choose_by_seed(&agent, &view, seed), wanted);
    agent_end(&agent);
    view_free(&view);
    position_free(&position);
    return hits;
}

/* --- their estimates --- */

/* Blue has a colonel, two captains, a bomb and a flag, all unknown; c4 has moved, c6 has not. */
static const char *const odds_scene =
    "bF  .   .   .   .   .   .   .   .   bB\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    ".   .   b6  .   .   .   .   .   .   .\n"
    ".   .   b6  .   .   .   .   .   .   .\n"
    ".   .   ~   ~   .   .   ~   ~   .   .\n"
    ".   .   ~   ~   .   .   ~   ~   .   .\n"
    ".   .   b8* .   .   .   .   .   .   .\n"
    ".   .   r7*! .   .   .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    "rF  .   .   .   .   .   .   .   .   .\n";

static bool near(double a, double b)
{
    return fabs(a - b) < 1e-12;
}

TEST(test_estimates)
{
    struct position position = {0};
    struct view view = {0};
    struct worth_options options;
    struct worth worth;
    look(odds_scene, &position, &view);
    const struct board *board = &view.board;
    const struct piece *moved = &board->piece[board->at[square_at(2, 3)]];
    const struct piece *still = &board->piece[board->at[square_at(2, 6)]];
    const struct piece *own = &board->piece[board->at[square_at(2, 2)]];
    struct odds odds = estimate_attack(board, MAJOR, moved);
    assert_true(near(odds.won, 2.0 / 3) && near(odds.lost, 1.0 / 3) && near(odds.both, 0));
    odds = estimate_attack(board, MAJOR, still);
    assert_true(near(odds.won, 3.0 / 5) && near(odds.lost, 2.0 / 5) && near(odds.both, 0));
    odds = estimate_attack(board, CAPTAIN, moved);
    assert_true(near(odds.won, 0) && near(odds.both, 2.0 / 3) && near(odds.lost, 1.0 / 3));
    assert_true(near(estimate_threat(board, moved, own, 1), 1.0 / 3));
    assert_true(near(estimate_threat(board, moved, own, 0.5), 1.0 / 6));
    assert_true(near(estimate_threat(board, still, own, 1), 0));
    worth_options_init(&options);
    worth_compute(&options, &view, &worth);
    double gain = estimate_gain(&worth, board, (struct move){own->square, moved->square});
    assert_true(near(gain, 2.0 / 3 * worth.value[BLUE][CAPTAIN] - 1.0 / 3 * worth.value[RED][MAJOR]));
    assert_true(near(estimate_danger(&worth, board, own, own->square, SQUARE_NONE, 1),
                     worth.value[RED][MAJOR] / 3));
    assert_true(near(estimate_danger(&worth, board, own, own->square, moved->square, 1), 0));
    view_free(&view);
    position_free(&position);
}

/* --- how they play --- */

/* A known captain between a known miner and a known general. */
static const char *const between =
    "bF  .   .   .   .   .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    ".   .   ~   ~   .   .   ~   ~   .   .\n"
    ".   .   ~   ~   .   .   ~   ~   .   .\n"
    ".   .   .   b3*! r6*! .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    "rF  .   r2* .   .   .   .   .   .   .\n";

/* An unmoved unknown piece beside red's only piece, and nothing known of blue. */
static const char *const stranger =
    "bF  .   .   .   .   .   .   .   .   b8\n"
    ".   .   .   .   .   .   .   .   .   bB\n"
    ".   .   .   .   .   .   .   .   .   bB\n"
    ".   .   .   .   bX .   .   .   .   b9\n"
    ".   .   ~   ~   r4* .   ~   ~   .   .\n"
    ".   .   ~   ~   .   .   ~   ~   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    "rF  .   .   .   .   .   .   .   .   r2\n";

/* A known general beside red's known captain, which can only go down or aside. */
static const char *const chased =
    "bF  .   .   .   .   .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    ".   .   ~   ~   .   .   ~   ~   .   .\n"
    ".   .   ~   ~   .   .   ~   ~   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    ".   .   .   b9*! r6*! .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    "rF  r3  .   .   .   .   .   .   .   .\n";

TEST(test_attacker)
{
    assert_int_equal(times("attacker", between, "e4", "d4"), 100);
    assert_int_equal(times("attacker", chased, "e3", "d3"), 0);
    assert_int_equal(times("attacker", stranger, "e6", "e7"), 0);
    assert_int_equal(times("attacker:gamble=10", stranger, "e6", "e7"), 100);
    assert_int_equal(times("attacker", odds_scene, "c3", "c4"), 100); /* two to one: no bluff believed */
}

TEST(test_runner)
{
    assert_int_equal(times("runner", between, "e4", "d4"), 0); /* it could take a miner */
    int away = times("runner", chased, "e3", "f3") + times("runner", chased, "e3", "e4") +
               times("runner", chased, "e3", "e2");
    assert_int_equal(away, 100);
}

TEST(test_gambler)
{
    assert_int_equal(times("gambler", stranger, "e6", "e7"), 100);
    assert_int_equal(times("gambler:until=0", stranger, "e6", "e7"), 0);
    assert_int_equal(times("gambler", chased, "e3", "d3"), 0);
}

/* It draws its moves by the learnt strengths: temperature 0 plays the one that a small one plays nearly
 * always, and that a high one plays seldom. */
TEST(test_people)
{
    struct placement placement;
    struct position position = {0};
    struct view view = {0};
    struct agent sure, usual, cold, hot;
    struct rng rng;
    int hits[3] = {0};
    rng_seed(&rng, 4, 0);
    placement_random_game(&placement, &rng);
    assert_int_equal(position_init(&position, &placement, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &position, RED);
    engine_start(&sure, "people:temperature=0");
    engine_start(&cold, "people:temperature=0.05");
    engine_start(&usual, "people");
    engine_start(&hot, "people:temperature=10");
    const struct move best = choose_by_seed(&sure, &view, 0);
    for (uint64_t seed = 1; seed <= 300; seed++) {
        assert_true(move_equal(choose_by_seed(&sure, &view, seed), best));
        hits[0] += move_equal(choose_by_seed(&cold, &view, seed), best);
        hits[1] += move_equal(choose_by_seed(&usual, &view, seed), best);
        hits[2] += move_equal(choose_by_seed(&hot, &view, seed), best);
    }
    assert_true(hits[0] > hits[1] && hits[1] > hits[2]);
    assert_true(hits[0] > 200);
    agent_end(&sure);
    agent_end(&cold);
    agent_end(&usual);
    agent_end(&hot);
    view_free(&view);
    position_free(&position);
}

/* --- what all of them must do --- */

static const char *const specs[] = {"attacker", "runner", "people", "people:temperature=0.5", "gambler"};
enum { SPECS = sizeof specs / sizeof specs[0] };

/* Games of each against each end by the rules, without an illegal move; twice the same. */
TEST(test_games)
{
    for (size_t red = 0; red < SPECS; red++) {
        struct game game[2];
        for (int i = 0; i < 2; i++) {
            const struct game_terms terms = {.player = {specs[red], specs[(red + 1) % SPECS]},
                                             .rules = *rules_find("deepnash"), .seed = red,
                                             .settings = &settings, .library = library};
            assert_int_equal(game_start(&game[i], &terms, NULL), STATUS_OK);
            assert_int_equal(game_run(&game[i], NULL, NULL), STATUS_OK);
            assert_int_not_equal(game_outcome(&game[i]).result, RESULT_OPEN);
            assert_int_not_equal(game_outcome(&game[i]).reason, REASON_ILLEGAL);
            assert_int_equal(record_check(&game[i].record, NULL), STATUS_OK);
        }
        assert_int_equal(game[0].record.plies, game[1].record.plies);
        assert_memory_equal(game[0].record.moves, game[1].record.moves,
                            game[0].record.plies * sizeof *game[0].record.moves);
        game_end(&game[0]);
        game_end(&game[1]);
    }
}

/* Two games that differ in hidden ranks alone: the same moves. */
TEST(test_does_not_peek)
{
    struct rng rng;
    int runs = 0;
    rng_seed(&rng, 21, 0);
    for (int game = 0; game < 40; game++) {
        struct twins twins;
        if (!twins_make(&twins, (int)rng_below(&rng, 250), rules_find("isf"), &rng))
            continue;
        for (size_t i = 0; i < SPECS; i++) {
            const struct position *both[] = {&twins.one, &twins.two};
            struct move answer[2];
            for (int j = 0; j < 2; j++) {
                struct view view = {0};
                struct agent agent;
                engine_start(&agent, specs[i]);
                view_init(&view, both[j], twins.watcher);
                answer[j] = choose_by_seed(&agent, &view, (uint64_t)game);
                view_free(&view);
                agent_end(&agent);
            }
            assert_true(move_equal(answer[0], answer[1]));
            runs++;
        }
        twins_free(&twins);
    }
    assert_true(runs > 100);
}

/* Only moves that may be answered are: each in turn. */
TEST(test_root)
{
    struct placement placement;
    struct position position = {0};
    struct view view = {0};
    struct move moves[MOVES_MAX];
    struct rng rng;
    rng_seed(&rng, 8, 0);
    placement_random_game(&placement, &rng);
    assert_int_equal(position_init(&position, &placement, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &position, RED);
    int count = board_moves(&view.board, moves);
    assert_true(count > 2);
    for (size_t i = 0; i < SPECS; i++) {
        struct agent agent;
        engine_start(&agent, specs[i]);
        for (int k = 0; k < count; k++) {
            const struct think think = {.rng = &rng, .root = &moves[k], .root_count = 1};
            assert_true(move_equal(agent_move(&agent, &view, &think), moves[k]));
        }
        agent_end(&agent);
    }
    view_free(&view);
    position_free(&position);
}

TESTS_MAIN(engine_set_up, engine_tear_down)
