/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games that are played again from what their records say of themselves. */
#include "cmocka_all.h"
#include "engine.h"
#include "file/file.h"
#include "play/replay_check.h"
#include "shortcuts.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Plays a game to its end, or so many plies of it, where a person's side moves at random. */
static void play_terms(struct game *game, const struct game_terms *terms, size_t plies)
{
    struct rng rng;
    struct move moves[MOVES_MAX];
    rng_seed(&rng, terms->seed, 77);
    assert_int_equal(game_start(game, terms, NULL), STATUS_OK);
    while (game_outcome(game).result == RESULT_OPEN && game->record.plies < plies) {
        int count = board_moves(&game->position.board, moves);
        struct move move = game->player[game_to_move(game)].is_agent
                               ? game_request_move(game, NULL)
                               : moves[rng_below(&rng, (uint32_t)count)];
        assert_int_equal(game_play(game, move, NULL, NULL), STATUS_OK);
    }
}

/* The record as a file has it: what is not written there cannot help. */
static void write_and_read(struct record *record)
{
    struct text text = {0};
    struct file_content content = {0};
    game_write(record, &text);
    assert_int_equal(file_parse("f", text_string(&text), text.size, &content, NULL), STATUS_OK);
    record_copy(record, &content.record);
    file_content_free(&content);
    text_free(&text);
}

static void assert_again(const struct record *record, size_t replayed)
{
    struct replay_check again;
    struct settings standard = {0};
    settings_init(&standard, option_groups); /* whatever holds here now */
    struct game_terms terms = {.settings = &standard, .library = library};
    assert_int_equal(replay_check_run(record, &terms, NULL, &again, NULL), STATUS_OK);
    assert_true(again.same);
    assert_int_equal(again.requests, replayed);
    settings_free(&standard);
}

/* Whatever an agent's options are, and wherever they came from, its game is the same again. */
TEST(test_any_agents)
{
    static const char *const players[][SIDES] = {
        {"random", "probabilistic"},
        {"probabilistic:ties=random,piece=1.5", "invincible:profile=beginner"},
        {"invincible:belief.kind=bayes", "invincible:profile=bluffer"},
        {NULL, "invincible:profile=careful"},
        {"invincible", NULL},
    };
    for (size_t i = 0; i < sizeof players / sizeof players[0]; i++)
        for (int mine = 0; mine < 2; mine++) {
            struct game game;
            struct game_terms terms = engine_game_terms(players[i][RED], players[i][BLUE], 40 + i);
            if (mine) /* the session's own options, which no player's name has */
                assert_int_equal(settings_set(&settings, "plan_bluff.weight", "0.37", "set", NULL),
                                 STATUS_OK);
            play_terms(&game, &terms, players[i][RED] && players[i][BLUE] ? SIZE_MAX : 80);
            settings_reset(&settings, "plan_bluff.weight", NULL);
            write_and_read(&game.record);
            size_t persons = 0;
            for (size_t ply = 0; ply < game.record.plies; ply++)
                persons += players[i][record_mover(&game.record, ply)] == NULL;
            assert_again(&game.record, game.record.plies - persons);
            game_end(&game);
        }
}

/* Moves that were taken back, and agents that took new options on the way, leave a game that can be played
 * again: from where the last options hold. */
TEST(test_changes_on_the_way)
{
    struct game game;
    struct game_terms terms = engine_game_terms("invincible", "probabilistic:ties=random", 8);
    play_terms(&game, &terms, 40);
    for (int i = 0; i < 12 && game_take_back(&game, 1, NULL) == STATUS_OK; i++)
        continue;
    assert_int_equal(settings_set(&settings, "plan_random.max", "30", "set", NULL), STATUS_OK);
    size_t since = game.record.plies;
    assert_int_equal(game_reload(&game, &settings, NULL), STATUS_OK);
    assert_int_equal(game.record.agent[RED].since, since);
    assert_int_equal(game.record.agent[BLUE].since, 0); /* it takes none in the middle of a game */
    while (game.record.plies < since + 30 && game_outcome(&game).result == RESULT_OPEN)
        assert_int_equal(game_play(&game, game_request_move(&game, NULL), NULL, NULL), STATUS_OK);
    settings_reset(&settings, "plan_random.max", NULL);
    write_and_read(&game.record);
    size_t replayed = 0;
    for (size_t ply = 0; ply < game.record.plies; ply++)
        replayed += ply >= since || record_mover(&game.record, ply) == BLUE;
    assert_again(&game.record, replayed);
    game_end(&game);
}

/* Another seed, another option, another move in the record: the first move that differs is reported. */
TEST(test_differences)
{
    struct game game;
    struct replay_check again;
    struct game_terms terms = engine_game_terms("probabilistic:ties=random", "random", 12);
    play_terms(&game, &terms, 60);
    struct record *record = &game.record;
    record->seed++;
    assert_int_equal(replay_check_run(record, &terms, NULL, &again, NULL), STATUS_OK);
    assert_false(again.same);
    record->seed--;
    assert_int_equal(replay_check_run(record, &terms, NULL, &again, NULL), STATUS_OK);
    assert_true(again.same);

    struct move last = record->moves[record->plies - 1].move, moves[MOVES_MAX];
    record_cut(record, record->plies - 1);
    struct position position = {0};
    assert_int_equal(record_replay(record, SIZE_MAX, &position, NULL, NULL), STATUS_OK);
    int count = board_moves(&position.board, moves), other = move_equal(moves[0], last) && count > 1;
    position_free(&position);
    record_append(record, (struct move_with_ranks){moves[other], RANK_UNKNOWN, RANK_UNKNOWN});
    assert_int_equal(replay_check_run(record, &terms, NULL, &again, NULL), STATUS_OK);
    assert_false(again.same);
    assert_int_equal(again.at, record->plies - 1);
    assert_true(move_equal(again.move, last));
    assert_int_equal(again.requests, record->plies - 1);
    record_cut(record, record->plies - 1);
    /* It did not give up there. */
    record->outcome = (struct outcome){result_win(side_other(record_mover(record, record->plies))),
                                       REASON_RESIGNED};
    assert_int_equal(replay_check_run(record, &terms, NULL, &again, NULL), STATUS_OK);
    assert_false(again.same);
    assert_int_equal(again.at, record->plies);
    game_end(&game);
}

static void *stop_soon(void *stop)
{
    nanosleep(&(struct timespec){.tv_nsec = 20000000}, NULL);
    atomic_store((atomic_bool *)stop, true);
    return NULL;
}

/* What an agent answers because it was stopped is no difference. */
TEST(test_stopped_thought)
{
    struct game game;
    struct replay_check again;
    struct error error;
    atomic_bool stop = false;
    pthread_t thread;
    struct game_terms terms = engine_game_terms("random:wait=forever", NULL, 12);
    play_terms(&game, &terms, 1);
    game.record.seed++;
    assert_int_equal(replay_check_run(&game.record, &terms, NULL, &again, NULL), STATUS_OK);
    assert_false(again.same);
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, &stop), 0);
    assert_int_equal(replay_check_run(&game.record, &terms, &stop, &again, &error), STATUS_NO);
    assert_string_equal(error.text, "stopped");
    assert_int_equal(pthread_join(thread, NULL), 0);
    game_end(&game);
}

TEST(test_refusals)
{
    struct game game;
    struct replay_check again;
    struct error error;
    atomic_bool stop = true;
    struct game_terms terms = engine_game_terms(NULL, "random", 12);
    play_terms(&game, &terms, 9);
    struct record *record = &game.record;
    assert_int_equal(replay_check_run(record, &terms, &stop, &again, &error), STATUS_NO);
    assert_string_equal(error.text, "stopped");
    record->has_seed = false;
    assert_int_equal(replay_check_run(record, &terms, NULL, &again, &error), STATUS_NO);
    assert_string_equal(error.text, "the game does not say by which seed it was played");
    record->has_seed = true;
    record_add_option(record, BLUE, "random.wait", "0");
    record_add_option(record, BLUE, "random.wiat", "1");
    assert_int_equal(replay_check_run(record, &terms, NULL, &again, &error), STATUS_BAD);
    assert_string_equal(error.text, "blue's agent: found the unknown key 'random.wiat'; the nearest known is "
                                    "'random.wait'");
    assert_true(again.fault_side == BLUE && again.fault_option == 1);
    record_name_agent(record, BLUE, "nobody", 0);
    assert_int_equal(replay_check_run(record, &terms, NULL, &again, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "blue's agent: unknown agent 'nobody'"));
    assert_true(again.fault_option == SIZE_MAX);
    record_name_agent(record, BLUE, "", 0);
    assert_int_equal(replay_check_run(record, &terms, NULL, &again, &error), STATUS_NO);
    assert_string_equal(error.text, "the game does not say by which options an agent played it");
    game_end(&game);
}

/* A game that was cut off goes on with the options it began with, not with those of whoever resumes it; where
 * they mean nothing here, with the own ones, and the record says so. */
TEST(test_resume)
{
    struct game game, again, other;
    struct game_terms terms = engine_game_terms("invincible:profile=bluffer", "invincible", 21);
    assert_int_equal(settings_set(&settings, "plan_bluff.weight", "0.37", "set", NULL), STATUS_OK);
    play_terms(&game, &terms, 60);
    settings_reset(&settings, "plan_bluff.weight", NULL);
    struct record half = {0};
    record_clear(&half);
    record_copy(&half, &game.record);
    record_cut(&half, 20);
    write_and_read(&half);
    assert_int_equal(game_resume(&again, &half, &terms, NULL), STATUS_OK);
    assert_int_equal(again.record.agent[BLUE].since, 0);
    while (again.record.plies < 60)
        assert_int_equal(game_play(&again, game_request_move(&again, NULL), NULL, NULL), STATUS_OK);
    assert_memory_equal(again.record.moves, game.record.moves, 60 * sizeof *game.record.moves);

    record_add_option(&half, BLUE, "plan_of_old.weight", "3");
    assert_int_equal(game_resume(&other, &half, &terms, NULL), STATUS_OK);
    assert_int_equal(other.record.agent[RED].since, 0);
    assert_int_equal(other.record.agent[BLUE].since, 20);
    assert_int_equal(other.record.agent[BLUE].count, 0);
    record_clear(&half);
    game_end(&other);
    game_end(&again);
    game_end(&game);
}

TESTS_MAIN(engine_set_up, engine_tear_down)
