/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bot as a process, under a referee that speaks the manager's protocol over pipes: whole games, and games
 * that end at any moment by QUIT, a closed pipe, or a line that the protocol does not have. */
#include "base/clock.h"
#include "base/rng.h"
#include "base/text.h"
#include "cmocka_all.h"
#include "referee.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* The manager gives 2 seconds; a machine that is busy with other things is given more. */
enum { CLOSED = -1, ANSWER_MS = 20000 };

struct bot {
    pid_t pid;
    int to, from;          /* pipes; CLOSED */
    FILE *errors;          /* what it writes to stderr */
    struct text answer;    /* what it wrote last */
    struct text all;       /* and in the whole game */
};

static void start_bot(struct bot *bot, const char *agent, const char *seed)
{
    const char *program = getenv("VEDETTE");
    int to[2], from[2];
    *bot = (struct bot){.errors = tmpfile()};
    assert_non_null(program);
    assert_non_null(bot->errors);
    assert_int_equal(pipe(to) + pipe(from), 0);
    /* Neither bot holds an end of the other's pipes. */
    fcntl(to[1], F_SETFD, FD_CLOEXEC);
    fcntl(from[0], F_SETFD, FD_CLOEXEC);
    bot->pid = fork();
    assert_true(bot->pid >= 0);
    if (bot->pid == 0) {
        dup2(to[0], 0);
        dup2(from[1], 1);
        dup2(fileno(bot->errors), 2);
        close(to[0]);
        close(from[1]);
        signal(SIGPIPE, SIG_DFL); /* ignored here, and a program keeps what is ignored when it starts */
        execl(program, program, "--seed", seed, "bot", "--protocol", "progcomp", agent, (char *)NULL);
        _exit(99);
    }
    close(to[0]);
    close(from[1]);
    bot->to = to[1];
    bot->from = from[0];
}

static void shut(int *end)
{
    if (*end != CLOSED)
        close(*end);
    *end = CLOSED;
}

/* A bot that has ended does not mind. */
static void send_line(struct bot *bot, const char *line)
{
    char text[256];
    int size = snprintf(text, sizeof text, "%s\n", line);
    ssize_t written = write(bot->to, text, (size_t)size);
    (void)written;
}

/* Waits for so many bytes or the end of the pipe; -1: in time there was neither. */
static ssize_t take_bytes(struct bot *bot, char *bytes, size_t capacity, int milliseconds)
{
    struct pollfd poller = {.fd = bot->from, .events = POLLIN};
    return poll(&poller, 1, milliseconds) > 0 ? read(bot->from, bytes, capacity) : -1;
}

/* Reads an answer of so many lines, within the time for one, and nothing behind it. */
static const char *take_answer(struct bot *bot, int lines)
{
    double start = clock_now();
    text_clear(&bot->answer);
    while (lines > 0) {
        char bytes[64];
        ssize_t size = take_bytes(bot, bytes, sizeof bytes, ANSWER_MS);
        assert_true(size > 0);
        text_append(&bot->answer, bytes, (size_t)size);
        for (ssize_t i = 0; i < size; i++)
            lines -= bytes[i] == '\n';
    }
    assert_true(clock_now() - start < ANSWER_MS / 1000.0);
    assert_int_equal(lines, 0);
    assert_int_equal(bot->answer.bytes[bot->answer.size - 1], '\n');
    text_add(&bot->all, text_string(&bot->answer));
    return text_string(&bot->answer);
}

/* The bot ends with that status, or below zero by that signal, writes nothing more, and as many lines of
 * errors. */
static void end_bot(struct bot *bot, int expected, int expected_lines)
{
    char bytes[64];
    int status, lines = 0;
    if (bot->from != CLOSED)
        assert_int_equal(take_bytes(bot, bytes, sizeof bytes, ANSWER_MS), 0);
    assert_int_equal(waitpid(bot->pid, &status, 0), bot->pid);
    rewind(bot->errors);
    for (int c = getc(bot->errors); c != EOF; c = getc(bot->errors))
        lines += c == '\n';
    assert_int_equal(WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), expected);
    assert_int_equal(lines, expected_lines);
    shut(&bot->to);
    shut(&bot->from);
    fclose(bot->errors);
    text_free(&bot->answer);
    text_free(&bot->all);
}

/* --- a game --- */

/* What happens to a bot in place of line `line` of turn `turn` of the side whose turn it is. */
enum mishap { NOTHING, QUITTED, INPUT_CLOSED, OUTPUT_CLOSED, NONSENSE, MISHAPS };

struct bot_game {
    struct bot bot[SIDES];
    struct position truth;
    char report[REFEREE_REPORT];
    enum mishap mishap;
    uint32_t ply;          /* of the mishap */
    int line;              /* 0: the status line, 1 to 10: the board, 11: the echo */
};

static void start_game(struct bot_game *game, const char *const agent[SIDES], const char *seed)
{
    static const char *const greeting[SIDES] = {"RED bots/other 10 10", "BLUE a path with blanks 10 10"};
    *game = (struct bot_game){.report = "START"};
    for (enum side side = RED; side <= BLUE; side++)
        start_bot(&game->bot[side], agent[side], seed);
    for (enum side side = RED; side <= BLUE; side++) {
        send_line(&game->bot[side], greeting[side]);
        take_answer(&game->bot[side], 4);
    }
    referee_begin(&game->truth, text_string(&game->bot[RED].answer), text_string(&game->bot[BLUE].answer));
}

/* Sends a line of a turn; true where the mishap came instead. */
static bool happens(struct bot_game *game, int line, const char *text)
{
    struct bot *bot = &game->bot[game->truth.board.to_move];
    bool now = game->mishap && game->truth.board.plies == game->ply && game->line == line;
    if (!now)
        send_line(bot, text);
    return now;
}

/* One turn: status, board, answer, echo. False where the game is over or the mishap has come; `report` then
 * reports the last move all the same. */
static bool play_turn(struct bot_game *game, bool multiplier)
{
    enum side side = game->truth.board.to_move;
    struct bot *bot = &game->bot[side];
    char row[FILES + 1];
    if (happens(game, 0, game->report))
        return false;
    for (int y = 0; y < ROWS; y++) {
        referee_row(&game->truth, side, y, row);
        if (happens(game, 1 + y, row))
            return false;
    }
    const char *answer = take_answer(bot, 1);
    if (game->mishap && game->truth.board.plies == game->ply && game->line == 11)
        return false;
    if (!referee_play(&game->truth, answer, multiplier, game->report) ||
        position_outcome(&game->truth).result != RESULT_OPEN)
        return false;
    send_line(bot, game->report);
    return true;
}

static void free_game(struct bot_game *game)
{
    position_free(&game->truth);
}

/* Both bots get "go"; `all` gets all that both have written. */
static void quit_game(struct bot_game *game, struct text *all)
{
    for (enum side side = RED; side <= BLUE; side++) {
        send_line(&game->bot[side], "QUIT bots/a RED VICTORY 5 3 2");
        text_add(all, text_string(&game->bot[side].all));
        end_bot(&game->bot[side], 0, 0);
    }
    free_game(game);
}

/* --- the tests --- */

TEST(test_whole_games)
{
    static const char *const agents[][SIDES] = {
        {"probabilistic", "invincible:profile=beginner"},
        {"invincible", "random"},
        {"random", "probabilistic"},
    };
    static const char *const seeds[] = {"5", "6", "7"};
    enum { GAMES = 9 };
    struct text all[GAMES][2] = {{{0}}};
    int flags = 0;
    for (int i = 0; i < GAMES; i++)
        for (int again = 0; again < 2; again++) {
            struct bot_game game;
            start_game(&game, agents[i % 3], seeds[i / 3]);
            while (play_turn(&game, i % 3 == 1))
                ;
            flags += position_outcome(&game.truth).reason == REASON_FLAG;
            quit_game(&game, &all[i][again]);
            assert_true(all[i][again].size > 2 * REFEREE_SETUP);
        }
    for (int i = 0; i < GAMES; i++) {
        assert_string_equal(text_string(&all[i][0]), text_string(&all[i][1]));
        text_free(&all[i][0]);
        text_free(&all[i][1]);
    }
    assert_true(flags > 0);
}

/* Another seed, another game. */
TEST(test_seeds)
{
    static const char *const agents[SIDES] = {"random", "random"};
    struct text all[2] = {{0}};
    for (int i = 0; i < 2; i++) {
        struct bot_game game;
        start_game(&game, agents, i ? "6" : "5");
        quit_game(&game, &all[i]);
    }
    assert_string_not_equal(text_string(&all[0]), text_string(&all[1]));
    text_free(&all[0]);
    text_free(&all[1]);
}

/* Draws a line that the protocol does not have in that place. */
static void nonsense(struct rng *rng, int line, char text[64])
{
    static const char *const lines[] = {"hello", "", "START again", "0 0 UP OK", "RED x 10 10", "OK",
                                        "+ + + +", "9 9 DOWN KILLS 1 1", "4 4 LEFT 1 1 1 1 OK"};
    uint32_t drawn = rng_below(rng, sizeof lines / sizeof *lines + 1);
    snprintf(text, 64, "%s", drawn < sizeof lines / sizeof *lines ? lines[drawn] : "..........+");
    if (line > 0 && line < 11 && rng_below(rng, 2))
        snprintf(text, 64, "FFFFFFFFFF"); /* a board row, and never the right one */
}

TEST(test_mishaps)
{
    static const char *const agents[][SIDES] = {{"random", "random"},
                                                {"probabilistic", "invincible:profile=beginner"}};
    struct rng rng;
    int seen[MISHAPS] = {0};
    rng_seed(&rng, 71, 0);
    for (int i = 0; i < 60; i++) {
        struct bot_game game;
        char seed[16], line[64];
        snprintf(seed, sizeof seed, "%d", i + 1);
        start_game(&game, agents[i % 8 == 0], seed);
        game.mishap = (enum mishap)(1 + i % (MISHAPS - 1));
        game.ply = rng_below(&rng, 40);
        game.line = (int)rng_below(&rng, 12);
        /* Who reads no answers is noticed by the answer alone. */
        if (game.mishap == OUTPUT_CLOSED)
            game.line = 0;
        while (play_turn(&game, false))
            ;
        if (game.truth.board.plies != game.ply) { /* the game was over before */
            struct text all = {0};
            quit_game(&game, &all);
            text_free(&all);
            continue;
        }
        enum side side = game.truth.board.to_move;
        struct bot *bot = &game.bot[side], *other = &game.bot[side_other(side)];
        seen[game.mishap]++;
        switch (game.mishap) {
        case QUITTED:
            send_line(bot, "QUIT bots/a BLUE ILLEGAL 5 3 2");
            end_bot(bot, 0, 0);
            break;
        case INPUT_CLOSED:
            shut(&bot->to);
            end_bot(bot, 0, 0);
            break;
        case OUTPUT_CLOSED:
            shut(&bot->from);
            send_line(bot, game.report);
            for (int y = 0; y < ROWS; y++) {
                referee_row(&game.truth, side, y, line);
                send_line(bot, line);
            }
            end_bot(bot, -SIGPIPE, 0);
            break;
        default:
            nonsense(&rng, game.line, line);
            send_line(bot, line);
            end_bot(bot, 2, 1);
            break;
        }
        shut(&other->to);
        end_bot(other, 0, 0);
        free_game(&game);
    }
    for (int mishap = QUITTED; mishap < MISHAPS; mishap++)
        assert_true(seen[mishap] > 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_games),
        cmocka_unit_test(test_seeds),
        cmocka_unit_test(test_mishaps),
    };
    signal(SIGPIPE, SIG_IGN);
    alarm(300); /* a bot that hangs does not hang the tests */
    return cmocka_run_group_tests(tests, NULL, NULL);
}
