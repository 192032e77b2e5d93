/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bot under a referee of the tests' own, that speaks the manager's protocol line by line. */
#include "agent/kinds.h"
#include "base/clock.h"
#include "beliefs.h"
#include "bot/progcomp.h"
#include "cmocka_all.h"
#include "engine.h"
#include "observer/planner_state.h"
#include "referee.h"
#include "setup/judge.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const colour[SIDES] = {"RED", "BLUE"};

/* The manager: it knows all, and sends each bot what the protocol has for it. */
struct manager {
    struct position truth;
    struct agent agent[SIDES];
    struct progcomp bot[SIDES];
    struct text answer;
    char report[REFEREE_REPORT]; /* the last move and its outcome */
};

static enum status send_line(struct progcomp *bot, const char *line, struct text *answer, struct error *error)
{
    for (; *line; line++)
        assert_int_equal(progcomp_read_byte(bot, *line, answer, error), STATUS_OK);
    return progcomp_read_byte(bot, '\n', answer, error);
}

static void greet(struct manager *manager, enum side side)
{
    char line[64];
    snprintf(line, sizeof line, "%s bots/other 10 10", colour[side]);
    text_clear(&manager->answer);
    assert_int_equal(send_line(&manager->bot[side], line, &manager->answer, NULL), STATUS_OK);
}

static void start_manager(struct manager *manager, const char *red, const char *blue, uint64_t seed)
{
    char red_setup[REFEREE_SETUP + 1];
    const char *names[SIDES] = {red, blue};
    memset(manager, 0, sizeof *manager);
    for (enum side side = RED; side <= BLUE; side++) {
        assert_int_equal(agent_start(&manager->agent[side], names[side], &settings, library, NULL),
                         STATUS_OK);
        progcomp_init(&manager->bot[side], &manager->agent[side], &settings, seed, 1);
        greet(manager, side);
        if (side == RED)
            snprintf(red_setup, sizeof red_setup, "%s", text_string(&manager->answer));
    }
    referee_begin(&manager->truth, red_setup, text_string(&manager->answer));
    snprintf(manager->report, sizeof manager->report, "START");
}

static void finish(struct manager *manager)
{
    for (enum side side = RED; side <= BLUE; side++) {
        progcomp_free(&manager->bot[side]);
        agent_end(&manager->agent[side]);
    }
    position_free(&manager->truth);
    text_free(&manager->answer);
}

/* Status and board; the bot's answer is then in manager->answer. */
static void ask_move(struct manager *manager, enum side side)
{
    char line[11];
    text_clear(&manager->answer);
    assert_int_equal(send_line(&manager->bot[side], manager->report, &manager->answer, NULL),
                     STATUS_OK);
    for (int y = 0; y < 10; y++) {
        assert_int_equal(manager->answer.size, 0);
        referee_row(&manager->truth, side, y, line);
        assert_int_equal(send_line(&manager->bot[side], line, &manager->answer, NULL),
                         STATUS_OK);
    }
}

/* Plays the bot's answer; false where it gives up. */
static bool play_answer(struct manager *manager, enum side side, bool always_multiplier)
{
    if (!referee_play(&manager->truth, text_string(&manager->answer), always_multiplier, manager->report))
        return false;
    if (!position_outcome(&manager->truth).result) {
        text_clear(&manager->answer);
        assert_int_equal(send_line(&manager->bot[side], manager->report, &manager->answer, NULL), STATUS_OK);
        assert_int_equal(manager->answer.size, 0);
    }
    return true;
}

TEST(test_whole_games)
{
    static const char *const pairs[][SIDES] = {
        {"probabilistic", "random"}, {"probabilistic", "probabilistic"}, {"invincible", "random"},
        {"random", "invincible:profile=beginner"},
    };
    int flags = 0;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        struct manager manager;
        start_manager(&manager, pairs[seed % 4][RED], pairs[seed % 4][BLUE], seed);
        enum side side = RED;
        while (!position_outcome(&manager.truth).result) {
            ask_move(&manager, side);
            if (!play_answer(&manager, side, seed % 3 == 0))
                break;
            side = side_other(side);
        }
        flags += position_outcome(&manager.truth).reason == REASON_FLAG;
        for (int s = RED; s <= BLUE; s++) {
            text_clear(&manager.answer);
            assert_int_equal(send_line(&manager.bot[s], "QUIT bots/a RED VICTORY 5 3 2",
                                                &manager.answer, NULL), STATUS_OK);
            assert_int_equal(manager.bot[s].stage, PROGCOMP_OVER);
            assert_int_equal(manager.answer.size, 0);
        }
        finish(&manager);
    }
    assert_true(flags > 0);
}

/* Each line that the protocol does not have there ends the bot, and sends nothing. */
TEST(test_violations)
{
    static const struct {
        const char *line, *text;
    } cases[] = {
        {"", "found '', expected a move and its outcome"},
        {"0 3 DOWN", "found '0 3', expected a move and its outcome"},
        {"0 3 DOWN 12 OK", "found '0 3', expected a move and its outcome"},
        {"0 3 DOWN KILLS 9", "found '0 3', expected a move and its outcome"},
        {"0 3 DOWN KILLS 9 Z", "found '0 3', expected a move and its outcome"},
        {"0 0 UP OK", "found '0 0', expected a move and its outcome"},
        {"0 9 UP OK", "the manager's move is impossible: the piece is the other side's"},
        {"10 3 DOWN OK", "found '10 3', expected a move and its outcome"},
        {"-1 3 DOWN OK", "found '-1 3', expected a move and its outcome"},
        {"0x0 3 DOWN OK", "found '0x0 3', expected a move and its outcome"},
        {"+ 3 DOWN OK", "found '+ 3', expected a move and its outcome"},
        {"++0 3 DOWN OK", "found '++0 3', expected a move and its outcome"},
        {"x 3 SIDEWAYS", "found 'x 3', expected a move and its outcome"},
        {"START", "found 'START', expected a move and its outcome"},
        {"QUITTER x RED VICTORY 1 2 3", "found 'QUITTER x', expected a move and its outcome"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct manager manager;
        struct error error = {0};
        start_manager(&manager, "random", "random", 1);
        text_clear(&manager.answer);
        assert_int_equal(send_line(&manager.bot[BLUE], cases[i].line, &manager.answer, &error),
                         STATUS_BAD);
        assert_string_equal(error.text, cases[i].text);
        assert_int_equal(manager.answer.size, 0);
        assert_int_equal(send_line(&manager.bot[BLUE], "START", &manager.answer, &error),
                         STATUS_BAD);
        finish(&manager);
    }
}

/* The echo of another move than the bot's own is not believed, nor a second START. */
TEST(test_wrong_echo)
{
    struct manager manager;
    struct error error = {0};
    start_manager(&manager, "random", "random", 1);
    ask_move(&manager, RED);
    int x, y;
    char echo[32];
    assert_int_equal(sscanf(text_string(&manager.answer), "%d %d", &x, &y), 2);
    snprintf(echo, sizeof echo, "%d 3 DOWN OK", x == 0 ? 1 : 0);
    assert_int_equal(send_line(&manager.bot[RED], echo, &manager.answer, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "expected the bot's own move"));
    finish(&manager);
    start_manager(&manager, "random", "random", 1);
    ask_move(&manager, RED);
    assert_true(play_answer(&manager, RED, false));
    assert_int_equal(send_line(&manager.bot[RED], "START", &manager.answer, &error), STATUS_BAD);
    finish(&manager);
}

TEST(test_wrong_board)
{
    struct manager manager;
    struct error error = {0};
    start_manager(&manager, "random", "random", 1);
    assert_int_equal(send_line(&manager.bot[RED], "START", &manager.answer, NULL), STATUS_OK);
    assert_int_equal(send_line(&manager.bot[RED], "..........", &manager.answer, &error),
                     STATUS_BAD);
    assert_non_null(strstr(error.text, "the manager's board has '.' on (0,0)"));
    finish(&manager);
}

TEST(test_greetings)
{
    static const char *const lines[] = {"", "GREEN x 10 10", "RED", "RED x 8 8", "red x 10 10",
                                        "RED a path with blanks 10 11"};
    struct agent agent;
    assert_int_equal(agent_start(&agent, "random", &settings, library, NULL), STATUS_OK);
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct progcomp bot;
        struct text answer = {0};
        progcomp_init(&bot, &agent, &settings, 1, 1);
        assert_int_equal(send_line(&bot, lines[i], &answer, NULL), STATUS_BAD);
        assert_int_equal(answer.size, 0);
        progcomp_free(&bot);
        progcomp_init(&bot, &agent, &settings, 1, 1);
        assert_int_equal(send_line(&bot, "BLUE a path with blanks 10 10", &answer, NULL),
                         STATUS_OK);
        assert_int_equal(answer.size, 44);
        progcomp_free(&bot);
        text_free(&answer);
    }
    agent_end(&agent);
}

/* After the greeting, one line as blue's first status: the turn must have passed to blue. */
static void check_status(const char *greeting, const char *line, size_t size)
{
    struct agent agent;
    struct progcomp bot;
    struct text answer = {0};
    struct error error = {0};
    assert_int_equal(agent_start(&agent, "random", &settings, library, NULL), STATUS_OK);
    progcomp_init(&bot, &agent, &settings, 1, 1);
    assert_int_equal(send_line(&bot, greeting, &answer, &error), STATUS_OK);
    assert_int_equal(answer.size, 44);
    for (size_t i = 0; i < size; i++)
        assert_int_equal(progcomp_read_byte(&bot, line[i], &answer, &error), STATUS_OK);
    if (progcomp_read_byte(&bot, '\n', &answer, &error) != STATUS_OK)
        fail_msg("%.60s: %s", line, error.text);
    assert_int_equal(bot.stage, PROGCOMP_BOARD);
    assert_int_equal(bot.view.board.to_move, BLUE);
    text_free(&answer);
    progcomp_free(&bot);
    agent_end(&agent);
}

/* What a peer writes behind its move comes back with the outcome, and odd numbers are numbers. */
TEST(test_chatty_peers)
{
    static const char *const lines[] = {
        "0 3 DOWN 1 hello there OK", "0 3 DOWN 01 OK", "0 3 DOWN +1 OK", "0 3 DOWN OK", "hello ILLEGAL",
        "00 3 DOWN OK", "+0 3 DOWN OK", "-0 3 DOWN OK", "0 03 DOWN OK", "+00 +003 DOWN +0001 OK",
        "0000000000000000000000000000000000000000 0000000000000000000000000000000000000003 DOWN OK",
        "0 3 DOWN KILLS 1 9 OK", "0 3 DOWN ILLEGAL OK", "0\t3\vDOWN\f OK \r", "0 3 DOWN 1OK OK OK",
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        check_status("BLUE a path of many words it is 10 10", lines[i], strlen(lines[i]));
    check_status("BLUE x 10 10", "0 3 DOWN a\0b \0 OK", 17);
    struct text greeting = {0}, words = {0}, bytes = {0};
    text_add(&greeting, "BLUE");
    text_add(&words, "0 3 DOWN");
    text_add(&bytes, "0 3 DOWN ");
    for (int i = 0; i < 70; i++) {
        text_add(&greeting, " bots");
        text_add(&words, " word");
    }
    for (int i = 0; i < 100000; i++)
        text_add(&bytes, "x");
    text_add(&greeting, " 10 10");
    text_add(&words, " OK");
    text_add(&bytes, " OK");
    check_status(text_string(&greeting), text_string(&words), words.size);
    check_status("BLUE x 10 10", text_string(&bytes), bytes.size);
    text_free(&greeting);
    text_free(&words);
    text_free(&bytes);
}

/* What a bot has seen stays known when a turn is lost: the moves before it, and what its guesser, which has
 * followed them, makes of the moves after it is what one makes of it that follows all of them at once. */
TEST(test_lost_turns_keep_what_was_learnt)
{
    struct manager manager;
    struct planner_state follower = {0}, anew = {0};
    struct belief_sources sources;
    start_manager(&manager, "invincible", "invincible", 5);
    assert_int_equal(library_belief_sources(library, &settings, &sources, NULL), STATUS_OK);
    planner_state_init(&follower, &settings, &sources);
    planner_state_init(&anew, &settings, &sources);
    enum side side = RED;
    uint32_t plies = 0;
    for (int turn = 0; turn < 60; turn++, side = side_other(side)) {
        const struct view *view = &manager.bot[RED].view;
        ask_move(&manager, side);
        if (turn % 7 == 5) { /* the referee does not take it */
            snprintf(manager.report, sizeof manager.report, "%.*s ILLEGAL", (int)manager.answer.size - 1,
                     text_string(&manager.answer));
            text_clear(&manager.answer);
            assert_int_equal(send_line(&manager.bot[side], manager.report, &manager.answer, NULL), STATUS_OK);
            board_pass(&manager.truth.board);
        } else {
            assert_true(play_answer(&manager, side, false));
            plies += side == RED;
        }
        if (side == BLUE)
            continue;
        assert_null(board_fault(&view->board));
        planner_state_update(&follower, view, NULL);
        assert_int_equal(follower.observer.belief[BLUE].public_state.plies, view->board.plies);
    }
    const struct view *view = &manager.bot[BLUE].view;
    assert_true(plies > 20 && view->board.plies > 2 * plies - 4);
    planner_state_update(&anew, &manager.bot[RED].view, NULL);
    struct belief other; /* by another way through the game */
    belief_replay(&other, &anew.observer.knowledge, &manager.bot[RED].view, BLUE);
    for (int number = PIECES_A_SIDE; number < PIECES; number++)
        for (int rank = 0; rank < RANKS; rank++)
            for (int which = 0; which < 2; which++)
                assert_true(fabs(belief_get(&follower.observer.belief[BLUE], number, rank) -
                                 belief_get(which ? &other : &anew.observer.belief[BLUE], number, rank)) <
                            1e-6);
    planner_state_free(&follower);
    planner_state_free(&anew);
    finish(&manager);
}

/* A manager that lets illegal moves pass: the turn is lost, the game goes on. */
TEST(test_lost_turn)
{
    static const char *const lost[] = {"9 9 UP ILLEGAL", "0 3 SIDEWAYS", "0 3 SIDEWAYS 2", "0 3 down 2",
                                       "0 3 SIDEWAYS OK", "0 3 SIDEWAYS 2 OK", "00 +3 KILLS 9 9"};
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++) {
        struct manager manager;
        start_manager(&manager, "random", "random", 3);
        text_clear(&manager.answer);
        assert_int_equal(send_line(&manager.bot[BLUE], lost[i], &manager.answer, NULL), STATUS_OK);
        char line[11];
        for (int y = 0; y < 10; y++) {
            referee_row(&manager.truth, BLUE, y, line);
            assert_int_equal(send_line(&manager.bot[BLUE], line, &manager.answer, NULL), STATUS_OK);
        }
        int x, y;
        assert_int_equal(sscanf(text_string(&manager.answer), "%d %d", &x, &y), 2);
        assert_true(y >= 6);
        finish(&manager);
    }
}

/* However long the options let the creator work, the setup is there in time; by the same options and seed it
 * is one as the creator makes them, whoever the agent is. */
TEST(test_setup_in_time)
{
    static const char *const names[] = {
        "invincible:setup.generator=faithful,setup.sweeps=10000,setup.best_of=100000",
        "random:setup.generator=faithful,setup.sweeps=10000,setup.best_of=100000",
        "invincible:setup.best_of=100000,setup.open_flags=0.5",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct agent agent;
        struct progcomp bot;
        struct text answer = {0};
        assert_int_equal(agent_start(&agent, names[i], &settings, library, NULL), STATUS_OK);
        progcomp_init(&bot, &agent, &settings, 1, 0.1);
        double start = clock_thread();
        assert_int_equal(send_line(&bot, "BLUE x 10 10", &answer, NULL), STATUS_OK);
        assert_int_equal(answer.size, 44);
        assert_true(clock_thread() - start < 0.5);
        progcomp_free(&bot);
        text_free(&answer);
        agent_end(&agent);
    }
}

/* Also an agent without setups of its own has one that was judged: better than chance. */
TEST(test_created_setup)
{
    struct judge judge;
    double score[2] = {0, 0};
    judge_from_settings(&judge, &settings);
    for (int kind = 0; kind < 2; kind++)
        for (uint64_t seed = 1; seed <= 10; seed++) {
            struct setup setup;
            struct manager manager = {0};
            const char *name = kind ? "random:setup.generator=random,setup.best_of=1" : "random";
            assert_int_equal(agent_start(&manager.agent[RED], name, &settings, library, NULL), STATUS_OK);
            progcomp_init(&manager.bot[RED], &manager.agent[RED], &settings, seed, 1);
            greet(&manager, RED);
            referee_setup(RED, text_string(&manager.answer), &setup);
            score[kind] += judge_score(&judge, &setup) / 10;
            progcomp_free(&manager.bot[RED]);
            agent_end(&manager.agent[RED]);
            text_free(&manager.answer);
        }
    assert_true(score[0] > score[1] + 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_games),
        cmocka_unit_test(test_violations),
        cmocka_unit_test(test_wrong_echo),
        cmocka_unit_test(test_wrong_board),
        cmocka_unit_test(test_greetings),
        cmocka_unit_test(test_chatty_peers),
        cmocka_unit_test(test_lost_turn),
        cmocka_unit_test(test_lost_turns_keep_what_was_learnt),
        cmocka_unit_test(test_setup_in_time),
        cmocka_unit_test(test_created_setup),
    };
    return cmocka_run_group_tests(tests, engine_set_up, engine_tear_down);
}
