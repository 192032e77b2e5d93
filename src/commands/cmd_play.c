/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts the screen with a game: play. */
#include "commands/table.h"

#include "commands/level_names.h"
#include "console/parse.h"
#include "file/file.h"
#include "game/rules_option.h"

#include <stdio.h>

enum { NOT_GIVEN = -1 };

/* Sets the variant of the game: `given`, or that of the setup if NOT_GIVEN. STATUS_BAD if the setup does
 * not have the army of the variant. The request keeps a pointer to the setup. */
static enum status fit_variant(struct play_request *request, int given, const char *setup_file,
                               const struct setup *setup, struct error *error)
{
    const struct variant *variant = given == NOT_GIVEN ? setup_variant(setup) : variant_at((uint8_t)given);
    struct error why;
    if (setup_check(setup, variant, &why) != STATUS_OK)
        return error_set(error, STATUS_BAD, "%s: no army of %s: %s", setup_file, variant->name, why.text);
    request->variant = variant_index(variant);
    request->setup = setup;
    return STATUS_OK;
}

struct play_args {
    const char *agent, *level, *style, *setup, *resume;
    int variant;         /* index of a row of variant_table; NOT_GIVEN */
    int side;            /* the user's; SIDE_NOT_GIVEN */
    struct time_terms clock;
};

/* Writes the opponent's spec: that of AGENT, or that of a level, with a style if given; "" if neither is
 * given. STATUS_BAD if both are given or a name is unknown. */
static enum status choose_opponent(const struct ladder *ladder, const struct play_args *args,
                                   char spec[PLAYER_NAME_MAX], struct error *error)
{
    int level = args->level ? ladder_level(ladder, args->level) : 0;
    int style = args->style ? ladder_style(ladder, args->style) : NO_STYLE;
    spec[0] = '\0';
    if (args->level ? args->agent != NULL : args->style != NULL)
        return usage_error(&command_play, error);
    if (level < 0)
        return level_unknown("play", ladder, args->level, error);
    if (args->style && style == NO_STYLE)
        return style_unknown("play", ladder, args->style, error);
    if (args->style && !ladder->levels[level].styles)
        return error_set(error, STATUS_BAD, "play: the level %s has no styles", ladder->levels[level].name);
    if (args->agent)
        snprintf(spec, PLAYER_NAME_MAX, "%s", args->agent);
    else if (args->level)
        ladder_write_spec(ladder, ladder->levels[level].agent, style, spec);
    return STATUS_OK;
}

/* Reads the user's setup, if given, chooses the opponent from the ladder of the game's variant, and starts
 * the screen. */
static enum status start_screen(struct session *session, const struct play_args *args,
                                struct play_request *request, struct error *error)
{
    const char *setup_file = args->setup;
    char opponent[PLAYER_NAME_MAX];
    struct file_content content = {0};
    enum status status = STATUS_OK;
    if (setup_file)
        status = file_read(setup_file, &content, error);
    if (!status && setup_file && content.kind != FILE_SETUP && content.kind != FILE_LETTERS)
        status = error_set(error, STATUS_BAD, "%s: found a %s, expected a setup", setup_file,
                           file_kind_name(content.kind));
    if (!status && setup_file)
        status = fit_variant(request, args->variant, setup_file, &content.setup, error);
    if (!status)
        status = choose_opponent(ladders_for_variant(session->ladders, request->variant), args, opponent,
                                 error);
    if (!status && session->on_screen)
        status = error_set(error, STATUS_BAD, "play: the screen is there already: n leaves this game");
    if (!status && !session->screen)
        status = error_set(error, STATUS_BAD, "play: needs a terminal for the screen");
    if (!status) {
        request->against = opponent[0] ? opponent : NULL;
        rules_from_settings(&request->rules, &session->settings,
                            agent_rules(opponent, &session->settings, rules_find("isf")));
        status = session->screen(session, request, error);
    }
    file_content_free(&content);
    return status;
}

/* Runs `play`. */
static enum status run_play(struct session *session, const void *arguments, struct error *error)
{
    const struct play_args *args = arguments;
    uint8_t variant = args->variant == NOT_GIVEN ? VARIANT_STANDARD : (uint8_t)args->variant;
    struct play_request request = {.side = args->side == BLUE ? BLUE : RED, .variant = variant,
                                   .clock = args->clock, .resume = args->resume};
    bool has_other_flags = args->agent || args->level || args->style || args->variant != NOT_GIVEN ||
                 args->side != SIDE_NOT_GIVEN || time_terms_are_set(&args->clock);
    if (args->resume && has_other_flags)
        return error_set(error, STATUS_BAD, "play: --resume goes on with the game of a file: its opponent, "
                         "side, variant and clock are the file's");
    return start_screen(session, args, &request, error);
}

const struct command command_play = {
    .name = "play",
    .group = GROUP_PLAY,
    .keywords = "new game start opponent computer human person versus practice clock timer time undo "
                "take-back resign draw",
    .words = ARGUMENTS(
        WORD_AGENT(struct play_args, agent, "AGENT", "your opponent", .optional = true,
                   .standard = "by the form")),
    .flags = ARGUMENTS(
        {.name = "level", .kind = VALUE_TEXT, .names = level_names, .at = offsetof(struct play_args, level),
         .value = "NAME", .meaning = "how strong it is, in place of AGENT: a name that 'levels' lists"},
        FLAG_TEXT(struct play_args, style, "style",
                  "of a level that has them: how it plays; 'levels' lists them", .names = style_names,
                  .value = "NAME", .standard = "neither careful nor bold"),
        {.name = "variant", .kind = VALUE_VARIANT, .at = offsetof(struct play_args, variant),
         .meaning = "which pieces there are", .standard = "classic; with --setup that of the setup"},
        FLAG_SIDE(struct play_args, side, "yours", "red"),
        FLAG_FILE(struct play_args, setup, "setup", "your own setup", .standard = "by the form"),
        FLAG_CLOCK(struct play_args, clock, "the time of each side, or yours and the agent's"),
        FLAG_FILE(struct play_args, resume, "resume", "goes on with a game file, and takes no other of these",
                  .unlike = "setup")),
    DEFAULTS(struct play_args, .side = SIDE_NOT_GIVEN, .variant = NOT_GIVEN),
    .help = "starts the screen with a game against an agent",
    .details = "'vedette' alone starts the screen too, and offers to go on with a game that was cut off.",
    .run = run_play,
};
