/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The running game: the referee between agents and persons, and that agents cannot peek. */
#include "agent/kinds.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "folder.h"
#include "play/game.h"
#include "play/thinker.h"
#include "twins.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

TEST(test_agents_play_to_the_end)
{
    int flags = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct game game, again;
        struct game_terms terms = engine_game_terms("probabilistic", "random", seed);
        assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
        assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
        assert_int_not_equal(game_outcome(&game).result, RESULT_OPEN);
        assert_int_not_equal(game_outcome(&game).reason, REASON_ILLEGAL);
        assert_int_equal(record_check(&game.record, NULL), STATUS_OK);
        flags += game_outcome(&game).reason == REASON_FLAG;
        assert_int_equal(game_start(&again, &terms, NULL), STATUS_OK);
        assert_int_equal(game_run(&again, NULL, NULL), STATUS_OK);
        assert_int_equal(again.record.plies, game.record.plies);
        assert_memory_equal(again.record.moves, game.record.moves,
                            game.record.plies * sizeof *game.record.moves);
        game_end(&again);
        game_end(&game);
    }
    assert_true(flags > 0);
}

static void assert_same_moves(const struct record *one, const struct record *two)
{
    assert_int_equal(one->plies, two->plies);
    assert_memory_equal(one->moves, two->moves, two->plies * sizeof *two->moves);
}

/* A record's seed is enough to play the game again, out of a match too; and a game that was cut off goes on
 * as it would have, whatever the seed of those who go on with it. */
TEST(test_seed_of_a_game)
{
    for (uint64_t stream = 0; stream < 4; stream++) {
        struct game game, again;
        struct error error;
        struct game_terms terms = engine_game_terms("invincible", "probabilistic:ties=random", 9);
        terms.stream = stream;
        assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
        assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
        assert_int_equal(game.record.seed == 9, stream == 0);
        terms.seed = game.record.seed;
        terms.stream = 0;
        assert_int_equal(game_start(&again, &terms, NULL), STATUS_OK);
        assert_int_equal(game_run(&again, NULL, NULL), STATUS_OK);
        assert_same_moves(&game.record, &again.record);
        game_end(&again);

        struct record half = {0};
        record_copy(&half, &game.record);
        half.plies /= 2;
        half.outcome = (struct outcome){RESULT_OPEN, REASON_NONE};
        terms.seed = 1234;
        assert_int_equal(game_resume(&again, &half, &terms, &error), STATUS_OK);
        assert_int_equal(game_run(&again, NULL, NULL), STATUS_OK);
        assert_same_moves(&game.record, &again.record);
        game_end(&again);
        half.has_seed = false; /* another program's: the seed is ours */
        assert_int_equal(game_resume(&again, &half, &terms, &error), STATUS_OK);
        assert_true(again.record.has_seed && again.record.seed == 1234);
        game_end(&again);
        record_clear(&half);
        game_end(&game);
    }
}

TEST(test_unknown_agents)
{
    struct agent agent;
    struct error error;
    const struct {
        const char *spec, *text;
    } cases[] = {
        {"nobody", "unknown agent 'nobody'; there are random, greedy, probabilistic"},
        {"random:depth=3", "found the unknown key 'random.depth'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(agent_start(&agent, cases[i].spec, &settings, library, &error), STATUS_BAD);
        assert_int_equal(strncmp(error.text, cases[i].text, strlen(cases[i].text)), 0);
    }
    assert_int_equal(agent_start(&agent, "probabilistic:piece=x", &settings, library, &error), STATUS_BAD);
    assert_int_equal(agent_start(&agent, "probabilistic:piece=2,moved=0", &settings, library, &error),
                     STATUS_OK);
    agent_end(&agent);
}

/* As many nodes as a test has time for. One of vedette's is a world played out, many plies long. */
static uint64_t few_nodes(const struct agent_kind *kind)
{
    return strcmp(kind->name, "vedette") == 0 ? 16 : 2000;
}

/* Two games that differ only in two hidden enemy pieces: every agent answers the same. */
TEST(test_agents_do_not_peek)
{
    struct rng rng;
    size_t chosen = 0, games = 0;
    int wanted = (int)test_size("GAME_TWINS", 36);
    rng_seed(&rng, 31, 0);
    for (int game = 0; game < wanted; game++) {
        struct twins twins;
        if (!twins_make(&twins, (int)rng_below(&rng, 250), rules_find("isf"), &rng))
            continue;
        games++;
        for (size_t kind = 0; kind < agent_count; kind++) {
            struct position *both[] = {&twins.one, &twins.two};
            struct move answer[2];
            for (int i = 0; i < 2; i++) {
                struct view view = {0};
                struct agent agent;
                struct rng own;
                rng_seed(&own, (uint64_t)game, kind);
                assert_int_equal(agent_start(&agent, agent_table[kind]->name, &settings, library, NULL),
                                 STATUS_OK);
                view_init(&view, both[i], twins.watcher);
                struct think think = {.rng = &own, .nodes = few_nodes(agent_table[kind])};
                answer[i] = agent_move(&agent, &view, &think);
                view_free(&view);
                agent_end(&agent);
            }
            assert_true(move_equal(answer[0], answer[1]));
            assert_int_equal(board_check(&twins.one.board, answer[0]), MOVE_LEGAL);
            chosen++;
        }
        twins_free(&twins);
    }
    assert_true(games > (size_t)wanted / 4 && chosen == games * agent_count);
}

/* Keeps what an agent reports. */
static void keep_report(void *context, const struct progress *progress)
{
    *(struct progress *)context = *progress;
}

/* Asked for one of some moves, every agent answers one of them, and reports no other. */
TEST(test_agents_keep_to_the_root)
{
    static struct progress progress;
    int reports = 0;
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct game game;
        struct move legal[MOVES_MAX];
        const char *name = agent_table[seed % agent_count]->name;
        struct game_terms terms = engine_game_terms(name, name, seed);
        assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
        for (uint32_t ply = 0; ply < seed && game_outcome(&game).result == RESULT_OPEN; ply++)
            assert_int_equal(game_play(&game, game_request_move(&game, &(struct think){.depth = 1}), NULL,
                                       NULL),
                             STATUS_OK);
        int count = board_moves(&game.position.board, legal), first = count / 2;
        if (game_outcome(&game).result != RESULT_OPEN)
            count = first = 0; /* it ended before */
        /* `vedette` draws one of the moves that count as equal, `rnad` by probabilities in percent. */
        double equal = strcmp(name, "vedette") == 0 ? 0.05
                       : strcmp(name, "rnad") == 0  ? 100
                                                    : 0;
        struct think think = {.depth = 2,
                              .root = legal + first, .root_count = count - first > 3 ? 3 : count - first,
                              .report = keep_report, .context = &progress};
        progress = (struct progress){0};
        struct move answer = count ? game_request_move(&game, &think) : MOVE_NONE;
        assert_true(!count || think_allows(&think, answer));
        if (progress.roots) {
            reports++;
            /* Vedette plays none out that its plans like too little. */
            assert_in_range(progress.roots, strcmp(name, "vedette") == 0 ? 1 : think.root_count,
                            think.root_count);
            assert_true(progress.length > 0 && move_equal(progress.line[0], answer));
            assert_true(move_equal(progress.best, answer));
        }
        for (int i = 0; i < progress.roots; i++) {
            assert_true(think_allows(&think, progress.root[i].move));
            assert_true(progress.root[i].value <= progress.value + equal);
        }
        game_end(&game);
    }
    assert_true(reports > 10);
}

/* Tells how many threads it was offered by which move it makes. */
static struct move count_threads(void *state, const struct view *view, const struct think *think)
{
    struct move moves[MOVES_MAX];
    (void)state;
    return board_moves(&view->board, moves) > think->threads ? moves[think->threads] : MOVE_NONE;
}

static const struct agent_kind counting = {.name = "counting", .move = count_threads};

/* An agent may think on as many threads as the game has, a resumed one too, unless the request has others. */
TEST(test_threads_of_a_game)
{
    struct game game, resumed;
    struct move moves[MOVES_MAX];
    struct game_terms terms = engine_game_terms("random", "random", 3);
    terms.threads = 2;
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    assert_int_equal(game_resume(&resumed, &game.record, &terms, NULL), STATUS_OK);
    assert_true(board_moves(&game.view[RED].board, moves) > 3);
    game.player[RED].agent.kind = resumed.player[RED].agent.kind = &counting;
    assert_true(move_equal(game_request_move(&game, NULL), moves[2]));
    assert_true(move_equal(game_request_move(&resumed, NULL), moves[2]));
    assert_true(move_equal(game_request_move(&game, &(struct think){.threads = 3}), moves[3]));
    /* What they were started as is what ends them. */
    game.player[RED].agent.kind = resumed.player[RED].agent.kind = game.player[BLUE].agent.kind;
    game_end(&game);
    game_end(&resumed);
}

/* The probabilistic agent takes what it knows it beats, and leaves what it knows beats it. */
TEST(test_probabilistic_judges)
{
    static const char picture[] =
        ".  .  .  .  .  .  .  .  .  bF   .  .  .  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .  .  ."
        " .  .  .  .  .  .  .  .  .  .   b3!* .  ~  ~  .  .  ~  ~  .  .  r6 b9!* ~  ~  .  .  ~  ~  .  ."
        " .  .  .  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .  .  .    .  .  .  .  .  .  .  .  .  ."
        " rF .  .  .  .  .  .  .  .  .";
    struct placement placement;
    struct position position;
    struct view view = {0};
    struct agent agent;
    struct rng rng;
    placement_draw(&placement, RED, picture);
    position_init(&position, &placement, rules_find("isf"), NULL);
    view_init(&view, &position, RED);
    assert_int_equal(agent_start(&agent, "probabilistic", &settings, library, NULL), STATUS_OK);
    for (uint64_t seed = 0; seed < 20; seed++) {
        rng_seed(&rng, seed, 0);
        struct move move = agent_move(&agent, &view, &(struct think){.rng = &rng});
        assert_int_equal(move.from, square_at(0, 4));
        assert_int_equal(move.to, square_at(0, 5));
    }
    agent_end(&agent);
    view_free(&view);
    position_free(&position);
}

/* In a practice game attacks go back too; what was taken back comes again as it was. */
TEST(test_practice)
{
    struct game game;
    struct error error;
    struct move moves[MOVES_MAX];
    struct record whole = {0};
    struct game_terms terms = engine_game_terms(NULL, NULL, 5);
    terms.practice = true;
    assert_int_equal(game_start(&game, &terms, &error), STATUS_OK);
    bool attacked = false;
    while (!attacked && game_outcome(&game).result == RESULT_OPEN) {
        const struct board *board = &game.position.board;
        int count = board_attacks(board, moves);
        attacked = count > 0;
        if (!count)
            count = board_moves(board, moves);
        struct move move = moves[game.record.plies * 7 % (size_t)count];
        assert_int_equal(game_play(&game, move, NULL, &error), STATUS_OK);
    }
    assert_true(attacked && game_outcome(&game).result == RESULT_OPEN);
    uint64_t key = game.position.board.key;
    size_t plies = game.record.plies;
    game_comment(&game, plies, "well done");
    record_copy(&whole, &game.record);
    assert_int_equal(game_redo(&game, &whole, plies, &error), STATUS_NO);
    assert_int_equal(game_take_back(&game, 1, &error), STATUS_OK);
    assert_null(record_comment_at(&game.record, plies));
    assert_int_equal(game_redo(&game, &whole, plies + 1, &error), STATUS_NO);
    assert_int_equal(game_redo(&game, &whole, plies, &error), STATUS_OK);
    assert_true(game.position.board.key == key);
    assert_string_equal(record_comment_at(&game.record, plies), "well done");
    /* What the attack showed is not known any more behind it, and is again. */
    assert_int_equal(game_take_back(&game, 1, &error), STATUS_OK);
    game.record.practice = false;
    assert_int_equal(game_redo(&game, &whole, plies, &error), STATUS_OK);
    assert_int_equal(game_take_back(&game, 1, &error), STATUS_NO);
    record_clear(&whole);
    game_end(&game);
}

TEST(test_person_and_take_back)
{
    struct game game;
    struct error error;
    struct move moves[MOVES_MAX];
    struct game_terms terms = engine_game_terms(NULL, NULL, 5);
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK); /* waits for the person */
    assert_int_equal(game.record.plies, 0);
    assert_int_equal(game_play(&game, (struct move){0, 50}, NULL, &error), STATUS_NO);
    assert_int_equal(game_take_back(&game, 1, &error), STATUS_NO);
    uint64_t key = game.position.board.key;
    struct rng rng;
    rng_seed(&rng, 6, 0);
    int taken = 0, refused = 0;
    while (game_outcome(&game).result == RESULT_OPEN && game.record.plies < 400) {
        int count = board_moves(&game.view[game_to_move(&game)].board, moves);
        struct move move = moves[rng_below(&rng, (uint32_t)count)];
        key = game.position.board.key;
        assert_int_equal(game_play(&game, move, NULL, NULL), STATUS_OK);
        const struct ply *ply = &game.position.board.history[game.position.board.plies - 1];
        bool seen = ply->battle != BATTLE_NONE ||
                    (!ply->mover_known && square_distance(move.from, move.to) > 1);
        if (game_outcome(&game).result != RESULT_OPEN)
            break;
        if (seen) {
            assert_int_equal(game_take_back(&game, 1, &error), STATUS_NO);
            refused++;
        } else if (rng_below(&rng, 3) == 0) {
            assert_int_equal(game_take_back(&game, 1, &error), STATUS_OK);
            assert_true(game.position.board.key == key);
            taken++;
        }
    }
    assert_true(taken > 10 && refused > 5);
    game_resign(&game, RED);
    assert_int_not_equal(game_outcome(&game).result, RESULT_OPEN);
    game_end(&game);
}

TEST(test_thinker)
{
    struct game game;
    struct thinker thinker;
    struct wake bell;
    struct move move;
    struct think_stats effort;
    struct game_terms terms = engine_game_terms("probabilistic", "random", 8);
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    assert_int_equal(wake_init(&bell, NULL), STATUS_OK);
    thinker_init(&thinker, &bell);
    assert_false(thinker_poll(&thinker, &move, &effort));
    for (int i = 0; i < 50; i++) {
        thinker_start(&thinker, &game);
        struct pollfd wake = {.fd = wake_descriptor(&bell), .events = POLLIN};
        do {
            assert_int_equal(poll(&wake, 1, 10000), 1);
            wake_drain(&bell);
        } while (!thinker_poll(&thinker, &move, &effort));
        assert_int_equal(game_play(&game, move, NULL, NULL), STATUS_OK);
        if (i % 10 == 0) {
            thinker_start(&thinker, &game);
            thinker_cancel(&thinker);
            assert_false(thinker_poll(&thinker, &move, &effort));
        }
    }
    thinker_free(&thinker);
    wake_free(&bell);
    game_end(&game);
}

static int set_up_game(void **state)
{
    return engine_set_up(state) || folder_set_up(state);
}

static int tear_down_game(void **state)
{
    return engine_tear_down(state) || folder_tear_down(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_agents_play_to_the_end),
        cmocka_unit_test(test_seed_of_a_game),
        cmocka_unit_test(test_unknown_agents),
        cmocka_unit_test(test_agents_do_not_peek),
        cmocka_unit_test(test_agents_keep_to_the_root),
        cmocka_unit_test(test_threads_of_a_game),
        cmocka_unit_test(test_probabilistic_judges),
        cmocka_unit_test(test_person_and_take_back),
        cmocka_unit_test(test_practice),
        cmocka_unit_test(test_thinker),
    };
    return cmocka_run_group_tests(tests, set_up_game, tear_down_game);
}
