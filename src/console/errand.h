/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command line that runs beside a screen, on a thread of its own: with a copy of the session and of the
 * game at hand, so that the screen goes on meanwhile. What it changed goes back into the session when it is
 * done. */
#ifndef VEDETTE_CONSOLE_ERRAND_H
#define VEDETTE_CONSOLE_ERRAND_H

#include "base/text.h"
#include "base/worker.h"
#include "console/command.h"

/* What a line of the answer is: its first byte. */
enum { TOLD_ANSWER = 'a', TOLD_NOTICE = 'n', TOLD_ERROR = 'e', TOLD_ENTERED = '>' };

enum { ERRAND_PROGRESS = 80, ERRAND_TOLD_MAX = 1 << 22 /* bytes that wait to be taken */ };

struct errand {
    struct job job;              /* first: a worker does it */
    struct session session;      /* the command's own */
    struct settings before;      /* the options as they were */
    struct game game;            /* a copy of the one at hand, if `has_game` */
    bool has_game;
    uint16_t note[SQUARES];      /* its notes as they were */
    char *line;
    const struct wake *wake;
    double rung;
    pthread_mutex_t lock;        /* of what follows */
    struct text told;            /* whole lines but for the last */
    char kind;                   /* of its last line, if that has no end yet; else 0 */
    int column;                  /* where that line has come to */
    bool dropped;                /* more was told than is kept */
    char progress[ERRAND_PROGRESS];
};

/* What an errand changed. */
enum {
    ERRAND_SET = 1,     /* options, or the profiles picked */
    ERRAND_RELOADED = 2, /* profiles were read again: the agents of the game at hand are to be told */
    ERRAND_NOTED = 4,   /* notes in the game at hand */
    ERRAND_SAVED = 8,   /* that game, as it is now, into a file */
    ERRAND_QUIT = 16,
};

/* An errand for one line; post it with worker_post(worker, &errand->job). The terminal is the screen's:
 * commands cannot read the keyboard or wait for a pipe (session.on_screen). `wake` is rung as the answer
 * grows. */
struct errand *errand_new(const struct session *session, const char *line, const struct wake *wake);

/* Appends to `told` what was told since the last time, each line with what it is before it; how far it is,
 * into `progress`. From the screen's thread, at any time. */
void errand_take(struct errand *errand, struct text *told, char progress[ERRAND_PROGRESS]);

/* To be called when it is done: puts options and profiles that it changed into the session, and notes into
 * its game at hand, if that is still the same one. What else was changed meanwhile stays. Returns what it
 * did. errand_free then gives all memory back; it may be called without this, for what nobody wants any
 * more. */
unsigned errand_join(struct errand *errand, struct session *session);
void errand_free(struct errand *errand);

#endif
