/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/exchanges.h"

#include "analysis/chance.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "rollout/halving.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The score of people's games rises by this much a point of the judge: its correlation with the score (0.09),
 * times the ratio of the standard deviations (0.5 and 6 points). */
static const double score_a_point = 0.007;

/* A rank's share on a place, at least: the correlation of rarer ones is mostly chance. */
static const double share_min = 0.02;

/* The normal quantile of 1 - 0.05 / EXCHANGES_PLAYED / 2. */
static const double sure_quantile = 2.241;

_Static_assert((int)EXCHANGES_SCREENED <= (int)HALVING_ARMS, "a halving compares all that are screened");

/* --- by statistics --- */

/* Returns by how much the score of people's games differs if a rank stands on a place, by its correlation. */
static double placed_score(const struct setup_statistics *statistics, int place, int rank)
{
    double share = fmax(setup_prior(statistics, place, rank), share_min);
    return statistics->results.placement[rank][place] * 0.5 / sqrt(share * (1 - fmin(share, 0.5)));
}

/* Orders exchanges: the likeliest first, equal ones by their places. For qsort. */
static int compare_likely(const void *a, const void *b)
{
    const struct exchange *one = a, *two = b;
    if (one->likely < two->likely || one->likely > two->likely)
        return one->likely < two->likely ? 1 : -1;
    return memcmp(one->place, two->place, sizeof one->place);
}

size_t exchanges_list(const struct setup *setup, const struct judge *judge,
                      const struct setup_statistics *statistics, struct exchange *list, size_t max)
{
    enum { PAIRS = PIECES_A_SIDE * (PIECES_A_SIDE - 1) / 2 };
    struct exchange *all = memory_new(PAIRS, sizeof *all);
    size_t count = 0;
    double points = judge_score(judge, setup);
    for (int a = 0; a < PIECES_A_SIDE; a++)
        for (int b = a + 1; b < PIECES_A_SIDE; b++) {
            int first = setup->rank[a], second = setup->rank[b];
            struct exchange exchange = {.place = {(uint8_t)a, (uint8_t)b}, .setup = *setup};
            if (first == second || first == PLACE_EMPTY || second == PLACE_EMPTY)
                continue;
            setup_swap(&exchange.setup, a, b);
            if (setup_playable(&exchange.setup, NULL) != STATUS_OK)
                continue;
            exchange.likely = score_a_point * (judge_score(judge, &exchange.setup) - points) +
                              placed_score(statistics, a, second) - placed_score(statistics, a, first) +
                              placed_score(statistics, b, first) - placed_score(statistics, b, second);
            all[count++] = exchange;
        }
    qsort(all, count, sizeof *all, compare_likely);
    count = count < max ? count : max;
    memcpy(list, all, count * sizeof *list);
    free(all);
    return count;
}

/* --- short games --- */

/* The short games of a batch, for the threads that evaluate their ends. */
struct short_games {
    const struct exchange_terms *terms;
    const struct setup_games *games;
    double *value; /* [game] */
};

/* Evaluates the end of a short game: the result, or the owner's chance. */
static void evaluate_end(void *context, size_t index)
{
    struct short_games *short_games = context;
    const struct attack_costs_terms *value = &short_games->terms->value;
    const struct training_game *game = &short_games->games->games.items[index];
    enum side side = setup_games_owner(index);
    struct observer *observer = memory_new(1, sizeof *observer);
    struct view view = {0};
    short_games->value[index] = setup_games_score(short_games->games, index);
    if (game->outcome.reason == REASON_MOVE_LIMIT && training_game_view(game, side, &view)) {
        for (uint32_t i = 0; i < game->count; i++)
            view_apply(&view, &game->events[i]);
        observer_init_by(observer, value->knowledge, value->settings);
        observer_follow(observer, &view, NULL);
        short_games->value[index] =
            chance_by_beliefs(&view, (value_beliefs *)observer->p[side_other(side)],
                              (value_beliefs *)observer->p[side], value->value, PLAYER_PROGRAMS);
        observer_free(observer);
    }
    view_free(&view);
    free(observer);
}

/* The exchanges of a halving. */
struct screening {
    const struct exchange_terms *terms;
    struct exchange *list;
    struct error *error;
    enum status status;
};

/* Plays `worlds` pairs of short games with one exchange. The value of a pair is the mean of both games. */
static enum status play_short(const struct screening *screening, const struct exchange *exchange,
                              uint32_t first, uint32_t worlds, double *value)
{
    const struct exchange_terms *terms = screening->terms;
    struct setup_games_terms own = *terms->games;
    struct setup_series series = terms->series;
    struct setup_games games;
    own.seed = game_seed(own.seed, (uint64_t)first + 1); /* other games than the whole ones of seed 0 */
    own.progress = NULL;
    series.setup = &exchange->setup;
    series.games = 2 * (size_t)worlds;
    series.cut = terms->cut;
    enum status status = setup_games_play(&own, &series, &games, screening->error);
    if (!status) {
        double *single = memory_new(series.games, sizeof *single);
        struct short_games short_games = {terms, &games, single};
        parallel_run(own.jobs, series.games, evaluate_end, &short_games);
        for (uint32_t i = 0; i < worlds; i++)
            value[i] = (single[2 * i] + single[2 * i + 1]) / 2;
        free(single);
    }
    setup_games_free(&games);
    return status;
}

/* Tries exchanges in the next worlds. It is the callback of the halving. */
static bool try_short(void *context, const int *arm, int arms, uint32_t first, uint32_t worlds,
                      double *value, uint64_t *known)
{
    struct screening *screening = context;
    *known = 0;
    for (int i = 0; i < arms && !screening->status; i++)
        screening->status = play_short(screening, &screening->list[arm[i]], first, worlds,
                                       value + (size_t)i * worlds);
    return screening->status == STATUS_OK;
}

/* Brings the exchanges that were dropped last to the front, of those dropped together the best. */
static void bring_best_forward(const struct halving *halving, struct exchange *list, size_t count)
{
    struct exchange *sorted = memory_new(count, sizeof *sorted);
    bool taken[HALVING_ARMS] = {false};
    for (size_t i = 0; i < count; i++) {
        int best = -1;
        for (int arm = 0; arm < (int)count; arm++) {
            const struct halving_arm *own = &halving->arm[arm];
            if (!taken[arm] && (best < 0 || own->worlds > halving->arm[best].worlds ||
                                (own->worlds == halving->arm[best].worlds &&
                                 own->mean > halving->arm[best].mean)))
                best = arm;
        }
        taken[best] = true;
        sorted[i] = list[best];
        sorted[i].worlds = halving->arm[best].worlds;
    }
    memcpy(list, sorted, count * sizeof *list);
    free(sorted);
}

/* --- whole games --- */

bool exchange_is_sure(const struct sample *gain)
{
    if (!gain->count)
        return false;
    /* Pairs that all gain the same have no spread: the error is then that of half a point in one pair. */
    double error = fmax(sample_error(gain), 0.5 / (double)gain->count);
    return gain->mean > sure_quantile * error;
}

/* Plays the whole games with an exchange and compares them with those without it. */
static enum status play_whole(const struct exchange_terms *terms, struct exchange *exchange,
                              struct error *error)
{
    struct setup_series series = terms->series;
    struct setup_games games;
    series.setup = &exchange->setup;
    enum status status = setup_games_play(terms->games, &series, &games, error);
    for (size_t i = 0; i + 1 < series.games && !status; i += 2) {
        double gain = 0;
        for (size_t game = i; game < i + 2; game++)
            gain += (setup_games_score(&games, game) - setup_games_score(terms->base, game)) / 2;
        sample_add(&exchange->gain, gain);
    }
    exchange->sure = exchange_is_sure(&exchange->gain);
    setup_games_free(&games);
    return status;
}

enum status exchanges_try(const struct exchange_terms *terms, struct exchange *list, size_t count,
                          size_t *played, struct error *error)
{
    static const double no_bonus[HALVING_ARMS];
    struct halving *halving = memory_new(1, sizeof *halving);
    struct screening screening = {.terms = terms, .list = list, .error = error};
    const struct halving_terms halving_terms = {
        .arms = (int)count, .bonus = no_bonus, .worlds = terms->worlds, .try = try_short,
        .context = &screening,
    };
    halving_run(halving, &halving_terms);
    enum status status = screening.status;
    bring_best_forward(halving, list, count);
    halving_free(halving);
    free(halving);
    *played = count < EXCHANGES_PLAYED ? count : EXCHANGES_PLAYED;
    for (size_t i = 0; i < *played && !status; i++)
        status = play_whole(terms, &list[i], error);
    return status;
}
