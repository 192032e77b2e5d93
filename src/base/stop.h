/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flag that requests long work to stop: set by another thread or a signal handler, read often. */
#ifndef VEDETTE_BASE_STOP_H
#define VEDETTE_BASE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Returns whether the work is to stop; false if `stop` is NULL. */
static inline bool stop_requested(const atomic_bool *stop)
{
    return stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
}

#endif
