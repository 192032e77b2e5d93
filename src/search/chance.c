/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chance nodes: Star1, Star2 and StarETC (Ballard 1983; Veness 2006; Arts 2010, 4.7 and 4.8.2).
 *
 * A chance node's value is the sum of p V over its outcomes. For each outcome a lower and an upper bound of
 * V are kept, at first what `bounds` says, later what the table, a probe or a search found; as soon as
 * the sums of the bounds leave the window the node is cut. */
#include "search/chance.h"

#include <math.h>

static void make_outcome(const struct chance *chance, int i)
{
    int rank = chance->outcomes->rank[i];
    tree_make(chance->tree, chance->ply, chance->move, chance->attacks ? rank : RANK_UNKNOWN,
              chance->attacks ? RANK_UNKNOWN : rank);
}

static void set_low(struct chance *chance, int i, double low)
{
    if (low > chance->low[i]) {
        chance->low_sum += chance->outcomes->p[i] * (low - chance->low[i]);
        chance->low[i] = low;
    }
}

static void set_high(struct chance *chance, int i, double high)
{
    if (high < chance->high[i]) {
        chance->high_sum += chance->outcomes->p[i] * (high - chance->high[i]);
        chance->high[i] = high;
    }
}

/* Whether the node is settled, and on which side of the window it lies. */
enum cut { NO_CUT, FAILS_LOW, FAILS_HIGH };

static inline enum cut cut_by_sums(const struct chance *chance)
{
    return chance->high_sum <= chance->alpha ? FAILS_LOW
           : chance->low_sum >= chance->beta ? FAILS_HIGH : NO_CUT;
}

/* Formulas 4.15 and 4.16: the value of outcome i below which the node fails low, and above which it fails
 * high, whatever the others bring. */
static double fails_low_at(const struct chance *chance, int i)
{
    double p = chance->outcomes->p[i];
    return (chance->alpha - (chance->high_sum - p * chance->high[i])) / p;
}

static double fails_high_at(const struct chance *chance, int i)
{
    double p = chance->outcomes->p[i];
    return (chance->beta - (chance->low_sum - p * chance->low[i])) / p;
}

/* Narrows the bounds by what can be reached in the plies left. */
static void bound_by_reach(struct chance *chance)
{
    struct tree *tree = chance->tree;
    const struct board *board = &tree->board;
    struct reach_fight fight;
    double min = INFINITY, most = -INFINITY;
    if (!reach_fight(&fight, &tree->reach, &tree->evaluator, board, &tree->judgement[chance->ply],
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
        min = smaller(min, chance->low[i]);
        most = larger(most, chance->high[i]);
    }
    /* With no ply to follow those would be the leaves' own values: they bound the fight as a whole. */
    for (int i = 0; i < chance->outcomes->count && chance->depth == 0; i++)
        if (chance->outcomes->rank[i] != FLAG) {
            chance->low[i] = min;
            chance->high[i] = most;
        }
}

/* What bounds the outcomes before anything is searched. */
static void start_bounds(struct chance *chance)
{
    struct tree *tree = chance->tree;
    double win = tree->evaluator.win;
    bool our_flag = tree->board.piece[tree->board.at[chance->move.to]].rank == FLAG;
    for (int i = 0; i < chance->outcomes->count; i++) {
        /* The flag falls to any attacker: that outcome is known. */
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

/* StarETC: bounds from what the table knows of the position after outcome i. */
static void look_up(struct chance *chance, int i, uint64_t key)
{
    const struct table_entry *entry = table_find(chance->tree->table, key);
    if (!entry || entry->depth != chance->depth)
        return;
    enum bound bound = table_bound(entry);
    if (bound == BOUND_EXACT || bound == BOUND_UPPER)
        set_low(chance, i, -entry->value);
    if (bound == BOUND_EXACT || bound == BOUND_LOWER)
        set_high(chance, i, -entry->value);
}

/* Star2: a few replies of the enemy bound what the outcome can bring. */
static void probe(struct chance *chance, int i)
{
    struct tree *tree = chance->tree;
    double beta = -fails_low_at(chance, i), alpha = -chance->high[i];
    if (alpha >= beta)
        return;
    double value = tree_search(tree, chance->ply + 1, chance->depth, alpha, beta, tree->probe);
    if (value > alpha && !tree->stopped)
        set_high(chance, i, -value);
}

/* Looks each outcome up until the node is cut. The table's places come from memory while the next outcome
 * is made. */
static enum cut look_all_up(struct chance *chance)
{
    struct tree *tree = chance->tree;
    enum cut cut = NO_CUT;
    uint64_t key = 0;
    int last = -1;
    for (int i = 0; i < chance->outcomes->count && !cut; i++) {
        if (chance->low[i] == chance->high[i])
            continue;
        make_outcome(chance, i);
        uint64_t next = tree_key(tree, chance->ply + 1, chance->depth);
        tree_unmake(tree);
        table_fetch(tree->table, next);
        if (last >= 0) {
            look_up(chance, last, key);
            cut = cut_by_sums(chance);
        }
        last = i;
        key = next;
    }
    if (last >= 0 && !cut) {
        look_up(chance, last, key);
        cut = cut_by_sums(chance);
    }
    return cut;
}

/* Probes each outcome until the node is cut. */
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

/* Searches outcome i. */
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

static double search_outcomes(struct chance *chance, enum bound *bound)
{
    struct tree *tree = chance->tree;
    enum cut cut = NO_CUT;
    if (chance->depth > 0 && tree->etc && tree->table)
        cut = look_all_up(chance);
    /* A probe bounds from above: where nothing can fail low it cannot help. */
    if (chance->depth > 0 && tree->probe && !cut && chance->alpha > -INFINITY)
        cut = probe_all(chance);
    for (int i = 0; i < chance->outcomes->count && !cut && !tree->stopped; i++)
        if (chance->low[i] < chance->high[i])
            cut = search_outcome(chance, i);
    *bound = cut == FAILS_LOW ? BOUND_UPPER : cut == FAILS_HIGH ? BOUND_LOWER : BOUND_EXACT;
    /* Rounding must not put a bound on the wrong side of the window. */
    if (cut == FAILS_LOW)
        return smaller(chance->high_sum, chance->alpha);
    return cut == FAILS_HIGH ? larger(chance->low_sum, chance->beta)
                             : tree_expected(chance->outcomes, chance->high);
}

double tree_chance(struct tree *tree, int ply, int depth, struct move move, const struct outcomes *outcomes,
                   double alpha, double beta)
{
    struct chance chance; /* what is not filled in here start_bounds does */
    chance.tree = tree;
    chance.ply = ply;
    chance.depth = depth;
    chance.move = move;
    chance.outcomes = outcomes;
    chance.alpha = alpha;
    chance.beta = beta;
    bool keep = tree->table && tree->chance_table && depth > 0;
    uint64_t key = 0, nodes = tree->nodes;
    tree_unknown(tree, move, &chance.attacks);
    if (keep) {
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
    if (keep && !tree->stopped)
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

bool chance_take(struct chance *chance, int i, const struct chance *from)
{
    set_low(chance, i, from->low[i]);
    set_high(chance, i, from->high[i]);
    return cut_by_sums(chance) == FAILS_LOW;
}
