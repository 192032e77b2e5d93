/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Work shared among threads, with a result that does not depend on how many there are. */
#ifndef VEDETTE_BASE_PARALLEL_H
#define VEDETTE_BASE_PARALLEL_H

#include <stddef.h>

/* Does item `index` with `context`. Called from several threads at once, each index exactly once. */
typedef void parallel_work(void *context, size_t index);

/* Calls work(context, i) for each i in 0 .. count-1 on `jobs` threads (1: in the caller's own) and
 * returns when all are done. Indices are handed out in rising order. */
void parallel_run(int jobs, size_t count, parallel_work *work, void *context);

#endif
