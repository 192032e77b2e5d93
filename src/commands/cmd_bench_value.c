/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how well the value predicts the results of games: bench value. */
#include "commands/table.h"

#include "agent/library.h"
#include "base/decimal.h"
#include "base/plural.h"
#include "commands/value_games.h"
#include "console/parse.h"
#include "lab/bench_value.h"
#include "learn/value_learn.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

struct bench_value_args {
    struct value_games_args games;
    uint64_t folds; /* parts of the games to learn anew for; 0: measure a model; or FOLDS_NOT_GIVEN */
};

enum { FOLDS = 5, FOLDS_NOT_GIVEN = 1000 };

static const char *const players[PLAYER_KINDS] = {"people", "programs"};

enum { ESTIMATE_TEXT = 40 /* bytes */ };

/* Writes a mean with half its 95 % interval, both multiplied by `scale`: "0.7512 +-0.0031". Returns
 * `text`. */
static const char *estimate_text(const struct ratio *ratio, double scale, int decimals,
                                 char text[ESTIMATE_TEXT])
{
    struct estimate estimate = ratio_estimate(ratio);
    snprintf(text, ESTIMATE_TEXT, "%.*f +-%.*f", decimals,
             decimal_plain_zero(estimate.mean * scale, decimals), decimals,
             (estimate.high - estimate.low) / 2 * scale);
    return text;
}

/* Prints a row: the share of the moments (`all`: the number of all moments), and the log-losses in bits. */
static void print_losses(struct session *session, const char *title, const struct value_losses *losses,
                         double all)
{
    char value[ESTIMATE_TEXT], state[ESTIMATE_TEXT], gain[ESTIMATE_TEXT];
    session_printf(session, "  %-14s %5.1f %%  %17s  %17s  %17s\n", title,
                   all > 0 ? 100 * losses->value.below / all : 0, estimate_text(&losses->value, 1, 4, value),
                   estimate_text(&losses->state, 1, 4, state), estimate_text(&losses->gain, 1, 4, gain));
}

/* Writes the title of a phase: "to 50", or "later" for the last one. Returns `text`. */
static const char *write_phase_title(int phase, char text[32])
{
    if (value_phases[phase] == UINT32_MAX)
        snprintf(text, 32, "later");
    else
        snprintf(text, 32, "to %u", value_phases[phase]);
    return text;
}

/* Prints a table of the result minus the stated probability, by bin and phase, where there are enough moments
 * (the denominators, `below`). Prints the mean sum of both seats' chances too. */
static void print_phases(struct session *session, const struct value_result *result)
{
    char text[ESTIMATE_TEXT], title[32];
    session_printf(session, "result less said, points, by moves played; last, both seats' chances together,"
                   " %%\n  %-14s", "said, %");
    for (int i = 0; i < VALUE_PHASES; i++)
        session_printf(session, "  %12s", write_phase_title(i, title));
    for (int bin = 0; bin < VALUE_BINS; bin++) {
        snprintf(title, sizeof title, "%d .. %d", bin * 100 / VALUE_BINS, (bin + 1) * 100 / VALUE_BINS);
        session_printf(session, "\n  %-14s", title);
        for (int i = 0; i < VALUE_PHASES; i++)
            session_printf(session, "  %12s", result->phase_gap[i][bin].below < CALIBRATION_MIN
                           ? "-" : estimate_text(&result->phase_gap[i][bin], 100, 1, text));
    }
    session_printf(session, "\n  %-14s", "both seats");
    for (int i = 0; i < VALUE_PHASES; i++)
        session_printf(session, "  %12s", estimate_text(&result->seats[i], 100, 1, text));
    session_printf(session, "\n");
}

/* Prints the log-losses by moves played, then the calibration by bins of the predicted probability. */
static void print_result(struct session *session, const struct value_result *result)
{
    double moments = result->all.value.below; /* the denominator of the mean */
    session_printf(session, "  %-14s %7s  %17s  %17s  %17s\n", "moves played", "moments", "value, bits",
                   "state, bits", "gain");
    print_losses(session, "all", &result->all, moments);
    for (int i = 0; i < VALUE_PHASES; i++) {
        char title[32];
        print_losses(session, write_phase_title(i, title), &result->phase[i], moments);
    }
    session_printf(session, "  %-14s %7s  %10s  %10s  %s\n", "said, %", "moments", "mean said", "result",
                   "result less said, points");
    for (int i = 0; i < VALUE_BINS; i++) {
        char gap[ESTIMATE_TEXT], title[32];
        snprintf(title, sizeof title, "%d .. %d", i * 100 / VALUE_BINS, (i + 1) * 100 / VALUE_BINS);
        session_printf(session, "  %-14s %5.1f %%  %10.2f  %10.2f  %s\n", title,
                       moments > 0 ? 100 * result->gap[i].below / moments : 0,
                       100 * ratio_estimate(&result->predicted[i]).mean,
                       100 * ratio_estimate(&result->found[i]).mean,
                       estimate_text(&result->gap[i], 100, 2, gap));
    }
    print_phases(session, result);
}

/* Fills the weights of each fold. The value's weights are learnt from the other folds; without folds they are
 * those of the model. The state's weights are always learnt. */
static void fill_folds(const struct session *session, const struct bench_value_args *args,
                       const struct value_model *model, int player, const struct value_samples *samples,
                       struct value_fold *folds)
{
    int count = args->folds ? (int)args->folds : 1;
    for (int i = 0; i < count; i++) {
        const struct value_fit_terms terms = {.samples = samples, .folds = count,
                                              .without = args->folds ? i : -1, .jobs = session->jobs,
                                              .stop = session->stop};
        value_fit_state(&terms, folds[i].state);
        if (args->folds)
            value_fit(&terms, folds[i].value);
        else
            memcpy(folds[i].value, model->weight[player], sizeof folds[i].value);
    }
}

/* Prints the "figure" lines of a result; `prefix` comes before their names. */
static void print_figures(struct session *session, const char *prefix, const struct value_result *result)
{
    session_printf(session, "figure %svalue-logloss %.4f bits\n", prefix,
                   ratio_estimate(&result->all.value).mean);
    session_printf(session, "figure %sstate-logloss %.4f bits\n", prefix,
                   ratio_estimate(&result->all.state).mean);
    if (!isnan(result->calibration))
        session_printf(session, "figure %svalue-calibration %.2f points\n", prefix,
                       100 * result->calibration);
    if (!isnan(result->phase_calibration))
        session_printf(session, "figure %svalue-phases %.2f points\n", prefix,
                       100 * result->phase_calibration);
    for (int i = 0; i < VALUE_PHASES; i++)
        if (result->seats[i].below >= CALIBRATION_MIN)
            session_printf(session, "figure %sboth-seats-%d %.2f %%\n", prefix, i + 1,
                           100 * ratio_estimate(&result->seats[i]).mean);
}

/* Measures the games of people and those of programs separately, and the time of one value. */
static enum status measure(struct session *session, const struct bench_value_args *args,
                           const struct value_games *games, const struct value_model *model,
                           struct error *error)
{
    struct value_result results[PLAYER_KINDS] = {0};
    struct value_fold folds[VALUE_FOLDS_MAX];
    double seconds = 0;
    for (int player = 0; player < PLAYER_KINDS; player++) {
        const struct value_samples *samples = &games->samples[player];
        if (!samples->count)
            continue;
        fill_folds(session, args, model, player, samples, folds);
        if (session_stopped(session))
            return error_set(error, STATUS_NO, "stopped");
        value_bench(samples, folds, args->folds ? (int)args->folds : 1, &results[player]);
        session_printf(session, "%s: %zu game%s, %zu moment%s\n", players[player], results[player].games,
                       plural(results[player].games), results[player].moments,
                       plural(results[player].moments));
        print_result(session, &results[player]);
    }
    enum status status = value_games_time(games, session, model, &seconds, error);
    if (status)
        return status;
    /* The figures of programs' games have a prefix only beside those of people's. */
    bool people = results[PLAYER_PEOPLE].moments > 0;
    if (people)
        print_figures(session, "", &results[PLAYER_PEOPLE]);
    if (results[PLAYER_PROGRAMS].moments)
        print_figures(session, people ? "programs-" : "", &results[PLAYER_PROGRAMS]);
    session_printf(session, "figure value %.2f us\n", seconds * 1e6);
    return STATUS_OK;
}

/* Checks that each fold has games from which to learn: as many games as folds, or more. A kind of player
 * without any games is allowed. */
static enum status check_games(const struct value_games *games, uint64_t folds, struct error *error)
{
    size_t all = 0;
    for (int player = 0; player < PLAYER_KINDS; player++) {
        size_t count = games->samples[player].games;
        if (count && count < folds)
            return error_set(error, STATUS_BAD, "bench value: %zu game%s of %s to measure, expected at least "
                             "%llu", count, plural(count), players[player], (unsigned long long)folds);
        all += count;
    }
    return all ? STATUS_OK
               : error_set(error, STATUS_BAD, "bench value: no game to measure that began with two setups "
                           "and was decided or drawn on the board");
}

/* Reads the games and the model, prints what is measured, and measures it. */
static enum status run_bench_value(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_value_args *args = arguments;
    struct value_games games = {0};
    const struct value_model *model;
    struct bench_value_args chosen = *args;
    /* If the user chose a model, the default is to measure it, not to learn anew. */
    int model_option = settings_find(&session->settings, "vedette.value_model");
    if (args->folds == FOLDS_NOT_GIVEN)
        chosen.folds = settings_is_given(&session->settings, model_option) ? 0 : FOLDS;
    args = &chosen;
    if (args->folds == 1)
        return error_set(error, STATUS_BAD, "bench value: one fold leaves nothing to learn from");
    if (!args->games.people.count && !args->games.programs.count && !args->games.self_play.games)
        return usage_error(&command_bench_value, error);
    enum status status = value_games_load(&games, session, &args->games, error);
    if (!status)
        status = library_chosen_value_model(library_for_variant(session->library,
                                                                value_games_variant(&games)),
                                            &session->settings, &model, error);
    if (!status)
        status = check_games(&games, args->folds, error);
    if (!status && args->folds)
        session_printf(session, "held out: learnt anew for each of %llu parts of the games from the others\n",
                       (unsigned long long)args->folds);
    else if (!status)
        session_printf(session, "model: %s; whether it learnt from these games is not known\n",
                       model->source);
    if (!status)
        status = measure(session, args, &games, model, error);
    value_games_free(&games);
    return status;
}

const struct command command_bench_value = {
    .name = "bench value", .group = GROUP_MEASURE,
    .keywords = "accuracy calibration win probability",
    .words = ARGUMENTS(
        WORD_FILES(struct bench_value_args, games.people, "GAMES", "games of people", .optional = true)),
    .flags = ARGUMENTS(
        VALUE_GAMES_FLAGS(struct bench_value_args, games),
        FLAG_WHOLE(struct bench_value_args, folds, "folds", 0, VALUE_FOLDS_MAX,
                   "learns the value anew for each of N parts of the games from the others; 0: measures a "
                   "model", .standard = "5; 0 where the option vedette.value_model is given"),
        FLAG_VALUE_MODEL),
    .out = true,
    DEFAULTS(struct bench_value_args, .games.every = VALUE_EVERY, .folds = FOLDS_NOT_GIVEN),
    .help = "measures how well the value foretells results of games, beside the bare state of the game",
    .details =
        "The log-loss of results in bits, of a draw the mean of a win's and a loss's, with the half of its\n"
        "95 % interval, games being the independent units: of the value, of the state alone (a weight of\n"
        "its own, learnt from the same games), and what the value gains; by moves played; and for ten bins\n"
        "of the probability said what came of them. value-calibration: the largest gap of a bin with 200\n"
        "moments or more, less its own error; value-phases: the same over the bins of each phase of the\n"
        "game; both-seats-N: the mean sum of both seats' chances in phase N. Games of programs are measured\n"
        "apart. Times are of one core.",
    .run = run_bench_value,
};
