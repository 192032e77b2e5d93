/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/lanes.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "search/chance.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void lanes_set_count(struct search *search, int lanes)
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
        if (i) { /* a copy, but in the lane's own memory for the board */
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
        nodes += atomic_load_explicit(&search->lane[i].tree.reported_nodes, memory_order_relaxed);
    return nodes;
}

int lanes_seldepth(const struct search *search)
{
    int longest = 0;
    for (int i = 0; i < search->lanes; i++) {
        int seldepth = atomic_load_explicit(&search->lane[i].tree.reported_seldepth, memory_order_relaxed);
        longest = seldepth > longest ? seldepth : longest;
    }
    return longest;
}

/* Inserts a move into the ranking. A move with an exact value goes before lower values and all bounds, and
 * after equal values; one with an upper bound goes to the end. */
static void rank_move(struct ranking *ranking, const struct search_root *root)
{
    int index = ranking->count++;
    bool exact = root->bound == BOUND_EXACT;
    while (index > 0 && exact &&
           (ranking->root[index - 1].bound != BOUND_EXACT || ranking->root[index - 1].value < root->value)) {
        ranking->root[index] = ranking->root[index - 1];
        index--;
    }
    ranking->root[index] = *root;
}

/* Returns the value that a move must exceed to be among the best `lines`. */
static double value_to_exceed(const struct ranking *ranking, int lines)
{
    return ranking->count >= lines && ranking->root[lines - 1].bound == BOUND_EXACT
               ? ranking->root[lines - 1].value : -INFINITY;
}

/* One depth of a search. */
struct lane_run {
    struct search *search;
    const struct search_terms *terms;
    bool use_threads;
    uint64_t *path;                 /* sum of the nodes of the busiest lane */
};

/* Divides the remaining nodes among the first `lanes` lanes. Makes all lanes check all limits at once, since
 * a stop may have been requested before. */
static void share_nodes(const struct lane_run *run, int lanes)
{
    uint64_t max_nodes = run->terms->nodes, nodes = lanes_nodes(run->search);
    uint64_t nodes_left = nodes < max_nodes ? (max_nodes - nodes) / (uint64_t)lanes : 0;
    for (int i = 0; i < lanes; i++) {
        struct tree *tree = &run->search->lane[i].tree;
        tree->max_nodes = max_nodes ? tree->nodes + nodes_left : UINT64_MAX;
        tree->next_check = 0;
    }
}

/* Returns whether a lane has stopped. */
static bool is_any_stopped(const struct search *search)
{
    bool stopped = false;
    for (int i = 0; i < search->lanes; i++)
        stopped = stopped || search->lane[i].tree.stopped;
    return stopped;
}

/* Calls work(context, i) for the first `lanes` lanes, on threads if that pays, and adds the nodes of the
 * busiest lane to the path. */
static void run_lanes(const struct lane_run *run, int lanes, parallel_work *work, void *context)
{
    uint64_t before[SEARCH_LANES], busiest = 0;
    share_nodes(run, lanes);
    for (int i = 0; i < lanes; i++)
        before[i] = run->search->lane[i].tree.nodes;
    parallel_run(run->use_threads ? run->terms->threads : 1, (size_t)lanes, work, context);
    for (int i = 0; i < lanes; i++) {
        struct tree *tree = &run->search->lane[i].tree;
        busiest = tree->nodes - before[i] > busiest ? tree->nodes - before[i] : busiest;
        tree_report_work(tree);
    }
    *run->path += busiest;
}

/* --- the moves of a node, dealt to lanes --- */

struct lane_deal {
    struct search *search;
    struct lane_node *node;
};

/* Searches the moves dealt to one lane, one after the other. */
static void search_dealt_moves(void *context, size_t index)
{
    const struct lane_deal *deal = context;
    struct lane_node *node = deal->node;
    struct lane *lane = &deal->search->lane[index];
    struct tree *tree = &lane->tree;
    for (int i = 0; i < lane->count; i++) {
        struct search_root root = node->moves[lane->dealt[i]];
        double value, alpha = value_to_exceed(&lane->ranking, node->lines);
        uint64_t before = tree->nodes;
        bool playable = tree_try(tree, node->ply, node->depth - 1, root.move, alpha, INFINITY, &value);
        if (tree->stopped)
            return;
        root.nodes += tree->nodes - before;
        root.value = playable ? value : -tree->evaluator.win; /* otherwise excluded by the belief */
        root.bound = !playable || value <= alpha ? BOUND_UPPER : BOUND_EXACT;
        node->moves[lane->dealt[i]] = root;
        node->has_value[lane->dealt[i]] = true;
        rank_move(&lane->ranking, &root);
    }
}

/* Ranks all moves that have a value, in the node's order. */
static void update_ranking(struct lane_node *node)
{
    node->ranking.count = 0;
    for (int i = 0; i < node->count; i++)
        if (node->has_value[i])
            rank_move(&node->ranking, &node->moves[i]);
}

/* Deals the moves that have no value yet, each to the lane with the least load; returns the number of lanes
 * that got a move. */
static int deal_moves(struct search *search, const struct lane_node *node)
{
    int dealt = 0;
    /* Each lane starts from the values found so far, by which it cuts. */
    for (int i = 0; i < search->lanes; i++) {
        struct lane *lane = &search->lane[i];
        lane->count = 0;
        lane->load = 0;
        lane->ranking.count = node->ranking.count;
        memcpy(lane->ranking.root, node->ranking.root,
               sizeof node->ranking.root[0] * (size_t)node->ranking.count);
    }
    for (int i = 0; i < node->count; i++) {
        struct lane *least_loaded = &search->lane[0];
        if (node->has_value[i])
            continue;
        for (int j = 1; j < search->lanes; j++)
            if (search->lane[j].load < least_loaded->load)
                least_loaded = &search->lane[j];
        least_loaded->dealt[least_loaded->count++] = i;
        least_loaded->load += node->moves[i].nodes + 1; /* 1: at the first depth all moves have 0 nodes */
        dealt++;
    }
    return dealt < search->lanes ? dealt : search->lanes;
}

/* --- the outcomes of a fight, dealt to lanes --- */

/* A round of a fight: up to `count` of its open outcomes, dealt in turn to the lanes. */
struct lane_fight {
    struct search *search;
    const struct chance *chance;    /* the state at the start of the round */
    struct chance own[SEARCH_LANES];/* [lane]: its copy with its results */
    bool low[SEARCH_LANES];         /* [lane]: the node fails low */
    bool probe;                     /* true: probes the outcomes; false: searches them */
    int outcome[RANKS];             /* indices of the outcomes in this round */
    int count;                      /* number of `outcome` */
    int lanes;                      /* number of lanes that share them */
};

/* Probes or searches the outcomes of one lane in this round. */
static void search_outcomes(void *context, size_t index)
{
    struct lane_fight *fight = context;
    struct chance *own = &fight->own[index];
    *own = *fight->chance;
    own->tree = &fight->search->lane[index].tree;
    fight->low[index] = false;
    for (int i = (int)index; i < fight->count && !own->tree->stopped && !fight->low[index]; i += fight->lanes)
        fight->low[index] = chance_step(own, fight->outcome[i], fight->probe);
}

/* Processes all open outcomes in rounds of `batch`; returns whether the node fails low. */
static bool search_batches(const struct lane_run *run, struct chance *chance, struct lane_fight *fight,
                           int batch)
{
    int next = 0;
    bool low = false;
    while (next < chance->outcomes->count && !low && !is_any_stopped(run->search)) {
        for (fight->count = 0; next < chance->outcomes->count && fight->count < batch; next++)
            if (chance_is_open(chance, next))
                fight->outcome[fight->count++] = next;
        fight->lanes = fight->count < run->search->lanes ? fight->count : run->search->lanes;
        if (fight->count)
            run_lanes(run, fight->lanes, search_outcomes, fight);
        for (int i = 0; i < fight->count; i++) {
            int lane = i % fight->lanes;
            low = chance_merge(chance, fight->outcome[i], &fight->own[lane]) || fight->low[lane] || low;
        }
    }
    return low;
}

/* Returns the value of a fight with an unknown piece, searched by all lanes together. A value up to alpha is
 * an upper bound. If no cut is possible, all outcomes are searched in one round. Otherwise each round has one
 * outcome per lane, so that it uses the results of the rounds before. */
static double search_fight_together(const struct lane_run *run, int ply, int depth, struct move move,
                                    const struct outcomes *outcomes, double alpha)
{
    struct tree *tree = &run->search->lane[0].tree;
    struct chance chance = {.tree = tree, .ply = ply, .depth = depth, .move = move, .outcomes = outcomes,
                            .alpha = alpha, .beta = INFINITY};
    struct lane_fight *fight = memory_new(1, sizeof *fight);
    bool cuts = alpha > -INFINITY, low = false;
    fight->search = run->search;
    fight->chance = &chance;
    chance_begin(&chance);
    if (cuts && depth > 0 && tree->probe) {
        fight->probe = true;
        low = search_batches(run, &chance, fight, run->search->lanes);
    }
    fight->probe = false;
    if (!low)
        low = search_batches(run, &chance, fight, cuts ? run->search->lanes : RANKS);
    free(fight);
    return low ? smaller(chance.high_sum, alpha) : tree_expected(outcomes, chance.high);
}

/* --- the first line, searched by all lanes together --- */

/* A node with fewer plies to go is searched by the first lane alone. */
enum { SHARED_DEPTH_MIN = 3 };

static double search_first_line(const struct lane_run *run, int ply, int depth);

/* Computes the value of a move by all lanes, with `depth` plies to go after it. False if the belief excludes
 * every outcome of the fight. A value up to alpha is an upper bound. A move that is no fight with an unknown
 * piece must be on the first line, with alpha -INFINITY. */
static bool search_move_together(const struct lane_run *run, int ply, int depth, struct move move,
                                 double alpha, double *value)
{
    struct search *search = run->search;
    struct tree *tree = &search->lane[0].tree;
    struct outcomes outcomes;
    bool attacks;
    int unknown = tree_unknown(tree, move, &attacks);
    if (unknown != NO_PIECE) {
        outcomes_fill(&tree->odds, &tree->board, unknown, attacks, &outcomes);
        if (outcomes.count)
            *value = search_fight_together(run, ply, depth, move, &outcomes, alpha);
        return outcomes.count > 0;
    }
    for (int i = 0; i < search->lanes; i++)
        tree_make(&search->lane[i].tree, ply, move, RANK_UNKNOWN, RANK_UNKNOWN);
    *value = -search_first_line(run, ply + 1, depth);
    for (int i = 0; i < search->lanes; i++)
        tree_unmake(&search->lane[i].tree);
    return true;
}

/* Searches a node's move number `index` by all lanes together; false if a lane stopped. */
static bool search_together(const struct lane_run *run, struct lane_node *node, int index)
{
    struct search *search = run->search;
    struct search_root *root = &node->moves[index];
    uint64_t before = lanes_nodes(search);
    double value = 0, alpha = value_to_exceed(&node->ranking, node->lines);
    bool playable = search_move_together(run, node->ply, node->depth - 1, root->move, alpha, &value);
    if (is_any_stopped(search))
        return false;
    root->nodes += lanes_nodes(search) - before;
    root->value = playable ? value : -search->lane[0].tree.evaluator.win;
    root->bound = !playable || value <= alpha ? BOUND_UPPER : BOUND_EXACT;
    node->has_value[index] = true;
    update_ranking(node);
    return true;
}

/* Returns whether the move is a fight that may keep one lane busy while the others are idle. It is if it took
 * more than half of a lane's part of `all` in earlier depths; `all` is the nodes of all moves except the
 * first. */
static bool is_heavy(const struct search *search, const struct lane_node *node, int index, uint64_t all)
{
    bool attacks;
    return node->depth >= SHARED_DEPTH_MIN && node->moves[index].nodes * (uint64_t)search->lanes * 2 > all &&
           tree_unknown(&search->lane[0].tree, node->moves[index].move, &attacks) != NO_PIECE;
}

/* Searches a node: the first move by all lanes, then heavy fights by all lanes, then the other moves dealt
 * to the lanes. */
static void search_node(const struct lane_run *run, struct lane_node *node)
{
    struct search *search = run->search;
    struct lane_deal deal = {search, node};
    uint64_t all = 0; /* nodes of the moves after the first, in earlier depths */
    for (int i = 1; i < node->count; i++)
        all += node->moves[i].nodes;
    for (int i = 0; i < node->count && search->lanes > 1; i++)
        if ((i == 0 || is_heavy(search, node, i, all)) && !search_together(run, node, i))
            return;
    int lanes = deal_moves(search, node);
    if (lanes > 0)
        run_lanes(run, lanes, search_dealt_moves, &deal);
    update_ranking(node);
}

/* A node on the first line that the first lane searches alone. */
struct lane_alone {
    struct tree *tree;
    int ply, depth;
    double value;
};

/* Searches the node of a lane_alone. It is the work of one lane. */
static void search_for_lane_alone(void *context, size_t index)
{
    struct lane_alone *alone = context;
    (void)index;
    alone->value = tree_search(alone->tree, alone->ply, alone->depth, -INFINITY, INFINITY, ALL_MOVES);
}

/* Returns the value of a node on the first line, searched by the first lane alone. */
static double search_alone(const struct lane_run *run, int ply, int depth)
{
    struct lane_alone alone = {.tree = &run->search->lane[0].tree, .ply = ply, .depth = depth};
    run_lanes(run, 1, search_for_lane_alone, &alone);
    return alone.value;
}

/* Returns the exact value of a node on the first line. */
static double search_first_line(const struct lane_run *run, int ply, int depth)
{
    struct search *search = run->search;
    struct tree *tree = &search->lane[0].tree;
    uint64_t key = tree->table ? tree_key(tree, ply, depth) : 0, before = lanes_nodes(search);
    const struct table_entry *entry = tree->table ? table_find(tree->table, key) : NULL;
    bool known = entry && entry->depth == depth && table_bound(entry) == BOUND_EXACT;
    double value;
    /* Nothing to share: few plies to go, the table knows the value, or the game is over. */
    if (depth < SHARED_DEPTH_MIN || known || tree_is_over(tree, &value))
        return search_alone(run, ply, depth);
    struct lane_node *node = memory_new(1, sizeof *node);
    node->ply = ply;
    node->depth = depth;
    node->lines = 1;
    struct ordered_move moves[MOVES_MAX];
    node->count = tree_moves(tree, moves);
    tree_order(tree, moves, node->count, entry ? entry->move : MOVE_NONE);
    for (int i = 0; i < node->count; i++) {
        tree_pick(moves, node->count, i);
        node->moves[i].move = moves[i].move;
    }
    tree->nodes++; /* this node itself */
    search_node(run, node);
    bool whole = !is_any_stopped(search);
    if (whole && value_to_exceed(&node->ranking, 1) > -INFINITY) {
        /* Stored for later depths and for the expected line. */
        const struct search_root *best = &node->ranking.root[0];
        value = best->value;
        if (tree->use_history)
            tree->history[tree->board.to_move][best->move.from][history_target(best->move)] +=
                (uint32_t)depth;
        if (tree->table)
            table_store(tree->table, key, value, BOUND_EXACT, depth, best->move,
                        lanes_nodes(search) - before);
    } else {
        value = whole ? search_alone(run, ply, depth) : 0; /* no move is playable */
    }
    free(node);
    return value;
}

bool lanes_search(struct search *search, const struct search_terms *terms, struct lane_node *root,
                  bool use_threads)
{
    struct lane_run run = {search, terms, use_threads, &root->path};
    uint32_t history[SIDES][SQUARES][HISTORY_TARGETS];
    for (int i = 0; i < search->lanes; i++) {
        struct tree *tree = &search->lane[i].tree;
        if (search->options.bounds == BOUNDS_REACH)
            reach_init(&tree->reach, &tree->evaluator, &tree->odds, &tree->board, root->depth);
    }
    memcpy(history, search->lane[0].tree.history, sizeof history);
    memset(root->has_value, 0, sizeof root->has_value);
    root->ranking.count = 0;
    search_node(&run, root);
    if (!root->has_value[0])
        root->ranking.count = 0;
    /* All lanes get the sum of their history increments, so that all order moves alike. */
    const uint32_t *start_history = &history[0][0][0];
    for (size_t i = 0; i < sizeof history / sizeof history[0][0][0] && search->lanes > 1; i++) {
        uint32_t joined = start_history[i];
        for (int j = 0; j < search->lanes; j++)
            joined += (&search->lane[j].tree.history[0][0][0])[i] - start_history[i];
        for (int j = 0; j < search->lanes; j++)
            (&search->lane[j].tree.history[0][0][0])[i] = joined;
    }
    return !is_any_stopped(search);
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
