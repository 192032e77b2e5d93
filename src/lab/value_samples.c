/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/value_samples.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "base/rng.h"
#include "base/stop.h"
#include "game/position.h"

#include <stdlib.h>
#include <string.h>

/* Games are sampled in parallel in blocks of this size; the samples are added in the games' order. */
enum { BLOCK = 256 };

/* The state of the sampling, shared by the threads. */
struct value_sampling {
    const struct value_samples_terms *terms;
    struct worth_options options;
    struct value_samples *own;  /* samples of each game of the block */
    size_t first;               /* index of the block's first game */
};

/* A game being replayed, with both sides' views and beliefs. */
struct value_replay {
    struct position position;
    struct view view[SIDES];
    struct belief belief[SIDES];
};

/* A callback that uses one sampled moment of a game. */
typedef void visit_moment(void *context, const struct value_replay *replay, const struct training_game *game);

void value_samples_free(struct value_samples *samples)
{
    free(samples->items);
    *samples = (struct value_samples){0};
}

bool value_counts(struct outcome outcome)
{
    switch (outcome.reason) {
    case REASON_FLAG: case REASON_NO_MOVES: case REASON_RESIGNED: case REASON_AGREED:
    case REASON_MOVE_LIMIT: case REASON_NO_ATTACK_LIMIT: return outcome.result != RESULT_OPEN;
    default: return false;
    }
}

/* Returns the belief knowledge for a game. */
static const struct belief_knowledge *knowledge_of(const struct value_samples_terms *terms, size_t game)
{
    return &terms->knowledge[game % (size_t)terms->knowledge_count];
}

/* Returns whether a sample is taken before this ply: one of each `every` plies, chosen by the game's number.
 * At a fixed even distance the same side would be to move in all samples of a game. With players that
 * alternate colours this would always be the same player, and the side to move would stand for the better
 * player. */
static bool is_moment(size_t number, uint32_t ply, uint32_t every)
{
    uint64_t counter = (uint64_t)number << 32 | ply / every;
    return ply > 0 && ply % every == rng_mix(&counter) % every;
}

/* Replays game `number` with both sides' views and beliefs, and calls `visit` at each sampled moment. False
 * if the game does not count or cannot be replayed. */
static bool replay_game(const struct value_samples_terms *terms, size_t number, visit_moment *visit,
                        void *context)
{
    const struct training_game *game = &terms->games->items[number];
    struct rules rules = *rules_find("free"); /* without repetition rules: the game's own are not known */
    struct setup setups[SIDES];
    struct placement start;
    if (!value_counts(game->outcome) || !training_game_setups(game, setups))
        return false;
    struct value_replay *replay = memory_new(1, sizeof *replay);
    rules.move_limit = 0;
    placement_from_setups(&start, variant_at(game->variant), &setups[RED], &setups[BLUE]);
    bool sound = position_init(&replay->position, &start, &rules, NULL) == STATUS_OK;
    for (enum side side = RED; side <= BLUE && sound; side++) {
        view_init(&replay->view[side], &replay->position, side);
        belief_init_public(&replay->belief[side], knowledge_of(terms, number), &game->start, side);
    }
    /* Play ply by ply on the true position; views and beliefs get only the public events. */
    for (uint32_t ply = 0; ply < game->count && sound && !stop_requested(terms->stop); ply++) {
        const struct event *event = &game->events[ply];
        const struct move_with_ranks move = {event->move, RANK_UNKNOWN, RANK_UNKNOWN};
        if (is_moment(number, ply, terms->every))
            visit(context, replay, game);
        sound = position_play(&replay->position, move, NULL, NULL) == STATUS_OK;
        for (enum side side = RED; side <= BLUE; side++) {
            view_apply(&replay->view[side], event);
            belief_observe(&replay->belief[side], event);
        }
    }
    for (enum side side = RED; side <= BLUE; side++)
        view_free(&replay->view[side]);
    position_free(&replay->position);
    free(replay);
    return sound;
}

/* Returns the result for a side: 1, 1/2 or 0. */
static float result_of(struct outcome outcome, enum side side)
{
    if (outcome.result == RESULT_DRAW)
        return 0.5f;
    return outcome.result == (side == RED ? RESULT_RED : RESULT_BLUE) ? 1 : 0;
}

/* The context of take_sample for one game. */
struct value_taking {
    const struct value_sampling *sampling;
    struct value_samples *out;
    uint32_t game;
};

/* Stores a sample of each side: the terms of the value in the replayed position, and the game's result. It is
 * a callback of replay_game. */
static void take_sample(void *context, const struct value_replay *replay, const struct training_game *game)
{
    const struct value_taking *taking = context;
    struct value_samples *out = taking->out;
    for (enum side side = RED; side <= BLUE; side++) {
        struct value_terms terms;
        uint32_t ply = replay->position.board.plies;
        const struct view *view = &replay->view[side];
        struct worth worth;
        worth_compute(&taking->sampling->options, view, &worth);
        value_terms_make(&terms, view, &worth, (value_beliefs *)replay->belief[side_other(side)].p,
                         (value_beliefs *)replay->belief[side].p);
        out->items = memory_grow(out->items, &out->capacity, out->count + 1, sizeof *out->items);
        struct value_sample *sample = &out->items[out->count++];
        *sample = (struct value_sample){.result = result_of(game->outcome, side), .side = (uint8_t)side,
                                        .ply = ply, .left = game->count - ply, .game = taking->game};
        for (int i = 0; i < VALUE_TERMS; i++)
            sample->x[i] = (float)terms.x[i];
    }
}

/* Takes the samples of one game. It is the work of a thread. */
static void sample_game(void *context, size_t index)
{
    const struct value_sampling *sampling = context;
    struct value_taking taking = {sampling, &sampling->own[index], (uint32_t)(sampling->first + index)};
    if (!replay_game(sampling->terms, sampling->first + index, take_sample, &taking))
        taking.out->count = 0; /* the game does not count: no samples */
}

void value_samples_add(struct value_samples *samples, const struct value_samples_terms *terms)
{
    struct value_sampling sampling = {.terms = terms, .own = memory_new(BLOCK, sizeof *sampling.own)};
    worth_options_init(&sampling.options);
    /* Block by block: sample its games in parallel, then append their samples in order. */
    for (; sampling.first < terms->games->count && !stop_requested(terms->stop); sampling.first += BLOCK) {
        size_t left = terms->games->count - sampling.first, count = left < BLOCK ? left : BLOCK;
        parallel_run(terms->jobs, count, sample_game, &sampling);
        for (size_t i = 0; i < count; i++) {
            struct value_samples *game = &sampling.own[i];
            samples->items = memory_grow(samples->items, &samples->capacity, samples->count + game->count + 1,
                                         sizeof *samples->items);
            if (game->count)
                memcpy(samples->items + samples->count, game->items, game->count * sizeof *game->items);
            samples->count += game->count;
            samples->games += game->count > 0;
            value_samples_free(game);
        }
        if (terms->progress)
            terms->progress(terms->context, sampling.first + count, terms->games->count);
    }
    free(sampling.own);
}

/* The context of time_moment. */
struct timing {
    struct worth_options options;
    const struct value_model *model;
    int times;
    double seconds, sum;  /* sum of the values: used, so that the compiler cannot remove the work */
    uint64_t count;       /* number of values computed */
};

/* Measures the time of the value at a position. It is a callback of replay_game. */
static void time_moment(void *context, const struct value_replay *replay, const struct training_game *game)
{
    struct timing *timing = context;
    (void)game;
    for (enum side side = RED; side <= BLUE; side++) {
        struct worth worth;
        worth_compute(&timing->options, &replay->view[side], &worth);
        double start = clock_thread();
        for (int i = 0; i < timing->times; i++)
            timing->sum += value_of(timing->model, PLAYER_PEOPLE, &replay->view[side], &worth,
                                    (value_beliefs *)replay->belief[side_other(side)].p,
                                    (value_beliefs *)replay->belief[side].p);
        timing->seconds += clock_thread() - start;
        timing->count += (uint64_t)timing->times;
    }
}

double value_samples_time(const struct value_samples_terms *terms, const struct value_model *model,
                          size_t games, int times)
{
    struct timing timing = {.model = model, .times = times};
    worth_options_init(&timing.options);
    for (size_t i = 0; i < games && i < terms->games->count; i++)
        replay_game(terms, i, time_moment, &timing);
    /* The sum of probabilities is above 0; it is read only so that the compiler keeps the work. */
    return timing.count && timing.sum > 0 ? timing.seconds / (double)timing.count : 0;
}
