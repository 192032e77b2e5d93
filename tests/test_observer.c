/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The observer: a game that goes on, moves taken back and another game give what a fresh observer gives; the
 * final probability is the planner's and that of the worlds of rollouts; each kind of evidence changes it. */
#include "agent/kinds.h"
#include "agent/library.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "game/position.h"
#include "observer/planner_state.h"
#include "rollout/rollout.h"
#include "twins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct belief_sources sources;

static int set_up_observer(void **state)
{
    engine_set_up(state);
    return library_belief_sources(library, &settings, &sources, NULL);
}

static int tear_down_observer(void **state)
{
    return engine_tear_down(state);
}

/* A planner's state with steps up that count. */
static struct planner_state *planner_state_new(void)
{
    struct planner_state *planner_state = malloc(sizeof *planner_state);
    planner_state_init(planner_state, &settings, &sources);
    planner_state->observer.evidence.weight[SEAT_EVIDENCE_APPROACH] = seat_evidence_approach_weight(0.2);
    return planner_state;
}

static void planner_state_end(struct planner_state *planner_state)
{
    planner_state_free(planner_state);
    free(planner_state);
}

/* What the side to move sees of a random game of so many plies. */
static void see_game(struct rng *rng, int plies, struct view *view)
{
    struct twins twins;
    while (!twins_make(&twins, plies, rules_find("isf"), rng))
        ;
    view_init(view, &twins.one, twins.one.board.to_move);
    twins_free(&twins);
}

static void assert_as_fresh(const struct observer *observer, const struct view *view)
{
    struct planner_state *fresh = planner_state_new();
    assert_true(observer_follow(&fresh->observer, view, NULL));
    assert_int_equal(observer->seen, view->board.plies);
    assert_memory_equal(observer->p, fresh->observer.p, sizeof observer->p);
    planner_state_end(fresh);
}

TEST(test_follow)
{
    struct planner_state *planner_state = planner_state_new();
    struct observer *observer = &planner_state->observer;
    struct view view = {0}, earlier = {0}, other = {0};
    struct rng rng;
    atomic_bool stop = true;
    rng_seed(&rng, 31, 0);
    see_game(&rng, 80, &view);
    see_game(&rng, 60, &other);
    view_copy(&earlier, &view);
    for (int i = 0; i < 6; i++)
        board_unmake(&earlier.board);
    assert_false(observer_follow(observer, &view, &(struct observer_limits){.stop = &stop}));
    assert_int_equal(observer->seen, 0);
    const struct view *const order[] = {&earlier, &view, &earlier, &other, &view, &view};
    for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
        assert_true(observer_follow(observer, order[i], NULL));
        assert_as_fresh(observer, order[i]);
    }
    view_free(&view);
    view_free(&earlier);
    view_free(&other);
    planner_state_end(planner_state);
}

/* The ranks of which steps up speak are less probable by the evidence, each piece still adds up to 1; returns
 * how many cells changed. */
static int check_evidence(const struct observer *observer, enum side enemy)
{
    const struct belief *belief = &observer->belief[enemy];
    int changed = 0;
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        double sum = 0, unlikely = 0, before = 0;
        for (int rank = 0; rank < RANKS; rank++) {
            bool counts = observer->evidence.approach.unlikely[row] >> rank & 1;
            sum += observer->p[enemy][row][rank];
            unlikely += counts ? observer->p[enemy][row][rank] : 0;
            before += counts ? belief->p[row][rank] : 0;
        }
        assert_true(!belief_is_hidden(belief, side_base(enemy) + row) || fabs(sum - 1) < 1e-9);
        if (before < 0.01 || before > 0.9)
            continue;
        assert_true(unlikely < before);
        changed++;
    }
    return changed;
}

/* The planner sees the observer's probability, and the worlds of rollouts are drawn from it. */
static void check_readers(struct planner_state *planner_state, const struct view *view, struct rng *rng)
{
    enum { DRAWS = 6000 };
    struct observer *observer = &planner_state->observer;
    enum side enemy = side_other(view->side);
    struct plan_context *context = calloc(1, sizeof *context);
    struct rollout_table *table = rollout_new();
    struct move moves[MOVES_MAX];
    const double bonus[HALVING_ARMS] = {0};
    planner_state_context(planner_state, view, rng, context);
    assert_true(board_moves(&view->board, moves) > 0 && rollout_possible(view, observer));
    rollout_run(table, &(struct rollout_terms){
        .view = view, .observer = observer, .planner = &planner_state->planner,
        .worth_options = &planner_state->worth_options, .moves = moves, .bonus = bonus,
        .count = 1, .worlds = DRAWS, .plies = 1, .even = true, .threads = 1, .seed = 3});
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++) {
            double p = observer->p[enemy][row][rank], drawn = 0;
            if (!belief_is_hidden(&observer->belief[enemy], side_base(enemy) + row))
                continue;
            for (uint32_t world = 0; world < DRAWS; world++)
                drawn += rollout_world(table, world)[row] == rank;
            assert_true(fabs(context->piece[side_base(enemy) + row].p[rank] - p) < 1e-9);
            assert_true(fabs(drawn / DRAWS - p) < 5 * sqrt(p * (1 - p) / DRAWS) + 0.02);
        }
    rollout_free(table);
    free(context);
}

TEST(test_one_probability)
{
    struct planner_state *planner_state = planner_state_new();
    struct rng rng;
    int changed = 0;
    rng_seed(&rng, 32, 0);
    for (int game = 0; game < 4; game++) {
        struct view view = {0};
        see_game(&rng, 60 + 30 * game, &view);
        assert_true(planner_state_update(planner_state, &view, NULL));
        changed += check_evidence(&planner_state->observer, side_other(view.side));
        if (board_outcome(&view.board).result == RESULT_OPEN)
            check_readers(planner_state, &view, &rng);
        view_free(&view);
    }
    assert_true(changed > 0);
    planner_state_end(planner_state);
}

static void play_text(struct position *position, const char *text)
{
    struct move_with_ranks move;
    struct event event;
    assert_int_equal(move_read(text, NOTATION_DEBOER, &move, NULL, NULL), STATUS_OK);
    assert_int_equal(position_play(position, move, &event, NULL), STATUS_OK);
}

/* Red's captain is known. Blue's a5 steps up to it, blue's c5 beside the unknown b4 alone. */
static const char *const stepping =
    "bF  bB  .   .   .   .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   b9\n"
    ".   .   .   .   .   .   .   .   .   bX\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    "b5* b4* ~   ~   .   .   ~   ~   b5* .\n"
    ".   .   ~   ~   .   .   ~   ~   .   .\n"
    "r6*! .  .   .   .   .   .   .   .   r4*\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    "rF  .   .   .   .   .   .   .   .   r8\n";

TEST(test_stepping_up)
{
    struct position position = {0};
    struct view view = {0};
    struct placement placement;
    struct public_state public_state;
    struct approach_evidence evidence = {{0}};
    placement_draw(&placement, BLUE, stepping);
    assert_int_equal(position_init(&position, &placement, rules_find("isf"), NULL), STATUS_OK);
    int stepper = position.board.at[square_at(0, 5)] - PIECES_A_SIDE;
    play_text(&position, "a6-a5");
    play_text(&position, "j4-j5");
    play_text(&position, "i6-i5"); /* to no known piece: a lake's edge is not left */
    view_init(&view, &position, RED);
    public_state_init(&public_state, &view);
    for (uint32_t i = view.board.prior_plies; i < view.board.plies; i++) {
        struct event event = board_event(&view.board, i);
        public_state_apply(&public_state, &event, NULL);
        if (piece_side(view.board.history[i].mover) == BLUE)
            approach_evidence_add(&evidence, &public_state, BLUE, &event);
    }
    const uint16_t below_captain = 1 << SPY | 1 << SCOUT | 1 << MINER | 1 << SERGEANT | 1 << LIEUTENANT;
    for (int row = 0; row < PIECES_A_SIDE; row++)
        assert_int_equal(evidence.unlikely[row], row == stepper ? below_captain : 0);
    view_free(&view);
    position_free(&position);
}

/* A rank with approach evidence against it becomes as much less probable as the weight says. */
TEST(test_approach_weight)
{
    struct seat_evidence evidence = {.approach = {{[3] = 1 << MINER}}};
    double log_likelihood[RANKS];
    seat_evidence_table[SEAT_EVIDENCE_APPROACH].log_likelihood(&evidence, 3, log_likelihood);
    for (int rank = 0; rank < RANKS; rank++)
        assert_true(log_likelihood[rank] == (rank == MINER ? -1 : 0));
    assert_true(fabs(exp(-seat_evidence_approach_weight(0.15)) - 0.15) < 1e-12);
    assert_true(seat_evidence_approach_weight(1) == 0 && seat_evidence_approach_weight(0) < 10);
}

TESTS_MAIN(set_up_observer, tear_down_observer)
