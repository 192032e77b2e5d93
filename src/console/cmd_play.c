/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way to the screen: play. */
#include "console/commands.h"

#include "console/parse.h"
#include "console/shared_flags.h"
#include "file/file.h"
#include "game/rules_option.h"

/* Reads the person's setup, where one is asked for, and starts the screen. */
static enum status start(struct session *session, struct play_request *request, const char *setup_file,
                         struct error *error)
{
    struct file_content content = {0};
    enum status status = STATUS_OK;
    if (!session->screen)
        return error_set(error, STATUS_BAD, "play: needs a terminal for the screen");
    if (setup_file)
        status = file_read(setup_file, &content, error);
    if (!status && setup_file && content.kind != FILE_SETUP && content.kind != FILE_LETTERS)
        status = error_set(error, STATUS_BAD, "%s: found a %s, expected a setup", setup_file,
                           file_kind_name(content.kind));
    if (!status && setup_file)
        request->setup = &content.setup;
    if (!status)
        status = session->screen(session, request, error);
    file_content_free(&content);
    return status;
}

struct play_args {
    const char *agent, *setup, *resume;
    int side;
    struct time_terms clock;
};

static enum status run(struct session *session, const void *arguments, struct error *error)
{
    const struct play_args *args = arguments;
    struct play_request request = {.against = args->agent, .side = args->side == BLUE ? BLUE : RED,
                                .clock = args->clock, .resume = args->resume};
    if (args->resume && (args->agent || args->side != SIDE_NOT_GIVEN || time_terms_are_set(&args->clock)))
        return usage_error(&command_play, error);
    rules_from_settings(&request.rules, &session->settings, rules_find("isf"));
    return start(session, &request, args->setup, error);
}

static const struct argument play_words[] = {
    {.name = "AGENT", .kind = VALUE_AGENT, .at = offsetof(struct play_args, agent), .optional = true,
     .meaning = "your opponent", .standard = "the screen asks"},
};

static const struct argument play_flags[] = {
    FLAG_SIDE(struct play_args, side, "yours", "red"),
    {.name = "setup", .kind = VALUE_FILE, .at = offsetof(struct play_args, setup),
     .meaning = "your own setup",
     .standard = "the screen asks"},
    FLAG_CLOCK(struct play_args, clock, "the time of each side, or yours and the agent's"),
    {.name = "resume", .kind = VALUE_FILE, .at = offsetof(struct play_args, resume), .unlike = "setup",
     .meaning = "goes on with a game file, and takes no other of these"},
};

const struct command command_play = {
    .name = "play",
    .group = GROUP_PLAY,
    .words = ROWS(play_words),
    .flags = ROWS(play_flags),
    .args_size = sizeof(struct play_args),
    .defaults = &(const struct play_args){.side = SIDE_NOT_GIVEN},
    .help = "starts the screen with a game against an agent",
    .details = "'vedette' alone starts the screen too, and offers to go on with a game that was cut off.",
    .run = run,
};
