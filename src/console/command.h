/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command table: every ability of the program is one row here. */
#ifndef VEDETTE_CONSOLE_COMMAND_H
#define VEDETTE_CONSOLE_COMMAND_H

#include "base/error.h"
#include "base/text.h"
#include "play/game.h"
#include "profile/option.h"

/* What a command works with; one for the life of the program. */
struct session {
    struct settings settings;
    uint64_t seed;
    bool has_seed;
    int jobs;
    bool interactive;       /* a person at a terminal reads the output */
    struct game *game;      /* the running game, or NULL */
    /* Where output goes: whole lines of plain UTF-8. */
    void (*write)(void *context, const char *bytes, size_t size);
    void *context;
    const atomic_bool *stop; /* set by Ctrl-C; long commands look at it */
    bool quit;
};

/* Prints through the session's sink. */
void session_printf(struct session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void session_write(struct session *session, const char *bytes, size_t size);

struct command {
    const char *name;        /* "setup create" has two words */
    const char *arguments;   /* "FILE MOVE…", for help and the manual */
    const char *help;        /* one line */
    const char *details;     /* further lines for `help COMMAND` and the manual, or NULL */
    const char *completes;   /* what each argument is: "file", "agent", "move", …; words apart by blanks; NULL */
    enum status (*run)(struct session *session, int argc, char **argv, struct error *error);
};

extern const struct command *const command_table[];
extern const size_t command_count;

/* Finds the row whose words begin argv, by exact words or an unambiguous prefix; `used` gets how many
 * words of argv they are. NULL with a sentence otherwise (unknown: the nearest name; ambiguous: which). */
const struct command *command_find(int argc, char **argv, int *used, struct error *error);

/* Runs argv as one command. */
enum status command_run(struct session *session, int argc, char **argv, struct error *error);

/* Splits one line into words (blanks; '…' and "…" quote; # starts a comment) and runs it. An empty
 * line does nothing. */
enum status command_run_line(struct session *session, const char *line, struct error *error);

#endif
