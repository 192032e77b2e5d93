/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/lanes.h"

#include "base/memory.h"
#include "base/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void lanes_fit(struct search *search, int lanes)
{
    const struct search_options *options = &search->options;
    if (search->lanes == lanes)
        return;
    lanes_free(search);
    search->lanes = lanes;
    search->lane = memory_new((size_t)lanes, sizeof *search->lane);
    for (int i = 0; i < lanes && options->table != 0; i++)
        table_init(&search->lane[i].table, options->table_size / lanes,
                   (enum search_replacement)options->replacement);
}

void lanes_free(struct search *search)
{
    for (int i = 0; i < search->lanes; i++) {
        board_free(&search->lane[i].tree.board);
        table_free(&search->lane[i].table);
    }
    free(search->lane);
    search->lane = NULL;
    search->lanes = 0;
}

void lanes_begin(struct search *search)
{
    const struct tree *first = &search->lane[0].tree;
    for (int i = 0; i < search->lanes; i++) {
        struct lane *lane = &search->lane[i];
        if (i) {
            struct board board = lane->tree.board;
            memcpy(&lane->tree, first, sizeof *first);
            lane->tree.board = board;
            board_copy(&lane->tree.board, &first->board);
            board_reserve(&lane->tree.board, SEARCH_PLIES + 2);
        }
        lane->tree.table = search->options.table != 0 ? &lane->table : NULL;
        if (lane->tree.table)
            table_clear(lane->tree.table);
    }
}

uint64_t lanes_nodes(const struct search *search)
{
    uint64_t nodes = 0;
    for (int i = 0; i < search->lanes; i++)
        nodes += atomic_load_explicit(&search->lane[i].tree.told_nodes, memory_order_relaxed);
    return nodes;
}

int lanes_seldepth(const struct search *search)
{
    int longest = 0;
    for (int i = 0; i < search->lanes; i++) {
        int seldepth = atomic_load_explicit(&search->lane[i].tree.told_seldepth, memory_order_relaxed);
        longest = seldepth > longest ? seldepth : longest;
    }
    return longest;
}

/* Puts a move where its value belongs among those ranked; behind equal ones. */
static void rank_move(struct ranking *ranking, const struct search_root *root)
{
    int at = ranking->count++;
    bool exact = root->bound == BOUND_EXACT;
    while (at > 0 && exact &&
           (ranking->root[at - 1].bound != BOUND_EXACT || ranking->root[at - 1].value < root->value)) {
        ranking->root[at] = ranking->root[at - 1];
        at--;
    }
    ranking->root[at] = *root;
}

/* What a move must be worth more than to be among the best `lines`. */
static double last_line(const struct ranking *ranking, int lines)
{
    return ranking->count >= lines && ranking->root[lines - 1].bound == BOUND_EXACT
               ? ranking->root[lines - 1].value : -INFINITY;
}

/* One depth under way. */
struct lane_run {
    struct search *search;
    const struct search_terms *terms;
    bool many;
    uint64_t *path;                 /* counts the nodes of the busiest lane */
};

/* Shares what is left of the nodes among the first `lanes` lanes, and has them look at all limits at once:
 * somebody may have said stop before they began. */
static void share_nodes(const struct lane_run *run, int lanes)
{
    uint64_t most = run->terms->nodes, nodes = lanes_nodes(run->search);
    uint64_t left = nodes < most ? (most - nodes) / (uint64_t)lanes : 0;
    for (int i = 0; i < lanes; i++) {
        struct tree *tree = &run->search->lane[i].tree;
        tree->most_nodes = most ? tree->nodes + left : UINT64_MAX;
        tree->look_at = 0;
    }
}

static bool any_stopped(const struct search *search)
{
    bool stopped = false;
    for (int i = 0; i < search->lanes; i++)
        stopped = stopped || search->lane[i].tree.stopped;
    return stopped;
}

/* Calls work(context, i) for the first `lanes` lanes. */
static void run_lanes(const struct lane_run *run, int lanes, parallel_work *work, void *context)
{
    uint64_t before[SEARCH_LANES], most = 0;
    share_nodes(run, lanes);
    for (int i = 0; i < lanes; i++)
        before[i] = run->search->lane[i].tree.nodes;
    parallel_run(run->many ? run->terms->threads : 1, (size_t)lanes, work, context);
    for (int i = 0; i < lanes; i++) {
        struct tree *tree = &run->search->lane[i].tree;
        most = tree->nodes - before[i] > most ? tree->nodes - before[i] : most;
        tree_tell_work(tree);
    }
    *run->path += most;
}

/* --- the moves of a node, dealt to lanes --- */

struct lane_deal {
    struct search *search;
    struct lane_node *node;
};

/* Searches one lane's moves, one after the other. */
static void search_share(void *context, size_t index)
{
    const struct lane_deal *deal = context;
    struct lane_node *node = deal->node;
    struct lane *lane = &deal->search->lane[index];
    struct tree *tree = &lane->tree;
    for (int i = 0; i < lane->count; i++) {
        struct search_root root = node->of[lane->share[i]];
        double value, alpha = last_line(&lane->ranking, node->lines);
        uint64_t before = tree->nodes;
        bool playable = tree_try(tree, node->ply, node->depth - 1, root.move, alpha, INFINITY, &value);
        if (tree->stopped)
            return;
        root.nodes += tree->nodes - before;
        root.value = playable ? value : -tree->evaluator.win;
        root.bound = !playable || value <= alpha ? BOUND_UPPER : BOUND_EXACT;
        node->of[lane->share[i]] = root;
        node->found[lane->share[i]] = true;
        rank_move(&lane->ranking, &root);
    }
}

/* Ranks what was found, in the node's order. */
static void rank_found(struct lane_node *node)
{
    node->ranking.count = 0;
    for (int i = 0; i < node->count; i++)
        if (node->found[i])
            rank_move(&node->ranking, &node->of[i]);
}

/* Deals the moves from `first` on, each to the lane with the least to do; returns how many lanes have any. */
static int deal_moves(struct search *search, const struct lane_node *node, int first)
{
    int dealt = node->count - first;
    for (int i = 0; i < search->lanes; i++) {
        struct lane *lane = &search->lane[i];
        lane->count = lane->ranking.count = 0;
        lane->load = 0;
        for (int j = 0; j < node->ranking.count; j++)
            lane->ranking.root[lane->ranking.count++] = node->ranking.root[j];
    }
    for (int i = first; i < node->count; i++) {
        struct lane *least = &search->lane[0];
        for (int j = 1; j < search->lanes; j++)
            if (search->lane[j].load < least->load)
                least = &search->lane[j];
        least->share[least->count++] = i;
        least->load += node->of[i].nodes + 1;
    }
    return dealt < search->lanes ? dealt : search->lanes;
}

/* --- the outcomes of a fight, dealt to lanes --- */

struct lane_fight {
    struct search *search;
    const struct outcomes *outcomes;
    struct move move;
    bool attacks;                   /* the unknown piece does */
    int ply, depth, lanes;
    double value[RANKS];            /* of each outcome, for the side that attacks */
};

static void search_outcomes(void *context, size_t index)
{
    struct lane_fight *fight = context;
    struct tree *tree = &fight->search->lane[index].tree;
    for (int i = (int)index; i < fight->outcomes->count && !tree->stopped; i += fight->lanes) {
        int rank = fight->outcomes->rank[i];
        tree_make(tree, fight->ply, fight->move, fight->attacks ? rank : RANK_UNKNOWN,
                  fight->attacks ? RANK_UNKNOWN : rank);
        fight->value[i] = -tree_search(tree, fight->ply + 1, fight->depth, -INFINITY, INFINITY, ALL_MOVES);
        tree_unmake(tree);
    }
}

/* --- the first line, opened by all lanes together --- */

/* With fewer plies to go a node is left to the first lane. */
enum { OPEN_LEAST = 3 };

static double open_node(const struct lane_run *run, int ply, int depth);

/* The exact value of a move, with `depth` plies to go after it; as tree_try has it. */
static bool open_move(const struct lane_run *run, int ply, int depth, struct move move, double *value)
{
    struct search *search = run->search;
    struct tree *tree = &search->lane[0].tree;
    struct lane_fight fight = {.search = search, .move = move, .ply = ply, .depth = depth};
    struct outcomes outcomes;
    int unknown = tree_unknown(tree, move, &fight.attacks);
    if (unknown == NO_PIECE) {
        for (int i = 0; i < search->lanes; i++)
            tree_make(&search->lane[i].tree, ply, move, RANK_UNKNOWN, RANK_UNKNOWN);
        *value = -open_node(run, ply + 1, depth);
        for (int i = 0; i < search->lanes; i++)
            tree_unmake(&search->lane[i].tree);
        return true;
    }
    outcomes_of(&tree->odds, &tree->board, unknown, fight.attacks, &outcomes);
    if (!outcomes.count)
        return false;
    fight.outcomes = &outcomes;
    fight.lanes = outcomes.count < search->lanes ? outcomes.count : search->lanes;
    run_lanes(run, fight.lanes, search_outcomes, &fight);
    *value = tree_expected(&outcomes, fight.value);
    return true;
}

/* The first move of a node by all lanes, then the others dealt to them. */
static void search_node(const struct lane_run *run, struct lane_node *node)
{
    struct search *search = run->search;
    struct lane_deal deal = {search, node};
    int first = 0;
    if (search->lanes > 1 && node->count > 0) {
        struct search_root *root = &node->of[0];
        uint64_t before = lanes_nodes(search);
        double value;
        bool playable = open_move(run, node->ply, node->depth - 1, root->move, &value);
        if (any_stopped(search))
            return;
        root->nodes += lanes_nodes(search) - before;
        root->value = playable ? value : -search->lane[0].tree.evaluator.win;
        root->bound = playable ? BOUND_EXACT : BOUND_UPPER;
        node->found[0] = true;
        rank_found(node);
        first = 1;
    }
    if (first < node->count)
        run_lanes(run, deal_moves(search, node, first), search_share, &deal);
    rank_found(node);
}

/* A node on the first line by the first lane alone. */
struct lane_alone {
    struct tree *tree;
    int ply, depth;
    double value;
};

static void search_whole(void *context, size_t index)
{
    struct lane_alone *alone = context;
    (void)index;
    alone->value = tree_search(alone->tree, alone->ply, alone->depth, -INFINITY, INFINITY, ALL_MOVES);
}

static double search_alone(const struct lane_run *run, int ply, int depth)
{
    struct lane_alone alone = {.tree = &run->search->lane[0].tree, .ply = ply, .depth = depth};
    run_lanes(run, 1, search_whole, &alone);
    return alone.value;
}

/* Its moves, in order. */
static void list_moves(struct tree *tree, struct move first, struct lane_node *node)
{
    struct ordered_move moves[MOVES_MAX];
    node->count = tree_moves(tree, moves);
    tree_order(tree, moves, node->count, first);
    for (int i = 0; i < node->count; i++) {
        tree_pick(moves, node->count, i);
        node->of[i].move = moves[i].move;
    }
}

/* Keeps what was found of a node for the depths to come and for the line. */
static void keep_node(struct tree *tree, const struct lane_node *node, uint64_t key, uint64_t nodes)
{
    const struct search_root *best = &node->ranking.root[0];
    if (tree->use_history)
        tree->history[tree->board.to_move][best->move.from][history_target(best->move)] +=
            (uint32_t)node->depth;
    if (tree->table)
        table_store(tree->table, key, best->value, BOUND_EXACT, node->depth, best->move, nodes);
}

/* The exact value of a node on the first line. */
static double open_node(const struct lane_run *run, int ply, int depth)
{
    struct search *search = run->search;
    struct tree *tree = &search->lane[0].tree;
    uint64_t key = tree->table ? tree_key(tree, ply, depth) : 0, before = lanes_nodes(search);
    const struct table_entry *entry = tree->table ? table_find(tree->table, key) : NULL;
    bool known = entry && entry->depth == depth && table_bound(entry) == BOUND_EXACT;
    double value;
    if (depth < OPEN_LEAST || known || tree_is_over(tree, &value))
        return search_alone(run, ply, depth);
    struct lane_node *node = memory_new(1, sizeof *node);
    node->ply = ply;
    node->depth = depth;
    node->lines = 1;
    list_moves(tree, entry ? entry->move : MOVE_NONE, node);
    tree->nodes++;
    search_node(run, node);
    bool whole = !any_stopped(search);
    if (whole && last_line(&node->ranking, 1) > -INFINITY) {
        value = node->ranking.root[0].value;
        keep_node(tree, node, key, lanes_nodes(search) - before);
    } else {
        value = whole ? search_alone(run, ply, depth) : 0; /* none of its moves can be played */
    }
    free(node);
    return value;
}

/* Gives each lane what all have learned for the order of moves. `before`: when they began. */
static void join_history(struct search *search, const uint32_t *before, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        uint32_t joined = before[i];
        for (int j = 0; j < search->lanes; j++)
            joined += (&search->lane[j].tree.history[0][0][0])[i] - before[i];
        for (int j = 0; j < search->lanes; j++)
            (&search->lane[j].tree.history[0][0][0])[i] = joined;
    }
}

bool lanes_search(struct search *search, const struct search_terms *terms, struct lane_node *root, bool many)
{
    struct lane_run run = {search, terms, many, &root->path};
    uint32_t history[SIDES][SQUARES][HISTORY_TARGETS];
    for (int i = 0; i < search->lanes; i++) {
        struct tree *tree = &search->lane[i].tree;
        if (search->options.bounds == BOUNDS_REACH)
            reach_init(&tree->reach, &tree->evaluator, &tree->odds, &tree->board, root->depth);
    }
    memcpy(history, search->lane[0].tree.history, sizeof history);
    memset(root->found, 0, sizeof root->found);
    root->ranking.count = 0;
    search_node(&run, root);
    if (!root->found[0])
        root->ranking.count = 0;
    if (search->lanes > 1)
        join_history(search, &history[0][0][0], sizeof history / sizeof history[0][0][0]);
    return !any_stopped(search);
}

void lanes_recall(struct search *search, uint64_t key, int depth)
{
    for (int i = 0; i < search->lanes && search->options.table != 0; i++) {
        const struct table_entry *entry = table_find(&search->lane[i].table, key);
        if (!entry || entry->depth != depth || table_bound(entry) != BOUND_EXACT)
            continue;
        if (i)
            table_store(&search->lane[0].table, key, entry->value, BOUND_EXACT, depth, entry->move,
                        entry->nodes);
        return;
    }
}
