/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning for the guesser, and measuring it: guess learn, bench guess. */
#include "console/commands.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/memory.h"
#include "console/guesser.h"
#include "console/load.h"
#include "lab/guess.h"
#include "lab/guess_learn.h"

#include <stdlib.h>
#include <string.h>

static enum status read_lessons(struct lessons *lessons, const struct session *session, int count,
                                char **paths, struct error *error)
{
    enum status status = STATUS_OK;
    for (int i = 0; i < count && !status; i++) {
        status = lessons_read(lessons, paths[i], error);
        if (!status && session_stopped(session))
            status = error_set(error, STATUS_NO, "stopped");
    }
    return status;
}

/* --- guess learn --- */

static void report_epoch(void *context, int epoch, double loss)
{
    session_progress(context, "setups: round %d, %.4f bits a hidden piece", epoch + 1, loss);
}

static enum status learn(struct session *session, struct guess_learn_terms *terms,
                         const char *source, const char *out_path, struct error *error)
{
    struct text out = {0};
    struct belief_model *model = memory_new(1, sizeof *model);
    clock_date(model->date);
    struct text line = {0};
    text_printf(&line, "%s", source);
    for (size_t i = 0; i + 1 < sizeof model->source && i < line.size; i++)
        model->source[i] = line.bytes[i] == '"' || line.bytes[i] == '\\' ? '\'' : line.bytes[i];
    text_free(&line);
    enum status status = guess_learn(terms, model, error);
    if (!status) {
        belief_model_write(model, &out);
        status = disk_write(out_path, out.bytes, out.size, error);
    }
    session_progress(session, "%s", "");
    if (!status)
        session_printf(session, "learnt from %llu moves of %llu games and %llu setups\n",
                       (unsigned long long)model->conduct.moves,
                       (unsigned long long)model->conduct.games,
                       (unsigned long long)model->setups);
    text_free(&out);
    free(model);
    return status;
}

static enum status run_learn(struct session *session, int argc, char **argv, struct error *error)
{
    struct word_list setup_files = {0}, without_files = {0};
    const char *out_path = NULL, *source = "games and setups that people played";
    uint64_t rounds = 80;
    const struct flag flags[] = {
        {.name = "setups", .kind = FLAG_LIST, .value = &setup_files},
        {.name = "without", .kind = FLAG_LIST, .value = &without_files},
        {.name = "rounds", .kind = FLAG_WHOLE, .value = &rounds, .least = 1, .most = 10000},
        {.name = "out", .kind = FLAG_TEXT, .value = &out_path},
        {.name = "source", .kind = FLAG_TEXT, .value = &source},
    };
    struct lessons games = {0}, without = {0};
    struct setup *setups = NULL;
    size_t setup_count = 0;
    enum status status = arguments_parse(&command_guess_learn, flags,
                                         sizeof flags / sizeof flags[0], &argc, argv, error);
    if (!status && (argc == 0 || !out_path))
        status = usage_error(&command_guess_learn, error);
    if (!status)
        status = read_lessons(&games, session, argc, argv, error);
    if (!status)
        status = read_lessons(&without, session, without_files.count, without_files.word, error);
    if (!status && setup_files.count)
        status = load_setups(setup_files.count, setup_files.word, &setups, &setup_count, error);
    if (!status) {
        struct guess_learn_terms terms = {
            .games = &games, .without = &without, .setups = setups, .setup_count = setup_count,
            .rounds = (int)rounds, .seed = session->has_seed ? session->seed : 1,
            .stop = session->stop, .report = report_epoch, .context = session,
        };
        status = learn(session, &terms, source, out_path, error);
    }
    free(setups);
    lessons_free(&without);
    lessons_free(&games);
    return status;
}

const struct command command_guess_learn = {
    .name = "guess learn",
    .arguments = "GAMES… --out FILE [--setups FILE…] [--without GAMES…] [--rounds N] [--source TEXT]",
    .help = "learns the model of the guesser \"bayes\" from games and setups",
    .details = "From the games it learns how people move, and which pieces become known when; from the\n"
               "setups of --setups (those of the games without it) what the known part of a setup tells\n"
               "of the rest, in --rounds rounds (80). Two setups of --setups that follow each other and are\n"
               "red's and blue's of one of the games --without are left out, so that those games can\n"
               "measure the model. --source is a line that the file keeps. The same seed (1) writes the\n"
               "same file.",
    .completes = "file",
    .run = run_learn,
};

/* --- bench guess --- */

static void print_table(struct session *session, const struct guess_result *result)
{
    for (int k = 0; k < GUESS_PLIES; k++) {
        if (guess_plies[k])
            session_printf(session, "after ply %u\n", guess_plies[k]);
        else
            session_printf(session, "over whole games\n");
        session_printf(session, "  %-14s %7s %7s %7s %7s %9s\n", "guesser", "right%", "true p",
                       "bits", "flag3%", "pieces");
        for (int row = 0; row < GUESS_ROWS; row++) {
            const struct guess_sum *sum = &result->sum[row][k];
            if (sum->pieces > 0)
                session_printf(session, "  %-14s %7.2f %7.4f %7.4f %7.2f %9.0f\n",
                               guess_table[row].name, 100 * sum->right / sum->pieces,
                               sum->truth / sum->pieces, sum->loss / sum->pieces,
                               sum->looks > 0 ? 100 * sum->flags / sum->looks : 0, sum->pieces);
        }
    }
}

static void print_gains(struct session *session, const struct guess_result *result)
{
    session_printf(session, "log-loss against the row above, bits, with the 95 %% interval by game\n");
    for (int row = 1; row < GUESS_ROWS; row++) {
        const struct guess_difference *gain = &result->gain[row];
        session_printf(session, "  %-14s %+.4f  (%+.4f .. %+.4f)\n", guess_table[row].name, gain->mean,
                       gain->low, gain->high);
    }
}

static void print_figures(struct session *session, const struct guess_result *result)
{
    for (int row = 0; row < GUESS_ROWS; row++) {
        const struct guess_sum *sum = &result->sum[row][GUESS_PLIES - 1];
        const char *name = guess_table[row].name;
        if (!(sum->pieces > 0))
            continue;
        session_printf(session, "figure %s-top1 %.2f %%\n", name, 100 * sum->right / sum->pieces);
        session_printf(session, "figure %s-true %.4f probability\n", name, sum->truth / sum->pieces);
        session_printf(session, "figure %s-logloss %.4f bits\n", name, sum->loss / sum->pieces);
        session_printf(session, "figure %s-flag3 %.2f %%\n", name,
                       sum->looks > 0 ? 100 * sum->flags / sum->looks : 0);
    }
    session_printf(session, "figure bayes-gain %.4f bits\n", -result->gain[GUESS_BAYES].mean);
    session_printf(session, "figure bayes-gain-low %.4f bits\n", -result->gain[GUESS_BAYES].high);
    session_printf(session, "figure bayes-gain-high %.4f bits\n", -result->gain[GUESS_BAYES].low);
}

static enum status run_bench(struct session *session, int argc, char **argv, struct error *error)
{
    uint64_t folds = 0;
    const char *model_path = NULL;
    const struct flag flags[] = {
        {.name = "folds", .kind = FLAG_WHOLE, .value = &folds, .least = 0, .most = 100},
        {.name = "model", .kind = FLAG_TEXT, .value = &model_path},
    };
    struct lessons games = {0};
    struct setup_statistics statistics;
    struct guess_result result;
    struct belief_model *model = NULL;
    enum status status = arguments_parse(&command_bench_guess, flags,
                                         sizeof flags / sizeof flags[0], &argc, argv, error);
    if (!status && argc == 0)
        status = usage_error(&command_bench_guess, error);
    if (!status && folds == 1)
        status = error_set(error, STATUS_BAD, "bench guess: one fold leaves nothing to learn from");
    if (!status)
        status = read_lessons(&games, session, argc, argv, error);
    if (!status) {
        model = model_path ? belief_model_read(model_path, error) : belief_model_human();
        status = model ? STATUS_OK : STATUS_BAD;
    }
    if (!status) {
        struct guess_terms terms = {.games = &games, .statistics = &statistics, .model = model,
                                    .folds = (int)folds, .jobs = session->jobs,
                                    .stop = session->stop};
        setup_statistics_human(&statistics);
        belief_options_read(&terms.options, &session->settings);
        status = guess_bench(&terms, &result, error);
    }
    if (!status) {
        session_printf(session, "%zu games\n", result.games);
        print_table(session, &result);
        print_gains(session, &result);
        print_figures(session, &result);
    }
    free(model);
    lessons_free(&games);
    return status;
}

const struct command command_bench_guess = {
    .name = "bench guess",
    .arguments = "GAMES… [--folds N] [--model FILE]",
    .help = "measures the guessers on games whose setups are known",
    .details = "After plies 20, 50, 100 and 200 and over whole games, for each guesser: the share of hidden\n"
               "pieces whose likeliest rank is right, the mean probability of the true rank, the mean\n"
               "log-loss, and how often the flag's square is among the three likeliest. With --folds the\n"
               "model of moves is learnt anew for each part of the games from the other parts.",
    .completes = "file",
    .run = run_bench,
};
