/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A move that an agent chooses, with its last report; and a stop from another thread. */
#ifndef VEDETTE_TESTS_AGENT_CHOICE_H
#define VEDETTE_TESTS_AGENT_CHOICE_H

#include "agent/agent.h"

struct agent_choice {
    struct move move;
    struct progress progress; /* the last that was reported */
};

/* Runs the agent under the limits of `think`, whose report is set here. */
void agent_choose(struct agent *agent, const struct view *view, struct think think,
                  struct agent_choice *choice);

/* The move, and of each move that was tried the number of rollouts and the value, to the last bit. */
void agent_choices_same(const struct agent_choice *a, const struct agent_choice *b);

struct stop_button {
    atomic_bool stop;
    double at;              /* clock_now when it was pressed */
};

/* For pthread_create with a struct stop_button: presses it after 30 ms. */
void *press_stop(void *button);

#endif
