/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/lanes.h"

#include "base/memory.h"
#include "base/parallel.h"
#include "search/chance.h"

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
        tree->max_nodes = most ? tree->nodes + left : UINT64_MAX;
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
        tree_report_work(tree);
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

/* Deals the moves that are not found yet, each to the lane with the least to do; returns how many lanes have
 * any. */
static int deal_moves(struct search *search, const struct lane_node *node)
{
    int dealt = 0;
    for (int i = 0; i < search->lanes; i++) {
        struct lane *lane = &search->lane[i];
        lane->count = 0;
        lane->load = 0;
        lane->ranking.count = node->ranking.count;
        memcpy(lane->ranking.root, node->ranking.root,
               sizeof node->ranking.root[0] * (size_t)node->ranking.count);
    }
    for (int i = 0; i < node->count; i++) {
        struct lane *min = &search->lane[0];
        if (node->found[i])
            continue;
        for (int j = 1; j < search->lanes; j++)
            if (search->lane[j].load < min->load)
                min = &search->lane[j];
        min->share[min->count++] = i;
        min->load += node->of[i].nodes + 1;
        dealt++;
    }
    return dealt < search->lanes ? dealt : search->lanes;
}

/* --- the outcomes of a fight, dealt to lanes --- */

/* A round of them: the open outcomes from `first` on, `count` at most, one by one in turn for each lane. */
struct lane_fight {
    struct search *search;
    const struct chance *chance;    /* as it was when the round began */
    struct chance own[SEARCH_LANES];/* what each lane makes of it */
    bool low[SEARCH_LANES];         /* it fails low for this lane */
    bool probe;
    int of[RANKS], count, lanes;    /* the outcomes */
};

static void search_outcomes(void *context, size_t index)
{
    struct lane_fight *fight = context;
    struct chance *own = &fight->own[index];
    *own = *fight->chance;
    own->tree = &fight->search->lane[index].tree;
    fight->low[index] = false;
    for (int i = (int)index; i < fight->count && !own->tree->stopped && !fight->low[index]; i += fight->lanes)
        fight->low[index] = chance_step(own, fight->of[i], fight->probe);
}

/* Goes through all open outcomes, `batch` in a round; true where the node fails low. */
static bool search_batches(const struct lane_run *run, struct chance *chance, struct lane_fight *fight,
                           int batch)
{
    int next = 0;
    bool low = false;
    while (next < chance->outcomes->count && !low && !any_stopped(run->search)) {
        for (fight->count = 0; next < chance->outcomes->count && fight->count < batch; next++)
            if (chance_is_open(chance, next))
                fight->of[fight->count++] = next;
        fight->lanes = fight->count < run->search->lanes ? fight->count : run->search->lanes;
        if (fight->count)
            run_lanes(run, fight->lanes, search_outcomes, fight);
        for (int i = 0; i < fight->count; i++) {
            int lane = i % fight->lanes;
            low = chance_take(chance, fight->of[i], &fight->own[lane]) || fight->low[lane] || low;
        }
    }
    return low;
}

/* The value of a fight with an unknown piece by all lanes together; up to alpha it is an upper bound. Where
 * nothing can be cut all outcomes are searched in one round, else as many at a time as there are lanes, so
 * that each round knows what those before it brought. */
static double open_fight(const struct lane_run *run, int ply, int depth, struct move move,
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

/* --- the first line, opened by all lanes together --- */

/* With fewer plies to go a node is left to the first lane. */
enum { OPEN_MIN = 3 };

static double open_node(const struct lane_run *run, int ply, int depth);

/* The value of a move, with `depth` plies to go after it, by all lanes; up to alpha it is an upper bound. As
 * tree_try has it. A move that is no fight with an unknown piece is on the first line, and alpha
 * -INFINITY. */
static bool open_move(const struct lane_run *run, int ply, int depth, struct move move, double alpha,
                      double *value)
{
    struct search *search = run->search;
    struct tree *tree = &search->lane[0].tree;
    struct outcomes outcomes;
    bool attacks;
    int unknown = tree_unknown(tree, move, &attacks);
    if (unknown != NO_PIECE) {
        outcomes_of(&tree->odds, &tree->board, unknown, attacks, &outcomes);
        if (outcomes.count)
            *value = open_fight(run, ply, depth, move, &outcomes, alpha);
        return outcomes.count > 0;
    }
    for (int i = 0; i < search->lanes; i++)
        tree_make(&search->lane[i].tree, ply, move, RANK_UNKNOWN, RANK_UNKNOWN);
    *value = -open_node(run, ply + 1, depth);
    for (int i = 0; i < search->lanes; i++)
        tree_unmake(&search->lane[i].tree);
    return true;
}

/* Searches a move of a node by all lanes together; false where one was stopped. */
static bool search_together(const struct lane_run *run, struct lane_node *node, int at)
{
    struct search *search = run->search;
    struct search_root *root = &node->of[at];
    uint64_t before = lanes_nodes(search);
    double value = 0, alpha = last_line(&node->ranking, node->lines);
    bool playable = open_move(run, node->ply, node->depth - 1, root->move, alpha, &value);
    if (any_stopped(search))
        return false;
    root->nodes += lanes_nodes(search) - before;
    root->value = playable ? value : -search->lane[0].tree.evaluator.win;
    root->bound = !playable || value <= alpha ? BOUND_UPPER : BOUND_EXACT;
    node->found[at] = true;
    rank_found(node);
    return true;
}

/* Whether a move is a fight that may keep one lane busy when the others are done: at the depths before it
 * took more than half a lane's part of what all moves but the first did (`all`). */
static bool is_heavy(const struct search *search, const struct lane_node *node, int at, uint64_t all)
{
    bool attacks;
    return node->depth >= OPEN_MIN && node->of[at].nodes * (uint64_t)search->lanes * 2 > all &&
           tree_unknown(&search->lane[0].tree, node->of[at].move, &attacks) != NO_PIECE;
}

/* The first move of a node by all lanes, then single fights that take long, then the others dealt to them. */
static void search_node(const struct lane_run *run, struct lane_node *node)
{
    struct search *search = run->search;
    struct lane_deal deal = {search, node};
    uint64_t all = 0;
    for (int i = 1; i < node->count; i++)
        all += node->of[i].nodes;
    for (int i = 0; i < node->count && search->lanes > 1; i++)
        if ((i == 0 || is_heavy(search, node, i, all)) && !search_together(run, node, i))
            return;
    int lanes = deal_moves(search, node);
    if (lanes > 0)
        run_lanes(run, lanes, search_share, &deal);
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

/* The exact value of a node on the first line. */
static double open_node(const struct lane_run *run, int ply, int depth)
{
    struct search *search = run->search;
    struct tree *tree = &search->lane[0].tree;
    uint64_t key = tree->table ? tree_key(tree, ply, depth) : 0, before = lanes_nodes(search);
    const struct table_entry *entry = tree->table ? table_find(tree->table, key) : NULL;
    bool known = entry && entry->depth == depth && table_bound(entry) == BOUND_EXACT;
    double value;
    if (depth < OPEN_MIN || known || tree_is_over(tree, &value))
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
        node->of[i].move = moves[i].move;
    }
    tree->nodes++;
    search_node(run, node);
    bool whole = !any_stopped(search);
    if (whole && last_line(&node->ranking, 1) > -INFINITY) {
        /* Kept for the depths to come and for the line. */
        const struct search_root *best = &node->ranking.root[0];
        value = best->value;
        if (tree->use_history)
            tree->history[tree->board.to_move][best->move.from][history_target(best->move)] +=
                (uint32_t)depth;
        if (tree->table)
            table_store(tree->table, key, value, BOUND_EXACT, depth, best->move,
                        lanes_nodes(search) - before);
    } else {
        value = whole ? search_alone(run, ply, depth) : 0; /* none of its moves can be played */
    }
    free(node);
    return value;
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
    /* Each lane gets what all have learnt for the order of moves. */
    const uint32_t *began = &history[0][0][0];
    for (size_t i = 0; i < sizeof history / sizeof history[0][0][0] && search->lanes > 1; i++) {
        uint32_t joined = began[i];
        for (int j = 0; j < search->lanes; j++)
            joined += (&search->lane[j].tree.history[0][0][0])[i] - began[i];
        for (int j = 0; j < search->lanes; j++)
            (&search->lane[j].tree.history[0][0][0])[i] = joined;
    }
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
