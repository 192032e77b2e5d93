/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From argv to one command, to command lines, or to the screen. */
#include "base/clock.h"
#include "base/signals.h"
#include "base/text.h"
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

static _Atomic double stopped_at; /* when Ctrl-C was pressed first */

enum {
    PATIENCE_MS = 500,
    USUAL_ROWS = 24, USUAL_COLUMNS = 80, /* of a terminal that does not tell */
    TYPED = 3, /* columns for ^C, and for what stands behind it */
};

/* The first Ctrl-C asks the command to end, one that comes later ends the program. Some senders signal
 * both the process and its group: what comes within half a second is the same request. */
static void on_interrupt(int number)
{
    double now = clock_now();
    if (!atomic_exchange(&stop, true)) {
        atomic_store(&stopped_at, now);
    } else if ((now - atomic_load(&stopped_at)) * 1000 > PATIENCE_MS) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

/* Gives the standard streams that were closed at the start their numbers, so that no file gets one of them.
 * Reading finds the end, writing fails, and messages go nowhere. */
static void open_standard_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", fd == STDERR_FILENO ? O_WRONLY : O_RDONLY) < 0)
            open("/", O_RDONLY);
}

static int output_fault;   /* errno of the first write to the standard output that failed */
static bool reads_lines;   /* of commands, each of which is done whatever became of the one before */

/* Output that cannot be written stops the command: it may have hours to go. Where lines come slowly, each
 * reaches a file or a pipe at once. */
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

/* A line that is written over again and again, or a table, in ASCII, as much as the terminal has room for. */
static void show_progress(struct session *session, const char *lines)
{
    static int below; /* lines of what stands there, but the first */
    struct winsize size = {0};
    bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row && size.ws_col;
    int rows = known ? size.ws_row : USUAL_ROWS, cols = (known ? size.ws_col : USUAL_COLUMNS) - TYPED;
    struct text out = {0}; /* written in one piece, so that nothing flickers */
    (void)session;
    for (; below > 0; below--)
        text_add(&out, "\r\033[K\033[A"); /* line by line: to clear all at once may keep it in the history */
    text_add(&out, "\r\033[K");
    for (below = 0;; below++) {
        int length = (int)strcspn(lines, "\n");
        bool more = lines[length] != '\0' && below + 1 < rows - 1;
        text_append(&out, lines, (size_t)((below || more) && length > cols && cols > 0 ? cols : length));
        if (!more)
            break;
        text_add(&out, "\r\n");
        lines += length + 1;
    }
    fputs(text_string(&out), stderr);
    text_free(&out);
}

static void print_notice(struct session *session, const char *line)
{
    (void)session;
    fflush(stdout);
    fprintf(stderr, "%s\n", line);
}

static void complain(struct session *session, const struct error *error)
{
    (void)session;
    fflush(stdout); /* so that answers and errors keep their order where both go to one place */
    fprintf(stderr, "%s\n", error->text);
}

/* Sends the output on its way; a reader that has gone needs no message, a full disk does, unless an error was
 * told already: there is one line in all. Where Ctrl-C came while it waited to write, nothing has failed. */
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

/* The screen for as long as it runs; commands typed into it start no second one. */
static enum status start_screen(struct session *session, const struct play_request *request,
                                struct error *error)
{
    struct session outside = *session;
    session->screen = NULL;
    session->on_screen = true;
    session->console = NULL;
    session->progress = NULL;
    session->notice = NULL;
    enum status status = tui_run(session, request, error);
    session->screen = outside.screen;
    session->on_screen = false;
    session->console = outside.console;
    session->progress = outside.progress;
    session->notice = outside.notice;
    session_begin_line(session); /* a Ctrl-C meant the screen, which is over */
    return status;
}

/* Runs command lines: at a terminal those that are typed at the console; else whoever sends them sees each
 * answer before the next line. */
static enum status read_lines(struct session *session)
{
    enum status (*console)(struct session *) = session->console;
    enum status status = STATUS_OK;
    bool alone = session->alone;
    reads_lines = true;
    session->console = NULL; /* there are no others besides */
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

/* The command that a first word means that is none: "-", "--version", "--help". */
static void name_command(char **word)
{
    static char names[][8] = {"console", "version", "help", "help"};
    static const char *const written[] = {"-", "--version", "--help", "-h"};
    for (size_t i = 0; i < sizeof written / sizeof written[0]; i++)
        if (strcmp(*word, written[i]) == 0) {
            *word = names[i];
            return;
        }
}

static enum status run(struct session *session, int argc, char **argv)
{
    struct error error = {0};
    enum status status = session_start(session, &argc, argv, &error);
    if (!status && argc && strcmp(argv[0], "--") == 0) {
        argc--;
        argv++;
    }
    if (!status && argc)
        name_command(&argv[0]);
    session->alone = argc > 0;
    if (!status && argc && argv[0][0] == '-')
        status = error_set(&error, STATUS_BAD, "unknown option %s; 'vedette help' tells more",
                           argv[0]);
    else if (!status && argc)
        status = command_run(session, argc, argv, &error);
    else if (!status && session->screen)
        status = session->screen(session, NULL, &error);
    else if (!status)
        status = read_lines(session);
    if (status && error.text[0] && !output_fault) /* lines have told theirs, and output has its own line */
        complain(session, &error);
    return status;
}

int main(int argc, char **argv)
{
    struct session session;
    open_standard_streams();
    setlocale(LC_CTYPE, ""); /* characters only: numbers are written with a point everywhere */
    tzset(); /* before there are threads, which read what it sets */
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
    enum status status = finish_output(run(&session, argc - 1, argv + 1));
    session_free(&session);
    return (int)status;
}
