/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning for the guesser, and measuring it: guess learn, bench guess. */
#include "console/commands.h"

#include "base/clock.h"
#include "base/decimal.h"
#include "base/disk.h"
#include "base/memory.h"
#include "base/plural.h"
#include "console/guesser.h"
#include "console/load.h"
#include "console/parse.h"
#include "game/rules_option.h"
#include "lab/bench_guess.h"
#include "lab/self_play.h"
#include "learn/guess_learn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static enum status read_dataset(struct dataset *dataset, const struct session *session,
                                const struct word_list *paths, struct error *error)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < paths->count && !status; i++) {
        status = dataset_read(dataset, paths->word[i], error);
        if (!status && session_stopped(session))
            status = error_set(error, STATUS_NO, "stopped");
    }
    return status;
}

/* Games of programs that are played for the purpose: --self-play N --players A B… */
struct self_play_request {
    uint64_t games;
    struct word_list players;
};

/* Its flags, as rows for a member of that type. */
#define SELF_PLAY_FLAGS(type, member) \
    {.name = "self-play", .kind = VALUE_WHOLE, .at = offsetof(type, member.games), .least = 1, \
     .most = 1000000, .meaning = "plays so many games of programs for it"}, \
    {.name = "players", .kind = VALUE_AGENT, .list = true, .at = offsetof(type, member.players), \
     .meaning = "each of them meets each in self-play", \
     .standard = "planners of several styles, and probabilistic"}

static void tell_self_play(void *context, size_t done, size_t games)
{
    if (done % 10 == 0 || done == games)
        session_progress(context, "self-play: %zu of %zu game%s", done, games, plural(games));
}

static enum status play_dataset(struct dataset *dataset, struct session *session,
                                const struct self_play_request *request, struct error *error)
{
    struct setup *pool = NULL;
    struct self_play_terms terms = {
        .players = (const char *const *)request->players.word,
        .player_count = (size_t)request->players.count,
        .games = (size_t)request->games,
        .seed = session->has_seed ? session->seed : 1,
        .jobs = session->jobs,
        .settings = &session->settings,
        .library = session->library,
        .stop = session->stop,
        .progress = session->progress ? tell_self_play : NULL,
        .context = session,
    };
    if (!request->games)
        return STATUS_OK;
    if (!terms.player_count)
        for (terms.players = self_play_players; terms.players[terms.player_count];)
            terms.player_count++;
    rules_from_settings(&terms.rules, &session->settings, rules_find("deepnash"));
    enum status status = load_setups(0, NULL, &pool, &terms.pool_count, error);
    terms.pool = pool;
    if (!status)
        status = self_play(&terms, dataset, error);
    session_progress(session, "%s", "");
    free(pool);
    return status;
}

/* --- guess learn --- */

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
        status = read_dataset(&games, session, &args->games, error);
    if (!status)
        status = read_dataset(&without, session, &args->without, error);
    if (!status)
        status = read_dataset(&programs, session, &args->programs, error);
    if (!status && args->setups.count)
        status = load_setups(args->setups.count, args->setups.word, &setups, &setup_count, error);
    if (!status)
        status = play_dataset(&programs, session, &args->self_play, error);
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

/* --- bench guess --- */

static void print_row(struct session *session, const char *name, const struct guess_sum *sum)
{
    char flags[16] = "-"; /* where no flag is hidden whose square is known */
    if (sum->flag_looks > 0)
        snprintf(flags, sizeof flags, "%.2f", 100 * sum->flag_top3 / sum->flag_looks);
    session_printf(session, "  %-14s %7.2f %7.4f %7.4f %7s %9.0f\n", name, 100 * sum->top1 / sum->pieces,
                   sum->p_true / sum->pieces, sum->loss / sum->pieces, flags, sum->pieces);
}

static void print_table(struct session *session, const struct guess_result *result)
{
    for (int k = 0; k < GUESS_PLIES; k++) {
        if (!(result->sum[0][k].pieces > 0))
            continue;
        if (guess_plies[k])
            session_printf(session, "after ply %u\n", guess_plies[k]);
        else
            session_printf(session, "over whole games\n");
        session_printf(session, "  %-14s %7s %7s %7s %7s %9s\n", "guesser", "right%", "true p",
                       "bits", "flag3%", "pieces");
        for (int row = 0; row < GUESS_ROWS; row++) {
            const struct guess_sum *sum = &result->sum[row][k];
            if (sum->pieces > 0)
                print_row(session, guess_table[row].name, sum);
        }
        const struct guess_sum *bayes = &result->sum[GUESS_BAYES][k];
        if (bayes->sides > 0)
            session_printf(session, "  a program plays, by bayes: mean probability %.4f\n",
                           bayes->programs / bayes->sides);
    }
}

static void print_gain(struct session *session, const char *name, const struct guess_difference *gain)
{
    session_printf(session, "  %-14s %+.4f", name, decimal_plain_zero(gain->mean, 4));
    if (gain->games > 1)
        session_printf(session, "  (%+.4f .. %+.4f)", decimal_plain_zero(gain->low, 4),
                       decimal_plain_zero(gain->high, 4));
    session_printf(session, "\n");
}

static void print_gains(struct session *session, const struct guess_result *result)
{
    if (!result->gain_over_deboer.games)
        return;
    session_printf(session, "log-loss against the row above, bits%s\n",
                   result->gain_over_deboer.games > 1 ? ", with the 95 % interval by game" : "");
    for (int row = 1; row < GUESS_ROWS; row++)
        print_gain(session, guess_table[row].name, &result->gain[row]);
    print_gain(session, "bayes - deboer", &result->gain_over_deboer);
}

static void print_figures(struct session *session, const struct guess_result *result)
{
    for (int row = 0; row < GUESS_ROWS; row++) {
        const struct guess_sum *sum = &result->sum[row][GUESS_PLIES - 1];
        const char *name = guess_table[row].name;
        if (!(sum->pieces > 0))
            continue;
        session_printf(session, "figure %s-top1 %.2f %%\n", name, 100 * sum->top1 / sum->pieces);
        session_printf(session, "figure %s-true %.4f probability\n", name, sum->p_true / sum->pieces);
        session_printf(session, "figure %s-logloss %.4f bits\n", name, sum->loss / sum->pieces);
        if (sum->flag_looks > 0)
            session_printf(session, "figure %s-flag3 %.2f %%\n", name,
                           100 * sum->flag_top3 / sum->flag_looks);
    }
    const struct guess_difference *gain = &result->gain_over_deboer;
    if (gain->games)
        session_printf(session, "figure bayes-gain %.4f bits\n", decimal_plain_zero(-gain->mean, 4));
    if (gain->games < 2)
        return;
    session_printf(session, "figure bayes-gain-low %.4f bits\n", decimal_plain_zero(-gain->high, 4));
    session_printf(session, "figure bayes-gain-high %.4f bits\n", decimal_plain_zero(-gain->low, 4));
}

/* What the model knows of the games that measure it. */
static void print_origin(struct session *session, const struct guess_terms *terms)
{
    static const char *const players[PLAYER_KINDS] = {"people", "programs"};
    const struct belief_model *model = terms->model;
    size_t count = terms->games->count, all = 0;
    session_printf(session, "model: %s\n", model->source);
    if (terms->folds)
        session_printf(session, "held out: how people move, its weights and De Boer's constants are learnt "
                       "anew for each of %d parts from the others\n", terms->folds);
    for (int player = terms->folds ? PLAYER_PROGRAMS : 0; player < PLAYER_KINDS; player++) {
        size_t found = dataset_overlap(terms->games, &model->fingerprints[player]);
        uint64_t games = model->move_model[player].games;
        all += found;
        if (games && !model->fingerprints[player].count)
            session_printf(session, "not known: the model does not tell from which games it learnt how %s "
                           "move\n", players[player]);
        else if (found)
            session_printf(session, "in-sample: the model learnt how %s move from %zu of these games\n",
                           players[player], found);
        else if (games)
            session_printf(session, "held out: how %s move was learnt from %llu other game%s\n",
                           players[player], (unsigned long long)games, plural(games));
    }
    size_t without = dataset_overlap(terms->games, &model->without);
    if (without == count)
        session_printf(session, "held out: the pairs of setups of these games were left out; either setup "
                       "may be known from another game (--new-to)\n");
    else
        session_printf(session, "not known: whether the setups of %zu of these games are among the model's\n",
                       count - without);
    session_printf(session, "figure in-sample %zu games\n", all);
}

/* What was learnt for each fold. */
static void print_folds(struct session *session, const struct guess_terms *terms,
                        const struct guess_result *result)
{
    for (int i = 0; i < terms->folds; i++) {
        const struct guess_fold *fold = &result->fold[i];
        session_printf(session, "part %d: joint %.2f, people %.2f; missed %g, happiness %g, decay %g, "
                       "line %g\n", i + 1, fold->weights.joint, fold->weights.people, fold->deboer.missed,
                       fold->deboer.happiness, fold->deboer.decay, fold->deboer.line);
    }
}

struct bench_guess_args {
    struct word_list games, new_to;
    struct self_play_request self_play;
    uint64_t folds;
};

/* Games that were asked for and are not measured. */
struct left_out {
    size_t repeats;       /* the same as others */
    bool cut;             /* --new-to was asked for: */
    size_t known, setups; /* with a setup that stands among so many */
};

/* Takes out games that are the same as others, and those that are not new to the setups of --new-to. */
static enum status cut(struct dataset *games, const struct word_list *new_to, struct left_out *left_out,
                       struct error *error)
{
    struct setup *all = NULL;
    size_t count = 0;
    left_out->repeats = dataset_drop_repeats(games);
    enum status status = new_to->count ? load_setups(new_to->count, new_to->word, &all, &count, error)
                                       : STATUS_OK;
    left_out->cut = new_to->count > 0;
    if (!status && left_out->cut) {
        struct setup *others = dataset_other_setups(games, all, count, &left_out->setups);
        left_out->known = dataset_keep_new(games, others, left_out->setups);
        free(others);
    }
    free(all);
    return status;
}

static void print_left_out(struct session *session, const struct left_out *left_out)
{
    if (left_out->repeats)
        session_printf(session, "repeated games left out: %zu\n", left_out->repeats);
    if (left_out->cut)
        session_printf(session, "games left out of which a setup, or its mirror image, stands among %zu "
                       "others: %zu\n", left_out->setups, left_out->known);
}

static enum status bench(struct session *session, struct guess_terms *terms, const struct left_out *left_out,
                         struct error *error)
{
    struct guess_result *result = memory_new(1, sizeof *result);
    terms->jobs = session->jobs;
    terms->stop = session->stop;
    belief_options_read(&terms->options, &session->settings);
    enum status status = library_chosen_statistics(session->library, &session->settings, "belief",
                                                   &terms->statistics, error);
    if (!status)
        status = guess_bench(terms, result, error);
    if (!status) {
        session_printf(session, "%zu game%s\n", result->games, plural(result->games));
        print_left_out(session, left_out);
        print_origin(session, terms);
        print_folds(session, terms, result);
        print_table(session, result);
        print_gains(session, result);
        print_figures(session, result);
    }
    free(result);
    return status;
}

static enum status run_bench(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_guess_args *args = arguments;
    struct dataset games = {0};
    struct left_out left_out = {0};
    const struct belief_model *model = NULL;
    if (args->games.count == 0 && !args->self_play.games)
        return usage_error(&command_bench_guess, error);
    if (args->folds == 1)
        return error_set(error, STATUS_BAD, "bench guess: one fold leaves nothing to learn from");
    enum status status = read_dataset(&games, session, &args->games, error);
    if (!status)
        status = play_dataset(&games, session, &args->self_play, error);
    if (!status)
        status = cut(&games, &args->new_to, &left_out, error);
    if (!status)
        status = library_chosen_belief_model(session->library, &session->settings, &model, error);
    if (!status) {
        struct guess_terms terms = {.games = &games, .model = model, .folds = (int)args->folds};
        status = bench(session, &terms, &left_out, error);
    }
    dataset_free(&games);
    return status;
}

static const struct argument bench_words[] = {
    {.name = "GAMES", .kind = VALUE_FILE, .list = true, .optional = true,
     .at = offsetof(struct bench_guess_args, games)},
};

static const struct argument bench_flags[] = {
    {.name = "new-to", .kind = VALUE_FILE, .list = true, .at = offsetof(struct bench_guess_args, new_to),
     .value = "SETUPS",
         .meaning = "only games neither of whose setups, nor its mirror image, stands in these files"},
    {.name = "folds", .kind = VALUE_WHOLE, .at = offsetof(struct bench_guess_args, folds),
     .most = GUESS_FOLDS_MOST,
     .meaning = "learns all that comes from people's games anew for each of N parts from the others"},
    FLAG_BELIEF_MODEL,
    SELF_PLAY_FLAGS(struct bench_guess_args, self_play),
};

const struct command command_bench_guess = {
    .name = "bench guess",
    .group = GROUP_MEASURE,
    .words = ROWS(bench_words),
    .flags = ROWS(bench_flags),
    .out = true,
    .args_size = sizeof(struct bench_guess_args),
    .help = "measures the guessers on games whose setups are known",
    .details = "After plies 20, 50, 100 and 200 and over whole games, for each guesser: the share of hidden\n"
               "pieces whose likeliest rank is right, the mean probability of the true rank, the mean\n"
               "log-loss, and how often the flag's square is among the three likeliest. With --folds it\n"
               "learns how people move, its weights, and De Boer's constants. Otherwise it tells whether\n"
               "the model learnt from the games that measure it. In the files of --new-to the games' own\n"
               "pairs are left out as 'guess learn --without' does it. A game that is there twice counts\n"
               "once.",
    .run = run_bench,
};
