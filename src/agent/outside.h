/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all agents outside have in common: a program as a child process, its limits, its log, and how it
 * failed. */
#ifndef VEDETTE_AGENT_OUTSIDE_H
#define VEDETTE_AGENT_OUTSIDE_H

#include "agent/agent.h"
#include "base/child.h"

#include <limits.h>

/* The row of the group `bot` with what a program of our own protocol is to set: "depth=3;style=bold", or what
 * stands for nothing. */
#define OUTSIDE_OPTIONS "options"
#define OUTSIDE_NO_OPTIONS "none"

enum { OUTSIDE_WHY = 320 }; /* bytes of the sentence on a failure; a record's comment takes it */

struct outside {
    struct child_process child;
    char path[PATH_MAX];
    char called[AGENT_CALLED]; /* the path's last name */
    char log[PATH_MAX];        /* its standard error goes here; empty: nowhere */
    double time, start_time;   /* seconds for an answer, and for the first of all */
    uint64_t memory, processor;
    bool asks_again;           /* it is asked again where it moves illegally */
    enum agent_failure failure;
    char why[OUTSIDE_WHY];
};

/* Whether these settings ask a program again that moves illegally, in place of a loss. */
bool outside_asks_again(const struct settings *settings);

/* Starts the program at a path; errors as child_start. Its log is "$XDG_STATE_HOME/vedette/bots/NAME.log". */
enum status outside_open(struct outside *outside, const char *path, const struct settings *settings,
                         struct error *error);

/* Ends it (all zero may be closed), and starts it anew: false, and a failure, where it cannot be run any
 * more. */
void outside_close(struct outside *outside);
bool outside_reopen(struct outside *outside);

/* Adds a line to the log, which begins with what the program is called. */
void outside_note(const struct outside *outside, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Writes a failure down, with a sentence that begins with what the program is called, and in the log. The
 * first one stays. */
void outside_fail(struct outside *outside, enum agent_failure failure, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Forgets that it was stopped; true where nothing is wrong. */
bool outside_is_sound(struct outside *outside);

/* Sends text, reads a line (until the next call), until a deadline (clock_now) or the stop flag: false
 * where that did not come about, which is written down. `seconds` is what a failure calls the time it had. */
bool outside_send(struct outside *outside, const char *text, double deadline, const atomic_bool *stop);
const char *outside_line(struct outside *outside, double deadline, double seconds, const atomic_bool *stop);

/* Whether there is time for one more line, behind one that is passed over: lines that are there are read
 * after the deadline too, and a program may write without a pause. Else that is written down. */
bool outside_has_time(struct outside *outside, double deadline, double seconds, const atomic_bool *stop);

/* False, and a failure, where it has written more in advance than anybody asked for. */
bool outside_is_quiet(struct outside *outside);

/* Writes down that it moved illegally. */
void outside_fail_move(struct outside *outside, struct move move, enum illegal why);

/* Writes down that a line of it has no meaning: "answered 'x', which is WHAT". */
void outside_fail_line(struct outside *outside, const char *line, const char *what);

/* The pieces of both sides by the places on which they stood when the game on a board began, NO_PIECE on
 * those that were empty; false where it did not begin with two setups of its variant. */
bool outside_start_places(const struct board *board, uint8_t piece[SIDES][PIECES_A_SIDE]);

/* The setup with which the game on a board began that knows all of that side's ranks; false where it did not
 * begin with two setups. */
bool outside_start_setup(const struct board *board, enum side side, struct setup *setup);

/* The agent's `failure`, for a state that begins with a struct outside. */
enum agent_failure outside_failure(void *state, const char **why);

#endif
