/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command line that runs on a worker's thread while the screen stays usable. It works with a copy of the
 * session and of the current game; its changes are copied back into the session when it has finished. */
#ifndef VEDETTE_CONSOLE_BACKGROUND_COMMAND_H
#define VEDETTE_CONSOLE_BACKGROUND_COMMAND_H

#include "base/text.h"
#include "base/worker.h"
#include "console/command.h"

/* The kind of an output line, which is stored as the line's first byte. */
enum { LINE_ANSWER = 'a', LINE_NOTICE = 'n', LINE_ERROR = 'e', LINE_ENTERED = '>' };

enum { BACKGROUND_PROGRESS = 80, BACKGROUND_OUTPUT_MAX = 1 << 22 /* bytes of output not fetched yet */ };

struct background_command {
    struct job job;              /* must be first: run() casts the job to its command */
    struct session session;      /* the command's own copy */
    struct settings before;      /* the options before the command ran */
    struct game game;            /* a copy of the session's game, if `has_game` */
    bool has_game;
    uint16_t note[SQUARES];      /* the game's notes before the command ran */
    char *file;                  /* a copy of the session's shown_file; may be NULL */
    char *line;
    const struct wake *wake;
    double last_signal;          /* when `wake` was last signalled, seconds of clock_now */
    pthread_mutex_t lock;        /* protects the members below */
    struct text output;          /* lines for the screen; the last one may be incomplete */
    char kind;                   /* kind of the last line if it is incomplete; 0 if it is complete */
    int column;                  /* columns that the last line uses so far */
    bool dropped;                /* output was left out because of BACKGROUND_OUTPUT_MAX */
    char progress[BACKGROUND_PROGRESS];
};

/* What a background command changed: bits of the result of background_command_join. */
enum {
    BACKGROUND_SET = 1,     /* options, or the list of chosen profiles */
    BACKGROUND_RELOADED = 2, /* profiles were read again: the agents of the current game need the new
                              * options */
    BACKGROUND_NOTED = 4,   /* notes in the current game */
    BACKGROUND_SAVED = 8,   /* the current game was saved to a file in its present state */
    BACKGROUND_QUIT = 16,
};

/* Makes a background command for one line; start it with worker_post(worker, &background->job). Its
 * commands can neither read the keyboard nor wait for a pipe, since the terminal belongs to the screen
 * (session.on_screen). Signals `wake` while output arrives. */
struct background_command *background_command_new(const struct session *session, const char *line,
                                                  const struct wake *wake);

/* Moves the output so far to the end of `output`, each line with its kind as first byte, and copies the
 * progress line into `progress`. Called by the screen's thread at any time. */
void background_command_take(struct background_command *background, struct text *output,
                             char progress[BACKGROUND_PROGRESS]);

/* Copies the command's changes into `session` after it has finished: options and profiles. Copies notes too
 * if the session's game is still the same. Other changes made meanwhile remain. Returns BACKGROUND_ bits.
 * background_command_free frees all memory; without a join before it the changes are lost. */
unsigned background_command_join(struct background_command *background, struct session *session);
void background_command_free(struct background_command *background);

#endif
