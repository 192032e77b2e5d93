/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schedule of a match or a tournament: the players of each game, their colours and the source of its
 * setups. It depends only on the contest and the game's index, not on threads, shards or interruptions. Pure
 * functions. */
#ifndef VEDETTE_LAB_SCHEDULE_H
#define VEDETTE_LAB_SCHEDULE_H

#include "game/piece.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A match or a tournament. A meeting is all games between two players; A is the first of them. */
struct contest {
    size_t players;      /* 2 or more */
    bool gauntlet;       /* true: the first player meets the others; false: each meets each */
    size_t games;        /* of each meeting */
    bool paired;         /* every two games of a meeting are a pair: same setups, colours exchanged. If the
                          * number of games is odd, the last is a single game */
    bool a_is_red;       /* A is red in every game, without pairs; if false, colours alternate */
    size_t shard, shards; /* only every `shards`-th pair, from number `shard` (0 ..) on; shards 0: all */
};

/* One game of the schedule. */
struct scheduled {
    size_t index;        /* in the whole contest, without shards */
    size_t meeting;      /* 0 .. contest_meetings - 1 */
    size_t a, b;         /* the players of the meeting, a < b */
    size_t number;       /* of the game in its meeting, 0 .. */
    enum side side_of_a;
    size_t setups;       /* index of the game whose setups it has: the first of the pair, or itself */
    bool whole;          /* it is the second game of a pair, which completes it */
};

/* Returns the number of meetings. */
size_t contest_meetings(const struct contest *contest);
/* Finds the players of a meeting. Those of the first player come first, then those of the second, and so
 * on. */
void contest_players(const struct contest *contest, size_t meeting, size_t *a, size_t *b);

/* Returns the number of games in this shard. */
size_t contest_games(const struct contest *contest);
/* Returns the number of games in the whole contest. */
size_t contest_all_games(const struct contest *contest);

/* Returns game number `at` (0 .. contest_games - 1) of the shard. The games of a pair follow each other; all
 * meetings have their first pair before any has its second. Single games come last. */
struct scheduled schedule_game(const struct contest *contest, size_t at);

/* Returns the game with this index in the whole contest. */
struct scheduled schedule_index(const struct contest *contest, size_t index);

#endif
