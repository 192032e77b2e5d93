/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/child_keeper.h"

#include "base/ascii.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    FILES_MAX = 256,    /* max file descriptors of the child */
    KILL_ROUNDS = 3000, /* max rounds of killing the processes it left; each takes about a millisecond */
};
#define FILE_MAX ((rlim_t)256 << 20) /* max bytes of a file that the child writes */

/* Closes the descriptors `first` .. `last`. */
static void close_between(unsigned first, unsigned last)
{
    if (first > last || syscall(SYS_close_range, first, last, 0) == 0)
        return;
    struct rlimit limit; /* old kernels have no close_range */
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > 65536)
        limit.rlim_cur = 65536;
    for (unsigned fd = first; fd <= last && fd < limit.rlim_cur; fd++)
        close((int)fd);
}

/* Closes all descriptors from 3 on except `end`. An inherited end of another child's pipe would keep that
 * pipe open. */
static void close_others(const int end[KEEPER_ENDS])
{
    /* Sort the ends by insertion, then close the descriptors between them. */
    int sorted[KEEPER_ENDS], count = 0;
    for (int i = 0; i < KEEPER_ENDS; i++) {
        if (end[i] < 0)
            continue;
        int place = count++;
        for (; place > 0 && sorted[place - 1] > end[i]; place--)
            sorted[place] = sorted[place - 1];
        sorted[place] = end[i];
    }
    unsigned next = 3;
    for (int i = 0; i < count; i++) {
        if (sorted[i] > 0)
            close_between(next, (unsigned)sorted[i] - 1);
        next = (unsigned)sorted[i] + 1;
    }
    close_between(next, ~0U);
}

/* Sets the handler of a signal. */
static void set_signal(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

/* Handles SIGCHLD: its arrival alone interrupts poll(). */
static void wake(int number)
{
    (void)number; /* interrupting poll() is enough */
}

/* Resets all signals to their default, because the program's handlers are not for keeper and child. */
static void reset_signals(void)
{
    for (int number = 1; number < NSIG; number++)
        if (number != SIGKILL && number != SIGSTOP)
            set_signal(number, SIG_DFL);
}

/* Limits a resource of this process to `max`, or to the present hard limit if that is lower. */
static void set_limit(int what, rlim_t max)
{
    struct rlimit now;
    if (getrlimit(what, &now) == 0 && now.rlim_max != RLIM_INFINITY && max > now.rlim_max)
        max = now.rlim_max;
    setrlimit(what, &(struct rlimit){max, max});
}

/* Turns this process into the child: sets limits and descriptors and runs the program. Reports a failure
 * to KEEPER_STARTED. */
static _Noreturn void exec_program(const struct keeper_terms *terms)
{
    static char *const environment_of_none[] = {NULL};
    char *const arguments[] = {(char *)(uintptr_t)terms->path, NULL};
    sigset_t none;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* if the keeper is killed */
    /* KEEPER_IN .. KEEPER_ERR have the numbers of the standard streams. */
    for (int i = KEEPER_IN; i <= KEEPER_ERR; i++)
        dup2(terms->end[i], i);
    set_limit(RLIMIT_CORE, 0);
    set_limit(RLIMIT_NOFILE, FILES_MAX);
    set_limit(RLIMIT_FSIZE, FILE_MAX);
    if (terms->memory)
        set_limit(RLIMIT_AS, (rlim_t)terms->memory);
    if (terms->processor)
        set_limit(RLIMIT_CPU, (rlim_t)terms->processor);
    reset_signals();
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(terms->path, arguments, environ ? environ : environment_of_none);
    int why = errno;
    ssize_t written = write(terms->end[KEEPER_STARTED], &why, sizeof why);
    _exit(written > 0 ? 127 : 126); /* the starter reads the errno; nobody reads this status */
}

/* Sends a message to the program that started the keeper. */
static void send_message(const struct keeper_terms *terms, int code, int value)
{
    struct keeper_message message = {code, value};
    ssize_t written = write(terms->end[KEEPER_MESSAGES], &message, sizeof message);
    (void)written; /* an error means that the program is gone */
}

/* Reads what the child wrote to its standard error and appends it to the log, up to log_max bytes in all.
 * False at the end of that output. */
static bool log_errors(const struct keeper_terms *terms, size_t *logged)
{
    char bytes[4096];
    ssize_t size;
    while ((size = read(terms->end[KEEPER_ERR_READ], bytes, sizeof bytes)) > 0) {
        size_t capacity = terms->log_max - *logged, some = (size_t)size < capacity ? (size_t)size : capacity;
        if (terms->end[KEEPER_LOG] >= 0 && some && write(terms->end[KEEPER_LOG], bytes, some) > 0)
            *logged += some;
    }
    return size < 0 && (errno == EAGAIN || errno == EINTR);
}

/* Kills the children of the keeper, but not the process `except`. Kills as many as fit in one reading of the
 * kernel's list in /proc. Returns how many were killed. */
static int kill_other_children(pid_t except)
{
    char bytes[4096];
    /* The file has the process numbers, each followed by a blank; a number that is cut off is not used. */
    int list = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC), found = 0;
    ssize_t size = list < 0 ? -1 : read(list, bytes, sizeof bytes);
    if (list >= 0)
        close(list);
    pid_t pid = 0;
    for (ssize_t i = 0; i < size; i++) {
        if (ascii_is_digit(bytes[i])) {
            pid = 10 * pid + (bytes[i] - '0');
            continue;
        }
        if (pid > 0 && pid != except && kill(pid, SIGKILL) == 0) {
            waitpid(pid, NULL, 0);
            found++;
        }
        pid = 0;
    }
    return found;
}

/* Kills the child and all processes it started. A process whose parent has exited becomes a child of the
 * keeper (PR_SET_CHILD_SUBREAPER), even if it left the group. The child is waited for after the others,
 * because until then no other process can get its group's number. */
static void kill_all(pid_t child)
{
    const struct timespec nap = {.tv_nsec = 1000000};
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
    for (int round = 0; round < KILL_ROUNDS && kill_other_children(child) > 0; round++)
        kill(-child, SIGKILL);
    kill(-child, SIGKILL);
    waitpid(child, NULL, 0);
    /* Processes that were orphaned meanwhile, until waitpid() finds no child. */
    for (int round = 0; round < KILL_ROUNDS && waitpid(-1, NULL, WNOHANG) >= 0; round++)
        if (kill_other_children(0) == 0)
            nanosleep(&nap, NULL);
}

/* Waits until the child has exited, and sends a message about it. Also returns when KEEPER_ALIVE is closed.
 * WNOWAIT leaves the exited child to kill_all; signals can arrive only in ppoll(), so that no SIGCHLD is
 * missed. */
static void wait_for_end(const struct keeper_terms *terms, pid_t child, size_t *logged)
{
    sigset_t none;
    struct pollfd ends[] = {{.fd = terms->end[KEEPER_ALIVE], .events = POLLIN},
                            {.fd = terms->end[KEEPER_ERR_READ], .events = POLLIN}};
    sigemptyset(&none);
    for (;;) {
        siginfo_t how = {0};
        if (waitid(P_PID, (id_t)child, &how, WEXITED | WNOHANG | WNOWAIT) == 0 && how.si_pid == child) {
            send_message(terms, how.si_code, how.si_status);
            return;
        }
        int ready = ppoll(ends, 2, NULL, &none);
        if (ready < 0 && errno != EINTR)
            return;
        if (ready > 0 && ends[0].revents)
            return;
        if (ready > 0 && ends[1].revents && !log_errors(terms, logged))
            ends[1].fd = -1;
    }
}

_Noreturn void keeper_run(const struct keeper_terms *terms)
{
    sigset_t all;
    size_t logged = 0;
    static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGTSTP};
    /* All signals are blocked but in wait_for_end's ppoll(). */
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
    /* No terminal reaches the keeper; orphans of the child become its children. */
    setsid();
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    reset_signals();
    for (size_t i = 0; i < sizeof ignored / sizeof ignored[0]; i++)
        set_signal(ignored[i], SIG_IGN);
    set_signal(SIGCHLD, wake);
    close_others(terms->end);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int fd = 0; fd < 3; fd++)
        dup2(null, fd);
    pid_t child = fork();
    if (child == 0)
        exec_program(terms);
    if (child < 0) {
        int why = errno;
        ssize_t written = write(terms->end[KEEPER_STARTED], &why, sizeof why);
        _exit(written > 0 ? 127 : 126);
    }
    setpgid(child, child); /* the child does it too: whichever is first */
    close(terms->end[KEEPER_STARTED]);
    for (int i = KEEPER_IN; i <= KEEPER_ERR; i++)
        close(terms->end[i]);
    send_message(terms, 0, child);
    wait_for_end(terms, child, &logged);
    kill_all(child);
    log_errors(terms, &logged);
    _exit(0);
}
