/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings games into order. They are played on several threads and end in any order; what is done with them
 * is done in the order of the schedule, one game at a time, so that it does not depend on the threads.
 * Nobody waits for that: whoever ends the game that comes next hands it on, with those that have waited for
 * it, and the other threads play. */
#ifndef VEDETTE_LAB_COLLECTOR_H
#define VEDETTE_LAB_COLLECTOR_H

#include "base/error.h"
#include "game/record.h"
#include "lab/schedule.h"

#include <stdatomic.h>

/* A game that is over. */
struct played {
    struct scheduled game;
    struct outcome outcome;
    size_t plies;
    struct record *record;  /* NULL: it was played before, and only a log tells of it */
};

/* What is done with games, a row each: counting them, keeping them. Called in order, one at a time. `enough`
 * is set where no more are wanted: the games behind this one are thrown away. */
struct sink {
    enum status (*take)(void *context, const struct played *played, bool *enough, struct error *error);
    void *context;
};

struct collector;

/* A collector of games number `first` and up, whose sinks (`count`, which outlive it) are asked in their
 * order. Once somebody sets `stop` (NULL: nobody will) they are asked for half a second more at most, and the
 * games behind are thrown away. collector_free gives it back, with the games that still wait for one before
 * them. */
struct collector *collector_new(const struct sink *sinks, size_t count, size_t first,
                                const atomic_bool *stop);
void collector_free(struct collector *collector);

/* Whether game number `at` is still wanted, to be asked before it is played: false once a sink has enough or
 * a game failed. Waits while the games that are done are too far ahead of the one that comes next. */
bool collector_wants(struct collector *collector, size_t at);

/* Takes game number `at`, each number once, from any thread; the record goes over to the collector, and the
 * caller's is empty then. Where the game was cut off (its outcome is RESULT_OPEN), it and those behind it are
 * not collected. A `status` other than STATUS_OK: it could not be played or kept, as `error` says, which is
 * told where those before it went well. */
void collector_put(struct collector *collector, size_t at, const struct played *played, enum status status,
                   const struct error *error);

/* STATUS_OK, or what went wrong first in the games' order: "game 3: …". When all threads are done. */
enum status collector_status(const struct collector *collector, struct error *error);

/* Asks sinks in their order: also with a game that is known from elsewhere, before any is put. */
enum status sinks_take(const struct sink *sinks, size_t count, const struct played *played, bool *enough,
                       struct error *error);

#endif
