/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How squares and moves are written: notation. */
#include "console/commands.h"

#include "console/arguments.h"
#include "file/notation_option.h"

static enum status run(struct session *session, int argc, char **argv, struct error *error)
{
    enum status status = arguments_parse(&command_notation, NULL, 0, &argc, argv, error);
    if (!status && argc > 1)
        status = usage_error(&command_notation, error);
    if (status)
        return status;
    if (argc)
        return settings_set(&session->settings, "notation.notation", argv[0], "set", error);
    char text[OPTION_VALUE_TEXT];
    settings_show(&session->settings, settings_find(&session->settings, "notation.notation"), text,
                  sizeof text);
    session_printf(session, "%s\n", text);
    return STATUS_OK;
}

const struct command command_notation = {
    .name = "notation",
    .arguments = "[deboer | arts]",
    .help = "switches how squares, moves and ranks are read and printed",
    .details = "deboer: files a to j, rows 1 to 10, X is the marshal. arts: files a to k without i, 0 is\n"
               "row 10, 1 is the marshal and 9 a scout. It holds for the commands that follow; --notation\n"
               "does it for one. Files are always in deboer.",
    .run = run,
};
