/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rollout/halving.h"

#include "base/clock.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH_WORLDS = 8,    /* worlds between two checks of drops and of the clock; by time, for each thread */
    FIRST_BATCH = 2,     /* by time: the size of the first batch, before the time of a trial is known */
    SURE_WORLDS = 8,     /* min worlds before a move is dropped as surely worse, or counts as equal */
    WORLDS_MAX = 65536,  /* by time: limits the memory */
};

/* Returns the score by which moves are compared: the mean of the worlds plus the move's bonus. */
static double score(const struct halving *halving, const struct halving_terms *terms, int arm)
{
    return halving->arm[arm].mean + terms->bonus[arm];
}

/* Lists the moves that are not dropped, in their order; returns their number. */
static int list_remaining(const struct halving *halving, const struct halving_terms *terms,
                          int left[HALVING_ARMS])
{
    int count = 0;
    for (int arm = 0; arm < terms->arms; arm++)
        if (!halving->arm[arm].out)
            left[count++] = arm;
    return count;
}

/* Sets `best` to the remaining move with the highest score. */
static void find_best(struct halving *halving, const struct halving_terms *terms)
{
    int left[HALVING_ARMS] = {0}, count = list_remaining(halving, terms, left);
    halving->best = left[0];
    for (int i = 1; i < count; i++)
        if (score(halving, terms, left[i]) > score(halving, terms, halving->best))
            halving->best = left[i];
}

/* Returns the mean of a - b, or of a if b is NULL, and its standard error. */
static double mean_difference(const double *a, const double *b, uint32_t count, double *error)
{
    double sum = 0, squares = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += b ? a[i] - b[i] : a[i];
    double mean = count ? sum / count : 0;
    for (uint32_t i = 0; i < count; i++) {
        double off = (b ? a[i] - b[i] : a[i]) - mean;
        squares += off * off;
    }
    *error = count > 1 ? sqrt(squares / (count - 1) / count) : 0;
    return mean;
}

double halving_compare(const struct halving *halving, int arm, int other, double *error)
{
    const struct halving_arm *own = &halving->arm[arm], *reference = &halving->arm[other];
    return mean_difference(own->value, reference->value,
                           own->worlds < reference->worlds ? own->worlds : reference->worlds, error);
}

/* Returns the lead of the best move over another, bonus included, in the worlds that both have. *error gets
 * its standard error. */
static double lead_of_best(const struct halving *halving, const struct halving_terms *terms, int arm,
                           double *error)
{
    return halving_compare(halving, halving->best, arm, error) + terms->bonus[halving->best] -
           terms->bonus[arm];
}

/* Drops the moves that are surely worse than the best. A standard error of 0 after several worlds means
 * that the two moves had the same difference in each of them. */
static void drop_hopeless(struct halving *halving, const struct halving_terms *terms)
{
    const struct halving_arm *best = &halving->arm[halving->best];
    if (terms->sure <= 0 || best->worlds < SURE_WORLDS)
        return;
    for (int arm = 0; arm < terms->arms; arm++) {
        struct halving_arm *own = &halving->arm[arm];
        double error;
        if (own->out || arm == halving->best)
            continue;
        double ahead = lead_of_best(halving, terms, arm, &error);
        own->out = ahead > terms->sure * error;
    }
}

/* Drops the moves with the lowest score, of equal ones the later, until `max_moves` remain. */
static void drop_worst(struct halving *halving, const struct halving_terms *terms, int max_moves)
{
    int remaining[HALVING_ARMS], count = list_remaining(halving, terms, remaining);
    for (int out = count - max_moves; out > 0; out--) {
        int worst = -1;
        for (int i = 0; i < count; i++)
            if (!halving->arm[remaining[i]].out &&
                (worst < 0 || score(halving, terms, remaining[i]) <= score(halving, terms, worst)))
                worst = remaining[i];
        halving->arm[worst].out = true;
    }
}

/* Chooses randomly among the moves that count as equal to the best, so that the program's move is not
 * predictable. Moves that were dropped after a few worlds do not count: a few equal results prove little. */
static void choose_among_equals(struct halving *halving, const struct halving_terms *terms)
{
    int equal[HALVING_ARMS], count = 0;
    uint32_t best_worlds = halving->arm[halving->best].worlds, min_worlds = (best_worlds + 1) / 2;
    double error;
    /* Half of the best move's worlds, but SURE_WORLDS or more if the best move has so many. */
    if (min_worlds < SURE_WORLDS)
        min_worlds = best_worlds < SURE_WORLDS ? best_worlds : SURE_WORLDS;
    if (terms->equal <= 0 || !best_worlds)
        return;
    for (int arm = 0; arm < terms->arms; arm++)
        if (halving->arm[arm].worlds >= min_worlds &&
            lead_of_best(halving, terms, arm, &error) <= terms->equal)
            equal[count++] = arm;
    halving->best = equal[(int)(terms->draw * count)];
    halving->equals = count;
}

/* Tries all remaining moves in the next `worlds` worlds; false if it was stopped. */
static bool play_batch(struct halving *halving, const struct halving_terms *terms, uint32_t worlds)
{
    int left[HALVING_ARMS], count = list_remaining(halving, terms, left);
    uint32_t first = halving->arm[left[0]].worlds;
    halving->batch = memory_grow(halving->batch, &halving->batch_capacity, (size_t)count * worlds,
                                 sizeof(double));
    uint64_t known = 0;
    if (!terms->try(terms->context, left, count, first, worlds, halving->batch, &known))
        return false;
    for (int i = 0; i < count; i++) {
        struct halving_arm *arm = &halving->arm[left[i]];
        arm->value = memory_grow(arm->value, &arm->capacity, first + worlds, sizeof(double));
        memcpy(arm->value + first, halving->batch + (size_t)i * worlds, worlds * sizeof(double));
        arm->worlds = first + worlds;
        arm->mean = mean_difference(arm->value, NULL, arm->worlds, &arm->error);
    }
    halving->trials += (uint64_t)count * worlds;
    halving->known += known;
    find_best(halving, terms);
    drop_hopeless(halving, terms);
    if (terms->reported)
        terms->reported(terms->context);
    return true;
}

/* The end of a round. */
struct round_end {
    uint32_t worlds;    /* by worlds: worlds of the round */
    double start, time; /* by time: clock_now at the start of halving and at the end of the round */
};

/* Returns how many worlds come next for each of `count` moves; 0: the round is over. `tried`: worlds that
 * each move has had; `done`: those of this round. With a time limit, batches double up to eight worlds, and
 * then have eight per thread. A batch must fit into the remaining time, by the mean time of a trial so far.
 * Results known before took no time and are not counted. */
static uint32_t next_batch(const struct halving *halving, const struct halving_terms *terms,
                           const struct round_end *end, int count, uint32_t tried, uint32_t done)
{
    uint32_t max_worlds = terms->max_worlds ? terms->max_worlds : WORLDS_MAX, worlds = BATCH_WORLDS;
    if (terms->seconds <= 0) {
        worlds = end->worlds - done < BATCH_WORLDS ? end->worlds - done : BATCH_WORLDS;
        return tried + worlds > WORLDS_MAX ? 0 : worlds;
    }
    /* By time. The size of the batch: `doubled` at first, as many worlds as each move has had. */
    uint64_t played = halving->trials - halving->known, played_each = played / (unsigned)count;
    uint32_t doubled = played_each < tried ? (uint32_t)played_each : tried;
    if (doubled < BATCH_WORLDS)
        worlds = doubled < FIRST_BATCH ? FIRST_BATCH : doubled;
    else if (terms->threads > 1)
        worlds = BATCH_WORLDS * (uint32_t)terms->threads;
    if (played > 0) {
        double now = clock_now(), seconds_per_trial = (now - end->start) / (double)played;
        double fitting = (end->time - now) / (seconds_per_trial * count);
        worlds = fitting < 1 ? 0 : fitting < worlds ? (uint32_t)fitting : worlds;
    }
    if (tried >= max_worlds)
        return 0;
    return tried + worlds > max_worlds ? max_worlds - tried : worlds;
}

/* Plays a round until its worlds or its time are used up, or until one move remains. False if it was
 * stopped. */
static bool play_round(struct halving *halving, const struct halving_terms *terms,
                       const struct round_end *end)
{
    int remaining[HALVING_ARMS], min_moves = terms->even ? 1 : 2;
    for (uint32_t done = 0;;) {
        int count = list_remaining(halving, terms, remaining);
        if (count < min_moves)
            return true;
        uint32_t worlds = next_batch(halving, terms, end, count, halving->arm[remaining[0]].worlds, done);
        if (!worlds)
            return true;
        if (!play_batch(halving, terms, worlds)) {
            halving->stopped = true;
            return false;
        }
        done += worlds;
    }
}

void halving_run(struct halving *halving, const struct halving_terms *terms)
{
    double start = terms->seconds > 0 ? clock_now() : 0;
    int rounds = 0, left[HALVING_ARMS];
    for (int arm = 0; arm < terms->arms; arm++) {
        struct halving_arm *own = &halving->arm[arm];
        own->worlds = 0;
        own->mean = own->error = 0;
        own->out = false;
    }
    halving->trials = halving->known = 0;
    halving->stopped = false;
    halving->equals = 0;
    find_best(halving, terms);
    if (terms->even) {
        play_round(halving, terms, &(struct round_end){terms->worlds, start, start + terms->seconds});
        return;
    }
    while (1 << rounds < terms->arms) /* halvings until one move remains */
        rounds++;
    for (int round = 0; round < rounds; round++) {
        int count = list_remaining(halving, terms, left);
        if (count < 2)
            break;
        /* All trials are divided equally among the rounds, those of a round among the remaining moves. */
        uint64_t share = (uint64_t)terms->worlds * (unsigned)terms->arms / (unsigned)(rounds * count);
        /* If only two moves remain, this is the last round: it gets all the remaining time. */
        const struct round_end end = {share ? (uint32_t)share : 1, start,
                                      start + terms->seconds * (count == 2 ? 1 : (round + 1.0) / rounds)};
        if (!play_round(halving, terms, &end))
            break;
        drop_worst(halving, terms, count - count / 2);
    }
    find_best(halving, terms);
    choose_among_equals(halving, terms);
}

void halving_free(struct halving *halving)
{
    for (int arm = 0; arm < HALVING_ARMS; arm++)
        free(halving->arm[arm].value);
    free(halving->batch);
    *halving = (struct halving){0};
}
