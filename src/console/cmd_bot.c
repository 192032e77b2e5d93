/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Playing under other people's referees: bot. */
#include "console/commands.h"

#include "console/arguments.h"
#include "play/progcomp.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { LINE_ROOM = 1024 /* no line of the protocol is nearly as long */ };

/* Reads one line without its end. False at the end of input; `fits` says whether it was short enough. */
static bool read_line(char line[LINE_ROOM], bool *fits)
{
    if (!fgets(line, LINE_ROOM, stdin))
        return false;
    size_t size = strcspn(line, "\n");
    *fits = line[size] == '\n' || feof(stdin);
    line[size] = '\0';
    return true;
}

/* Sends an answer, whole and at once: the manager waits for it. */
static enum status send(struct session *session, const struct text *answer, struct error *error)
{
    session_write(session, text_string(answer), answer->size);
    if (fflush(stdout) != 0)
        return error_errno(error, "standard output");
    return STATUS_OK;
}

static enum status serve(struct session *session, struct progcomp *bot, struct error *error)
{
    char line[LINE_ROOM];
    struct text answer = {0};
    enum status status = STATUS_OK;
    bool fits;
    while (!status && bot->stage != PROGCOMP_OVER && !session_stopped(session) &&
           read_line(line, &fits)) {
        text_clear(&answer);
        if (!fits)
            status = error_set(error, STATUS_BAD, "bot: a line of more than %d bytes", LINE_ROOM - 2);
        else
            status = progcomp_line(bot, line, &answer, error);
        if (!status && answer.size)
            status = send(session, &answer, error);
    }
    text_free(&answer);
    return status;
}

static enum status run(struct session *session, int argc, char **argv, struct error *error)
{
    const char *protocol = "progcomp";
    double seconds = 1;
    const struct flag flags[] = {
        {.name = "protocol", .kind = FLAG_TEXT, .value = &protocol},
        {.name = "time", .kind = FLAG_NUMBER, .value = &seconds, .low = 0.01, .high = 3600},
    };
    struct agent agent = {0};
    struct progcomp bot;
    enum status status = arguments_parse(&command_bot, flags, sizeof flags / sizeof flags[0], &argc,
                                         argv, error);
    if (!status && argc != 1)
        status = usage_error(&command_bot, error);
    if (!status && strcmp(protocol, "progcomp") != 0)
        status = error_set(error, STATUS_BAD, "bot: found --protocol '%.40s', expected progcomp",
                           protocol);
    if (!status)
        status = agent_start(&agent, argv[0], &session->settings, error);
    if (status)
        return status;
    progcomp_init(&bot, &agent, &session->settings, session->seed, seconds);
    status = serve(session, &bot, error);
    progcomp_free(&bot);
    agent_end(&agent);
    return status;
}

const struct command command_bot = {
    .name = "bot",
    .arguments = "[--protocol progcomp] [--time S] AGENT",
    .help = "plays as a bot under another program's referee, on stdin and stdout",
    .details =
        "The protocol is that of the UCC 2012 programming competition's manager: it sends the colour,\n"
        "then each turn, and is answered within --time seconds (1). Nothing else is printed.",
    .completes = "agent",
    .run = run,
};
