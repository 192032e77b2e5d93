/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command line that runs beside a screen, on a thread of its own: with a copy of the session and of the
 * game at hand, so that the screen goes on meanwhile. What it changed goes back into the session when it is
 * done. */
#ifndef VEDETTE_CONSOLE_BACKGROUND_COMMAND_H
#define VEDETTE_CONSOLE_BACKGROUND_COMMAND_H

#include "base/text.h"
#include "base/worker.h"
#include "console/command.h"

/* What a line of the output is: its first byte. */
enum { LINE_ANSWER = 'a', LINE_NOTICE = 'n', LINE_ERROR = 'e', LINE_ENTERED = '>' };

enum { BACKGROUND_PROGRESS = 80, BACKGROUND_OUTPUT_MAX = 1 << 22 /* bytes that wait to be taken */ };

struct background_command {
    struct job job;              /* first: a worker does it */
    struct session session;      /* the command's own */
    struct settings before;      /* the options as they were */
    struct game game;            /* a copy of the one at hand, if `has_game` */
    bool has_game;
    uint16_t note[SQUARES];      /* its notes as they were */
    char *line;
    const struct wake *wake;
    double last_signal;          /* when `wake` was last rung */
    pthread_mutex_t lock;        /* of what follows */
    struct text output;          /* whole lines but for the last */
    char kind;                   /* of its last line, if that has no end yet; else 0 */
    int column;                  /* where that line has come to */
    bool dropped;                /* more was written than is kept */
    char progress[BACKGROUND_PROGRESS];
};

/* What a background command changed. */
enum {
    BACKGROUND_SET = 1,     /* options, or the profiles picked */
    BACKGROUND_RELOADED = 2, /* profiles were read again: the agents of the game at hand must take them */
    BACKGROUND_NOTED = 4,   /* notes in the game at hand */
    BACKGROUND_SAVED = 8,   /* that game, as it is now, into a file */
    BACKGROUND_QUIT = 16,
};

/* Makes a background command of one line; post it with worker_post(worker, &background->job). The terminal is
 * the screen's: commands cannot read the keyboard or wait for a pipe (session.on_screen). `wake` is rung as
 * the output grows. */
struct background_command *background_command_new(const struct session *session, const char *line,
                                                  const struct wake *wake);

/* Moves the output so far to the end of `output`, each line with its kind before it, and copies how far the
 * command is into `progress`. From the screen's thread, at any time. */
void background_command_take(struct background_command *background, struct text *output,
                             char progress[BACKGROUND_PROGRESS]);

/* To be called when it is done: puts options and profiles that it changed into the session, and notes into
 * its game at hand, if that is still the same one. What else was changed meanwhile stays. Returns what it
 * changed. background_command_free then gives all memory back; it may be called without this, if the result
 * is no longer wanted. */
unsigned background_command_join(struct background_command *background, struct session *session);
void background_command_free(struct background_command *background);

#endif
