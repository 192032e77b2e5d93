/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command is: every ability of the program is one row of a table. */
#ifndef VEDETTE_CONSOLE_COMMAND_H
#define VEDETTE_CONSOLE_COMMAND_H

#include "base/text.h"
#include "console/argument.h"
#include "console/session.h"

/* What a command is about: help lists them so, in this order. */
enum command_group {
    GROUP_NONE, /* of no command */
    GROUP_PLAY, GROUP_LOOK, GROUP_GUESS, GROUP_PLAN, GROUP_SEARCH, GROUP_SETUPS, GROUP_PROFILES,
    GROUP_MEASURE, GROUP_PROGRAM,
    GROUPS
};

struct command {
    const char *name;        /* "setup create" has two words */
    const char *formerly;    /* the name that it had before, which still works, with a note; or NULL */
    enum command_group group;
    struct arguments words;  /* what stands behind the name, in this order */
    struct arguments flags;  /* its own; every command has those of session_flags besides */
    bool json, out;          /* it has --json; --out, and then --json too if it does not change options */
    /* Whether the file of --out is the command's own to write, with these arguments; NULL: never. */
    bool (*keeps_out)(const void *args);
    bool runs_command;       /* its last row is a command with words and flags of its own */
    bool takes_terminal;     /* it reads the keyboard itself, or lets another program do so */
    bool announces_stop;         /* it fails itself where Ctrl-C left something undone: else all is done */
    bool analyses;           /* it says what the program thinks of what is there: without --seed always the
                              * same (SESSION_ANALYSIS_SEED), where others draw a seed each time */
    bool changes_options;    /* of the session: flags that set some for one command alone are refused */
    size_t args_size;        /* of the struct that words and flags are read into */
    const void *defaults;    /* its contents where nothing is given; NULL: all zero */
    const char *help;        /* one line */
    const char *keywords;    /* what else people call it: 'help WORD' finds it by them; or NULL */
    /* Further text for `help COMMAND` and the manual, or NULL: paragraphs, whose lines may be broken
     * anywhere, and lines of at most 64 columns that begin with a blank and stay as they are. */
    const char *details;
    /* `args` is the command's struct: its defaults, and over them what was given, all of it in range. */
    enum status (*run)(struct session *session, const void *args, struct error *error);
};

/* The two members of a command about its struct: DEFAULTS(struct x_args, .count = 1). */
#define DEFAULTS(type, ...) .args_size = sizeof(type), .defaults = &(const type){__VA_ARGS__}

enum { COMMAND_DEPTH_MAX = 16 }; /* of commands that run commands, files of them too */

/* All commands of the program, in alphabetical order of names; the session has it (session_init). */
struct command_table {
    const struct command *const *rows;
    size_t count;
};

/* The index-th word (from 0) of a command's name, its length into *size; NULL where it has fewer. */
const char *command_word(const struct command *command, int index, size_t *size);

/* True where the first `count` words of the name are those of argv, each maybe shortened. */
bool command_begins(const struct command *command, int count, char **argv);

/* Finds the row whose words begin argv, by exact words or an unambiguous prefix, or those of the name it had
 * before, written out; `used` gets how many words of argv they are. NULL with a sentence otherwise (unknown:
 * the nearest name; ambiguous: which). */
const struct command *command_find(const struct command_table *commands, int argc, char **argv,
                                   int *used, struct error *error);

/* Runs argv as one command; it may change argv. Flags of the session among its words hold for this command
 * alone. STATUS_NO where Ctrl-C stopped it. */
enum status command_run(struct session *session, int argc, char **argv, struct error *error);

/* Runs the commands of a line, one after the other (console/words.h has the form; "> FILE" is --out FILE).
 * The first that fails ends it; where the form is wrong none is run. A Ctrl-C before it counts no more. A
 * line without a command does nothing. */
enum status command_run_line(struct session *session, const char *line, struct error *error);

/* The same for a line that another command runs: the Ctrl-C that stops that one stops it too. */
enum status command_run_inner_line(struct session *session, const char *line, struct error *error);

#endif
