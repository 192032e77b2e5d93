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
    FILES_MAX = 256,                /* descriptors of the child */
    ROUNDS = 3000,                   /* of ending what it left, about a millisecond each */
};
#define FILE_MAX ((rlim_t)256 << 20) /* bytes of a file that the child writes */

/* Closes descriptors from `first` to `last`, both in it. */
static void close_between(unsigned first, unsigned last)
{
    if (first > last || syscall(SYS_close_range, first, last, 0) == 0)
        return;
    struct rlimit limit; /* an old kernel: one by one */
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur > 65536)
        limit.rlim_cur = 65536;
    for (unsigned fd = first; fd <= last && fd < limit.rlim_cur; fd++)
        close((int)fd);
}

/* Closes all descriptors from 3 on but those of the terms. A pipe to another child that stayed open here
 * would never come to its end. */
static void close_others(const int end[KEEPER_ENDS])
{
    int sorted[KEEPER_ENDS], count = 0;
    for (int i = 0; i < KEEPER_ENDS; i++) {
        if (end[i] < 0)
            continue;
        int at = count++;
        for (; at > 0 && sorted[at - 1] > end[i]; at--)
            sorted[at] = sorted[at - 1];
        sorted[at] = end[i];
    }
    unsigned next = 3;
    for (int i = 0; i < count; i++) {
        if (sorted[i] > 0)
            close_between(next, (unsigned)sorted[i] - 1);
        next = (unsigned)sorted[i] + 1;
    }
    close_between(next, ~0U);
}

static void set_signal(int number, void (*handler)(int))
{
    struct sigaction action = {.sa_handler = handler};
    sigemptyset(&action.sa_mask);
    sigaction(number, &action, NULL);
}

static void wake(int number)
{
    (void)number; /* it is enough that poll is broken off */
}

/* What the program does on signals is not the keeper's nor the child's business. */
static void reset_signals(void)
{
    for (int number = 1; number < NSIG; number++)
        if (number != SIGKILL && number != SIGSTOP)
            set_signal(number, SIG_DFL);
}

static void limit(int what, rlim_t most)
{
    struct rlimit now;
    if (getrlimit(what, &now) == 0 && now.rlim_max != RLIM_INFINITY && most > now.rlim_max)
        most = now.rlim_max;
    setrlimit(what, &(struct rlimit){most, most});
}

/* The child itself: becomes the program. */
static _Noreturn void become(const struct keeper_terms *terms)
{
    static char *const environment_of_none[] = {NULL};
    char *const arguments[] = {(char *)(uintptr_t)terms->path, NULL};
    sigset_t none;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (int i = KEEPER_IN; i <= KEEPER_ERR; i++)
        dup2(terms->end[i], i);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, FILES_MAX);
    limit(RLIMIT_FSIZE, FILE_MAX);
    if (terms->memory)
        limit(RLIMIT_AS, (rlim_t)terms->memory);
    if (terms->processor)
        limit(RLIMIT_CPU, (rlim_t)terms->processor);
    reset_signals();
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    execve(terms->path, arguments, environ ? environ : environment_of_none);
    int why = errno;
    ssize_t written = write(terms->end[KEEPER_STARTED], &why, sizeof why);
    _exit(written > 0 ? 127 : 126);
}

static void send(const struct keeper_terms *terms, int code, int value)
{
    struct keeper_news news = {code, value};
    ssize_t written = write(terms->end[KEEPER_NEWS], &news, sizeof news);
    (void)written; /* where nobody listens any more there is nobody to be told */
}

/* Takes in what the child wrote as errors; false where there is no more to come. */
static bool keep_errors(const struct keeper_terms *terms, size_t *kept)
{
    char bytes[4096];
    ssize_t size;
    while ((size = read(terms->end[KEEPER_ERR_READ], bytes, sizeof bytes)) > 0) {
        size_t capacity = terms->log_max - *kept, some = (size_t)size < capacity ? (size_t)size : capacity;
        if (terms->end[KEEPER_LOG] >= 0 && some && write(terms->end[KEEPER_LOG], bytes, some) > 0)
            *kept += some;
    }
    return size < 0 && (errno == EAGAIN || errno == EINTR);
}

/* Ends the keeper's children but the one, and reads which they are from the kernel. Returns how many there
 * were. */
static int end_others(pid_t but)
{
    char bytes[4096];
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
        if (pid > 0 && pid != but && kill(pid, SIGKILL) == 0) {
            waitpid(pid, NULL, 0);
            found++;
        }
        pid = 0;
    }
    return found;
}

/* Ends the child and all that came of it. Each process whose parent is gone becomes the keeper's own child
 * (PR_SET_CHILD_SUBREAPER), also one that has left the group. The child itself is waited for last: until then
 * the number of its group cannot be given to anybody else. */
static void end_all(pid_t child)
{
    const struct timespec nap = {.tv_nsec = 1000000};
    kill(-child, SIGKILL);
    kill(child, SIGKILL);
    for (int round = 0; round < ROUNDS && end_others(child) > 0; round++)
        kill(-child, SIGKILL);
    kill(-child, SIGKILL);
    waitpid(child, NULL, 0);
    for (int round = 0; round < ROUNDS && waitpid(-1, NULL, WNOHANG) >= 0; round++)
        if (end_others(0) == 0)
            nanosleep(&nap, NULL);
}

/* Waits until the child has ended, which it tells, or nobody wants it any more. */
static void watch(const struct keeper_terms *terms, pid_t child, size_t *kept)
{
    sigset_t none;
    struct pollfd ends[] = {{.fd = terms->end[KEEPER_LIFE], .events = POLLIN},
                            {.fd = terms->end[KEEPER_ERR_READ], .events = POLLIN}};
    sigemptyset(&none);
    for (;;) {
        siginfo_t how = {0};
        if (waitid(P_PID, (id_t)child, &how, WEXITED | WNOHANG | WNOWAIT) == 0 && how.si_pid == child) {
            send(terms, how.si_code, how.si_status);
            return;
        }
        int ready = ppoll(ends, 2, NULL, &none);
        if (ready < 0 && errno != EINTR)
            return;
        if (ready > 0 && ends[0].revents)
            return;
        if (ready > 0 && ends[1].revents && !keep_errors(terms, kept))
            ends[1].fd = -1;
    }
}

_Noreturn void keeper_run(const struct keeper_terms *terms)
{
    sigset_t all;
    size_t kept = 0;
    static const int ignored[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGPIPE, SIGTSTP};
    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, NULL);
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
        become(terms);
    if (child < 0) {
        int why = errno;
        ssize_t written = write(terms->end[KEEPER_STARTED], &why, sizeof why);
        _exit(written > 0 ? 127 : 126);
    }
    setpgid(child, child);
    close(terms->end[KEEPER_STARTED]);
    for (int i = KEEPER_IN; i <= KEEPER_ERR; i++)
        close(terms->end[i]);
    send(terms, 0, child);
    watch(terms, child, &kept);
    end_all(child);
    keep_errors(terms, &kept);
    _exit(0);
}
