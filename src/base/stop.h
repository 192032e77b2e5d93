/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flag by which long work is asked to end early: set once by another thread or a signal, read often. */
#ifndef VEDETTE_BASE_STOP_H
#define VEDETTE_BASE_STOP_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* Whether the work is to end. `stop` may be NULL: then it never is. */
static inline bool stop_requested(const atomic_bool *stop)
{
    return stop != NULL && atomic_load_explicit(stop, memory_order_relaxed);
}

#endif
