/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/variation.h"

#include "base/memory.h"
#include "search/lanes.h"

#include <math.h>
#include <stdlib.h>

/* The arguments of search_variation. */
struct variation_work {
    struct search *search;
    struct tree *tree;
    const struct variation_terms *terms;
    struct variation *line;
};

/* Appends an item to the variation. */
static void add_item(struct variation_work *work, const struct variation_item *item)
{
    struct variation *line = work->line;
    line->items = memory_grow(line->items, &line->capacity, line->count + 1, sizeof *line->items);
    line->items[line->count++] = *item;
}

/* Returns the first move whose value is `value`, found by searching all moves; MOVE_NONE if there is none. It
 * is needed if the transposition table does not have the move. */
static struct move find_move(struct tree *tree, int ply, int depth, double value)
{
    struct ordered_move moves[MOVES_MAX];
    int count = tree_moves(tree, moves);
    tree_order(tree, moves, count, MOVE_NONE);
    for (int i = 0; i < count && !tree->stopped; i++) {
        double found;
        tree_pick(moves, count, i);
        if (tree_try(tree, ply, depth - 1, moves[i].move, -INFINITY, INFINITY, &found) &&
            found >= value - 1e-9) /* for rounding */
            return moves[i].move;
    }
    return MOVE_NONE;
}

/* Returns the best move of the position at `ply`; MOVE_NONE if the line ends there. `value` gets its value
 * for the root's side. */
static struct move best_reply(const struct variation_work *work, int ply, int depth, double *value)
{
    struct tree *tree = work->tree;
    if (tree->table && depth > 0) /* the line may have been searched by another lane */
        lanes_recall(work->search, tree_key(tree, ply, depth), depth);
    double over_value, own_value = tree_search(tree, ply, depth, -INFINITY, INFINITY, ALL_MOVES);
    *value = ply % 2 ? -own_value : own_value;
    if (depth <= 0 || tree->stopped || tree_is_over(tree, &over_value))
        return MOVE_NONE;
    const struct table_entry *entry =
        tree->table ? table_find(tree->table, tree_key(tree, ply, depth)) : NULL;
    if (entry && entry->depth == depth && table_bound(entry) == BOUND_EXACT && !move_is_none(entry->move))
        return entry->move;
    return find_move(tree, ply, depth, own_value);
}

static void add_variation_line(struct variation_work *work, int level, int ply, int depth, struct move move,
                               double value, double p);

/* Adds the branches of a fight with an unknown piece. `depth`: plies to go after it; `p`: the probability
 * of the position, seen from the root. */
static void add_branches(struct variation_work *work, int level, int ply, int depth, struct move move,
                         double p)
{
    struct tree *tree = work->tree;
    struct outcomes outcomes;
    bool attacks;
    int unknown = tree_unknown(tree, move, &attacks);
    size_t fight = work->line->count - 1; /* the line's last move */
    outcomes_fill(&tree->odds, &tree->board, unknown, attacks, &outcomes);
    for (int i = 0; i < outcomes.count && i < work->terms->branches; i++) {
        struct variation_item item = {.level = level + 1, .outcome = true, .attack = true, .move = move,
                                      .square = attacks ? move.from : move.to, .rank = outcomes.rank[i],
                                      .p = outcomes.p[i]};
        if (i && level && p * item.p < work->terms->min)
            break; /* too improbable, but neither the fight's first outcome nor in the first fight */
        tree_make(tree, ply, move, attacks ? item.rank : RANK_UNKNOWN, attacks ? RANK_UNKNOWN : item.rank);
        struct move reply = tree->stopped ? MOVE_NONE : best_reply(work, ply + 1, depth, &item.value);
        if (!tree->stopped) {
            add_item(work, &item);
            add_variation_line(work, level + 1, ply + 1, depth, reply, item.value, p * item.p);
        } else {
            work->line->items[fight].cut = true;
        }
        tree_unmake(tree);
    }
}

/* Adds the line from `move` on, with `depth` plies to go including the move. */
static void add_variation_line(struct variation_work *work, int level, int ply, int depth, struct move move,
                               double value, double p)
{
    struct tree *tree = work->tree;
    int made = 0;
    bool attacks;
    while (!move_is_none(move) && !tree->stopped) {
        bool attack = tree->board.at[move.to] != NO_PIECE;
        add_item(work, &(struct variation_item){.level = level, .attack = attack, .move = move,
                                                .value = value});
        depth--;
        if (tree_unknown(tree, move, &attacks) != NO_PIECE) {
            add_branches(work, level, ply + made, depth, move, p);
            break;
        }
        tree_make(tree, ply + made, move, RANK_UNKNOWN, RANK_UNKNOWN);
        made++;
        move = best_reply(work, ply + made, depth, &value);
    }
    for (; made > 0; made--)
        tree_unmake(tree);
}

void search_variation(struct search *search, const struct search_result *result,
                      const struct search_root *root, const struct variation_terms *terms,
                      struct variation *line)
{
    struct tree *tree = &search->lane[0].tree;
    struct variation_work work = {search, tree, terms, line};
    tree->stopped = false;
    tree->max_nodes = UINT64_MAX;
    tree->deadline = 0;
    line->count = 0;
    add_variation_line(&work, 0, 0, result->depth, root->move, root->value, 1);
}

void variation_free(struct variation *line)
{
    free(line->items);
    *line = (struct variation){0};
}
