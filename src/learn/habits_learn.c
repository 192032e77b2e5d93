/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/habits_learn.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "belief/fast_math.h"
#include "learn/cross_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    EPOCHS = 3,
    VECTORS = RANKS / 4, /* a number per rank is stored as so many vectors of four */
};

/* Step sizes of AdaGrad: of the features' weights; of the weight of the likelihood of moves. */
static const float rate = 0.02f, likelihood_rate = 0.006f;
/* Added to AdaGrad's divisor, so that the first steps are not too large. */
static const float step_damping = 0.01f;

/* A hidden piece at one moment; its features are features[first .. first + count - 1] of the list. */
struct habit_sample {
    float offset[RANKS];      /* log of each rank's probability, believed without the piece's behaviour */
    float likelihood[RANKS];  /* log likelihood of the side's moves for each rank of the piece */
    uint16_t mask;            /* its possible ranks, by bit */
    uint8_t truth, count;     /* its true rank; number of features */
    uint8_t player, fold;
    size_t first;
};

struct sample_list {
    struct habit_sample *items;
    size_t count, capacity;
    uint16_t *features;
    size_t feature_count, feature_capacity;
};

struct habit_samples {
    struct sample_list list;
    uint64_t games[PLAYER_KINDS][CROSS_FIT_PARTS_MAX];
};

struct habit_samples *habit_samples_new(void)
{
    return memory_new(1, sizeof(struct habit_samples));
}

/* Frees the arrays, but not the struct. */
static void list_free(struct sample_list *list)
{
    free(list->items);
    free(list->features);
}

void habit_samples_free(struct habit_samples *samples)
{
    if (!samples)
        return;
    list_free(&samples->list);
    free(samples);
}

/* Appends a sample with its sample->count features. */
static void add_sample(struct sample_list *list, const struct habit_sample *sample, const uint16_t *features)
{
    list->items = memory_grow(list->items, &list->capacity, list->count + 1, sizeof *list->items);
    struct habit_sample *added = &list->items[list->count++];
    *added = *sample;
    added->first = list->feature_count;
    size_t count = sample->count;
    list->features = memory_grow(list->features, &list->feature_capacity, list->feature_count + count + 1,
                                 sizeof *list->features);
    memcpy(list->features + list->feature_count, features, count * sizeof *features);
    list->feature_count += count;
}

/* --- replaying games --- */

struct habit_sampling {
    const struct habit_terms *terms;
    struct belief_knowledge *knowledge; /* without behaviour */
    struct sample_list *lists;          /* one for each game */
    uint32_t every;                     /* at each ply one hidden piece in `every` becomes a sample */
};

/* Returns whether the piece has just moved and has the habit of stepping up, by this move or an earlier one.
 * This is rare, so each case becomes a sample. */
static bool is_always_sampled(const struct belief *belief, const struct habit_row *row, int number)
{
    const struct public_piece *piece = &belief->public_state.piece[number];
    if (!piece->moves || piece->last != belief->public_state.plies)
        return false;
    for (int i = 0; i < row->count; i++)
        if (habit_kind_of(row->feature[i]) == HABIT_STEPS_UP)
            return true;
    return false;
}

/* Replays a game with the belief about `side` and adds samples of its hidden pieces: a random part, and all
 * moments of is_always_sampled. Leaves out pieces whose true rank is not known or was ruled out. */
static void add_hidden_pieces(struct habit_sampling *sampling, size_t index, enum side side, struct rng *rng)
{
    const struct training_game *game = &sampling->terms->games[index];
    struct belief *belief = memory_new(1, sizeof *belief);
    int base = side_base(side);
    belief_init_public(belief, sampling->knowledge, &game->start, side);
    for (uint32_t ply = 0; ply < game->count && game->events[ply].defender != FLAG; ply++) {
        belief_observe(belief, &game->events[ply]);
        for (int row = 0; row < PIECES_A_SIDE; row++) {
            int truth = game->truth[base + row];
            uint16_t mask = facts_ranks(&belief->facts, row);
            if (!belief_is_hidden(belief, base + row) || truth >= RANKS || !(mask >> truth & 1))
                continue;
            /* The piece's features, and the likelihood of the moves for each of its ranks. */
            const struct habit_row *habits = habits_row(&belief->habits, row);
            const float *moves = move_evidence_logs(&belief->moves, row, sampling->terms->player);
            if (rng_below(rng, sampling->every) != 0 && !is_always_sampled(belief, habits, base + row))
                continue;
            struct habit_sample sample = {.mask = mask, .truth = (uint8_t)truth,
                                          .count = (uint8_t)habits->count,
                                          .player = (uint8_t)sampling->terms->player,
                                          .fold = (uint8_t)sampling->terms->fold};
            for (int rank = 0; rank < RANKS; rank++) {
                sample.offset[rank] = (float)fmax(belief->p[row][rank], 1e-9);
                sample.likelihood[rank] = moves[rank];
            }
            fast_log_all(sample.offset, sample.offset, RANKS);
            add_sample(&sampling->lists[index], &sample, habits->feature);
        }
    }
    free(belief);
}

/* Adds the samples of both sides of game `index`. It is a callback of the threads. */
static void add_game_samples(void *context, size_t index)
{
    struct habit_sampling *sampling = context;
    const struct habit_terms *terms = sampling->terms;
    struct rng rng;
    rng_seed(&rng, (uint64_t)terms->fold, index);
    for (enum side side = RED; side <= BLUE; side++)
        if (!stop_requested(terms->stop))
            add_hidden_pieces(sampling, index, side, &rng);
}

void habit_samples_add(struct habit_samples *samples, const struct habit_terms *terms)
{
    struct habit_weights *no_habits = memory_new(1, sizeof *no_habits);
    /* The more games, the fewer samples of each. */
    struct habit_sampling sampling = {.terms = terms, .every = (uint32_t)(8 + terms->all / 100)};
    sampling.knowledge = memory_new(1, sizeof *sampling.knowledge);
    *sampling.knowledge = *terms->knowledge;
    /* A belief without the pieces' behaviour, that is sure which kind of player it sees. */
    sampling.knowledge->habits = no_habits;
    sampling.knowledge->calibration = NULL; /* it comes after habits */
    sampling.knowledge->options.weights.people = sampling.knowledge->options.weights.programs = 0;
    sampling.knowledge->options.prior = terms->player == PLAYER_PROGRAMS;
    sampling.knowledge->options.weights.anyone = 0;
    sampling.lists = memory_new(terms->count + 1, sizeof *sampling.lists);
    parallel_run(terms->jobs, terms->count, add_game_samples, &sampling);
    for (size_t i = 0; i < terms->count; i++) {
        const struct sample_list *list = &sampling.lists[i];
        for (size_t k = 0; k < list->count; k++)
            add_sample(&samples->list, &list->items[k], list->features + list->items[k].first);
        list_free(&sampling.lists[i]);
    }
    samples->games[terms->player][terms->fold] += terms->count;
    free(sampling.lists);
    free(sampling.knowledge);
    free(no_habits);
}

/* --- learning --- */

struct habits_trainer {
    const struct sample_list *list;
    float4 weight[HABIT_FEATURES][VECTORS], squares[HABIT_FEATURES][VECTORS]; /* sums of gradients' squares */
    float likelihood_weight, likelihood_squares; /* the same two for the weight of the likelihood of moves */
    float decay;                           /* pulls each weight towards 0 at each step */
};

/* Computes the error of each rank: whether it is the true rank (1 or 0), minus its predicted probability. The
 * prediction is the softmax, over the possible ranks, of the belief so far plus the weighted evidence of
 * moves and habits. */
static void compute_prediction_error(const struct habits_trainer *trainer, const struct habit_sample *sample,
                                     float4 error[VECTORS])
{
    const uint16_t *features = trainer->list->features + sample->first;
    float4 sum[VECTORS];
    float score[RANKS], p[RANKS], max_score = -INFINITY, total = 0;
    /* The scores: belief so far, weighted likelihood of moves, weights of the features. */
    for (int k = 0; k < VECTORS; k++) {
        float4 offset, likelihood;
        memcpy(&offset, sample->offset + 4 * k, sizeof offset);
        memcpy(&likelihood, sample->likelihood + 4 * k, sizeof likelihood);
        sum[k] = offset + trainer->likelihood_weight * likelihood;
    }
    for (int i = 0; i < sample->count; i++)
        for (int k = 0; k < VECTORS; k++)
            sum[k] += trainer->weight[features[i]][k];
    /* Their softmax over the possible ranks. */
    memcpy(score, sum, sizeof score);
    for (int rank = 0; rank < RANKS; rank++)
        if ((sample->mask >> rank & 1) && score[rank] > max_score)
            max_score = score[rank];
    for (int rank = 0; rank < RANKS; rank++)
        score[rank] -= max_score;
    fast_exp_all(score, p, RANKS);
    for (int rank = 0; rank < RANKS; rank++)
        total += p[rank] *= (float)(sample->mask >> rank & 1);
    for (int rank = 0; rank < RANKS; rank++)
        error[rank / 4][rank % 4] = (float)(rank == sample->truth) - p[rank] / total;
}

/* Returns the square roots of four numbers. */
static float4 root(float4 x)
{
    return (float4){sqrtf(x[0]), sqrtf(x[1]), sqrtf(x[2]), sqrtf(x[3])};
}

/* Changes the weights by one AdaGrad step (Duchi et al. 2011) for one sample, towards a larger log likelihood
 * of its true rank. The gradient of that by a feature's weights is the error of each rank. */
static void adagrad_step(struct habits_trainer *trainer, const struct habit_sample *sample)
{
    const uint16_t *features = trainer->list->features + sample->first;
    float4 error[VECTORS];
    float gradient = 0;
    compute_prediction_error(trainer, sample, error);
    for (int i = 0; i < sample->count; i++)
        for (int k = 0; k < VECTORS; k++) {
            float4 *weight = &trainer->weight[features[i]][k], *squares = &trainer->squares[features[i]][k];
            float4 step = error[k] - trainer->decay * *weight;
            *squares += step * step;
            *weight += rate * step / (root(*squares) + step_damping);
        }
    /* The same for the weight of the likelihood of moves, 0 .. 2. */
    for (int rank = 0; rank < RANKS; rank++)
        gradient += error[rank / 4][rank % 4] * sample->likelihood[rank];
    gradient = fminf(fmaxf(gradient, -5), 5); /* a moved piece's likelihood of being a bomb is very small */
    trainer->likelihood_squares += gradient * gradient;
    trainer->likelihood_weight +=
        likelihood_rate * gradient / (sqrtf(trainer->likelihood_squares) + step_damping);
    trainer->likelihood_weight = fminf(fmaxf(trainer->likelihood_weight, 0), 2);
}

void habits_fit(struct belief_model *model, enum player_kind player, const struct habit_samples *samples,
                  int without, const atomic_bool *stop)
{
    struct habits_trainer *trainer = memory_new(1, sizeof *trainer);
    size_t *order = memory_new(samples->list.count + 1, sizeof *order), count = 0;
    uint64_t games = 0;
    struct rng rng;
    rng_seed(&rng, 1, (uint64_t)player);
    /* The samples to learn from, and the number of games that they are from. */
    for (size_t i = 0; i < samples->list.count; i++)
        if (samples->list.items[i].player == player && samples->list.items[i].fold != without)
            order[count++] = i;
    for (int fold = 0; fold < CROSS_FIT_PARTS_MAX; fold++)
        games += fold == without ? 0 : samples->games[player][fold];
    trainer->list = &samples->list;
    trainer->decay = 1.0f / (float)(games + 100); /* the fewer games, the less is learnt from them */
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        /* A new order, by Fisher and Yates. */
        for (size_t i = count; i > 1; i--) {
            size_t k = (size_t)rng_below(&rng, (uint32_t)i), swapped = order[i - 1];
            order[i - 1] = order[k];
            order[k] = swapped;
        }
        for (size_t i = 0; i < count && !(i % 4096 == 0 && stop_requested(stop)); i++)
            adagrad_step(trainer, &samples->list.items[order[i]]);
    }
    /* Store what was learnt. Without samples programs get the habits of people. */
    if (count) {
        double *weight = player == PLAYER_PEOPLE ? &model->weights.people : &model->weights.programs;
        for (int i = 0; i < HABIT_FEATURES; i++)
            memcpy(model->habits.weight[i][player], trainer->weight[i],
                   sizeof model->habits.weight[i][player]);
        *weight = round((double)trainer->likelihood_weight * 1000) / 1000;
        model->habits.learnt[player].games = games;
        model->habits.learnt[player].pieces = count;
    } else if (player == PLAYER_PROGRAMS) {
        for (int i = 0; i < HABIT_FEATURES; i++)
            memcpy(model->habits.weight[i][player], model->habits.weight[i][PLAYER_PEOPLE],
                   sizeof model->habits.weight[i][player]);
    }
    free(order);
    free(trainer);
}
