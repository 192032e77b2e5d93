/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of commands: each command of the program is one row. */
#ifndef VEDETTE_CONSOLE_COMMAND_H
#define VEDETTE_CONSOLE_COMMAND_H

#include "base/text.h"
#include "console/argument.h"
#include "console/session.h"

/* The topics under which help lists commands, in this order. */
enum command_group {
    GROUP_NONE, /* of no command */
    GROUP_PLAY, GROUP_GAMES, GROUP_LOOK, GROUP_GUESS, GROUP_PLAN, GROUP_SEARCH, GROUP_SETUPS, GROUP_PROFILES,
    GROUP_MEASURE, GROUP_PROGRAM,
    GROUPS
};

struct command {
    const char *name;        /* "setup create" has two words */
    const char *formerly;    /* the command's old name: it still works, and a note shows the new one; or
                              * NULL */
    enum command_group group;
    struct arguments words;  /* the words after the name, in this order */
    struct arguments flags;  /* the command's own flags; session_flags come on top */
    bool at;                 /* it is about a moment of a game: it has --at, and below the screen's board
                              * it is about the move shown */
    bool picks;              /* it reads games of files, of which --game picks one; those with `at` do, too */
    bool json, out;          /* it has --json; it has --out, and with it --json unless changes_options */
    /* Whether the command itself writes the file of --out, given these arguments; NULL: never. */
    bool (*keeps_out)(const void *args);
    bool runs_command;       /* its last word is another command with words and flags of its own */
    bool plays_moves;        /* a line that is a move, "b4-b5" or "move b4-b5", runs it with the move as its
                              * words */
    bool takes_terminal;     /* it reads the keyboard itself or starts a program that does */
    bool announces_stop;     /* it returns STATUS_NO itself if Ctrl-C left work undone; otherwise its work
                              * is complete. Without it, command_run reports "stopped" */
    bool analyses;           /* it analyses existing data: without --seed it uses SESSION_ANALYSIS_SEED, so
                              * that answers repeat; other commands draw a random seed */
    bool changes_options;    /* it changes the session's options: flags that set options are refused */
    size_t args_size;        /* size in bytes of the struct for words and flags */
    const void *defaults;    /* the struct's default contents; NULL: all zero */
    const char *help;        /* one line */
    const char *keywords;    /* other search words for 'help WORD'; or NULL */
    /* Further text for `help COMMAND` and the manual, or NULL. Paragraphs are wrapped anew; a line that
     * begins with a blank (at most 64 columns) is printed unchanged. */
    const char *details;
    /* Runs the command. `args` is its struct: the defaults, replaced by the given values, all in range. */
    enum status (*run)(struct session *session, const void *args, struct error *error);
};

/* Sets args_size and defaults of a command: DEFAULTS(struct x_args, .count = 1). */
#define DEFAULTS(type, ...) .args_size = sizeof(type), .defaults = &(const type){__VA_ARGS__}

enum { COMMAND_DEPTH_MAX = 16 }; /* max nesting of commands that run commands or files of commands */

/* All commands of the program in alphabetical order (session_init stores it in the session). */
struct command_table {
    const struct command *const *rows;
    size_t count;
};

/* Returns the index-th word (from 0) of a command's name, which has no end mark, and its length in bytes in
 * *size. NULL if the name has fewer words. */
const char *command_word(const struct command *command, int index, size_t *size);

/* Returns whether the name begins with `count` words that argv gives in full or shortened. */
bool command_begins(const struct command *command, int count, char **argv);

/* Finds the command whose name argv begins with: full words, unambiguous prefixes, or the complete old
 * name. *used gets the number of words used. Returns NULL and an error if the name is unknown (with the
 * nearest name) or ambiguous (with the candidates). */
const struct command *command_find(const struct command_table *commands, int argc, char **argv,
                                   int *used, struct error *error);

/* Runs argv as one command; may change argv. Session flags in it hold for this command only. STATUS_NO if
 * Ctrl-C stopped it. */
enum status command_run(struct session *session, int argc, char **argv, struct error *error);

/* Runs the command of one row, which need not be in the table, as command_run does: argv has the words after
 * its name. */
enum status command_run_row(struct session *session, const struct command *command, int argc, char **argv,
                            struct error *error);

/* Runs the commands of a line one after the other (form: console/words.h; "> FILE" means --out FILE). Forgets
 * an earlier Ctrl-C first. Stops at the first command that fails. Runs none if the form is wrong. A line
 * without a command does nothing. */
enum status command_run_line(struct session *session, const char *line, struct error *error);

/* Runs a line as command_run_line does, for a command that runs another one. Keeps the stop flag, so that one
 * Ctrl-C stops both. */
enum status command_run_inner_line(struct session *session, const char *line, struct error *error);

#endif
