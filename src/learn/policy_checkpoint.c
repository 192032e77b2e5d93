/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checkpoints of a run: a packed file (base/packed.h) with the options, the counts, six arrays of weights,
 * and the games that are being played. doc/binary-files.md describes the format. */
#include "base/digest.h"
#include "base/disk.h"
#include "base/packed.h"
#include "learn/policy_learner.h"
#include "net/weights.h"
#include "policy/policy_model.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char checkpoint_kind[] = "rnad/1";

enum { COUNTS = 4, NETS = 4, ARRAYS = NETS + 2 };

/* Appends all options on which the learnt weights depend, one line "key: value" each. The last ones have a
 * line only if they are used. */
static void describe_options(const struct policy_learner *learner, struct text *text)
{
    const struct policy_learn_options *options = &learner->options;
    const struct adam_options *adam = &options->adam;
    text_printf(text, "method: %s\nvariant: %s\n", policy_method_names[options->method],
                options->actor.variant->name);
    text_printf(text, "two_squares: %d\nmore_squares: %d\nmove_limit: %d\nno_attack_limit: %d\n",
                options->actor.rules.two_squares, options->actor.rules.more_squares,
                options->actor.rules.move_limit, options->actor.rules.no_attack_limit);
    policy_shape_describe(&options->shape, text);
    text_printf(text, "games: %d\nbatch: %d\nseed: %llu\n", options->actor.games, options->batch,
                (unsigned long long)options->actor.seed);
    text_printf(text, "rate: %.17g\nbeta1: %.17g\nbeta2: %.17g\nepsilon: %.17g\nclip_value: %.17g\n",
                adam->rate, adam->beta1, adam->beta2, adam->epsilon, adam->clip_value);
    text_printf(text, "clip_norm: %.17g\ndecay: %.17g\naverage: %.17g\nvalue_weight: %.17g\n",
                adam->clip_norm, adam->decay, options->average, options->value_weight);
    text_printf(text, "eta: %.17g\nrho: %.17g\nc: %.17g\nlambda: %.17g\nprinted: %d\n", options->vtrace.eta,
                options->vtrace.rho, options->vtrace.c, options->vtrace.lambda, options->vtrace.printed);
    text_printf(text, "neurd_beta: %.17g\nneurd_clip: %.17g\niteration: %llu\n", options->neurd.beta,
                options->neurd.clip, (unsigned long long)options->iteration);
    text_printf(text, "passes: %d\nclip: %.17g\nmagnet: %.17g\nbehaviour: %.17g\nshare: %.17g\n",
                options->passes, options->clip, options->magnet, options->behaviour, options->share);
    text_printf(text, "min_advantage: %.17g\nvalue_share: %.17g\n", options->min_advantage,
                options->value_share);
    text_printf(text, "policy_lambda: %.17g\nvalue_lambda: %.17g\nfloor: %.17g\nrate_steps: %llu\n",
                options->policy_lambda, options->value_lambda, options->floor,
                (unsigned long long)options->rate_steps);
    if (options->magnet_steps)
        text_printf(text, "magnet_steps: %llu\n", (unsigned long long)options->magnet_steps);
    if (options->shards > 1)
        text_printf(text, "shards: %d\n", options->shards);
    if (learner->from)
        text_printf(text, "from: %016llx\n", (unsigned long long)learner->from);
    if (learner->options.actor.handicap > 0)
        text_printf(text, "handicap: %.17g\n", learner->options.actor.handicap);
    if (learner->options.actor.past > 0)
        text_printf(text, "past: %.17g\n", learner->options.actor.past);
    text_add(text, text_string(&learner->opponent));
}

/* Fills `arrays` with the arrays of a checkpoint, in the order of the file: first those of the networks. */
static void list_state(const struct policy_learner *learner, float *arrays[ARRAYS])
{
    arrays[0] = learner->net->weight;
    arrays[1] = learner->target->weight;
    arrays[2] = learner->regular->weight;
    arrays[3] = learner->before->weight;
    arrays[4] = learner->adam->mean;
    arrays[5] = learner->adam->square;
}

/* Returns whether a number may be in array `array` (0 .. ARRAYS - 1). The first NETS arrays have weights,
 * within the limit of weight files; the others have Adam's state, any finite number. */
static bool may_hold(int array, float number)
{
    return fabsf(number) <= (array < NETS ? WEIGHTS_VALUE_MAX : FLT_MAX);
}

/* Appends the states of the actors of all shards. With several shards, each state has its size before it. All
 * ranks must call it, but only rank 0 gets the states. */
static void save_actors(const struct policy_learner *learner, struct text *content)
{
    struct text rank_states = {0}, state = {0};
    for (int i = 0; i < learner->shards; i++) {
        text_clear(&state);
        policy_actor_save(learner->actors[i], &state);
        const uint64_t size = state.size;
        if (learner->options.shards > 1)
            text_append(&rank_states, (const char *)&size, sizeof size);
        text_append(&rank_states, state.bytes, state.size);
    }
    ranks_gather_bytes(&learner->options.ranks, &rank_states, content);
    text_free(&rank_states);
    text_free(&state);
}

/* Restores this rank's actors from the states of all shards; with several shards, each has its size before
 * it. STATUS_BAD if there are fewer or more than the run's shards. */
static enum status load_actors(struct policy_learner *learner, const char *at, const char *end,
                               struct error *error)
{
    int first = learner->options.ranks.rank * learner->shards;
    if (learner->options.shards == 1)
        return policy_actor_load(learner->actors[0], at, (size_t)(end - at), error);
    for (int shard = 0; shard < learner->options.shards; shard++) {
        uint64_t size = UINT64_MAX;
        if ((size_t)(end - at) >= sizeof size)
            memcpy(&size, at, sizeof size);
        if ((size_t)(end - at) < sizeof size || size > (size_t)(end - at) - sizeof size)
            return error_set(error, STATUS_BAD, "the games at hand of shard %d are cut off", shard);
        at += sizeof size;
        bool is_own = shard >= first && shard < first + learner->shards;
        if (is_own && policy_actor_load(learner->actors[shard - first], at, (size_t)size, error) != STATUS_OK)
            return STATUS_BAD;
        at += size;
    }
    return at == end ? STATUS_OK : error_set(error, STATUS_BAD, "there is more than %d shards",
                                             learner->options.shards);
}

enum status policy_learner_check(const struct policy_learner *learner, const char *path, struct error *error)
{
    float *arrays[ARRAYS];
    list_state(learner, arrays);
    for (int i = 0; i < ARRAYS; i++)
        for (size_t k = 0; k < learner->net->weights; k++)
            if (!may_hold(i, arrays[i][k]))
                return error_set(error, STATUS_BAD,
                                 "found weights that are not finite, or beyond %d, after step %llu; %s stays "
                                 "as it was", WEIGHTS_VALUE_MAX, (unsigned long long)learner->step, path);
    return STATUS_OK;
}

enum status policy_learner_write(const struct policy_learner *learner, const char *path, struct error *error)
{
    struct text options = {0}, content = {0}, file = {0};
    float *arrays[ARRAYS];
    if (policy_learner_check(learner, path, error))
        return STATUS_BAD;
    describe_options(learner, &options);
    list_state(learner, arrays);
    /* The content: options with their size before them, counts, arrays, states of the actors. */
    const uint64_t counts[COUNTS] = {learner->step, learner->games, learner->decisions, learner->adam->step};
    const uint64_t size = options.size;
    text_append(&content, (const char *)&size, sizeof size);
    text_append(&content, options.bytes, options.size);
    text_append(&content, (const char *)counts, sizeof counts);
    for (int i = 0; i < ARRAYS; i++)
        text_append(&content, (const char *)arrays[i], learner->net->weights * sizeof(float));
    save_actors(learner, &content);
    packed_write(checkpoint_kind, 0, content.bytes, content.size, &file);
    enum status status = STATUS_OK;
    if (learner->options.ranks.rank == 0)
        status = disk_write(path, file.bytes, file.size, error);
    free(options.bytes);
    free(content.bytes);
    free(file.bytes);
    return status;
}

/* Sets the error to the first line in which the options of a checkpoint differ from the run's. */
static enum status refuse_options(const char *name, const char *found, size_t size, const char *expected,
                                  struct error *error)
{
    size_t index = 0, line = 0;
    while (index < size && expected[index] && found[index] == expected[index])
        if (found[index++] == '\n')
            line = index;
    int expected_length = (int)strcspn(expected + line, "\n"), found_length = 0;
    while (line + (size_t)found_length < size && found[line + (size_t)found_length] != '\n')
        found_length++;
    return error_set(error, STATUS_BAD, "%s: a checkpoint of another run: found '%.*s', expected '%.*s'",
                     name, found_length, found + line, expected_length, expected + line);
}

/* Copies the arrays of a checkpoint. STATUS_BAD if a number may not be in its array. */
static enum status copy_arrays(struct policy_learner *learner, const char *name, const char *bytes,
                               struct error *error)
{
    float *arrays[ARRAYS];
    size_t weights = learner->net->weights;
    list_state(learner, arrays);
    for (int i = 0; i < ARRAYS; i++) {
        memcpy(arrays[i], bytes + (size_t)i * weights * sizeof(float), weights * sizeof(float));
        for (size_t n = 0; n < weights; n++)
            if (!may_hold(i, arrays[i][n]))
                return error_set(error, STATUS_BAD, "%s: number %zu of array %d is not finite, or beyond %d",
                                 name, n, i, WEIGHTS_VALUE_MAX);
    }
    net_changed(learner->net);
    net_changed(learner->target);
    net_changed(learner->regular);
    net_changed(learner->before);
    return STATUS_OK;
}

enum status policy_learner_load(struct policy_learner *learner, const char *name, const char *bytes,
                                size_t size, struct error *error)
{
    struct packed packed;
    struct text options = {0};
    uint64_t counts[COUNTS], length = 0;
    size_t arrays = ARRAYS * learner->net->weights * sizeof(float);
    struct error inner;
    enum status status = packed_open(name, checkpoint_kind, bytes, size, &packed, error);
    if (status != STATUS_OK)
        return status;
    /* The options: their length, then their text, which must equal that of this run. */
    if (packed.size >= sizeof length)
        memcpy(&length, packed.content, sizeof length);
    if (packed.size < sizeof length || length > packed.size - sizeof length)
        return error_set(error, STATUS_BAD, "%s: the checkpoint is cut off in its options", name);
    const char *next = packed.content + sizeof length, *end = packed.content + packed.size;
    describe_options(learner, &options);
    if (length != options.size || memcmp(next, options.bytes, options.size) != 0)
        status = refuse_options(name, next, (size_t)length, options.bytes, error);
    free(options.bytes);
    if (status != STATUS_OK)
        return status;
    /* The counts, the arrays, and the games that are being played. */
    next += length;
    if ((size_t)(end - next) < sizeof counts + arrays)
        return error_set(error, STATUS_BAD, "%s: the checkpoint is cut off in its weights", name);
    memcpy(counts, next, sizeof counts);
    learner->step = counts[0];
    learner->games = counts[1];
    learner->decisions = counts[2];
    learner->adam->step = counts[3];
    status = copy_arrays(learner, name, next + sizeof counts, error);
    next += sizeof counts + arrays;
    if (status == STATUS_OK && load_actors(learner, next, end, &inner) != STATUS_OK)
        return error_set(error, STATUS_BAD, "%s: %s", name, inner.text);
    return status;
}

enum status policy_learner_begin_with(struct policy_learner *learner, const char *name, const char *bytes,
                                      size_t size, struct error *error)
{
    struct policy_model *model = policy_model_parse(name, bytes, size, error);
    const struct policy_shape *own = &learner->options.shape;
    /* All networks start with the same weights. */
    struct net *nets[] = {learner->net, learner->target, learner->regular, learner->before};
    if (!model)
        return STATUS_BAD;
    const struct policy_shape found = model->shape;
    bool same = net_same_rows(model->net, learner->net);
    for (size_t i = 0; same && i < sizeof nets / sizeof nets[0]; i++) {
        memcpy(nets[i]->weight, model->net->weight, model->net->weights * sizeof(float));
        net_changed(nets[i]);
    }
    learner->from = model->digest;
    policy_model_free(model);
    if (!same)
        return error_set(error, STATUS_BAD,
                         "%s: found %d and %d blocks of %d and %d channels%s, expected %d, %d, %d and %d%s",
                         name, found.outer_blocks, found.inner_blocks, found.outer_channels,
                         found.inner_channels, found.direct ? ", direct" : "", own->outer_blocks,
                         own->inner_blocks, own->outer_channels, own->inner_channels,
                         own->direct ? ", direct" : "");
    return STATUS_OK;
}

enum status policy_learner_write_weights(const struct policy_learner *learner, const char *path,
                                         struct error *error)
{
    struct text options = {0};
    describe_options(learner, &options);
    text_printf(&options, "steps: %llu\ngames_learnt: %llu\n", (unsigned long long)learner->step,
                (unsigned long long)learner->games);
    const struct net_weights weights = {.net = learner->target, .seed = learner->options.actor.seed,
                                        .options = options.bytes};
    enum status status = weights_write(path, &weights, error);
    text_free(&options);
    return status;
}
