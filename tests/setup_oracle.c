/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "setup_oracle.h"

#include <stdlib.h>
#include <string.h>

enum { FAR = 99 };

struct setup setup_from(const char *symbols)
{
    struct setup setup = {{0}};
    int place = 0;
    for (; *symbols != '\0'; symbols++)
        if (*symbols != ' ') {
            int rank = *symbols == '.' ? PLACE_EMPTY : rank_from_symbol(*symbols);
            if (rank < 0 || place == PIECES_A_SIDE)
                abort();
            setup.rank[place++] = (uint8_t)rank;
        }
    if (place != PIECES_A_SIDE)
        abort();
    return setup;
}

void oracle_army(int max, uint8_t army[RANKS], struct rng *rng)
{
    int size = 2 + (int)rng_below(rng, (uint32_t)max - 1);
    memset(army, 0, RANKS);
    army[FLAG] = 1;
    army[SPY + (int)rng_below(rng, RANKS - SPY)] = 1;
    for (int tries = 0; tries < 1000 && army_size(army) < size; tries++) {
        int rank = BOMB + (int)rng_below(rng, RANKS - BOMB);
        army[rank] = (uint8_t)(army[rank] + (army[rank] < rank_table[rank].count));
    }
}

void oracle_random(struct setup *setup, struct rng *rng)
{
    oracle_random_army(variant_at(VARIANT_STANDARD)->count, setup, rng);
}

void oracle_random_army(const uint8_t army[RANKS], struct setup *setup, struct rng *rng)
{
    int size = 0;
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < army[rank]; i++)
            setup->rank[size++] = (uint8_t)rank;
    while (size < PIECES_A_SIDE)
        setup->rank[size++] = PLACE_EMPTY;
    for (int i = PIECES_A_SIDE - 1; i > 0; i--) {
        int j = (int)rng_below(rng, (uint32_t)i + 1);
        uint8_t moved = setup->rank[i];
        setup->rank[i] = setup->rank[j];
        setup->rank[j] = moved;
    }
}

int oracle_next(int place, int side)
{
    int row = place / 10, file = place % 10;
    file += side == PLACE_LEFT ? -1 : side == PLACE_RIGHT ? 1 : 0;
    row += side == PLACE_FRONT ? -1 : side == PLACE_BEHIND ? 1 : 0;
    return row < 0 || row > 3 || file < 0 || file > 9 ? -1 : row * 10 + file;
}

static bool is_open_front(int place)
{
    return place < 10 && place != 2 && place != 3 && place != 6 && place != 7;
}

void oracle_distances(const struct setup *setup, int distance[PIECES_A_SIDE])
{
    bool changed = true;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        distance[place] = is_open_front(place) ? 0 : FAR;
    while (changed) {
        changed = false;
        for (int place = 0; place < PIECES_A_SIDE; place++)
            for (int side = 0; side < PLACE_SIDES; side++) {
                int next = oracle_next(place, side);
                int cost = next >= 0 && setup->rank[next] == PLACE_EMPTY ? 0 : 1;
                if (next >= 0 && setup->rank[next] > BOMB && distance[next] + cost < distance[place]) {
                    distance[place] = distance[next] + cost;
                    changed = true;
                }
            }
    }
}

bool oracle_gets_out(const struct setup *setup)
{
    int distance[PIECES_A_SIDE];
    oracle_distances(setup, distance);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if (setup->rank[place] > BOMB && setup->rank[place] != PLACE_EMPTY && distance[place] < FAR)
            return true;
    return false;
}

/* How many neighbours (with the corners, where `wide`) of a place have a rank in low .. high. */
static int neighbours(const struct setup *setup, int place, int low, int high, bool wide)
{
    int found = 0;
    for (int other = 0; other < PIECES_A_SIDE; other++) {
        int rows = abs(other / 10 - place / 10), files = abs(other % 10 - place % 10);
        bool near = wide ? rows <= 1 && files <= 1 && rows + files > 0 : rows + files == 1;
        found += near && setup->rank[other] >= low && setup->rank[other] <= high;
    }
    return found;
}

static int flag_of(const struct setup *setup)
{
    int flag = 0;
    while (setup->rank[flag] != FLAG)
        flag++;
    return flag;
}

static bool defends(int flag, int place)
{
    int file = place % 10, row = place / 10, from = flag % 10;
    if (row > 1)
        return false;
    if (from <= 2)
        return file <= 2;
    if (from >= 7)
        return file >= 7;
    return row == 0 ? file == 4 || file == 5 : file >= 3 && file <= 6;
}

/* Pieces of a rank on the flag's defensive fields; with `opening`, among distances 0 and 1. */
static int count_rank(const struct setup *setup, int rank, bool opening)
{
    int distance[PIECES_A_SIDE], found = 0, flag = flag_of(setup);
    oracle_distances(setup, distance);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if (setup->rank[place] == rank)
            found += opening ? distance[place] <= 1 : defends(flag, place);
    return found;
}

static int beyond(int count, int allowed)
{
    return count > allowed ? count - allowed : 0;
}

/* The sides are left and right, or all. */
static bool is_blocking_side(const struct oracle_reading *reading, int side)
{
    return reading->four_blocked || side == PLACE_LEFT || side == PLACE_RIGHT;
}

static bool blocks_higher(const struct oracle_reading *reading, const struct setup *setup,
                          const int *distance, int place)
{
    int rank = setup->rank[place];
    if (rank < SCOUT || distance[place] < 2)
        return false;
    for (int side = 0; side < PLACE_SIDES; side++) {
        int next = oracle_next(place, side);
        if (is_blocking_side(reading, side) && next >= 0 && distance[next] > distance[place] &&
            setup->rank[next] != PLACE_EMPTY &&
            (setup->rank[next] == rank + 1 || setup->rank[next] == rank + 2))
            return true;
    }
    return false;
}

static int blocked_by_spy(const struct oracle_reading *reading, const struct setup *setup,
                          const int *distance, int place)
{
    int found = 0;
    for (int side = 0; side < PLACE_SIDES && setup->rank[place] == SPY; side++) {
        int next = oracle_next(place, side);
        found += is_blocking_side(reading, side) && next >= 0 && setup->rank[next] >= MAJOR &&
                 setup->rank[next] != PLACE_EMPTY && distance[next] > distance[place];
    }
    return found;
}

/* What one place adds to a row that counts places. */
static int place_times(const struct oracle_reading *reading, const struct setup *setup,
                       const int *distance, int place, int row)
{
    int rank = setup->rank[place];
    bool surroundable = rank != SERGEANT && rank != LIEUTENANT && rank != FLAG && rank != PLACE_EMPTY;
    switch (row) {
    case JUDGE_TRAPPED:
        return surroundable && distance[place] == FAR;
    case JUDGE_CONFINED:
        return surroundable && distance[place] > reading->beyond && distance[place] < FAR;
    case JUDGE_SPY_BLOCKS:
        return blocked_by_spy(reading, setup, distance, place);
    case JUDGE_LOWER_BLOCKS:
        return blocks_higher(reading, setup, distance, place);
    case JUDGE_FRONT_MINER:
        return rank == MINER && place < 10;
    case JUDGE_BOMB_GUARDED:
        return rank == BOMB &&
               neighbours(setup, place, SERGEANT, LIEUTENANT, !reading->four_guarded) > 0;
    case JUDGE_BOMB_SCOUT:
        return (rank == SCOUT || rank == SPY) && neighbours(setup, place, BOMB, BOMB, false) > 0;
    case JUDGE_FLAG_BOMB_BARE:
        return rank == BOMB && neighbours(setup, place, FLAG, FLAG, false) > 0 &&
               neighbours(setup, place, SERGEANT, LIEUTENANT, !reading->four_bare) == 0;
    case JUDGE_OPENING_FLAG:
        return rank == FLAG && place < 10;
    default:
        return 0;
    }
}

static int steps(int a, int b)
{
    return abs(a / 10 - b / 10) + abs(a % 10 - b % 10);
}

/* The strongest rank below `rank` of which there is a piece that moves; 0: none. */
static int strongest_below(const struct setup *setup, int rank)
{
    int best = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if (setup->rank[place] < rank && setup->rank[place] > BOMB && setup->rank[place] > best)
            best = setup->rank[place];
    return best;
}

/* Whether some piece of rank a stands on a side of one of rank b. */
static bool are_beside(const struct setup *setup, int a, int b)
{
    for (int place = 0; place < PIECES_A_SIDE; place++)
        if (setup->rank[place] == a && neighbours(setup, place, b, b, false) > 0)
            return true;
    return false;
}

static int pieces_of(const struct setup *setup, int rank)
{
    int found = 0;
    for (int place = 0; place < PIECES_A_SIDE; place++)
        found += setup->rank[place] == rank;
    return found;
}

/* Open sides of the flag: towards the enemy the front row has one too. */
static int flag_ways(const struct setup *setup, int flag)
{
    int open = flag < 10;
    for (int side = 0; side < PLACE_SIDES; side++) {
        int next = oracle_next(flag, side);
        open += next >= 0 && setup->rank[next] != BOMB;
    }
    return open;
}

/* The rows of armies of up to twenty pieces. */
static int short_times(const struct setup *setup, int row, int flag)
{
    int best = strongest_below(setup, RANKS), second = strongest_below(setup, best), found = 0;
    int covered = strongest_below(setup, MARSHAL);
    if (row == JUDGE_SHORT_WAYS)
        return flag_ways(setup, flag);
    if (row == JUDGE_SHORT_PAIR)
        return pieces_of(setup, best) == 1 && second > SPY && are_beside(setup, best, second);
    if (row == JUDGE_SHORT_SPY)
        return covered > SPY && are_beside(setup, SPY, covered);
    for (int place = 0; place < PIECES_A_SIDE; place++) {
        int rank = setup->rank[place];
        bool moves = rank > BOMB && rank != PLACE_EMPTY, lake = place < 10 && !is_open_front(place);
        found += row == JUDGE_SHORT_HALF && rank == best && place % 10 / 5 == flag % 10 / 5;
        found += row == JUDGE_SHORT_EXITS && moves && is_open_front(place);
        found += row == JUDGE_SHORT_LAKES && moves && lake;
        found += row == JUDGE_SHORT_DECOY && rank == BOMB && steps(place, flag) >= 4;
    }
    return row == JUDGE_SHORT_EXITS || row == JUDGE_SHORT_LAKES ? found : found > 0;
}

int oracle_times(const struct oracle_reading *reading, const struct setup *setup, int row)
{
    bool is_short = pieces_of(setup, PLACE_EMPTY) >= 20;
    bool is_any = row == JUDGE_TRAPPED || row == JUDGE_CONFINED || row == JUDGE_FLAG_BOMBED ||
                  row == JUDGE_OPENING_FLAG;
    if (row >= JUDGE_SHORT_WAYS)
        return is_short ? short_times(setup, row, flag_of(setup)) : 0;
    if (is_short && !is_any)
        return 0;
    int distance[PIECES_A_SIDE], sum = 0, flag = flag_of(setup), bombs = 0, walls = 0;
    for (int side = 0; side < PLACE_SIDES; side++) {
        int next = oracle_next(flag, side);
        bombs += next >= 0 && setup->rank[next] == BOMB;
        walls += next >= 0;
    }
    switch (row) {
    case JUDGE_FLAG_BOMBED:
        return flag >= 10 && bombs == walls;
    case JUDGE_FLAG_MARSHAL:
        return count_rank(setup, MARSHAL, false);
    case JUDGE_FLAG_GENERAL:
        return count_rank(setup, MARSHAL, false) == 0 && count_rank(setup, GENERAL, false) == 1;
    case JUDGE_FLAG_MAJOR:
        return count_rank(setup, MAJOR, false) + count_rank(setup, COLONEL, false);
    case JUDGE_FLAG_SCOUTS:
        return count_rank(setup, SCOUT, false) > 2;
    case JUDGE_FLAG_WEAK:
        return count_rank(setup, SERGEANT, false) > 1 || count_rank(setup, MINER, false) > 1 ||
               count_rank(setup, LIEUTENANT, false) > 1;
    case JUDGE_OPENING_BOMBS:
        return beyond(count_rank(setup, BOMB, true), 2);
    case JUDGE_OPENING_MINERS:
        return beyond(count_rank(setup, MINER, true), 1);
    case JUDGE_OPENING_COLONELS:
        return count_rank(setup, COLONEL, true) == 2;
    case JUDGE_OPENING_MAJORS:
        return count_rank(setup, MAJOR, true) == 3;
    case JUDGE_OPENING_SAME:
        return (count_rank(setup, SERGEANT, true) == 4) +
               (count_rank(setup, LIEUTENANT, true) == 4) +
               (count_rank(setup, CAPTAIN, true) == 4);
    case JUDGE_OPENING_SCOUTS:
        return count_rank(setup, SCOUT, true) > 5;
    default:
        break;
    }
    oracle_distances(setup, distance);
    for (int place = 0; place < PIECES_A_SIDE; place++)
        sum += place_times(reading, setup, distance, place, row);
    return sum;
}

double oracle_ratio(const struct setup *setups, int count, int where, int a, int b)
{
    double observed = 0, had = 0;
    int pieces = 0; /* of rank b a side has */
    for (int place = 0; place < PIECES_A_SIDE; place++)
        pieces += setups[0].rank[place] == b;
    for (int i = 0; i < count; i++)
        for (int place = 0; place < PIECES_A_SIDE; place++)
            for (int side = 0; side < PLACE_SIDES; side++) {
                int relation = side == PLACE_FRONT    ? IN_FRONT
                               : side == PLACE_BEHIND ? BEHIND
                                                      : NEXT_TO;
                int next = oracle_next(place, side);
                if (relation != where || next < 0 || setups[i].rank[place] != a)
                    continue;
                had++;
                observed += setups[i].rank[next] == b;
            }
    double expected = had * (pieces - (a == b)) / 39;
    return expected > 0 ? observed / expected : 1;
}
