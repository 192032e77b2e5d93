/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program's start: runs one command, command lines, or the screen, depending on argv. */
#include "base/clock.h"
#include "base/signals.h"
#include "base/text.h"
#include "commands/played_game.h"
#include "commands/table.h"
#include "console/command.h"
#include "console/console.h"
#include "console/script.h"
#include "tui/tui.h"

#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static atomic_bool stop;

static _Atomic double stopped_at; /* clock_now() of the first Ctrl-C */

enum {
    SAME_SIGNAL_MS = 500, /* signals within this time count as one Ctrl-C */
    USUAL_ROWS = 24, USUAL_COLUMNS = 80, /* if the terminal's size is unknown */
    ECHO_COLUMNS = 3,     /* columns left free for an echoed ^C */
};

/* Handles SIGINT: the first Ctrl-C sets the stop flag, a later one ends the program. Some senders signal
 * both the process and its group, so signals within SAME_SIGNAL_MS count as one. */
static void on_interrupt(int number)
{
    double now = clock_now();
    if (!atomic_exchange(&stop, true)) {
        atomic_store(&stopped_at, now);
    } else if ((now - atomic_load(&stopped_at)) * 1000 > SAME_SIGNAL_MS) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

/* Opens /dev/null for standard streams that were closed at the start, so that no other file gets their
 * numbers. Reading then finds the end, writing fails, and messages are lost. */
static void open_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY) < 0)
            open("/", O_RDONLY);
}

static int output_fault;   /* errno of the first failed write to standard output; 0: none */
static bool reads_lines;   /* command lines are read; each is run even if the output of one before failed */

/* Writes output (session.write). If that fails, sets the stop flag, because the command might run for
 * hours. Flushes at most twice a second, so that slow output reaches its reader at once. */
static void write_out(void *context, const char *bytes, size_t size)
{
    static double flushed; /* clock_now */
    bool written = fwrite(bytes, 1, size, stdout) == size;
    (void)context;
    if (written && clock_now() - flushed > 0.5) {
        written = fflush(stdout) == 0;
        flushed = clock_now();
    }
    if (written || output_fault || atomic_load(&stop))
        return;
    output_fault = errno;
    atomic_store(&stop, !reads_lines);
}

/* Shows progress lines (session.progress) on standard error, overwriting those shown before; cut to the
 * terminal's size. */
static void show_progress(struct session *session, const char *lines)
{
    static int lines_below; /* number of lines shown below the first */
    struct winsize size = {0};
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col;
    int rows = known ? size.ws_row : USUAL_ROWS, cols = (known ? size.ws_col : USUAL_COLUMNS) - ECHO_COLUMNS;
    struct text out = {0}; /* written at once to avoid flicker */
    (void)session;
    for (; lines_below > 0; lines_below--)
        text_add(&out, "\r\033[K\033[A"); /* by lines: clearing all may copy it to the scrollback */
    text_add(&out, "\r\033[K");
    for (lines_below = 0;; lines_below++) {
        int length = (int)strcspn(lines, "\n");
        bool more = lines[length] != '\0' && lines_below + 1 < rows - 1;
        text_append(&out, lines, (size_t)((lines_below || more) && length > cols &&
                                          cols > 0 ? cols : length));
        if (!more)
            break;
        text_add(&out, "\r\n");
        lines += length + 1;
    }
    fputs(text_string(&out), stderr);
    text_free(&out);
}

/* Prints a notice (session.notice) on standard error. */
static void print_notice(struct session *session, const char *line)
{
    (void)session;
    fflush(stdout);
    fprintf(stderr, "%s\n", line);
}

/* Prints an error on standard error. */
static void complain(struct session *session, const struct error *error)
{
    (void)session;
    fflush(stdout); /* keeps the order of output and errors that go to the same file */
    fprintf(stderr, "%s\n", error->text);
}

/* Flushes the output at the end and returns the program's status. Reports a failed write, unless the reader
 * is gone (EPIPE) or an error was printed already. An interrupted write after Ctrl-C is no failure. */
static enum status finish_output(enum status status)
{
    bool stopped = atomic_load(&stop) && !output_fault;
    if ((fflush(stdout) == 0 && !ferror(stdout)) || (status && stopped))
        return status;
    int why = output_fault ? output_fault : errno;
    if (why != EPIPE && (!status || (output_fault && !reads_lines)))
        fprintf(stderr, "standard output: %s\n", strerror(why));
    return STATUS_FAILED;
}

/* Runs the screen (session.screen). Meanwhile commands can neither start a second screen nor read lines. */
static enum status start_screen(struct session *session, const struct play_request *request,
                                struct error *error)
{
    struct session saved = *session;
    session->screen = NULL;
    session->on_screen = true;
    session->console = NULL;
    session->progress = NULL;
    session->notice = NULL;
    enum status status = tui_run(session, request, error);
    session->screen = saved.screen;
    session->on_screen = false;
    session->console = saved.console;
    session->progress = saved.progress;
    session->notice = saved.notice;
    session_begin_line(session); /* a Ctrl-C on the screen must not stop the next command */
    return status;
}

/* Reads and runs command lines (the function session.console): with the console at a terminal, otherwise from
 * standard input, with output flushed after each line. */
static enum status read_lines(struct session *session)
{
    enum status (*console)(struct session *) = session->console;
    enum status status = STATUS_OK;
    bool alone = session->alone;
    reads_lines = true;
    session->console = NULL; /* the command `console` must not read lines again */
    session->alone = false;
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        console_run(session, complain);
    } else {
        setvbuf(stdout, NULL, _IOLBF, BUFSIZ);
        status = script_run(session, stdin, "stdin", complain);
    }
    session->console = console;
    session->alone = alone;
    return status;
}

/* Replaces a first word that stands for a command by its name: "-", "--version", "--help", "-h". */
static void replace_alias(char **word)
{
    static char names[][8] = {"console", "version", "help", "help"};
    static const char *const written[] = {"-", "--version", "--help", "-h"};
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++)
        if (strcmp(*word, written[i]) == 0) {
            *word = names[i];
            return;
        }
}

/* Runs the program's arguments: the session's flags, then a command, the screen or command lines. */
static enum status run_arguments(struct session *session, int argc, char **argv)
{
    struct error error = {0};
    enum status status = session_start(session, &argc, argv, &error);
    if (!status && argc && strcmp(argv[0], "--") == 0) {
        argc--;
        argv++;
    }
    if (!status && argc)
        replace_alias(&argv[0]);
    session->alone = argc > 0;
    if (!status && argc && argv[0][0] == '-')
        status = error_set(&error, STATUS_BAD, "unknown option %s; 'vedette help' lists them",
                           argv[0]);
    else if (!status && argc)
        status = command_run(session, argc, argv, &error);
    else if (!status && session->screen)
        status = session->screen(session, NULL, &error);
    else if (!status)
        status = read_lines(session);
    if (status && error.text[0] && !output_fault) /* failed output is reported by finish_output */
        complain(session, &error);
    return status;
}

/* Sets up signals and the session, runs the arguments and returns an enum status. */
int main(int argc, char **argv)
{
    struct session session;
    open_standard_streams();
    setlocale(LC_CTYPE, ""); /* characters only: numbers keep their decimal point */
    tzset(); /* before threads exist that read the time zone */
    signals_catch(SIGINT, on_interrupt, NULL);
    session_init(&session, &command_table);
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    session.jobs = processors > 1 ? (int)processors : 1;
    session.write = write_out;
    session.notice = print_notice;
    session.stop = &stop;
    session.console = read_lines;
    session.screen_manual = tui_manual;
    session.screen_key = tui_key;
    session.interactive = isatty(STDOUT_FILENO);
    if (isatty(STDERR_FILENO))
        session.progress = show_progress;
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO))
        session.screen = start_screen;
    enum status status = finish_output(run_arguments(&session, argc - 1, argv + 1));
    played_game_leave(&session);
    session_free(&session);
    return (int)status;
}
