/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures how well a policy predicts the moves and setups of people: bench policy. */
#include "commands/table.h"

#include "agent/library.h"
#include "base/disk.h"
#include "base/plural.h"
#include "commands/people_games.h"
#include "game/rules_option.h"
#include "learn/people_measure.h"
#include "policy/policy_model.h"


struct bench_policy_args {
    struct word_list games;
    const char *net;   /* file of the policy's weights */
    uint64_t hold_out; /* N: measure only each N-th game; 0: all */
    double share;      /* of the moves that are measured, 0 .. 1 */
};

/* Prints the figures of `count` moves; `prefix`: "" for the policy or "model-" for the model of moves. */
static void print_moves(struct session *session, const char *prefix, const struct people_moves *moves,
                        uint64_t count)
{
    double all = (double)(count ? count : 1);
    session_printf(session, "figure %sbits %.3f\n", prefix, moves->bits / all);
    session_printf(session, "figure %sright %.1f %%\n", prefix, 100 * moves->right / all);
    session_printf(session, "figure %sin-five %.1f %%\n", prefix, 100 * moves->in_five / all);
}

/* Prints all figures of the measurement. */
static void print_measure(struct session *session, const struct people_measure *measure)
{
    session_printf(session, "games %llu, moves with a choice %llu, setups %llu\n",
                   (unsigned long long)measure->games, (unsigned long long)measure->moves,
                   (unsigned long long)measure->setups);
    print_moves(session, "", &measure->policy, measure->moves);
    print_moves(session, "model-", &measure->model, measure->moves);
    if (measure->moves) {
        session_printf(session, "figure value-bits %.3f\n", measure->value_bits / (double)measure->moves);
        session_printf(session, "figure value-square %.3f\n", measure->value_square / (double)measure->moves);
    }
    if (measure->setups)
        session_printf(session, "figure setup-bits %.1f\n", measure->setup_bits / (double)measure->setups);
}

/* Reads a policy model from a file; policy_model_free frees it. */
static enum status read_model(const char *path, struct policy_model **model, struct error *error)
{
    struct text bytes = {0};
    enum status status = disk_read(path, POLICY_MODEL_LIMIT, &bytes, error);
    if (!status && !(*model = policy_model_parse(path, text_string(&bytes), bytes.size, error)))
        status = STATUS_BAD;
    text_free(&bytes);
    return status;
}

/* Measures the policy and the guesser's model of moves on the games, and prints the figures. */
static enum status measure_games(struct session *session, const struct bench_policy_args *args,
                                 const struct policy_model *model, const struct people_games *games,
                                 struct error *error)
{
    struct library *library = library_for_variant(session->library, games->variant);
    const struct belief_model *belief;
    struct move_model_weights moves;
    struct people_measure measure;
    struct people_measure_terms terms = {
        .net = model->net, .shape = model->shape, .moves = &moves,
        .games = args->hold_out ? &games->held : &games->learnt, .variant = games->variant,
        .share = args->share, .setups = true, .seed = session->seed, .jobs = session->jobs,
        .stop = session->stop};
    rules_from_settings(&terms.rules, &session->settings, rules_find("deepnash"));
    enum status status = library_chosen_belief_model(library, &session->settings, &belief, error);
    if (!status) {
        move_model_join(belief->move_model, &moves);
        status = people_measure(&terms, &measure, error);
    }
    if (!status)
        print_measure(session, &measure);
    return status;
}

/* Reads the policy and the games, and measures. */
static enum status run_bench_policy(struct session *session, const void *arguments, struct error *error)
{
    const struct bench_policy_args *args = arguments;
    struct people_games games = {0};
    struct policy_model *model = NULL;
    enum status status = read_model(args->net, &model, error);
    if (!status)
        status = people_games_load(&games, session, &args->games, args->hold_out, error);
    if (!status && args->hold_out && !games.held.count)
        status = error_set(error, STATUS_BAD,
                           "bench policy: found %zu game%s, of which --hold-out %llu leaves out none",
                           games.all.count, plural(games.all.count), (unsigned long long)args->hold_out);
    if (!status)
        status = measure_games(session, args, model, &games, error);
    people_games_free(&games);
    policy_model_free(model);
    return status;
}

const struct command command_bench_policy = {
    .name = "bench policy", .group = GROUP_MEASURE,
    .keywords = "people moves predict imitation accuracy top-1",
    .words = ARGUMENTS(
        WORD_FILES(struct bench_policy_args, games, "GAMES", "games of people, of one variant")),
    .flags = ARGUMENTS(
        FLAG_FILE(struct bench_policy_args, net, "net", "weights that 'learn people' or 'learn rnad' wrote",
                  .required = true),
        FLAG_HOLD_OUT(struct bench_policy_args, hold_out,
                      "measures only each N-th game, which 'learn people' with the same N leaves out"),
        FLAG_NUMBER(struct bench_policy_args, share, "share", 0.0001, 1, "of the moves, drawn at random",
                    .value = "X"),
        FLAG_BELIEF_MODEL),
    .analyses = true, .out = true,
    DEFAULTS(struct bench_policy_args, .share = 0.0625),
    .help = "measures how well a policy predicts what people do",
    .details =
        "Of moves with at least two legal ones: bits, the move made at most 20; right, how often it is the\n"
        "most probable one; in-five, one of five. A move has the probability of its piece times that of its\n"
        "square. model-: the same by the guesser's model of moves, with the own ranks known. value-bits:\n"
        "the result by a chance to win of (1 + value) / 2, cut to 1 .. 99 %; a drawn game is half a win.\n"
        "setup-bits: a whole setup.",
    .run = run_bench_policy,
};
