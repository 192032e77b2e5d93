/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs an external program as a child process: its standard input and output are pipes, its errors go to a
 * log. It may crash, hang, write without end, fork or not read its input: no function here blocks without a
 * limit, and at the end no process and no descriptor of it remains.
 *
 * Between this program and the child there is a keeper, a process that only waits (base/child_keeper.h). It
 * kills whatever processes the child has started, even if this program is killed. */
#ifndef VEDETTE_BASE_CHILD_H
#define VEDETTE_BASE_CHILD_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    CHILD_LINE_MAX = 4096,         /* max bytes of a line from the child */
    CHILD_PENDING_MAX = 64 * 1024, /* max bytes that the child may have written but this program not yet
                                    * read */
};

/* How a child is started. */
struct child_terms {
    const char *path;     /* the program; started without arguments and without a shell */
    const char *log;      /* file to which its standard error is appended; NULL: it is dropped */
    size_t log_max;       /* max bytes appended to the log; the rest is dropped */
    uint64_t memory;      /* bytes of address space; 0: no limit */
    uint64_t processor;   /* seconds of processor time; 0: no limit */
};

struct child_process {
    pid_t keeper;         /* process of the keeper; 0: no child, all other fields are empty */
    pid_t pid;            /* process of the child and its process group; 0: not known */
    int in, out;          /* this program's ends of its standard input and output; below 0: closed */
    int alive_pipe;             /* the keeper kills all processes when this pipe is closed */
    int messages;             /* pipe from which the keeper's messages are read */
    bool ended;           /* the child has exited */
    int code, value;      /* how: CLD_EXITED and its status, or CLD_KILLED or CLD_DUMPED and the signal */
    bool still_running;        /* it has closed a pipe and was still running after EXIT_WAIT_ONE */
    bool output_closed;            /* its output is at end of file */
    size_t size;          /* bytes in `pending` */
    size_t taken;         /* size of the last line returned, with its end: its bytes are removed at the next
                           * call */
    char *pending;        /* output that was read but not returned yet: CHILD_PENDING_MAX + 1 bytes */
};

/* The result of reading from or writing to a child. */
enum child_answer {
    CHILD_DONE,
    CHILD_ENDED,   /* the child has exited or closed this pipe */
    CHILD_LATE,    /* the deadline has passed */
    CHILD_STOPPED, /* the stop flag is set */
    CHILD_TOO_MUCH_OUTPUT,   /* a line of more than CHILD_LINE_MAX bytes, or CHILD_PENDING_MAX unread bytes */
};

/* Checks that there is an executable file at `path`. STATUS_BAD with the reason if not. */
enum status child_check(const char *path, struct error *error);

/* Starts a child (all zero before). STATUS_BAD if the program cannot be run; STATUS_FAILED if the system
 * has no process or file descriptor left. On an error there is nothing to end. */
enum status child_start(struct child_process *child, const struct child_terms *terms, struct error *error);

/* Writes all `bytes` to the child's input; gives up at `deadline` (in seconds of clock_now) or when *stop
 * is set (`stop` may be NULL). */
enum child_answer child_send(struct child_process *child, const char *bytes, size_t size, double deadline,
                             const atomic_bool *stop);

/* Returns in *line the next line of the child's output, without its newline and the blanks (space, tab,
 * CR) around it. Valid until the next call. Lines written before the child exited are still returned.
 * Deadline and stop as child_send. */
enum child_answer child_read_line(struct child_process *child, const char **line, double deadline,
                                  const atomic_bool *stop);

/* Reads the output written so far without waiting. Returns CHILD_DONE or CHILD_TOO_MUCH_OUTPUT. */
enum child_answer child_take_in(struct child_process *child);

enum { CHILD_TEXT = 96 };
/* Writes how the child ended: "it ended with status 3", "it was ended by signal 11 (Segmentation fault)";
 * returns `text`. */
char *child_describe_end(const struct child_process *child, char text[CHILD_TEXT]);

/* Closes the child's input, waits up to `grace` seconds for its exit, then kills it with all processes it
 * started, and frees everything. Does nothing if all is zero. */
void child_end(struct child_process *child, double grace);

#endif
