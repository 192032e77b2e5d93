/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning a policy from games of people: learn people. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/memory.h"
#include "base/plural.h"
#include "commands/people_games.h"
#include "commands/policy_shape_flags.h"
#include "game/rules_option.h"
#include "learn/people_learn.h"
#include "learn/people_measure.h"
#include "net/weights.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct people_args { /* described in people_flags */
    struct word_list games;
    const char *out;
    uint64_t hold_out, passes, batch, steps, every, test_moves;
    double hours, minutes;
    struct policy_shape_args shape;
    struct people_options learn; /* what the members above do not set (set_people_options) */
};

/* A learning run. */
struct people_run {
    struct session *session;
    const struct people_args *args;
    const struct people_games *games;
    struct people_options options;
    struct people_learner *learner;
    double begun, saved;      /* time (clock_now) of the start of this call, and of the last save */
    uint64_t first;           /* number of steps done before this call */
    struct people_head_sums sums[POLICY_HEADS]; /* over the steps since the last printed line */
    double line_at;           /* time (clock_now) of the last printed line */
};

/* Sets run->options from the flags and the session. */
static void set_people_options(struct people_run *run)
{
    const struct people_args *args = run->args;
    struct people_options *options = &run->options;
    *options = args->learn;
    options->variant = run->games->variant;
    rules_from_settings(&options->rules, &run->session->settings, rules_find("deepnash"));
    options->shape = policy_shape_of(&args->shape);
    options->batch = (int)args->batch;
    options->passes = (int)args->passes;
    options->seed = run->session->seed;
    options->jobs = run->session->jobs;
}

/* Continues from the file of --out if it exists: loads its weights and the state of learning. */
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

/* Measures how well the present weights predict about --test-moves moves of the held-out games, and prints
 * the share of right predictions and the loss in bits. Does nothing if there are no such games. */
static enum status test_people_weights(const struct people_run *run, struct error *error)
{
    const struct people_args *args = run->args;
    const struct dataset *held = &run->games->held;
    struct people_measure measure;
    double moves = 0;
    for (size_t i = 0; i < held->count; i++)
        moves += held->items[i].count;
    if (!args->test_moves || !held->count)
        return STATUS_OK;
    /* `share`: of the decisions, so that about --test-moves of them are predicted. */
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

/* Writes the file of --out and tests its weights on the held-out games. */
static enum status save_and_test(struct people_run *run, struct error *error)
{
    enum status status = people_learner_write(run->learner, run->args->out, error);
    if (!status && !session_stopped(run->session))
        status = test_people_weights(run, error);
    run->saved = clock_now();
    return status;
}

/* Returns the hours until this call ends, at its mean speed so far; --hours limits them. */
static double hours_left(const struct people_run *run, const struct people_report *report)
{
    double hours = (clock_now() - run->begun) / 3600;
    double left = hours * (double)(report->steps - report->step) / (double)(report->step - run->first);
    return run->args->hours > 0 ? fmax(0, fmin(left, run->args->hours - hours)) : left;
}

/* Returns the mean of a sum over the decisions of a head. Returns 0 if there were none. */
static double mean_of_head(const struct people_head_sums *sums, double sum)
{
    return sums->count ? sum / (double)sums->count : 0;
}

/* Prints the mean loss of a head in nats and the share of right predictions in %. */
static void print_head(struct session *session, const char *name, const struct people_head_sums *sums)
{
    session_printf(session, ", %s %.3f nats %.1f %% right", name, mean_of_head(sums, sums->loss),
                   100 * mean_of_head(sums, (double)sums->right));
}

/* Adds a step to the sums. Every args->every steps, and at the last step, prints them as a line and sets them
 * to 0. The figures of a step were measured before its update of the weights. */
static void print_step(struct people_run *run, const struct people_report *report)
{
    struct session *session = run->session;
    uint64_t decisions = 0;
    for (enum policy_head head = 0; head < POLICY_HEADS; head++) {
        run->sums[head].count += report->head[head].count;
        run->sums[head].right += report->head[head].right;
        run->sums[head].loss += report->head[head].loss;
        decisions += head == POLICY_VALUE ? 0 : run->sums[head].count; /* the value decides nothing */
    }
    if (report->step % run->args->every != 0 && report->step != report->steps)
        return;
    session_printf(session, "step %llu of %llu", (unsigned long long)report->step,
                   (unsigned long long)report->steps);
    print_head(session, "placement", &run->sums[POLICY_PLACE]);
    print_head(session, "piece", &run->sums[POLICY_PIECE]);
    print_head(session, "target", &run->sums[POLICY_TARGET]);
    session_printf(session, ", value loss %.3f, %.0f decisions a second, %.2f hours left\n",
                   mean_of_head(&run->sums[POLICY_VALUE], run->sums[POLICY_VALUE].loss),
                   (double)decisions / fmax(1e-6, clock_now() - run->line_at), hours_left(run, report));
    memset(run->sums, 0, sizeof run->sums);
    run->line_at = clock_now();
}

/* Returns whether the run has to end: it was stopped by the user, all passes are done, or the limit of
 * --steps or --hours is reached. */
static bool is_over(const struct people_run *run)
{
    return session_stopped(run->session) ||
           people_learner_step_count(run->learner) == people_learner_steps(run->learner) ||
           (run->args->steps && people_learner_step_count(run->learner) >= run->args->steps) ||
           (run->args->hours > 0 && clock_now() - run->begun >= run->args->hours * 3600);
}

/* Makes learning steps until the run is over, and saves every --minutes minutes and at the end. */
static enum status learn_until_over(struct people_run *run, struct error *error)
{
    struct people_report report;
    enum status status = STATUS_OK;
    run->begun = run->saved = run->line_at = clock_now();
    run->first = people_learner_step_count(run->learner);
    while (!status && !is_over(run)) {
        people_learner_step(run->learner, &report);
        print_step(run, &report);
        if (clock_now() - run->saved >= run->args->minutes * 60)
            status = save_and_test(run, error);
    }
    return status ? status : save_and_test(run, error);
}

/* Trains a policy on `count` games: makes the learner, loads earlier weights, learns, and prints the
 * number of steps done. */
static enum status train_on_games(struct people_run *run, const struct people_game *games, size_t count,
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
        status = learn_until_over(run, error);
    if (!status)
        session_printf(run->session, "%llu of %llu step%s: %s\n",
                       (unsigned long long)people_learner_step_count(run->learner),
                       (unsigned long long)people_learner_steps(run->learner),
                       plural(people_learner_steps(run->learner)), run->args->out);
    people_learner_free(run->learner);
    return status;
}

/* Runs `learn people`: reads the games, then trains on them. */
static enum status run_learn(struct session *session, const void *arguments, struct error *error)
{
    const struct people_args *args = arguments;
    struct people_games games = {0};
    struct people_run run = {.session = session, .args = args, .games = &games};
    enum status status = disk_check_writable(args->out, error);
    if (!status)
        status = people_games_load(&games, session, &args->games, args->hold_out, error);
    if (!status) {
        struct people_game *learnt_games = memory_new(games.learnt.count + 1, sizeof *learnt_games);
        set_people_options(&run);
        size_t count = people_games_convert(learnt_games, &games.learnt, games.variant, &run.options.rules);
        status = train_on_games(&run, learnt_games, count, error);
        for (size_t i = 0; i < count; i++)
            people_game_free(&learnt_games[i]);
        free(learnt_games);
    }
    people_games_free(&games);
    return status;
}

#define WHOLE(flag, member, low_end, high_end, what) \
    FLAG_WHOLE(struct people_args, member, flag, low_end, high_end, what)
#define NUMBER(flag, member, low_end, high_end, what) \
    FLAG_NUMBER(struct people_args, member, flag, low_end, high_end, what, .value = "X")

static const struct argument people_flags[] = {
    FLAG_FILE(struct people_args, out, "out",
              "writes the weights to this file; goes on from it where it is there", .required = true),
    FLAG_HOLD_OUT(struct people_args, hold_out, "leaves out each N-th game"),
    WHOLE("passes", passes, 1, 1000000, "over all games, each in another order"),
    NUMBER("share", learn.share, 0.0001, 1, "of each game's decisions, drawn at random, that a pass takes"),
    WHOLE("batch", batch, 1, 100000, "games of a step"),
    NUMBER("rate", learn.adam.rate, 0, 1, "learning rate of Adam at first; it falls to 0"),
    NUMBER("value-weight", learn.value_weight, 0, 100, "of the value's loss beside the policy's"),
    FLAG_WHOLE(struct people_args, steps, "steps", 0, UINT32_MAX,
               "ends when the whole run has made so many steps", .standard = "all passes"),
    FLAG_NUMBER(struct people_args, hours, "hours", 0, 10000, "ends after so long, from now", .value = "H",
                .standard = "none"),
    NUMBER("minutes", minutes, 0, 100000, "minutes between two writings of the file"),
    WHOLE("test-moves", test_moves, 0, 100000000,
          "predicts about so many moves of games left out then; 0: none"),
    WHOLE("every", every, 1, UINT32_MAX, "a line on the screen every so many steps"),
    FLAGS_POLICY_SHAPE(struct people_args, shape),
};

const struct command command_learn_people = {
    .name = "learn people", .group = GROUP_MEASURE,
    .keywords = "train deepnash imitation supervised behaviour cloning neural network policy",
    .words = ARGUMENTS(WORD_FILES(struct people_args, games, "GAMES", "games of people, of one variant")),
    .flags = ROWS(people_flags),
    .analyses = true, .announces_stop = true,
    DEFAULTS(struct people_args, .passes = PEOPLE_PASSES, .batch = PEOPLE_BATCH, .minutes = 5,
             .test_moves = 2000, .every = 20, .shape = POLICY_SHAPE_DEFAULTS, .learn = PEOPLE_STANDARD),
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
