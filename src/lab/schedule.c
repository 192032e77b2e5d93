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

/* Returns how many of the numbers 0 .. count - 1 belong to the shard: each `shards`-th, from `shard` on. */
static size_t count_in_shard(const struct contest *contest, size_t count)
{
    if (contest->shards == 0)
        return count;
    return count / contest->shards + (contest->shard < count % contest->shards);
}

size_t contest_games(const struct contest *contest)
{
    size_t size = unit_size(contest), whole = whole_units(contest);
    size_t own_units = count_in_shard(contest, whole);
    /* Single games are numbered after the units, so a shard has every `shards`-th of both together. */
    size_t single_games = contest->games % size * contest_meetings(contest);
    size_t own_single_games = count_in_shard(contest, whole + single_games) - own_units;
    return own_units * size + own_single_games;
}

struct scheduled schedule_index(const struct contest *contest, size_t index)
{
    size_t size = unit_size(contest), meetings = contest_meetings(contest);
    size_t in_pairs = whole_units(contest) * size;
    struct scheduled game = {.index = index, .setups = index};
    /* Units come first: the first of each meeting, then the second of each, and so on. */
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
    size_t size = unit_size(contest), whole = whole_units(contest);
    size_t own_units = count_in_shard(contest, whole);
    if (contest->shards == 0)
        return schedule_index(contest, at);
    /* Units and the single games after them have one numbering; game `at` is in number `unit` of it. */
    bool in_unit = at < own_units * size;
    size_t own_number = in_unit ? at / size : own_units + (at - own_units * size);
    size_t unit = contest->shard + own_number * contest->shards;
    return schedule_index(contest, in_unit ? unit * size + at % size : whole * size + (unit - whole));
}
