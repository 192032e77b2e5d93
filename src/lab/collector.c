/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/collector.h"

#include "base/clock.h"
#include "base/memory.h"
#include "base/stop.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

/* Max number of games that wait for an earlier one: a few megabytes. */
enum { AHEAD_MAX = 1024 };

/* After a stop was requested, finished games are still passed on for this time in seconds. Without a limit it
 * could take long, as each game may be written to the disk. */
#define STOP_PATIENCE 0.5

/* A finished game that waits; its slot is its number modulo AHEAD_MAX. */
struct slot {
    bool full;
    struct played played;       /* the slot owns its record */
    struct error *error;        /* why it could not be played or saved; NULL: no error */
};

/* The state of the collector. */
struct collector {
    const struct sink *sinks;
    size_t sink_count;
    const atomic_bool *stop;    /* true: a stop is requested; may be NULL */
    double stop_seen;           /* clock_now() when that was first seen; 0: not yet */
    pthread_mutex_t lock;       /* protects the fields below, except the slot of `next` while `taking` */
    pthread_cond_t moved;       /* signals a change of `next` or `over` */
    size_t next;                /* number of the next game in order */
    bool taking;                /* a thread is passing games to the sinks */
    atomic_bool over;           /* no more games are wanted; may be read without the lock */
    struct error error;         /* the first error; its status is STATUS_OK if there is none */
    struct slot slot[AHEAD_MAX];
};

struct collector *collector_new(const struct sink *sinks, size_t count, size_t first, const atomic_bool *stop)
{
    struct collector *collector = memory_new(1, sizeof *collector);
    collector->sinks = sinks;
    collector->sink_count = count;
    collector->next = first;
    collector->stop = stop;
    pthread_mutex_init(&collector->lock, NULL);
    pthread_cond_init(&collector->moved, NULL);
    return collector;
}

/* Frees the data of a slot. */
static void empty_slot(struct slot *slot)
{
    if (slot->played.record)
        record_clear(slot->played.record);
    free(slot->played.record);
    free(slot->error);
    *slot = (struct slot){0};
}

void collector_free(struct collector *collector)
{
    for (size_t i = 0; i < AHEAD_MAX; i++)
        empty_slot(&collector->slot[i]);
    pthread_cond_destroy(&collector->moved);
    pthread_mutex_destroy(&collector->lock);
    free(collector);
}

bool collector_wants(struct collector *collector, size_t at)
{
    if (atomic_load(&collector->over)) /* fast: called for every remaining game of a match */
        return false;
    pthread_mutex_lock(&collector->lock);
    /* Numbers are handed out in rising order: the thread that plays the next one never waits here. */
    while (!collector->over && at >= collector->next + AHEAD_MAX)
        pthread_cond_wait(&collector->moved, &collector->lock);
    bool wanted = !collector->over;
    pthread_mutex_unlock(&collector->lock);
    return wanted;
}

enum status sinks_take(const struct sink *sinks, size_t count, const struct played *played, bool *enough,
                       struct error *error)
{
    enum status status = STATUS_OK;
    for (size_t i = 0; i < count && !status; i++)
        status = sinks[i].take(sinks[i].context, played, enough, error);
    return status;
}

/* Passes the game of a slot to the sinks; stores the error if the game or a sink failed. Returns whether
 * later games are still wanted. */
static bool pass_on(struct collector *collector, const struct slot *slot)
{
    const struct played *played = &slot->played;
    const struct error *fault = slot->error;
    struct error error;
    bool enough = false;
    if (!fault && played->outcome.result == RESULT_OPEN) /* a game that was stopped */
        return false;
    if (!fault && sinks_take(collector->sinks, collector->sink_count, played, &enough, &error))
        fault = &error;
    if (fault)
        error_set(&collector->error, fault->status, "game %zu: %s", played->game.index, fault->text);
    return !fault && !enough;
}

/* Returns whether a stop was requested and its grace time has passed. */
static bool is_late(struct collector *collector)
{
    if (!stop_requested(collector->stop))
        return false;
    double now = clock_now();
    if (collector->stop_seen == 0)
        collector->stop_seen = now;
    return now - collector->stop_seen > STOP_PATIENCE;
}

/* Passes on all games that are next in order. Must be called with the lock held, which is released while
 * sinks work, so that other threads can put games meanwhile. */
static void pass_on_all(struct collector *collector)
{
    struct slot *slot = &collector->slot[collector->next % AHEAD_MAX];
    if (collector->taking) /* the other thread will pass this game on too */
        return;
    collector->taking = true;
    while (slot->full && !collector->over) {
        pthread_mutex_unlock(&collector->lock);
        bool more = pass_on(collector, slot);
        pthread_mutex_lock(&collector->lock);
        empty_slot(slot);
        collector->over = !more || is_late(collector);
        slot = &collector->slot[++collector->next % AHEAD_MAX];
        pthread_cond_broadcast(&collector->moved);
    }
    collector->taking = false;
}

void collector_put(struct collector *collector, size_t at, const struct played *played, enum status status,
                   const struct error *error)
{
    /* The record moves to memory of the slot; the caller's is then empty. */
    struct slot slot = {.full = true, .played = *played};
    slot.played.record = memory_new(1, sizeof *slot.played.record);
    *slot.played.record = *played->record;
    *played->record = (struct record){0};
    if (status) {
        slot.error = memory_new(1, sizeof *slot.error);
        *slot.error = *error;
    }
    /* Store the game, or discard it once no more are wanted. Then pass on what is next in order. */
    pthread_mutex_lock(&collector->lock);
    if (!collector->over)
        collector->slot[at % AHEAD_MAX] = slot;
    else
        empty_slot(&slot);
    pass_on_all(collector);
    pthread_mutex_unlock(&collector->lock);
}

enum status collector_status(const struct collector *collector, struct error *error)
{
    const struct error *first = &collector->error;
    return first->status ? error_set(error, first->status, "%s", first->text) : STATUS_OK;
}
