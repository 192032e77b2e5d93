/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "lab/schedule.h"

/* Returns the number of games that belong together, a unit: 2 for a pair, whose colours are exchanged;
 * otherwise 1. */
static size_t unit_size(const struct contest *contest)
{
    return contest->paired && !contest->a_is_red ? 2 : 1;
}

size_t contest_meetings(const struct contest *contest)
{
    return contest->gauntlet ? contest->players - 1 : contest->players * (contest->players - 1) / 2;
}

void contest_players(const struct contest *contest, size_t meeting, size_t *a, size_t *b)
{
    size_t of_first = contest->players - 1;
    *a = 0;
    while (meeting >= of_first) { /* never true in a gauntlet: all its meetings are the first player's */
        meeting -= of_first--;
        ++*a;
    }
    *b = *a + 1 + meeting;
}

/* Returns the number of complete units. If a pair lacks its second game, single games follow them, one of
 * each meeting (contest_games). */
static size_t whole_units(const struct contest *contest)
{
    return contest->games / unit_size(contest) * contest_meetings(contest);
}

size_t contest_all_games(const struct contest *contest)
{
    return contest->games * contest_meetings(contest);
}

/* Returns how many of the numbers below `count` belong to the shard. */
static size_t share(const struct contest *contest, size_t count)
{
    if (contest->shards == 0)
        return count;
    return count / contest->shards + (contest->shard < count % contest->shards);
}

size_t contest_games(const struct contest *contest)
{
    size_t size = unit_size(contest), whole = whole_units(contest), own_units = share(contest, whole);
    /* Units and then single games are numbered on, and each shard has every `shards`-th of them. */
    size_t single_games = contest->games % size * contest_meetings(contest);
    return own_units * size + share(contest, whole + single_games) - own_units;
}

struct scheduled schedule_index(const struct contest *contest, size_t index)
{
    size_t size = unit_size(contest), meetings = contest_meetings(contest);
    size_t in_pairs = whole_units(contest) * size;
    struct scheduled game = {.index = index, .setups = index};
    if (index < in_pairs) {
        size_t unit = index / size, of_unit = index % size;
        game.meeting = unit % meetings;
        game.number = unit / meetings * size + of_unit;
        game.setups = index - of_unit;
        game.whole = of_unit > 0;
    } else {
        game.meeting = index - in_pairs;
        game.number = contest->games - 1;
    }
    contest_players(contest, game.meeting, &game.a, &game.b);
    game.side_of_a = contest->a_is_red || game.number % 2 == 0 ? RED : BLUE;
    return game;
}

struct scheduled schedule_game(const struct contest *contest, size_t at)
{
    size_t size = unit_size(contest), whole = whole_units(contest), own_units = share(contest, whole);
    if (contest->shards == 0)
        return schedule_index(contest, at);
    if (at < own_units * size)
        return schedule_index(contest, (contest->shard + at / size * contest->shards) * size + at % size);
    /* A single game: number `unit` when units and single games are numbered on. */
    size_t unit = contest->shard + (own_units + at - own_units * size) * contest->shards;
    return schedule_index(contest, whole * size + unit - whole);
}
