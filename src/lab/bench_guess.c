/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_guess.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/plural.h"
#include "lab/guess_fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct guess_row guess_table[GUESS_ROWS] = {
    {"counts", "counts", false, false, false, false},
    {"hard", "hard", false, false, false, false},
    {"neighbours", "deboer", true, false, false, false},
    {"opportunities", "deboer", true, true, false, false},
    {"deboer", "deboer", true, true, true, false},
    {"bayes-people", "bayes", true, false, false, true},
    {"bayes", "bayes", true, false, false, false},
};

const uint32_t guess_plies[GUESS_PLIES] = {20, 50, 100, 200, 0};

struct bench_work {
    const struct guess_terms *terms;
    struct guess_result *result;
    /* For each fold, or the only one: */
    struct belief_knowledge (*knowledge)[GUESS_ROWS];
    struct belief_model **model;                     /* NULL: the terms' own */
    struct guess_sum (*sums)[GUESS_ROWS][GUESS_PLIES]; /* one a game */
};

static bool is_stopped(const struct guess_terms *terms)
{
    return terms->stop && atomic_load(terms->stop);
}

static void look(const struct belief *belief, const uint8_t *truth, struct guess_sum *sum)
{
    int base = side_base(belief->side);
    sum->sides++;
    sum->programs += (double)belief->player_posterior[PLAYER_PROGRAMS];
    for (int number = base; number < base + PIECES_A_SIDE; number++) {
        if (!belief_is_hidden(belief, number) || truth[number] >= RANKS)
            continue;
        double p = belief_get(belief, number, truth[number]);
        sum->pieces++;
        sum->top1 += belief_best(belief, number) == truth[number];
        sum->p_true += p;
        sum->loss -= log2(p > 1e-12 ? p : 1e-12);
        if (truth[number] != FLAG)
            continue;
        struct belief_square likeliest[3];
        int count = belief_squares(belief, FLAG, likeliest, 3);
        sum->flag_looks++;
        for (int i = 0; i < count; i++)
            sum->flag_top3 += likeliest[i].number == number;
    }
}

static void add(struct guess_sum *to, const struct guess_sum *from)
{
    to->pieces += from->pieces;
    to->top1 += from->top1;
    to->p_true += from->p_true;
    to->loss += from->loss;
    to->flag_looks += from->flag_looks;
    to->flag_top3 += from->flag_top3;
    to->sides += from->sides;
    to->programs += from->programs;
}

void guess_follow(const struct belief_knowledge *knowledge, const struct training_game *game,
                  enum side side, struct guess_sum sums[GUESS_PLIES])
{
    struct belief belief;
    belief_init_public(&belief, knowledge, &game->start, side);
    for (uint32_t ply = 1; ply <= game->count; ply++) {
        struct guess_sum now = {0};
        if (game->events[ply - 1].defender == FLAG)
            break; /* the game is over and the flag known */
        belief_event(&belief, &game->events[ply - 1]);
        look(&belief, game->truth, &now);
        for (int i = 0; i < GUESS_PLIES; i++)
            if (ply == guess_plies[i] || !guess_plies[i])
                add(&sums[i], &now);
    }
}

static void measure_game(void *context, size_t index)
{
    struct bench_work *bench = context;
    const struct guess_terms *terms = bench->terms;
    size_t fold = terms->folds ? index % (size_t)terms->folds : 0;
    for (int row = 0; row < GUESS_ROWS && !is_stopped(terms); row++)
        for (enum side side = RED; side <= BLUE; side++)
            guess_follow(&bench->knowledge[fold][row], &terms->games->items[index], side,
                         bench->sums[index][row]);
}

/* Learns from all games but those of one fold, taken to be people's. */
static void learn_fold(void *context, size_t fold)
{
    struct bench_work *bench = context;
    const struct guess_terms *terms = bench->terms;
    const struct dataset *games = terms->games;
    struct guess_fold *learnt = &bench->result->fold[fold];
    struct training_game *others = memory_new(games->count + 1, sizeof *others);
    struct guess_fit_terms fit = {.games = {others}, .options = terms->options,
                                  .statistics = terms->statistics, .jobs = 1, .stop = terms->stop};
    for (size_t i = 0; i < games->count; i++)
        if (i % (size_t)terms->folds != fold)
            others[fit.count[PLAYER_PEOPLE]++] = games->items[i];
    struct belief_model *model = bench->model[fold] = memory_new(1, sizeof *model);
    *model = *terms->model;
    learnt->deboer = terms->options;
    if (!is_stopped(terms))
        guess_fit(&fit, model);
    if (!is_stopped(terms))
        guess_fit_deboer(&fit, &learnt->deboer);
    learnt->weights = model->weights;
    free(others);
}

/* The mean loss a piece of row `b` less that of row `a`, with its interval: a ratio of sums over
 * games, whose spread follows from how the games differ from it (Cochran 1977, 6.4). */
static struct guess_difference compare(const struct bench_work *bench, int a, int b)
{
    size_t games = bench->terms->games->count;
    struct guess_difference difference = {0};
    double pieces = 0, sum = 0, spread = 0;
    for (size_t i = 0; i < games; i++) {
        const struct guess_sum *one = &bench->sums[i][a][GUESS_PLIES - 1];
        const struct guess_sum *two = &bench->sums[i][b][GUESS_PLIES - 1];
        pieces += one->pieces;
        sum += two->loss - one->loss;
        difference.games += one->pieces > 0;
    }
    if (!difference.games)
        return difference;
    double mean = difference.mean = sum / pieces;
    for (size_t i = 0; i < games; i++) {
        const struct guess_sum *one = &bench->sums[i][a][GUESS_PLIES - 1];
        const struct guess_sum *two = &bench->sums[i][b][GUESS_PLIES - 1];
        double off = two->loss - one->loss - mean * one->pieces;
        spread += off * off;
    }
    double n = (double)difference.games;
    if (difference.games > 1) {
        double half = 1.96 * sqrt(spread * n / (n - 1)) / pieces;
        difference.low = mean - half;
        difference.high = mean + half;
    }
    return difference;
}

/* The knowledge of each row of the table for one fold. */
static enum status prepare(struct bench_work *bench, int fold, struct error *error)
{
    const struct guess_terms *terms = bench->terms;
    const struct belief_model *model = terms->folds ? bench->model[fold] : terms->model;
    for (int i = 0; i < GUESS_ROWS; i++) {
        struct belief_options options = terms->folds ? bench->result->fold[fold].deboer : terms->options;
        options.kind = (double)(belief_kind_find(guess_table[i].kind) - belief_kind_table);
        options.neighbours = guess_table[i].neighbours;
        options.opportunities = guess_table[i].opportunities;
        options.behaviour = guess_table[i].behaviour;
        if (guess_table[i].people)
            options.prior = 0;
        enum status status =
            belief_knowledge_init(&bench->knowledge[fold][i], &options, terms->statistics, model, error);
        if (status)
            return status;
    }
    return STATUS_OK;
}

static void add_up(struct bench_work *bench)
{
    struct guess_result *result = bench->result;
    for (size_t i = 0; i < bench->terms->games->count; i++)
        for (int row = 0; row < GUESS_ROWS; row++)
            for (int k = 0; k < GUESS_PLIES; k++)
                add(&result->sum[row][k], &bench->sums[i][row][k]);
    for (int row = 1; row < GUESS_ROWS; row++)
        result->gain[row] = compare(bench, row - 1, row);
    result->gain_over_deboer = compare(bench, GUESS_DEBOER, GUESS_BAYES);
}

enum status guess_bench(const struct guess_terms *terms, struct guess_result *result,
                        struct error *error)
{
    size_t games = terms->games->count;
    if (!games || games < (size_t)terms->folds)
        return error_set(error, STATUS_BAD, "bench guess: %zu game%s to measure, expected at least %d", games,
                         plural(games),
                         terms->folds ? terms->folds : 1);
    struct bench_work *bench = memory_new(1, sizeof *bench);
    int parts = terms->folds ? terms->folds : 1;
    enum status status = STATUS_OK;
    bench->terms = terms;
    bench->result = result;
    *result = (struct guess_result){.games = games};
    bench->sums = memory_new(games + 1, sizeof *bench->sums);
    bench->model = memory_new((size_t)parts, sizeof *bench->model);
    bench->knowledge = memory_new((size_t)parts, sizeof *bench->knowledge);
    parallel_run(terms->jobs, (size_t)terms->folds, learn_fold, bench);
    for (int fold = 0; fold < parts && !status; fold++)
        status = prepare(bench, fold, error);
    if (!status) {
        parallel_run(terms->jobs, games, measure_game, bench);
        add_up(bench);
        if (is_stopped(terms))
            status = error_set(error, STATUS_NO, "stopped");
    }
    for (int fold = 0; fold < parts; fold++)
        free(bench->model[fold]);
    free(bench->model);
    free(bench->knowledge);
    free(bench->sums);
    free(bench);
    return status;
}
