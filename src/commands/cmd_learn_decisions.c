/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decisions for a trainer outside this program (src/learn/torch): learn decisions, learn actor. */
#include "commands/table.h"

#include "base/disk.h"
#include "base/memory.h"
#include "base/plural.h"
#include "base/rng.h"
#include "commands/datasets.h"
#include "game/rules_option.h"
#include "learn/decision_stream.h"
#include "learn/played_decisions.h"
#include "learn/policy_actor.h"
#include "policy/policy_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Writes the bytes to the standard output and empties `bytes`. Returns an error if they cannot be written,
 * for example if the reader closed the pipe. */
static enum status send_bytes(struct session *session, struct text *bytes, struct error *error)
{
    session_write_binary(session, bytes->bytes, bytes->size);
    text_clear(bytes);
    return fflush(stdout) != 0 ? error_errno(error, "standard output") : STATUS_OK;
}

/* Refuses to write to a terminal: the output is binary. STATUS_BAD at the console or the screen. */
static enum status check_pipe(const struct session *session, struct error *error)
{
    if (session->interactive || session->on_screen)
        return error_set(error, STATUS_BAD, "this answer is binary: write it to a pipe or a file");
    return STATUS_OK;
}

/* --- learn decisions: games from files --- */

struct decisions_args {
    struct word_list games;
    uint64_t hold_out;  /* every hold_out-th game is left out; 0: none */
    bool held, shuffle; /* write only the games that are left out; write in random order */
};

/* Chooses the games to write by --hold-out, --held and --shuffle. `chosen` gets their indices in the
 * dataset, in the order to write (capacity: dataset->count). Returns their number. */
static size_t choose_games(const struct session *session, const struct decisions_args *args,
                           const struct dataset *dataset, size_t *chosen)
{
    size_t count = 0;
    struct rng rng;
    for (size_t i = 0; i < dataset->count; i++) {
        bool is_held = args->hold_out && i % args->hold_out == args->hold_out - 1;
        if (is_held == args->held)
            chosen[count++] = i;
    }
    rng_seed(&rng, session->seed, 0);
    /* Fisher-Yates: the last of the first i changes places with any of them. */
    for (size_t i = count; args->shuffle && i > 1; i--) {
        size_t other = rng_below(&rng, (uint32_t)i), game = chosen[other];
        chosen[other] = chosen[i - 1];
        chosen[i - 1] = game;
    }
    return count;
}

/* Writes the decisions of `count` games: the head of the stream, then each game. Leaves out games that do not
 * give decisions (played_decisions), with a notice. With `held` the stream may have no game at all. */
static enum status write_games(struct session *session, const struct dataset *dataset, const size_t *chosen,
                               size_t count, bool held, struct error *error)
{
    const struct variant *variant = datasets_variant(dataset, NULL);
    struct policy_game walk = {0};
    struct text bytes = {0};
    struct rules rules;
    size_t written = 0;
    enum status status = STATUS_OK;
    rules_from_settings(&rules, &session->settings, rules_find("deepnash"));
    struct decision_stream *stream = decision_stream_new(variant, &rules);
    decision_stream_add_head(&bytes);
    for (size_t i = 0; i < count && !status && !session_stopped(session); i++) {
        const struct training_game *game = &dataset->items[chosen[i]];
        struct policy_record record = {0};
        if (game->variant != variant_index(variant))
            status = error_set(error, STATUS_BAD, "learn decisions: found games of %s and of %s, expected "
                               "one variant", variant->name, variant_at(game->variant)->name);
        else if (played_decisions(game, &rules, &walk, &record)) {
            decision_stream_add_game(stream, &record, game->outcome.result, &bytes);
            status = send_bytes(session, &bytes, error); /* the first time with the head */
            written++;
        }
        policy_record_free(&record);
    }
    if (!status && !written && held)
        status = send_bytes(session, &bytes, error); /* only the head: --held may choose no game */
    else if (!status && !written)
        status = error_set(error, STATUS_BAD, "learn decisions: found no game that began with two setups and "
                           "was decided or drawn on the board");
    if (!status && written < count && !session_stopped(session))
        session_notice(session, "%zu game%s left out", count - written, plural(count - written));
    policy_game_free(&walk);
    decision_stream_free(stream);
    text_free(&bytes);
    return status;
}

/* Runs `learn decisions`. */
static enum status run_decisions(struct session *session, const void *arguments, struct error *error)
{
    const struct decisions_args *args = arguments;
    struct dataset dataset = {0};
    enum status status = check_pipe(session, error);
    if (!status && args->held && !args->hold_out)
        status = error_set(error, STATUS_BAD, "learn decisions: --held needs --hold-out N");
    if (!status)
        status = datasets_read(&dataset, session, &args->games, error);
    if (!status) {
        size_t *chosen = memory_new(dataset.count + 1, sizeof *chosen);
        size_t count = choose_games(session, args, &dataset, chosen);
        status = write_games(session, &dataset, chosen, count, args->held, error);
        free(chosen);
    }
    dataset_free(&dataset);
    return status;
}

const struct command command_learn_decisions = {
    .name = "learn decisions", .group = GROUP_MEASURE,
    .keywords = "train imitation supervised torch pytorch gpu export",
    .words = ARGUMENTS(
        WORD_FILES(struct decisions_args, games, "GAMES", "games of people, with their results")),
    .flags = ARGUMENTS(
        FLAG_HOLD_OUT(struct decisions_args, hold_out, "leaves out each N-th game"),
        FLAG_SWITCH(struct decisions_args, held, "held", "writes only the games that --hold-out leaves out"),
        FLAG_SWITCH(struct decisions_args, shuffle, "shuffle", "in an order by the seed")),
    .analyses = true, .args_size = sizeof(struct decisions_args),
    .help = "writes the decisions of games for a trainer outside this program",
    .details =
        "For src/learn/torch/train.py: for each decision what the player saw, what was legal, what was\n"
        "chosen, and how the game ended, as bytes on the standard output, a pipe or a file; doc/FILES.md\n"
        "has the form. Games that a clock or a lost connection ended, or that the rules forbid, are left\n"
        "out; one that is longer than the rules allow ends there. The rules are deepnash's where the\n"
        "options name none.",
    .run = run_decisions,
};

/* --- learn actor: games of a policy against itself --- */

struct actor_args {
    int variant;      /* index in variant_table */
    uint64_t groups;  /* of POLICY_ACTOR_GROUP games each, played at the same time */
};

enum { LINE_LENGTH_MAX = 4096 + 16 }; /* of a request: a path, and the number of games before it */

/* The state of `learn actor`, which lasts from request to request. */
struct acting {
    struct session *session;
    struct policy_actor_options options;
    struct decision_stream *stream;
    struct policy_model *model;   /* the weights that play the games; NULL before the first request */
    struct policy_actor *actor;   /* NULL before the first request */
    struct text bytes;            /* output that is not sent yet */
};

/* Reads a weight file and makes the actor play by it, from the next decision on. The first call makes the
 * actor; later files must have the same layers, and their weights are copied into its network. */
static enum status use_weights(struct acting *acting, const char *path, struct error *error)
{
    struct text bytes = {0};
    struct policy_layers layers;
    enum status status = disk_read_regular(path, POLICY_MODEL_LIMIT, &bytes, error);
    struct policy_model *model =
        status ? NULL : policy_model_parse(path, text_string(&bytes), bytes.size, error);
    text_free(&bytes);
    if (!model)
        return status ? status : STATUS_BAD;
    if (acting->actor && !net_same_rows(acting->model->net, model->net)) {
        policy_model_free(model);
        return error_set(error, STATUS_BAD, "%s: found another network than before, expected the same", path);
    }
    if (acting->actor) {
        struct net *net = acting->model->net;
        memcpy(net->weight, model->net->weight, net->weights * sizeof *net->weight);
        net_pack(net); /* the forward passes read packed copies of the weights */
        policy_model_free(model);
        return STATUS_OK;
    }
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    status = policy_net_write_rows(&model->shape, rows, &layers, error);
    free(rows);
    acting->model = model;
    if (!status)
        acting->actor = policy_actor_new(&acting->options, model->net, &layers, error);
    return acting->actor ? STATUS_OK : STATUS_BAD;
}

/* Answers one request, a line "GAMES FILE": plays by the weights of the file until GAMES more games are
 * over, and sends their decisions. */
static enum status play_request_line(struct acting *acting, char *line, struct error *error)
{
    char *path = NULL;
    line[strcspn(line, "\r\n")] = 0;
    unsigned long games = strtoul(line, &path, 10);
    if (games < 1 || games > 1000000 || *path != ' ' || !path[1])
        return error_set(error, STATUS_BAD, "learn actor: found a line that is none of 'GAMES FILE', with 1 "
                         "to 1000000 games");
    enum status status = use_weights(acting, path + 1, error);
    if (status)
        return status;
    struct policy_record *records = memory_new(games, sizeof *records);
    status = policy_actor_play(acting->actor, games, records, error);
    for (unsigned long g = 0; g < games; g++) {
        if (!status && !session_stopped(acting->session)) {
            /* RESULT_OPEN: in self-play the rules alone give the result. */
            decision_stream_add_game(acting->stream, &records[g], RESULT_OPEN, &acting->bytes);
            status = send_bytes(acting->session, &acting->bytes, error);
        }
        policy_record_free(&records[g]);
    }
    free(records);
    return status;
}

/* Runs `learn actor`: answers the requests on the standard input until it ends or Ctrl-C. */
static enum status run_actor(struct session *session, const void *arguments, struct error *error)
{
    const struct actor_args *args = arguments;
    struct acting acting = {.session = session};
    char *line = NULL;
    enum status status = check_pipe(session, error);
    if (status)
        return status;
    acting.options = (struct policy_actor_options){
        .variant = variant_at((uint8_t)args->variant), .games = (int)args->groups * POLICY_ACTOR_GROUP,
        .seed = session->seed, .jobs = session->jobs, .values = true};
    rules_from_settings(&acting.options.rules, &session->settings, rules_find("deepnash"));
    acting.stream = decision_stream_new(acting.options.variant, &acting.options.rules);
    line = memory_new(LINE_LENGTH_MAX, 1);
    decision_stream_add_head(&acting.bytes);
    status = send_bytes(session, &acting.bytes, error);
    while (!status && !session_stopped(session) && fgets(line, LINE_LENGTH_MAX, stdin))
        status = play_request_line(&acting, line, error);
    free(line);
    policy_actor_free(acting.actor);
    policy_model_free(acting.model);
    decision_stream_free(acting.stream);
    text_free(&acting.bytes);
    return status;
}

const struct command command_learn_actor = {
    .name = "learn actor", .group = GROUP_MEASURE,
    .keywords = "train self-play torch pytorch gpu",
    .flags = ARGUMENTS(
        FLAG_VARIANT(struct actor_args, variant),
        FLAG_WHOLE(struct actor_args, groups, "groups", 1, 1024,
                   "groups of 16 games that are played side by side")),
    .takes_terminal = true, .analyses = true,
    DEFAULTS(struct actor_args, .groups = 2),
    .help = "plays games of a policy against itself for a trainer outside this program",
    .details =
        "For src/learn/torch/train.py. A line 'GAMES FILE' on the standard input requests so many games by\n"
        "the weights of the file; the answer is their decisions, in the form that 'learn decisions' has.\n"
        "Games that are not over go on with the next line, by its weights. The rules are deepnash's where\n"
        "the options name none.",
    .run = run_actor,
};
