/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way to the screen: play. */
#include "console/commands.h"

#include "console/arguments.h"
#include "file/file.h"
#include "game/rules_option.h"

/* Reads the person's setup, where one is wished for, and starts the screen. */
static enum status start(struct session *session, struct play_wish *wish, const char *setup_file,
                         struct error *error)
{
    struct thing thing = {0};
    enum status status = STATUS_OK;
    if (!session->screen)
        return error_set(error, STATUS_BAD, "play: needs a terminal for the screen");
    if (setup_file)
        status = file_read(setup_file, &thing, error);
    if (!status && setup_file && thing.kind != FILE_SETUP && thing.kind != FILE_LETTERS)
        status = error_set(error, STATUS_BAD, "%s: found a %s, expected a setup", setup_file,
                           file_kind_name(thing.kind));
    if (!status && setup_file)
        wish->setup = &thing.setup;
    if (!status)
        status = session->screen(session, wish, error);
    thing_free(&thing);
    return status;
}

static enum status run(struct session *session, int argc, char **argv, struct error *error)
{
    struct play_wish wish = {.side = RED};
    const char *side = NULL, *setup = NULL;
    const struct flag flags[] = {
        {.name = "side", .kind = FLAG_TEXT, .value = &side},
        {.name = "setup", .kind = FLAG_TEXT, .value = &setup},
        {.name = "resume", .kind = FLAG_TEXT, .value = &wish.resume},
    };
    enum status status = arguments_parse(&command_play, flags, sizeof flags / sizeof flags[0], &argc,
                                         argv, error);
    if (status)
        return status;
    if (argc > 1 || (wish.resume && (argc || side || setup)))
        return usage_error(&command_play, error);
    if (side && !argument_side(side, &wish.side))
        return error_set(error, STATUS_BAD, "play: found --side '%s', expected red or blue", side);
    if (argc) {
        struct agent agent = {0};
        status = agent_start(&agent, argv[0], &session->settings, error);
        if (status)
            return status;
        agent_end(&agent);
        wish.against = argv[0];
    }
    rules_from_settings(&wish.rules, &session->settings, rules_find("isf"));
    return start(session, &wish, setup, error);
}

const struct command command_play = {
    .name = "play",
    .arguments = "[AGENT] [--side red|blue] [--setup FILE] | --resume FILE",
    .help = "starts the screen with a game against an agent",
    .details =
        "Without an agent the screen chooses. --setup: your own setup. --resume: goes on with a game\n"
        "file. 'vedette' alone starts the screen too, and offers to go on with a game that was cut\n"
        "off.",
    .completes = "agent",
    .run = run,
};
