/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asking an agent and keeping all that it tells; and telling it to stop from another thread. */
#ifndef VEDETTE_TESTS_ASKED_H
#define VEDETTE_TESTS_ASKED_H

#include "agent/agent.h"

struct answer {
    struct move move;
    struct progress progress; /* the last that was reported */
};

/* Asks for a move with what `think` says, whose report is set here. */
void answer_ask(struct agent *agent, const struct view *view, struct think think, struct answer *answer);

/* The move, and of each move that was tried the number of rollouts and the value, to the last bit. */
void answers_same(const struct answer *a, const struct answer *b);

struct stop_button {
    atomic_bool stop;
    double at;              /* clock_now when it was pressed */
};

/* For pthread_create with a struct stop_button: presses it after 30 ms. */
void *press_stop(void *button);

#endif
