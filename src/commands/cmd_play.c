/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Begins a game against an agent: play on the screen, new at the console. */
#include "commands/table.h"

#include "commands/level_names.h"
#include "commands/played_game.h"
#include "commands/setups.h"
#include "console/parse.h"
#include "game/rules_option.h"
#include "setup/random_setup.h"

#include <stdio.h>
#include <string.h>

enum { NOT_GIVEN = -1 };

/* Sets the variant of the game: `given`. If that is NOT_GIVEN, it is the variant of the setup. STATUS_BAD if
 * the setup does not have the army of the variant. The request keeps a pointer to the setup. */
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
    bool practice;
};

/* Writes the opponent's spec: that of AGENT, or that of a level, with a style if one is given. Writes "" if
 * neither is given. STATUS_BAD if both are given or a name is unknown. */
static enum status choose_opponent(const struct command *command, const struct ladder *ladder,
                                   const struct play_args *args, char spec[PLAYER_NAME_MAX],
                                   struct error *error)
{
    int level = args->level ? ladder_level(ladder, args->level) : 0;
    int style = args->style ? ladder_style(ladder, args->style) : NO_STYLE;
    spec[0] = '\0';
    if (args->level ? args->agent != NULL : args->style != NULL) /* only a level has a style */
        return usage_error(command, error);
    if (level < 0)
        return level_unknown(command->name, ladder, args->level, error);
    if (args->style && style == NO_STYLE)
        return style_unknown(command->name, ladder, args->style, error);
    if (args->style && !ladder->levels[level].styles)
        return error_set(error, STATUS_BAD, "%s: the level %s has no styles", command->name,
                         ladder->levels[level].name);
    if (args->agent)
        snprintf(spec, PLAYER_NAME_MAX, "%s", args->agent);
    else if (args->level)
        ladder_write_spec(ladder, ladder->levels[level].agent, style, spec);
    return STATUS_OK;
}

/* Reads the user's setup of --setup: a file, a stored setup or forty ranks. For `new` draws one at random. */
static enum status read_setup(const struct session *session, const struct play_args *args, bool random,
                              struct setup *setup, struct error *error)
{
    uint8_t variant = args->variant == NOT_GIVEN ? VARIANT_STANDARD : (uint8_t)args->variant;
    struct rng rng;
    if (!random || strcmp(args->setup, "random") != 0)
        return setups_load(args->setup, session_notation(session), setup, NULL, NULL, error);
    if (variant_at(variant)->any_army)
        return error_set(error, STATUS_BAD, "new: the army is drawn with the setup: leave --setup out");
    rng_seed(&rng, session->seed, 0);
    setup_random(variant_at(variant)->count, setup, &rng);
    return STATUS_OK;
}

/* Fills in the request: the user's setup, if given, and the opponent from the ladder of the game's variant.
 * The request keeps pointers to `setup` and `opponent`. */
static enum status make_request(const struct session *session, const struct command *command,
                                const struct play_args *args, struct setup *setup,
                                char opponent[PLAYER_NAME_MAX], struct play_request *request,
                                struct error *error)
{
    enum status status = STATUS_OK;
    *request = (struct play_request){
        .side = args->side == BLUE ? BLUE : RED, .clock = args->clock, .resume = args->resume,
        .variant = args->variant == NOT_GIVEN ? VARIANT_STANDARD : (uint8_t)args->variant,
        .practice = args->practice,
    };
    if (args->setup)
        status = read_setup(session, args, command == &command_new, setup, error);
    if (!status && args->setup)
        status = fit_variant(request, args->variant, args->setup, setup, error);
    if (!status)
        status = choose_opponent(command, ladders_for_variant(session->ladders, request->variant), args,
                                 opponent, error);
    request->against = opponent[0] ? opponent : NULL;
    if (!status) /* the opponent chooses the default rules: some programs know no repetition rules */
        rules_from_settings(&request->rules, &session->settings,
                            agent_rules(opponent, &session->settings, rules_find("isf")));
    return status;
}

/* Runs `play`. */
static enum status run_play(struct session *session, const void *arguments, struct error *error)
{
    const struct play_args *args = arguments;
    struct play_request request;
    struct setup setup;
    char opponent[PLAYER_NAME_MAX] = "";
    bool has_other_flags = args->agent || args->level || args->style || args->variant != NOT_GIVEN ||
                           args->side != SIDE_NOT_GIVEN || time_terms_are_set(&args->clock);
    if (args->resume && has_other_flags)
        return error_set(error, STATUS_BAD, "play: --resume goes on with the game of a file: its opponent, "
                         "side, variant and clock are the file's");
    enum status status = make_request(session, &command_play, args, &setup, opponent, &request, error);
    if (!status && session->on_screen)
        status = error_set(error, STATUS_BAD, "play: the screen is there already: n leaves this game");
    if (!status && !session->screen)
        status = error_set(error, STATUS_BAD, "play: needs a terminal for the screen: 'new' begins a game at "
                           "the console");
    if (!status)
        status = played_game_make_way(session, "play", error);
    return status ? status : session->screen(session, &request, error);
}

#define WORDS_OPPONENT(otherwise) \
    WORD_AGENT(struct play_args, agent, "AGENT", "your opponent", .optional = true, .standard = otherwise)
#define FLAGS_GAME(setup_meaning, setup_standard) \
    {.name = "level", .kind = VALUE_TEXT, .names = level_names, .at = offsetof(struct play_args, level), \
     .value = "NAME", .meaning = "how strong it is, in place of AGENT: a name that 'levels' lists"}, \
    FLAG_TEXT(struct play_args, style, "style", \
              "of a level that has them: how it plays; 'levels' lists them", .names = style_names, \
              .value = "NAME", .standard = "neither careful nor bold"), \
    {.name = "variant", .kind = VALUE_VARIANT, .at = offsetof(struct play_args, variant), \
     .meaning = "which pieces there are", .standard = "classic; with --setup that of the setup"}, \
    FLAG_SIDE(struct play_args, side, "yours", "red"), \
    {.name = "setup", .kind = VALUE_SETUP_FILE, .at = offsetof(struct play_args, setup), \
     .meaning = setup_meaning, .standard = setup_standard}, \
    FLAG_CLOCK(struct play_args, clock, "the time of each side, or yours and the agent's")

const struct command command_play = {
    .name = "play", .group = GROUP_PLAY,
    .keywords = "new game clock timer start opponent computer human person versus practice time undo "
                "take-back resign draw",
    .words = ARGUMENTS(WORDS_OPPONENT("by the form")),
    .flags = ARGUMENTS(
        FLAGS_GAME("your own setup: a file, or the name of a stored one", "by the form"),
        FLAG_FILE(struct play_args, resume, "resume", "goes on with a game file, and takes no other of these",
                  .unlike = "setup")),
    DEFAULTS(struct play_args, .side = SIDE_NOT_GIVEN, .variant = NOT_GIVEN),
    .help = "starts the screen with a game against an agent",
    .details = "'vedette' alone starts the screen too, and offers to go on with a game that was cut off.\n"
               "Without the screen 'new' begins a game at the console.",
    .run = run_play,
};

/* Runs `new`. From the shell's line it then reads the lines of the game. */
static enum status run_new(struct session *session, const void *arguments, struct error *error)
{
    struct play_request request;
    struct setup setup;
    char opponent[PLAYER_NAME_MAX] = "";
    enum status status = make_request(session, &command_new, arguments, &setup, opponent, &request, error);
    if (!status)
        status = played_game_begin(session, &request, error);
    return !status && session->alone && session->console ? session->console(session) : status;
}

const struct command command_new = {
    .name = "new", .group = GROUP_PLAY,
    .keywords = "game start begin play opponent computer text console screen-reader terminal",
    .announces_stop = true,
    .words = ARGUMENTS(WORDS_OPPONENT("the first level")),
    .flags = ARGUMENTS(
        FLAGS_GAME("your own: a file, the name of a stored one, its forty ranks, or random",
                   "as people make them"),
        FLAG_SWITCH(struct play_args, practice, "practice", "attacks may be taken back too")),
    DEFAULTS(struct play_args, .side = SIDE_NOT_GIVEN, .variant = NOT_GIVEN),
    .help = "begins a game at the console, without the screen",
    .details = "Moves are typed: b4-b5, b4b5 or b4 b5; what the opponent does is printed in a sentence.\n"
               "'show' prints the board, 'hint' a move; 'undo', 'redo', 'draw', 'resign' and 'leave' act on\n"
               "the game. All is plain text, for a screen reader, a log or a pipe. With --seed it is the\n"
               "same each time, unless time limits the opponent. The game is kept as one of the screen is,\n"
               "and can be resumed here or there. Forty ranks begin with the front row, as you see it:\n"
               "--setup '6 2 7 B 4 6 X 9 5 2 ...'. From the shell 'vedette new' reads the game's lines.",
    .run = run_new,
};
