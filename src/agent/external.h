/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all external agents share: the program as a child process, its limits, its log and its failure. */
#ifndef VEDETTE_AGENT_EXTERNAL_H
#define VEDETTE_AGENT_EXTERNAL_H

#include "agent/agent.h"
#include "base/child.h"

#include <limits.h>

/* The option of the group `bot` with the options to set in a program of our own protocol, e.g.
 * "depth=3;style=bold"; and its value for no options. */
#define EXTERNAL_OPTIONS "options"
#define EXTERNAL_NO_OPTIONS "none"

enum { EXTERNAL_WHY = 320 };  /* max bytes of the failure sentence, so that it fits into a comment of a
                               * game record */

/* A running external program. */
struct external_program {
    struct child_process child;
    char path[PATH_MAX];
    char short_name[AGENT_SHORT_NAME]; /* the last part of the path */
    char log[PATH_MAX];        /* file for its standard error; empty: no log */
    double time, start_time;   /* seconds for an answer, and for the first answer after the start */
    uint64_t memory, processor;  /* bytes of address space and seconds of processor time; 0: no limit */
    bool retries_illegal;      /* whether it may try again after an illegal move */
    enum agent_failure failure;  /* the first failure; later ones are ignored */
    char why[EXTERNAL_WHY];    /* a sentence about that failure */
};

/* Returns whether the settings allow a program to try again after an illegal move, instead of losing. */
bool external_may_retry(const struct settings *settings);

/* Starts the program at `path` with the limits of the group `bot`; errors as child_start. Its log is
 * "$XDG_STATE_HOME/vedette/bots/NAME.log". */
enum status external_open(struct external_program *program, const char *path, const struct settings *settings,
                          struct error *error);

/* Ends the program; an all-zero struct may be closed too. */
void external_close(struct external_program *program);
/* Ends the program and starts it again. False if this failed; the failure is recorded. */
bool external_restart(struct external_program *program);

/* Appends a line to the log: the program's short name and the formatted text. */
void external_log(const struct external_program *program, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Records a failure and its sentence (short name and formatted text), also in the log. A failure recorded
 * earlier stays; only AGENT_STOPPED is replaced. */
void external_fail(struct external_program *program, enum agent_failure failure, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Clears AGENT_STOPPED, so that the program can be used again. True if it has not failed. */
bool external_clear_stop(struct external_program *program);

/* Sends `text`. Gives up at `deadline` (on clock_now) or when *stop is set (may be NULL): false, and the
 * failure is recorded. */
bool external_send(struct external_program *program, const char *text, double deadline,
                   const atomic_bool *stop);

/* Reads a line, which is valid until the next call. Returns NULL when external_send would return false.
 * `seconds`: the time limit that a failure message shows. */
const char *external_read_line(struct external_program *program, double deadline, double seconds,
                               const atomic_bool *stop);

/* Returns whether the deadline has not passed and *stop is not set. If not, records the failure. It is for a
 * loop over lines that are ignored: external_read_line also returns lines that arrived before the deadline,
 * and a program that writes without pause would keep such a loop running. */
bool external_has_time(struct external_program *program, double deadline, double seconds,
                       const atomic_bool *stop);

/* Reads the output that is waiting into the buffer. False, and a failure, if the program wrote too much
 * without a request. */
bool external_read_pending(struct external_program *program);

/* Records the failure AGENT_ILLEGAL. */
void external_fail_move(struct external_program *program, struct move move, enum illegal why);

/* Records an invalid line as a failure: "answered 'LINE', which is WHAT". */
void external_fail_line(struct external_program *program, const char *line, const char *what);

/* Computes from the history which piece stood on each setup place when the game began, for both sides;
 * NO_PIECE: an empty place. False if the game did not begin with two setups of its variant. */
bool external_start_places(const struct board *board, uint8_t piece[SIDES][PIECES_A_SIDE]);

/* Computes the setup of `side` at the beginning of the game. The board must know all ranks of that side.
 * False if the game did not begin with two setups. */
bool external_start_setup(const struct board *board, enum side side, struct setup *setup);

/* The agent kind's `failure` callback, for a state that begins with a struct external_program. */
enum agent_failure external_failure(void *state, const char **why);

#endif
