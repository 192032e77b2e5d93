/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endings of few pieces as they are played: draws that are offered and taken where nobody can win, and wins
 * that agents must find. */
#include "cmocka_all.h"
#include "engine.h"
#include "file/file.h"
#include "game/notation.h"
#include "play/game.h"
#include "source.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Starts a game from tests/positions/NAME.yaml. */
static void start_ending(struct game *game, const char *name, const char *red, const char *blue,
                         uint64_t seed, bool ends_dead)
{
    struct position position = {0};
    struct placement start;
    struct error error = {0};
    source_position(&position, "%s.yaml", name);
    position_to_placement(&position, &start);
    position_free(&position);
    const struct game_terms terms = {.player = {red, blue}, .rules = *rules_find("deepnash"), .seed = seed,
                                     .settings = &settings, .library = library, .start = &start,
                                     .ends_dead = ends_dead};
    *game = (struct game){0};
    if (game_start(game, &terms, &error) != STATUS_OK)
        fail_msg("%s", error.text);
}

/* Every agent takes a draw where nobody can win, and offers one; where somebody can it does not offer. */
TEST(test_draw)
{
    for (size_t i = 0; i < agent_count; i++) {
        struct game game;
        start_ending(&game, "ending-dead", NULL, agent_table[i]->name, 1, false);
        assert_true(game_draw_offered(&game, BLUE));
        assert_false(game_draw_offered(&game, RED)); /* nobody offers for a person */
        assert_true(game_offer_draw(&game, RED));
        assert_int_equal(game.record.outcome.result, RESULT_DRAW);
        assert_int_equal(game.record.outcome.reason, REASON_AGREED);
        assert_false(game_draw_offered(&game, BLUE));
        game_end(&game);
        start_ending(&game, "ending-miner", NULL, agent_table[i]->name, 1, false);
        assert_false(game_draw_offered(&game, BLUE));
        game_end(&game);
    }
}

/* Between agents the rules' limits draw such a game, or by the option the game ends at once. */
TEST(test_ends_dead)
{
    struct game game;
    start_ending(&game, "ending-dead", "invincible", "invincible", 2, true);
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
    assert_int_equal(game.record.outcome.reason, REASON_AGREED);
    assert_int_equal(game.record.plies, 1);
    game_end(&game);
    start_ending(&game, "ending-dead", "invincible", "invincible", 2, false);
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
    assert_int_not_equal(game.record.outcome.reason, REASON_AGREED);
    assert_true(game.record.plies > 1);
    game_end(&game);
}

static const char *const agents[] = {"star:depth=4", "vedette:worlds=24", "invincible"};
enum { AGENTS = sizeof agents / sizeof agents[0], THINKERS = 2 /* the first, which look ahead */, SEEDS = 4 };

/* Wins within so many plies against an enemy that moves at random; 5 and 3 are the fewest. */
TEST(test_wins)
{
    static const struct {
        const char *position;
        uint32_t plies;
    } cases[] = {{"ending-miner", 60}, {"ending-scouts", 5}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
        for (int a = 0; a < THINKERS; a++)
            for (uint64_t seed = 0; seed < SEEDS; seed++) {
                struct game game;
                start_ending(&game, cases[c].position, agents[a], "random", seed, false);
                assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
                if (game.record.outcome.result != RESULT_RED || game.record.plies > cases[c].plies)
                    fail_msg("%s from %s, seed %d: result %d after %zu plies", agents[a], cases[c].position,
                             (int)seed, game.record.outcome.result, game.record.plies);
                game_end(&game);
            }
}

/* The first move, or what it must not be. */
TEST(test_marshal_and_spy)
{
    static const struct {
        const char *position;
        enum side side;
        const char *must;     /* NULL: any but those of `must_not` */
        const char *must_not;
    } cases[] = {{"ending-marshal", RED, NULL, "f4-f3 f4-e4"},
                 {"ending-spy", BLUE, "f3-f4", ""},
                 {"ending-spy-waits", BLUE, NULL, "f2-f3"}};
    for (size_t c = 0; c < sizeof cases / sizeof cases[0]; c++)
        for (int a = 0; a < AGENTS; a++)
            for (uint64_t seed = 0; seed < SEEDS; seed++) {
                struct game game;
                char text[MOVE_TEXT];
                start_ending(&game, cases[c].position, cases[c].side == RED ? agents[a] : "random",
                             cases[c].side == BLUE ? agents[a] : "random", seed, false);
                move_write(game_request_move(&game, NULL), false, NOTATION_DEBOER, text);
                if ((cases[c].must && strcmp(text, cases[c].must) != 0) || strstr(cases[c].must_not, text))
                    fail_msg("%s in %s: %s", agents[a], cases[c].position, text);
                game_end(&game);
            }
}

TESTS_MAIN(engine_set_up, engine_tear_down)
