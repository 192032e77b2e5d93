/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One probability: for positions of games of people and of programs, and for typed ones, as either seat sees
 * them, the probability of each rank of each hidden piece is the same number in `guess` and the heatmap (both
 * read an analysis), in the planner's context, in `star` and in `vedette`; and the worlds that `vedette`
 * plays out are drawn with it. OBSERVER_GAMES names a file of people's games (.tsv); by default the agent
 * `people` plays. */
#include "analysis/analysis.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "file/file.h"
#include "inside_agents.h"
#include "rollout/rollout.h"

#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POSITIONS = 300, DRAWS = 20000, EVERY = 13 /* plies, odd: both seats */, PLIES = 160 };

/* It plans by the profile `veteran` by default; here all go by the same options. */
static const char spec_vedette[] = "vedette:mixture=0,observer.approach=0.5";

/* Those who read the probability, and how far the test is. */
struct readers {
    struct agent star, vedette;
    struct planner_state planner_state;
    struct analysis_cache cache;
    uint64_t positions, wanted, draws, differing;
};

static void assert_near(double found, double expected)
{
    assert_true(fabs(found - expected) < 1e-9);
}

/* The worlds of `vedette`'s last move have each rank of each hidden piece as often as it is probable. */
static void check_worlds(const struct readers *readers, const struct belief *belief)
{
    static uint32_t drawn[PIECES_A_SIDE][RANKS];
    memset(drawn, 0, sizeof drawn);
    for (uint32_t world = 0; world < DRAWS; world++) {
        const uint8_t *rank = inside_vedette_world(readers->vedette.state, world);
        for (int row = 0; row < PIECES_A_SIDE; row++)
            if (belief_is_hidden(belief, side_base(belief->side) + row))
                drawn[row][rank[row]]++;
    }
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++) {
            double p = belief->p[row][rank], share = (double)drawn[row][rank] / DRAWS;
            if (belief_is_hidden(belief, side_base(belief->side) + row))
                assert_true(fabs(share - p) < 5 * sqrt(p * (1 - p) / DRAWS) + 0.02);
        }
}

/* Lets all readers look at a position as the side to move sees it, and compares. */
static void check_position(struct readers *readers, const struct record *record, size_t plies,
                           const struct position *position)
{
    struct analysis *analysis = calloc(1, sizeof *analysis);
    struct plan_context *context = calloc(1, sizeof *context);
    struct view view = {0};
    struct move moves[MOVES_MAX];
    struct rng rng;
    struct error error = {0};
    double heat[SQUARES];
    enum side me = position->board.to_move, enemy = side_other(me);
    bool draws = 3 * readers->wanted >= POSITIONS || readers->positions % 10 == 0;
    rng_seed(&rng, readers->positions++, 0);
    view_init(&view, position, me);
    assert_true(board_moves(&view.board, moves) > 0);
    const struct analysis_request request = {.record = record, .plies = plies, .side = me,
                                             .parts = ANALYSIS_BELIEFS, .settings = &settings,
                                             .library = library};
    if (analysis_make(analysis, &request, &readers->cache, NULL, &error))
        fail_msg("%s", error.text);
    planner_state_context(&readers->planner_state, &view, &rng, context);
    agent_move(&readers->star, &view, &(struct think){.rng = &rng, .depth = 1});
    agent_move(&readers->vedette, &view,
               &(struct think){.rng = &rng, .depth = 1, .samples = draws ? DRAWS : 1, .root = moves,
                               .root_count = 1, .all_roots = true});
    const struct belief *belief = &analysis->belief[enemy];
    const struct observer *observer = &readers->planner_state.observer;
    const struct observer *star = inside_star(readers->star.state);
    const struct observer *vedette = inside_vedette(readers->vedette.state);
    bool differs = false;
    for (int rank = 0; rank < RANKS; rank++) {
        belief_heat(belief, rank, heat);
        for (int number = side_base(enemy); number < side_base(enemy) + PIECES_A_SIDE; number++) {
            if (!belief_is_hidden(belief, number))
                continue;
            int row = number - side_base(enemy);
            double p = observer->p[enemy][row][rank];
            assert_near(belief_get(belief, number, rank), p);
            assert_near(heat[belief->public_state.piece[number].square], p);
            assert_near(context->piece[number].p[rank], p);
            assert_near(star->p[enemy][row][rank], p);
            assert_near(vedette->p[enemy][row][rank], p);
            differs = differs || fabs(p - observer->belief[enemy].p[row][rank]) > 1e-3;
        }
    }
    readers->differing += differs;
    if (draws && rollout_possible(&view, vedette)) {
        check_worlds(readers, belief);
        readers->draws++;
    }
    view_free(&view);
    analysis_free(analysis);
    free(analysis);
    free(context);
}

/* Looks at positions of a game, a few plies apart. */
static void check_game(struct readers *readers, const struct record *record)
{
    struct position position = {0};
    assert_int_equal(record_replay(record, 0, &position, NULL, NULL), STATUS_OK);
    for (size_t ply = 0; readers->positions < readers->wanted; ply++) {
        if (position_outcome(&position).result != RESULT_OPEN)
            break;
        if (ply % EVERY == EVERY - 1 || !record->plies)
            check_position(readers, record, ply, &position);
        if (ply >= record->plies || ply >= PLIES)
            break;
        assert_int_equal(position_play(&position, record->moves[ply], &(struct event){0}, NULL), STATUS_OK);
    }
    position_free(&position);
}

/* Lets two agents play from setups drawn at random. */
static void check_game_of(struct readers *readers, const char *red, const char *blue, uint64_t seed)
{
    const char *const spec[SIDES] = {[RED] = red, [BLUE] = blue};
    struct agent agent[SIDES];
    struct record record = {0};
    struct position position = {0};
    struct rng rng;
    rng_seed(&rng, seed, 0);
    record.rules = *rules_find("isf");
    placement_random_start(&record.start, variant_at(VARIANT_STANDARD), &rng);
    assert_int_equal(record_replay(&record, 0, &position, NULL, NULL), STATUS_OK);
    for (enum side side = RED; side <= BLUE; side++)
        engine_start(&agent[side], spec[side]);
    while (record.plies < PLIES && position_outcome(&position).result == RESULT_OPEN) {
        struct view view = {0};
        enum side side = position.board.to_move;
        view_init(&view, &position, side);
        struct move_with_ranks move = {agent_move(&agent[side], &view, &(struct think){.rng = &rng}),
                                       RANK_UNKNOWN, RANK_UNKNOWN};
        view_free(&view);
        assert_int_equal(position_play(&position, move, &(struct event){0}, NULL), STATUS_OK);
        record_append(&record, move);
    }
    for (enum side side = RED; side <= BLUE; side++)
        agent_end(&agent[side]);
    check_game(readers, &record);
    position_free(&position);
    record_clear(&record);
}

static enum status check_read_game(void *context, const struct record *record, const char *place,
                                   struct error *error)
{
    struct readers *readers = context;
    (void)place;
    check_game(readers, record);
    return readers->positions < readers->wanted ? STATUS_OK : error_set(error, STATUS_NO, "enough");
}

/* Starts the readers of a third of all positions: at least 33, as with TEST_PART=3, so that in some the
 * evidence counts. */
static void readers_start(struct readers *readers)
{
    uint64_t wanted = test_size("OBSERVER_POSITIONS", POSITIONS) / 3;
    struct belief_sources sources;
    *readers = (struct readers){.wanted = wanted < 33 ? 33 : wanted};
    assert_int_equal(library_belief_sources(library, &settings, &sources, NULL), STATUS_OK);
    planner_state_init(&readers->planner_state, &settings, &sources);
    engine_start(&readers->star, "star");
    engine_start(&readers->vedette, spec_vedette);
}

static void readers_end(struct readers *readers)
{
    agent_end(&readers->star);
    agent_end(&readers->vedette);
    analysis_cache_free(&readers->cache);
    planner_state_free(&readers->planner_state);
}

TEST(test_people)
{
    static struct readers readers;
    struct error error;
    const char *games = getenv("OBSERVER_GAMES");
    readers_start(&readers);
    if (games)
        games_read(games, check_read_game, NULL, &readers, &error);
    for (uint64_t seed = 1; readers.positions < readers.wanted; seed++)
        check_game_of(&readers, "people", "people", seed);
    assert_true(readers.differing > 0 && readers.draws > 0);
    readers_end(&readers);
}

TEST(test_programs)
{
    static const char *const spec[] = {"invincible", "attacker", "invincible:profile=veteran", "runner"};
    static struct readers readers;
    readers_start(&readers);
    for (uint64_t seed = 1; readers.positions < readers.wanted; seed++)
        check_game_of(&readers, spec[seed % 4], spec[(seed + 1) % 4], seed);
    assert_true(readers.differing > 0 && readers.draws > 0);
    readers_end(&readers);
}

/* Positions that were typed: each as it stands, and after some random moves. */
TEST(test_typed)
{
    static struct readers readers;
    char pattern[1024];
    glob_t found = {0};
    const char *srcdir = getenv("srcdir");
    snprintf(pattern, sizeof pattern, "%s/tests/positions/*.yaml", srcdir ? srcdir : ".");
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    readers_start(&readers);
    for (size_t i = 0; i < found.gl_pathc && readers.positions < readers.wanted; i++) {
        struct file_content content = {0};
        assert_int_equal(file_read(found.gl_pathv[i], &content, NULL), STATUS_OK);
        check_game(&readers, &content.record);
        file_content_free(&content);
    }
    assert_true(readers.positions > 20);
    globfree(&found);
    readers_end(&readers);
}

TESTS_MAIN(engine_set_up, engine_tear_down)
