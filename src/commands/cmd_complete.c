/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion for shells: complete. */
#include "commands/table.h"

#include "console/complete.h"

#include <string.h>

struct complete_args {
    const char *line;
    uint64_t point; /* index of the byte where the word ends; beyond the line: its end */
};

/* Prints the completions of the last word of a line, one per line; a space after a completion means that the
 * word is whole. */
static enum status run_complete(struct session *session, const void *arguments, struct error *error)
{
    const struct complete_args *args = arguments;
    struct completions completions = {0};
    size_t size = strlen(args->line);
    (void)error;
    complete_line(session, args->line, args->point < size ? (size_t)args->point : size, &completions);
    json_printf(session->answer, "{completions: [");
    for (size_t i = 0; i < completions.count; i++) {
        session_printf(session, "%s%s\n", completions.items[i].text, completions.items[i].open ? "" : " ");
        json_printf(session->answer, "{word: %s, whole: %i}",
                    completions.items[i].text, !completions.items[i].open);
    }
    json_printf(session->answer, "]}");
    completions_free(&completions);
    return STATUS_OK;
}

const struct command command_complete = {
    .name = "complete", .group = GROUP_PROGRAM,
    .keywords = "tab completion shell bash zsh fish",
    .words = ARGUMENTS(
        WORD_TEXT(struct complete_args, line, "LINE", "what is typed behind 'vedette', in one word")),
    .flags = ARGUMENTS(
        FLAG_WHOLE(struct complete_args, point, "point", 0, UINT32_MAX,
                   "the byte of LINE where the word ends", .standard = "its end")),
    .json = true,
    DEFAULTS(struct complete_args, .point = UINT64_MAX),
    .help = "prints what the last word of a command line may become",
    .details = "One a line, for the completion of shells. A blank behind it: the word is whole. Before a\n"
               "LINE that begins with a flag, or may, stands '--': complete -- '--seed 3 mat'.",
    .run = run_complete,
};
