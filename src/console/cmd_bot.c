/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Playing under other people's referees: bot. */
#include "console/commands.h"

#include "play/progcomp.h"

#include <stdio.h>

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

struct bot_args {
    const char *agent;
    int protocol; /* there is one so far */
    double seconds;
};

static enum status run(struct session *session, const void *arguments, struct error *error)
{
    const struct bot_args *args = arguments;
    struct agent agent = {0};
    struct progcomp bot;
    enum status status = agent_start(&agent, args->agent, &session->settings, session->library, error);
    if (status)
        return status;
    progcomp_init(&bot, &agent, &session->settings, session->seed, args->seconds);
    status = serve(session, &bot, error);
    progcomp_free(&bot);
    agent_end(&agent);
    return status;
}

static const struct argument bot_words[] = {
    {.name = "AGENT", .kind = VALUE_AGENT, .at = offsetof(struct bot_args, agent), .meaning = "who plays"},
};

static const char *const protocols[] = {"progcomp", NULL};

static const struct argument bot_flags[] = {
    {.name = "protocol", .kind = VALUE_CHOICE, .at = offsetof(struct bot_args, protocol), .words = protocols,
     .meaning = "what the referee speaks"},
    {.name = "time", .kind = VALUE_NUMBER, .at = offsetof(struct bot_args, seconds), .low = 0.01,
     .high = 3600,
     .value = "S", .unit = "s", .meaning = "answers within S seconds"},
};

const struct command command_bot = {
    .name = "bot",
    .group = GROUP_PLAY,
    .words = ROWS(bot_words),
    .flags = ROWS(bot_flags),
    .takes_terminal = true,
    .args_size = sizeof(struct bot_args),
    .defaults = &(const struct bot_args){.seconds = 1},
    .help = "plays as a bot under another program's referee, on stdin and stdout",
    .details =
        "The protocol is that of the UCC 2012 programming competition's manager: it sends the colour,\n"
               "then each turn, and is answered. Nothing else is printed.",
    .run = run,
};
