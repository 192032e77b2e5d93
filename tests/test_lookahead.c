/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first plies of a rollout by *-minimax: each is what a fresh search finds from the view of who is to
 * move and what is believed there; all later ones are the plans'. And a table of rollouts that was used with
 * other options before. */
#include "agent/kinds.h"
#include "agent/library.h"
#include "base/clock.h"
#include "cmocka_all.h"
#include "game/position.h"
#include "observer/planner_state.h"
#include "rollout/rollout.h"
#include "twins.h"

#include <stdlib.h>

/* What the rollouts are played with, and a searcher that has nothing of theirs. */
struct bed {
    struct settings settings;
    struct library *library;
    struct planner_state planner_state;
    struct search_options options;
    struct rollout_table *table;
    struct search search;
    struct search_result *result;
};

static void make_bed(struct bed *bed)
{
    struct belief_sources sources = {0};
    settings_init(&bed->settings, option_groups);
    bed->library = library_new();
    assert_int_equal(library_belief_sources(bed->library, &bed->settings, &sources, NULL), STATUS_OK);
    planner_state_init(&bed->planner_state, &bed->settings, &sources);
    search_options_read(&bed->options, &bed->settings);
    bed->table = rollout_new();
    bed->result = calloc(1, sizeof *bed->result);
}

static void free_bed(struct bed *bed)
{
    free(bed->result);
    rollout_free(bed->table);
    planner_state_free(&bed->planner_state);
    library_free(bed->library);
    settings_free(&bed->settings);
}

/* A bed, and what who is to move sees of a random game. */
static void make_scene(struct bed *bed, struct twins *twins, struct view *view)
{
    struct rng rng;
    make_bed(bed);
    rng_seed(&rng, 22, 0);
    while (!twins_make(twins, 60, rules_find("isf"), &rng))
        ;
    view_init(view, &twins->one, twins->one.board.to_move);
    planner_state_follow(&bed->planner_state, view, NULL);
}

static void free_scene(struct bed *bed, struct twins *twins, struct view *view)
{
    view_free(view);
    twins_free(twins);
    free_bed(bed);
}

/* What a searcher that never searched before plays. */
static struct move fresh_search(struct bed *bed, const struct view *view, const double (*believed)[RANKS],
                                int depth)
{
    const struct search_terms terms = {.view = view, .belief = believed, .depth = depth, .lines = 1};
    search_init(&bed->search, &bed->options);
    search_run(&bed->search, &terms, bed->result);
    search_free(&bed->search);
    return bed->result->best;
}

/* How many of the plies 1 and 2 after the first move of a rollout are what a fresh search finds, of how
 * many. */
struct agreement {
    int same, all;
};

static void compare(struct bed *bed, const struct rollout_terms *terms, int arm, uint32_t world,
                    struct agreement *found)
{
    const struct board *end = rollout_replay(bed->table, arm, world, terms->plies);
    const struct board *from = &terms->view->board;
    enum side me = terms->view->side;
    const double(*believed[SIDES])[RANKS] = {rollout_believed(bed->table, arm, RED),
                                             rollout_believed(bed->table, arm, BLUE)};
    struct board truth = {0};
    struct view view[SIDES] = {{0}};
    if (!believed[RED])
        return;
    board_copy(&truth, from);
    board_tell_all(&truth, side_other(me), rollout_world(bed->table, world));
    view_copy(&view[me], terms->view);
    view_of_world(&view[side_other(me)], &truth, side_other(me));
    for (uint32_t ply = from->plies; ply < end->plies && ply < from->plies + 3; ply++) {
        enum side side = truth.to_move;
        const struct move played = end->history[ply].move;
        if (ply > from->plies) {
            found->all++;
            found->same +=
                move_equal(played, fresh_search(bed, &view[side], believed[side_other(side)], 2));
        }
        board_make(&truth, played);
        struct event event = board_event(&truth, truth.plies - 1);
        for (side = RED; side <= BLUE; side++)
            view_apply(&view[side], &event);
    }
    for (enum side side = RED; side <= BLUE; side++)
        view_free(&view[side]);
    board_free(&truth);
}

/* Plays four moves of some random games out, so many plies of each by search. */
static struct agreement count_found(int plies)
{
    struct bed bed = {0};
    struct agreement found = {0};
    struct rng rng;
    make_bed(&bed);
    rng_seed(&rng, 22, 0);
    for (int game = 0; game < 8; game++) {
        struct twins twins;
        struct view view = {0};
        struct move moves[MOVES_MAX];
        const double bonus[HALVING_ARMS] = {0};
        if (!twins_make(&twins, 60 + 20 * game, rules_find("isf"), &rng))
            continue;
        view_init(&view, &twins.one, twins.one.board.to_move);
        int count = board_moves(&view.board, moves);
        planner_state_follow(&bed.planner_state, &view, NULL);
        const struct rollout_terms terms = {
            .view = &view, .belief = bed.planner_state.observer.belief, .planner = &bed.planner_state.planner,
            .worth_options = &bed.planner_state.worth_options, .moves = moves, .bonus = bonus,
            .count = count < 4 ? count : 4, .worlds = 3, .plies = 4, .even = true,
            .lookahead = {plies, 2, &bed.options}, .threads = 2, .seed = (uint64_t)game};
        if (count && board_outcome(&view.board).result == RESULT_OPEN &&
            rollout_possible(&view, bed.planner_state.observer.belief)) {
            rollout_run(bed.table, &terms);
            for (int arm = 0; arm < terms.count; arm++)
                for (uint32_t world = 0; world < 3; world++)
                    compare(&bed, &terms, arm, world, &found);
        }
        view_free(&view);
        twins_free(&twins);
    }
    free_bed(&bed);
    return found;
}

TEST(test_first_plies)
{
    struct agreement both = count_found(2), one = count_found(1), none = count_found(0);
    assert_true(both.all > 40);
    assert_int_equal(both.same, both.all);
    assert_true(one.same >= (one.all + 1) / 2 && one.same < one.all);
    assert_true(none.same < none.all / 2);
}

/* How many rollouts there are of two moves in three worlds each, where `stop` may have been set. */
static int count_trials(const atomic_bool *stop)
{
    struct bed bed = {0};
    struct twins twins;
    struct view view = {0};
    struct move moves[MOVES_MAX];
    const double bonus[HALVING_ARMS] = {0};
    make_scene(&bed, &twins, &view);
    assert_true(board_moves(&view.board, moves) >= 2);
    const struct rollout_terms terms = {
        .view = &view, .belief = bed.planner_state.observer.belief, .planner = &bed.planner_state.planner,
        .worth_options = &bed.planner_state.worth_options, .moves = moves, .bonus = bonus, .count = 2,
        .worlds = 3, .plies = 4, .even = true, .lookahead = {2, 2, &bed.options}, .threads = 1,
        .seed = 5, .stop = stop};
    int trials = (int)rollout_run(bed.table, &terms)->trials;
    free_scene(&bed, &twins, &view);
    return trials;
}

/* The mean of the first move in some worlds, with pieces valued by such options. */
static double mean_of(struct rollout_table *table, struct rollout_terms terms,
                      const struct worth_options *worth)
{
    terms.worth_options = worth;
    return rollout_run(table, &terms)->arm[0].mean;
}

/* Other options for what pieces are worth count from the next question on, although nothing was captured. */
TEST(test_other_worths)
{
    struct bed bed = {0};
    struct twins twins;
    struct view view = {0};
    struct move moves[MOVES_MAX];
    struct rollout_table *fresh = rollout_new();
    const double bonus[HALVING_ARMS] = {0};
    make_scene(&bed, &twins, &view);
    assert_true(board_moves(&view.board, moves) >= 1);
    const struct rollout_terms terms = {
        .view = &view, .belief = bed.planner_state.observer.belief, .planner = &bed.planner_state.planner,
        .moves = moves, .bonus = bonus, .count = 1, .worlds = 4, .plies = 1, .even = true,
        .threads = 1, .seed = 5};
    struct worth_options other = bed.planner_state.worth_options;
    other.rank_difference_factor += 0.5;
    double before = mean_of(bed.table, terms, &bed.planner_state.worth_options);
    double after = mean_of(bed.table, terms, &other);
    assert_true(after == mean_of(fresh, terms, &other));
    assert_true(after != before);
    rollout_free(fresh);
    free_scene(&bed, &twins, &view);
}

/* Told to stop, or behind its deadline, a search that would take minutes ends; the same again without either
 * finds what a fresh one does. */
TEST(test_stops)
{
    struct bed bed = {0};
    struct lookahead lookahead = {0};
    struct twins twins;
    struct view view = {0};
    atomic_bool stop = true;
    make_scene(&bed, &twins, &view);
    const double(*believed)[RANKS] =
        (const double(*)[RANKS])bed.planner_state.observer.belief[side_other(view.side)].p;
    const struct lookahead_terms deep = {1, 16, &bed.options}, two = {1, 2, &bed.options};
    lookahead_move(&lookahead, &deep, &view, believed, &stop, 0);
    assert_true(lookahead.result.depth < 16);
    stop = false;
    lookahead_move(&lookahead, &deep, &view, believed, &stop, clock_now() - 1);
    assert_true(lookahead.result.depth < 16);
    struct move move = lookahead_move(&lookahead, &two, &view, believed, &stop, clock_now() + 3600);
    assert_true(move_equal(move, fresh_search(&bed, &view, believed, 2)));
    lookahead_free(&lookahead);
    free_scene(&bed, &twins, &view);
}

/* Worlds are not drawn either for who was told to stop before. */
TEST(test_nothing_is_tried)
{
    atomic_bool stop = true;
    assert_int_equal(count_trials(&stop), 0);
    stop = false;
    assert_int_equal(count_trials(&stop), 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_first_plies),
        cmocka_unit_test(test_other_worths),
        cmocka_unit_test(test_stops),
        cmocka_unit_test(test_nothing_is_tried),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
