/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command that starts the console: console. */
#include "commands/table.h"

/* Starts the console. STATUS_BAD if the session is in a console already. */
static enum status run_console(struct session *session, const void *arguments, struct error *error)
{
    (void)arguments;
    if (!session->console)
        return error_set(error, STATUS_BAD, "console: command lines are read already");
    return session->console(session);
}

const struct command command_console = {
    .name = "console", .group = GROUP_PROGRAM,
    .keywords = "shell prompt terminal REPL interactive readline",
    .help = "reads command lines: at a terminal with history and completion",
    .details = "'vedette -' is the same. Tab completes, Ctrl-C stops a command or drops the line, and\n"
               "Ctrl-D ends it; ~/.inputrc may have a part '$if vedette'. The lines are kept in the file\n"
               "$XDG_STATE_HOME/vedette/history. A long answer goes through $PAGER, where that is set.\n"
               "'help source' describes the lines. Flags that are given here, as --seed or --notation,\n"
               "hold for all lines. Without a terminal lines are read as they come. On the screen ':'\n"
               "opens the same below the board, about the game there: nothing in it reads the keyboard\n"
               "or waits for a pipe, and Esc, or Ctrl-D on an empty line, closes it.",
    .run = run_console,
};
