/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning for the guesser: guess learn. */
#include "console/commands.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/memory.h"
#include "base/plural.h"
#include "console/datasets.h"
#include "console/load.h"
#include "learn/guess_learn.h"

#include <stdlib.h>

static void report_step(void *context, const char *text)
{
    session_progress(context, "%s", text);
}

/* A line for the file: quotes and backslashes would need more YAML than is worth it. */
static void take_source(struct belief_model *model, const char *source)
{
    for (size_t i = 0; i + 1 < sizeof model->source && source[i]; i++)
        model->source[i] = source[i] == '"' || source[i] == '\\' ? '\'' : source[i];
}

static void print_learnt(struct session *session, const struct belief_model *model,
                         const struct belief_options *deboer)
{
    static const char *const players[PLAYER_KINDS] = {"people", "programs"};
    const struct belief_weights *weights = &model->weights;
    for (int player = 0; player < PLAYER_KINDS; player++)
        if (model->move_model[player].games)
            session_printf(session, "learnt from %llu move%s of %llu game%s of %s\n",
                           (unsigned long long)model->move_model[player].moves,
                           plural(model->move_model[player].moves),
                           (unsigned long long)model->move_model[player].games,
                           plural(model->move_model[player].games), players[player]);
    session_printf(session, "learnt from %llu setup%s\n", (unsigned long long)model->setups,
                   plural(model->setups));
    session_printf(session, "weights: joint %.2f, people %.2f; programs %.2f, programs_joint %.2f, "
                   "programs_setup %.2f; evidence %.2f\n", weights->joint, weights->people,
                   weights->programs, weights->programs_joint, weights->programs_setup, weights->evidence);
    session_printf(session, "best for deboer: missed %g, happiness %g, decay %g, line %g\n",
                   deboer->missed, deboer->happiness, deboer->decay, deboer->line);
}

static enum status learn(struct session *session, struct guess_learn_terms *terms,
                         const char *source, const char *out_path, struct error *error)
{
    struct text out = {0};
    struct belief_model *model = memory_new(1, sizeof *model);
    struct belief_options deboer;
    belief_options_read(&terms->options, &session->settings);
    clock_date(model->date);
    take_source(model, source);
    enum status status = library_chosen_statistics(session->library, &session->settings, "belief",
                                                   &terms->statistics, error);
    if (!status)
        status = guess_learn(terms, model, &deboer, error);
    if (!status) {
        belief_model_write(model, &out);
        status = disk_write(out_path, out.bytes, out.size, error);
    }
    session_progress(session, "%s", "");
    if (!status)
        print_learnt(session, model, &deboer);
    text_free(&out);
    free(model);
    return status;
}

struct guess_learn_args {
    struct word_list games, setups, without, programs;
    struct self_play_request self_play;
    const char *out, *source;
    uint64_t rounds;
};

static enum status run_learn(struct session *session, const void *arguments, struct error *error)
{
    const struct guess_learn_args *args = arguments;
    struct dataset games = {0}, programs = {0}, without = {0};
    struct setup *setups = NULL;
    size_t setup_count = 0;
    enum status status = disk_check_writable(args->out, error);
    if (!status)
        status = datasets_read(&games, session, &args->games, error);
    if (!status)
        status = datasets_read(&without, session, &args->without, error);
    if (!status)
        status = datasets_read(&programs, session, &args->programs, error);
    if (!status && args->setups.count)
        status = load_setups(args->setups.count, args->setups.word, &setups, &setup_count, error);
    if (!status)
        status = datasets_play(&programs, session, &args->self_play, error);
    if (!status) {
        struct guess_learn_terms terms = {
            .games = &games, .programs = &programs, .without = &without, .setups = setups,
            .setup_count = setup_count, .rounds = (int)args->rounds, .jobs = session->jobs,
            .seed = session->has_seed ? session->seed : 1,
            .stop = session->stop, .report = report_step, .context = session,
        };
        status = learn(session, &terms, args->source, args->out, error);
    }
    free(setups);
    dataset_free(&without);
    dataset_free(&programs);
    dataset_free(&games);
    return status;
}

static const struct argument learn_words[] = {
    {.name = "GAMES", .kind = VALUE_FILE, .list = true, .at = offsetof(struct guess_learn_args, games),
     .meaning = "games of people: how they move, and which pieces become known when"},
};

static const struct argument learn_flags[] = {
    {.name = "out", .kind = VALUE_FILE, .at = offsetof(struct guess_learn_args, out), .required = true,
     .meaning = "writes the model to this file"},
    {.name = "setups", .kind = VALUE_FILE, .list = true, .at = offsetof(struct guess_learn_args, setups),
     .meaning = "setups: what their known part tells of the rest", .standard = "those of the games"},
    {.name = "without", .kind = VALUE_FILE, .list = true, .at = offsetof(struct guess_learn_args, without),
     .value = "GAMES", .meaning = "leaves the setups of these games out, so that they can measure the model"},
    {.name = "programs", .kind = VALUE_FILE, .list = true, .at = offsetof(struct guess_learn_args, programs),
     .value = "GAMES", .meaning = "games of programs: how they move"},
    SELF_PLAY_FLAGS(struct guess_learn_args, self_play),
    {.name = "rounds", .kind = VALUE_WHOLE, .at = offsetof(struct guess_learn_args, rounds), .least = 1,
     .most = 10000,
     .meaning = "learns from the setups in so many rounds"},
    {.name = "source", .kind = VALUE_TEXT, .at = offsetof(struct guess_learn_args, source),
     .meaning = "a line that the file keeps"},
};

const struct command command_guess_learn = {
    .name = "guess learn",
    .group = GROUP_GUESS,
    .words = ROWS(learn_words),
    .flags = ROWS(learn_flags),
    .args_size = sizeof(struct guess_learn_args),
    .defaults = &(const struct guess_learn_args){.source = "games and setups that people played",
                                                 .rounds = 80},
    .help = "learns the model of the guesser \"bayes\" from games and setups",
    .details =
        "What each part of it weighs it picks on a third of the games by what it learnt from the others.\n"
        "Two setups of --setups that follow each other and are red's and blue's of one of the games\n"
        "--without are left out; a setup that was played in another game too is learnt from there. The\n"
        "same seed (1) writes the same file with any --jobs.",
    .run = run_learn,
};
