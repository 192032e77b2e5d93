/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    STILL = 120,        /* milliseconds without a byte, after which all is there */
    PATIENCE = 20,      /* seconds for what must come */
    STARTS = 5,
    STEPS = 16,
    MOVES = 12,
};

/* Legal, whatever the opponent does with the seed below. */
static const char *const moves[MOVES] = {"b4b5", "e4e5", "f4f5", "j4j5", "a4a5", "b3b4",
                                         "e5e6", "f5f6", "j5j6", "a5a6", "c4b4", "e3e4"};

/* A game between a person and the agent random, as its file has it. */
static const char game_text[] =
    "format: vedette-game/1\n"
    "rules: isf\n"
    "red: {player: you, setup: \"DDHBLHBIBDFBDIEGMGFDBJDEHEDFFEKJHDCGIBEG\"}\n"
    "blue: {player: random, setup: \"NQTTSQVPRUTNOPRWUPRNPQNQSPSYPPSXVRQNNTUP\"}\n"
    "moves: \"\"\n"
    "result: unfinished\n";

/* A search that goes on until it is told to end. */
static const char config_text[] =
    "format: vedette-profile/1\n"
    "hint: {agent: star}\n"
    "search: {depth: 0, time: 1000}\n";

/* What is measured: bytes, the middle of several and the most, and seconds. */
struct bench_screen_result {
    size_t move, move_max;     /* Enter that plays a move, with the opponent's answer (random) */
    size_t typed;               /* the same with the letters of the move before it */
    size_t step, step_max;     /* the cursor one square on, */
    size_t step_printed;           /* and where what it is on is told beside the board */
    size_t redraw, help, help_back; /* Ctrl-L; help, and back from it */
    double start;               /* from the start to the menu, where the terminal does not answer what it is
                                 * asked; the middle one of several */
    double key, key_max;       /* from a key to its first byte while a search runs on all threads */
};

/* The program in its terminal. */
struct child {
    const struct bench_terms *terms;
    const char *type;         /* TERM */
    int rows, cols;
    pid_t process;
    int terminal;             /* our end; -1: none */
    char folder[64];          /* its files are below */
    struct text seen;         /* bytes since the last key */
};

static enum status start(struct child *child, const char *const *argv, bool answers_background,
                         struct error *error)
{
    char name[128];
    child->terminal = posix_openpt(O_RDWR | O_NOCTTY);
    const char *other = child->terminal < 0 || grantpt(child->terminal) || unlockpt(child->terminal)
                            ? NULL : ptsname(child->terminal);
    if (!other)
        return error_errno(error, "a pseudo-terminal");
    snprintf(name, sizeof name, "%s", other);
    fcntl(child->terminal, F_SETFD, FD_CLOEXEC);
    text_clear(&child->seen);
    child->process = fork();
    if (child->process < 0)
        return error_errno(error, "fork");
    if (child->process == 0) {
        /* In the child: the terminal becomes its own, and the program takes over. Does not come back. */
        struct winsize size = {.ws_row = (unsigned short)child->rows, .ws_col = (unsigned short)child->cols};
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        setsid();
        int end = open(name, O_RDWR);
        if (end < 0 || ioctl(end, TIOCSCTTY, 0) < 0)
            _exit(STATUS_FAILED);
        ioctl(end, TIOCSWINSZ, &size);
        for (int fd = 0; fd < 3; fd++)
            dup2(end, fd);
        setenv("TERM", child->type, 1);
        static const char *const homes[] = {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"};
        static const char *const gone[] = {"NO_COLOR", "LINES", "COLUMNS", "ESCDELAY", "COLORFGBG"};
        for (size_t i = 0; i < sizeof homes / sizeof *homes; i++)
            setenv(homes[i], child->folder, 1);
        for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
            unsetenv(gone[i]);
        if (answers_background)
            setenv("COLORFGBG", "15;0", 1);
        execv(argv[0], (char *const *)(uintptr_t)argv);
        _exit(STATUS_FAILED);
    }
    return STATUS_OK;
}

static void end(struct child *child)
{
    if (child->process > 0) {
        kill(child->process, SIGKILL);
        waitpid(child->process, NULL, 0);
    }
    if (child->terminal >= 0)
        close(child->terminal);
    child->process = 0;
    child->terminal = -1;
}

/* Takes what has come within so many milliseconds; false where nothing has. */
static bool take(struct child *child, int milliseconds)
{
    char bytes[4096];
    struct pollfd ready = {.fd = child->terminal, .events = POLLIN};
    if (poll(&ready, 1, milliseconds) <= 0)
        return false;
    ssize_t size = read(child->terminal, bytes, sizeof bytes);
    if (size > 0)
        text_append(&child->seen, bytes, (size_t)size);
    return size > 0;
}

/* Takes all until nothing comes any more; returns how much. */
static size_t take_all(struct child *child)
{
    while (take(child, STILL))
        continue;
    return child->seen.size;
}

/* Waits until a text was sent; false where it never is. */
static bool await(struct child *child, const char *text)
{
    double ends = clock_now() + PATIENCE;
    while (!strstr(text_string(&child->seen), text))
        if (clock_now() > ends || stop_requested(child->terms->stop) || (!take(child, 50) && errno == EIO))
            return false;
    return true;
}

/* Presses keys and returns how many bytes that led to. */
static size_t press(struct child *child, const char *keys)
{
    text_clear(&child->seen);
    disk_write_all(child->terminal, keys, strlen(keys));
    return take_all(child);
}

static int by_size(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* The middle one; *most gets the largest, where it is wanted. */
static double middle(double *samples, int count, double *most)
{
    qsort(samples, (size_t)count, sizeof *samples, by_size);
    if (most)
        *most = samples[count - 1];
    return samples[count / 2];
}

static enum status strange(const struct child *child, const char *what, struct error *error)
{
    return stop_requested(child->terms->stop) ? error_set(error, STATUS_NO, "stopped")
                                       : error_set(error, STATUS_BAD, "the screen never showed '%s'", what);
}

static enum status measure_start(struct child *child, const char *program,
                                 struct bench_screen_result *result, struct error *error)
{
    const char *const argv[] = {program, "--seed", "1", NULL};
    double samples[STARTS];
    for (int i = 0; i < STARTS; i++) {
        double before = clock_now();
        enum status status = start(child, argv, false, error);
        if (status)
            return status;
        if (!await(child, "New game"))
            return strange(child, "New game", error);
        samples[i] = clock_now() - before;
        take_all(child);
        end(child);
    }
    result->start = middle(samples, STARTS, NULL);
    return STATUS_OK;
}

/* Bytes of steps, of what covers the screen, and of moves. */
static void measure_bytes(struct child *child, struct bench_screen_result *result)
{
    static const char *const steps[] = {"k", "l", "k", "h", "j", "j", "l", "k"};
    double samples[MOVES > STEPS ? MOVES : STEPS], typed[MOVES], most;
    for (int i = 0; i < STEPS; i++)
        samples[i] = (double)press(child, steps[i % 8]);
    result->step_printed = (size_t)middle(samples, STEPS, NULL);
    press(child, "I");
    for (int i = 0; i < STEPS; i++)
        samples[i] = (double)press(child, steps[i % 8]);
    result->step = (size_t)middle(samples, STEPS, &most);
    press(child, "I");
    result->step_max = (size_t)most;
    result->redraw = press(child, "\f");
    result->help = press(child, "?");
    result->help_back = press(child, "\033");
    for (int i = 0; i < MOVES && !stop_requested(child->terms->stop); i++) {
        typed[i] = (double)press(child, moves[i]);
        samples[i] = (double)press(child, "\r");
        typed[i] += samples[i];
    }
    result->move = (size_t)middle(samples, MOVES, &most);
    result->move_max = (size_t)most;
    result->typed = (size_t)middle(typed, MOVES, NULL);
}

/* Keys while the search runs. */
static enum status measure_keys(struct child *child, struct bench_screen_result *result,
                                struct error *error)
{
    double samples[STEPS];
    press(child, "\033");
    text_clear(&child->seen);
    disk_write_all(child->terminal, "H", 1);
    if (!await(child, "depth"))
        return strange(child, "depth", error);
    for (int i = 0; i < STEPS && !stop_requested(child->terms->stop); i++) {
        while (take(child, 0)) /* what the search tells of itself */
            continue;
        double before = clock_now();
        disk_write_all(child->terminal, i % 2 ? "k" : "j", 1);
        take(child, 1000);
        samples[i] = clock_now() - before;
        poll(NULL, 0, 40);
    }
    result->key = middle(samples, STEPS, &result->key_max);
    return STATUS_OK;
}

static enum status measure(struct child *child, const char *program, struct bench_screen_result *result,
                           struct error *error)
{
    char game[PATH_MAX], config[PATH_MAX], jobs[16];
    const char *const argv[] = {program, "--seed", "1", "play", "--resume", game, NULL};
    const char *const search[] = {program, "--seed", "1", "--jobs", jobs, "-p", config, "play", "--resume",
                                  game, NULL};
    snprintf(game, sizeof game, "%s/start.game", child->folder);
    snprintf(config, sizeof config, "%s/search.yaml", child->folder);
    snprintf(jobs, sizeof jobs, "%d", child->terms->jobs);
    enum status status = disk_write(game, game_text, sizeof game_text - 1, error);
    if (!status)
        status = disk_write(config, config_text, sizeof config_text - 1, error);
    if (!status)
        status = measure_start(child, program, result, error);
    if (!status)
        status = start(child, argv, true, error);
    if (status)
        return status;
    if (!await(child, "Move with"))
        return strange(child, "Move with", error);
    take_all(child);
    measure_bytes(child, result);
    end(child);
    status = start(child, search, true, error);
    if (status)
        return status;
    if (!await(child, "Move with"))
        return strange(child, "Move with", error);
    take_all(child);
    return measure_keys(child, result, error);
}

static void add_screen(const struct bench_screen_result *result, struct text *out)
{
    bench_figure(out, "move", 0, (double)result->move, "bytes");
    bench_figure(out, "move-most", 0, (double)result->move_max, "bytes");
    bench_figure(out, "move-typed", 0, (double)result->typed, "bytes");
    bench_figure(out, "step", 0, (double)result->step, "bytes");
    bench_figure(out, "step-most", 0, (double)result->step_max, "bytes");
    bench_figure(out, "step-told", 0, (double)result->step_printed, "bytes");
    bench_figure(out, "redraw", 0, (double)result->redraw, "bytes");
    bench_figure(out, "help", 0, (double)result->help, "bytes");
    bench_figure(out, "help-back", 0, (double)result->help_back, "bytes");
    bench_figure(out, "first-screen", 1, 1e3 * result->start, "ms");
    bench_figure(out, "key", 2, 1e3 * result->key, "ms");
    bench_figure(out, "key-most", 2, 1e3 * result->key_max, "ms");
}

enum status bench_screen(const struct bench_terms *terms, const char *terminal, int rows, int cols,
                         struct text *out, struct error *error)
{
    char program[PATH_MAX] = "";
    struct bench_screen_result result = {0};
    struct child child = {.terms = terms, .type = terminal, .rows = rows, .cols = cols, .terminal = -1,
                          .folder = "/tmp/vedette-bench-XXXXXX"};
    if (readlink("/proc/self/exe", program, sizeof program - 1) < 0)
        return error_set(error, STATUS_BAD, "the running program cannot be found: the system has no /proc");
    if (!mkdtemp(child.folder))
        return error_errno(error, child.folder);
    enum status status = measure(&child, program, &result, error);
    end(&child);
    text_free(&child.seen);
    /* Removes the folder with all that the program wrote there. */
    const char *const argv[] = {"rm", "-r", "-f", child.folder, NULL};
    pid_t process = fork();
    if (process == 0) {
        execvp(argv[0], (char *const *)(uintptr_t)argv);
        _exit(1);
    }
    if (process > 0)
        waitpid(process, NULL, 0);
    text_printf(out, "%s, %dx%d\n", terminal, cols, rows);
    if (!status)
        add_screen(&result, out);
    return status && stop_requested(terms->stop) ? error_set(error, STATUS_NO, "stopped") : status;
}
