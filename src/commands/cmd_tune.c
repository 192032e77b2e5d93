/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures and tunes options of agents by games: tune, sweep. */
#include "commands/table.h"

#include "agent/agent.h"
#include "base/clock.h"
#include "base/decimal.h"
#include "base/memory.h"
#include "base/plural.h"
#include "commands/contest.h"
#include "commands/tuned_option.h"
#include "lab/sweep.h"
#include "lab/tune.h"
#include "report/match_report.h"
#include "report/plot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The setups that the games begin from; chosen as for `match`. */
struct tuning_pool {
    struct setup *setups;
    size_t count;
};

/* Loads the setups of the files. If `files` is empty, loads those that `match` uses by default. */
static enum status load_pool(const struct session *session, int variant, const struct word_list *files,
                             struct tuning_pool *pool, struct error *error)
{
    struct match_terms terms = {.variant = (uint8_t)variant, .seed = session->seed};
    enum status status = contest_pool(session, files, &terms, &pool->setups, error);
    pool->count = status ? 0 : terms.pool_count;
    return status;
}

/* --- tune --- */

struct tune_args {
    const char *agent;
    struct word_list keys, setups;
    int variant;             /* index of a row of variant_table */
    const char *against, *file; /* the opponent, NULL: the agent itself; the file for the course, or NULL */
    uint64_t games, batch;   /* number of games in all, and in a step */
    double seconds, rate;    /* 0: no limit of time; the default rate */
};

/* For showing the progress of tuning. */
struct tune_progress {
    struct session *session;
    const struct tune_terms *terms;
    double start, last;        /* times (clock_now) of the start and of the last display */
    size_t first;              /* number of the first step that this call finished; 0: none yet */
};

/* Shows the number of steps and the estimated seconds left, at most every 0.2 seconds. `context` is a
 * struct tune_progress; `plus` and `minus` are not used. */
static void print_step(void *context, size_t steps, double plus, double minus)
{
    struct tune_progress *progress = context;
    double now = clock_now(), step_seconds = 0;
    (void)plus;
    (void)minus;
    if (!progress->first)
        progress->first = steps;
    if (now - progress->last < 0.2 && steps < progress->terms->spsa.steps)
        return;
    progress->last = now;
    step_seconds = (now - progress->start) / (double)(steps - progress->first + 1);
    session_progress(progress->session, "%zu of %zu steps, %.0f s left", steps, progress->terms->spsa.steps,
                     step_seconds * (double)(progress->terms->spsa.steps - steps));
}

/* Appends a table of the options with their first and their tuned values, to the text and to the JSON. */
static void report_values(const struct tune_terms *terms, const double *values, struct text *out,
                          struct json *json)
{
    char key[OPTION_KEY_TEXT];
    text_printf(out, "%-36s %10s %10s\n", "", "start", "end");
    json_open(json, "options", '[');
    for (size_t i = 0; i < terms->spsa.count; i++) {
        const struct spsa_parameter *parameter = &terms->spsa.parameters[i];
        settings_key(terms->settings, terms->option[i], key);
        text_printf(out, "%-36s %10.6g %10.6g\n", key, parameter->start + 0.0, values[i] + 0.0); /* no "-0" */
        json_printf(json, "{key: %s, start: %g, end: %g}", key, parameter->start, values[i]);
    }
    json_close(json, ']');
}

/* Appends a plot of the course: the distance of each value from its start, in its steps, over the games
 * played. Needs gnuplot. */
static void report_plot(const struct tune_terms *terms, const struct tune_course *course, struct text *out)
{
    size_t count = terms->spsa.count, points = course->done + 1; /* the start, and after each step */
    char (*names)[OPTION_KEY_TEXT] = memory_new(count, sizeof *names);
    const char **name = memory_new(count, sizeof *name);
    double *x = memory_new(points, sizeof *x), *y = memory_new(points * count, sizeof *y);
    for (size_t i = 0; i < count; i++)
        name[i] = settings_key(terms->settings, terms->option[i], names[i]);
    for (size_t k = 0; k < points; k++) {
        x[k] = (double)(k * terms->games);
        for (size_t i = 0; i < count; i++)
            y[k * count + i] = (course->values[k * count + i] - terms->spsa.parameters[i].start) /
                               terms->spsa.parameters[i].step;
    }
    const struct plot plot = {"the course of the values, in steps from the start", "games",
                              "steps from the start", count, points, name, x, y};
    text_add(out, "\n");
    if (!plot_draw(&plot, out))
        text_add(out, "(gnuplot is not installed: no plot; --course FILE keeps the course)\n");
    free(names);
    free(name);
    free(x);
    free(y);
}

/* Returns whether the key `word` (`size` bytes) in the agent's spec is one of the tuned options. Options of
 * the agent's own group may stand there without the group. */
static bool is_tuned(const struct tune_terms *terms, const char *word, size_t size)
{
    const char *own_group = agent_table[agent_index(terms->agent)]->options;
    for (size_t i = 0; i < terms->spsa.count; i++) {
        char key[OPTION_KEY_TEXT];
        const char *full_key = settings_key(terms->settings, terms->option[i], key);
        const char *dot = strchr(full_key, '.');
        size_t length = (size_t)(dot - full_key);
        bool is_own = own_group && strlen(own_group) == length && memcmp(own_group, full_key, length) == 0;
        if ((strlen(full_key) == size && memcmp(full_key, word, size) == 0) ||
            (is_own && strlen(dot + 1) == size && memcmp(dot + 1, word, size) == 0))
            return true;
    }
    return false;
}

/* Appends the agent's spec with the tuned values. Leaves out their former values. In the spec of an external
 * program all words stay, since its path may contain commas; the last value of an option counts. */
static void report_name(const struct tune_terms *terms, const double *values, struct text *out)
{
    char key[OPTION_KEY_TEXT], number[DECIMAL_TEXT];
    const char *word = strchr(terms->agent, ':');
    bool keep_all = agent_is_external(terms->agent);
    char separator = ':';
    text_printf(out, "%.*s", word ? (int)(word - terms->agent) : (int)strlen(terms->agent), terms->agent);
    while (word && *word) {
        size_t size = strcspn(++word, ",");
        if (keep_all || !is_tuned(terms, word, strcspn(word, "=,"))) {
            text_printf(out, "%c%.*s", separator, (int)size, word);
            separator = ',';
        }
        word += size;
    }
    for (size_t i = 0; i < terms->spsa.count; i++, separator = ',')
        text_printf(out, "%c%s=%s", separator, settings_key(terms->settings, terms->option[i], key),
                    decimal_write(values[i], number));
}

/* Appends the command that measures whether tuning helped: a match of the tuned agent with the same rules,
 * profiles and setups. */
static void report_match_command(const struct session *session, const struct tune_args *args,
                                 const struct tune_terms *terms, const double *values, struct text *out)
{
    int rules = settings_find(&session->settings, session_flags[SESSION_RULES].sets);
    text_add(out, "\nwhether it helped: match '");
    report_name(terms, values, out);
    text_printf(out, "' '%s' --sprt 0,5 --games 100000", terms->against ? terms->against : terms->agent);
    if (args->variant != VARIANT_STANDARD)
        text_printf(out, " --variant %s", variant_at((uint8_t)args->variant)->name);
    for (size_t i = 0; i < session->profiles.count; i++)
        text_printf(out, " --profile '%s'", session->profiles.items[i]);
    /* Rules that a profile set come with --profile. */
    if (strcmp(session->settings.origins[rules], "--rules") == 0) {
        char name[OPTION_VALUE_TEXT];
        settings_show(&session->settings, rules, name, sizeof name);
        text_printf(out, " --rules %s", name);
    }
    for (int i = 0; i < (int)args->setups.count; i++)
        text_printf(out, "%s '%s'", i ? "" : " --setups", args->setups.word[i]);
    text_add(out, "\n");
}

/* Appends the report on tuning: summary, values, plot and the command for a match. */
static void report_tuning(const struct session *session, const struct tune_args *args,
                          const struct tune_terms *terms, const struct tune_course *course, struct text *out)
{
    struct json *json = session->answer;
    double *values = memory_new(terms->spsa.count, sizeof *values), plus = 0, minus = 0;
    tune_result(terms, course, values);
    for (size_t i = 0; i < course->done; i++) {
        plus += course->step[i].plus;
        minus += course->step[i].minus;
    }
    text_printf(out, "%s, %zu of %zu step%s of %zu game%s, seed %llu\n", args->agent, course->done,
                terms->spsa.steps, plural(terms->spsa.steps), terms->games, plural(terms->games),
                (unsigned long long)terms->spsa.seed);
    json_printf(json, "{agent: %s, steps: %zu, steps_in_all: %zu, games_a_step: %zu, points_plus: %g, "
                      "points_minus: %g",
                args->agent, course->done, terms->spsa.steps, terms->games, plus, minus);
    report_values(terms, values, out, json);
    json_close(json, '}');
    if (course->done > 1)
        report_plot(terms, course, out);
    if (course->done)
        report_match_command(session, args, terms, values, out);
    free(values);
}

/* Tunes with the terms, shows the progress and prints the report. STATUS_NO if the user stopped it before
 * the last step. */
static enum status run_tuning(struct session *session, const struct tune_args *args, struct tune_terms *terms,
                              struct error *error)
{
    struct tune_progress progress = {session, terms, clock_now(), 0, 0};
    struct tune_course course;
    struct text out = {0};
    if (session->progress) {
        terms->progress = print_step;
        terms->context = &progress;
    }
    enum status status = tune_run(terms, &course, error);
    session_progress(session, "%s", "");
    if (!status) {
        report_tuning(session, args, terms, &course, &out);
        session_write(session, out.bytes, out.size);
    }
    bool stopped = args->seconds == 0 || session_stopped(session); /* otherwise the time was over */
    if (!status && course.done < terms->spsa.steps && stopped)
        status = error_set(error, STATUS_NO, "tune: stopped after %zu of %zu step%s%s", course.done,
                           terms->spsa.steps, plural(terms->spsa.steps),
                           terms->file ? ": the same command goes on" : "");
    tune_course_free(&course);
    text_free(&out);
    return status;
}

/* Runs `tune`. */
static enum status run_tune(struct session *session, const void *arguments, struct error *error)
{
    const struct tune_args *args = arguments;
    size_t count = (size_t)args->keys.count;
    struct spsa_parameter *parameters = memory_new(count, sizeof *parameters);
    int *options = memory_new(count, sizeof *options);
    struct tuning_pool pool = {0};
    struct settings agent_options = {0};
    /* Games come in pairs; with an opponent each of a step's two proposals plays half of them. */
    if (args->batch % 2 || (args->against && args->batch % 4) || args->games < args->batch) {
        free(parameters);
        free(options);
        return error_set(error, STATUS_BAD, "tune: --batch must be even, with --against a multiple of 4, "
                         "and not more than --games");
    }
    /* The options to tune start at the values that the agent's spec gives them. */
    enum status status = agent_settings(args->agent, &session->settings, &agent_options, error);
    for (size_t i = 0; i < count && !status; i++) {
        status = tuned_option_read(&agent_options, args->keys.word[i], &parameters[i], &options[i], error);
        if (!status)
            status = tuned_option_check(&agent_options, options[i], args->agent, error);
        for (size_t k = 0; k < i && !status; k++)
            if (options[k] == options[i])
                status = error_set(error, STATUS_BAD, "'%s': is there already", args->keys.word[i]);
    }
    if (!status)
        status = load_pool(session, args->variant, &args->setups, &pool, error);
    struct tune_terms terms = {
        .agent = args->agent, .against = args->against, .variant = (uint8_t)args->variant,
        .spsa = {.parameters = parameters, .count = count, .steps = (size_t)(args->games / args->batch),
                 .rate = args->rate, .seed = session->seed},
        .option = options, .games = (size_t)args->batch, .seconds = args->seconds, .pool = pool.setups,
        .pool_count = pool.count, .pool_first = args->setups.count > 0, .jobs = session->jobs,
        .settings = &session->settings, .library = session->library, .file = args->file,
        .stop = session->stop,
    };
    /* Without --against only versions of this agent play, so only this agent can limit the rules. */
    size_t players = args->against ? 2 : 1;
    contest_rules(session, (const char *[]){args->agent, args->against}, players, 0, &terms.rules);
    if (!status)
        status = run_tuning(session, args, &terms, error);
    settings_free(&agent_options);
    free(pool.setups);
    free(parameters);
    free(options);
    return status;
}

#define FLAG_SETUPS(type) \
    FLAG_FILES(type, setups, "setups", "both draw their setups from these files", \
               .standard = "their own, or the program's")

const struct command command_tune = {
    .name = "tune", .group = GROUP_MEASURE,
    .keywords = "optimise optimize parameters options SPSA improve",
    .words = ARGUMENTS(
        {.name = "AGENT", .kind = VALUE_AGENT, .at = offsetof(struct tune_args, agent)},
        {.name = "KEY[=FROM..TO]", .kind = VALUE_TEXT, .list = true, .at = offsetof(struct tune_args, keys),
         .names = tuned_option_names, .meaning = "options that are numbers, each with the range to stay in"}),
    .flags = ARGUMENTS(
        FLAG_GAMES(struct tune_args, games, 2, "how many games in all"),
        FLAG_WHOLE(struct tune_args, batch, "batch", 2, 100000, "how many games a step has; even"),
        FLAG_AGENT(struct tune_args, against, "against", "what is tried plays this agent",
                   .standard = "itself: one side against the other"),
        FLAG_FILE(struct tune_args, file, "course", "keeps the course there as CSV, and goes on with it"),
        FLAG_NUMBER(struct tune_args, seconds, "seconds", 0, 1e7, "begins no step after so long",
                    .alias = "time", .value = "S", .unit = "s", .standard = "no limit"),
        FLAG_NUMBER(struct tune_args, rate, "rate", 0, 10, "how far the last step goes for a won match",
                    .standard = "by the number of steps"),
        FLAG_VARIANT(struct tune_args, variant),
        FLAG_SETUPS(struct tune_args)),
    .json = true, .out = true,
    DEFAULTS(struct tune_args, .games = 10000, .batch = 16),
    .help = "moves options of an agent to where it wins more (SPSA)",
    .details = "Each step tries all options at once, each a little up or down by the toss of a coin,\n"
               "against the same on the other side, and goes a little towards what won. The result is\n"
               "the mean of the last quarter of the course; a match shows whether it helped. A step is a\n"
               "tenth of the range, or a fifth of the value where no range is given. The same seed gives\n"
               "the same course, for any number of jobs, and however often it was cut off and gone on\n"
               "with (--course).",
    .run = run_tune,
};

/* --- sweep --- */

enum {
    SWEEP_MAX = 1000,
    VALUE_MIN = 10, VALUE_MAX = 17, /* width of the column of values; the other columns take 62 */
};

struct sweep_args {
    int variant;             /* index of a row of variant_table */
    const char *agent, *against, *key;
    double from, to, step;   /* the values: from, from + step, … up to `to` */
    uint64_t games;          /* for each value */
    struct word_list setups;
    bool a_is_red;           /* the agent is red in every game */
};

/* Appends the result for one value of the option: score in % with its 95 % interval; wins, draws, losses;
 * mean number of plies. */
static void report_row(double value, int width, const struct match_result *result, struct text *out,
                       struct json *json)
{
    size_t wins = result->agent[MATCH_A].wins, losses = result->agent[MATCH_B].wins;
    struct interval range = match_interval(result, STATS_95);
    double score = match_score(result);
    char number[DECIMAL_TEXT];
    text_printf(out, "%-*s %7.2f  %6.2f to %6.2f  %7zu %7zu %7zu %10.1f\n", width,
                decimal_write(value, number), 100 * score, decimal_plain_zero(100 * range.low, 2),
                100 * range.high, wins, result->draws, losses, result->plies.mean);
    json_printf(json, "{value: %g, score: %g, score_95: [%g, %g], wins: %zu, draws: %zu, losses: %zu, "
                      "mean_plies: %g}",
                value, score, range.low, range.high, wins, result->draws, losses, result->plies.mean);
}

/* Appends the players and the heads of the columns. The first head is the option's key if it fits. Returns
 * the width of the first column. */
static int report_sweep_heads(const struct sweep_args *args, const struct sweep_terms *terms,
                              struct text *out)
{
    struct text line = {0};
    char number[DECIMAL_TEXT];
    bool fits = strlen(args->key) <= VALUE_MAX;
    size_t width = fits ? strlen(args->key) : 0;
    for (size_t i = 0; i < sweep_values(terms); i++) {
        size_t size = strlen(decimal_write(sweep_value(terms, i), number));
        width = size > width ? size : width;
    }
    width = width < VALUE_MIN ? VALUE_MIN : width;
    text_printf(&line, "%s against %s, %zu game%s each, seed %llu\n", args->agent, args->against,
                terms->match.games, plural(terms->match.games), (unsigned long long)terms->match.seed);
    if (!fits)
        text_printf(&line, "values of %s\n", args->key);
    text_wrapped_names(out, text_string(&line), 0, 2);
    text_free(&line);
    text_printf(out, "%-*s %7s  %16s  %7s %7s %7s %10s\n", (int)width, fits ? args->key : "value", "score",
                "95 %", "wins", "draws", "losses", "mean plies");
    return (int)width;
}

/* Plays the match for each value in turn and appends a row for each. If it is stopped, `out` has the rows so
 * far. Plots the scores if there are two or more. */
static enum status run_values(struct session *session, const struct sweep_terms *terms, int width,
                              struct text *out, struct error *error)
{
    size_t count = sweep_values(terms);
    double *x = memory_new(count, sizeof *x), *y = memory_new(count, sizeof *y);
    enum status status = STATUS_OK;
    size_t done = 0;
    for (; done < count && !status; done++) {
        struct match_result result;
        session_progress(session, "value %zu of %zu", done + 1, count);
        status = sweep_run(terms, done, &result, error);
        if (!status && result.games < terms->match.games)
            status = error_set(error, STATUS_NO, "sweep: stopped after %zu of %zu values", done, count);
        if (status)
            break;
        x[done] = sweep_value(terms, done);
        y[done] = 100 * match_score(&result);
        report_row(x[done], width, &result, out, session->answer);
    }
    session_progress(session, "%s", "");
    /* Plot the scores. */
    const char *name = "score of A, %";
    const struct plot plot = {"score by value", "value", "%", 1, done, &name, x, y};
    if (done > 1) {
        text_add(out, "\n");
        if (!plot_draw(&plot, out))
            text_add(out, "(gnuplot is not installed: no plot)\n");
    }
    free(x);
    free(y);
    return status;
}

/* Checks the arguments and fills the terms of the sweep. */
static enum status read_terms(struct session *session, const struct sweep_args *args,
                              struct sweep_terms *terms, struct error *error)
{
    struct spsa_parameter parameter;
    struct error why = {0};
    if (!(args->from <= args->to) || !(args->step > 0) || (args->to - args->from) / args->step >= SWEEP_MAX)
        return error_set(error, STATUS_BAD, "sweep: expected FROM up to TO by a STEP above 0, at most %d "
                         "values", SWEEP_MAX);
    *terms = (struct sweep_terms){
        .match = {.agent = {args->agent, args->against}, .games = (size_t)args->games,
                  .variant = (uint8_t)args->variant, .paired = !args->a_is_red, .a_is_red = args->a_is_red,
                  .pool_first = args->setups.count > 0, .seed = session->seed, .jobs = session->jobs,
                  .settings = &session->settings, .library = session->library, .stop = session->stop},
        .from = args->from, .to = args->to, .step = args->step,
    };
    contest_rules(session, terms->match.agent, MATCH_AGENTS, 0, &terms->match.rules);
    enum status status = tuned_option_read(&session->settings, args->key, &parameter, &terms->option, error);
    if (!status)
        status = tuned_option_check(&session->settings, terms->option, args->agent, error);
    if (!status && (args->from < parameter.min || args->to > parameter.max))
        return error_set(error, STATUS_BAD, "sweep: '%s' goes from %g to %g", args->key, parameter.min,
                         parameter.max);
    if (!status && sweep_check(terms, &why))
        status = error_set(error, why.status, "sweep: %s", why.text);
    return status;
}

/* Runs `sweep`. */
static enum status run_sweep(struct session *session, const void *arguments, struct error *error)
{
    const struct sweep_args *args = arguments;
    struct sweep_terms terms;
    struct tuning_pool pool = {0};
    struct text out = {0};
    enum status status = read_terms(session, args, &terms, error);
    if (!status)
        status = load_pool(session, args->variant, &args->setups, &pool, error);
    if (status)
        return status;
    terms.match.pool = pool.setups;
    terms.match.pool_count = pool.count;
    int width = report_sweep_heads(args, &terms, &out);
    json_printf(session->answer, "{values: [");
    status = run_values(session, &terms, width, &out, error);
    json_printf(session->answer, "]}");
    session_print_text(session, &out);
    free(pool.setups);
    return status;
}

const struct command command_sweep = {
    .name = "sweep", .group = GROUP_MEASURE,
    .keywords = "parameters options tune try compare",
    .words = ARGUMENTS(
        WORD_AGENT(struct sweep_args, agent, "A", "the agent whose option it is"),
        WORD_AGENT(struct sweep_args, against, "B", "its opponent"),
        {.name = "KEY", .kind = VALUE_KEY, .at = offsetof(struct sweep_args, key)},
        {.name = "FROM", .kind = VALUE_NUMBER, .at = offsetof(struct sweep_args, from), .low = -1e9,
         .high = 1e9},
        {.name = "TO", .kind = VALUE_NUMBER, .at = offsetof(struct sweep_args, to), .low = -1e9, .high = 1e9},
        {.name = "STEP", .kind = VALUE_NUMBER, .at = offsetof(struct sweep_args, step), .low = 0,
         .high = 1e9}),
    .flags = ARGUMENTS(
        FLAG_GAMES(struct sweep_args, games, 1, "how many games for each value"),
        FLAG_SWITCH(struct sweep_args, a_is_red, "fixed", "A is red in every game, not in every other one"),
        FLAG_VARIANT(struct sweep_args, variant),
        FLAG_SETUPS(struct sweep_args)),
    .json = true, .out = true, .announces_stop = true,
    DEFAULTS(struct sweep_args, .games = 100),
    .help = "measures an agent at one value of an option after the other",
    .details = "As tables IV to VII of Redeca & Groza 2018 do. All matches have the same set-ups.",
    .run = run_sweep,
};
