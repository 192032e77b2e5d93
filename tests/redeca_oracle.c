/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "redeca_oracle.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_PIECES = 16, MAX_VALUES = 4096 };

/* The paper's own: flag and bomb, and ranks from 1 (spy) to 10. */
enum { F = -2, B = -1, UNKNOWN = 0 };

struct man {
    int side, rank, x, y; /* y counts from red's end */
    bool there, moved, known;
};

/* What one side knows; what it does not know has rank UNKNOWN. left[s][r + 2]: of the unknown men of side s
 * so many have rank r. */
struct scene {
    struct man man[MAX_PIECES];
    int men, mover;
    int left[2][13];
};

/* A value and how likely it is. */
struct values {
    int count;
    double value[MAX_VALUES], p[MAX_VALUES];
};

static void add_value(struct values *values, double value, double p)
{
    int at = 0;
    while (at < values->count && values->value[at] != value)
        at++;
    if (at == values->count) {
        if (at == MAX_VALUES)
            abort();
        values->count++;
        values->value[at] = value;
        values->p[at] = 0;
    }
    values->p[at] += p;
}

static int man_at(const struct scene *scene, int x, int y)
{
    for (int i = 0; i < scene->men; i++)
        if (scene->man[i].there && scene->man[i].x == x && scene->man[i].y == y)
            return i;
    return -1;
}

static bool is_open(int x, int y)
{
    bool lake = (y == 4 || y == 5) && (x == 2 || x == 3 || x == 6 || x == 7);
    return x >= 0 && x < 10 && y >= 0 && y < 10 && !lake;
}

/* The evaluation of the whole board for `side`. */
static double evaluate(const struct scene *scene, const struct redeca_terms *terms, int side)
{
    double sum = 0;
    for (int i = 0; i < scene->men; i++) {
        const struct man *man = &scene->man[i];
        int ahead = 6 - (man->side == 0 ? man->y : 9 - man->y);
        double share = terms->material ? 1 : terms->piece;
        if (!man->there)
            continue;
        if (!terms->material) {
            if (man->known && man->rank > 0)
                share -= terms->rank * man->rank;
            if (man->moved && (terms->equation || !man->known))
                share -= terms->moved;
            if (terms->equation || ahead > 0)
                share -= terms->distance * ahead * ahead;
        }
        sum += man->side == side ? share : -share;
    }
    return sum;
}

/* Fills in the moves of the side to move, in the order of the board. */
static int list_moves(const struct scene *scene, struct move moves[ORACLE_MOVES])
{
    static const int dx[] = {0, -1, 1, 0}, dy[] = {-1, 0, 0, 1};
    int count = 0;
    for (int square = 0; square < 100; square++) {
        int i = man_at(scene, square % 10, square / 10);
        if (i < 0 || scene->man[i].side != scene->mover || scene->man[i].rank < 0)
            continue;
        for (int to = 0; to < 100; to++) {
            for (int d = 0; d < 4; d++) {
                int x = square % 10, y = square / 10, steps = 0;
                bool reaches = false, blocked = false;
                while (!reaches && !blocked && steps < (scene->man[i].rank == 2 ? 9 : 1)) {
                    x += dx[d], y += dy[d], steps++;
                    int other = man_at(scene, x, y);
                    blocked = !is_open(x, y) || (other >= 0 && scene->man[other].side == scene->mover);
                    reaches = !blocked && y * 10 + x == to;
                    blocked |= other >= 0;
                }
                if (reaches)
                    moves[count++] = (struct move){(uint8_t)square, (uint8_t)to};
                if (count == ORACLE_MOVES)
                    abort();
            }
        }
    }
    return count;
}

/* Names the rank of an unknown man. */
static void name_rank(struct scene *scene, int i, int rank)
{
    scene->man[i].rank = rank;
    scene->left[scene->man[i].side][rank + 2]--;
}

/* Plays a move; an attacked man has a rank. True where it takes the flag. */
static bool play_in_scene(struct scene *scene, struct move move)
{
    struct man *mover = &scene->man[man_at(scene, move.from % 10, move.from / 10)];
    int at = man_at(scene, move.to % 10, move.to / 10), x = move.to % 10, y = move.to / 10;
    mover->moved = true;
    if (abs(x - mover->x) + abs(y - mover->y) > 1)
        mover->known = true;
    scene->mover = !scene->mover;
    if (at < 0) {
        mover->x = x, mover->y = y;
        return false;
    }
    struct man *victim = &scene->man[at];
    bool wins = victim->rank == F || (victim->rank == B && mover->rank == 3) ||
                (mover->rank == 1 && victim->rank == 10) ||
                (victim->rank != B && mover->rank > victim->rank);
    bool loses = !wins && (victim->rank == B || mover->rank <= victim->rank);
    victim->there = !(wins || (victim->rank > 0 && victim->rank == mover->rank));
    mover->there = !loses;
    mover->known = victim->known = true;
    if (mover->there)
        mover->x = x, mover->y = y;
    return victim->rank == F;
}

/* Whether the unknown men of a side can still get ranks, one that moves for each that has moved. */
static bool can_be_revealed(const struct scene *scene, int side)
{
    int movers = 0;
    for (int rank = 1; rank <= 10; rank++)
        movers += scene->left[side][rank + 2];
    for (int i = 0; i < scene->men; i++) {
        const struct man *man = &scene->man[i];
        movers -= man->there && man->side == side && man->rank == UNKNOWN && man->moved;
    }
    return movers >= 0;
}

static void choose(const struct scene *scene, const struct redeca_terms *terms, int plies,
                   struct redeca_answers *answers);

/* The scene as the side to move may see it, when all its ranks are set: the other's hidden ones are
 * hidden, and counted. */
static struct scene turned(const struct scene *scene)
{
    struct scene seen = *scene;
    for (int i = 0; i < seen.men; i++) {
        struct man *man = &seen.man[i];
        if (man->there && man->side != seen.mover && !man->known) {
            seen.left[man->side][man->rank + 2]++;
            man->rank = UNKNOWN;
        }
    }
    return seen;
}

/* Gives the unknown men from number `i` on of the side to move all ranks that they can have, and adds
 * what the moves of that side lead to, `p` being how likely all that is. `actual` is the scene of the other
 * side. Returns the number of ways, each of the same weight; with `into` NULL it only counts. */
static double reply(const struct scene *actual, const struct scene *known, int i,
                    const struct redeca_terms *terms, int plies, double p, struct values *into)
{
    while (i < known->men && !(known->man[i].there && known->man[i].rank == UNKNOWN &&
                               known->man[i].side == known->mover))
        i++;
    if (i < known->men) {
        double ways = 0;
        for (int rank = F; rank <= 10; rank++) {
            struct scene next = *known;
            int left = rank == UNKNOWN ? 0 : known->left[known->mover][rank + 2];
            if (!left || (rank < 0 && known->man[i].moved))
                continue;
            name_rank(&next, i, rank);
            ways += left * reply(actual, &next, i + 1, terms, plies, p * left, into);
        }
        return ways;
    }
    if (!into)
        return 1;
    struct redeca_answers *answers = malloc(sizeof *answers);
    struct scene seen = turned(known);
    choose(&seen, terms, plies, answers);
    for (int m = 0; m < answers->count; m++) {
        struct scene after = *actual;
        int mover = man_at(actual, answers->move[m].from % 10, answers->move[m].from / 10);
        after.man[mover].rank = known->man[mover].rank;
        play_in_scene(&after, answers->move[m]);
        add_value(into, evaluate(&after, terms, !actual->mover), p * answers->p[m]);
    }
    if (answers->count == 0)
        add_value(into, evaluate(actual, terms, !actual->mover), p);
    free(answers);
    return 1;
}

/* What a move whose fight is decided leads to. */
static void follow(const struct scene *scene, const struct redeca_terms *terms, struct move move, int plies,
                   double p, struct values *into)
{
    struct scene after = *scene;
    bool over = play_in_scene(&after, move);
    if (over || plies == 1) {
        add_value(into, evaluate(&after, terms, scene->mover), p);
        return;
    }
    double ways = reply(&after, &after, 0, terms, 0, 1, NULL);
    reply(&after, &after, 0, terms, terms->enemy_multi_ply ? plies - 1 : 1, p / ways, into);
}

/* What a move may be worth. */
static void weigh(const struct scene *scene, const struct redeca_terms *terms, struct move move, int plies,
                  struct values *into)
{
    int victim = man_at(scene, move.to % 10, move.to / 10);
    double weight[13] = {0}, sum = 0;
    into->count = 0;
    if (victim < 0 || scene->man[victim].rank != UNKNOWN) {
        follow(scene, terms, move, plies, 1, into);
        return;
    }
    for (int rank = F; rank <= 10; rank++) {
        struct scene named = *scene;
        int left = rank == UNKNOWN ? 0 : scene->left[!scene->mover][rank + 2];
        if (!left || (rank < 0 && scene->man[victim].moved))
            continue;
        name_rank(&named, victim, rank);
        if (plies > 1 && !can_be_revealed(&named, !scene->mover))
            continue; /* equation 1 does not see that the others would be left without */
        sum += weight[rank + 2] = left;
    }
    for (int rank = F; rank <= 10; rank++) {
        struct scene named = *scene;
        if (weight[rank + 2] <= 0)
            continue;
        name_rank(&named, victim, rank);
        follow(&named, terms, move, plies, weight[rank + 2] / sum, into);
    }
}

/* How likely a value is to be below, or not above, `limit`. */
static double below(const struct values *values, double limit, bool or_equal)
{
    double p = 0;
    for (int i = 0; i < values->count; i++)
        if (values->value[i] < limit || (or_equal && values->value[i] == limit))
            p += values->p[i];
    return p;
}

static void choose(const struct scene *scene, const struct redeca_terms *terms, int plies,
                   struct redeca_answers *answers)
{
    bool from_end = terms->home && scene->mover == 1;
    answers->count = list_moves(scene, answers->move);
    struct values *values = malloc((size_t)(answers->count + 1) * sizeof *values);
    for (int m = 0; m < answers->count; m++)
        weigh(scene, terms, answers->move[m], plies, &values[m]);
    for (int m = 0; m < answers->count; m++) {
        answers->p[m] = 0;
        for (int i = 0; i < values[m].count; i++) {
            double p = values[m].p[i];
            for (int other = 0; other < answers->count; other++)
                if (other != m)
                    p *= below(&values[other], values[m].value[i], from_end ? other < m : other > m);
            answers->p[m] += p;
        }
    }
    free(values);
}

static int paper_rank(int rank)
{
    return rank == RANK_UNKNOWN ? UNKNOWN : rank == FLAG ? F : rank == BOMB ? B : rank - SPY + 1;
}

void redeca_oracle(const struct board *seen, const struct redeca_terms *terms,
                   struct redeca_answers *answers)
{
    struct scene scene = {.mover = (int)seen->to_move};
    for (int number = 0; number < PIECES; number++) {
        const struct piece *piece = &seen->piece[number];
        if (piece->square == SQUARE_NONE)
            continue;
        if (scene.men == MAX_PIECES)
            abort();
        scene.man[scene.men++] = (struct man){
            .side = piece->side, .rank = paper_rank(piece->rank), .x = square_file(piece->square),
            .y = square_row(piece->square), .there = true, .moved = piece->moved, .known = piece->known};
    }
    for (int side = 0; side < 2; side++)
        for (int rank = FLAG; rank < RANKS; rank++)
            scene.left[side][paper_rank(rank) + 2] = seen->unknown_count[side][rank];
    choose(&scene, terms, terms->plies, answers);
}
