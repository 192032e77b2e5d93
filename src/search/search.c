/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/search.h"

#include "base/clock.h"
#include "base/memory.h"
#include "search/tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void search_init(struct search *search, const struct search_options *options)
{
    *search = (struct search){.options = *options, .tree = memory_new(1, sizeof *search->tree)};
    if (options->table != 0)
        table_init(&search->table, options->table_size, (enum search_replacement)options->replacement);
}

void search_free(struct search *search)
{
    if (search->tree)
        board_free(&search->tree->board);
    free(search->tree);
    table_free(&search->table);
    *search = (struct search){0};
}

void search_limit(struct search_terms *terms, const struct search_options *options)
{
    if (!terms->depth && !terms->nodes && terms->hard_seconds <= 0) {
        terms->depth = (int)options->depth;
        terms->hard_seconds = options->time;
    }
    if (!terms->depth && !terms->nodes && terms->hard_seconds <= 0)
        terms->nodes = (uint64_t)options->nodes;
    /* The next depth takes several times as long as all before: it is not begun late. */
    if (terms->hard_seconds > 0 && terms->soft_seconds <= 0)
        terms->soft_seconds = terms->hard_seconds * 0.5;
}

/* Own pieces of a rank that nobody knows, in positions of games that were not ours: each is taken for the
 * commonest rank that is left. */
static void settle_own_unknown(struct board *board, enum side side)
{
    for (int number = (int)side * PIECES_A_SIDE; number < ((int)side + 1) * PIECES_A_SIDE; number++) {
        const struct piece *piece = &board->piece[number];
        int best = RANK_UNKNOWN, least = piece->moved ? SPY : FLAG;
        if (piece->square == SQUARE_NONE || piece->rank != RANK_UNKNOWN)
            continue;
        for (int rank = least; rank < RANKS; rank++)
            if (board->unknown_count[side][rank] &&
                (best == RANK_UNKNOWN || board->unknown_count[side][rank] > board->unknown_count[side][best]))
                best = rank;
        if (best != RANK_UNKNOWN)
            board_tell(board, number, best);
    }
}

/* Makes the tree ready for a search. */
static void prepare(struct search *search, const struct search_terms *terms)
{
    const struct search_options *options = &search->options;
    const struct view *view = terms->view;
    struct tree *tree = search->tree;
    struct board board = tree->board;
    struct worth_counts counts;
    memset(tree, 0, sizeof *tree);
    tree->board = board;
    board_copy(&tree->board, &view->board);
    settle_own_unknown(&tree->board, view->side);
    board_reserve(&tree->board, SEARCH_PLIES + 2);
    worth_count(view, &counts);
    evaluator_init(&tree->evaluator, options);
    evaluate(&tree->evaluator, &tree->board, &counts, &tree->judgement[0]);
    outcome_odds_init(&tree->odds, options, &tree->board, side_other(view->side), terms->belief);
    tree->table = options->table != 0 ? &search->table : NULL;
    tree->ordering = options->ordering != 0;
    tree->use_history = options->history != 0;
    tree->chance_table = options->chance_table != 0;
    tree->star1 = options->star1 != 0;
    tree->etc = options->etc != 0;
    tree->multicut = options->multicut != 0;
    tree->quiescence = options->quiescence != 0;
    tree->probe = (int)options->probe;
    tree->multicut_m = (int)options->multicut_m;
    tree->multicut_c = (int)options->multicut_c;
    tree->multicut_r = (int)options->multicut_r;
    tree->most_nodes = terms->nodes ? terms->nodes : UINT64_MAX;
    tree->deadline = terms->hard_seconds > 0 ? clock_now() + terms->hard_seconds : 0;
    tree->stop = terms->stop;
    if (tree->table)
        table_clear(tree->table);
}

static bool is_wanted(const struct search_terms *terms, struct move move)
{
    for (int i = 0; i < terms->root_count; i++)
        if (move_equal(terms->root[i], move))
            return true;
    return !terms->root;
}

/* The root's moves in the order of the first depth. A frozen piece is the enemy's and does not move here. */
static void list_roots(struct tree *tree, const struct search_terms *terms, struct search_result *result)
{
    struct ordered_move moves[MOVES_MAX];
    int count = tree_moves(tree, moves);
    tree_order(tree, moves, count, MOVE_NONE);
    for (int i = 0; i < count; i++) {
        tree_pick(moves, count, i);
        if (is_wanted(terms, moves[i].move))
            result->root[result->roots++] = (struct search_root){.move = moves[i].move};
    }
    if (result->roots)
        result->best = result->root[0].move;
}

/* The moves of one depth with their values so far, the `lines` best of them first and in order. */
struct ranking {
    struct search_root root[MOVES_MAX];
    int count;
};

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

/* Searches all root moves to `depth`; false where it was stopped before the end. */
static bool search_depth(struct tree *tree, const struct search_terms *terms, enum search_bounds bounds,
                         int depth, struct search_result *result, struct ranking *ranking)
{
    ranking->count = 0;
    if (bounds == BOUNDS_REACH)
        reach_init(&tree->reach, &tree->evaluator, &tree->odds, &tree->board, depth);
    for (int i = 0; i < result->roots; i++) {
        struct search_root root = result->root[i];
        int lines = terms->lines < 1 ? 1 : terms->lines;
        double alpha = ranking->count >= lines && ranking->root[lines - 1].bound == BOUND_EXACT
                           ? ranking->root[lines - 1].value : -INFINITY;
        uint64_t before = tree->nodes;
        double value;
        bool playable = tree_try(tree, 0, depth - 1, root.move, alpha, INFINITY, &value);
        root.nodes += tree->nodes - before;
        if (tree->stopped)
            return false;
        root.value = playable ? value : -tree->evaluator.win;
        root.bound = !playable || value <= alpha ? BOUND_UPPER : BOUND_EXACT;
        rank_move(ranking, &root);
    }
    return true;
}

/* Takes over what a depth found; of one that was cut short, the moves it got to. */
static void take_ranking(struct search_result *result, const struct ranking *ranking, int depth)
{
    int kept = ranking->count;
    struct search_root old[MOVES_MAX];
    if (!ranking->count)
        return;
    memcpy(old, result->root, sizeof old[0] * (size_t)result->roots);
    memcpy(result->root, ranking->root, sizeof old[0] * (size_t)ranking->count);
    for (int i = 0; i < result->roots; i++) {
        int j = 0;
        while (j < ranking->count && !move_equal(ranking->root[j].move, old[i].move))
            j++;
        if (j == ranking->count)
            result->root[kept++] = old[i];
    }
    result->best = result->root[0].move;
    result->value = result->root[0].value;
    result->depth = depth;
}

/* Adds a move to the expected line and plays it, a fight with its likeliest outcome. False, and nothing
 * done, where by what is believed there can be no such fight. */
static bool go_on(struct tree *tree, struct search_result *result, struct move move)
{
    int ply = result->length;
    struct line_fight *fight = &result->fight[ply];
    bool attacks = false;
    int unknown = tree_unknown(tree, move, &attacks), rank = RANK_UNKNOWN;
    *fight = (struct line_fight){.square = attacks ? move.from : move.to};
    if (unknown != NO_PIECE) {
        outcomes_of(&tree->odds, &tree->board, unknown, attacks, &fight->outcomes);
        if (!fight->outcomes.count)
            return false;
        rank = fight->outcomes.rank[0];
    }
    result->line[result->length++] = move;
    tree_make(tree, ply, move, attacks ? rank : RANK_UNKNOWN, attacks ? RANK_UNKNOWN : rank);
    return true;
}

/* The expected line: what the table has as the best move of each position, through the likeliest outcomes. */
static void follow_line(struct tree *tree, struct search_result *result)
{
    struct move move = result->best;
    result->length = 0;
    while (!move_is_none(move) && result->length < SEARCH_LINE && go_on(tree, result, move)) {
        int left = result->depth - result->length;
        const struct table_entry *entry = NULL;
        if (tree->table && left > 0)
            entry = table_find(tree->table, tree_key(tree, result->length, left));
        move = entry && entry->depth == left ? entry->move : MOVE_NONE;
        if (!move_is_none(move) && board_check(&tree->board, move) != MOVE_LEGAL)
            move = MOVE_NONE;
    }
    for (int ply = result->length; ply > 0; ply--)
        tree_unmake(tree);
}

static bool is_settled(const struct search_terms *terms, const struct tree *tree,
                       const struct search_result *result)
{
    return terms->settle && (result->roots == 1 || fabs(result->value) >= tree->evaluator.win);
}

/* A search under way, for reports. */
struct run {
    const struct search_terms *terms;
    struct tree *tree;
    struct search_result *result;
    double start;
};

static void count_work(const struct run *run)
{
    run->result->nodes = run->tree->nodes;
    run->result->seldepth = run->tree->seldepth;
    run->result->seconds = clock_now() - run->start;
}

/* Reports in the middle of a depth: what the last one found, with the work done since. */
static void report_work(void *context)
{
    const struct run *run = context;
    count_work(run);
    if (run->result->depth > 0)
        run->terms->report(run->terms->context, run->result);
}

/* Searches one depth after the other. */
static void deepen(struct search *search, const struct run *run, struct ranking *ranking)
{
    const struct search_terms *terms = run->terms;
    struct search_result *result = run->result;
    int last = terms->depth > 0 && terms->depth < SEARCH_PLIES ? terms->depth : SEARCH_PLIES - 1;
    bool whole = result->roots > 0;
    for (int depth = search->options.deepening != 0 ? 1 : last; whole && depth <= last; depth++) {
        whole = search_depth(run->tree, terms, (enum search_bounds)search->options.bounds, depth, result,
                             ranking);
        take_ranking(result, ranking, depth);
        count_work(run);
        if (!whole && !ranking->count)
            break;
        follow_line(run->tree, result);
        if (terms->report)
            terms->report(terms->context, result);
        if (is_settled(terms, run->tree, result) ||
            (terms->soft_seconds > 0 && result->seconds >= terms->soft_seconds))
            break;
    }
    if (!result->length && !move_is_none(result->best))
        follow_line(run->tree, result);
}

void search_run(struct search *search, const struct search_terms *terms, struct search_result *result)
{
    struct run run = {terms, search->tree, result, clock_now()};
    struct ranking *ranking = memory_new(1, sizeof *ranking);
    memset(result, 0, sizeof *result);
    result->best = MOVE_NONE;
    prepare(search, terms);
    if (terms->report) {
        search->tree->tell = report_work;
        search->tree->context = &run;
    }
    list_roots(search->tree, terms, result);
    deepen(search, &run, ranking);
    search->tree->tell = NULL;
    free(ranking);
}
