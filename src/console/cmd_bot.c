/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Playing under other people's referees: bot. */
#include "console/commands.h"

#include "console/arguments.h"
#include "play/progcomp.h"

#include <stdio.h>
#include <string.h>

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
    struct text answer = {0};
    enum status status = STATUS_OK;
    while (!status && bot->stage != PROGCOMP_OVER && !session_stopped(session)) {
        int byte = getc(stdin);
        bool cut = byte == EOF && bot->line.bytes > 0; /* a last line may lack its end */
        if (byte == EOF && !cut)
            break;
        text_clear(&answer);
        status = progcomp_byte(bot, cut ? '\n' : (char)byte, &answer, error);
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
