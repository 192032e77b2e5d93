/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/setup_study.h"

#include "base/memory.h"
#include "base/parallel.h"

#include <stdlib.h>

enum { SHORT_MOVES = 120 /* a short game ends after so many moves */ };

const char setup_study_player[] = "invincible:profile=veteran";
const char *const setup_study_partners[SETUP_STUDY_PARTNERS] = {"attacker", "runner", "people", "gambler"};

/* Games that are followed by several threads. */
struct study_followed {
    const struct setup_study_terms *terms;
    const struct setup_games *games;
    struct leak *leaks;         /* [game] */
    struct attack_costs *costs; /* [game] */
};

/* Follows one game for the leak. */
static void follow_leak(void *context, size_t index)
{
    struct study_followed *followed = context;
    leak_follow(followed->terms->value.knowledge, followed->terms->value.settings,
                &followed->games->games.items[index], setup_games_owner(index), &followed->leaks[index]);
}

/* Follows one game for the costs of attacks. */
static void follow_costs(void *context, size_t index)
{
    struct study_followed *followed = context;
    attack_costs_follow(&followed->terms->value, &followed->games->games.items[index],
                        setup_games_owner(index), &followed->costs[index]);
}

/* Plays the games with all partners and follows them from the enemy's seat. */
static enum status study_leak(struct setup_study *study, const struct setup_study_terms *terms,
                              struct error *error)
{
    const size_t each = terms->partner_games, all = SETUP_STUDY_PARTNERS * each;
    struct leak *leaks = memory_new(all, sizeof *leaks);
    enum status status = STATUS_OK;
    for (int i = 0; i < SETUP_STUDY_PARTNERS && !status; i++) {
        struct setup_games games;
        const struct setup_series series = {terms->setup, setup_study_player, setup_study_partners[i],
                                            terms->pools[0].setups, terms->pools[0].count, each,
                                            (int)leak_plies[LEAK_PLIES - 1]};
        struct study_followed followed = {.terms = terms, .games = &games, .leaks = leaks + (size_t)i * each};
        status = setup_games_play(&terms->games, &series, &games, error);
        if (!status)
            parallel_run(terms->games.jobs, each, follow_leak, &followed);
        setup_games_free(&games);
    }
    if (!status)
        leak_curve_make(leaks, all, &study->leak);
    free(leaks);
    return status;
}

/* Computes what attacks cost in games that were played. */
static void study_costs(struct setup_study *study, const struct setup_study_terms *terms,
                        const struct setup_games *games)
{
    struct attack_costs *costs = memory_new(games->games.count, sizeof *costs);
    struct study_followed followed = {.terms = terms, .games = games, .costs = costs};
    parallel_run(terms->games.jobs, games->games.count, follow_costs, &followed);
    attack_costs_sum(costs, games->games.count, study->cost);
    free(costs);
}

/* Lists and tries exchanges against the enemies of `series`; `base`: its games without exchange. */
static enum status study_exchanges(struct setup_study *study, const struct setup_study_terms *terms,
                                   const struct setup_series *series, const struct setup_games *base,
                                   struct error *error)
{
    const struct exchange_terms own = {.games = &terms->games, .series = *series, .base = base,
                                       .value = terms->value, .cut = SHORT_MOVES,
                                       .worlds = terms->short_worlds};
    study->screened = exchanges_list(terms->setup, terms->judge, terms->statistics, study->exchange,
                                     terms->screened);
    if (study->screened == 0)
        return STATUS_OK;
    return exchanges_try(&own, study->exchange, study->screened, &study->played, error);
}

enum status setup_study_make(struct setup_study *study, const struct setup_study_terms *terms,
                             struct error *error)
{
    *study = (struct setup_study){0};
    enum status status = study_leak(study, terms, error);
    for (int pool = 0; pool < terms->pool_count && !status; pool++) {
        struct setup_games games;
        const struct setup_series series = {terms->setup, setup_study_player, setup_study_player,
                                            terms->pools[pool].setups, terms->pools[pool].count,
                                            terms->pool_games, 0};
        status = setup_games_play(&terms->games, &series, &games, error);
        if (!status) {
            study->against[pool] = games.result;
            if (pool == 0)
                study_costs(study, terms, &games);
        }
        if (!status && pool == 0)
            status = study_exchanges(study, terms, &series, &games, error);
        setup_games_free(&games);
    }
    return status;
}
