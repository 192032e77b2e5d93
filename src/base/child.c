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

/* Max seconds that poll() waits before the stop flag is checked; setting the flag does not wake poll(). */
#define STOP_CHECK_SECONDS 0.01

/* Seconds to wait for the exit status after the child has closed a pipe. If both are closed, it is about
 * to exit: wait EXIT_WAIT_BOTH each time. If only one is closed, it usually keeps running: wait
 * EXIT_WAIT_ONE, and only once. */
#define EXIT_WAIT_BOTH 2.0
#define EXIT_WAIT_ONE 1.0

/* Closes a descriptor if it is open, and marks it closed. */
static void close_end(int *end)
{
    if (*end >= 0)
        close(*end);
    *end = -1;
}

/* Makes a pipe whose ends are above 2, so that they do not clash with the standard streams. False if there
 * are no descriptors left. */
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

/* Makes reads and writes on `fd` return at once. */
static void set_nonblocking(int fd)
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

/* Reports why the program could not be started; `fault` is an errno. Returns STATUS_FAILED if the system is
 * short of processes, memory or descriptors. Otherwise the program is at fault: STATUS_BAD. */
static enum status report_start_error(const char *path, int fault, struct error *error)
{
    if (fault == EAGAIN || fault == ENOMEM || fault == EMFILE || fault == ENFILE)
        return error_set(error, STATUS_FAILED, "%s: cannot be run: %s", path, strerror(fault));
    const char *why = fault == ENOEXEC  ? "it is no program; a script begins with '#!'"
                      : fault == ENOENT ? "what it names in its first line is not there"
                                        : strerror(fault);
    return error_set(error, STATUS_BAD, "%s: cannot be run: %s", path, why);
}

/* Makes all pipes. False if there are no file descriptors left. */
static bool make_pipes(struct child_process *child, int end[KEEPER_ENDS], int *started)
{
    bool made = make_pipe(&end[KEEPER_IN], &child->in) && make_pipe(&child->out, &end[KEEPER_OUT]) &&
                make_pipe(&end[KEEPER_ERR_READ], &end[KEEPER_ERR]) &&
                make_pipe(started, &end[KEEPER_STARTED]) &&
                make_pipe(&end[KEEPER_ALIVE], &child->alive_pipe) &&
                make_pipe(&child->messages, &end[KEEPER_MESSAGES]);
    if (!made)
        return false;
    set_nonblocking(child->in);
    set_nonblocking(child->out);
    set_nonblocking(child->messages);
    set_nonblocking(end[KEEPER_ERR_READ]);
    return true;
}

/* Waits until the start has succeeded (0: the pipe closes) or failed (returns the errno). */
static int read_start_errno(int started)
{
    int fault = 0;
    ssize_t size;
    do
        size = read(started, &fault, sizeof fault);
    while (size < 0 && errno == EINTR);
    return size == (ssize_t)sizeof fault ? fault : 0;
}

/* Opens the log for appending, as a descriptor above 2. Follows no link and does not wait for a pipe's
 * reader. -1 if there is none or on an error. */
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

/* Reads the keeper's messages: the child's process, and how it ended. */
static void read_messages(struct child_process *child)
{
    struct keeper_message message;
    ssize_t size;
    while (child->messages >= 0 && (size = read(child->messages, &message, sizeof message)) != 0) {
        if (size < 0 && errno == EINTR)
            continue;
        if (size != (ssize_t)sizeof message)
            return; /* no message now */
        if (!message.code) {
            child->pid = message.value;
            continue;
        }
        child->ended = true;
        child->code = message.code;
        child->value = message.value;
    }
    child->ended = true; /* the keeper has exited, with or without a message */
    close_end(&child->messages);
}

/* Waits until `fd` (-1: none) is ready for the poll events `what`, the keeper sends a message, or a short
 * time has passed. Returns CHILD_STOPPED if the flag is set, CHILD_LATE if the deadline (in seconds of
 * clock_now) has passed, otherwise CHILD_DONE: the caller looks what has happened. */
static enum child_answer wait_for(struct child_process *child, int fd, short what, double deadline,
                                  const atomic_bool *stop)
{
    if (stop && atomic_load(stop))
        return CHILD_STOPPED;
    double left = deadline - clock_now();
    if (left <= 0)
        return CHILD_LATE;
    /* poll() would return at once for a pipe at end of file, so the messages are left out after that. */
    struct pollfd ends[] = {{.fd = fd, .events = what},
                            {.fd = child->ended ? -1 : child->messages, .events = POLLIN}};
    /* At most a minute, so that the milliseconds fit an int whatever the deadline. */
    double max_wait = stop ? STOP_CHECK_SECONDS : 60;
    double seconds = left < max_wait ? left : max_wait;
    if (poll(ends, 2, (int)(seconds * 1000) + 1) > 0 && ends[1].revents)
        read_messages(child);
    return CHILD_DONE;
}

/* Ends the child if it was started, waiting up to `grace` seconds for it, and frees everything. */
static void end_and_free(struct child_process *child, double grace)
{
    if (child->keeper) {
        double deadline = clock_now() + grace;
        int status = 0;
        /* The end of its input asks the child to exit; closing alive_pipe makes the keeper kill it. */
        close_end(&child->in);
        while (!child->ended && wait_for(child, -1, 0, deadline, NULL) == CHILD_DONE)
            ;
        read_messages(child);
        close_end(&child->alive_pipe);
        while (waitpid(child->keeper, &status, 0) < 0 && errno == EINTR)
            ;
        /* If the keeper was killed (perhaps by the child), the child still runs: kill its group. */
        if (WIFSIGNALED(status) && child->pid > 0)
            kill(-child->pid, SIGKILL);
    }
    close_end(&child->in);
    close_end(&child->out);
    close_end(&child->alive_pipe);
    close_end(&child->messages);
    free(child->pending);
    *child = (struct child_process){0};
}

enum status child_start(struct child_process *child, const struct child_terms *terms, struct error *error)
{
    struct keeper_terms keeper = {.path = terms->path, .log_max = terms->log_max, .memory = terms->memory,
                                  .processor = terms->processor};
    int started = -1, fault = 0;
    *child = (struct child_process){.in = -1, .out = -1, .alive_pipe = -1, .messages = -1};
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
            keeper_run(&keeper); /* does not return */
        fault = child->keeper < 0 ? errno : 0;
        child->keeper = child->keeper < 0 ? 0 : child->keeper;
    }
    /* Close this process's copies of the keeper's ends: otherwise `started` would never be at end of file. */
    for (int i = 0; i < KEEPER_ENDS; i++)
        close_end(&keeper.end[i]);
    if (child->keeper)
        fault = read_start_errno(started);
    close_end(&started);
    if (fault)
        status = report_start_error(terms->path, fault, error);
    if (!status)
        return STATUS_OK;
    end_and_free(child, 0);
nothing:
    *child = (struct child_process){0};
    return status;
}

enum child_answer child_take_in(struct child_process *child)
{
    while (!child->output_closed && child->size < CHILD_PENDING_MAX) {
        ssize_t size = read(child->out, child->pending + child->size, CHILD_PENDING_MAX - child->size);
        if (size > 0)
            child->size += (size_t)size;
        else if (size == 0 || (errno != EINTR && errno != EAGAIN))
            child->output_closed = true;
        else if (errno == EAGAIN)
            break;
    }
    return child->size < CHILD_PENDING_MAX ? CHILD_DONE : CHILD_TOO_MUCH_OUTPUT;
}

/* Returns whether the byte is removed at the ends of a line. */
static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r';
}

/* Removes the first complete line from `pending` and returns it; NULL if there is none. The last line
 * before the end of the output may lack its newline. Blanks at both ends are removed, with the CR of CR
 * LF. */
static const char *take_first_line(struct child_process *child)
{
    /* The line that was returned last is removed only now: the caller could use it until this call. */
    memmove(child->pending, child->pending + child->taken, child->size - child->taken);
    child->size -= child->taken;
    child->taken = 0;
    char *end = memchr(child->pending, '\n', child->size);
    if (!end && !(child->output_closed && child->size && child->size <= CHILD_LINE_MAX))
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

/* Waits until the keeper's message that the child has exited, until the deadline, or until the stop flag is
 * set. */
static void wait_for_messages(struct child_process *child, double deadline, const atomic_bool *stop)
{
    while (!child->ended && wait_for(child, -1, 0, deadline, stop) == CHILD_DONE)
        ;
}

/* Handles a closed pipe: waits for the exit status, so that it can be reported. Usually the child has
 * exited, but it may also keep running. */
static enum child_answer wait_for_exit(struct child_process *child, const atomic_bool *stop)
{
    double begin = clock_now();
    if (!child->still_running)
        wait_for_messages(child, begin + EXIT_WAIT_ONE, stop);
    /* POLLERR on a pipe's write end and POLLHUP on a read end: no process has the other end open. */
    struct pollfd ends[] = {{.fd = child->in}, {.fd = child->out}};
    if (!child->ended && poll(ends, 2, 0) >= 0 && (ends[0].revents & POLLERR) && (ends[1].revents & POLLHUP))
        wait_for_messages(child, begin + EXIT_WAIT_BOTH, stop);
    child->still_running = true; /* not read if it has ended */
    return CHILD_ENDED;
}

enum child_answer child_read_line(struct child_process *child, const char **line, double deadline,
                                  const atomic_bool *stop)
{
    for (;;) {
        bool ended = child->ended; /* read before the output, so that no output is missed */
        /* Without a keeper there is no child: it was ended before. */
        enum child_answer answer = child->keeper ? child_take_in(child) : CHILD_ENDED;
        if (answer == CHILD_ENDED)
            return answer;
        *line = take_first_line(child);
        if (*line && child->taken > CHILD_LINE_MAX) /* a whole line that is too long */
            return CHILD_TOO_MUCH_OUTPUT;
        if (*line)
            return CHILD_DONE;
        /* Too many unread bytes, or the begin of a line that is already too long. */
        if (answer == CHILD_TOO_MUCH_OUTPUT || child->size > CHILD_LINE_MAX)
            return CHILD_TOO_MUCH_OUTPUT;
        /* No more lines can come. wait_for_exit needs no deadline: it has short limits of its own. */
        if (ended || child->output_closed)
            return wait_for_exit(child, stop);
        answer = wait_for(child, child->out, POLLIN, deadline, stop);
        if (answer != CHILD_DONE)
            return answer;
    }
}

/* Writes as write() does, but without raising SIGPIPE, on which this program ends when its own output is
 * closed. The signal is blocked in this thread; one raised by this write is discarded. */
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
            return wait_for_exit(child, stop);
        /* The child may be blocked on its own output: read that first. */
        enum child_answer answer = child_take_in(child);
        if (answer == CHILD_DONE)
            answer = wait_for(child, child->in, POLLOUT, deadline, stop);
        if (answer != CHILD_DONE)
            return answer;
    }
    return CHILD_DONE;
}

char *child_describe_end(const struct child_process *child, char text[CHILD_TEXT])
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
        end_and_free(child, grace);
}
