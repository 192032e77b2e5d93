/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent multi-ply: against a slow oracle of its algorithm, its limits, what it may know; and greedy. */
#include "agent/kinds.h"
#include "agent/redeca.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "game/position.h"
#include "play/game.h"
#include "redeca_oracle.h"
#include "twins.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the oracle --- */

/* A random scene: a flag and up to `max` others a side, near each other, some moved, some known. */
static void random_scene(struct placement *placement, int max, struct rng *rng)
{
    static const uint8_t ranks[] = {BOMB, SPY, SCOUT, MINER, SERGEANT, CAPTAIN, CAPTAIN, GENERAL, MARSHAL};
    placement_clear(placement);
    placement->to_move = (enum side)rng_below(rng, SIDES);
    for (int side = 0; side < SIDES; side++) {
        int men = 2 + (int)rng_below(rng, (uint32_t)max);
        for (int i = 0; i < men; i++) {
            int square;
            do
                square = square_at(4 + (int)rng_below(rng, 3), 2 + (int)rng_below(rng, 6));
            while (square_is_lake(square) || placement->cell[square].side != SIDES);
            struct cell *cell = &placement->cell[square];
            cell->side = (uint8_t)side;
            cell->rank = i ? ranks[rng_below(rng, sizeof ranks)] : FLAG;
            cell->moved = rank_moves(cell->rank) && rng_below(rng, 2);
            cell->known = i && rng_below(rng, 3) == 0;
        }
    }
}

/* Asks the agent so often and holds how often it answers what against the oracle. */
static void compare_with_oracle(const struct view *view, const char *spec, const struct redeca_terms *terms,
                                int times)
{
    struct agent agent;
    struct redeca_answers answers;
    int counted[ORACLE_MOVES] = {0};
    double sum = 0;
    redeca_oracle(&view->board, terms, &answers);
    engine_start(&agent, spec);
    for (int seed = 0; seed < times; seed++) {
        struct rng rng;
        int at = 0;
        rng_seed(&rng, (uint64_t)seed, 5);
        struct move move = agent_move(&agent, view, &(struct think){.rng = &rng});
        while (at < answers.count && !move_equal(answers.move[at], move))
            at++;
        assert_true(at < answers.count);
        counted[at]++;
    }
    for (int i = 0; i < answers.count; i++) {
        double p = answers.p[i], share = (double)counted[i] / times;
        double spread = 4.5 * sqrt(p * (1 - p) / times) + 1e-9;
        if (share < p - spread - 0.5 / times || share > p + spread + 0.5 / times)
            fail_msg("%s: move %d-%d is answered %.3f of the times, expected %.3f", spec,
                     answers.move[i].from, answers.move[i].to, share, p);
        sum += p;
    }
    assert_true(fabs(sum - 1) < 1e-9);
    agent_end(&agent);
}

/* How many of the enemy's pieces the view does not know. */
static int hidden_in(const struct view *view)
{
    int hidden = 0;
    for (int number = 0; number < PIECES; number++)
        hidden += view->board.piece[number].square != SQUARE_NONE &&
                  view->board.piece[number].rank == RANK_UNKNOWN;
    return hidden;
}

TEST(test_oracle)
{
    static const struct {
        const char *words;
        struct redeca_terms terms;
        int max, scenes;
    } cases[] = {
        {"plies=1", {1, 0.0625, 0.03125, 0.015625, true, false, true, false, 1}, 5, 60},
        {"plies=2", {1, 0.0625, 0.03125, 0.015625, true, false, true, false, 2}, 4, 60},
        {"plies=2,formula=algorithm", {1, 0.0625, 0.03125, 0.015625, false, false, true, false, 2}, 4, 20},
        {"plies=2,evaluation=material", {1, 0, 0, 0, true, true, true, false, 2}, 4, 20},
        {"plies=2,ties=home,evaluation=material", {1, 0, 0, 0, true, true, true, true, 2}, 4, 20},
        {"plies=3", {1, 0.0625, 0.03125, 0.015625, true, false, true, false, 3}, 2, 30},
        {"plies=3,enemy=probabilistic", {1, 0.0625, 0.03125, 0.015625, true, false, false, false, 3}, 3, 20},
        {"plies=4,rank=0.125,moved=0.25", {1, 0.125, 0.25, 0.015625, true, false, true, false, 4}, 1, 10},
    };
    int in_doubt = 0;
    struct rng rng;
    rng_seed(&rng, 77, 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char spec[160];
        snprintf(spec, sizeof spec, "multi-ply:rank=0.0625,moved=0.03125,distance=0.015625,%s",
                 cases[i].words);
        for (int scene = 0; scene < cases[i].scenes;) {
            struct placement placement;
            struct position position = {0};
            struct view view = {0};
            random_scene(&placement, cases[i].max, &rng);
            if (position_init(&position, &placement, rules_find("free"), NULL) != STATUS_OK)
                continue;
            if (position_outcome(&position).result == RESULT_OPEN) {
                view_init(&view, &position, placement.to_move);
                in_doubt += hidden_in(&view) > 1;
                compare_with_oracle(&view, spec, &cases[i].terms, 300);
                view_free(&view);
                scene++;
            }
            position_free(&position);
        }
    }
    assert_true(in_doubt > 100);
}

/* --- the rest --- */

/* With one ply it is the agent probabilistic: the same games, move by move. */
TEST(test_one_ply)
{
    static const char *const words[] = {"piece=1.2", "ties=random,formula=algorithm", "evaluation=material"};
    for (uint64_t seed = 1; seed <= 6; seed++) {
        struct game game[2];
        for (int i = 0; i < 2; i++) {
            char spec[128];
            snprintf(spec, sizeof spec, i ? "multi-ply:plies=1,%s" : "probabilistic:%s", words[seed % 3]);
            struct game_terms terms = {.player = {seed % 2 ? spec : "random", seed % 2 ? "random" : spec},
                                       .rules = *rules_find("deepnash"), .seed = seed, .settings = &settings,
                                       .library = library};
            assert_int_equal(game_start(&game[i], &terms, NULL), STATUS_OK);
            assert_int_equal(game_run(&game[i], NULL, NULL), STATUS_OK);
        }
        assert_int_equal(game[0].record.plies, game[1].record.plies);
        assert_memory_equal(game[0].record.moves, game[1].record.moves,
                            game[0].record.plies * sizeof *game[0].record.moves);
        game_end(&game[0]);
        game_end(&game[1]);
    }
}

/* Whole games with three plies, in which nothing is out of order with what may be drawn. */
TEST(test_three_plies_to_the_end)
{
    for (uint64_t seed = 1; seed <= 3; seed++) {
        struct game game;
        struct game_terms terms = {.player = {"multi-ply:plies=3", "multi-ply:plies=2,ties=random"},
                                   .rules = *rules_find("isf"), .seed = seed, .settings = &settings,
                                   .library = library};
        terms.rules.move_limit = 300;
        assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
        assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
        assert_int_not_equal(game_outcome(&game).result, RESULT_OPEN);
        assert_int_not_equal(game_outcome(&game).reason, REASON_ILLEGAL);
        assert_int_equal(record_check(&game.record, NULL), STATUS_OK);
        game_end(&game);
    }
}

TEST(test_does_not_peek)
{
    static const char *const specs[] = {"multi-ply:plies=2", "multi-ply:plies=3,ties=random",
                                        "multi-ply:plies=3,enemy=probabilistic", "greedy"};
    struct rng rng;
    int runs = 0;
    rng_seed(&rng, 12, 0);
    for (int game = 0; game < 30; game++) {
        struct twins twins;
        if (!twins_make(&twins, (int)rng_below(&rng, 250), rules_find("isf"), &rng))
            continue;
        for (size_t i = 0; i < sizeof specs / sizeof specs[0]; i++) {
            const struct position *both[] = {&twins.one, &twins.two};
            struct move answer[2];
            for (int j = 0; j < 2; j++) {
                struct view view = {0};
                struct agent agent;
                struct rng own;
                rng_seed(&own, (uint64_t)game, i);
                engine_start(&agent, specs[i]);
                view_init(&view, both[j], twins.watcher);
                answer[j] = agent_move(&agent, &view, &(struct think){.rng = &own});
                view_free(&view);
                agent_end(&agent);
            }
            assert_true(move_equal(answer[0], answer[1]));
            runs++;
        }
        twins_free(&twins);
    }
    assert_true(runs > 60);
}

/* What an agent reported last, and how often. */
struct reports {
    int count;
    struct progress last;
};

static void keep_report(void *context, const struct progress *progress)
{
    struct reports *reports = context;
    reports->count++;
    reports->last = *progress;
}

/* Twenty plies would never end: the limits of the request stop it, and the answer is a legal move. */
TEST(test_multi_ply_limits)
{
    static struct reports reports;
    atomic_bool stop = true;
    struct rng rng;
    struct placement placement;
    struct position position;
    struct view view = {0};
    struct agent agent;
    rng_seed(&rng, 3, 0);
    placement_random_game(&placement, &rng);
    assert_int_equal(position_init(&position, &placement, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &position, RED);
    engine_start(&agent, "multi-ply:plies=20");
    struct think thinks[] = {
        {.nodes = 1}, {.nodes = 1000}, {.stop = &stop}, {.hard_seconds = 0.01}, {.soft_seconds = 0.01},
        {.has_clock = true, .clock = 0.5}, {.has_clock = true, .clock = 1e-6},
    };
    for (size_t i = 0; i < sizeof thinks / sizeof thinks[0]; i++) {
        struct think *think = &thinks[i];
        reports = (struct reports){0};
        think->rng = &rng;
        think->report = keep_report;
        think->context = &reports;
        assert_int_equal(board_check(&view.board, agent_move(&agent, &view, think)), MOVE_LEGAL);
        assert_true(!think->nodes || reports.last.nodes <= think->nodes);
    }
    rng_seed(&rng, 4, 0);
    reports = (struct reports){0};
    struct think whole = {.depth = 2, .rng = &rng, .report = keep_report, .context = &reports};
    assert_int_equal(board_check(&view.board, agent_move(&agent, &view, &whole)), MOVE_LEGAL);
    /* It was let go to its end: it reports every move, and its nodes. */
    struct move moves[MOVES_MAX];
    int count = board_moves(&view.board, moves);
    uint64_t visits = 0;
    assert_int_equal(reports.last.roots, count);
    assert_int_equal(reports.last.depth, 2);
    for (int i = 0; i < reports.last.roots; i++)
        visits += reports.last.root[i].visits;
    assert_int_equal(visits, reports.last.nodes);
    assert_true(reports.last.nodes > (uint64_t)count);
    agent_end(&agent);
    /* One node less: it is counted, to the last one, and the last move is not reported. */
    engine_start(&agent, "multi-ply:plies=2");
    rng_seed(&rng, 4, 0);
    uint64_t max = reports.last.nodes - 1;
    struct think think = {.rng = &rng, .nodes = max, .report = keep_report, .context = &reports};
    assert_int_equal(board_check(&view.board, agent_move(&agent, &view, &think)), MOVE_LEGAL);
    assert_int_equal(reports.last.nodes, max);
    assert_true(reports.last.roots < count);
    agent_end(&agent);
    view_free(&view);
    position_free(&position);
}

/* Greedy takes the flag before all else, what it beats before what it may beat, and leaves the rest alone. */
TEST(test_greedy)
{
    static const struct {
        const char *picture;
        int from, to; /* from SQUARE_NONE: any quiet move */
    } cases[] = {
        {". . . . . . . . . bF!   . . . . . . . . . r2   . . . . . . . . . b3!   . . . . . . . . . r6",
         89, 99},
        {"bF! . . . . . . . . .   . . . . . . . . . b8   b3 . . . . . . . . b3!   r4 . . . . . . . b8! r6",
         69, 79},
        {"bF! . . . . . . . . .   . . . . . . . . . .   . . . . . . . . . b9!   . . . . . . . . . r6",
         SQUARE_NONE, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char picture[1024];
        struct placement placement;
        struct position position;
        struct view view = {0};
        struct agent agent;
        snprintf(picture, sizeof picture,
                 "%s . . ~ ~ . . ~ ~ . .  . . ~ ~ . . ~ ~ . .  . . . . . . . . . .  . . . . . . . . . ."
                 "  . . . . . . . . . .  rF . . . . . . . . .", cases[i].picture);
        placement_draw(&placement, RED, picture);
        assert_int_equal(position_init(&position, &placement, rules_find("isf"), NULL), STATUS_OK);
        view_init(&view, &position, RED);
        engine_start(&agent, "greedy");
        for (uint64_t seed = 0; seed < 20; seed++) {
            struct rng rng;
            rng_seed(&rng, seed, 0);
            struct move move = agent_move(&agent, &view, &(struct think){.rng = &rng});
            assert_int_equal(board_check(&view.board, move), MOVE_LEGAL);
            if (cases[i].from == SQUARE_NONE) {
                assert_int_equal(view.board.at[move.to], NO_PIECE);
            } else {
                assert_int_equal(move.from, cases[i].from);
                assert_int_equal(move.to, cases[i].to);
            }
        }
        agent_end(&agent);
        view_free(&view);
        position_free(&position);
    }
}

TESTS_MAIN(engine_set_up, engine_tear_down)
