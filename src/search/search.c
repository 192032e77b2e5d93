/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/search.h"

#include "base/clock.h"
#include "base/memory.h"
#include "search/lanes.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { MANY_NODES = 4096 /* nodes of the last depth from which starting threads pays */ };

void search_init(struct search *search, const struct search_options *options)
{
    *search = (struct search){.options = *options};
    lanes_set_count(search, options->lanes >= 1 ? (int)options->lanes : 1);
}

void search_free(struct search *search)
{
    lanes_free(search);
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
    /* A depth takes several times as long as all before it: it is not started in the second half of the
     * time. */
    if (terms->hard_seconds > 0 && terms->soft_seconds <= 0)
        terms->soft_seconds = terms->hard_seconds * 0.5;
}

/* Gives each own piece of unknown rank (in positions of other programs' games) the most frequent rank that
 * is left. */
static void assume_own_unknown(struct board *board, enum side side)
{
    for (int number = (int)side * PIECES_A_SIDE; number < ((int)side + 1) * PIECES_A_SIDE; number++) {
        const struct piece *piece = &board->piece[number];
        int best = RANK_UNKNOWN, first = piece->moved ? SPY : FLAG;
        if (piece->square == SQUARE_NONE || piece->rank != RANK_UNKNOWN)
            continue;
        for (int rank = first; rank < RANKS; rank++)
            if (board->unknown_count[side][rank] &&
                (best == RANK_UNKNOWN || board->unknown_count[side][rank] > board->unknown_count[side][best]))
                best = rank;
        if (best != RANK_UNKNOWN)
            board_reveal(board, number, best);
    }
}

/* Prepares the lanes and the first lane's tree for a search. */
static void prepare_search(struct search *search, const struct search_terms *terms)
{
    const struct search_options *options = &search->options;
    const struct view *view = terms->view;
    /* The number of lanes is that of the option. If the option leaves it open, it is one for each thread if
     * only time is limited, so that the result need not be reproducible. */
    int lanes = (int)options->lanes;
    if (lanes < 1)
        lanes = terms->depth || terms->nodes ? 1 : terms->threads;
    lanes_set_count(search, lanes < 1 ? 1 : lanes < SEARCH_LANES ? lanes : SEARCH_LANES);
    struct tree *tree = &search->lane[0].tree;
    struct board board = tree->board; /* its memory is used again */
    struct worth_counts counts;
    memset(tree, 0, sizeof *tree);
    tree->board = board;
    board_copy(&tree->board, &view->board);
    assume_own_unknown(&tree->board, view->side);
    board_reserve(&tree->board, SEARCH_PLIES + 2);
    worth_count_pieces(view, &counts);
    evaluator_init(&tree->evaluator, options);
    evaluate(&tree->evaluator, &tree->board, &counts, &tree->evaluation[0]);
    outcome_odds_init(&tree->odds, options, &tree->board, side_other(view->side), terms->belief);
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
    tree->deadline = terms->hard_seconds > 0 ? clock_now() + terms->hard_seconds : 0;
    tree->stop = terms->stop;
}

/* Returns whether the move is one of terms->root. True for every move if all are wanted. */
static bool is_wanted(const struct search_terms *terms, struct move move)
{
    for (int i = 0; i < terms->root_count; i++)
        if (move_equal(terms->root[i], move))
            return true;
    return !terms->root;
}

/* Lists the root moves in the order for the first depth. Frozen pieces are the enemy's, so no root move is
 * missing. */
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

/* Stores the results of a depth in front of the other root moves. If the depth was interrupted, stores only
 * the completed moves. */
static void store_ranking(struct search_result *result, const struct ranking *ranking, int depth)
{
    int count = ranking->count;
    struct search_root previous[MOVES_MAX];
    if (!ranking->count)
        return;
    memcpy(previous, result->root, sizeof previous[0] * (size_t)result->roots);
    memcpy(result->root, ranking->root, sizeof previous[0] * (size_t)ranking->count);
    for (int i = 0; i < ranking->count; i++)
        result->root[i].depth = depth;
    /* Then the moves that are not in the ranking, in their old order. */
    for (int i = 0; i < result->roots; i++) {
        int j = 0;
        while (j < ranking->count && !move_equal(ranking->root[j].move, previous[i].move))
            j++;
        if (j == ranking->count)
            result->root[count++] = previous[i];
    }
    result->best = result->root[0].move;
    result->value = result->root[0].value;
    result->depth = depth;
}

/* Appends a move to the expected line and plays it; of a fight it plays the most probable outcome. False,
 * without effect, if the belief excludes the fight. */
static bool extend_line(struct tree *tree, struct search_result *result, struct move move)
{
    int ply = result->length;
    struct line_fight *fight = &result->fight[ply];
    bool attacks = false;
    int unknown = tree_unknown(tree, move, &attacks), assumed_rank = RANK_UNKNOWN;
    *fight = (struct line_fight){.square = attacks ? move.from : move.to};
    if (unknown != NO_PIECE) {
        outcomes_fill(&tree->odds, &tree->board, unknown, attacks, &fight->outcomes);
        if (!fight->outcomes.count)
            return false;
        assumed_rank = fight->outcomes.rank[0];
    }
    result->line[result->length++] = move;
    tree_make(tree, ply, move, attacks ? assumed_rank : RANK_UNKNOWN, attacks ? RANK_UNKNOWN : assumed_rank);
    return true;
}

/* Computes the expected line: in each position the best move that the transposition table has. */
static void find_expected_line(struct search *search, struct search_result *result)
{
    struct tree *tree = &search->lane[0].tree;
    struct move move = result->best;
    result->length = 0;
    while (!move_is_none(move) && result->length < SEARCH_LINE && extend_line(tree, result, move)) {
        int plies_left = result->depth - result->length;
        const struct table_entry *entry = NULL;
        if (tree->table && plies_left > 0) {
            uint64_t key = tree_key(tree, result->length, plies_left);
            lanes_recall(search, key, plies_left);
            entry = table_find(tree->table, key);
        }
        move = entry && entry->depth == plies_left ? entry->move : MOVE_NONE;
        /* A collision of keys may give a move of another position. */
        if (!move_is_none(move) && board_check(&tree->board, move) != MOVE_LEGAL)
            move = MOVE_NONE;
    }
    for (int ply = result->length; ply > 0; ply--)
        tree_unmake(tree);
}

/* A running search. Lanes report from their threads, one at a time. */
struct run {
    struct search *search;
    const struct search_terms *terms;
    struct search_result *result;
    double start;
    struct lane_node root;
    pthread_mutex_t lock;       /* held while a lane reports */
    double reported;                /* clock_now of the last report */
};

/* Updates nodes, path, depth of the line and seconds of the result. */
static void count_work(const struct run *run)
{
    run->result->nodes = lanes_nodes(run->search);
    run->result->path = run->root.path;
    run->result->seldepth = lanes_seldepth(run->search);
    run->result->seconds = clock_now() - run->start;
}

/* Seconds between two reports. */
static const double report_interval = 0.2;

/* Reports within a depth, but not if the last report was just before: the last depth's result with the
 * current node count. While lanes search, only the holder of the lock may write to the result. */
static void report_work(void *context)
{
    struct run *run = context;
    double now = clock_now();
    if (pthread_mutex_trylock(&run->lock) != 0)
        return;
    if (now - run->reported >= report_interval) {
        if (run->reported > 0) { /* the first call only starts the interval */
            count_work(run);
            if (run->result->depth > 0)
                run->terms->report(run->terms->context, run->result);
        }
        run->reported = now;
    }
    pthread_mutex_unlock(&run->lock);
}

/* Searches depth after depth, until a limit is reached. */
static void deepen(struct run *run)
{
    struct search *search = run->search;
    const struct search_terms *terms = run->terms;
    struct search_result *result = run->result;
    struct lane_node *root = &run->root;
    bool use_threads = false;
    int last = terms->depth > 0 && terms->depth < SEARCH_PLIES ? terms->depth : SEARCH_PLIES - 1;
    bool complete = result->roots > 0;
    for (int depth = search->options.deepening != 0 ? 1 : last; complete && depth <= last; depth++) {
        uint64_t before = result->nodes;
        root->depth = depth;
        root->lines = terms->lines < 1 ? 1 : terms->lines;
        root->count = result->roots;
        memcpy(root->moves, result->root, sizeof root->moves[0] * (size_t)result->roots);
        complete = lanes_search(search, terms, root, use_threads);
        store_ranking(result, &root->ranking, depth);
        count_work(run);
        use_threads = result->nodes - before >= MANY_NODES;
        if (!complete && !root->ranking.count)
            break;
        find_expected_line(search, result);
        if (terms->report)
            terms->report(terms->context, result);
        bool settled = result->roots == 1 || fabs(result->value) >= search->lane[0].tree.evaluator.win;
        if ((terms->settle && settled) || (terms->soft_seconds > 0 && result->seconds >= terms->soft_seconds))
            break;
    }
    if (!result->length && !move_is_none(result->best))
        find_expected_line(search, result);
}

void search_run(struct search *search, const struct search_terms *terms, struct search_result *result)
{
    struct run *run = memory_new(1, sizeof *run);
    struct tree *tree;
    run->search = search;
    run->terms = terms;
    run->result = result;
    run->start = clock_now();
    pthread_mutex_init(&run->lock, NULL);
    memset(result, 0, sizeof *result);
    result->best = MOVE_NONE;
    prepare_search(search, terms);
    tree = &search->lane[0].tree;
    if (terms->report) {
        tree->report = report_work;
        tree->context = run;
    }
    list_roots(tree, terms, result);
    lanes_begin(search);
    deepen(run);
    for (int i = 0; i < search->lanes; i++)
        search->lane[i].tree.report = NULL;
    pthread_mutex_destroy(&run->lock);
    free(run);
}
