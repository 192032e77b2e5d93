/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "base/child.h"

#include "base/child_keeper.h"
#include "base/clock.h"
#include "base/memory.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* How often, in seconds, it looks whether somebody set the stop flag, which nothing wakes it for. */
#define ROUND 0.01

/* How long, in seconds, it waits to be told how a child ended that has closed an end: each time where it has
 * closed both, for then it is about to end, however slowly; but once where it has kept the other, for then it
 * mostly lives on, and cannot take part any more. */
#define NEWS_PATIENCE 2.0
#define LIFE_PATIENCE 1.0

static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

/* A pipe whose ends are above 2, where they are in nobody's way. */
static bool make_pipe(int *read_end, int *write_end)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        if (ends[i] < 3) {
            int higher = fcntl(ends[i], F_DUPFD_CLOEXEC, 3);
            close(ends[i]);
            ends[i] = higher;
        }
    *read_end = ends[0];
    *write_end = ends[1];
    return ends[0] >= 0 && ends[1] >= 0;
}

static void never_wait(int fd)
{
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
}

enum status child_check(const char *path, struct error *error)
{
    struct stat about;
    if (stat(path, &about) != 0)
        return error_errno(error, path);
    if (!S_ISREG(about.st_mode))
        return error_set(error, STATUS_BAD, "%s: found a %s, expected a program", path,
                         S_ISDIR(about.st_mode) ? "folder" : "special file");
    if (access(path, X_OK) != 0)
        return error_set(error, STATUS_BAD, "%s: cannot be run: %s", path, strerror(errno));
    return STATUS_OK;
}

/* Why the program could not be started. */
static enum status report_fault(const char *path, int fault, struct error *error)
{
    if (fault == EAGAIN || fault == ENOMEM || fault == EMFILE || fault == ENFILE)
        return error_set(error, STATUS_FAILED, "%s: cannot be run: %s", path, strerror(fault));
    const char *why = fault == ENOEXEC  ? "it is no program; a script begins with '#!'"
                      : fault == ENOENT ? "what it names in its first line is not there"
                                        : strerror(fault);
    return error_set(error, STATUS_BAD, "%s: cannot be run: %s", path, why);
}

/* All ends of the pipes; false where the machine has not so many. */
static bool make_pipes(struct child_process *child, int end[KEEPER_ENDS], int *started)
{
    bool made = make_pipe(&end[KEEPER_IN], &child->in) && make_pipe(&child->out, &end[KEEPER_OUT]) &&
                make_pipe(&end[KEEPER_ERR_READ], &end[KEEPER_ERR]) &&
                make_pipe(started, &end[KEEPER_STARTED]) && make_pipe(&end[KEEPER_LIFE], &child->life) &&
                make_pipe(&child->news, &end[KEEPER_NEWS]);
    if (!made)
        return false;
    never_wait(child->in);
    never_wait(child->out);
    never_wait(child->news);
    never_wait(end[KEEPER_ERR_READ]);
    return true;
}

/* Reads all that comes until the other end is closed: an errno, or nothing. */
static int read_fault(int started)
{
    int fault = 0;
    ssize_t size;
    do
        size = read(started, &fault, sizeof fault);
    while (size < 0 && errno == EINTR);
    return size == (ssize_t)sizeof fault ? fault : 0;
}

/* Opens the log to append to; -1: there is none. */
static int open_log(const char *path)
{
    const int how = O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK;
    int log = path ? open(path, how, 0600) : -1;
    if (log < 0 || log > 2)
        return log;
    int higher = fcntl(log, F_DUPFD_CLOEXEC, 3);
    close(log);
    return higher;
}

/* Reads what the keeper tells. */
static void take_news(struct child_process *child)
{
    struct keeper_news news;
    ssize_t size;
    while (child->news >= 0 && (size = read(child->news, &news, sizeof news)) != 0) {
        if (size < 0 && errno == EINTR)
            continue;
        if (size != (ssize_t)sizeof news)
            return;
        if (!news.code) {
            child->pid = news.value;
            continue;
        }
        child->ended = true;
        child->code = news.code;
        child->value = news.value;
    }
    child->ended = true; /* the keeper is gone, told or not */
    close_end(&child->news);
}

/* Waits for one of the ends, for the keeper's news, the deadline or the flag. */
static enum child_answer wait_for(struct child_process *child, int fd, short what, double deadline,
                                  const atomic_bool *stop)
{
    if (stop && atomic_load(stop))
        return CHILD_STOPPED;
    double left = deadline - clock_now();
    if (left <= 0)
        return CHILD_LATE;
    /* Output that has come to its end, and news that were read to theirs, would wake it all the time. */
    struct pollfd ends[] = {{.fd = fd, .events = what},
                            {.fd = child->ended ? -1 : child->news, .events = POLLIN}};
    double round = stop && left > ROUND ? ROUND : left < 60 ? left : 60;
    if (poll(ends, 2, (int)(round * 1000) + 1) > 0 && ends[1].revents)
        take_news(child);
    return CHILD_DONE;
}

/* Ends the child, where it was started, and gives everything back. */
static void finish(struct child_process *child, double grace)
{
    if (child->keeper) {
        double deadline = clock_now() + grace;
        int status = 0;
        close_end(&child->in);
        while (!child->ended && wait_for(child, -1, 0, deadline, NULL) == CHILD_DONE)
            ;
        take_news(child);
        close_end(&child->life);
        while (waitpid(child->keeper, &status, 0) < 0 && errno == EINTR)
            ;
        /* A keeper that was killed, by the child perhaps, has ended nothing. */
        if (WIFSIGNALED(status) && child->pid > 0)
            kill(-child->pid, SIGKILL);
    }
    close_end(&child->in);
    close_end(&child->out);
    close_end(&child->life);
    close_end(&child->news);
    free(child->pending);
    *child = (struct child_process){0};
}

enum status child_start(struct child_process *child, const struct child_terms *terms, struct error *error)
{
    struct keeper_terms keeper = {.path = terms->path, .log_max = terms->log_max, .memory = terms->memory,
                                  .processor = terms->processor};
    int started = -1, fault = 0;
    *child = (struct child_process){.in = -1, .out = -1, .life = -1, .news = -1};
    for (int i = 0; i < KEEPER_ENDS; i++)
        keeper.end[i] = -1;
    enum status status = child_check(terms->path, error);
    if (status)
        goto nothing;
    if (!make_pipes(child, keeper.end, &started)) {
        status = error_errno(error, "pipes to a program");
    } else {
        keeper.end[KEEPER_LOG] = open_log(terms->log);
        child->pending = memory_new(CHILD_PENDING_MAX + 1, 1);
        child->keeper = fork();
        if (child->keeper == 0)
            keeper_run(&keeper);
        fault = child->keeper < 0 ? errno : 0;
        child->keeper = child->keeper < 0 ? 0 : child->keeper;
    }
    for (int i = 0; i < KEEPER_ENDS; i++)
        close_end(&keeper.end[i]);
    if (child->keeper)
        fault = read_fault(started);
    close_end(&started);
    if (fault)
        status = report_fault(terms->path, fault, error);
    if (!status)
        return STATUS_OK;
    finish(child, 0);
nothing:
    *child = (struct child_process){0};
    return status;
}

enum child_answer child_take_in(struct child_process *child)
{
    while (!child->shut && child->size < CHILD_PENDING_MAX) {
        ssize_t size = read(child->out, child->pending + child->size, CHILD_PENDING_MAX - child->size);
        if (size > 0)
            child->size += (size_t)size;
        else if (size == 0 || (errno != EINTR && errno != EAGAIN))
            child->shut = true;
        else if (errno == EAGAIN)
            break;
    }
    return child->size < CHILD_PENDING_MAX ? CHILD_DONE : CHILD_FLOOD;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

/* Takes the first line out of what has come; NULL where there is no whole one. A last line may lack its
 * end. Blanks around a line are no part of it: the CR of CR LF is one. */
static const char *first_line(struct child_process *child)
{
    memmove(child->pending, child->pending + child->taken, child->size - child->taken);
    child->size -= child->taken;
    child->taken = 0;
    char *end = memchr(child->pending, '\n', child->size);
    if (!end && !(child->shut && child->size && child->size <= CHILD_LINE_MAX))
        return NULL;
    size_t size = end ? (size_t)(end - child->pending) : child->size;
    child->taken = end ? size + 1 : size;
    while (size && is_blank(child->pending[size - 1]))
        size--;
    child->pending[size] = '\0';
    char *begin = child->pending;
    while (is_blank(*begin))
        begin++;
    return begin;
}

static void wait_news(struct child_process *child, double deadline, const atomic_bool *stop)
{
    while (!child->ended && wait_for(child, -1, 0, deadline, stop) == CHILD_DONE)
        ;
}

/* One end is closed. Mostly it has ended, and the keeper tells how a moment later; it may live on, too. */
static enum child_answer hear_end(struct child_process *child, const atomic_bool *stop)
{
    double begin = clock_now();
    if (!child->lives_on)
        wait_news(child, begin + LIFE_PATIENCE, stop);
    /* POLLERR and POLLHUP: nobody holds the child's side of either pipe any more. */
    struct pollfd ends[] = {{.fd = child->in}, {.fd = child->out}};
    if (!child->ended && poll(ends, 2, 0) >= 0 && (ends[0].revents & POLLERR) && (ends[1].revents & POLLHUP))
        wait_news(child, begin + NEWS_PATIENCE, stop);
    child->lives_on = true;
    return CHILD_ENDED;
}

enum child_answer child_line(struct child_process *child, const char **line, double deadline,
                             const atomic_bool *stop)
{
    for (;;) {
        bool ended = child->ended; /* before what it wrote is read: so nothing of that is missed */
        enum child_answer answer = child->keeper ? child_take_in(child) : CHILD_ENDED;
        if (answer == CHILD_ENDED)
            return answer;
        *line = first_line(child);
        if (*line && child->taken > CHILD_LINE_MAX)
            return CHILD_FLOOD;
        if (*line)
            return CHILD_DONE;
        if (answer == CHILD_FLOOD || child->size > CHILD_LINE_MAX)
            return CHILD_FLOOD;
        if (ended || child->shut)
            return hear_end(child, stop);
        answer = wait_for(child, child->out, POLLIN, deadline, stop);
        if (answer != CHILD_DONE)
            return answer;
    }
}

/* Writes without SIGPIPE, which the program keeps for its own output: it is blocked for this thread, and
 * where this write brought it up it is taken away. */
static ssize_t write_quietly(int fd, const char *bytes, size_t size)
{
    static const struct timespec at_once = {0};
    sigset_t pipe_signal, before, waiting;
    sigemptyset(&pipe_signal);
    sigaddset(&pipe_signal, SIGPIPE);
    sigpending(&waiting);
    pthread_sigmask(SIG_BLOCK, &pipe_signal, &before);
    ssize_t written = write(fd, bytes, size);
    int why = errno;
    if (written < 0 && why == EPIPE && !sigismember(&waiting, SIGPIPE))
        sigtimedwait(&pipe_signal, NULL, &at_once);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = why;
    return written;
}

enum child_answer child_send(struct child_process *child, const char *bytes, size_t size, double deadline,
                             const atomic_bool *stop)
{
    while (size) {
        if (!child->keeper || child->in < 0)
            return CHILD_ENDED;
        ssize_t written = write_quietly(child->in, bytes, size);
        if (written > 0) {
            bytes += written;
            size -= (size_t)written;
            continue;
        }
        if (errno == EINTR)
            continue;
        if (errno != EAGAIN)
            return hear_end(child, stop);
        /* It may not read because what it writes is not read. */
        enum child_answer answer = child_take_in(child);
        if (answer == CHILD_DONE)
            answer = wait_for(child, child->in, POLLOUT, deadline, stop);
        if (answer != CHILD_DONE)
            return answer;
    }
    return CHILD_DONE;
}

char *child_how(const struct child_process *child, char text[CHILD_TEXT])
{
    if (child->ended && child->code == CLD_EXITED)
        snprintf(text, CHILD_TEXT, "it ended with status %d", child->value);
    else if (child->ended && child->code)
        snprintf(text, CHILD_TEXT, "it was ended by signal %d (%s)", child->value, strsignal(child->value));
    else
        snprintf(text, CHILD_TEXT, "it closed its input or output");
    return text;
}

void child_end(struct child_process *child, double grace)
{
    if (child->keeper)
        finish(child, grace);
}
