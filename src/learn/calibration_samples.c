/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "learn/calibration_samples.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "base/stop.h"
#include "belief/belief.h"

#include <stdlib.h>
#include <string.h>

enum {
    EARLY = 60,              /* plies: a sample up to here is an early one */
    STEPS_EVERY = 3,         /* one in STEPS_EVERY of people's steps up becomes a sample */
};

/* A few hundred games are too few to fit a hundred parameters well: then all games are used, with a larger
 * ridge. (With Barrage's 833 games, the settings for many games made guesses 0.03 bits worse than no
 * calibration.) */
enum { GAMES_FEW = 2000 };
static const struct calibration_settings many_games = {
    .known_every = 4, .plies = 8, .ridge = 1e-2, .shrink = 1,
    .loss_weight = {[GUESS_MET] = {0.3f, 0.6f}, [GUESS_NEAR] = {1, 2}, [GUESS_FAR] = {2, 8}}};
static const struct calibration_settings few_games = {
    .known_every = 1, .plies = 0, .ridge = 0.3, .shrink = 0.7f,
    .loss_weight = {[GUESS_MET] = {1, 2}, [GUESS_NEAR] = {1, 2}, [GUESS_FAR] = {2, 8}}};

const struct calibration_settings *calibration_settings_for(uint64_t games)
{
    return games < GAMES_FEW ? &few_games : &many_games;
}

struct calibration_samples *calibration_samples_new(void)
{
    return memory_new(1, sizeof(struct calibration_samples));
}

/* Frees the arrays, but not the struct. */
static void free_arrays(struct calibration_samples *samples)
{
    free(samples->sides);
    free(samples->rows);
}

void calibration_samples_free(struct calibration_samples *samples)
{
    if (!samples)
        return;
    free_arrays(samples);
    free(samples);
}

void calibration_samples_count(struct calibration_samples *samples, int fold, size_t games, size_t fresh)
{
    samples->games[fold] += games;
    samples->fresh[fold] += fresh;
}

void calibration_samples_put(struct calibration_samples *samples, const struct calibration_side *side,
                             const struct calibration_row *rows)
{
    size_t count = (size_t)side->count;
    samples->sides = memory_grow(samples->sides, &samples->side_capacity, samples->side_count + 1,
                                 sizeof *samples->sides);
    samples->rows = memory_grow(samples->rows, &samples->row_capacity, samples->row_count + count + 1,
                                sizeof *samples->rows);
    struct calibration_side *put = &samples->sides[samples->side_count++];
    *put = *side;
    put->first = samples->row_count;
    memcpy(samples->rows + samples->row_count, rows, count * sizeof *rows);
    samples->row_count += count;
}

/* --- replaying games --- */

struct calibration_work {
    const struct calibration_terms *terms;
    struct belief_knowledge *knowledge;
    struct calibration_samples *lists; /* one for each game */
    const struct calibration_settings *settings;
    uint32_t every;                    /* plies between two regular samples */
};

/* Appends the hidden pieces of a side of game `index`, at the moment of the belief, as a sample. Appends
 * nothing if the true rank of a hidden piece is not known or was ruled out. `every`: how many moments the
 * sample stands for; `steps`: it is a sample of a step up. */
static void add_side(const struct calibration_work *work, const struct belief *belief, const uint8_t *truth,
                     size_t index, uint32_t every, bool steps, struct calibration_samples *list)
{
    const struct calibration_terms *terms = work->terms;
    struct calibration_row rows[PIECES_A_SIDE];
    struct calibration_side side = {.novelty = (enum guess_novelty)terms->novelty[index], .steps = steps,
                                    .early = belief->public_state.plies <= EARLY, .fold = terms->fold,
                                    .player = terms->player, .curve_weight = calibrate_part(belief)};
    side.weight = (float)every;
    if (side.novelty == GUESS_MET && terms->player == PLAYER_PEOPLE)
        side.weight *= (float)work->settings->known_every; /* only one such game in known_every is used */
    for (enum player_kind player = 0; player < PLAYER_KINDS; player++)
        side.step_weight[player] = calibrate_step_part(belief, player);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int number = side_base(belief->side) + row;
        float sign[CALIBRATION_SIGNS];
        struct calibration_row *added = &rows[side.count];
        if (!belief_is_hidden(belief, number))
            continue;
        /* The row: the belief before calibration, the truth, and the inputs of the calibration. */
        const float *level = calibrate_level(&belief->calibrated, row);
        if (truth[number] >= RANKS || !(level[truth[number]] > 0))
            return;
        memcpy(added->level, level, sizeof added->level);
        added->truth = truth[number];
        added->steps = (uint8_t)steps_up_to(&belief->public_state, number, added->known);
        calibrate_behaviour(belief, row, added->behaviour);
        calibrate_signs(belief, row, sign);
        calibration_locate(sign, &added->place);
        side.count++;
    }
    calibration_samples_put(list, &side, rows);
}

/* Returns whether a hidden piece of the observed side has just stepped up. */
static bool any_steps(const struct belief *belief)
{
    uint8_t known[DIRECTIONS];
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        int number = side_base(belief->side) + row;
        if (belief_is_hidden(belief, number) && steps_up_to(&belief->public_state, number, known))
            return true;
    }
    return false;
}

/* Follows a game as an observer of `side` and adds its samples. Of people's games these are one every
 * work->every plies, and one in STEPS_EVERY steps up. Of programs' games these are all steps up. */
static void add_samples_of_side(struct calibration_work *work, size_t index, enum side side, struct rng *rng,
                                struct belief *belief)
{
    const struct calibration_terms *terms = work->terms;
    const struct training_game *game = &terms->games[index];
    struct calibration_samples *list = &work->lists[index];
    const bool people = terms->player == PLAYER_PEOPLE;
    /* `next`: the ply of the next regular sample. */
    uint32_t next = rng_below(rng, work->every), steps_every = people ? STEPS_EVERY : 1;
    belief_init_public(belief, work->knowledge, &game->start, side);
    for (uint32_t ply = 0; ply < game->count && game->events[ply].defender != FLAG; ply++) {
        belief_observe(belief, &game->events[ply]);
        if (any_steps(belief) && rng_below(rng, steps_every) == 0)
            add_side(work, belief, game->truth, index, steps_every, true, list);
        if (ply != next || !people)
            continue;
        add_side(work, belief, game->truth, index, work->every, false, list);
        next += work->every;
    }
}

/* Adds the samples of game `index`; it is the callback of the threads. People's games must have started from
 * setups. Of people's games with known setups only one in known_every is used. */
static void add_samples_of_game(void *context, size_t index)
{
    struct calibration_work *work = context;
    const struct calibration_terms *terms = work->terms;
    struct rng rng;
    rng_seed(&rng, (uint64_t)terms->fold, index);
    bool used = terms->player != PLAYER_PEOPLE ||
                (terms->novelty[index] < GUESS_NO_SETUPS &&
                 (terms->novelty[index] != GUESS_MET || rng_below(&rng, work->settings->known_every) == 0));
    struct belief *belief = used ? memory_new(1, sizeof *belief) : NULL;
    for (enum side side = RED; side <= BLUE && used; side++)
        if (!stop_requested(terms->stop))
            add_samples_of_side(work, index, side, &rng, belief);
    free(belief);
}

void calibration_samples_add(struct calibration_samples *samples, const struct calibration_terms *terms)
{
    static const struct calibration none = {0};
    const struct calibration_settings *settings = calibration_settings_for(terms->all);
    const uint32_t every = settings->plies + (uint32_t)(terms->all / 150); /* more games: fewer of each */
    const bool people = terms->player == PLAYER_PEOPLE;
    struct calibration_work work = {.terms = terms, .settings = settings, .every = every > 0 ? every : 1};
    size_t fresh = 0; /* games with new setups */
    work.knowledge = memory_new(1, sizeof *work.knowledge);
    *work.knowledge = *terms->knowledge;
    work.knowledge->calibration = &none; /* changes no belief, but the inputs of a calibration are computed */
    work.lists = memory_new(terms->count + 1, sizeof *work.lists);
    parallel_run(terms->jobs, terms->count, add_samples_of_game, &work);
    for (size_t i = 0; i < terms->count; i++) {
        for (size_t k = 0; k < work.lists[i].side_count; k++)
            calibration_samples_put(samples, &work.lists[i].sides[k],
                                    work.lists[i].rows + work.lists[i].sides[k].first);
        fresh += people && (terms->novelty[i] == GUESS_NEAR || terms->novelty[i] == GUESS_FAR);
        free_arrays(&work.lists[i]);
    }
    calibration_samples_count(samples, terms->fold, people ? terms->count : 0, fresh);
    free(work.lists);
    free(work.knowledge);
}
