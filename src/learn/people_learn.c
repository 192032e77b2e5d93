/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/people_learn.h"

#include "base/digest.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "learn/decision_batch.h"
#include "net/weights.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_GAMES = 2 /* games that one thread handles together; each block has its own gradient */ };

/* Streams of random numbers: for the order of a pass; for the choice of a block's batches that train the
 * value. Smaller numbers are the streams that choose a game's decisions in a pass. */
static const uint64_t ORDER_STREAM = UINT64_C(1) << 63, VALUE_STREAM = UINT64_C(1) << 62;

const struct people_options people_standard = PEOPLE_STANDARD;

struct people_learner {
    struct people_options options;
    struct policy_layers layers;
    struct net *net;
    struct adam *adam;
    const struct people_game *games;
    size_t count;
    uint32_t *order;           /* of the games in the current pass */
    uint64_t step, decisions;  /* numbers of steps done and of decisions learnt from */
};

/* Memory of one thread. */
struct people_scratch {
    struct net_pass *pass;
    struct policy_game game;
    struct decision_batch *batches; /* of each head */
    struct rng rng;              /* of the current block */
};

/* The sums over a block of games. */
struct people_block {
    struct people_head_sums head[POLICY_HEADS];
};

/* The current step. */
struct people_step {
    struct people_learner *learner;
    uint64_t pass;
    const uint32_t *games;     /* indices */
    size_t count;
    float *gradients;          /* of each block: net->weights numbers */
    struct people_block *blocks;
};

/* Returns the number of steps in a pass over all games; the last one may have fewer games. */
static uint64_t steps_in_pass(const struct people_learner *learner)
{
    size_t batch = (size_t)learner->options.batch;
    return (learner->count + batch - 1) / batch;
}

uint64_t people_learner_step_count(const struct people_learner *learner)
{
    return learner->step;
}

uint64_t people_learner_steps(const struct people_learner *learner)
{
    return steps_in_pass(learner) * (uint64_t)learner->options.passes;
}

const struct net *people_learner_net(const struct people_learner *learner)
{
    return learner->net;
}

/* Sets the order of the games in pass number `pass`: a random permutation (Fisher and Yates). */
static void shuffle_games(struct people_learner *learner, uint64_t pass)
{
    struct rng rng;
    rng_seed(&rng, learner->options.seed, ORDER_STREAM | pass);
    for (size_t i = 0; i < learner->count; i++)
        learner->order[i] = (uint32_t)i;
    for (size_t i = learner->count; i > 1; i--) {
        size_t k = rng_below(&rng, (uint32_t)i);
        uint32_t swapped = learner->order[i - 1];
        learner->order[i - 1] = learner->order[k];
        learner->order[k] = swapped;
    }
}

enum status people_learner_new(const struct people_options *options, const struct people_game *games,
                               size_t count, struct people_learner **learner, struct error *error)
{
    struct net_row *rows = memory_new(POLICY_ROWS_MAX, sizeof *rows);
    struct policy_layers layers;
    enum status status = policy_net_write_rows(&options->shape, rows, &layers, error);
    struct net *net = status == STATUS_OK ? net_new(rows, layers.count, error) : NULL;
    free(rows);
    if (!net)
        return STATUS_BAD;
    struct people_learner *new = memory_new(1, sizeof *new);
    *new = (struct people_learner){.options = *options, .layers = layers, .net = net, .games = games,
                                   .count = count};
    net_start(net, options->seed);
    net_pack(net);
    new->adam = adam_new(net->weights, &options->adam);
    new->order = memory_new(count, sizeof *new->order);
    shuffle_games(new, 0);
    *learner = new;
    return STATUS_OK;
}

void people_learner_free(struct people_learner *learner)
{
    if (!learner)
        return;
    adam_free(learner->adam);
    net_free(learner->net);
    free(learner->order);
    free(learner);
}

/* Allocates a thread's memory. It is a callback of the threads. */
static void begin_scratch(void *memory, void *context)
{
    const struct people_step *step = context;
    struct people_scratch *scratch = memory;
    scratch->pass = net_pass_new(step->learner->net, DECISION_BATCH, NET_LEARN, NULL);
    scratch->batches = memory_new(POLICY_HEADS, sizeof *scratch->batches);
}

/* Frees a thread's memory. It is a callback of the threads. */
static void end_scratch(void *memory)
{
    struct people_scratch *scratch = memory;
    net_pass_free(scratch->pass);
    policy_game_free(&scratch->game);
    free(scratch->batches);
}

/* Adds the gradient of the softmax cross-entropy of one decision with respect to its logits, and adds to the
 * sums. `action`: the square that was chosen; it counts as right if no other is more probable. */
static void learn_choice(const float *policy, const float *log_policy, bitboard legal, int action,
                         float *gradient, struct people_head_sums *sums)
{
    int best = action;
    for (bitboard squares = legal; squares;) {
        int square = bits_pop(&squares);
        gradient[square] += policy[square] - (square == action ? 1 : 0);
        best = policy[square] > policy[best] ? square : best;
    }
    sums->loss -= (double)log_policy[action];
    sums->right += best == action;
    sums->count++;
}

/* Learns from the decisions of a batch, each with weight 1, and empties the batch. The value learns only from
 * a random part of the batches, because the decisions of one game all have the same result. */
static void learn_batch(const struct people_learner *learner, struct people_scratch *scratch,
                        enum policy_head head, float *gradient, struct people_block *block)
{
    struct decision_batch *batch = &scratch->batches[head];
    const enum policy_head heads[] = {head, POLICY_VALUE};
    const struct policy_layers *layers = &learner->layers;
    bool trains_value = rng_unit(&scratch->rng) < learner->options.value_share;
    decision_batch_compute(batch, layers, scratch->pass, heads, trains_value ? 2 : 1);
    for (size_t n = 0; n < batch->count; n++) {
        float policy[SQUARES], log_policy[SQUARES];
        decision_batch_policy(batch, layers, scratch->pass, head, n, policy, log_policy);
        learn_choice(policy, log_policy, batch->legal[n], batch->action[n],
                     net_gradients(scratch->pass, layers->head[head]) + n * SQUARES, &block->head[head]);
    }
    if (trains_value) {
        /* Adds the gradient of the squared error of the values. */
        struct people_head_sums *sums = &block->head[POLICY_VALUE];
        int layer = learner->layers.head[POLICY_VALUE];
        /* A larger weight in fewer batches: the expected gradient does not depend on value_share. */
        const float weight = (float)(learner->options.value_weight / learner->options.value_share);
        for (size_t n = 0; n < batch->count; n++) {
            float error = net_values(scratch->pass, layer)[n] - batch->result[n];
            net_gradients(scratch->pass, layer)[n] += weight * error;
            sums->loss += (double)error * (double)error;
            sums->count++;
        }
    }
    net_backward(scratch->pass, gradient);
    batch->count = 0;
}

/* Replays a game and learns from a random part of its decisions, which depends only on the seed, the pass and
 * the game. */
static void learn_game(const struct people_step *step, struct people_scratch *scratch, size_t index,
                       float *gradient, struct people_block *block)
{
    const struct people_options *options = &step->learner->options;
    const struct people_game *people = &step->learner->games[index];
    struct policy_game *game = &scratch->game;
    struct rng rng;
    rng_seed(&rng, options->seed, step->pass << 32 | index); /* a stream for each pass and game */
    policy_game_begin(game, options->variant, &options->rules);
    for (size_t i = 0; i < people->count; i++) {
        if (rng_unit(&rng) < options->share) {
            enum policy_head head = policy_game_head(game);
            float result = policy_game_side(game) == RED ? people->result : -people->result;
            if (decision_batch_add(&scratch->batches[head], game, i, people->squares[i], result))
                learn_batch(step->learner, scratch, head, gradient, block);
        }
        policy_game_act(game, people->squares[i]);
    }
}

/* Computes the gradient of one block of games and its sums. It is a callback of the threads. */
static void learn_block(void *context, size_t index, const struct parallel_worker *worker)
{
    const struct people_step *step = context;
    struct people_scratch *scratch = worker->scratch;
    size_t weights = step->learner->net->weights, end = (index + 1) * BLOCK_GAMES;
    float *gradient = step->gradients + index * weights;
    rng_seed(&scratch->rng, step->learner->options.seed, VALUE_STREAM | step->learner->step << 16 | index);
    memset(gradient, 0, weights * sizeof *gradient);
    for (size_t i = index * BLOCK_GAMES; i < end && i < step->count; i++)
        learn_game(step, scratch, step->games[i], gradient, &step->blocks[index]);
    /* The batches that are only partly filled. */
    for (enum policy_head head = 0; head < POLICY_VALUE; head++)
        if (scratch->batches[head].count)
            learn_batch(step->learner, scratch, head, gradient, &step->blocks[index]);
}

/* Takes one step of Adam with the mean gradient over the decisions: the blocks' gradients are added in their
 * order, so that the bits do not depend on the threads. Returns the norm of that gradient. */
static double change_weights(const struct people_step *step, size_t blocks, uint64_t decisions)
{
    struct people_learner *learner = step->learner;
    size_t weights = learner->net->weights;
    float *gradient = step->gradients; /* of the first block; gets the sum */
    for (size_t block = 1; block < blocks; block++)
        for (size_t i = 0; i < weights; i++)
            gradient[i] += gradient[block * weights + i];
    for (size_t i = 0; i < weights; i++)
        gradient[i] /= (float)(decisions ? decisions : 1);
    double remaining_share = 1 - (double)learner->step / (double)people_learner_steps(learner);
    learner->adam->options.rate = learner->options.adam.rate * remaining_share;
    double norm = adam_step(learner->adam, learner->net, gradient);
    net_pack(learner->net);
    return norm;
}

void people_learner_step(struct people_learner *learner, struct people_report *report)
{
    const struct parallel_scratch scratch = {sizeof(struct people_scratch), begin_scratch, end_scratch};
    uint64_t pass_steps = steps_in_pass(learner), pass = learner->step / pass_steps;
    size_t first = (size_t)(learner->step % pass_steps) * (size_t)learner->options.batch;
    size_t remaining_games = learner->count - first, batch = (size_t)learner->options.batch;
    struct people_step step = {.learner = learner, .pass = pass, .games = learner->order + first,
                               .count = remaining_games < batch ? remaining_games : batch};
    size_t blocks = (step.count + BLOCK_GAMES - 1) / BLOCK_GAMES;
    uint64_t decisions = 0;
    if (first == 0) /* a new pass */
        shuffle_games(learner, pass);
    step.gradients = memory_new(blocks * learner->net->weights, sizeof *step.gradients);
    step.blocks = memory_new(blocks, sizeof *step.blocks);
    parallel_run_workers(learner->options.jobs, blocks, &scratch, learn_block, &step);
    /* Add up the blocks, in order; then change the weights. */
    *report = (struct people_report){.steps = people_learner_steps(learner)};
    for (size_t block = 0; block < blocks; block++)
        for (enum policy_head head = 0; head < POLICY_HEADS; head++) {
            const struct people_head_sums *sums = &step.blocks[block].head[head];
            report->head[head].count += sums->count;
            report->head[head].right += sums->right;
            report->head[head].loss += sums->loss;
        }
    for (enum policy_head head = 0; head < POLICY_VALUE; head++)
        decisions += report->head[head].count;
    report->gradient = change_weights(&step, blocks, decisions);
    report->step = ++learner->step;
    report->decisions = learner->decisions += decisions;
    free(step.gradients);
    free(step.blocks);
}

/* --- the run's file --- */

/* Returns a digest of all games, in order, so that the run's file is refused with other
 * games. */
static uint64_t digest_games(const struct people_learner *learner)
{
    uint64_t result = 0;
    for (size_t i = 0; i < learner->count; i++) {
        const struct people_game *game = &learner->games[i];
        /* The result is -1, 0 or 1. */
        const uint64_t parts[] = {result, digest(game->squares, game->count), (uint64_t)(game->result + 1)};
        result = digest(parts, sizeof parts);
    }
    return result;
}

static const char steps_key[] = "steps: ", decisions_key[] = "decisions: ";
enum { STATE_ARRAYS = 2 /* of Adam */ };

/* Appends all options on which the learnt weights depend, one line each; then how many steps are done. */
static void describe_run(const struct people_learner *learner, struct text *text)
{
    const struct people_options *options = &learner->options;
    const struct adam_options *adam = &options->adam;
    text_printf(text, "method: people\nvariant: %s\ngames: %zu\ngames_digest: %016llx\n",
                options->variant->name, learner->count, (unsigned long long)digest_games(learner));
    text_printf(text, "two_squares: %d\nmore_squares: %d\nmove_limit: %d\nno_attack_limit: %d\n",
                options->rules.two_squares, options->rules.more_squares, options->rules.move_limit,
                options->rules.no_attack_limit);
    policy_shape_describe(&options->shape, text);
    text_printf(text, "batch: %d\npasses: %d\nshare: %.17g\nvalue_weight: %.17g\nvalue_share: %.17g\n"
                "seed: %llu\n", options->batch, options->passes, options->share, options->value_weight,
                options->value_share, (unsigned long long)options->seed);
    text_printf(text, "rate: %.17g\nbeta1: %.17g\nbeta2: %.17g\nepsilon: %.17g\n", adam->rate, adam->beta1,
                adam->beta2, adam->epsilon);
    text_printf(text, "%s%llu\n%s%llu\n", steps_key, (unsigned long long)learner->step, decisions_key,
                (unsigned long long)learner->decisions);
}

enum status people_learner_write(const struct people_learner *learner, const char *path, struct error *error)
{
    struct text options = {0};
    bool over = learner->step == people_learner_steps(learner);
    describe_run(learner, &options);
    const struct net_weights weights = {
        .net = learner->net, .seed = learner->options.seed, .options = options.bytes,
        .more_count = over ? 0 : STATE_ARRAYS, .more = {learner->adam->mean, learner->adam->square}};
    enum status status = weights_write(path, &weights, error);
    text_free(&options);
    return status;
}

/* Reads the number after `key` at the start of a line, and moves `at` to the next line. Returns false if the
 * line begins otherwise. */
static bool read_number_line(const char **at, const char *key, uint64_t *number)
{
    char *end;
    size_t length = strlen(key);
    if (strncmp(*at, key, length) != 0)
        return false;
    *number = strtoull(*at + length, &end, 10);
    *at = end + (*end == '\n');
    return true;
}

/* Checks that the options of a file are those of this run, line by line. The two last lines are the numbers
 * of steps and decisions done, which it reads. STATUS_BAD if an option differs. */
static enum status read_run_options(struct people_learner *learner, const char *name, const char *found,
                                    struct error *error)
{
    struct text described = {0};
    enum status status = STATUS_OK;
    describe_run(learner, &described);
    /* The options come first and must be equal; the line with `steps_key` ends them. */
    const char *expected = text_string(&described);
    while (!status && strncmp(expected, steps_key, sizeof steps_key - 1) != 0) {
        size_t length = strcspn(expected, "\n") + 1;
        if (strncmp(found, expected, length) != 0)
            status = error_set(error, STATUS_BAD, "%s: weights of another run: found '%.*s', expected '%.*s'",
                               name, (int)strcspn(found, "\n"), found, (int)length - 1, expected);
        else
            found += length;
        expected += length;
    }
    if (!status && !(read_number_line(&found, steps_key, &learner->step) &&
                     read_number_line(&found, decisions_key, &learner->decisions)))
        status = error_set(error, STATUS_BAD, "%s: found no steps and decisions in the options", name);
    text_free(&described);
    return status;
}

/* Copies the weights and, if the run is not over, the state of Adam from a file. STATUS_BAD if the number of
 * arrays does not match the number of steps. */
static enum status copy_run_arrays(struct people_learner *learner, const char *name,
                                   const struct net_weights *weights, struct error *error)
{
    uint64_t steps = people_learner_steps(learner);
    size_t bytes = learner->net->weights * sizeof(float), needed = learner->step == steps ? 0 : STATE_ARRAYS;
    if (learner->step > steps || weights->more_count != needed)
        return error_set(error, STATUS_BAD, "%s: found %llu steps and %zu further arrays, expected up to "
                         "%llu steps and %zu arrays", name, (unsigned long long)learner->step,
                         weights->more_count, (unsigned long long)steps, needed);
    memcpy(learner->net->weight, weights->net->weight, bytes);
    if (needed) {
        memcpy(learner->adam->mean, weights->more[0], bytes);
        memcpy(learner->adam->square, weights->more[1], bytes);
    }
    learner->adam->step = learner->step;
    net_changed(learner->net);
    net_pack(learner->net);
    if (learner->step < steps) /* the order of the games in the pass that continues */
        shuffle_games(learner, learner->step / steps_in_pass(learner));
    return STATUS_OK;
}

enum status people_learner_load(struct people_learner *learner, const char *name, const char *bytes,
                                size_t size, struct error *error)
{
    struct net_weights weights;
    enum status status = weights_parse(name, bytes, size, &weights, error);
    if (status)
        return status;
    status = read_run_options(learner, name, weights.options ? weights.options : "", error);
    if (!status && !net_same_rows(weights.net, learner->net))
        status = error_set(error, STATUS_BAD, "%s: found other layers than its options say", name);
    if (!status)
        status = copy_run_arrays(learner, name, &weights, error);
    weights_free(&weights);
    return status;
}
