/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of enemy: each is known by its moves, kinds take turns in their shares, and the evidence of moves
 * about the movers' ranks is true on the mean, keeps the counts, and rests on nothing hidden. */
#include "observer/opponents.h"

#include "agent/agent.h"
#include "base/embedded.h"
#include "base/memory.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "game/position.h"
#include "observer/planner_state.h"
#include "observer/seat_evidence.h"
#include "profile/layers.h"
#include "report/study_text.h"
#include "rollout/rollout.h"
#include "rollout/study.h"
#include "twins.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What all kinds go by, and the watcher: the planner at hand is veteran's. */
struct kind_watcher {
    struct planner_state planner_state, standard;
    struct move_model_weights *weights;
    struct opponent_models models;
    struct opponents opponents;
};

static void watcher_start(struct kind_watcher *watcher)
{
    const struct layers layers = {.files = embedded_table, .count = embedded_count, .regular = true};
    struct belief_sources sources;
    const struct belief_model *model;
    struct settings veteran;
    *watcher = (struct kind_watcher){.weights = memory_new(1, sizeof *watcher->weights)};
    settings_copy(&veteran, &settings);
    assert_int_equal(layers_add(&veteran, &layers, "veteran", NULL), STATUS_OK);
    assert_int_equal(library_belief_sources(library, &settings, &sources, NULL), STATUS_OK);
    planner_state_init(&watcher->planner_state, &veteran, &sources);
    planner_state_init(&watcher->standard, &settings, &sources);
    assert_int_equal(library_chosen_belief_model(library, &settings, &model, NULL), STATUS_OK);
    move_model_join(model->move_model, watcher->weights);
    watcher->models = (struct opponent_models){
        &watcher->planner_state.planner, &watcher->planner_state.worth_options, watcher->weights,
        &watcher->standard.planner, &watcher->standard.worth_options,
        watcher->planner_state.observer.evidence.weight[SEAT_EVIDENCE_APPROACH]};
    settings_free(&veteran);
}

static void watcher_end(struct kind_watcher *watcher)
{
    planner_state_free(&watcher->standard);
    planner_state_free(&watcher->planner_state);
    opponents_free(&watcher->opponents);
    free(watcher->weights);
}

/* Takes in all moves of the view's enemy, with those of games before; their ranks too if `ranks`. */
static void watch(struct kind_watcher *watcher, const struct view *view, bool ranks)
{
    struct observer *observer = &watcher->planner_state.observer;
    for (enum side side = RED; side <= BLUE; side++)
        belief_init(&observer->belief[side], &observer->knowledge, view, side);
    for (uint32_t ply = view->board.prior_plies; ply < view->board.plies; ply++) {
        struct event event = board_event(&view->board, ply);
        if (piece_side(view->board.history[ply].mover) != view->side)
            opponents_see(&watcher->opponents, &watcher->models, view, ply, observer->belief, ranks, 1);
        for (enum side side = RED; side <= BLUE; side++)
            belief_observe(&observer->belief[side], &event);
    }
}

/* Lets two agents play from random set-ups. */
static void play_agents(const char *red, const char *blue, uint64_t seed, int plies,
                        struct position *position)
{
    const char *const spec[SIDES] = {[RED] = red, [BLUE] = blue};
    struct agent agent[SIDES];
    struct placement placement;
    struct view view = {0};
    struct rng rng;
    rng_seed(&rng, seed, 0);
    placement_random_game(&placement, &rng);
    *position = (struct position){0};
    assert_int_equal(position_init(position, &placement, rules_find("isf"), NULL), STATUS_OK);
    for (enum side side = RED; side <= BLUE; side++)
        engine_start(&agent[side], spec[side]);
    for (int ply = 0; ply < plies && board_outcome(&position->board).result == RESULT_OPEN; ply++) {
        struct event event;
        view_init(&view, position, position->board.to_move);
        struct move_with_ranks entered = {
            agent_move(&agent[position->board.to_move], &view, &(struct think){.rng = &rng}), RANK_UNKNOWN,
            RANK_UNKNOWN};
        view_free(&view);
        assert_int_equal(position_play(position, entered, &event, NULL), STATUS_OK);
    }
    agent_end(&agent[RED]);
    agent_end(&agent[BLUE]);
}

/* An enemy that moves as people do may be a stranger, and the other way round: no move separates them. */
static double weight_of(const double weight[OPPONENTS], int kind)
{
    bool alike = kind == OPPONENT_PEOPLE || kind == OPPONENT_STRANGER;
    return alike ? weight[OPPONENT_PEOPLE] + weight[OPPONENT_STRANGER] : weight[kind];
}

/* Each of the agents that move as the kinds do is taken for what it is, after some games; one that moves like
 * none of them for a stranger, as is anybody before a move was seen. */
TEST(test_kinds)
{
    static const char *const spec[OPPONENTS] = {
        [OPPONENT_PLANNER] = "invincible:profile=veteran", [OPPONENT_DE_BOER] = "invincible",
        [OPPONENT_ATTACKER] = "attacker", [OPPONENT_PEOPLE] = "people", [OPPONENT_STRANGER] = "runner"};
    struct kind_watcher watcher;
    double weight[OPPONENTS];
    watcher_start(&watcher);
    for (int kind = 0; kind < OPPONENTS; kind++) {
        double sum = 0;
        opponents_forget(&watcher.opponents);
        opponents_classify(&watcher.opponents, weight);
        assert_true(weight[OPPONENT_STRANGER] > 0.5);
        for (uint64_t game = 0; game < 3; game++) {
            struct position position;
            struct view view = {0};
            play_agents("greedy", spec[kind], game + 1, 60, &position);
            view_init(&view, &position, RED);
            watch(&watcher, &view, false);
            view_free(&view);
            position_free(&position);
        }
        opponents_classify(&watcher.opponents, weight);
        assert_in_range(watcher.opponents.moves, 30, 90);
        for (int of = 0; of < OPPONENTS; of++)
            sum += weight[of];
        assert_true(fabs(sum - 1) < 1e-9);
        assert_true(weight_of(weight, kind) > 0.5);
        assert_true(weight[OPPONENT_STRANGER] > weight[OPPONENT_PEOPLE]);
    }
    watcher_end(&watcher);
}

/* A stranger plans as the planner at hand would that believes no step up; where an unknown piece has stepped
 * up to a known one of the enemy's, that is another choice now and then. */
TEST(test_stranger)
{
    struct kind_watcher watcher;
    struct plan_context *context = memory_new(1, sizeof *context);
    int apart = 0;
    watcher_start(&watcher);
    assert_true(watcher.models.approach > 0);
    for (uint64_t game = 0; game < 40; game++) {
        struct position position;
        struct view view = {0};
        play_agents("attacker", "greedy", game + 1, 30 + (int)game, &position);
        view_init(&view, &position, position.board.to_move);
        observer_forget(&watcher.planner_state.observer);
        planner_state_update(&watcher.planner_state, &view, NULL);
        const struct belief *belief = watcher.planner_state.observer.belief;
        double odds[3][MOVES_MAX], differs = 0;
        for (int i = 0; i < 3; i++) {
            struct opponent_models models = watcher.models;
            struct move moves[MOVES_MAX];
            struct rng rng;
            rng_seed(&rng, game, 0);
            context->view = NULL;
            const struct opponent_seat seat = {
                &view, {(const double(*)[RANKS])belief[RED].p, (const double(*)[RANKS])belief[BLUE].p},
                context, &rng};
            enum opponent kind = i == 1 ? OPPONENT_STRANGER : OPPONENT_PLANNER;
            models.approach = i == 2 ? 0 : models.approach;
            int count = opponent_odds(&models, kind, &seat, moves, odds[i]);
            for (int k = 0; k < count; k++) {
                differs += i == 1 ? fabs(odds[1][k] - odds[0][k]) : 0;
                assert_true(i < 2 || odds[2][k] == odds[1][k]);
            }
        }
        apart += differs > 1e-6;
        view_free(&view);
        position_free(&position);
    }
    assert_in_range(apart, 1, 39);
    watcher_end(&watcher);
    free(context);
}

/* Plays moves of a view out against an enemy of a kind, by a planner to which step-ups count so much;
 * what they come to, by world. */
static void play_out(struct kind_watcher *watcher, const struct view *view, enum opponent kind,
                     double approach, double value[8][3])
{
    struct opponent_models models = watcher->models;
    struct rollout_table *table = rollout_new();
    struct move moves[MOVES_MAX];
    const double bonus[HALVING_ARMS] = {0};
    int count = board_moves(&view->board, moves);
    models.approach = watcher->planner_state.observer.evidence.weight[SEAT_EVIDENCE_APPROACH] = approach;
    struct rollout_terms terms = {
        .view = view, .observer = &watcher->planner_state.observer, .planner = models.planner,
        .worth_options = &watcher->planner_state.worth_options, .moves = moves, .bonus = bonus,
        .count = count < 8 ? count : 8, .worlds = 3, .plies = 6, .even = true,
        .models = &models, .threads = 1, .seed = 5};
    terms.mixture[kind] = 1;
    const struct halving *halving = rollout_run(table, &terms);
    memset(value, 0, 8 * sizeof *value);
    for (int i = 0; i < terms.count; i++)
        memcpy(value[i], halving->arm[i].value, sizeof value[i]);
    rollout_free(table);
}

/* In rollouts too: where the planner at hand takes no step up for strength a stranger is that planner, and
 * else it is another now and then. */
TEST(test_stranger_assumed)
{
    struct kind_watcher watcher;
    int apart = 0, compared = 0;
    watcher_start(&watcher);
    for (uint64_t game = 0; game < 12; game++) {
        struct position position;
        struct view view = {0};
        double value[2][8][3];
        play_agents("greedy", "invincible", game + 1, 20 + 4 * (int)game, &position);
        view_init(&view, &position, position.board.to_move);
        observer_forget(&watcher.planner_state.observer);
        planner_state_update(&watcher.planner_state, &view, NULL);
        if (board_outcome(&view.board).result == RESULT_OPEN &&
            rollout_possible(&view, &watcher.planner_state.observer)) {
            for (int step = 0; step < 2; step++) {
                play_out(&watcher, &view, OPPONENT_PLANNER, step ? 0 : 4, value[0]);
                play_out(&watcher, &view, OPPONENT_STRANGER, step ? 0 : 4, value[1]);
                bool same = !memcmp(value[0], value[1], sizeof value[0]);
                assert_true(same || step == 0);
                apart += !same;
            }
            compared++;
        }
        view_free(&view);
        position_free(&position);
    }
    assert_true(compared > 8 && apart > 0);
    watcher_end(&watcher);
}

/* Kinds that take turns have their shares in few worlds already, wherever they start; one without a share
 * has no turn. */
TEST(test_turns)
{
    const double mixture[OPPONENTS] = {0.6, 0.3, 0, 0.1};
    int first[OPPONENTS] = {0};
    for (int start = 0; start < 100; start++) {
        int turns[OPPONENTS] = {0};
        first[opponent_in_turn(mixture, start / 100.0 + 0.001, 0)]++;
        for (uint32_t world = 0; world < 100; world++) {
            turns[opponent_in_turn(mixture, start / 100.0, world)]++;
            if (world == 4)
                assert_in_range(turns[0], 2, 4);
        }
        assert_in_range(turns[0], 58, 62);
        assert_in_range(turns[1], 28, 32);
        assert_int_equal(turns[2], 0);
        assert_in_range(turns[3], 8, 12);
    }
    assert_int_equal(first[0], 60);
    assert_int_equal(first[1], 30);
    assert_int_equal(first[3], 10);
}

/* --- which ranks it has --- */

/* A move adds to each rank the logarithm of how likely it is with that rank, against the mean by p; ranks of
 * which that is not known keep what they have. */
TEST(test_add)
{
    struct rank_evidence evidence = {0};
    double likelihood[RANKS] = {[MINER] = 0.1, [CAPTAIN] = 0.4}, p[RANKS] = {0};
    p[MINER] = 0.6;
    p[CAPTAIN] = 0.2;
    p[SPY] = 0.2;
    rank_evidence_add(&evidence, 3, likelihood, p);
    double mean = (0.6 * 0.1 + 0.2 * 0.4) / 0.8;
    assert_true(fabs(evidence.log_ratio[3][MINER] - log(0.1 / mean)) < 1e-12);
    assert_true(fabs(evidence.log_ratio[3][CAPTAIN] - log(0.4 / mean)) < 1e-12);
    assert_true(evidence.log_ratio[3][SPY] == 0 && evidence.log_ratio[2][MINER] == 0);
    rank_evidence_add(&evidence, 3, likelihood, p);
    assert_true(fabs(evidence.log_ratio[3][MINER] - 2 * log(0.1 / mean)) < 1e-12);
}

/* The evidence of moves is the mean over the kinds, each by its present probability: that of an enemy that
 * turns out to be another kind counts no more. */
TEST(test_mean_evidence)
{
    struct opponents opponents = {0};
    struct rank_evidence mean;
    double weight[OPPONENTS];
    opponents.evidence[OPPONENT_PLANNER].log_ratio[3][MINER] = 2;
    opponents.evidence[OPPONENT_ATTACKER].log_ratio[3][MINER] = -1;
    opponents_evidence(&opponents, &mean);
    assert_true(fabs(mean.log_ratio[3][MINER]) < 0.5); /* no known kind yet */
    opponents.log_likelihood[OPPONENT_PLANNER] = 5;
    opponents_classify(&opponents, weight);
    opponents_evidence(&opponents, &mean);
    assert_true(fabs(mean.log_ratio[3][MINER] -
                     (2 * weight[OPPONENT_PLANNER] - weight[OPPONENT_ATTACKER])) < 1e-12);
    assert_true(mean.log_ratio[3][MINER] > 1 && mean.log_ratio[3][SPY] == 0 && mean.log_ratio[2][MINER] == 0);
    opponents.log_likelihood[OPPONENT_ATTACKER] = 20;
    opponents_evidence(&opponents, &mean);
    assert_true(mean.log_ratio[3][MINER] < -0.8);
}

/* Every hidden piece adds up to 1, every rank to its count. */
static void check_totals(const struct belief *belief, double p[PIECES_A_SIDE][RANKS])
{
    double column[RANKS] = {0};
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        double sum = 0;
        if (!belief_is_hidden(belief, side_base(belief->side) + row))
            continue;
        for (int rank = 0; rank < RANKS; rank++) {
            sum += p[row][rank];
            column[rank] += p[row][rank];
        }
        assert_true(fabs(sum - 1) < 1e-6);
    }
    for (int rank = 0; rank < RANKS; rank++)
        assert_true(fabs(column[rank] - belief->public_state.unknown_count[belief->side][rank]) < 0.05);
}

/* The piece among those with evidence by moves, in words with the guess without it; it must be
 * there. Without evidence nothing is listed. */
static void check_ranks(const struct rollout_terms *terms, int row)
{
    struct rollout_study *study = memory_new(1, sizeof *study);
    struct rollout_terms bare = *terms;
    struct observer *without = memory_new(1, sizeof *without);
    struct text words = {0}, none = {0}, expected = {0};
    char square[SQUARE_TEXT];
    int at = 0;
    study_begin(study, terms);
    assert_in_range(study->inferences, 1, STUDY_RANKS);
    for (int i = 1; i < study->inferences; i++)
        assert_true(study->inference[i].p - study->inference[i].guessed <=
                    study->inference[i - 1].p - study->inference[i - 1].guessed);
    while (study->inference[at].square != terms->view->board.piece[side_base(BLUE) + row].square)
        assert_true(++at < study->inferences);
    const struct rollout_inference *listed = &study->inference[at];
    assert_int_equal(listed->rank, GENERAL);
    assert_true(listed->guessed == terms->observer->belief[BLUE].p[row][GENERAL]);
    assert_true(listed->p > listed->guessed + 0.1);
    study_add_legend(study, NOTATION_DEBOER, &words);
    text_printf(&expected, "\n  %s: the general in %.0f %%, without that in %.0f %%\n",
                square_write(listed->square, NOTATION_DEBOER, square), 100 * fmin(listed->p, 0.99),
                100 * listed->guessed);
    assert_non_null(strstr(text_string(&words), text_string(&expected)));
    observer_copy(without, terms->observer);
    without->evidence = (struct seat_evidence){0};
    bare.observer = without;
    study_begin(study, &bare);
    assert_int_equal(study->inferences, 0);
    study_add_legend(study, NOTATION_DEBOER, &none);
    assert_null(strstr(text_string(&none), "without that"));
    text_free(&words);
    text_free(&none);
    text_free(&expected);
    observer_free(without);
    free(without);
    free(study);
}

/* Evidence makes the rank that it is for likelier and keeps the totals; it never rules out what was
 * possible; nothing changes without evidence, and where none counts or facts contradict. */
TEST(test_weigh)
{
    struct kind_watcher watcher;
    struct position position;
    struct view view = {0};
    struct seat_evidence evidence = {.weight = {[SEAT_EVIDENCE_OPPONENT] = 1}};
    double p[PIECES_A_SIDE][RANKS];
    watcher_start(&watcher);
    play_agents("greedy", "invincible", 5, 40, &position);
    view_init(&view, &position, RED);
    planner_state_update(&watcher.planner_state, &view, NULL);
    const struct belief *belief = &watcher.planner_state.observer.belief[BLUE];
    int row = 0;
    while (!belief_is_hidden(belief, side_base(BLUE) + row) || belief->p[row][GENERAL] < 0.01 ||
           belief->p[row][GENERAL] > 0.3)
        assert_true(++row < PIECES_A_SIDE);
    memcpy(p, belief->p, sizeof p);
    seat_evidence_apply(&evidence, belief, p); /* no evidence */
    assert_memory_equal(p, belief->p, sizeof p);
    evidence.opponent.log_ratio[row][GENERAL] = 2;
    evidence.weight[SEAT_EVIDENCE_OPPONENT] = 0;
    seat_evidence_apply(&evidence, belief, p); /* none of it counts */
    assert_memory_equal(p, belief->p, sizeof p);
    evidence.weight[SEAT_EVIDENCE_OPPONENT] = 1;
    struct belief *contrary = memory_new(1, sizeof *contrary);
    *contrary = *belief;
    contrary->facts.infeasible = true;
    seat_evidence_apply(&evidence, contrary, p);
    assert_memory_equal(p, belief->p, sizeof p);
    free(contrary);
    seat_evidence_apply(&evidence, belief, p);
    assert_true(p[row][GENERAL] > 2 * belief->p[row][GENERAL]);
    check_totals(belief, p);
    evidence.opponent.log_ratio[row][GENERAL] = 4;
    watcher.planner_state.observer.evidence = evidence;
    check_ranks(&(struct rollout_terms){.view = &view, .observer = &watcher.planner_state.observer,
                                       .worth_options = &watcher.planner_state.worth_options}, row);
    for (int rank = 0; rank < RANKS; rank++)
        evidence.opponent.log_ratio[row][rank] = rank == GENERAL ? 1000 : -1000;
    memcpy(p, belief->p, sizeof p);
    seat_evidence_apply(&evidence, belief, p);
    check_totals(belief, p);
    for (int rank = 0; rank < RANKS; rank++)
        assert_true(p[row][rank] > 0 || belief->p[row][rank] < 1e-6);
    view_free(&view);
    position_free(&position);
    watcher_end(&watcher);
}

/* In bits: how much more, on the mean, is believed of the true ranks of blue's hidden pieces that have moved
 * with the evidence than without; `pieces` counts them. */
static double gain(const struct kind_watcher *watcher, const struct position *position, int *pieces)
{
    const struct belief *belief = &watcher->planner_state.observer.belief[BLUE];
    double p[PIECES_A_SIDE][RANKS], bits = 0;
    struct seat_evidence evidence = {.weight = {[SEAT_EVIDENCE_OPPONENT] = 0.5}};
    memcpy(p, belief->p, sizeof p);
    opponents_evidence(&watcher->opponents, &evidence.opponent);
    seat_evidence_apply(&evidence, belief, p);
    check_totals(belief, p);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct piece *piece = &position->board.piece[side_base(BLUE) + row];
        if (!belief_is_hidden(belief, side_base(BLUE) + row) || !piece->moved)
            continue;
        bits += log2(p[row][piece->rank] / belief->p[row][piece->rank]);
        ++*pieces;
    }
    return bits;
}

/* The evidence of a planner's moves about its ranks is true more often than not, over some games. */
TEST(test_evidence)
{
    struct kind_watcher watcher;
    double bits = 0;
    int pieces = 0;
    watcher_start(&watcher);
    for (uint64_t game = 0; game < 5; game++) {
        struct position position;
        struct view view = {0};
        play_agents("runner", "invincible:profile=veteran", 20 + game, 90, &position);
        view_init(&view, &position, RED);
        opponents_forget(&watcher.opponents);
        watch(&watcher, &view, true);
        bits += gain(&watcher, &position, &pieces);
        view_free(&view);
        position_free(&position);
    }
    /* 1.5 bits of 21 pieces when this was written. */
    assert_true(pieces >= 10);
    assert_true(bits > 0.03 * pieces);
    watcher_end(&watcher);
}

/* Two games that differ in hidden pieces alone give the same evidence; pieces that are known by now, or gone,
 * none. */
TEST(test_hidden)
{
    struct kind_watcher watcher;
    struct rng rng;
    int compared = 0, nonzero = 0;
    watcher_start(&watcher);
    rng_seed(&rng, 11, 0);
    for (int game = 0; game < 20 && compared < 6; game++) {
        struct twins twins;
        struct rank_evidence first, second;
        struct view view = {0};
        if (!twins_make(&twins, 30, rules_find("isf"), &rng))
            continue;
        view_init(&view, &twins.one, twins.watcher);
        opponents_forget(&watcher.opponents);
        watch(&watcher, &view, true);
        opponents_evidence(&watcher.opponents, &first);
        for (int row = 0; row < PIECES_A_SIDE; row++) {
            const struct piece *piece = &view.board.piece[side_base(side_other(view.side)) + row];
            bool hidden = piece->square != SQUARE_NONE && piece->rank == RANK_UNKNOWN;
            for (int rank = 0; rank < RANKS; rank++) {
                assert_true(hidden || first.log_ratio[row][rank] == 0);
                nonzero += first.log_ratio[row][rank] != 0;
            }
        }
        view_free(&view);
        view_init(&view, &twins.two, twins.watcher);
        opponents_forget(&watcher.opponents);
        watch(&watcher, &view, true);
        opponents_evidence(&watcher.opponents, &second);
        assert_memory_equal(&first, &second, sizeof first);
        compared++;
        view_free(&view);
        twins_free(&twins);
    }
    assert_true(compared == 6 && nonzero > 0);
    watcher_end(&watcher);
}

/* Followed move by move as it is played, a game gives the same kinds, and evidence of who is hidden at the
 * end, as when it is looked through then, on other threads. */
TEST(test_looked_through)
{
    struct kind_watcher watcher;
    struct position position;
    struct view view = {0}, live = {0};
    struct belief *before = memory_new(SIDES, sizeof *before);
    int hidden = 0;
    watcher_start(&watcher);
    play_agents("runner", "invincible:profile=veteran", 31, 40, &position);
    view_init(&view, &position, RED);
    watch(&watcher, &view, true);
    struct rank_evidence later[OPPONENTS];
    double weight[2][OPPONENTS];
    memcpy(later, watcher.opponents.evidence, sizeof later);
    opponents_classify(&watcher.opponents, weight[0]);
    for (int row = 0; row < PIECES_A_SIDE; row++)
        for (int rank = 0; rank < RANKS; rank++)
            assert_true(later[OPPONENT_PEOPLE].log_ratio[row][rank] == 0); /* the guesser knows them */
    opponents_forget(&watcher.opponents);
    observer_forget(&watcher.planner_state.observer);
    const uint32_t plies = position.board.plies;
    while (position.board.plies > 0)
        board_unmake(&position.board);
    view_init(&live, &position, RED);
    for (uint32_t ply = 0; ply < plies; ply++) {
        struct event event = board_event(&view.board, ply);
        bool theirs = live.board.to_move != live.side;
        planner_state_update(&watcher.planner_state, &live, NULL);
        memcpy(before, watcher.planner_state.observer.belief, SIDES * sizeof *before);
        view_apply(&live, &event);
        if (theirs)
            opponents_see(&watcher.opponents, &watcher.models, &live, ply, before, true, 3);
    }
    opponents_classify(&watcher.opponents, weight[1]);
    assert_memory_equal(weight[0], weight[1], sizeof weight[0]);
    for (int row = 0; row < PIECES_A_SIDE; row++) {
        const struct piece *piece = &view.board.piece[side_base(BLUE) + row];
        if (piece->square == SQUARE_NONE || piece->rank != RANK_UNKNOWN)
            continue;
        for (int kind = 0; kind < OPPONENTS; kind++)
            assert_memory_equal(later[kind].log_ratio[row],
                                watcher.opponents.evidence[kind].log_ratio[row],
                                sizeof later[kind].log_ratio[row]);
        hidden += piece->moved;
    }
    assert_true(hidden > 0);
    view_free(&view);
    view_free(&live);
    position_free(&position);
    watcher_end(&watcher);
    free(before);
}

TESTS_MAIN(engine_set_up, engine_tear_down)
