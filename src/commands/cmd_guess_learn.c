/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learns the guesser's model: guess learn. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/memory.h"
#include "base/plural.h"
#include "commands/datasets.h"
#include "console/load.h"
#include "learn/guess_learn.h"
#include "learn/network_learn.h"

#include <stdlib.h>
#include <unistd.h>

/* Prints how many games and setups were learnt from, the weights, and the best constants for De Boer's
 * guesser. */
static void print_learnt(struct session *session, const struct belief_model *model,
                         const struct belief_options *best_deboer)
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
                   best_deboer->missed, best_deboer->happiness, best_deboer->decay, best_deboer->line);
}

/* The context of the learning's callbacks. */
struct learn_run {
    struct session *session;
    const char *out;    /* the file of the model */
    bool drafts;        /* start from the drafts of an earlier run */
};

/* Returns the path of a model: OUT, OUT.foldNUMBER for a fold (`number` from 1), followed by `suffix`. The
 * caller frees it. */
static char *model_path(const struct learn_run *run, int number, const char *suffix)
{
    struct text path = {0};
    text_add(&path, run->out);
    if (number)
        text_printf(&path, ".fold%d", number);
    text_add(&path, suffix);
    char *copy = memory_text(text_string(&path));
    text_free(&path);
    return copy;
}

/* Writes a model to the file that model_path names. */
static enum status write_model(const struct learn_run *run, int number, const char *suffix,
                               const struct belief_model *model, struct error *error)
{
    struct text out = {0};
    char *path = model_path(run, number, suffix);
    belief_model_write(model, &out);
    enum status status = disk_write(path, out.bytes, out.size, error);
    text_free(&out);
    free(path);
    return status;
}

static const char draft_suffix[] = ".draft";

/* Writes what was learnt from setups so far. Ignores errors: without a draft, the next run only takes
 * longer. */
static void write_draft(void *context, int number, const struct belief_model *model)
{
    struct error error;
    write_model(context, number, draft_suffix, model, &error);
}

/* Reads a draft of an earlier run into `model`. Returns false if there is no valid draft, or --drafts is not
 * given. */
static bool read_draft(void *context, int number, struct belief_model *model)
{
    const struct learn_run *run = context;
    struct text bytes = {0};
    struct error error;
    struct belief_model *draft = NULL;
    char *path = model_path(run, number, draft_suffix);
    if (run->drafts && disk_read_regular(path, BELIEF_MODEL_LIMIT, &bytes, &error) == STATUS_OK)
        draft = belief_model_parse(path, bytes.bytes, bytes.size, &error);
    if (draft)
        belief_model_assign(model, draft);
    belief_model_free(draft);
    text_free(&bytes);
    free(path);
    return draft != NULL;
}

/* Reports what is learnt now. */
static void report_step(void *context, const char *text)
{
    const struct learn_run *run = context;
    session_progress(run->session, "%s", text);
}

/* Learns the models, one of all games and one for each fold. Writes them, deletes the drafts (write_draft)
 * and prints what was learnt. `source`: a line that the files keep. */
static enum status learn_models(struct learn_run *run, struct guess_learn_terms *terms, const char *source,
                                struct error *error)
{
    struct session *session = run->session;
    struct belief_model *models[CROSS_FIT_PARTS_MAX + 1] = {NULL};
    struct belief_options best_deboer;
    belief_options_read(&terms->options, &session->settings);
    for (int i = 0; i <= terms->folds; i++) {
        models[i] = belief_model_new();
        clock_date(models[i]->date);
        datasets_source(models[i]->source, sizeof models[i]->source, source);
    }
    struct library *library = library_for_variant(session->library, datasets_variant(terms->games,
                                                                                     terms->programs));
    enum status status = library_chosen_statistics(library, &session->settings, "belief", &terms->statistics,
                                                   error);
    if (!status)
        status = guess_learn(terms, models, &best_deboer, error);
    /* The main model last: when it is there, the others are too. */
    for (int i = terms->folds; i >= 0 && !status; i--)
        status = write_model(run, i, "", models[i], error);
    for (int i = 0; i <= terms->folds && !status; i++) {
        char *path = model_path(run, i, draft_suffix);
        unlink(path);
        free(path);
    }
    session_progress(session, "%s", "");
    if (!status)
        print_learnt(session, models[0], &best_deboer);
    for (int i = 1; i <= terms->folds && !status; i++)
        session_printf(session, "fold %d: learnt from %llu setup%s; weights: joint %.2f, people %.2f\n", i,
                       (unsigned long long)models[i]->setups, plural(models[i]->setups),
                       models[i]->weights.joint, models[i]->weights.people);
    for (int i = 0; i <= terms->folds; i++)
        belief_model_free(models[i]);
    return status;
}

struct guess_learn_args {
    struct word_list games, setups, without, programs;
    struct self_play_request self_play;
    const char *out, *source; /* the file of the model; a line that it keeps */
    uint64_t rounds, folds; /* of learning from setups; parts of the games, 0: none */
    bool drafts;
};

/* Reads the games and setups, plays games for --self-play, and learns the guesser's model from them. */
static enum status run_guess_learn(struct session *session, const void *arguments, struct error *error)
{
    const struct guess_learn_args *args = arguments;
    struct dataset games = {0}, programs = {0}, without = {0};
    struct setup *setups = NULL;
    size_t setup_count = 0;
    struct learn_run run = {session, args->out, args->drafts};
    if (args->folds == 1)
        return error_set(error, STATUS_BAD, "guess learn: one fold leaves nothing to learn from");
    enum status status = disk_check_writable(args->out, error);
    if (!status)
        status = datasets_read(&games, session, &args->games, error);
    if (!status)
        status = datasets_read(&without, session, &args->without, error);
    if (!status)
        status = datasets_read(&programs, session, &args->programs, error);
    if (!status && args->setups.count)
        status = load_setups(datasets_variant(&games, NULL), args->setups.count, args->setups.word,
                             &setups, &setup_count, error);
    if (!status)
        status = datasets_play(&programs, session, &args->self_play, error);
    if (!status) {
        struct guess_learn_terms terms = {
            .games = &games, .programs = &programs, .without = &without, .setups = setups,
            .setup_count = setup_count, .rounds = (int)args->rounds, .folds = (int)args->folds,
            .jobs = session->jobs, .seed = session->has_seed ? session->seed : 1, .stop = session->stop,
            .report = report_step, .take = read_draft, .keep = args->folds ? write_draft : NULL,
            .context = &run,
        };
        dataset_drop_repeats(&games); /* a repeated game could be in the fold that it must not teach */
        status = learn_models(&run, &terms, args->source, error);
    }
    free(setups);
    dataset_free(&without);
    dataset_free(&programs);
    dataset_free(&games);
    return status;
}

static const struct argument learn_words[] = {
    WORD_FILES(struct guess_learn_args, games, "GAMES",
               "games of people: how they move, and which pieces become known when"),
};

static const struct argument learn_flags[] = {
    FLAG_FILE(struct guess_learn_args, out, "out", "writes the model to this file", .required = true),
    FLAG_FILES(struct guess_learn_args, setups, "setups",
               "setups, beside those of the games: how their known part predicts the rest"),
    FLAG_FILES(struct guess_learn_args, without, "without",
               "leaves the setups of these games out, so that they can measure the model", .value = "GAMES"),
    FLAG_FILES(struct guess_learn_args, programs, "programs", "games of programs: how they move",
               .value = "GAMES"),
    SELF_PLAY_FLAGS(struct guess_learn_args, self_play),
    FLAG_WHOLE(struct guess_learn_args, rounds, "rounds", 1, 10000,
               "learns from the setups in so many rounds"),
    FLAG_WHOLE(struct guess_learn_args, folds, "folds", 0, CROSS_FIT_PARTS_MAX,
               "writes a model for each of N parts of the games too, which knows nothing of them"),
    FLAG_SWITCH(struct guess_learn_args, drafts, "drafts",
                "goes on from what an earlier run with --folds had learnt from the setups"),
    FLAG_TEXT(struct guess_learn_args, source, "source", "a line that the file keeps"),
};

const struct command command_guess_learn = {
    .name = "guess learn", .group = GROUP_GUESS,
    .keywords = "train model machine learning fit",
    .words = ROWS(learn_words),
    .flags = ROWS(learn_flags),
    DEFAULTS(struct guess_learn_args, .source = "games and setups that people played",
             .rounds = NETWORK_ROUNDS),
    .help = "learns the model of the guesser \"bayes\" from games and setups",
    .details =
        "What each part of it weighs it picks on games by what it learnt from others. With --folds game i\n"
        "is of fold i modulo N, and for each fold a model is written to OUT.fold1 and so on, which knows\n"
        "neither its games nor their pairs of setups ('bench guess --fold-models'); and all that hangs on\n"
        "what setups teach, in the model of --out too, is learnt with the models that did not know the\n"
        "game. OUT.draft and OUT.fold1.draft keep what was learnt from setups while that goes on.\n"
        "Two setups of --setups that follow each other and are red's and blue's of one of the games\n"
        "--without are left out; a setup that was played in another game too is learnt from there. The\n"
        "same seed (1) writes the same file with any --jobs.",
    .run = run_guess_learn,
};
