/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What moves were chosen from: on which piece a move hangs, against worlds where that is known; the study of
 * a question to vedette, which changes no answer, adds up, and does not peek; and its text, held against a
 * file. */
#include "agent/kinds.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "game/position.h"
#include "observer/planner_state.h"
#include "report/hint_text.h"
#include "report/study_text.h"
#include "rollout/condition.h"
#include "source.h"
#include "twins.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- conditions --- */

enum { WORLDS = 60 };

/* Random worlds with ten pieces of five ranks. */
struct worlds {
    uint8_t rank[WORLDS][PIECES_A_SIDE];
    double value[WORLDS];
};

static const uint8_t *ranks_in(const void *context, uint32_t world)
{
    return ((const struct worlds *)context)->rank[world];
}

static void draw(struct worlds *worlds, struct rng *rng)
{
    memset(worlds->rank, RANK_UNKNOWN, sizeof worlds->rank);
    for (int world = 0; world < WORLDS; world++) {
        worlds->value[world] = rng_unit(rng) - 0.5;
        for (int row = 0; row < 10; row++)
            worlds->rank[world][row] = (uint8_t)(SCOUT + rng_below(rng, 5));
    }
}

static bool find(struct worlds *worlds, double min, struct condition *found)
{
    return condition_find(found, &(struct condition_terms){.value = worlds->value, .ranks = ranks_in,
                                                           .context = worlds, .worlds = WORLDS,
                                                           .min = min, .seed = 3});
}

/* Values that have nothing to do with the ranks give a condition in one of a hundred draws, of 50 splits
 * each; where a piece matters it is found, with the right numbers. */
TEST(test_condition)
{
    struct worlds worlds;
    struct condition found;
    struct rng rng;
    int by_chance = 0;
    rng_seed(&rng, 11, 0);
    for (int i = 0; i < 300; i++) {
        draw(&worlds, &rng);
        by_chance += find(&worlds, 0, &found);
    }
    assert_true(by_chance <= 10); /* 3 expected: more than 10 is one case in 3,000 */

    draw(&worlds, &rng);
    double sum[2] = {0};
    uint32_t count = 0;
    for (int world = 0; world < WORLDS; world++) {
        bool is = worlds.rank[world][7] == MINER;
        worlds.value[world] -= is ? 1.5 : 0;
        sum[is] += worlds.value[world];
        count += is;
    }
    assert_true(find(&worlds, 0.1, &found));
    assert_int_equal(found.row, 7);
    assert_int_equal(found.rank, MINER);
    assert_int_equal(found.worlds, count);
    assert_int_equal(found.of, WORLDS);
    assert_true(fabs(found.with - sum[1] / count) < 1e-9);
    assert_true(fabs(found.without - sum[0] / (WORLDS - count)) < 1e-9);
    assert_false(find(&worlds, 3, &found));
}

/* Student's t of a split, both halves having one variance: worked out from the values one by one. 0 where a
 * half is too small. */
static double t_of(const struct worlds *worlds, const double *value, int row, int rank)
{
    double mean[2] = {0}, squares = 0;
    int count[2] = {0};
    for (int world = 0; world < WORLDS; world++)
        count[worlds->rank[world][row] == rank]++;
    if (count[0] < CONDITION_HALF || count[1] < CONDITION_HALF)
        return 0;
    for (int world = 0; world < WORLDS; world++) {
        int half = worlds->rank[world][row] == rank;
        mean[half] += value[world] / count[half];
    }
    for (int world = 0; world < WORLDS; world++) {
        double off = value[world] - mean[worlds->rank[world][row] == rank];
        squares += off * off;
    }
    double variance = squares / (WORLDS - 2);
    return fabs(mean[0] - mean[1]) / sqrt(variance / count[0] + variance / count[1]);
}

static double max_t(const struct worlds *worlds, const double *value, int *max_row, int *max_rank)
{
    double max = 0;
    for (int row = 0; row < 10; row++)
        for (int rank = 0; rank < RANKS; rank++) {
            double t = t_of(worlds, value, row, rank);
            if (t > max) {
                max = t;
                *max_row = row;
                *max_rank = rank;
            }
        }
    return max;
}

/* The share of random orders of the values in which some split has as large a t. */
static double chance_of_t(const struct worlds *worlds, double max, struct rng *rng)
{
    enum { ORDERS = 400 };
    double value[WORLDS];
    int as_large = 0, row, rank;
    memcpy(value, worlds->value, sizeof value);
    for (int order = 0; order < ORDERS; order++) {
        for (uint32_t i = WORLDS - 1; i > 0; i--) {
            uint32_t other = rng_below(rng, i + 1);
            double kept = value[i];
            value[i] = value[other];
            value[other] = kept;
        }
        as_large += max_t(worlds, value, &row, &rank) >= max;
    }
    return (1.0 + as_large) / (1 + ORDERS);
}

/* With a piece that matters from not at all to much: what is found is the split with the largest t, and it is
 * found where that is rare by chance alone, in another count of other shuffles. */
TEST(test_slowly)
{
    struct worlds worlds;
    struct condition found;
    struct rng rng;
    int times[2] = {0};
    rng_seed(&rng, 12, 0);
    for (int i = 0; i < 24; i++) {
        int row = -1, rank = -1;
        draw(&worlds, &rng);
        for (int world = 0; world < WORLDS; world++)
            worlds.value[world] += worlds.rank[world][4] == MINER ? i * 0.03 : 0;
        double chance = chance_of_t(&worlds, max_t(&worlds, worlds.value, &row, &rank), &rng);
        max_t(&worlds, worlds.value, &row, &rank);
        bool is = find(&worlds, 0, &found);
        times[is]++;
        if (is) {
            assert_int_equal(found.row, row);
            assert_int_equal(found.rank, rank);
        }
        assert_true(is ? chance < 0.04 : chance > 0.004); /* about 0.01 either may be */
    }
    assert_true(times[0] >= 4 && times[1] >= 4);
}

/* A rank that is there in too few worlds, or in all, is no evidence. */
TEST(test_no_split)
{
    struct worlds worlds;
    struct condition found;
    memset(worlds.rank, RANK_UNKNOWN, sizeof worlds.rank);
    for (int world = 0; world < WORLDS; world++) {
        worlds.rank[world][0] = SPY;
        worlds.rank[world][1] = world < CONDITION_HALF - 1 ? GENERAL : MINER;
        worlds.value[world] = world < CONDITION_HALF - 1 ? -5 : 1;
    }
    assert_false(find(&worlds, 0, &found));
    assert_int_equal(found.row, -1);
}

/* --- studies --- */

struct question {
    const char *spec;
    int threads;
    bool study, all_roots;
    const struct move *root;
    int roots;
    struct move move;
    struct rollout_study result; /* where a study is there */
    bool has_study;
};

static void choose_move(const struct view *view, struct question *request)
{
    struct agent agent;
    struct error error;
    struct rng rng;
    rng_seed(&rng, 7, 0);
    if (agent_start(&agent, request->spec, &settings, library, &error) != STATUS_OK)
        fail_msg("%s: %s", request->spec, error.text);
    request->move = agent_move(&agent, view,
                               &(struct think){.rng = &rng, .threads = request->threads,
                                               .study = request->study, .all_roots = request->all_roots,
                                               .root = request->root, .root_count = request->roots});
    const struct rollout_study *study = agent_study(&agent);
    request->has_study = study != NULL;
    if (study)
        request->result = *study;
    request->result.seconds = 0;
    agent_end(&agent);
}

static char *text_of(const struct rollout_study *study)
{
    struct json json = {0};
    struct text text = {0};
    study_add_text(study, NOTATION_DEBOER, &text);
    study_add_json(study, NOTATION_DEBOER, false, NULL, &json);
    text_add(&text, text_string(&json.text));
    text_add(&text, "\n");
    text_free(&json.text);
    return text.bytes;
}

static void assert_sound(const struct view *view, const struct rollout_study *study)
{
    uint64_t trials = 0;
    for (int i = 0; i < study->count; i++) {
        const struct rollout_account *account = &study->move[i];
        uint32_t ends = 0;
        trials += account->worlds;
        for (int result = 0; result <= RESULT_DRAW; result++)
            ends += account->result[result];
        assert_int_equal(ends, account->worlds);
        assert_int_equal(board_check(&view->board, account->move), MOVE_LEGAL);
        assert_true(account->best <= account->worlds && account->behind <= 0);
        for (int rank = 0; rank < RANKS; rank++)
            assert_true(account->gained[rank] <= account->worlds && account->lost[rank] <= account->worlds);
        if (account->worlds) {
            assert_true(account->length > 0 && move_equal(account->line[0].move, account->move));
            assert_true(account->chance >= 0 && account->chance <= 1);
        }
        double after = 0;
        for (int rank = 0; rank < RANKS && !account->seen; rank++)
            after += account->believed[1][rank];
        assert_true(account->seen || fabs(after - 1) < 1e-6);
    }
    assert_true(trials == study->trials);
}

/* The answer is the same with a study and without; hidden pieces exchanged, and more threads, leave every
 * letter of it. */
TEST(test_twins)
{
    struct question plain = {.spec = "vedette:worlds=6,plies=5,behind=200", .threads = 1};
    struct rng rng;
    const int wanted = (int)test_size("STUDY_TWINS", 4);
    int seen = 0, tried = 0;
    rng_seed(&rng, 5, 0);
    for (int game = 0; game < 40 && seen < wanted; game++) {
        struct twins twins;
        struct view view[2] = {{0}};
        if (!twins_make(&twins, 20 + 30 * game, rules_find("isf"), &rng))
            continue;
        view_init(&view[0], &twins.one, twins.watcher);
        view_init(&view[1], &twins.two, twins.watcher);
        if (twins.one.board.to_move == twins.watcher && board_outcome(&view[0].board).result == RESULT_OPEN) {
            struct question one = plain, two = plain, threads = plain;
            one.study = two.study = threads.study = true;
            threads.threads = 2;
            choose_move(&view[0], &plain);
            choose_move(&view[0], &one);
            choose_move(&view[1], &two);
            choose_move(&view[0], &threads);
            assert_false(plain.has_study);
            assert_true(one.has_study && two.has_study && threads.has_study);
            assert_true(move_equal(plain.move, one.move));
            assert_sound(&view[0], &one.result);
            char *text[3] = {text_of(&one.result), text_of(&two.result), text_of(&threads.result)};
            assert_string_equal(text[0], text[1]);
            assert_string_equal(text[0], text[2]);
            for (int i = 0; i < 3; i++)
                free(text[i]);
            tried += one.result.trials > 0;
            seen++;
        }
        view_free(&view[0]);
        view_free(&view[1]);
        twins_free(&twins);
    }
    assert_true(seen == wanted && tried > 0);
}

/* What became of a rollout's pieces, by its history. */
struct losses {
    bool lost[SIDES][RANKS];
};

static void read_losses(const struct board *end, uint32_t from, struct losses *losses)
{
    memset(losses, 0, sizeof *losses);
    for (uint32_t ply = from; ply < end->plies; ply++) {
        struct event event = board_event(end, ply);
        enum side mover = (enum side)((end->to_move + end->plies - ply) % SIDES);
        if (event.battle == BATTLE_WON || event.battle == BATTLE_BOTH)
            losses->lost[side_other(mover)][event.defender] = true;
        if (event.battle == BATTLE_LOST || event.battle == BATTLE_BOTH)
            losses->lost[mover][event.attacker] = true;
    }
}

static void assert_account(const struct rollout_study *study, struct rollout_table *table,
                           const struct rollout_terms *terms, int arm)
{
    const struct rollout_account *account = &study->move[arm];
    const struct halving *halving = rollout_so_far(table);
    uint32_t gained[RANKS] = {0}, lost[RANKS] = {0}, result[RESULT_DRAW + 1] = {0}, best = 0;
    double sum = 0, diff[2] = {0}, chances[2] = {0};
    uint32_t common = 0;
    for (uint32_t world = 0; world < account->worlds; world++) {
        struct losses losses;
        bool beaten = false;
        const struct board *end = rollout_replay(table, arm, world, terms->plies);
        read_losses(end, terms->view->board.plies, &losses);
        for (int rank = 0; rank < RANKS; rank++) {
            gained[rank] += losses.lost[side_other(study->me)][rank];
            lost[rank] += losses.lost[study->me][rank];
        }
        result[board_outcome(end).result]++;
        for (int other = 0; other < study->count; other++)
            beaten |= world < halving->arm[other].worlds &&
                      halving->arm[other].value[world] > halving->arm[arm].value[world];
        best += !beaten;
        if (world < halving->arm[study->best].worlds) {
            double off = halving->arm[arm].value[world] - halving->arm[study->best].value[world];
            double chance = (double)rollout_trace_of(table, arm, world)->chance -
                            (double)rollout_trace_of(table, study->best, world)->chance;
            diff[0] += off;
            diff[1] += off * off;
            chances[0] += chance;
            chances[1] += chance * chance;
            common++;
        }
        sum += halving->arm[arm].value[world];
    }
    assert_memory_equal(gained, account->gained, sizeof gained);
    assert_memory_equal(lost, account->lost, sizeof lost);
    assert_memory_equal(result, account->result, sizeof result);
    assert_int_equal(best, account->best);
    double square = common > 1 ? (diff[1] - diff[0] * diff[0] / common) / (common - 1) / common : 0;
    assert_true(fabs(account->diff * common - diff[0]) < 1e-9);
    assert_true(fabs(account->diff_error * account->diff_error - square) < 1e-9);
    square = common > 1 ? (chances[1] - chances[0] * chances[0] / common) / (common - 1) / common : 0;
    assert_true(fabs(account->chance_diff_error * account->chance_diff_error - square) < 1e-9);
    assert_true(!account->worlds || fabs(sum / account->worlds - account->mean) < 1e-9);
}

/* The moves tried in some random games, each rollout of which is played out again and read ply by ply. */
TEST(test_counts)
{
    struct planner_state planner_state = {0};
    struct belief_sources sources = {0};
    const struct value_model *model;
    struct rollout_table *table = rollout_new();
    struct rollout_study *study = calloc(1, sizeof *study);
    struct error error;
    struct rng rng;
    uint32_t taken = 0;
    assert_int_equal(library_belief_sources(library, &settings, &sources, &error), STATUS_OK);
    assert_int_equal(library_chosen_value_model(library, &settings, &model, &error), STATUS_OK);
    planner_state_init(&planner_state, &settings, &sources);
    rng_seed(&rng, 21, 0);
    for (int game = 0; game < 12; game++) {
        struct twins twins;
        struct view view = {0};
        struct move moves[MOVES_MAX];
        const double bonus[HALVING_ARMS] = {0};
        if (!twins_make(&twins, 60 + 20 * game, rules_find("isf"), &rng))
            continue;
        view_init(&view, &twins.one, twins.one.board.to_move);
        int count = board_moves(&view.board, moves);
        planner_state_update(&planner_state, &view, NULL);
        struct rollout_terms terms = {
            .view = &view, .observer = &planner_state.observer, .planner = &planner_state.planner,
            .worth_options = &planner_state.worth_options, .moves = moves, .bonus = bonus,
            .count = count < 4 ? count : 4, .worlds = 6, .plies = 10, .traced = true,
            .chances = model, .threads = 1, .seed = (uint64_t)game};
        if (count && board_outcome(&view.board).result == RESULT_OPEN &&
            rollout_possible(&view, &planner_state.observer)) {
            study_begin(study, &terms);
            rollout_run(table, &terms);
            study_make(study, table, &terms);
            for (int arm = 0; arm < study->count; arm++) {
                assert_account(study, table, &terms, arm);
                for (int rank = 0; rank < RANKS; rank++)
                    taken += study->move[arm].gained[rank];
            }
        }
        view_free(&view);
        twins_free(&twins);
    }
    assert_true(taken > 20);
    planner_state_free(&planner_state);
    rollout_free(table);
    free(study);
}

/* a5 is the general or a miner. */
static const char *const gamble =
    "bF  bB  .   .   .   .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   b5*!\n"
    ".   .   .   .   .   .   .   .   .   b6*!\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    "b9* .   ~   ~   .   .   ~   ~   b3* .\n"
    "r8*! .  ~   ~   .   .   ~   ~   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   .\n"
    ".   .   .   .   .   .   .   .   .   r7*!\n"
    "rF  .   .   .   .   .   .   .   .   r6*!\n";

/* Each is compared with one other move, the same in all worlds: so that the two halves together give the
 * difference of the two means. */
static void assert_compared(const struct rollout_study *study)
{
    for (int i = 0; i < study->count; i++) {
        const struct rollout_account *account = &study->move[i];
        const struct rollout_condition *condition = &account->condition;
        int rival = i == study->best ? -1 : study->best;
        for (int other = 0; other < study->count && i == study->best; other++)
            if (other != i && (rival < 0 || study->move[other].mean + study->move[other].bonus >
                                                study->move[rival].mean + study->move[rival].bonus))
                rival = other;
        if (condition->square == SQUARE_NONE)
            continue;
        double sum = condition->worlds * condition->with +
                     (condition->of - condition->worlds) * condition->without;
        assert_int_equal(condition->against, rival);
        assert_true(fabs(sum / condition->of - (account->mean - study->move[rival].mean)) < 1e-9);
    }
}

/* All requested moves get the same worlds, a single one too; what the attack depends on is listed, and
 * what it may win. */
TEST(test_gamble)
{
    struct position position = {0};
    struct placement placement;
    struct view view = {0};
    const struct move moves[3] = {{(uint8_t)square_at(0, 4), (uint8_t)square_at(0, 5)},
                                  {(uint8_t)square_at(9, 1), (uint8_t)square_at(8, 1)},
                                  {(uint8_t)square_at(0, 4), (uint8_t)square_at(0, 3)}};
    struct question request = {.spec = "vedette:worlds=40,plies=4", .threads = 1, .study = true,
                               .all_roots = true, .root = moves, .roots = 3};
    placement_draw(&placement, RED, gamble);
    assert_int_equal(position_init(&position, &placement, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &position, RED);
    choose_move(&view, &request);
    assert_sound(&view, &request.result);
    assert_int_equal(request.result.count, 3);
    int attack = 0;
    while (!request.result.move[attack].attack)
        attack++;
    const struct rollout_account *account = &request.result.move[attack];
    for (int i = 0; i < 3; i++)
        assert_int_equal(request.result.move[i].worlds, 40);
    assert_compared(&request.result);
    assert_int_equal(account->condition.square, square_at(0, 5));
    assert_true(account->condition.rank == MINER || account->condition.rank == GENERAL);
    bool miner = account->condition.rank == MINER;
    assert_true(miner ? account->condition.with > account->condition.without
                      : account->condition.with < account->condition.without);
    uint32_t miners = miner ? account->condition.worlds : 40 - account->condition.worlds;
    assert_true(miners > 5 && miners < 35);
    assert_true(account->gained[MINER] >= miners && account->lost[COLONEL] >= 40 - miners);
    assert_true(account->seen);

    request.roots = 1;
    choose_move(&view, &request);
    assert_int_equal(request.result.count, 1);
    assert_int_equal(request.result.move[0].worlds, 40);
    assert_int_equal(request.result.move[0].best, 40);
    assert_true(move_equal(request.move, moves[0]));
    view_free(&view);
    position_free(&position);
}

/* --- text --- */

/* A study with everything in it. */
static void make_study(struct rollout_study *study)
{
    *study = (struct rollout_study){.me = RED, .won = 0.5, .plies = 12,
                                    .trials = 88, .possible = true, .made = true,
                                    .count = 3, .best = 1};
    for (int rank = 0; rank < RANKS; rank++)
        study->value[RED][rank] = study->value[BLUE][rank] = rank;
    study->move[0] = (struct rollout_account){
        .move = {(uint8_t)square_at(3, 3), (uint8_t)square_at(3, 4)}, .points = -2.5, .behind = -14.5,
        .plans = 1, .plan = {{"out of danger d4", -2.5}}, .worlds = 40, .mean = -0.0001, .error = 0.0421,
        .diff = -0.3126, .diff_error = 0.0617,
        .bonus = -0.087, .best = 12, .result = {[RESULT_OPEN] = 38, [RESULT_BLUE] = 2}, .chance = 0.504,
        .condition = {SQUARE_NONE}, .line = {{{33, 43}, BATTLE_NONE, RANK_UNKNOWN, RANK_UNKNOWN}},
        .length = 1, .rank = SPY,
        .believed = {{[MINER] = 0.2, [SPY] = 0.01}, {[MINER] = 0.5, [MAJOR] = 0.49, [SPY] = 0.01}}};
    study->move[1] = (struct rollout_account){
        .move = {(uint8_t)square_at(4, 3), (uint8_t)square_at(4, 4)}, .attack = true, .points = 12,
        .plans = 2, .plan = {{"attack", 20.25}, {"secrets kept", -8.25}}, .worlds = 40,
        .mean = 0.3125, .error = 0.05, .best = 30, .chance = 0.716,
        .result = {[RESULT_OPEN] = 36, [RESULT_RED] = 3, [RESULT_BLUE] = 1},
        .gained = {[CAPTAIN] = 16, [SPY] = 1, [SCOUT] = 30, [FLAG] = 3, [SERGEANT] = 2},
        .lost = {[MINER] = 22},
        .condition = {(uint8_t)square_at(3, 6), GENERAL, 5, 40, 0.12, 0, -0.22, 0.41},
        .line = {{{34, 44}, BATTLE_WON, CAPTAIN, SCOUT},
                 {{66, 56}, BATTLE_NONE, RANK_UNKNOWN, RANK_UNKNOWN}},
        .length = 2, .rank = CAPTAIN, .seen = true};
    study->move[2] = (struct rollout_account){
        .move = {(uint8_t)square_at(9, 3), (uint8_t)square_at(9, 4)}, .points = 0, .behind = -12, .worlds = 8,
        .diff = -0.6, .diff_error = 0.12,
        .mean = -0.25, .error = 0.1, .bonus = -0.072, .best = 1,
        .result = {[RESULT_OPEN] = 7, [RESULT_DRAW] = 1}, .chance = -1,
        .condition = {(uint8_t)square_at(0, 9), BOMB, 4, 8, 0.5, 1, 0.2, -0.3},
        .rank = COLONEL, .believed = {{[COLONEL] = 1}, {[COLONEL] = 1}}};
}

/* With one move to try none is tried, and the study has what the enemy may believe of it. */
TEST(test_single)
{
    static const char *const far_apart =
        "bF  bB  .   .   .   .   .   .   .   .\n"
        "bB  .   .   .   .   .   .   .   .   b6*\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   ~   ~   .   .   ~   ~   .   .\n"
        ".   .   ~   ~   .   .   ~   ~   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        ".   .   .   .   .   .   .   .   .   .\n"
        "r4* .   .   .   .   .   .   .   .   r7*\n"
        "rF  rB  .   .   .   .   .   .   .   r5*\n";
    struct position position = {0};
    struct placement placement;
    struct view view = {0};
    struct question request = {.spec = "vedette:worlds=4,plies=2,candidates=1,behind=0,rescue=0",
                               .threads = 1, .study = true};
    placement_draw(&placement, RED, far_apart);
    assert_int_equal(position_init(&position, &placement, rules_find("isf"), NULL), STATUS_OK);
    view_init(&view, &position, RED);
    choose_move(&view, &request);
    assert_sound(&view, &request.result);
    assert_int_equal(request.result.count, 1);
    assert_int_equal(request.result.move[0].worlds, 0);
    assert_false(request.result.move[0].attack || request.result.move[0].seen);
    view_free(&view);
    position_free(&position);
}

TEST(test_text)
{
    struct text golden = {0};
    struct rollout_study *study = calloc(1, sizeof *study);
    make_study(study);
    char *text = text_of(study);
    const char *line = text;
    for (size_t size; *line != '{'; line += size + 1) {
        size = strcspn(line, "\n");
        assert_true(size < 80);
    }
    source_text("tests/study.txt", &golden);
    if (strcmp(text_string(&golden), text) != 0) {
        fputs(text, stderr);
        fail_msg("tests/study.txt is not that");
    }
    text_free(&golden);
    free(text);
    free(study);
}

/* Those that went out last come first, whatever few worlds made of others; four are described in words. */
TEST(test_order)
{
    static const uint32_t worlds[] = {2, 17, 7, 2, 17, 7};
    static const double mean[] = {9, 1, 2, 8, 0.5, 3};
    static const int wanted[] = {4, 1, 5, 2, 0, 3}; /* 4 is the chosen one */
    struct rollout_study *study = calloc(1, sizeof *study);
    struct text out = {0};
    int order[HALVING_ARMS], result = 0;
    *study = (struct rollout_study){.won = 0.5, .plies = 20,
                                    .trials = 52, .possible = true, .count = 6, .best = 4};
    for (int i = 0; i < 6; i++)
        study->move[i] = (struct rollout_account){
            .move = {(uint8_t)square_at(i, 3), (uint8_t)square_at(i, 4)}, .worlds = worlds[i],
            .mean = mean[i], .condition = {SQUARE_NONE}, .seen = true};
    assert_int_equal(study_order(study, order), 6);
    for (int i = 0; i < 6; i++)
        assert_int_equal(order[i], wanted[i]);
    study_add_text(study, NOTATION_DEBOER, &out);
    for (const char *at = out.bytes; (at = strstr(at, "\n  plans ")); at++)
        result++;
    assert_int_equal(result, 4);
    assert_non_null(strstr(out.bytes, "'rollout --explain'"));
    text_free(&out);
    free(study);
}

/* A move leads clearly by two standard errors of the difference, bonus included, over eight common worlds. */
TEST(test_leads_clearly)
{
    struct rollout_study *study = calloc(1, sizeof *study);
    assert_non_null(study);
    study->count = 2;
    study->move[0].worlds = 20;
    study->move[1] = (struct rollout_account){.worlds = 8, .diff = -0.2, .diff_error = 0.1};
    assert_true(study_leads_clearly(study, 1));
    assert_false(study_leads_clearly(study, 0));
    study->move[1].worlds = 7;
    assert_false(study_leads_clearly(study, 1));
    study->move[1].worlds = 8;
    study->move[1].diff_error = 0.11;
    assert_false(study_leads_clearly(study, 1));
    study->move[0].bonus = 0.05;
    assert_true(study_leads_clearly(study, 1));
    assert_false(study_equals_best(study, 1));
    study->move[1].bonus = 0.3; /* it is ahead itself */
    assert_false(study_leads_clearly(study, 1));
    assert_true(study_equals_best(study, 1));
    /* Equal: within two standard errors, in eight worlds or as many as the chosen move. */
    study->move[0].bonus = study->move[1].bonus = 0;
    study->move[1].diff_error = 0.3;
    assert_false(study_equals_best(study, 1)); /* too far behind, whatever the error */
    study->move[1].diff = -0.1;
    assert_true(study_equals_best(study, 1));
    study->move[1].diff_error = 0.05;
    assert_false(study_equals_best(study, 1));
    study->move[1].diff_error = 0.06;
    study->move[1].worlds = 4;
    assert_false(study_equals_best(study, 1));
    study->move[0].worlds = 4;
    assert_true(study_equals_best(study, 1));
    study->move[1].diff_error = 0; /* few worlds without a spread are no reason to take it for equal */
    assert_false(study_equals_best(study, 1));
    free(study);
}

/* Sets in how many worlds a piece of value 1/2 is captured after the first two moves. */
static void set_taken(struct rollout_study *study, enum side side, int piece, uint32_t first, uint32_t second)
{
    study->move[0].taken[side][piece] = first;
    study->move[1].taken[side][piece] = second;
    for (int i = 0; i < 2; i++)
        study->move[i].taken_value[side][piece] = 0.5 * study->move[i].taken[side][piece];
}

/* A hint in sentences: the planner's where there is one, the chances of three moves, and which piece sets the
 * best apart, if one clearly does; a beginner gets one sentence. An attack that loses is never advised with
 * its odds alone. */
TEST(test_hint_text)
{
    struct rollout_study *study = calloc(1, sizeof *study);
    struct text out = {0};
    static const char *const texts[] = {
        "a4-a5. Chance to win 57 +-2 %, b4-b5 50 +-3, c4-c5 40. a4-a5 wins the piece on e7 in 6 of 10 "
        "worlds.",
        "a4-a5 wins the piece on e7 more often than b4-b5.",
        "a4-a5 saves it. Chance to win 57 +-2 %, b4-b5 50 +-3, c4-c5 40. a4-a5 wins the piece on e7 in 6 "
        "of 10 worlds.",
        "a4-a5 saves it.",
        "a4-a5. Chance to win 57 +-2 %, b4-b5 50 +-3, c4-c5 40. a4-a5 loses the spy on d4 in only 1 of "
        "10 worlds.", "a4-a5 came out best of the moves tried.",
        "a4xa5 loses. Chance to win 57 +-2 %, b4-b5 50 +-3, c4-c5 40. All other moves tried are worse: "
        "b4-b5 by 7 % of the chance to win.",
        "a4xa5 loses, but no other move tried is better."};
    assert_non_null(study);
    study->count = 4;
    for (int i = 0; i < study->count; i++) {
        study->move[i].move = (struct move){(uint8_t)square_at(i, 3), (uint8_t)square_at(i, 4)};
        study->move[i].worlds = study->move[i].counted = i < 2 ? 10 : 1;
        study->move[i].mean = -i;
        study->move[i].chance = (double[]){0.57, 0.5, 0.4, 0.3}[i];
        study->move[i].chance_error = (double[]){0.02, 0.03, 0, 0}[i];
    }
    enum { PIECE = 7 };
    study->piece[BLUE][PIECE].square = (uint8_t)square_at(4, 6);
    study->piece[BLUE][PIECE].rank = RANK_UNKNOWN;
    study->piece[RED][PIECE].square = (uint8_t)square_at(3, 3);
    study->piece[RED][PIECE].rank = SPY;
    set_taken(study, BLUE, PIECE, 6, 1);
    set_taken(study, RED, PIECE, 1, 9);
    for (int i = 0; i < 8; i++) {
        text_clear(&out);
        if (i == 4)
            set_taken(study, BLUE, PIECE, 4, 1); /* not clearly more often */
        else if (i == 5)
            set_taken(study, RED, PIECE, 2, 5);
        else if (i == 7)
            study->move[1].chance = 0.6;
        const char *sentence = i > 5 ? "a4xa5 loses." : i == 2 || i == 3 ? "a4-a5 saves it." : NULL;
        hint_add_text(study, sentence, i > 5, -1, i % 2 ? -1 : HINT_CHANCES, NOTATION_DEBOER, &out);
        assert_string_equal(text_string(&out), texts[i]);
    }
    /* Nor without any word of the planner. */
    study->move[0].attack = true;
    text_clear(&out);
    hint_add_text(study, NULL, false, -1, HINT_CHANCES, NOTATION_DEBOER, &out);
    assert_string_equal(text_string(&out), "a4xa5. Chance to win 57 +-2 %, b4-b5 60 +-3, c4-c5 40. No other "
                                           "move tried is clearly better.");
    text_clear(&out);
    hint_add_text(study, NULL, false, -1, -1, NOTATION_DEBOER, &out);
    assert_string_equal(text_string(&out), "a4xa5 came out best of the moves tried.");
    study->move[0].attack = false; /* a sentence that is the move alone is no reason */
    text_clear(&out);
    hint_add_text(study, "a4-a5.", false, -1, -1, NOTATION_DEBOER, &out);
    assert_string_equal(text_string(&out), "a4-a5 came out best of the moves tried.");
    /* A shorter one has fewer chances. */
    static const char *const shorter[] = {
        "a4xa5 takes it. No other move tried is clearly better.",
        "a4xa5 takes it. Chance to win 57 +-2 %. No other move tried is clearly better.",
        "a4xa5 takes it. Chance to win 57 +-2 %, b4-b5 60 +-3. No other move tried is clearly better."};
    for (int i = 0; i < 3; i++) {
        text_clear(&out);
        hint_add_text(study, "a4xa5 takes it.", true, -1, i, NOTATION_DEBOER, &out);
        assert_string_equal(text_string(&out), shorter[i]);
    }
    text_free(&out);
    free(study);
}

/* A hint that replaces another move is "better" than it only with a reason against that very move, which is
 * not the next best: it is clearly better, and the worlds set the two apart. */
TEST(test_hint_against_the_replaced)
{
    enum { PIECE = 7, REPLACED = 2 };
    static const char sentence[] = "a4-a5 saves it. b4-b5, the next best, does not.";
    static const struct {
        double error;   /* of the difference from the replaced move */
        uint32_t taken; /* worlds in which it wins the piece, of 10; the best two win it in 6 */
        const char *full, *plain;
    } rows[] = {
        {0.05, 0, "better than c4-c5: a4-a5 saves it. Chance to win 57 +-0 %, c4-c5 40 +-0, b4-b5 50 +-0. "
                  "a4-a5 wins the piece on e7 in 6 of 10 worlds.",
         "better than c4-c5: a4-a5 wins the piece on e7 more often than c4-c5."},
        {0.05, 5, "in place of c4-c5: a4-a5 saves it. b4-b5, the next best, does not. Chance to win 57 "
                  "+-0 %, b4-b5 50 +-0, c4-c5 40 +-0.",
         "in place of c4-c5: a4-a5 saves it. b4-b5, the next best, does not."},
        {0.2, 0, "in place of c4-c5: a4-a5 saves it. b4-b5, the next best, does not. Chance to win 57 +-0 %, "
                 "b4-b5 50 +-0, c4-c5 40 +-0.",
         "in place of c4-c5: a4-a5 saves it. b4-b5, the next best, does not."},
    };
    struct rollout_study *study = calloc(1, sizeof *study);
    struct text out = {0};
    assert_non_null(study);
    study->count = 3;
    study->piece[BLUE][PIECE].square = (uint8_t)square_at(4, 6);
    study->piece[BLUE][PIECE].rank = RANK_UNKNOWN;
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        for (int i = 0; i < study->count; i++) {
            struct rollout_account *account = &study->move[i];
            account->move = (struct move){(uint8_t)square_at(i, 3), (uint8_t)square_at(i, 4)};
            account->worlds = account->counted = 10;
            account->mean = -0.1 * i;
            account->diff = -0.1 * i;
            account->diff_error = i ? rows[row].error : 0;
            account->chance = (double[]){0.57, 0.5, 0.4}[i];
            account->taken[BLUE][PIECE] = i == REPLACED ? rows[row].taken : 6;
            account->taken_value[BLUE][PIECE] = 0.5 * account->taken[BLUE][PIECE];
        }
        for (int plain = 0; plain < 2; plain++) {
            text_clear(&out);
            hint_add_text(study, sentence, false, REPLACED, plain ? -1 : HINT_CHANCES, NOTATION_DEBOER, &out);
            assert_string_equal(text_string(&out), plain ? rows[row].plain : rows[row].full);
        }
    }
    text_free(&out);
    free(study);
}

TESTS_MAIN(engine_set_up, engine_tear_down)
