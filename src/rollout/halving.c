/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rollout/halving.h"

#include "base/clock.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BATCH = 8,           /* worlds between two looks at who is out, and at the clock; by time so many a
                          * thread, which take no longer; */
    FIRST_BATCH = 2,     /* by time less at first: nobody knows yet how long a batch takes */
    SURE_WORLDS = 8,     /* no move is out for being surely behind before so many, or equal to the best */
    WORLDS_MAX = 65536, /* by time: memory is not to grow for ever */
};

static double score(const struct halving *halving, const struct halving_terms *terms, int arm)
{
    return halving->arm[arm].mean + terms->bonus[arm];
}

/* Those that are not out, in their order; returns how many. */
static int list_left(const struct halving *halving, const struct halving_terms *terms, int left[HALVING_ARMS])
{
    int count = 0;
    for (int arm = 0; arm < terms->arms; arm++)
        if (!halving->arm[arm].out)
            left[count++] = arm;
    return count;
}

static void find_best(struct halving *halving, const struct halving_terms *terms)
{
    int left[HALVING_ARMS] = {0}, count = list_left(halving, terms, left);
    halving->best = left[0];
    for (int i = 1; i < count; i++)
        if (score(halving, terms, left[i]) > score(halving, terms, halving->best))
            halving->best = left[i];
}

/* Mean and standard error of a - b, or of a where b is NULL. */
static double mean_of(const double *a, const double *b, uint32_t count, double *error)
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
    const struct halving_arm *own = &halving->arm[arm], *his = &halving->arm[other];
    return mean_of(own->value, his->value, own->worlds < his->worlds ? own->worlds : his->worlds, error);
}

/* By how much the best is ahead of a move, bonus and all, in the worlds that both had. */
static double lead_over(const struct halving *halving, const struct halving_terms *terms, int arm,
                        double *error)
{
    return halving_compare(halving, halving->best, arm, error) + terms->bonus[halving->best] -
           terms->bonus[arm];
}

/* Takes those out that are surely behind the best. An error of 0 after several worlds says that nothing in
 * them told the two moves apart but for the bonus. */
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
        double ahead = lead_over(halving, terms, arm, &error);
        own->out = ahead > terms->sure * error;
    }
}

/* Takes the worst out, of equals the later ones, until no more than `most` are left. */
static void take_out(struct halving *halving, const struct halving_terms *terms, int most)
{
    int left[HALVING_ARMS], count = list_left(halving, terms, left);
    for (int out = count - most; out > 0; out--) {
        int worst = -1;
        for (int i = 0; i < count; i++)
            if (!halving->arm[left[i]].out &&
                (worst < 0 || score(halving, terms, left[i]) <= score(halving, terms, worst)))
                worst = left[i];
        halving->arm[worst].out = true;
    }
}

/* Takes one of those that count as equal to the best, so that who knows the program does not know its move.
 * What went out after a few worlds is none of them: equal in two says little, and in eight of eighty too. */
static void pick_equal(struct halving *halving, const struct halving_terms *terms)
{
    int equal[HALVING_ARMS], count = 0;
    uint32_t most = halving->arm[halving->best].worlds, min = (most + 1) / 2;
    double error;
    if (min < SURE_WORLDS)
        min = most < SURE_WORLDS ? most : SURE_WORLDS;
    if (terms->equal <= 0 || !most)
        return;
    for (int arm = 0; arm < terms->arms; arm++)
        if (halving->arm[arm].worlds >= min && lead_over(halving, terms, arm, &error) <= terms->equal)
            equal[count++] = arm;
    halving->best = equal[(int)(terms->draw * count)];
    halving->equals = count;
}

/* Tries all that are left in the next worlds; false where that was stopped. */
static bool try_more(struct halving *halving, const struct halving_terms *terms, uint32_t worlds)
{
    int left[HALVING_ARMS], count = list_left(halving, terms, left);
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
        arm->mean = mean_of(arm->value, NULL, arm->worlds, &arm->error);
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
    uint32_t worlds;    /* by worlds: so many, */
    double start, time; /* by time: when halving began, and when the round ends */
};

/* How many worlds come next for each of `count` moves, 0 where the round is over; `done` of its own are. By
 * time each batch doubles what was tried until that is eight worlds, and has eight a thread from then on, but
 * no more come than fit into what the round has left, by what a trial has taken so far. Those that were known
 * before took no time and do not count in this: where there are no others yet there is no knowing. */
static uint32_t next_batch(const struct halving *halving, const struct halving_terms *terms,
                           const struct round_end *end, int count, uint32_t tried, uint32_t done)
{
    uint32_t most = terms->most ? terms->most : WORLDS_MAX, worlds = BATCH;
    if (terms->seconds <= 0) {
        worlds = end->worlds - done < BATCH ? end->worlds - done : BATCH;
        return tried + worlds > WORLDS_MAX ? 0 : worlds;
    }
    uint64_t played = halving->trials - halving->known, each = played / (unsigned)count;
    uint32_t doubled = each < tried ? (uint32_t)each : tried;
    if (doubled < BATCH)
        worlds = doubled < FIRST_BATCH ? FIRST_BATCH : doubled;
    else if (terms->threads > 1)
        worlds = BATCH * (uint32_t)terms->threads;
    if (played > 0) {
        double now = clock_now(), trial = (now - end->start) / (double)played;
        double fit = (end->time - now) / (trial * count);
        worlds = fit < 1 ? 0 : fit < worlds ? (uint32_t)fit : worlds;
    }
    return tried >= most ? 0 : tried + worlds > most ? most - tried : worlds;
}

/* One round: until it has had its worlds or its time, or one move is left. False where it was stopped. */
static bool play_round(struct halving *halving, const struct halving_terms *terms,
                       const struct round_end *end)
{
    int left[HALVING_ARMS], fewest = terms->even ? 1 : 2;
    for (uint32_t done = 0;;) {
        int count = list_left(halving, terms, left);
        if (count < fewest)
            return true;
        uint32_t worlds = next_batch(halving, terms, end, count, halving->arm[left[0]].worlds, done);
        if (!worlds)
            return true;
        if (!try_more(halving, terms, worlds)) {
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
    while (1 << rounds < terms->arms)
        rounds++;
    for (int round = 0; round < rounds; round++) {
        int count = list_left(halving, terms, left);
        if (count < 2)
            break;
        uint64_t share = (uint64_t)terms->worlds * (unsigned)terms->arms / (unsigned)(rounds * count);
        /* Two that are left early have no round to come, so all the time that is left is theirs. */
        const struct round_end end = {share ? (uint32_t)share : 1, start,
                                      start + terms->seconds * (count == 2 ? 1 : (round + 1.0) / rounds)};
        if (!play_round(halving, terms, &end))
            break;
        take_out(halving, terms, count - count / 2);
    }
    find_best(halving, terms);
    pick_equal(halving, terms);
}

void halving_free(struct halving *halving)
{
    for (int arm = 0; arm < HALVING_ARMS; arm++)
        free(halving->arm[arm].value);
    free(halving->batch);
    *halving = (struct halving){0};
}
