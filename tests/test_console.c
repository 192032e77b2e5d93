/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the console stands on, without a terminal: the history's file, the pager, the prompt. */
#include "cmocka_all.h"
#include "commands/table.h"
#include "console/command.h"
#include "console/line_history.h"
#include "console/pager.h"
#include "console/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[] = "/tmp/vedette-console-XXXXXX";

static int set_up_console(void **state)
{
    (void)state;
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int tear_down_console(void **state)
{
    (void)state;
    return chdir("/") == 0 ? rmdir(folder) : -1;
}

/* All of a file. */
static const char *contents(const char *path)
{
    static char bytes[1 << 16];
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    bytes[fread(bytes, 1, sizeof bytes - 1, file)] = '\0';
    fclose(file);
    return bytes;
}

/* --- history --- */

/* The lines of a file, each with a '|' behind it. */
static const char *lines_of(const char *path)
{
    static char text[1 << 16];
    struct string_list history;
    struct error error = {0};
    size_t used = 0;
    assert_int_equal(line_history_read(path, &history, &error), STATUS_OK);
    text[0] = '\0';
    for (size_t i = 0; i < history.count; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s|", history.items[i]);
    string_list_free(&history);
    return text;
}

static void add(const char *path, const char *line)
{
    struct error error = {0};
    assert_int_equal(line_history_add(path, line, &error), STATUS_OK);
}

TEST(history_keeps_each_line_once)
{
    struct stat about;
    char long_line[LINE_HISTORY_LINE_MAX + 2];
    assert_string_equal(lines_of("new/state/history"), "");
    add("new/state/history", "one");
    add("new/state/history", "two");
    add("new/state/history", " \t");
    add("new/state/history", "");
    add("new/state/history", "a\nb");
    memset(long_line, 'x', sizeof long_line - 1);
    long_line[sizeof long_line - 1] = '\0';
    add("new/state/history", long_line);
    add("new/state/history", "three");
    add("new/state/history", "one");
    assert_string_equal(contents("new/state/history"), "one\ntwo\nthree\none\n");
    assert_string_equal(lines_of("new/state/history"), "two|three|one|");
    assert_int_equal(stat("new/state/history", &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_int_equal(unlink("new/state/history"), 0);
    assert_int_equal(rmdir("new/state") + rmdir("new"), 0);
}

/* A file that something else wrote: zero bytes, a line without its end. */
TEST(history_takes_any_file)
{
    static const char bytes[] = "a\0b\n\n\xff\nlast";
    struct string_list history;
    struct error error = {0};
    FILE *file = fopen("history", "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, sizeof bytes - 1, file), sizeof bytes - 1);
    fclose(file);
    assert_string_equal(lines_of("history"), "a|b|\xff|");
    assert_int_equal(unlink("history"), 0);
    assert_int_equal(mkfifo("history", 0600), 0);
    assert_int_equal(line_history_read("history", &history, &error), STATUS_BAD);
    string_list_free(&history);
    assert_int_equal(line_history_add("history", "x", &error), STATUS_BAD);
    assert_int_equal(unlink("history"), 0);
}

/* Another program has the file locked and does not let go: the line is not kept, and nobody waits for it. */
TEST(history_is_locked)
{
    struct error error = {0};
    add("history", "one");
    int file = open("history", O_RDWR | O_CLOEXEC);
    assert_true(file >= 0);
    assert_int_equal(flock(file, LOCK_EX), 0);
    alarm(60); /* of a wait without end */
    assert_int_equal(line_history_add("history", "two", &error), STATUS_FAILED);
    alarm(0);
    assert_string_equal(error.text, "history: another program keeps it locked");
    close(file);
    add("history", "three");
    assert_string_equal(lines_of("history"), "one|three|");
    assert_int_equal(unlink("history"), 0);
}

TEST(history_has_a_max)
{
    struct string_list history;
    char line[32];
    for (int i = 0; i < LINE_HISTORY_MAX + 10; i++) {
        snprintf(line, sizeof line, "line %d", i);
        add("history", line);
    }
    assert_int_equal(line_history_read("history", &history, NULL), STATUS_OK);
    assert_int_equal(history.count, LINE_HISTORY_MAX);
    assert_string_equal(history.items[0], "line 10");
    assert_string_equal(history.items[LINE_HISTORY_MAX - 1], line);
    string_list_free(&history);
    assert_int_equal(unlink("history"), 0);
}

/* Consoles that write at once, so much that the file is cut again and again: it stays small, its lines are
 * whole, and the last ones of each are there. */
TEST(consoles_write_at_once)
{
    enum { CONSOLES = 3, LINES = 300, LONG = 4000, LAST = 10 };
    static char line[LONG + 1];
    struct string_list history;
    struct stat about;
    size_t found = 0;
    for (int console = 0; console < CONSOLES; console++) {
        pid_t child = fork();
        assert_true(child >= 0);
        for (int i = 0; child == 0 && i < LINES + LAST; i++) {
            int size = snprintf(line, sizeof line, "%s %d %d ", i < LINES ? "long" : "last", console, i);
            if (i < LINES)
                memset(line + size, 'x', LONG - (size_t)size);
            if (line_history_add("history", line, NULL))
                _exit(1);
        }
        if (child == 0)
            _exit(0);
    }
    for (int console = 0; console < CONSOLES; console++) {
        int status;
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    assert_int_equal(stat("history", &about), 0);
    assert_true(about.st_size < 2 * LINE_HISTORY_BYTES + LONG);
    assert_int_equal(line_history_read("history", &history, NULL), STATUS_OK);
    for (size_t i = 0; i < history.count; i++) {
        bool is_last = strncmp(history.items[i], "last ", 5) == 0;
        bool is_long = strncmp(history.items[i], "long ", 5) == 0 && strlen(history.items[i]) == LONG;
        assert_true(is_last || is_long);
        found += is_last && !strchr(history.items[i], 'x');
    }
    /* Another's long lines behind them may have pushed out some of the first who was done. */
    assert_true(found >= LAST);
    string_list_free(&history);
    assert_int_equal(unlink("history"), 0);
}

/* Without a cut nothing at all is lost. */
TEST(no_line_is_lost)
{
    enum { CONSOLES = 4, LINES = 200 };
    struct string_list history;
    for (int console = 0; console < CONSOLES; console++) {
        pid_t child = fork();
        char line[32];
        assert_true(child >= 0);
        for (int i = 0; child == 0 && i < LINES; i++) {
            snprintf(line, sizeof line, "%d %d", console, i);
            if (line_history_add("history", line, NULL))
                _exit(1);
        }
        if (child == 0)
            _exit(0);
    }
    for (int console = 0; console < CONSOLES; console++) {
        int status;
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    assert_int_equal(line_history_read("history", &history, NULL), STATUS_OK);
    assert_int_equal(history.count, CONSOLES * LINES);
    string_list_free(&history);
    assert_int_equal(unlink("history"), 0);
}

/* --- pager --- */

static void keep_page(void *context, const char *bytes, size_t size)
{
    text_append(context, bytes, size);
}

static struct text *output;

static void keep_notice(struct session *session, const char *line)
{
    (void)session;
    text_printf(output, "! %s\n", line);
}

/* What a session shows that answers so many lines, with a notice in the middle, at a terminal of 5 rows. */
static const char *answer(struct text *shown, const char *command, int lines, bool passes)
{
    struct session session;
    struct pager pager;
    text_clear(shown);
    output = shown;
    session_init(&session, &command_table);
    session.write = keep_page;
    session.context = shown;
    session.notice = keep_notice;
    pager_begin(&pager, &session, command, 5, 10);
    for (int i = 0; i < lines; i++) {
        session_printf(&session, "%d\n", i);
        if (i == 0)
            session_notice(&session, "note");
        if (i == 0 && passes)
            pager_stop_holding(&session);
    }
    pager_end(&pager);
    assert_ptr_equal(session.write, keep_page);
    assert_ptr_equal(session.context, shown);
    assert_null(session.pager);
    session_free(&session);
    return text_string(shown);
}

TEST(long_answers_go_through_the_pager)
{
    struct text shown = {0};
    assert_int_equal(pager_rows("", 10), 0);
    assert_int_equal(pager_rows("a\n\nb", 10), 3);
    assert_int_equal(pager_rows("0123456789\n01234567890\n", 10), 3);
    assert_int_equal(pager_rows("éééééééééé\n", 10), 1);
    assert_string_equal(answer(&shown, "cat >paged", 4, false), "0\n1\n2\n3\n! note\n");
    assert_int_equal(access("paged", F_OK), -1);
    assert_string_equal(answer(&shown, "cat >paged", 5, false), "! note\n");
    assert_string_equal(contents("paged"), "0\n1\n2\n3\n4\n");
    assert_int_equal(unlink("paged"), 0);
    assert_string_equal(answer(&shown, "/nonexistent/pager 2>/dev/null", 5, false),
                        "0\n1\n2\n3\n4\n! note\n");
    assert_string_equal(answer(&shown, "cat >paged", 5, true), "0\n! note\n1\n2\n3\n4\n");
    assert_int_equal(access("paged", F_OK), -1);
    /* One that is left before the end is no mistake. */
    assert_string_equal(answer(&shown, "exit 0", 100000, false), "! note\n");
    text_free(&shown);
}

/* --- prompt --- */

TEST(the_prompt_names_the_game)
{
    static const char position[] =
        "format: vedette-position/1\nto_move: blue\nboard: |\n"
        "  bF bB . . . . . . . .\n  . . . . . . . . . .\n  . . . . . . . . . .\n  . . . . . . . . . .\n"
        "  . . ~ ~ b4* . ~ ~ . .\n  . . ~ ~ . . ~ ~ . .\n  . . . r2 . . . . . .\n  . . . . . . . . . .\n"
        "  . . . . . . . . . .\n  rF . . . r5 . . . . .\ncaptured: {red: \"\", blue: \"\"}\nmoves: e6-e7\n";
    struct session session;
    struct text text = {0};
    struct error error = {0};
    FILE *file = fopen("p", "w");
    assert_non_null(file);
    fputs(position, file);
    fclose(file);
    session_init(&session, &command_table);
    prompt_write(&session, &text);
    text_add(&text, "|");
    assert_int_equal(command_run_line(&session, "load p", &error), STATUS_OK);
    prompt_write(&session, &text);
    session.unsaved = true;
    prompt_write(&session, &text);
    session.unsaved = false;
    game_resign(session.game, RED);
    prompt_write(&session, &text);
    assert_string_equal(text_string(&text), "vedette> |vedette 2 red> vedette 2 red*> vedette 1 over> ");
    text_free(&text);
    session_free(&session);
    assert_int_equal(unlink("p"), 0);
}

TESTS_MAIN(set_up_console, tear_down_console)
