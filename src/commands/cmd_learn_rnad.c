/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learning a policy by self-play: learn rnad. */
#include "commands/table.h"

#include "base/clock.h"
#include "base/disk.h"
#include "base/plural.h"
#include "commands/learn_curve.h"
#include "commands/policy_shape_flags.h"
#include "game/rules_option.h"
#include "lab/match.h"
#include "learn/policy_learn.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct learn_args {           /* described in learn_flags */
    int variant;              /* index in variant_table */
    int method;               /* enum policy_method */
    const char *opponent;     /* an agent's spec; NULL: self-play */
    const char *from;         /* weights to begin with; NULL: random ones */
    const char *out, *log, *weights;
    struct word_list tests;   /* agents of --test-games; none: test_agents */
    uint64_t steps, every, test_games;
    double hours, minutes;
    uint64_t batch, games, passes;
    uint64_t shards;          /* 0: one for each rank */
    bool mpi;
    struct policy_shape_args shape;
    struct policy_learn_options learn; /* what the members above do not set (set_learn_options) */
};

enum { CHECKPOINT_MAX = 1 << 30 /* bytes */, CURVE_MAX = 1 << 28 };

static const char *const test_agents[] = {"random", "probabilistic"};

/* A learning run; with MPI each rank has one. */
struct policy_run {
    struct session *session;
    const struct learn_args *args;
    struct policy_learner *learner;
    struct ranks ranks;       /* the processes of MPI; only rank 0 writes files and prints */
    const char *const *tests; /* the agents of the tests */
    int test_count;
    struct text curve;        /* the CSV file up to the present step */
    double begun, saved;      /* time (clock_now) of the start of this call, and of the last save */
    uint64_t first;           /* number of steps done before this call */
    uint64_t saved_step;      /* number of steps done at the last save; UINT64_MAX: no save yet */
};

/* Sets the options of the learner from the flags, the session and the MPI ranks. */
static void set_learn_options(const struct session *session, const struct learn_args *args,
                              const struct ranks *ranks, struct policy_learn_options *options)
{
    *options = args->learn;
    options->method = (enum policy_method)args->method;
    options->shape = policy_shape_of(&args->shape);
    options->actor.variant = variant_at((uint8_t)args->variant);
    rules_from_settings(&options->actor.rules, &session->settings, rules_find("deepnash"));
    options->actor.opponent = (struct policy_opponent_terms){
        .spec = args->opponent, .settings = &session->settings,
        .library = library_for_variant(session->library, options->actor.variant)};
    options->actor.games = (int)args->games * POLICY_ACTOR_GROUP;
    options->actor.seed = session->seed;
    options->actor.jobs = session->jobs;
    options->batch = (int)args->batch;
    options->shards = args->shards ? (int)args->shards : ranks->count;
    options->ranks = *ranks;
    options->passes = (int)args->passes;
}

/* Loads a file into a learner (learn/policy_learn.h). */
typedef enum status learner_loader(struct policy_learner *learner, const char *name, const char *bytes,
                                   size_t size, struct error *error);

/* Reads a file of at most `limit` bytes and passes its bytes to `load`, which puts them into the learner. */
static enum status load_file(struct policy_run *run, const char *path, size_t limit, learner_loader *load,
                             struct error *error)
{
    struct text bytes = {0};
    enum status status = disk_read_regular(path, limit, &bytes, error);
    if (!status)
        status = load(run->learner, path, text_string(&bytes), bytes.size, error);
    text_free(&bytes);
    return status;
}

/* Returns this rank's status, or an error if another rank failed: all ranks then end. Every rank must call
 * it; otherwise the others wait for ever. */
static enum status fail_if_any_failed(const struct policy_run *run, enum status status, struct error *error)
{
    if (ranks_any(&run->ranks, status != STATUS_OK) && !status)
        return error_set(error, STATUS_BAD, "learn rnad: another rank failed");
    return status;
}

/* Returns whether there is such a file, even one that cannot be read. */
static bool is_there(const char *path)
{
    return access(path, F_OK) == 0 || errno != ENOENT;
}

/* Makes the first line of the curve and copies the rows of the file of --log up to the step that the run
 * continues from. Later rows belong to steps after the last checkpoint, which are learnt again. STATUS_BAD if
 * a run that begins would overwrite a file. */
static enum status load_curve(struct policy_run *run, struct error *error)
{
    const char *path = run->args->log;
    struct text old = {0};
    /* The first line: a comma in the spec of a test agent becomes a semicolon. */
    text_add(&run->curve, learn_curve_heads[run->args->opponent ? CURVE_OPPONENT : CURVE_SELF_PLAY]);
    for (int i = 0; i < run->test_count; i++) {
        size_t index = run->curve.size;
        text_printf(&run->curve, ",%s", run->tests[i]);
        while (++index < run->curve.size)
            if (run->curve.bytes[index] == ',')
                run->curve.bytes[index] = ';';
    }
    text_add(&run->curve, "\n");
    uint64_t steps = policy_learner_steps(run->learner), rows = 0;
    if (!path)
        return STATUS_OK;
    enum status status = STATUS_OK;
    if (is_there(path))
        status = disk_read_regular(path, CURVE_MAX, &old, error);
    const char *line = text_string(&old);
    size_t head = run->curve.size;
    if (!status && !steps && old.size)
        status = error_set(error, STATUS_BAD,
                           "learn rnad: %s has a content, and %s, whose curve it may be, is not there", path,
                           run->args->out);
    if (!status && old.size && strncmp(line, run->curve.bytes, head) != 0)
        status = error_at(error, path, 1, 1, "found another first line, expected that of a curve with these "
                          "columns");
    /* Copy the rows of steps that are done, which begin after the first line. */
    if (!status && old.size)
        line += head;
    while (!status && *line) {
        size_t size = strcspn(line, "\n");
        size += line[size] == '\n';
        if (strtoull(line, NULL, 10) <= steps) {
            text_append(&run->curve, line, size);
            rows++;
        }
        line += size;
    }
    if (!status && rows < steps)
        session_notice(run->session, "%s: the curve lacks %llu of %llu steps", path,
                       (unsigned long long)(steps - rows), (unsigned long long)steps);
    text_free(&old);
    return status;
}

/* Plays --test-games games of the weights that were just written against `opponent`, by the run's rules, and
 * prints the score. *score gets it (0 .. 1). *score stays as it is if no game was finished before Ctrl-C. */
static enum status test_against(struct policy_run *run, const char *opponent, double *score,
                                struct error *error)
{
    struct session *session = run->session;
    struct policy_learn_options options;
    struct match_result result;
    struct text agent = {0};
    set_learn_options(session, run->args, &run->ranks, &options);
    text_printf(&agent, "rnad:model=%s", run->args->weights);
    const struct match_terms terms = {
        .agent = {text_string(&agent), opponent}, .games = run->args->test_games,
        .variant = (uint8_t)run->args->variant, .rules = options.actor.rules, .seed = session->seed,
        .jobs = session->jobs, .settings = &session->settings, .stop = session->stop,
        .library = library_for_variant(session->library, options.actor.variant)};
    enum status status = match_run(&terms, &result, error);
    if (!status && result.games > 0) {
        struct interval interval = match_interval(&result, 1.96); /* 95 % */
        *score = match_score(&result);
        session_printf(session, "step %llu against %s: %.1f %% of %zu game%s (95 %%: %.1f to %.1f)\n",
                       (unsigned long long)policy_learner_steps(run->learner), opponent, 100 * *score,
                       result.games, plural(result.games), 100 * interval.low, 100 * interval.high);
    }
    text_free(&agent);
    return status;
}

/* Writes the curve to the file of --log, if given. */
static enum status write_curve(const struct policy_run *run, struct error *error)
{
    return run->args->log ? disk_write(run->args->log, run->curve.bytes, run->curve.size, error) : STATUS_OK;
}

/* Returns where in the curve the scores of the present step begin, with the comma before them. Returns 0 if
 * no score is missing or the curve lacks the step. */
static size_t find_missing_scores(const struct policy_run *run)
{
    const char *curve = text_string(&run->curve);
    size_t row = run->curve.size - 1, index = row; /* where the last row begins; backwards over its scores */
    bool missing = false;
    while (row > 0 && curve[row - 1] != '\n')
        row--;
    for (int commas = 0; index > row && commas < run->test_count;) {
        bool is_comma = curve[--index] == ',';
        commas += is_comma;
        missing = missing || (is_comma && strchr(",\n", curve[index + 1]));
    }
    return missing && strtoull(curve + row, NULL, 10) == policy_learner_steps(run->learner) ? index : 0;
}

/* Plays the tests and writes their scores to the last row of the curve, from index `start` on. */
static enum status add_test_scores(struct policy_run *run, size_t start, struct error *error)
{
    enum status status = STATUS_OK;
    run->curve.size = start;
    for (int i = 0; i < run->test_count; i++) {
        double score = -1;
        if (!status && !session_stopped(run->session))
            status = test_against(run, run->tests[i], &score, error);
        text_add(&run->curve, ",");
        if (score >= 0)
            text_printf(&run->curve, "%.4f", score);
    }
    text_add(&run->curve, "\n");
    return status ? status : write_curve(run, error);
}

/* Writes the weights on rank 0. Plays the tests of the present step if the curve lacks their scores. */
static enum status write_and_test(struct policy_run *run, struct error *error)
{
    enum status status = STATUS_OK;
    if (run->ranks.rank > 0)
        return STATUS_OK;
    if (run->args->weights)
        status = policy_learner_write_weights(run->learner, run->args->weights, error);
    const size_t start = run->args->test_games ? find_missing_scores(run) : 0;
    return !status && start ? add_test_scores(run, start, error) : status;
}

/* Writes all files: the curve, the checkpoint and the weights, and plays the tests. Writes the curve first.
 * If the run is killed before the checkpoint is written, load_curve drops the rows that are too late, and the
 * next run makes them again. If it is killed later, the next run begins with write_and_test. */
static enum status save(struct policy_run *run, struct error *error)
{
    const struct learn_args *args = run->args;
    enum status status = policy_learner_check(run->learner, args->out, error);
    if (!status && run->ranks.rank == 0)
        status = write_curve(run, error);
    status = fail_if_any_failed(run, status, error);
    if (!status)
        status = policy_learner_write(run->learner, args->out, error);
    run->saved = clock_now();
    run->saved_step = policy_learner_steps(run->learner);
    return status ? status : write_and_test(run, error);
}

/* Returns the hours until this call ends, at its mean speed so far. It is below 0 if neither --steps nor
 * --hours limits the call. */
static double hours_left(const struct policy_run *run)
{
    double hours = (clock_now() - run->begun) / 3600, left = -1;
    uint64_t done = policy_learner_steps(run->learner);
    if (run->args->steps && done > run->first)
        left = hours * (double)(run->args->steps - done) / (double)(done - run->first);
    if (run->args->hours > 0 && (left < 0 || run->args->hours - hours < left))
        left = fmax(0, run->args->hours - hours);
    return left;
}

/* Appends a step to the curve, with an empty field (a comma) for each test. Every args->every steps rank 0
 * prints it as a line. */
static void print_step(struct policy_run *run, const struct policy_learn_report *report)
{
    double left = hours_left(run);
    bool self_play = !run->args->opponent;
    text_printf(&run->curve, "%llu,%llu,%llu,%.1f,%.4f,%.4f,%.4f,%.5f,%.5f,%.6f,%.6g%.*s\n",
                (unsigned long long)report->step, (unsigned long long)report->games,
                (unsigned long long)report->decisions, report->plies, report->won, report->lost,
                report->drawn, report->value_loss, report->entropy, report->divergence, report->gradient,
                run->test_count, ",,,,,,,,");
    if (report->step % run->args->every != 0 || run->ranks.rank > 0)
        return;
    session_printf(run->session, "step %llu: value loss %.3f, entropy %.3f, divergence %.4f, %.0f plies, "
                   "%s %.2f %s %.2f drawn %.2f, %llu game%s", (unsigned long long)report->step,
                   report->value_loss, report->entropy, report->divergence, report->plies,
                   self_play ? "red" : "won", report->won, self_play ? "blue" : "lost", report->lost,
                   report->drawn, (unsigned long long)report->games, plural(report->games));
    if (left >= 0)
        session_printf(run->session, ", %.2f hours left", left);
    session_printf(run->session, "\n");
}

/* Returns whether the run has to end: it was stopped by the user, or the limit of --steps or --hours is
 * reached. */
static bool is_over(const struct policy_run *run)
{
    const struct learn_args *args = run->args;
    return session_stopped(run->session) ||
           (args->steps && policy_learner_steps(run->learner) >= args->steps) ||
           (args->hours > 0 && clock_now() - run->begun >= args->hours * 3600);
}

/* Makes learning steps until the run is over, and saves every --minutes minutes and at the end. Ranks
 * decide together (ranks_decide), so that all make the same number of steps. */
static enum status make_learning_steps(struct policy_run *run, struct error *error)
{
    struct policy_learn_report report = {0};
    enum status status = STATUS_OK;
    run->begun = run->saved = clock_now();
    run->first = policy_learner_steps(run->learner);
    run->saved_step = UINT64_MAX;
    if (run->first > 0)
        status = fail_if_any_failed(run, write_and_test(run, error), error);
    while (!status && !ranks_decide(&run->ranks, is_over(run))) {
        status = policy_learner_step(run->learner, &report, error);
        if (status)
            return status;
        print_step(run, &report);
        if (ranks_decide(&run->ranks, clock_now() - run->saved >= run->args->minutes * 60))
            status = fail_if_any_failed(run, save(run, error), error);
    }
    if (status || run->saved_step == policy_learner_steps(run->learner))
        return status;
    return fail_if_any_failed(run, save(run, error), error);
}

/* Checks, before the first step, that no flags contradict each other. On rank 0 also checks that the files
 * can be written and that no file is named twice. */
static enum status check_files(const struct policy_run *run, struct error *error)
{
    const struct learn_args *args = run->args;
    if (args->test_games && !args->weights)
        return error_set(error, STATUS_BAD, "learn rnad: --test-games needs --net FILE");
    const struct policy_actor_options *actor = &args->learn.actor;
    if ((actor->handicap > 0 || actor->past > 0) && args->opponent)
        return error_set(error, STATUS_BAD, "learn rnad: --%s is for self-play, not for --opponent",
                         actor->handicap > 0 ? "handicap" : "past");
    if (run->ranks.rank > 0)
        return STATUS_OK;
    const struct {
        const char *flag, *path;
    } files[] = {{"out", args->out}, {"log", args->log}, {"net", args->weights}, {"from", args->from}};
    enum { FILES_WRITTEN = 3, FILES_NAMED }; /* --from, the last, is only read */
    enum status status = STATUS_OK;
    for (int i = 0; i < FILES_WRITTEN && !status; i++) {
        if (files[i].path)
            status = disk_check_writable(files[i].path, error);
        for (int k = i + 1; k < FILES_NAMED && files[i].path && !status; k++)
            if (files[k].path && disk_same_file(files[i].path, files[k].path))
                status = error_set(error, STATUS_BAD, "learn rnad: --%s and --%s name the same file, %s",
                                   files[i].flag, files[k].flag, files[k].path);
    }
    return status;
}

/* Checks that all agents of the tests can be started, so that the run does not fail at its first test. */
static enum status check_tests(const struct policy_run *run, struct error *error)
{
    struct session *session = run->session;
    enum status status = STATUS_OK;
    if (run->args->tests.count && !run->args->test_games)
        return error_set(error, STATUS_BAD, "learn rnad: --test-agents needs --test-games N");
    if (run->test_count > LEARN_CURVE_TESTS_MAX)
        return error_set(error, STATUS_BAD, "learn rnad: found %d agents to test against, expected at most "
                         "%d", run->test_count, LEARN_CURVE_TESTS_MAX);
    for (int i = 0; i < run->test_count && !status; i++) {
        const struct policy_opponent_terms terms = {
            .spec = run->tests[i], .settings = &session->settings,
            .library = library_for_variant(session->library, variant_at((uint8_t)run->args->variant))};
        struct text text = {0};
        status = policy_opponent_describe(&terms, &text, error);
        text_free(&text);
    }
    return status;
}

/* Checks the flags, makes the learner and loads the weights of --from. Then loads the checkpoint and the
 * curve of an earlier call, if there is one, to continue its run. */
static enum status prepare_run(struct policy_run *run, struct error *error)
{
    const struct learn_args *args = run->args;
    struct policy_learn_options options;
    set_learn_options(run->session, args, &run->ranks, &options);
    run->tests = args->tests.count ? (const char *const *)args->tests.word : test_agents;
    run->test_count = args->tests.count ? args->tests.count : (int)(sizeof test_agents / sizeof *test_agents);
    enum status status = check_files(run, error);
    if (!status)
        status = check_tests(run, error);
    if (!status)
        status = policy_learner_new(&options, &run->learner, error);
    if (!status && args->from)
        status = load_file(run, args->from, POLICY_MODEL_LIMIT, policy_learner_begin_with, error);
    if (!status && is_there(args->out))
        status = load_file(run, args->out, CHECKPOINT_MAX, policy_learner_load, error);
    if (!status && run->ranks.rank == 0)
        status = load_curve(run, error);
    if (!status && run->ranks.rank == 0 && policy_learner_steps(run->learner) > 0)
        session_printf(run->session, "goes on from step %llu of %s\n",
                       (unsigned long long)policy_learner_steps(run->learner), args->out);
    return status;
}

/* Prints the numbers of steps and games and the name of the checkpoint. */
static void print_end(const struct policy_run *run)
{
    uint64_t steps = policy_learner_steps(run->learner), games = policy_learner_games(run->learner);
    session_printf(run->session, "%llu step%s, %llu game%s: %s\n", (unsigned long long)steps, plural(steps),
                   (unsigned long long)games, plural(games), run->args->out);
}

/* Runs `learn rnad`, in one process or, with --mpi, as one of several: the ranks of MPI. */
static enum status run_learn(struct session *session, const void *arguments, struct error *error)
{
    const struct learn_args *args = arguments;
    struct policy_run run = {.session = session, .args = args, .ranks = ranks_alone()};
    enum status status = args->mpi ? ranks_begin(&run.ranks, error) : STATUS_OK;
    if (status)
        return status;
    status = fail_if_any_failed(&run, prepare_run(&run, error), error);
    if (!status)
        status = make_learning_steps(&run, error);
    if (!status && run.ranks.rank == 0)
        print_end(&run);
    policy_learner_free(run.learner);
    text_free(&run.curve);
    ranks_end(&run.ranks);
    return status;
}

#define WHOLE(flag, member, low_end, high_end, what) \
    FLAG_WHOLE(struct learn_args, member, flag, low_end, high_end, what)
#define NUMBER(flag, member, low_end, high_end, what) \
    FLAG_NUMBER(struct learn_args, member, flag, low_end, high_end, what, .value = "X")

static const struct argument learn_flags[] = {
    FLAG_FILE(struct learn_args, out, "out", "the run's checkpoint: goes on from it where it is there",
              .required = true),
    FLAG_VARIANT(struct learn_args, variant),
    FLAG_CHOICE(struct learn_args, method, "method", policy_method_names, "how it learns"),
    FLAG_AGENT(struct learn_args, opponent, "opponent", "plays against this agent and learns to beat it",
               .standard = "itself"),
    NUMBER("handicap", learn.actor.handicap, 0, 1,
           "share of the games with a side that moves partly at random"),
    NUMBER("past", learn.actor.past, 0, 1, "share of the games with a side that a network of the past plays"),
    FLAG_FILE(struct learn_args, from, "from", "begins with these weights, that --net wrote in another run",
              .standard = "random weights"),
    FLAG_WHOLE(struct learn_args, steps, "steps", 1, UINT32_MAX,
               "ends when the whole run has made so many learning steps", .standard = "none"),
    FLAG_NUMBER(struct learn_args, hours, "hours", 0, 10000, "ends after so long, from now", .value = "H",
                .standard = "none"),
    FLAG_FILE(struct learn_args, log, "log", "writes the curve to this CSV file, a row a step"),
    FLAG_FILE(struct learn_args, weights, "net", "writes the player's weights to this file",
              .formerly = "weights"),
    WHOLE("every", every, 1, UINT32_MAX, "a line on the screen every so many steps"),
    NUMBER("minutes", minutes, 0, 100000, "minutes between two checkpoints"),
    FLAG_WHOLE(struct learn_args, test_games, "test-games", 0, 10000000,
               "with each checkpoint, plays N games against each of --test-agents"),
    FLAG_AGENT(struct learn_args, tests, "test-agents", "have the curve's last columns, in this order",
               .list = true, .standard = "random probabilistic"),
    WHOLE("batch", batch, 1, 100000, "games of a learning step"),
    WHOLE("groups", games, 1, 1024, "groups of 16 games that are played side by side"),
    FLAG_WHOLE(struct learn_args, shards, "shards", 1, POLICY_SHARDS_MAX,
               "parts of groups and batch that ranks of MPI share", .standard = "one a rank"),
    FLAG_SWITCH(struct learn_args, mpi, "mpi", "is one of the ranks that mpirun has started"),
    NUMBER("rate", learn.adam.rate, 0, 1, "learning rate of Adam; table 2: 0.00005"),
    WHOLE("rate-steps", learn.rate_steps, 0, UINT32_MAX, "after so many steps the rate is half; 0: it stays"),
    NUMBER("momentum", learn.adam.beta1, 0, 0.9999, "beta1 of Adam; table 2: 0"),
    NUMBER("average", learn.average, 0, 1, "share of new weights in the target network; table 2: 0.001"),
    NUMBER("eta", learn.vtrace.eta, 0, 100, "rnad: weight of the regularisation; table 2: 0.2"),
    WHOLE("iteration", learn.iteration, 1, UINT32_MAX,
          "rnad and --past: steps of an iteration; table 2: 10000 at first"),
    NUMBER("floor", learn.floor, 0, 1, "rnad: share of the uniform policy in a regularisation policy"),
    WHOLE("passes", passes, 1, 100, "ppo: gradient steps with the games of a step"),
    NUMBER("clip", learn.clip, 0.0001, 100, "ppo: of the ratio of probabilities"),
    NUMBER("magnet", learn.magnet, 0, 100, "ppo: weight of the KL to the uniform policy"),
    WHOLE("magnet-steps", learn.magnet_steps, 0, UINT32_MAX,
          "ppo: after so many steps that weight is half; 0: it stays"),
    NUMBER("behaviour", learn.behaviour, 0, 100, "ppo: weight of the KL to the policy before the step"),
    NUMBER("share", learn.share, 0.0001, 1, "ppo: of the decisions with the largest advantages"),
    NUMBER("min-advantage", learn.min_advantage, 0, 100, "ppo: no smaller advantage is learnt from"),
    NUMBER("value-share", learn.value_share, 0.0001, 1, "ppo: of the decisions that the value learns from"),
    NUMBER("lambda", learn.policy_lambda, 0, 1, "ppo: for advantages; 1: whole returns"),
    NUMBER("value-lambda", learn.value_lambda, 0, 1, "ppo: for the targets of the value"),
    FLAGS_POLICY_SHAPE(struct learn_args, shape),
};

const struct command command_learn_rnad = {
    .name = "learn rnad", .group = GROUP_MEASURE,
    .keywords = "train deepnash self-play reinforcement learning neural network ppo policy",
    .flags = ROWS(learn_flags),
    .analyses = true, .announces_stop = true,
    DEFAULTS(struct learn_args, .every = 10, .minutes = 5, .batch = POLICY_LEARN_BATCH,
             .games = POLICY_LEARN_GROUPS, .passes = 1, .shape = POLICY_SHAPE_DEFAULTS,
             .learn = POLICY_LEARN_STANDARD),
    .help = "learns a policy of Stratego by self-play, from nothing: R-NaD (DeepNash) or PPO",
    .details =
        "Plays games against itself and changes its network after each --batch of them: by regularised\n"
        "Nash dynamics as Perolat et al. (2022) do, or by PPO with magnets. Without --steps and --hours it\n"
        "goes on until Ctrl-C, which ends it after the step under way. Every few minutes, and at the end,\n"
        "the whole run is written to --out; the same command goes on from there, to the bit as if it had\n"
        "not been broken off. What the run was begun with, its seed too, must be the same then. Same\n"
        "options, same file, with any --jobs. The rules are deepnash's where the options name none.\n"
        "With --opponent it plays against an agent that does not learn, as red in every other game, and\n"
        "learns from its own decisions alone. Files that the agent's options name must stay as they are,\n"
        "and an agent that thinks for a time does not play the same games twice.\n"
        "With --handicap X, in a share X of the games one side makes some of its decisions at random: their\n"
        "share is drawn for each game, from 0 to 1. The policy learns from the other side alone, so that it\n"
        "learns to beat players that err, too. With --past X, in a share X of the other games one side is\n"
        "played by the network of the end of the last --iteration, or of the one before.",
    .run = run_learn,
};
