/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/bench_guess.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/plural.h"
#include "base/stop.h"
#include "setup/novelty.h"

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

const char *const guess_class_names[GUESS_CLASSES] = {"all", "known", "new", "unlike"};

int guess_row_find(const char *name)
{
    for (int row = 0; row < GUESS_ROWS; row++)
        if (strcmp(guess_table[row].name, name) == 0)
            return row;
    return -1;
}

/* --- the novelty of the games --- */

/* The work shared by threads; `novelty` gets the result for each game. */
struct novelty_work {
    const struct dataset *games;
    const struct novelty *const *setups; /* the setups that the model of each fold learnt from */
    int fold_count;
    const atomic_bool *stop;
    uint8_t *novelty;
};

/* Rates how new the setups of game `index` are to the model that guesses it, by the distance of the nearer
 * of its two setups (enum guess_novelty). */
static void rate_novelty(void *context, size_t index)
{
    const struct novelty_work *work = context;
    const struct novelty *setups = work->setups[index % (size_t)work->fold_count];
    struct setup pair[SIDES];
    work->novelty[index] = GUESS_NO_SETUPS;
    if (stop_requested(work->stop) || !training_game_setups(&work->games->items[index], pair))
        return;
    int max = GUESS_UNLIKE * variant_at(work->games->items[index].variant)->pieces / PIECES_A_SIDE;
    int red = novelty_distance(setups, &pair[RED], max), blue = novelty_distance(setups, &pair[BLUE], max);
    int nearest = red < blue ? red : blue;
    work->novelty[index] = !nearest ? GUESS_MET : nearest > max ? GUESS_FAR : GUESS_NEAR;
}

void guess_novelty(const struct dataset *games, const struct novelty *const *setups, int fold_count, int jobs,
                   const atomic_bool *stop, uint8_t *novelty)
{
    struct novelty_work work = {games, setups, fold_count, stop, novelty};
    parallel_run(jobs, games->count, rate_novelty, &work);
}

/* --- measuring --- */

/* Number of games measured in parallel before their tallies are added up, in the order of the games. */
enum { BLOCK = 256 };

/* The work on one block, shared by threads. */
struct bench_work {
    const struct guess_terms *terms;
    struct belief_knowledge (*knowledge)[GUESS_ROWS]; /* for each fold */
    struct guess_tally (*tallies)[GUESS_ROWS];        /* for each game of the block */
    size_t first;                                     /* index of the block's first game */
};

/* Returns whether this row of guess_table should be measured. */
static bool is_row_wanted(const struct guess_terms *terms, int row)
{
    return terms->rows >> row & 1;
}

/* Measures each wanted guesser (a row of guess_table) on one game of the block, about both sides.
 * tallies[index] gets the results. It is the work of a thread. */
static void measure_game(void *context, size_t index)
{
    struct bench_work *bench = context;
    const struct guess_terms *terms = bench->terms;
    size_t game = (bench->first + index) * terms->every; /* only every `every`-th game is measured */
    for (int row = 0; row < GUESS_ROWS; row++) {
        const struct belief_knowledge *knowledge = &bench->knowledge[game % (size_t)terms->fold_count][row];
        struct guess_tally *tally = &bench->tallies[index][row];
        *tally = (struct guess_tally){0};
        for (enum side side = RED; side <= BLUE && is_row_wanted(terms, row); side++)
            if (!stop_requested(terms->stop))
                guess_tally_observer(knowledge, terms->settings, &terms->games->items[game], side, tally);
    }
}

/* Adds for each bin of probability the number of right guesses minus the sum of the predicted probabilities,
 * per guess. It is 0 on average if the predictions are right. */
static void add_bins(struct ratio figures[GUESS_BINS], const struct guess_bin bins[GUESS_BINS])
{
    for (int i = 0; i < GUESS_BINS; i++)
        ratio_add(&figures[i], bins[i].right - bins[i].predicted, bins[i].count);
}

/* Adds the tally of one guesser in one game to its figures. `before` and `last` are tallies of the same game:
 * of the guesser measured before this one, and of the last one. The figures `gain` and `last` are the
 * differences of the losses to these two. */
static void add_game(struct guess_figures *figures, const struct guess_tally *tally,
                     const struct guess_tally *before, const struct guess_tally *last)
{
    guess_tally_add(&figures->sum, tally);
    for (int i = 0; i < GUESS_PARTS; i++) {
        const struct guess_sum *part = &tally->part[i];
        ratio_add(&figures->right[i], part->top1, part->pieces);
        ratio_add(&figures->p_true[i], part->p_true, part->pieces);
        ratio_add(&figures->loss[i], part->loss, part->pieces);
        ratio_add(&figures->flag[i], part->flag_top3, part->flag_looks);
        ratio_add(&figures->gain[i], part->loss - before->part[i].loss, part->pieces);
        ratio_add(&figures->last[i], last->part[i].loss - part->loss, part->pieces);
    }
    add_bins(figures->best, tally->best);
    add_bins(figures->every, tally->every);
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < STEP_STRENGTHS; i++) {
            const struct guess_step *step = &tally->step[rank];
            ratio_add(&figures->step[rank][i], step->found[i] - step->predicted[i], step->count);
        }
}

/* Returns whether games of this novelty belong to the class. */
static bool is_in_class(enum guess_class class, enum guess_novelty novelty)
{
    switch (class) {
    case GUESS_KNOWN: return novelty == GUESS_MET;
    case GUESS_NEW: return novelty == GUESS_NEAR || novelty == GUESS_FAR;
    case GUESS_UNLIKE_ALL: return novelty == GUESS_FAR;
    default: return true;
    }
}

/* Adds the tallies of the block's `count` games to the result, for each class of games that a game belongs
 * to and each measured row. */
static void add_block(const struct bench_work *bench, size_t count, struct guess_result *result)
{
    const struct guess_terms *terms = bench->terms;
    int last = GUESS_ROWS - 1; /* the last measured row, with which all rows are compared */
    while (last > 0 && !is_row_wanted(terms, last))
        last--;
    for (size_t i = 0; i < count; i++) {
        size_t game = (bench->first + i) * terms->every;
        enum guess_novelty novelty = terms->novelty ? terms->novelty[game] : GUESS_NO_SETUPS;
        for (int class = 0; class < GUESS_CLASSES; class++) {
            if (!is_in_class((enum guess_class)class, novelty))
                continue;
            result->class_games[class]++;
            for (int row = 0, before = -1; row < GUESS_ROWS; row++) {
                if (!is_row_wanted(terms, row))
                    continue;
                const struct guess_tally *tally = bench->tallies[i];
                /* The first row has none before it: it is compared with itself. */
                add_game(&result->figures[class][row], &tally[row], &tally[before < 0 ? row : before],
                         &tally[last]);
                before = row;
            }
        }
    }
    result->games += count;
}

/* Makes the knowledge for each row of guess_table with the model and the options of one fold. */
static enum status make_fold_knowledge(struct bench_work *bench, int fold, struct error *error)
{
    const struct guess_terms *terms = bench->terms;
    for (int i = 0; i < GUESS_ROWS; i++) {
        struct belief_options options = terms->folds[fold].options;
        options.kind = (double)(belief_kind_find(guess_table[i].kind) - belief_kind_table); /* its index */
        options.neighbours = guess_table[i].neighbours;
        options.opportunities = guess_table[i].opportunities;
        options.behaviour = guess_table[i].behaviour;
        if (guess_table[i].people) /* neither programs nor anyone else */
            options.prior = options.weights.anyone = 0;
        enum status status = belief_knowledge_init(&bench->knowledge[fold][i], &options, terms->statistics,
                                                   terms->folds[fold].model, error);
        if (status)
            return status;
    }
    return STATUS_OK;
}

enum status guess_bench(const struct guess_terms *terms, struct guess_result *result, struct error *error)
{
    size_t games = terms->games->count, measured = (games + terms->every - 1) / terms->every;
    if (!games || games < (size_t)terms->fold_count)
        return error_set(error, STATUS_BAD, "bench guess: %zu game%s to measure, expected at least %d", games,
                         plural(games), terms->fold_count);
    struct bench_work bench = {.terms = terms};
    enum status status = STATUS_OK;
    *result = (struct guess_result){0};
    bench.tallies = memory_new(BLOCK, sizeof *bench.tallies);
    bench.knowledge = memory_new((size_t)terms->fold_count, sizeof *bench.knowledge);
    for (int fold = 0; fold < terms->fold_count && !status; fold++)
        status = make_fold_knowledge(&bench, fold, error);
    /* Measure block by block: the games of a block in parallel, then their sum in order. */
    for (; !status && bench.first < measured; bench.first += BLOCK) {
        size_t count = measured - bench.first < BLOCK ? measured - bench.first : BLOCK;
        parallel_run(terms->jobs, count, measure_game, &bench);
        if (stop_requested(terms->stop))
            status = error_set(error, STATUS_NO, "stopped");
        else
            add_block(&bench, count, result);
    }
    free(bench.knowledge);
    free(bench.tallies);
    return status;
}
