/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects games in order. They are played on several threads and end in any order; the collector passes them
 * to its sinks one at a time in the order of the schedule, so that the result does not depend on the threads.
 * The thread that ends the next game in order passes it on, with the finished games after it, while the other
 * threads continue to play. */
#ifndef VEDETTE_LAB_COLLECTOR_H
#define VEDETTE_LAB_COLLECTOR_H

#include "base/error.h"
#include "game/record.h"
#include "lab/schedule.h"

#include <stdatomic.h>

/* A finished game. */
struct played {
    struct scheduled game;
    struct outcome outcome;
    size_t plies;
    struct record *record;  /* NULL: it was played earlier and read from a log */
};

/* A consumer of finished games: counts, saves or logs them. `take` is called in the games' order, one at a
 * time. It sets `enough` if no more games are wanted: all later ones are discarded. */
struct sink {
    enum status (*take)(void *context, const struct played *played, bool *enough, struct error *error);
    void *context;
};

struct collector;

/* Makes a collector of the games from number `first` on. The `count` sinks must outlive it and are called in
 * their order. After `stop` (may be NULL) became true they are called for at most half a second more; later
 * games are discarded. collector_free frees it, with the games that still wait. */
struct collector *collector_new(const struct sink *sinks, size_t count, size_t first,
                                const atomic_bool *stop);
void collector_free(struct collector *collector);

/* Returns whether game number `at` is still wanted; call it before the game is played. False once a sink has
 * enough or a game failed. Blocks while `at` is too far ahead of the next game in order. */
bool collector_wants(struct collector *collector, size_t at);

/* Passes game number `at` to the collector, from any thread, each number once. The record moves to the
 * collector; the caller's is then empty. If the game was cut off (outcome RESULT_OPEN), this and all later
 * games are not collected. A `status` other than STATUS_OK means that the game could not be played or saved,
 * for the reason `error`, which is reported if all games before it succeeded. */
void collector_put(struct collector *collector, size_t at, const struct played *played, enum status status,
                   const struct error *error);

/* Returns STATUS_OK, or the first error in the games' order: "game 3: …". Call it after all threads have
 * ended. */
enum status collector_status(const struct collector *collector, struct error *error);

/* Calls the sinks in their order with one game, until one fails. May be used for games known from elsewhere,
 * before any collector_put. */
enum status sinks_take(const struct sink *sinks, size_t count, const struct played *played, bool *enough,
                       struct error *error);

#endif
