/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program on a pseudo-terminal, byte by byte: whatever ends it, and whatever the terminal answers late,
 * the terminal is as it was before. */
#include "base/clock.h"
#include "base/text.h"
#include "cmocka_all.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

enum { PATIENCE = 30 /* seconds for what must come */ };

#define PASTE_ON "\033[?2004h"
#define PASTE_OFF "\033[?2004l"
#define LEAVES "\033[?1049l"

static char home[] = "/tmp/vedette-terminal-XXXXXX";

struct seat {
    pid_t process;
    int terminal;          /* our end */
    int line;              /* the program's end: what is left in it is the shell's */
    struct termios modes;  /* before the program */
    struct text seen;
};

/* In the child. Does not come back. */
static void become(const char *name, const char *const *arguments, const int *ignored)
{
    static const char *const homes[] = {"HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"};
    static const char *const gone[] = {"NO_COLOR", "LINES", "COLUMNS", "ESCDELAY", "COLORFGBG", "INPUTRC"};
    const struct winsize size = {.ws_row = 24, .ws_col = 80};
    const struct rlimit no_core = {0};
    const char *program = getenv("VEDETTE");
    setrlimit(RLIMIT_CORE, &no_core);
    setsid();
    int end = open(name, O_RDWR);
    ioctl(end, TIOCSWINSZ, &size);
    for (int fd = 0; fd < 3; fd++)
        dup2(end, fd);
    for (int number = 1; number < NSIG; number++)
        signal(number, SIG_DFL); /* a shell's job in the background has some of them ignored */
    for (; ignored && *ignored; ignored++)
        signal(*ignored, SIG_IGN);
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++)
        setenv(homes[i], home, 1);
    for (size_t i = 0; i < sizeof gone / sizeof *gone; i++)
        unsetenv(gone[i]);
    setenv("LC_ALL", "C.UTF-8", 1);
    setenv("TERM", "xterm-256color", 1);
    setenv("ASAN_OPTIONS", "handle_segv=0:handle_abort=0:handle_sigbus=0:handle_sigfpe=0:handle_sigill=0", 1);
    execl(program, program, "--seed", "1", arguments[0], (char *)NULL);
    _exit(99);
}

/* Starts the program with an argument or NULL; `ignored` signals end with a 0. */
static void start_program(struct seat *seat, const char *argument, const int *ignored)
{
    *seat = (struct seat){.terminal = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)};
    assert_true(seat->terminal >= 0);
    assert_int_equal(grantpt(seat->terminal) | unlockpt(seat->terminal), 0);
    const char *name = ptsname(seat->terminal);
    seat->line = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    assert_int_equal(tcgetattr(seat->line, &seat->modes), 0);
    seat->process = fork();
    assert_true(seat->process >= 0);
    if (seat->process == 0)
        become(name, &argument, ignored);
}

/* Takes what is shown within so many milliseconds; false where nothing is. */
static bool read_shown(struct seat *seat, int milliseconds)
{
    struct pollfd shown = {.fd = seat->terminal, .events = POLLIN};
    char bytes[4096];
    if (poll(&shown, 1, milliseconds) <= 0)
        return false;
    ssize_t size = read(seat->terminal, bytes, sizeof bytes);
    if (size > 0)
        text_append(&seat->seen, bytes, (size_t)size);
    return size > 0;
}

/* Waits until a text has been shown since the last key. */
static void await(struct seat *seat, const char *text)
{
    double end = clock_now() + PATIENCE;
    while (!strstr(text_string(&seat->seen), text) && clock_now() < end)
        read_shown(seat, 100);
    if (!strstr(text_string(&seat->seen), text))
        fail_msg("never shown: %s in %s", text, text_string(&seat->seen));
}

static void press(struct seat *seat, const char *keys)
{
    text_clear(&seat->seen);
    assert_int_equal(write(seat->terminal, keys, strlen(keys)), (ssize_t)strlen(keys));
}

/* Waits until the program has ended; what waitpid says of it. */
static int await_end(struct seat *seat)
{
    int status = 0;
    double end = clock_now() + PATIENCE;
    while (waitpid(seat->process, &status, WNOHANG) == 0) {
        assert_true(clock_now() < end);
        read_shown(seat, 20);
    }
    while (read_shown(seat, 0))
        continue;
    return status;
}

/* The modes are as before, and nothing is left for the shell to read. */
static void assert_given_back(struct seat *seat)
{
    struct termios now;
    struct pollfd left = {.fd = seat->line, .events = POLLIN};
    assert_int_equal(tcgetattr(seat->line, &now), 0);
    assert_int_equal(now.c_lflag, seat->modes.c_lflag);
    assert_int_equal(now.c_iflag, seat->modes.c_iflag);
    assert_int_equal(now.c_oflag, seat->modes.c_oflag);
    now.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    assert_int_equal(tcsetattr(seat->line, TCSANOW, &now), 0);
    assert_int_equal(poll(&left, 1, 0), 0);
    close(seat->terminal);
    close(seat->line);
    text_free(&seat->seen);
}

/* The screen was left last, and pastes are as the shell has them. */
static void assert_screen_left(const struct seat *seat)
{
    const char *seen = text_string(&seat->seen), *off = NULL, *on = NULL;
    for (const char *at = seen; (at = strstr(at, PASTE_OFF)); at++)
        off = at;
    for (const char *at = seen; (at = strstr(at, PASTE_ON)); at++)
        on = at;
    assert_non_null(off);
    assert_true(!on || on < off);
    assert_non_null(strstr(seen, LEAVES));
}

static const int ends[] = {
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
    SIGPIPE, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS, SIGTRAP,
#ifdef SIGIO
    SIGIO,
#endif
};

TEST(test_every_signal)
{
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        struct seat seat;
        start_program(&seat, NULL, NULL);
        await(&seat, "Quit");
        kill(seat.process, ends[i]);
        int status = await_end(&seat);
        if (!WIFSIGNALED(status) || WTERMSIG(status) != ends[i])
            fail_msg("signal %d: status %d", ends[i], status);
        assert_screen_left(&seat);
        assert_given_back(&seat);
    }
}

TEST(test_signals_in_console)
{
    static const int some[] = {SIGTERM, SIGHUP, SIGUSR1, SIGXCPU, SIGALRM, SIGSEGV};
    for (size_t i = 0; i < sizeof some / sizeof *some; i++) {
        struct seat seat;
        start_program(&seat, "console", NULL);
        await(&seat, "vedette> ");
        kill(seat.process, some[i]);
        int status = await_end(&seat);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == some[i]);
        assert_given_back(&seat);
    }
}

/* What was ignored at the start does nothing. */
TEST(test_ignored)
{
    static const int ignored[] = {SIGHUP, SIGTERM, SIGINT, SIGQUIT, SIGUSR1, SIGTSTP, 0};
    for (int console = 0; console < 2; console++) {
        struct seat seat;
        start_program(&seat, console ? "console" : NULL, ignored);
        await(&seat, console ? "vedette> " : "Quit");
        for (const int *number = ignored; *number; number++)
            if (!console || *number != SIGINT)
                kill(seat.process, *number);
        press(&seat, console ? "rules\r" : "?");
        await(&seat, console ? "isf" : "these lines");
        if (!console) {
            press(&seat, "\033");
            await(&seat, "New game");
        }
        press(&seat, console ? "quit\r" : "q");
        assert_int_equal(await_end(&seat), 0);
        assert_given_back(&seat);
    }
}

/* Where nothing can stop the program, Ctrl-Z changes nothing. */
TEST(test_no_job_control)
{
    struct seat seat;
    start_program(&seat, "console", NULL);
    await(&seat, "vedette> ");
    press(&seat, "rul");
    await(&seat, "rul");
    press(&seat, "\x1a");
    while (read_shown(&seat, 500))
        continue;
    assert_null(strstr(text_string(&seat.seen), "vedette>"));
    press(&seat, "es\r");
    await(&seat, "isf");
    press(&seat, "quit\r");
    assert_int_equal(await_end(&seat), 0);
    assert_given_back(&seat);
    start_program(&seat, NULL, NULL);
    await(&seat, "Quit");
    press(&seat, "\x1a");
    await(&seat, "Quit");
    assert_non_null(strstr(text_string(&seat.seen), PASTE_ON));
    press(&seat, "q");
    assert_int_equal(await_end(&seat), 0);
    assert_screen_left(&seat);
    assert_given_back(&seat);
}

/* A letter that is typed in another encoding is that letter, on the line on which it was typed. */
TEST(test_latin_in_console)
{
    struct seat seat;
    start_program(&seat, "console", NULL);
    await(&seat, "vedette> ");
    press(&seat, "version l\xe4\r");
    await(&seat, "found 'l\u00e4'");
    press(&seat, "version n\u00e4\r");
    await(&seat, "found 'n\u00e4'");
    press(&seat, "quit\r");
    await_end(&seat);
    assert_given_back(&seat);
}

/* The program requests the terminal's background: an answer that comes as the program ends is not the
 * shell's. */
TEST(test_late_answer)
{
    for (int answers = 0; answers < 2; answers++) {
        struct seat seat;
        start_program(&seat, NULL, NULL);
        await(&seat, "\033]11;?");
        press(&seat, "qq"); /* at the first start the first q leaves the rules */
        for (double end = clock_now() + 0.3; clock_now() < end;)
            read_shown(&seat, 50);
        if (answers)
            press(&seat, "\033]11;rgb:0000/0000/0000\033\\");
        assert_int_equal(await_end(&seat), 0);
        assert_given_back(&seat);
    }
}

static int make_home(void **state)
{
    (void)state;
    return mkdtemp(home) ? 0 : -1;
}

static int drop_home(void **state)
{
    char command[sizeof home + 16];
    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", home);
    return system(command);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_late_answer),        cmocka_unit_test(test_ignored),
        cmocka_unit_test(test_no_job_control),     cmocka_unit_test(test_every_signal),
        cmocka_unit_test(test_signals_in_console), cmocka_unit_test(test_latin_in_console),
    };
    if (access("/dev/ptmx", R_OK | W_OK) != 0 || !getenv("VEDETTE"))
        return 77;
    return cmocka_run_group_tests(tests, make_home, drop_home);
}
