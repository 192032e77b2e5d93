/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schedule of a match or a tournament: who plays whom in which game, with which colour, and by which
 * random numbers. All of it follows from the contest and the game's index alone, so that threads, shards and
 * a match that is gone on with cannot change it. Pure functions. */
#ifndef VEDETTE_LAB_SCHEDULE_H
#define VEDETTE_LAB_SCHEDULE_H

#include "game/piece.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Who plays. Two players of a contest make a meeting; A is the one who comes first in it. */
struct contest {
    size_t players;      /* 2 or more */
    bool gauntlet;       /* only the first player meets the others; else each meets each */
    size_t games;        /* of each meeting */
    bool paired;         /* every two games of a meeting are a pair: the same set-ups, colours changed. Where
                          * the number of games is odd, the last has no partner */
    bool fixed;          /* A is red in every game: then there are no pairs; else colours change */
    size_t shard, shards; /* only every `shards`-th pair, from number `shard` (0 ..) on; 0 shards: all */
};

struct scheduled {
    size_t index;        /* in the whole contest, whatever its shards */
    size_t meeting;      /* 0 .. contest_meetings - 1 */
    size_t a, b;         /* the players of the meeting, a < b */
    size_t number;       /* of the games of the meeting, 0 .. */
    enum side side_of_a;
    size_t setups;       /* the index of the game whose set-ups these are: the first of the pair, or itself */
    bool whole;          /* it is the second of a pair: with it the pair is whole */
};

/* How many meetings there are, and which players the one of that number has: those of the first player
 * first, then those of the second. */
size_t contest_meetings(const struct contest *contest);
void contest_players(const struct contest *contest, size_t meeting, size_t *a, size_t *b);

/* How many games are played, in this shard, and in the whole contest. */
size_t contest_games(const struct contest *contest);
size_t contest_all_games(const struct contest *contest);

/* Game number `at` (0 .. contest_games - 1) of the shard. Pair after pair; in a tournament each meeting has
 * its next pair before any has another. */
struct scheduled schedule_game(const struct contest *contest, size_t at);

/* The place in the whole contest of a game by its index: what schedule_game says without shards. */
struct scheduled schedule_index(const struct contest *contest, size_t index);

#endif
