/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning a policy from games of people: learn people. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/memory.h"
#include "base/plural.h"
#include "commands/people_games.h"
#include "commands/policy_shape_flags.h"
#include "commands/shared_flags.h"
#include "game/rules_option.h"
#include "learn/people_learn.h"
#include "learn/people_measure.h"
#include "net/weights.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct people_args {
    struct word_list games;
    const char *out;
    uint64_t hold_out, passes, batch, steps, every, test_moves;
    double hours, minutes, share, rate, value_weight;
    struct policy_shape_args shape;
};

/* A run under way. */
struct people_run {
    struct session *session;
    const struct people_args *args;
    const struct people_games *games;
    struct people_options options;
    struct people_learner *learner;
    double begun, saved;      /* clock_now */
    uint64_t first;           /* step that this call began with */
    struct people_head_sums sums[POLICY_HEADS]; /* since the last line */
    double line_at;           /* clock_now of the last line */
};

static void take_options(struct people_run *run)
{
    const struct people_args *args = run->args;
    struct people_options *options = &run->options;
    *options = people_standard;
    options->variant = run->games->variant;
    rules_from_settings(&options->rules, &run->session->settings, rules_find("deepnash"));
    options->shape = policy_shape_of(&args->shape);
    options->adam.rate = args->rate;
    options->batch = (int)args->batch;
    options->passes = (int)args->passes;
    options->share = args->share;
    options->value_weight = args->value_weight;
    options->seed = run->session->seed;
    options->jobs = run->session->jobs;
}

/* Goes on from the file, where there is one. */
static enum status load_weights(struct people_run *run, struct error *error)
{
    const char *path = run->args->out;
    struct text bytes = {0};
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return STATUS_OK;
    enum status status = disk_read_regular(path, WEIGHTS_FILE_MAX, &bytes, error);
    if (!status)
        status = people_learner_load(run->learner, path, text_string(&bytes), bytes.size, error);
    text_free(&bytes);
    if (!status)
        session_printf(run->session, "goes on from step %llu of %s\n",
                       (unsigned long long)people_learner_step_count(run->learner), path);
    return status;
}

/* How well the weights as they are now predict some moves of the games left out. */
static enum status test_weights(const struct people_run *run, struct error *error)
{
    const struct people_args *args = run->args;
    const struct dataset *held = &run->games->held;
    struct people_measure measure;
    double moves = 0;
    for (size_t i = 0; i < held->count; i++)
        moves += held->items[i].count;
    if (!args->test_moves || !held->count)
        return STATUS_OK;
    const struct people_measure_terms terms = {
        .net = people_learner_net(run->learner), .shape = run->options.shape, .games = held,
        .variant = run->options.variant, .rules = run->options.rules,
        .share = fmin(1, (double)args->test_moves / fmax(1, moves)), .seed = run->options.seed,
        .jobs = run->options.jobs};
    enum status status = people_measure(&terms, &measure, error);
    if (!status && measure.moves)
        session_printf(run->session, "step %llu on games not learnt from: %.1f %% of %llu moves right, "
                       "%.3f bits\n", (unsigned long long)people_learner_step_count(run->learner),
                       100 * (double)measure.policy.right / (double)measure.moves,
                       (unsigned long long)measure.moves, measure.policy.bits / (double)measure.moves);
    return status;
}

static enum status save(struct people_run *run, struct error *error)
{
    enum status status = people_learner_write(run->learner, run->args->out, error);
    if (!status && !session_stopped(run->session))
        status = test_weights(run, error);
    run->saved = clock_now();
    return status;
}

/* Hours that are left of this call, by its own speed so far. */
static double hours_left(const struct people_run *run, const struct people_report *report)
{
    double hours = (clock_now() - run->begun) / 3600;
    double left = hours * (double)(report->steps - report->step) / (double)(report->step - run->first);
    return run->args->hours > 0 ? fmax(0, fmin(left, run->args->hours - hours)) : left;
}

static double mean(const struct people_head_sums *sums, double sum)
{
    return sums->count ? sum / (double)sums->count : 0;
}

static void print_head(struct session *session, const char *what, const struct people_head_sums *sums)
{
    session_printf(session, ", %s %.3f nats %.1f %% right", what, mean(sums, sums->loss),
                   100 * mean(sums, (double)sums->right));
}

/* What the steps since the last line came to: all of it before the step that learnt from it. */
static void print_step(struct people_run *run, const struct people_report *report)
{
    struct session *session = run->session;
    uint64_t decisions = 0;
    for (enum policy_head head = 0; head < POLICY_HEADS; head++) {
        run->sums[head].count += report->head[head].count;
        run->sums[head].right += report->head[head].right;
        run->sums[head].loss += report->head[head].loss;
        decisions += head == POLICY_VALUE ? 0 : run->sums[head].count;
    }
    if (report->step % run->args->every != 0 && report->step != report->steps)
        return;
    session_printf(session, "step %llu of %llu", (unsigned long long)report->step,
                   (unsigned long long)report->steps);
    print_head(session, "placement", &run->sums[POLICY_PLACE]);
    print_head(session, "piece", &run->sums[POLICY_PIECE]);
    print_head(session, "target", &run->sums[POLICY_TARGET]);
    session_printf(session, ", value loss %.3f, %.0f decisions a second, %.2f hours left\n",
                   mean(&run->sums[POLICY_VALUE], run->sums[POLICY_VALUE].loss),
                   (double)decisions / fmax(1e-6, clock_now() - run->line_at), hours_left(run, report));
    memset(run->sums, 0, sizeof run->sums);
    run->line_at = clock_now();
}

static bool is_over(const struct people_run *run)
{
    return session_stopped(run->session) ||
           people_learner_step_count(run->learner) == people_learner_steps(run->learner) ||
           (run->args->steps && people_learner_step_count(run->learner) >= run->args->steps) ||
           (run->args->hours > 0 && clock_now() - run->begun >= run->args->hours * 3600);
}

static enum status learn(struct people_run *run, struct error *error)
{
    struct people_report report;
    enum status status = STATUS_OK;
    run->begun = run->saved = run->line_at = clock_now();
    run->first = people_learner_step_count(run->learner);
    while (!status && !is_over(run)) {
        people_learner_step(run->learner, &report);
        print_step(run, &report);
        if (clock_now() - run->saved >= run->args->minutes * 60)
            status = save(run, error);
    }
    return status ? status : save(run, error);
}

static enum status run_games(struct people_run *run, const struct people_game *games, size_t count,
                             struct error *error)
{
    if (!count)
        return error_set(error, STATUS_BAD, "learn people: no game to learn from that began with two setups "
                         "and was decided or drawn on the board");
    enum status status = people_learner_new(&run->options, games, count, &run->learner, error);
    if (!status)
        status = load_weights(run, error);
    if (!status)
        session_printf(run->session, "learns from %zu game%s, leaves out %zu\n", count, plural(count),
                       run->games->held.count);
    if (!status)
        status = learn(run, error);
    if (!status)
        session_printf(run->session, "%llu of %llu step%s: %s\n",
                       (unsigned long long)people_learner_step_count(run->learner),
                       (unsigned long long)people_learner_steps(run->learner),
                       plural(people_learner_steps(run->learner)), run->args->out);
    people_learner_free(run->learner);
    return status;
}

static enum status run_learn(struct session *session, const void *arguments, struct error *error)
{
    const struct people_args *args = arguments;
    struct people_games games = {0};
    struct people_run run = {.session = session, .args = args, .games = &games};
    enum status status = disk_check_writable(args->out, error);
    if (!status)
        status = people_games_load(&games, session, &args->games, args->hold_out, error);
    if (!status) {
        struct people_game *people = memory_new(games.learnt.count + 1, sizeof *people);
        take_options(&run);
        size_t count = people_games_take(people, &games.learnt, games.variant, &run.options.rules);
        status = run_games(&run, people, count, error);
        for (size_t i = 0; i < count; i++)
            people_game_free(&people[i]);
        free(people);
    }
    people_games_free(&games);
    return status;
}

#define WHOLE(flag, member, low_end, high_end, what) \
    {.name = flag, .kind = VALUE_WHOLE, .at = offsetof(struct people_args, member), .min = low_end, \
     .most = high_end, .meaning = what}
#define NUMBER(flag, member, low_end, high_end, what) \
    {.name = flag, .kind = VALUE_NUMBER, .at = offsetof(struct people_args, member), .low = low_end, \
     .high = high_end, .value = "X", .meaning = what}

static const struct argument people_words[] = {
    {.name = "GAMES", .kind = VALUE_FILE, .list = true, .at = offsetof(struct people_args, games),
     .meaning = "games of people, of one variant"},
};

static const struct argument people_flags[] = {
    {.name = "out", .kind = VALUE_FILE, .at = offsetof(struct people_args, out), .required = true,
     .meaning = "writes the weights to this file; goes on from it where it is there"},
    FLAG_HOLD_OUT(struct people_args, hold_out, "leaves out each N-th game"),
    WHOLE("passes", passes, 1, 1000000, "over all games, each in another order"),
    NUMBER("share", share, 0.0001, 1, "of each game's decisions, drawn at random, that a pass takes"),
    WHOLE("batch", batch, 1, 100000, "games of a step"),
    NUMBER("rate", rate, 0, 1, "learning rate of Adam at first; it falls to 0"),
    NUMBER("value-weight", value_weight, 0, 100, "of the value's loss beside the policy's"),
    {.name = "steps", .kind = VALUE_WHOLE, .at = offsetof(struct people_args, steps), .most = UINT32_MAX,
     .meaning = "ends when the whole run has made so many steps", .standard = "all passes"},
    {.name = "hours", .kind = VALUE_NUMBER, .at = offsetof(struct people_args, hours), .low = 0,
     .high = 10000, .value = "H", .meaning = "ends after so long, from now", .standard = "none"},
    NUMBER("minutes", minutes, 0, 100000, "minutes between two writings of the file"),
    WHOLE("test-moves", test_moves, 0, 100000000,
          "predicts about so many moves of games left out then; 0: none"),
    WHOLE("every", every, 1, UINT32_MAX, "a line on the screen every so many steps"),
    FLAGS_POLICY_SHAPE(struct people_args, shape),
};

const struct command command_learn_people = {
    .name = "learn people",
    .group = GROUP_MEASURE,
    .keywords = "train deepnash imitation supervised behaviour cloning neural network policy",
    .words = ROWS(people_words),
    .flags = ROWS(people_flags),
    .analyses = true,
    .announces_stop = true,
    DEFAULTS(struct people_args, .passes = PEOPLE_PASSES, .share = PEOPLE_SHARE, .batch = PEOPLE_BATCH,
             .rate = PEOPLE_RATE, .value_weight = PEOPLE_VALUE_WEIGHT, .minutes = 5, .test_moves = 2000,
             .every = 20, .shape = POLICY_SHAPE_DEFAULTS),
    .help = "learns a policy of Stratego from games of people",
    .details =
        "The network of 'learn rnad' learns what people did: where they placed each piece, which piece they\n"
        "moved, and where to, by cross-entropy; its value learns the results. Games that did not begin with\n"
        "two setups, or that a clock or a lost connection ended, do not count. The agent rnad plays by the\n"
        "file. Until the run is over it also holds what the rest of the run needs: the\n"
        "same command goes on from there, to the bit as if it had not been broken off. Same games, options\n"
        "and seed, same file, with any --jobs. The rules are deepnash's where the options name none.\n"
        "'bench policy' measures the weights on the games left out.",
    .run = run_learn,
};
