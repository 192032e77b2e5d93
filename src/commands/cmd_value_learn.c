/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learns the model of the value from games: value learn. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/plural.h"
#include "commands/value_games.h"
#include "console/parse.h"
#include "learn/value_learn.h"

#include <string.h>

struct value_learn_args {
    struct value_games_args games;
    const char *out, *source;
};

/* Fits the weights of each kind of player to the samples. A kind without games gets the weights of the
 * other. */
static void fit_players(struct session *session, const struct value_games *games, struct value_model *model)
{
    static const char *const players[PLAYER_KINDS] = {"people", "programs"};
    for (int player = 0; player < PLAYER_KINDS; player++) {
        const struct value_samples *samples = &games->samples[player];
        /* If there are no folds, the weights are learnt from all games. */
        const struct value_fit_terms terms = {.samples = samples, .folds = 1, .without = -1,
                                              .jobs = session->jobs, .stop = session->stop};
        value_fit(&terms, model->weight[player]);
        model->games[player] = samples->games;
        session_printf(session, "learnt from %zu moment%s of %zu game%s of %s\n", samples->count,
                       plural(samples->count), samples->games, plural(samples->games), players[player]);
    }
    for (int player = 0; player < PLAYER_KINDS; player++)
        if (!model->games[player]) {
            memcpy(model->weight[player], model->weight[!player], sizeof model->weight[player]);
            session_printf(session, "%s get the weights of %s\n", players[player], players[!player]);
        }
}

/* Runs `value learn`. */
static enum status run_value_learn(struct session *session, const void *arguments, struct error *error)
{
    const struct value_learn_args *args = arguments;
    struct value_games games = {0};
    struct value_model model = {0};
    struct text out = {0};
    if (!args->games.people.count && !args->games.programs.count && !args->games.self_play.games)
        return usage_error(&command_value_learn, error);
    enum status status = disk_check_writable(args->out, error);
    if (!status)
        status = value_games_load(&games, session, &args->games, error);
    if (!status && !games.samples[PLAYER_PEOPLE].count && !games.samples[PLAYER_PROGRAMS].count)
        status = error_set(error, STATUS_BAD, "value learn: no game to learn from that began with two setups "
                           "and was decided or drawn on the board");
    if (!status) {
        clock_date(model.date);
        model.variant = variant_index(value_games_variant(&games));
        datasets_source(model.source, sizeof model.source, args->source);
        fit_players(session, &games, &model);
        if (session_stopped(session))
            status = error_set(error, STATUS_NO, "stopped");
    }
    if (!status) {
        value_model_write(&model, &out);
        status = disk_write(args->out, out.bytes, out.size, error);
    }
    text_free(&out);
    value_games_free(&games);
    return status;
}

const struct command command_value_learn = {
    .name = "value learn", .group = GROUP_GUESS,
    .keywords = "train model machine learning win probability",
    .words = ARGUMENTS(
        WORD_FILES(struct value_learn_args, games.people, "GAMES", "games of people, with their results",
                   .optional = true)),
    .flags = ARGUMENTS(
        FLAG_FILE(struct value_learn_args, out, "out", "writes the model to this file", .required = true),
        VALUE_GAMES_FLAGS(struct value_learn_args, games),
        FLAG_TEXT(struct value_learn_args, source, "source", "a line that the file keeps")),
    DEFAULTS(struct value_learn_args, .games.every = VALUE_EVERY, .source = "games and their results"),
    .help = "learns from results of games how probable it is that a side wins",
    .details =
        "From each game that began with two setups it takes moments, as both sides saw them, and what came\n"
        "of them: the flag taken, no move left, one that resigned, a draw agreed or by the rules. Games\n"
        "that a clock or a lost connection ended do not count. The guesser should not have learnt from the\n"
        "games (--fold-models): it would be too sure of them. People and programs have weights of their\n"
        "own, and where there are games of one kind alone the other gets the same; vedette plays by those\n"
        "of programs. All games must be of one variant, and the file is for that one. Same games, same\n"
        "file, with any --jobs.",
    .run = run_value_learn,
};
