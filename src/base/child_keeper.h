/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The keeper of a child process (base/child.h): starts it, keeps its errors, and ends it with all it left
 * behind when it has ended, when it is told to, or when the program that wanted it is gone.
 *
 * It is a fork of a program with threads, so it calls only what may be called between fork and exec: nothing
 * here asks for memory or takes a lock. */
#ifndef VEDETTE_BASE_CHILD_KEEPER_H
#define VEDETTE_BASE_CHILD_KEEPER_H

#include <stddef.h>
#include <stdint.h>

/* The ends of pipes that the keeper and the child have; all above 2, all closed on exec. */
enum keeper_end {
    KEEPER_IN,      /* the child's standard input, output and errors */
    KEEPER_OUT,
    KEEPER_ERR,
    KEEPER_ERR_READ, /* what comes of its errors */
    KEEPER_STARTED, /* an errno (int) where the child could not be started; closed where it could */
    KEEPER_LIFE,    /* closed or written to: end all */
    KEEPER_NEWS,    /* two struct keeper_news: the child's process, and how it ended */
    KEEPER_LOG,     /* below 0: none */
    KEEPER_ENDS
};

struct keeper_news {
    int code;       /* 0: `value` is the child's process number; else as child.code */
    int value;
};

struct keeper_terms {
    const char *path;
    int end[KEEPER_ENDS];
    size_t log_max;
    uint64_t memory, processor;
};

/* What the forked process does; it never returns. */
_Noreturn void keeper_run(const struct keeper_terms *terms);

#endif
