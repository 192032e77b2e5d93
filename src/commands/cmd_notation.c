/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How squares and moves are written: notation. */
#include "commands/table.h"

struct notation_args {
    const char *name; /* of the notation to use; NULL: print the present one */
};

/* Runs `notation`: sets or prints the option notation.notation. */
static enum status run_notation(struct session *session, const void *arguments, struct error *error)
{
    const struct notation_args *args = arguments;
    if (args->name)
        return settings_set(&session->settings, "notation.notation", args->name, "set", error);
    char text[OPTION_VALUE_TEXT];
    settings_show(&session->settings, settings_find(&session->settings, "notation.notation"), text,
                  sizeof text);
    session_printf(session, "%s\n", text);
    return STATUS_OK;
}

const struct command command_notation = {
    .name = "notation", .group = GROUP_PROFILES,
    .keywords = "squares files ranks algebraic letters language format symbols",
    .words = ARGUMENTS(
        {.name = "deboer|arts", .kind = VALUE_SETTING, .sets = "notation.notation",
         .at = offsetof(struct notation_args, name), .optional = true}),
    .changes_options = true, .args_size = sizeof(struct notation_args),
    .help = "switches how squares, moves and ranks are read and printed",
    .details = "deboer: files a to j, rows 1 to 10, X is the marshal. arts: files a to k without i, 0 is\n"
               "row 10, 1 is the marshal and 9 a scout. It holds for the commands that follow; --notation\n"
               "does it for one. Files are always in deboer.",
    .run = run_notation,
};
