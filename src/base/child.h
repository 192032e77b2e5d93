/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program of somebody else's as a child process: its standard input and output are pipes, its errors go
 * to a log. It may crash, hang, write without end, fork or not read: nothing here waits for ever, and at
 * the end neither a process nor a descriptor of it is left.
 *
 * Between this program and the child stands a keeper, a process that does nothing but wait
 * (base/child_keeper.h): so whatever the child leaves behind is ended even where this program is killed. */
#ifndef VEDETTE_BASE_CHILD_H
#define VEDETTE_BASE_CHILD_H

#include "base/error.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

enum {
    CHILD_LINE_MAX = 4096,         /* bytes of a line that the child may write */
    CHILD_PENDING_MAX = 64 * 1024, /* bytes that it may write without being asked */
};

/* What a child is started with. */
struct child_terms {
    const char *path;     /* a program; it is started without arguments and without a shell */
    const char *log;      /* what it writes to its standard error is appended here; NULL: it is lost */
    size_t log_max;      /* bytes that are appended at most; the rest is lost */
    uint64_t memory;      /* bytes of address space; 0: no limit */
    uint64_t processor;   /* seconds of processor time; 0: no limit */
};

struct child_process {
    pid_t keeper;         /* 0: there is none, all that follows is empty */
    pid_t pid;            /* the child's own, also its group's; 0: not known */
    int in, out;          /* its standard input and output, our ends; below 0 where closed */
    int life;             /* the keeper ends all when this is closed */
    int news;             /* the keeper tells here how the child ended */
    bool ended;           /* it did: */
    int code, value;      /* CLD_EXITED and the status, or CLD_KILLED or CLD_DUMPED and the signal */
    bool lives_on;        /* it has closed an end, and did not end when that was waited for */
    bool shut;            /* its output has come to an end */
    size_t size;          /* bytes of `pending` */
    size_t taken;         /* of those, the bytes of the line that was given out last */
    char *pending;        /* CHILD_PENDING_MAX + 1 bytes */
};

/* What came of a word with a child. */
enum child_answer {
    CHILD_DONE,
    CHILD_ENDED,   /* it has ended, or closed that end */
    CHILD_LATE,    /* not by the deadline */
    CHILD_STOPPED, /* somebody set the stop flag first */
    CHILD_FLOOD,   /* it wrote more than CHILD_LINE_MAX bytes in a line, or CHILD_PENDING_MAX in advance */
};

/* Whether there is a program at `path` that may be started: STATUS_BAD and why where there is none. */
enum status child_check(const char *path, struct error *error);

/* Starts a child (all zero before). STATUS_BAD where the program cannot be run, STATUS_FAILED where the
 * machine has no process or descriptor left; nothing is then to be ended. */
enum status child_start(struct child_process *child, const struct child_terms *terms, struct error *error);

/* Writes all of `bytes` to the child, until `deadline` (clock_now) or `stop` (may be NULL). */
enum child_answer child_send(struct child_process *child, const char *bytes, size_t size, double deadline,
                             const atomic_bool *stop);

/* Reads a line into `line`, whatever bytes it has, without its newline and the blanks (space, tab, CR)
 * around it; it is the child's and holds until the next call. What the child wrote before it ended is read
 * first. */
enum child_answer child_line(struct child_process *child, const char **line, double deadline,
                             const atomic_bool *stop);

/* Takes in what it has written so far, without waiting: CHILD_FLOOD where that is too much, else
 * CHILD_DONE. */
enum child_answer child_take_in(struct child_process *child);

/* How it ended: "it ended with status 3", "it was ended by signal 11 (Segmentation fault)". */
enum { CHILD_TEXT = 96 };
char *child_how(const struct child_process *child, char text[CHILD_TEXT]);

/* Closes the child's input, waits up to `grace` seconds for its end, then ends it and all processes it left,
 * and gives everything back. All zero may be ended. */
void child_end(struct child_process *child, double grace);

#endif
