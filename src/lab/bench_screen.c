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
    STILL = 120,        /* after so many milliseconds without a byte the output counts as complete */
    ANSWER = 5000,      /* max milliseconds from a key to the first byte of its output */
    PATIENCE = 20,      /* max seconds to wait for an expected text */
    STARTS = 5,         /* starts of the program that are measured */
    STEPS = 16,         /* steps of the cursor that are measured */
    MOVES = 12,         /* moves that are measured */
};

/* The moves that are played: legal whatever the opponent plays with the seed below. */
static const char *const moves[MOVES] = {"b4b5", "e4e5", "f4f5", "j4j5", "a4a5", "b3b4",
                                         "e5e6", "f5f6", "j5j6", "a5a6", "c4b4", "e3e4"};

/* The file of a game between a person and the agent random. */
static const char game_text[] =
    "format: vedette-game/1\n"
    "rules: isf\n"
    "red: {player: you, setup: \"DDHBLHBIBDFBDIEGMGFDBJDEHEDFFEKJHDCGIBEG\"}\n"
    "blue: {player: random, setup: \"NQTTSQVPRUTNOPRWUPRNPQNQSPSYPPSXVRQNNTUP\"}\n"
    "moves: \"\"\n"
    "result: unfinished\n";

/* A profile with a search that runs until it is stopped. */
static const char config_text[] =
    "format: vedette-profile/1\n"
    "hint: {agent: star}\n"
    "search: {depth: 0, time: 1000}\n";

/* The measurements: bytes sent to the terminal and seconds; each the median of several, or their max. */
struct bench_screen_result {
    size_t move, move_max;     /* for Enter, which plays a move; with the answer of the opponent (random) */
    size_t typed;              /* for the letters of a move and Enter */
    size_t step, step_max;     /* for a step of the cursor without the description of its square */
    size_t step_printed;       /* for a step with the description of its square beside the board */
    size_t redraw, help, help_back; /* for Ctrl-L; for help; for leaving help */
    double start;              /* from the start to the menu, if the terminal does not answer queries */
    double key, key_max;       /* from a key to its first byte, while a search runs on all threads */
};

/* The program in a pseudo-terminal. */
struct child {
    const struct bench_terms *terms;
    const char *type;         /* value of TERM */
    int rows, cols;           /* size of the terminal */
    pid_t process;
    int terminal;             /* file descriptor of our end; -1: not open */
    char folder[64];          /* all files of the program are below it */
    struct text seen;         /* output since the last key */
};

/* Starts the program `argv` in a new pseudo-terminal, with its files in child->folder. With
 * `has_background` it learns the background colour from the environment and does not wait for an answer of
 * the terminal. */
static enum status start_child(struct child *child, const char *const *argv, bool has_background,
                               struct error *error)
{
    char name[128];
    child->terminal = posix_openpt(O_RDWR | O_NOCTTY);
    const char *name_of_end = child->terminal < 0 || grantpt(child->terminal) || unlockpt(child->terminal)
                                  ? NULL : ptsname(child->terminal); /* of the child's end */
    if (!name_of_end)
        return error_errno(error, "a pseudo-terminal");
    snprintf(name, sizeof name, "%s", name_of_end);
    fcntl(child->terminal, F_SETFD, FD_CLOEXEC);
    text_clear(&child->seen);
    child->process = fork();
    if (child->process < 0)
        return error_errno(error, "fork");
    if (child->process == 0) {
        /* In the child process: makes the terminal its controlling terminal and runs the program. */
        struct winsize size = {.ws_row = (unsigned short)child->rows, .ws_col = (unsigned short)child->cols};
        sigset_t none;
        sigemptyset(&none);
        sigprocmask(SIG_SETMASK, &none, NULL);
        setsid();
        int child_end = open(name, O_RDWR);
        if (child_end < 0 || ioctl(child_end, TIOCSCTTY, 0) < 0)
            _exit(STATUS_FAILED);
        ioctl(child_end, TIOCSWINSZ, &size);
        for (int fd = 0; fd < 3; fd++)
            dup2(child_end, fd);
        setenv("TERM", child->type, 1);
        static const char *const homes[] = {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"};
        /* What would make the output depend on the user's environment. */
        static const char *const removed[] = {"NO_COLOR", "LINES", "COLUMNS", "ESCDELAY", "COLORFGBG"};
        for (size_t i = 0; i < sizeof homes / sizeof *homes; i++)
            setenv(homes[i], child->folder, 1);
        for (size_t i = 0; i < sizeof removed / sizeof *removed; i++)
            unsetenv(removed[i]);
        if (has_background)
            setenv("COLORFGBG", "15;0", 1); /* white on black */
        execv(argv[0], (char *const *)(uintptr_t)argv);
        _exit(STATUS_FAILED);
    }
    return STATUS_OK;
}

/* Kills the program, if it runs, and closes the terminal. */
static void end_child(struct child *child)
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

/* Waits at most `milliseconds` for output and appends it to child->seen. False if there was none. */
static bool receive(struct child *child, int milliseconds)
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

/* Reads output until none comes for STILL milliseconds. Returns the number of bytes since the last key. */
static size_t read_all_output(struct child *child)
{
    while (receive(child, STILL))
        continue;
    return child->seen.size;
}

/* Reads output until it contains `text`. False if it does not within PATIENCE seconds, or the program
 * ended. */
static bool await_text(struct child *child, const char *text)
{
    double end = clock_now() + PATIENCE;
    while (!strstr(text_string(&child->seen), text)) /* EIO: the program ended and closed its terminal */
        if (clock_now() > end || stop_requested(child->terms->stop) || (!receive(child, 50) && errno == EIO))
            return false;
    return true;
}

/* Sends keys to the program. Returns the number of bytes of output that follow. Waits for the first byte: on
 * a busy machine it may come late, and would then count for the next key. */
static size_t press(struct child *child, const char *keys)
{
    text_clear(&child->seen);
    disk_write_all(child->terminal, keys, strlen(keys));
    receive(child, ANSWER);
    return read_all_output(child);
}

/* Compares two numbers for qsort. */
static int compare_numbers(const void *a, const void *b)
{
    const double *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

/* Sorts the samples and returns their median; if their number is even, the upper of the two in the middle.
 * *max (`max` may be NULL) gets the largest. */
static double find_median(double *samples, int count, double *max)
{
    qsort(samples, (size_t)count, sizeof *samples, compare_numbers);
    if (max)
        *max = samples[count - 1];
    return samples[count / 2];
}

/* Sets the error that the text never appeared. Returns STATUS_NO if the bench was stopped. */
static enum status report_missing_text(const struct child *child, const char *text, struct error *error)
{
    return stop_requested(child->terms->stop) ? error_set(error, STATUS_NO, "stopped")
                                       : error_set(error, STATUS_BAD, "the screen never showed '%s'", text);
}

/* Measures the time from the start of the program to its menu. */
static enum status measure_start(struct child *child, const char *program,
                                 struct bench_screen_result *result, struct error *error)
{
    const char *const argv[] = {program, "--seed", "1", NULL};
    double samples[STARTS];
    for (int i = 0; i < STARTS; i++) {
        double start = clock_now();
        enum status status = start_child(child, argv, false, error);
        if (status)
            return status;
        if (!await_text(child, "New game"))
            return report_missing_text(child, "New game", error);
        samples[i] = clock_now() - start;
        read_all_output(child);
        end_child(child);
    }
    result->start = find_median(samples, STARTS, NULL);
    return STATUS_OK;
}

/* Measures the bytes that the program sends for steps of the cursor, for redrawing, for help and for moves.
 * The key I switches the description of the cursor's square off and on again. */
static void measure_bytes(struct child *child, struct bench_screen_result *result)
{
    static const char *const steps[] = {"k", "l", "k", "h", "j", "j", "l", "k"}; /* as in vi */
    enum { KEYS = sizeof steps / sizeof *steps };
    double samples[MOVES > STEPS ? MOVES : STEPS], typed[MOVES], max;
    for (int i = 0; i < STEPS; i++)
        samples[i] = (double)press(child, steps[i % KEYS]);
    result->step_printed = (size_t)find_median(samples, STEPS, NULL);
    press(child, "I");
    for (int i = 0; i < STEPS; i++)
        samples[i] = (double)press(child, steps[i % KEYS]);
    result->step = (size_t)find_median(samples, STEPS, &max);
    press(child, "I");
    result->step_max = (size_t)max;
    /* Ctrl-L redraws the screen, ? opens help and Escape leaves it. */
    result->redraw = press(child, "\f");
    result->help = press(child, "?");
    result->help_back = press(child, "\033");
    for (int i = 0; i < MOVES && !stop_requested(child->terms->stop); i++) {
        /* The letters of a move, then Enter, which plays it. */
        typed[i] = (double)press(child, moves[i]);
        samples[i] = (double)press(child, "\r");
        typed[i] += samples[i];
    }
    result->move = (size_t)find_median(samples, MOVES, &max);
    result->move_max = (size_t)max;
    result->typed = (size_t)find_median(typed, MOVES, NULL);
}

/* Starts a hint (key H), whose search does not end, and measures the time from a key to its first byte of
 * output. The hint shows its depth once the search runs. */
static enum status measure_keys(struct child *child, struct bench_screen_result *result, struct error *error)
{
    double samples[STEPS];
    press(child, "\033"); /* closes what may be open */
    text_clear(&child->seen);
    disk_write_all(child->terminal, "H", 1);
    if (!await_text(child, "depth"))
        return report_missing_text(child, "depth", error);
    for (int i = 0; i < STEPS && !stop_requested(child->terms->stop); i++) {
        while (receive(child, 0)) /* drops the progress of the search */
            continue;
        double start = clock_now();
        disk_write_all(child->terminal, i % 2 ? "k" : "j", 1);
        receive(child, 1000);
        samples[i] = clock_now() - start;
        poll(NULL, 0, 40); /* waits 40 ms before the next key */
    }
    result->key = find_median(samples, STEPS, &result->key_max);
    return STATUS_OK;
}

/* Writes the game and the profile, runs the program on them and makes all measurements. */
static enum status measure_screen(struct child *child, const char *program,
                                  struct bench_screen_result *result, struct error *error)
{
    char game[PATH_MAX], config[PATH_MAX], home[PATH_MAX], jobs[16];
    const char *const argv[] = {program, "--seed", "1", "play", "--resume", game, NULL};
    const char *const search[] = {program, "--seed", "1", "--jobs", jobs, "-p", config, "play", "--resume",
                                  game, NULL};
    snprintf(game, sizeof game, "%s/start.game", child->folder);
    snprintf(config, sizeof config, "%s/search.yaml", child->folder);
    /* Without this folder the program would show the rules, as at a user's first start. */
    snprintf(home, sizeof home, "%s/vedette", child->folder);
    snprintf(jobs, sizeof jobs, "%d", child->terms->jobs);
    enum status status = disk_write(game, game_text, sizeof game_text - 1, error);
    if (!status)
        status = disk_write(config, config_text, sizeof config_text - 1, error);
    if (!status)
        status = disk_folder(home, error);
    if (!status)
        status = measure_start(child, program, result, error);
    if (!status)
        status = start_child(child, argv, true, error);
    if (status)
        return status;
    if (!await_text(child, "Move with"))
        return report_missing_text(child, "Move with", error);
    read_all_output(child);
    /* Bytes in a game. */
    measure_bytes(child, result);
    end_child(child);
    /* Keys while the search of the profile runs. */
    status = start_child(child, search, true, error);
    if (status)
        return status;
    if (!await_text(child, "Move with"))
        return report_missing_text(child, "Move with", error);
    read_all_output(child);
    return measure_keys(child, result, error);
}

/* Appends all measurements as figures, in bytes and milliseconds. */
static void add_screen_figures(const struct bench_screen_result *result, struct text *out)
{
    bench_figure(out, "move", 0, (double)result->move, "bytes");
    bench_figure(out, "move-max", 0, (double)result->move_max, "bytes");
    bench_figure(out, "move-typed", 0, (double)result->typed, "bytes");
    bench_figure(out, "step", 0, (double)result->step, "bytes");
    bench_figure(out, "step-max", 0, (double)result->step_max, "bytes");
    bench_figure(out, "step-info", 0, (double)result->step_printed, "bytes");
    bench_figure(out, "redraw", 0, (double)result->redraw, "bytes");
    bench_figure(out, "help", 0, (double)result->help, "bytes");
    bench_figure(out, "help-back", 0, (double)result->help_back, "bytes");
    bench_figure(out, "first-screen", 1, 1e3 * result->start, "ms");
    bench_figure(out, "key", 2, 1e3 * result->key, "ms");
    bench_figure(out, "key-max", 2, 1e3 * result->key_max, "ms");
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
    enum status status = measure_screen(&child, program, &result, error);
    end_child(&child);
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
        add_screen_figures(&result, out);
    return status && stop_requested(terms->stop) ? error_set(error, STATUS_NO, "stopped") : status;
}
