/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agent rnad: its step of search, on a position where one move wins, with any number of threads, and
 * blind to hidden ranks; each of its steps switched off alone; and that it draws by what its study shows. */
#include "agent/kinds.h"
#include "agent/rnad_search.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "game/notation.h"
#include "game/position.h"
#include "twins.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct policy_model *model;
static struct policy *policy;

static int load_policy_model(void **state)
{
    struct error error;
    engine_set_up(state);
    model = policy_model_untrained();
    return policy_new(model->net, &model->shape, &policy, &error) == STATUS_OK ? 0 : -1;
}

static int free_policy_model(void **state)
{
    policy_free(policy);
    policy_model_free(model);
    return engine_tear_down(state);
}

static void set_out(struct position *position, const char *picture)
{
    struct placement start;
    placement_draw(&start, RED, picture);
    assert_int_equal(position_init(position, &start, rules_find("deepnash"), NULL), STATUS_OK);
}

/* --- search --- */

/* The hidden piece on a10 must be the flag. */
static const char won[] =
    "bF   .    .    .    .    .    .    .    .    b4*!\n"
    "r9*  .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    ~    ~    .    .    ~    ~    .    .\n"
    ".    .    ~    ~    .    .    ~    ~    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    r7*  .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    rF\n";

/* What a view's moves come to. */
struct searched {
    int count;
    uint32_t worlds;
    struct move moves[MOVES_MAX];
    float before[MOVES_MAX], after[MOVES_MAX];
    double chance[MOVES_MAX];
};

static void search(const struct view *view, enum rnad_search_kind kind, double eta, double tau, int threads,
                   struct searched *found)
{
    struct rng rng;
    struct error error;
    struct rnad_search *search;
    const struct rnad_search_options options = {kind, eta, tau, 4, 0, 2, policy_steps_none};
    const struct think think = {.rng = &rng, .threads = threads};
    rng_seed(&rng, 11, 0);
    assert_int_equal(rnad_search_new(&options, model, &settings, library, &search, &error), STATUS_OK);
    found->count = policy_moves(policy, &policy_steps_paper, view, found->moves, found->before);
    memcpy(found->after, found->before, sizeof found->after);
    found->worlds = rnad_search_step(search, view, &think, found->moves, found->count, found->after,
                                     found->chance);
    rnad_search_free(search);
}

/* The step goes to the move that wins, the farther the greater eta; a great tau takes pieces and moves
 * evenly. */
TEST(finds_a_win)
{
    struct position position;
    struct view view = {0};
    struct searched found;
    set_out(&position, won);
    view_init(&view, &position, RED);
    for (int kind = RNAD_SEARCH_POLICY; kind <= RNAD_SEARCH_PLANNER; kind++) {
        search(&view, (enum rnad_search_kind)kind, 500, 0, 1, &found);
        assert_int_equal(found.worlds, 4);
        for (int i = 0; i < found.count; i++) {
            assert_true(found.before[i] > 0);
            bool wins = found.moves[i].to == square_at(0, 9);
            assert_true(wins ? found.chance[i] == 1 : found.chance[i] < 0.99);
            assert_true(wins ? found.after[i] > 0.9f : found.after[i] < found.before[i]);
        }
        search(&view, (enum rnad_search_kind)kind, 0, 0, 1, &found);
        for (int i = 0; i < found.count; i++)
            assert_true(fabsf(found.after[i] - found.before[i]) < 1e-6f);
        search(&view, (enum rnad_search_kind)kind, 10, 1e6, 1, &found);
        for (int i = 0; i < found.count; i++) { /* two pieces, one with 3 moves, one with 4 */
            bool first = found.moves[i].from == square_at(0, 8);
            assert_true(fabsf(found.after[i] - (first ? 1 / 6.0f : 1 / 8.0f)) < 1e-3f);
        }
    }
    view_free(&view);
    position_free(&position);
}

/* The same for any number of threads, and for games that differ in hidden ranks alone. */
TEST(same_for_all)
{
    struct rng rng;
    int made = 0;
    rng_seed(&rng, 8, 0);
    for (int game = 0; made < 2; game++) {
        struct twins twins;
        struct view one = {0}, two = {0};
        struct searched first, other;
        if (!twins_make(&twins, 60 + (int)rng_below(&rng, 100), rules_find("deepnash"), &rng))
            continue;
        enum rnad_search_kind kind = made++ ? RNAD_SEARCH_POLICY : RNAD_SEARCH_PLANNER;
        view_init(&one, &twins.one, twins.watcher);
        view_init(&two, &twins.two, twins.watcher);
        search(&one, kind, 10, 0.001, 1, &first);
        search(&two, kind, 10, 0.001, 2, &other);
        assert_true(first.worlds == 4 && other.worlds == 4);
        assert_memory_equal(first.after, other.after, (size_t)first.count * sizeof first.after[0]);
        view_free(&one);
        view_free(&two);
        twins_free(&twins);
    }
}

/* --- the steps --- */

/* Red's general hunts the known captain for the fourth time; the hidden blue piece on i6 has let red's known
 * marshal stand beside it; half of the moves without an attack are over. */
static const char busy[] =
    "bF   bB   .    .    .    .    .    .    b9   bS\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    b6*! ~    ~    .    .    ~    ~    b5*  .\n"
    "r9*  .    ~    ~    .    .    ~    ~    rX*! .\n"
    ".    .    .    .    .    .    .    .    .    .\n"
    ".    .    .    .    r4*  .    .    .    .    .\n"
    ".    r3*  .    .    .    .    .    .    .    b4*\n"
    "rF   .    .    .    .    .    r2*  b7*! .    .\n";

static void set_out_busy(struct position *position)
{
    static const char *const moves[] = {"a5-b5", "b6-a6", "b5-a5", "a6-b6", "a5-b5", "b6-a6"};
    struct placement start;
    placement_draw(&start, RED, busy);
    start.played = start.quiet = 100;
    assert_int_equal(position_init(position, &start, rules_find("deepnash"), NULL), STATUS_OK);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        struct move_with_ranks move;
        assert_int_equal(move_read(moves[i], NOTATION_DEBOER, &move, NULL, NULL), STATUS_OK);
        assert_int_equal(position_play(position, move, NULL, NULL), STATUS_OK);
    }
}

static void start_agent(struct agent *agent, const char *spec)
{
    struct error error;
    *agent = (struct agent){0};
    if (agent_start(agent, spec, &settings, library, &error) != STATUS_OK)
        fail_msg("%s", error.text);
}

/* What an agent draws by; the move is that which it shows. */
static const struct policy_study *draw(struct agent *agent, const struct view *view, uint64_t seed)
{
    struct rng rng;
    const struct think think = {.rng = &rng, .study = true};
    rng_seed(&rng, seed, 0);
    struct move move = agent_move(agent, view, &think);
    const struct policy_study *study = agent_policy(agent);
    assert_non_null(study);
    assert_true(move_equal(study->move[study->chosen], move));
    return study;
}

/* Asks a new agent once. */
static void study_once(const char *spec, const struct position *position, struct policy_study *study)
{
    struct agent agent;
    struct view view = {0};
    view_init(&view, position, position->board.to_move);
    start_agent(&agent, spec);
    *study = *draw(&agent, &view, 1);
    agent_end(&agent);
    view_free(&view);
}

/* With numbers by which it acts in the position though the network is a new one, each step changes the
 * policy; switched off it does not, and all others stay on. */
TEST(each_step_off_alone)
{
    static const struct {
        const char *acts, *off;
    } words[POLICY_STAGES] = {
        [POLICY_EAGERNESS] = {"eagerness=2", "eagerness=1"},
        [POLICY_MEMORY] = {"memory=yes", "memory=no"},
        [POLICY_LOSSES] = {"losses=yes", "losses=no"},
        [POLICY_THRESHOLD] = {"threshold=0.2", "threshold=0"},
        [POLICY_QUANTA] = {"quanta=5", "quanta=0"},
        [POLICY_THREATS] = {"threats=yes", "threats=no"},
        [POLICY_BOUNDS] = {"bounds=0.001", "bounds=none"},
        [POLICY_SEARCH] = {"search=planner,worlds=1,plies=2", "search=none"},
    };
    struct position position;
    struct policy_study study;
    set_out_busy(&position);
    for (int stage = POLICY_EAGERNESS; stage < POLICY_STAGES; stage++)
        for (int off = 0; off < 2; off++) {
            char spec[160];
            snprintf(spec, sizeof spec, "rnad:model=untrained,%s",
                     off ? words[stage].off : words[stage].acts);
            study_once(spec, &position, &study);
            for (int other = POLICY_NETWORK; other < POLICY_STAGES; other++) /* search is off as a rule */
                assert_int_equal(study.on[other], other == stage ? !off : other != POLICY_SEARCH);
            double sum = 0, moved = policy_study_moved(&study, (enum policy_stage)stage);
            for (int i = 0; i < study.count; i++)
                sum += (double)study.probability[stage][i];
            assert_true(fabs(sum - 1) < 1e-4 && study.chance > 0 && study.chance < 1);
            if (off ? moved > 1e-6 : !(moved > 1e-5))
                fail_msg("%s moves %g", spec, moved);
        }
    position_free(&position);
}

/* The fourth threat is dropped, and no other move with it. */
TEST(drops_a_threat)
{
    struct position position;
    struct policy_study study;
    double share;
    set_out_busy(&position);
    study_once("rnad:model=untrained,losses=no,threshold=0,quanta=0,bounds=none", &position, &study);
    assert_int_equal(policy_study_dropped(&study, POLICY_THREATS, &share), 2); /* b5-a5 and b5-b6 */
    assert_true(share > 0);
    for (int i = 0; i < study.count; i++) {
        bool threat = study.move[i].from == square_at(1, 4) &&
                      (study.move[i].to == square_at(0, 4) || study.move[i].to == square_at(1, 5));
        assert_int_equal(study.probability[POLICY_THREATS][i] <= 0, threat);
    }
    position_free(&position);
}

/* The scout is not to attack the known major, and no other move is dropped for it. */
TEST(drops_a_lost_attack)
{
    struct position position;
    struct policy_study study;
    double share;
    set_out_busy(&position);
    study_once("rnad:model=untrained,threshold=0,quanta=0,bounds=none,threats=no", &position, &study);
    assert_int_equal(policy_study_dropped(&study, POLICY_LOSSES, &share), 1); /* g1xh1 */
    assert_true(share > 0);
    for (int i = 0; i < study.count; i++) {
        bool lost = study.move[i].from == square_at(6, 0) && study.move[i].to == square_at(7, 0);
        assert_int_equal(study.probability[POLICY_LOSSES][i] <= 0, lost);
    }
    position_free(&position);
}

/* Moves are drawn as often as the study says, mistakes never. */
TEST(draws_as_it_shows)
{
    enum { DRAWS = 40 };
    struct position position;
    struct view view = {0};
    struct agent agent;
    struct move moves[MOVES_MAX];
    double share;
    int hits[MOVES_MAX] = {0};
    set_out_busy(&position);
    view_init(&view, &position, RED);
    int count = board_moves(&view.board, moves);
    start_agent(&agent, "rnad:model=untrained,bounds=0.001");
    for (uint64_t seed = 1; seed < DRAWS; seed++) {
        struct rng rng;
        const struct think think = {.rng = &rng};
        rng_seed(&rng, seed, 0);
        struct move move = agent_move(&agent, &view, &think);
        assert_null(agent_policy(&agent));
        for (int i = 0; i < count; i++)
            hits[i] += move_equal(moves[i], move);
    }
    const struct policy_study *study = draw(&agent, &view, 0);
    hits[study->chosen]++;
    assert_true(policy_study_dropped(study, POLICY_BOUNDS, &share) > 0);
    for (int i = 0; i < study->count; i++) {
        double expected = DRAWS * (double)study->probability[POLICY_SEARCH][i];
        assert_true(expected > 0 || !hits[i]);
        if (fabs(hits[i] - expected) > 5 * sqrt(expected) + 1)
            fail_msg("move %d: drawn %d times of %d, expected %g", i, hits[i], DRAWS, expected);
    }
    agent_end(&agent);
    view_free(&view);
    position_free(&position);
}

TESTS_MAIN(load_policy_model, free_policy_model)
