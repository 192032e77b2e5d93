/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command table: every ability of the program is one row here. */
#ifndef VEDETTE_CONSOLE_COMMAND_H
#define VEDETTE_CONSOLE_COMMAND_H

#include "base/error.h"
#include "base/text.h"
#include "file/notation.h"
#include "play/game.h"
#include "profile/option.h"

struct session;

/* The game that `play` asks the screen for. */
struct play_wish {
    const char *against;        /* an agent's spec; NULL: the screen's choice */
    enum side side;             /* the person's */
    const struct setup *setup;  /* the person's; NULL: the screen asks */
    struct rules rules;
    const char *resume;         /* a game file to go on with, whatever else is given; NULL: a new game */
};

/* What a command works with; one for the life of the program. */
struct session {
    struct settings settings;
    char **profiles;        /* the profiles picked so far, in their order; the session owns them */
    size_t profile_count, profile_room;
    uint64_t seed;          /* always filled in: given with --seed, or drawn at the start */
    bool has_seed;          /* it was given */
    int jobs;
    bool interactive;       /* a person at a terminal reads the output */
    struct game *game;      /* the one at hand: that on the screen, or `loaded`; or NULL */
    struct game *loaded;    /* what `load` took; the session owns it; or NULL */
    bool unsaved;           /* it has notes that no file has */
    /* Where output goes: whole lines of plain UTF-8. */
    void (*write)(void *context, const char *bytes, size_t size);
    void *context;
    /* Shows how far a long command is, where somebody watches; "" clears it. NULL: nobody does. */
    void (*progress)(struct session *session, const char *line);
    /* Tells one line beside the answer: something about it that the user should know. NULL: nobody hears. */
    void (*notice)(struct session *session, const char *line);
    const atomic_bool *stop; /* set by Ctrl-C; long commands look at it; may be NULL */
    bool quit;
    /* Starts the screen, with its menu where `wish` is NULL; NULL where there is none (a pipe) or it is
     * running already. */
    enum status (*screen)(struct session *session, const struct play_wish *wish,
                          struct error *error);
};

/* A session with all options at their defaults, one job, a seed from the system, and no sink: what is
 * written is dropped. session_free gives its memory back. */
void session_init(struct session *session);
void session_free(struct session *session);

/* Gives the game that `load` took back, if there is one. */
void session_drop_game(struct session *session);

/* Reads all profiles again, as the program would if it were started anew with the same ones; what was set
 * by hand stays. The agents of the game at hand take the new numbers. STATUS_BAD where one of them is
 * no profile any more: then nothing is changed. */
enum status session_reload(struct session *session, struct error *error);

/* Prints through the session's sink. */
void session_printf(struct session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void session_write(struct session *session, const char *bytes, size_t size);

/* Tells those who watch how far a long command is. */
void session_progress(struct session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Tells a notice, one line without its end. */
void session_notice(struct session *session, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* How the session's commands read and print squares, moves and ranks. Files are in De Boer's. */
enum notation session_notation(const struct session *session);

/* True once Ctrl-C was pressed. */
bool session_stopped(const struct session *session);

/* Takes the options that every command knows (--seed, --jobs, --rules, --notation, --profile and -p) out of
 * argv (argv[*argc] is NULL) and lets the session have them. With `everywhere`, all of them up to "--", the
 * profiles on top of what holds; else those before the first word that is none, and the profiles are
 * read in their layers (profile/layers.h). */
enum status session_options(struct session *session, bool everywhere, int *argc, char **argv,
                            struct error *error);

struct command {
    const char *name;        /* "setup create" has two words */
    const char *arguments;   /* "FILE MOVE…", for help and the manual */
    const char *help;        /* one line */
    const char *details;     /* further lines for `help COMMAND` and the manual, or NULL */
    const char *completes;   /* what each argument is: "file", "agent", */
                             /* "move", …; words apart by blanks; NULL */
    /* argv: the words behind the name, argv[argc] is NULL; it may reorder them. */
    enum status (*run)(struct session *session, int argc, char **argv, struct error *error);
};

extern const struct command *const command_table[];
extern const size_t command_count;

/* Finds the row whose words begin argv, by exact words or an unambiguous prefix; `used` gets how many
 * words of argv they are. NULL with a sentence otherwise (unknown: the nearest name; ambiguous: which). */
const struct command *command_find(int argc, char **argv, int *used, struct error *error);

/* Runs argv as one command. Options of the session among its words hold for this command alone. */
enum status command_run(struct session *session, int argc, char **argv, struct error *error);

/* Splits one line into words (blanks; '…' and "…" quote; # starts a comment) and runs it. An empty
 * line does nothing. */
enum status command_run_line(struct session *session, const char *line, struct error *error);

#endif
