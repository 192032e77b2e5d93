/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keeper of a child process (base/child.h): a process that supervises it. It starts the child, appends
 * its errors to the log, and kills it with all processes it started: after the child has exited, on
 * request, or when the program that started it is gone. It is a fork of a program with threads, so it may
 * only call functions that are allowed between fork and exec: nothing here allocates memory or takes a
 * lock. */
#ifndef VEDETTE_BASE_CHILD_KEEPER_H
#define VEDETTE_BASE_CHILD_KEEPER_H

#include <stddef.h>
#include <stdint.h>

/* The ends of pipes of the keeper and the child; all above 2, all closed on exec. */
enum keeper_end {
    KEEPER_IN,      /* the child's standard input, output and errors */
    KEEPER_OUT,
    KEEPER_ERR,
    KEEPER_ERR_READ, /* the keeper reads the child's errors here */
    KEEPER_STARTED, /* gets an errno (int) if the child could not be started; closed on success */
    KEEPER_ALIVE,    /* closed or written to: kill everything */
    KEEPER_MESSAGES,    /* the keeper writes two struct keeper_message here: the child's process, and how it
                         * ended */
    KEEPER_LOG,     /* log file; below 0: none */
    KEEPER_ENDS
};

/* A message of the keeper. */
struct keeper_message {
    int code;       /* 0: `value` is the child's process; not 0: both as in struct child_process */
    int value;
};

/* How the keeper starts the child; the limits are those of struct child_terms. */
struct keeper_terms {
    const char *path;
    int end[KEEPER_ENDS];
    size_t log_max;
    uint64_t memory, processor;
};

/* Runs the keeper in the forked process; never returns. */
_Noreturn void keeper_run(const struct keeper_terms *terms);

#endif
