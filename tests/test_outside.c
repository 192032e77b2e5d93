/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ci: archive */
/* Programs outside as agents: each way in which one misbehaves is a counted loss with a sentence, the next
 * game goes on, and neither a process nor a descriptor is left. VEDETTE_BOT_GAMES=500 plays as many (make
 * soak-bots). */
#include "agent/kinds.h"
#include "base/clock.h"
#include "cmocka_all.h"
#include "engine.h"
#include "play/game.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/vedette-bots.XXXXXX";

/* What a bot of tests/bots/nasty does, and how that ends. */
static const struct misdeed {
    const char *mode;
    enum reason reason;  /* REASON_NONE: it plays on to the end */
    const char *why;     /* in the record */
    const char *options; /* more than all have */
} misdeeds[] = {
    {"crash", REASON_FAILED, "gave no answer: it was ended by signal 11", ""},
    {"exit", REASON_FAILED, "gave no answer: it ended with status 7", ""},
    {"hang", REASON_NO_ANSWER, "gave no answer within 0.4 s", ""},
    {"flood", REASON_FAILED, "answered 'y', which is no move", ",time=20"},
    {"long", REASON_FAILED, "wrote without end", ",time=20"},
    {"half", REASON_NO_ANSWER, "gave no answer within 0.4 s", ""},
    {"senseless", REASON_FAILED, "answered 'what?', which is no move", ",time=20"},
    {"far", REASON_ILLEGAL, "answered '0 9 RIGHT 10', which is illegal: a square is not on the board",
     ",time=20"},
    {"bomb", REASON_ILLEGAL, "which is illegal: flags and bombs do not move", ",time=20"},
    {"diagonal", REASON_FAILED, "answered '0 3 NORTHEAST', which is no move", ",time=20"},
    {"fork", REASON_FAILED, "gave no answer: it ended with status 0", ",time=20"},
    {"daemon", REASON_FAILED, "gave no answer: it ended with status 0", ",time=20"},
    {"stubborn", REASON_NO_ANSWER, "gave no answer within 0.4 s", ""},
    {"mute", REASON_FAILED, "gave no answer: it closed its input or output", ",time=20"},
    {"deaf", REASON_NO_ANSWER, "gave no answer within 0.4 s", ""},
    {"memory", REASON_FAILED, "gave no answer", ",time=20,memory=64"},
    {"orphan", REASON_FAILED, "gave no answer", ",time=20"},
    {"errors", REASON_NONE, NULL, ",time=20"},
    {"setup-crash", REASON_FAILED, "gave no answer: it was ended by signal 11", ",time=20"},
    {"setup-hang", REASON_NO_ANSWER, "gave no answer within 0.5 s", ",start=0.5"},
    {"setup-few", REASON_FAILED, "answered '967B66999.', which is no row of a set-up", ",time=20"},
    {"setup-short", REASON_FAILED, "answered 'BB3', which is no row of a set-up", ",time=20"},
    {"setup-two-flags", REASON_FAILED, "set up wrongly: ", ",time=20"},
    {"none", REASON_NONE, NULL, ",time=20"},
};
enum { MISDEEDS = sizeof misdeeds / sizeof misdeeds[0] };

static char *bot_spec(const struct misdeed *misdeed, char spec[PLAYER_NAME_MAX])
{
    bool late = misdeed->reason == REASON_NO_ANSWER;
    snprintf(spec, PLAYER_NAME_MAX, "progcomp:%s/nasty-%s%s%s%s", folder, misdeed->mode,
             late ? ",time=0.4" : "", strstr(misdeed->options, "start=") ? "" : ",start=20",
             misdeed->options);
    return spec;
}

static struct game_terms terms_for(const char *red, const char *blue, uint64_t seed)
{
    return (struct game_terms){.player = {red, blue}, .rules = *rules_find("free"),
                               .seed = seed, .settings = &settings, .library = library};
}

/* Plays a game of a misbehaving bot against one of ours. */
static void play_misdeed(const struct misdeed *misdeed, enum side side, uint64_t seed)
{
    char spec[PLAYER_NAME_MAX];
    const char *players[SIDES];
    struct game game;
    struct error error;
    players[side] = bot_spec(misdeed, spec);
    players[side_other(side)] = "random";
    struct game_terms terms = terms_for(players[RED], players[BLUE], seed);
    if (game_start(&game, &terms, &error) != STATUS_OK)
        fail_msg("%s: %s", misdeed->mode, error.text);
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
    struct outcome outcome = game_outcome(&game);
    const char *why = record_comment_at(&game.record, game.record.plies);
    if (misdeed->reason == REASON_NONE) {
        assert_true(outcome.reason == REASON_FLAG || outcome.reason == REASON_NO_MOVES ||
                    outcome.reason == REASON_MOVE_LIMIT);
        assert_null(why);
    } else if (outcome.reason != misdeed->reason || !why || !strstr(why, misdeed->why)) {
        fail_msg("%s: %s, %s", misdeed->mode, reason_name(outcome.reason), why ? why : "nothing said");
    } else {
        assert_int_equal(outcome.result, result_win(side_other(side)));
        assert_memory_equal(why, "nasty-", 6);
    }
    if (record_check(&game.record, &error) != STATUS_OK)
        fail_msg("%s: %s", misdeed->mode, error.text);
    game_end(&game);
}

static int descriptors(void)
{
    int count = 0;
    DIR *open_ones = opendir("/proc/self/fd");
    while (readdir(open_ones))
        count++;
    closedir(open_ones);
    return count;
}

/* Processes that still have the mark of this test in their environment. */
static int marked(void)
{
    static char bytes[65536];
    char mark[64];
    int count = 0;
    snprintf(mark, sizeof mark, "VEDETTE_TEST_MARK=%ld", (long)getpid());
    DIR *processes = opendir("/proc");
    for (struct dirent *entry; (entry = readdir(processes));) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "/proc/%.20s/environ", entry->d_name);
        FILE *file = fopen(path, "r");
        size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
        if (file)
            fclose(file);
        count += memmem(bytes, size, mark, strlen(mark) + 1) != NULL;
    }
    closedir(processes);
    return count;
}

/* Waits until the processes that were killed are gone. */
static void assert_nothing_left(int before)
{
    for (double end = clock_now() + 60; marked() && clock_now() < end;)
        usleep(10000);
    assert_int_equal(marked(), 0);
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
    assert_int_equal(descriptors(), before);
}

TEST(test_misdeeds)
{
    const char *wanted = getenv("VEDETTE_BOT_GAMES");
    int games = wanted ? atoi(wanted) : MISDEEDS, before = descriptors();
    assert_true(games >= MISDEEDS);
    for (int i = 0; i < games; i++)
        play_misdeed(&misdeeds[i % MISDEEDS], (i + i / MISDEEDS) % 2 ? BLUE : RED, (uint64_t)i);
    assert_nothing_left(before);
}

/* Two bots whose set-ups are wrong: nobody wins. */
TEST(test_two_wrong_setups)
{
    char red[PLAYER_NAME_MAX], blue[PLAYER_NAME_MAX];
    struct game game;
    snprintf(red, sizeof red, "progcomp:%s/nasty-setup-few,start=20", folder);
    snprintf(blue, sizeof blue, "progcomp:%s/nasty-setup-crash,start=20", folder);
    struct game_terms terms = terms_for(red, blue, 1);
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    assert_int_equal(game_outcome(&game).result, RESULT_DRAW);
    assert_int_equal(game_outcome(&game).reason, REASON_FAILED);
    assert_int_equal(record_check(&game.record, NULL), STATUS_OK);
    game_end(&game);
}

/* Where a bot gets the request again, the repetition rules hold, and one that insists has lost. */
TEST(test_repeated_requests)
{
    char spec[PLAYER_NAME_MAX];
    snprintf(spec, sizeof spec, "progcomp:%s/nasty-bomb,time=20", folder);
    assert_ptr_equal(agent_rules(spec, &settings, rules_find("isf")), rules_find("free"));
    assert_ptr_equal(agent_rules("random", &settings, rules_find("isf")), rules_find("isf"));
    snprintf(spec, sizeof spec, "progcomp:%s/nasty-bomb,time=20,illegal=ask", folder);
    assert_ptr_equal(agent_rules(spec, &settings, rules_find("isf")), rules_find("isf"));
    struct game_terms terms = terms_for(spec, "random", 1);
    struct game game;
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
    /* It forgets its bomb on the turn after: the loss is not by that move. */
    const char *why = record_comment_at(&game.record, game.record.plies);
    assert_true(!why || !strstr(why, "flags and bombs"));
    assert_true(game.record.plies > 5);
    game_end(&game);
}

/* What cannot be run is said at once, and a path may have commas and equals signs. */
TEST(test_specs)
{
    char spec[PLAYER_NAME_MAX], path[PATH_MAX], program[PATH_MAX];
    struct agent agent;
    struct error error;
    static const char *const wrong[][2] = {
        {"progcomp", "expected 'progcomp:PATH'"},
        {"progcomp:", "expected 'progcomp:PATH'"},
        {"progcomp:/nosuch/bot", "/nosuch/bot"},
        {"progcomp:/", "found a folder"},
        {"progcomp:/nosuch/bot,tmie=2", "'tmie=2' is no option of progcomp"},
        {"progcomp:/bin/sh,time=x", "bot.time: found 'x'"},
        {"progcomp:/bin/sh,time=2,memory=1", "bot.memory"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(agent_start(&agent, wrong[i][0], &settings, library, &error), STATUS_BAD);
        if (!strstr(error.text, wrong[i][1]))
            fail_msg("%s: %s", wrong[i][0], error.text);
    }
    snprintf(program, sizeof program, "%s/nasty-none", folder);
    static const char *const names[] = {"a,b=c", "time=3", "x,time=3,"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%.*s", folder, (int)(strlen(names[i]) - (i == 2)), names[i]);
        assert_int_equal(symlink(program, path), 0);
        snprintf(spec, sizeof spec, "progcomp:%s/%s%s", folder, names[i],
                 i == 2 ? "" : ",time=5,illegal=ask");
        assert_int_equal(agent_start(&agent, spec, &settings, library, &error), STATUS_OK);
        assert_int_equal(settings_get(&agent.settings, "bot", "time"), i == 2 ? 2 : 5);
        agent_end(&agent);
        remove(path);
    }
    char name[AGENT_SHORT_NAME];
    assert_string_equal(agent_short_name("progcomp:bots/x/peter,time=2", name), "peter");
    assert_string_equal(agent_short_name("progcomp:peter", name), "peter");
    assert_string_equal(agent_short_name("star:depth=2", name), "star");
}

/* A file that names a program starts none; a game that is only looked at needs none; one's own goes on
 * where the program plays as it did. */
TEST(test_recorded)
{
    char spec[PLAYER_NAME_MAX];
    struct game game, again;
    struct error error;
    int before = descriptors();
    struct game_terms terms = terms_for(bot_spec(&misdeeds[MISDEEDS - 1], spec), NULL, 1);
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
    assert_int_equal(game.record.plies, 1);
    assert_int_equal(game_resume(&again, &game.record, &terms, &error), STATUS_BAD);
    assert_non_null(strstr(error.text, "which no game file may start"));
    terms.external = EXTERNAL_SEATED;
    assert_int_equal(game_resume(&again, &game.record, &terms, &error), STATUS_OK);
    assert_false(again.player[RED].is_agent);
    assert_string_equal(again.record.player[RED], spec);
    game_end(&again);
    terms.external = EXTERNAL_STARTED;
    assert_int_equal(game_resume(&again, &game.record, &terms, &error), STATUS_OK);
    assert_true(again.player[RED].is_agent);
    game_end(&again);
    game_end(&game);
    assert_nothing_left(before);
}

/* A program of our own protocol gets a game anew where moves were taken back, or that it was not at. */
TEST(test_game_sent_anew)
{
    char spec[PLAYER_NAME_MAX];
    struct game game, again;
    struct error error;
    int before = descriptors();
    snprintf(spec, sizeof spec, "bot:%s/thirty,time=20,start=20", folder);
    struct game_terms terms = terms_for(spec, NULL, 1);
    terms.external = EXTERNAL_STARTED;
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    for (int turn = 0; turn < 6; turn++) {
        struct move moves[MOVES_MAX];
        assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
        assert_int_equal(game_outcome(&game).result, RESULT_OPEN);
        assert_true(board_moves(&game.position.board, moves) > 0);
        assert_int_equal(game_play(&game, moves[turn], NULL, NULL), STATUS_OK);
        if (turn == 3)
            assert_int_equal(game_undo(&game, 4, NULL), STATUS_OK);
    }
    assert_int_equal(game.record.plies, 8);
    assert_int_equal(game_resume(&again, &game.record, &terms, &error), STATUS_OK);
    assert_int_equal(game_run(&again, NULL, NULL), STATUS_OK);
    assert_int_equal(again.record.plies, 9);
    assert_int_equal(game_outcome(&again).result, RESULT_OPEN);
    game_end(&again);
    game_end(&game);
    assert_nothing_left(before);
}

/* A bot of the 2012 competition whose answer was taken back gets the same board again: its answer
 * stands, as the protocol has no other turn for it. */
TEST(test_same_move_again)
{
    char spec[PLAYER_NAME_MAX];
    struct move moves[MOVES_MAX], answer = MOVE_NONE;
    struct game game;
    int before = descriptors();
    struct game_terms terms = terms_for(NULL, bot_spec(&misdeeds[MISDEEDS - 1], spec), 1);
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    for (int again = 0; again < 2; again++) {
        assert_true(board_moves(&game.position.board, moves) > 0);
        assert_int_equal(game_play(&game, moves[0], NULL, NULL), STATUS_OK);
        assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
        assert_int_equal(game_outcome(&game).result, RESULT_OPEN);
        assert_int_equal(game.record.plies, 2);
        struct move now = game.position.board.history[1].move;
        assert_true(!again || move_equal(now, answer));
        answer = now;
        if (!again)
            assert_int_equal(game_undo(&game, 2, NULL), STATUS_OK);
    }
    assert_true(board_moves(&game.position.board, moves) > 0);
    assert_int_equal(game_play(&game, moves[0], NULL, NULL), STATUS_OK);
    assert_int_equal(game_run(&game, NULL, NULL), STATUS_OK);
    assert_int_equal(game_outcome(&game).result, RESULT_OPEN);
    assert_int_equal(game.record.plies, 4);
    game_end(&game);
    assert_nothing_left(before);
}

/* Somebody who stops a match waits for no bot, and the game stays open. */
TEST(test_stopped)
{
    char spec[PLAYER_NAME_MAX];
    struct game game;
    atomic_bool stop = true;
    snprintf(spec, sizeof spec, "progcomp:%s/nasty-hang,time=3600,start=3600", folder);
    struct game_terms terms = terms_for(spec, "random", 1);
    assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
    while (game.record.plies < 4) { /* it hangs on its third turn */
        struct move move = game_request_move(&game, NULL);
        assert_true(game_check_answer(&game, move));
        assert_int_equal(game_play(&game, move, NULL, NULL), STATUS_OK);
    }
    for (int again = 0; again < 2; again++) {
        struct move move = game_request_move(&game, &(struct think){.stop = &stop});
        assert_true(move_is_none(move));
        assert_false(game_check_answer(&game, move));
        assert_int_equal(game_outcome(&game).result, RESULT_OPEN);
        assert_int_equal(game.record.comment_count, 0);
    }
    game_end(&game);
}

/* One of our own protocol that writes lines to be passed over, without a pause, for ever: its time runs out
 * all the same. */
TEST(test_endless_lines)
{
    static const char *const programs[] = {
        "#!/bin/sh\nexec yes info depth 1\n",
        "#!/bin/sh\necho bot 1 endless\nexec yes option depth 1 plies\n",
        "#!/bin/sh\nprintf 'bot 1 endless\\nready\\n'\nexec yes info\n",
    };
    char spec[PLAYER_NAME_MAX], path[PATH_MAX];
    int before = descriptors();
    snprintf(path, sizeof path, "%s/endless", folder);
    snprintf(spec, sizeof spec, "bot:%s/endless,time=0.4,start=0.4", folder);
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        struct game_terms terms = terms_for(spec, "random", 1);
        struct game game;
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(programs[i], file);
        assert_int_equal(fclose(file), 0);
        assert_int_equal(chmod(path, 0700), 0);
        assert_int_equal(game_start(&game, &terms, NULL), STATUS_OK);
        assert_int_equal(game_outcome(&game).result, RESULT_BLUE);
        assert_int_equal(game_outcome(&game).reason, REASON_NO_ANSWER);
        game_end(&game);
        remove(path);
    }
    assert_nothing_left(before);
}

static int make_all(void **state)
{
    char link[PATH_MAX], program[PATH_MAX], source[PATH_MAX], mark[32];
    const char *srcdir = getenv("srcdir");
    snprintf(source, sizeof source, "%s/tests/bots/nasty", srcdir ? srcdir : ".");
    snprintf(mark, sizeof mark, "%ld", (long)getpid());
    setenv("VEDETTE_TEST_MARK", mark, 1);
    engine_set_up(state);
    if (!mkdtemp(folder) || !realpath(source, program))
        return -1;
    for (size_t i = 0; i < MISDEEDS; i++) {
        snprintf(link, sizeof link, "%s/nasty-%s", folder, misdeeds[i].mode);
        if (symlink(program, link) != 0)
            return -1;
    }
    memcpy(program + strlen(program) - strlen("nasty"), "thirty", sizeof "thirty");
    snprintf(link, sizeof link, "%s/thirty", folder);
    return symlink(program, link);
}

static int free_all(void **state)
{
    char link[PATH_MAX];
    for (size_t i = 0; i < MISDEEDS; i++) {
        snprintf(link, sizeof link, "%s/nasty-%s", folder, misdeeds[i].mode);
        remove(link);
    }
    snprintf(link, sizeof link, "%s/thirty", folder);
    remove(link);
    engine_tear_down(state);
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_misdeeds), cmocka_unit_test(test_two_wrong_setups),
        cmocka_unit_test(test_repeated_requests), cmocka_unit_test(test_specs),
        cmocka_unit_test(test_recorded), cmocka_unit_test(test_game_sent_anew),
        cmocka_unit_test(test_stopped), cmocka_unit_test(test_endless_lines),
        cmocka_unit_test(test_same_move_again),
    };
    return cmocka_run_group_tests(tests, make_all, free_all);
}
