/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chance nodes: Star1, Star2 and StarETC (Ballard 1983; Veness 2006; Arts 2010, 4.7 and 4.8.2).
 *
 * A chance node's value is the sum of p V over its outcomes. Each outcome has a lower and an upper bound of
 * V: at first by the option `bounds`, later from the transposition table, a probe or a search. As soon as the
 * sums of the bounds are outside the window, the node is cut. */
#include "search/chance.h"

#include <math.h>

/* Plays the fight with the rank of outcome i for the unknown piece. */
static void make_outcome(const struct chance *chance, int i)
{
    int rank = chance->outcomes->rank[i];
    tree_make(chance->tree, chance->ply, chance->move, chance->attacks ? rank : RANK_UNKNOWN,
              chance->attacks ? RANK_UNKNOWN : rank);
}

/* Raises the lower bound of outcome i to `low`, if that is higher, and updates the sum. */
static void set_low(struct chance *chance, int i, double low)
{
    if (low > chance->low[i]) {
        chance->low_sum += chance->outcomes->p[i] * (low - chance->low[i]);
        chance->low[i] = low;
    }
}

/* Lowers the upper bound of outcome i to `high`, if that is lower, and updates the sum. */
static void set_high(struct chance *chance, int i, double high)
{
    if (high < chance->high[i]) {
        chance->high_sum += chance->outcomes->p[i] * (high - chance->high[i]);
        chance->high[i] = high;
    }
}

/* Whether the node is cut, and on which side of the window its value is. */
enum cut { NO_CUT, FAILS_LOW, FAILS_HIGH };

/* Returns whether the sums of the bounds are outside the window, and on which side. */
static inline enum cut cut_by_sums(const struct chance *chance)
{
    return chance->high_sum <= chance->alpha ? FAILS_LOW
           : chance->low_sum >= chance->beta ? FAILS_HIGH : NO_CUT;
}

/* Returns the largest value of outcome i with which the node fails low, whatever the values of the other
 * outcomes (Arts 2010, formula 4.15). */
static double fails_low_at(const struct chance *chance, int i)
{
    double p = chance->outcomes->p[i];
    return (chance->alpha - (chance->high_sum - p * chance->high[i])) / p;
}

/* Returns the smallest value of outcome i with which the node fails high, whatever the values of the other
 * outcomes (Arts 2010, formula 4.16). */
static double fails_high_at(const struct chance *chance, int i)
{
    double p = chance->outcomes->p[i];
    return (chance->beta - (chance->low_sum - p * chance->low[i])) / p;
}

/* Narrows the bounds by the points that can change in the remaining plies (search/reach.h). */
static void bound_by_reach(struct chance *chance)
{
    struct tree *tree = chance->tree;
    const struct board *board = &tree->board;
    struct reach_fight fight;
    double lowest = INFINITY, highest = -INFINITY;
    if (!reach_fight(&fight, &tree->reach, &tree->evaluator, board, &tree->evaluation[chance->ply],
                     chance->move, chance->depth))
        return;
    int mover = board->piece[board->at[chance->move.from]].rank;
    int victim = board->piece[board->at[chance->move.to]].rank;
    for (int i = 0; i < chance->outcomes->count; i++) {
        int rank = chance->outcomes->rank[i];
        if (chance->low[i] == chance->high[i])
            continue;
        reach_outcome(&fight, chance->attacks ? rank : mover, chance->attacks ? victim : rank,
                      &chance->low[i], &chance->high[i]);
        lowest = smaller(lowest, chance->low[i]);
        highest = larger(highest, chance->high[i]);
    }
    /* If no ply is left to go, these bounds are the leaf values themselves, except for advanced rows; all
     * outcomes get their common range. */
    for (int i = 0; i < chance->outcomes->count && chance->depth == 0; i++)
        if (chance->outcomes->rank[i] != FLAG) {
            chance->low[i] = lowest;
            chance->high[i] = highest;
        }
}

/* Sets the initial bounds of all outcomes and their sums. */
static void start_bounds(struct chance *chance)
{
    struct tree *tree = chance->tree;
    double win = tree->evaluator.win;
    bool our_flag = tree->board.piece[tree->board.at[chance->move.to]].rank == FLAG;
    for (int i = 0; i < chance->outcomes->count; i++) {
        /* Any attacker captures the flag: that outcome's value is known. */
        chance->low[i] = our_flag || chance->outcomes->rank[i] == FLAG ? win : -win;
        chance->high[i] = win;
    }
    if (tree->reach.usable && !our_flag)
        bound_by_reach(chance);
    chance->low_sum = chance->high_sum = 0;
    for (int i = 0; i < chance->outcomes->count; i++) {
        chance->low_sum += chance->outcomes->p[i] * chance->low[i];
        chance->high_sum += chance->outcomes->p[i] * chance->high[i];
    }
}

/* Narrows the bounds of outcome i by the transposition table's entry for the position after it (StarETC). */
static void look_up(struct chance *chance, int i, uint64_t key)
{
    const struct table_entry *entry = table_find(chance->tree->table, key);
    if (!entry || entry->depth != chance->depth)
        return;
    enum bound bound = table_bound(entry);
    /* The entry has the answering side's value: its upper bound is a lower bound here. */
    if (bound == BOUND_EXACT || bound == BOUND_UPPER)
        set_low(chance, i, -entry->value);
    if (bound == BOUND_EXACT || bound == BOUND_LOWER)
        set_high(chance, i, -entry->value);
}

/* Probes outcome i (Star2): searches the first few replies after it, which gives an upper bound. The outcome
 * must have been made. */
static void probe(struct chance *chance, int i)
{
    struct tree *tree = chance->tree;
    /* For the answering side: a reply above alpha lowers the outcome's upper bound, one at beta makes the
     * node fail low. */
    double beta = -fails_low_at(chance, i), alpha = -chance->high[i];
    if (alpha >= beta)
        return;
    double value = tree_search(tree, chance->ply + 1, chance->depth, alpha, beta, tree->probe);
    if (value > alpha && !tree->stopped)
        set_high(chance, i, -value);
}

/* Looks up each open outcome in the transposition table until the node is cut. Each table entry is prefetched
 * while the next outcome is made. */
static enum cut look_up_all(struct chance *chance)
{
    struct tree *tree = chance->tree;
    enum cut cut = NO_CUT;
    uint64_t key = 0;
    int pending = -1; /* the outcome whose entry is being fetched, with the key `key`; -1: none */
    for (int i = 0; i < chance->outcomes->count && !cut; i++) {
        if (chance->low[i] == chance->high[i])
            continue;
        make_outcome(chance, i);
        uint64_t next_key = tree_key(tree, chance->ply + 1, chance->depth);
        tree_unmake(tree);
        table_fetch(tree->table, next_key);
        if (pending >= 0) {
            look_up(chance, pending, key);
            cut = cut_by_sums(chance);
        }
        pending = i;
        key = next_key;
    }
    if (pending >= 0 && !cut) {
        look_up(chance, pending, key);
        cut = cut_by_sums(chance);
    }
    return cut;
}

/* Probes each open outcome until the node is cut. */
static enum cut probe_all(struct chance *chance)
{
    enum cut cut = NO_CUT;
    for (int i = 0; i < chance->outcomes->count && !cut && !chance->tree->stopped; i++) {
        if (chance->low[i] == chance->high[i])
            continue;
        make_outcome(chance, i);
        probe(chance, i);
        tree_unmake(chance->tree);
        cut = cut_by_sums(chance);
    }
    return cut;
}

/* Searches outcome i in the window that the other bounds leave (Star1), and narrows its bounds. */
static enum cut search_outcome(struct chance *chance, int i)
{
    struct tree *tree = chance->tree;
    double low = -INFINITY, high = INFINITY;
    if (tree->star1) {
        low = fails_low_at(chance, i);
        high = fails_high_at(chance, i);
    }
    make_outcome(chance, i);
    double value = -tree_search(tree, chance->ply + 1, chance->depth, -high, -low, ALL_MOVES);
    tree_unmake(tree);
    /* Outside the window the value is a bound on that side only. */
    if (value < high)
        set_high(chance, i, value);
    if (value > low)
        set_low(chance, i, value);
    return value <= low ? FAILS_LOW : value >= high ? FAILS_HIGH : NO_CUT;
}

double tree_expected(const struct outcomes *outcomes, const double value[])
{
    double by_rank[RANKS] = {0}, sum = 0;
    for (int i = 0; i < outcomes->count; i++)
        by_rank[outcomes->rank[i]] = outcomes->p[i] * value[i];
    for (int rank = FLAG; rank < RANKS; rank++)
        sum += by_rank[rank];
    return sum;
}

/* Computes the node's value: looks its outcomes up in the transposition table, then probes, then searches
 * them. *bound gets whether the value is exact or a bound. */
static double search_outcomes(struct chance *chance, enum bound *bound)
{
    struct tree *tree = chance->tree;
    enum cut cut = NO_CUT;
    if (chance->depth > 0 && tree->etc && tree->table)
        cut = look_up_all(chance);
    /* A probe gives an upper bound: without a finite alpha it cannot cause a cut. */
    if (chance->depth > 0 && tree->probe && !cut && chance->alpha > -INFINITY)
        cut = probe_all(chance);
    for (int i = 0; i < chance->outcomes->count && !cut && !tree->stopped; i++)
        if (chance->low[i] < chance->high[i])
            cut = search_outcome(chance, i);
    *bound = cut == FAILS_LOW ? BOUND_UPPER : cut == FAILS_HIGH ? BOUND_LOWER : BOUND_EXACT;
    /* Rounding errors must not move the bound into the window. */
    if (cut == FAILS_LOW)
        return smaller(chance->high_sum, chance->alpha);
    /* If there was no cut, every outcome's bounds are equal. */
    return cut == FAILS_HIGH ? larger(chance->low_sum, chance->beta)
                             : tree_expected(chance->outcomes, chance->high);
}

double tree_chance(struct tree *tree, int ply, int depth, struct move move, const struct outcomes *outcomes,
                   double alpha, double beta)
{
    struct chance chance; /* start_bounds fills in the other fields */
    chance.tree = tree;
    chance.ply = ply;
    chance.depth = depth;
    chance.move = move;
    chance.outcomes = outcomes;
    chance.alpha = alpha;
    chance.beta = beta;
    bool uses_table = tree->table && tree->chance_table && depth > 0;
    uint64_t key = 0, nodes = tree->nodes;
    tree_unknown(tree, move, &chance.attacks);
    if (uses_table) {
        /* The chance node's key: that of the position and of the move, whose number is never 0. The factor
         * (the golden ratio as a 64-bit fraction) spreads the move's bits over the key. */
        uint64_t fight = (uint64_t)move.from << 8 | move.to | 1 << 16;
        key = tree_key(tree, ply, depth + 1) ^ fight * 0x9e3779b97f4a7c15u;
        const struct table_entry *entry = table_find(tree->table, key);
        if (entry && entry->depth == depth) {
            enum bound known = table_bound(entry);
            if (known == BOUND_EXACT || (known == BOUND_LOWER && entry->value >= beta) ||
                (known == BOUND_UPPER && entry->value <= alpha))
                return entry->value;
        }
    }
    enum bound bound;
    start_bounds(&chance);
    double value = search_outcomes(&chance, &bound);
    if (uses_table && !tree->stopped)
        table_store(tree->table, key, value, bound, depth, MOVE_NONE, tree->nodes - nodes);
    return value;
}

void chance_begin(struct chance *chance)
{
    tree_unknown(chance->tree, chance->move, &chance->attacks);
    start_bounds(chance);
}

bool chance_step(struct chance *chance, int i, bool probes)
{
    if (!probes)
        return search_outcome(chance, i) == FAILS_LOW;
    make_outcome(chance, i);
    probe(chance, i);
    tree_unmake(chance->tree);
    return cut_by_sums(chance) == FAILS_LOW;
}

bool chance_merge(struct chance *chance, int i, const struct chance *from)
{
    set_low(chance, i, from->low[i]);
    set_high(chance, i, from->high[i]);
    return cut_by_sums(chance) == FAILS_LOW;
}
