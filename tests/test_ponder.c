/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Thinking on the enemy's time: the answers are those without it, it does not peek, stops on demand
 * to, and knows nothing of a reply to another game. */
#include "agent/kinds.h"
#include "agent/ponder.h"
#include "agent_choice.h"
#include "base/clock.h"
#include "base/memory.h"
#include "boards.h"
#include "cmocka_all.h"
#include "engine.h"
#include "game/position.h"
#include "observer/planner_state.h"
#include "twins.h"

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void think_once(struct agent *agent, const struct view *view, uint64_t seed,
                       struct agent_choice *choice)
{
    struct rng rng;
    rng_seed(&rng, seed, view->board.plies);
    agent_choose(agent, view, (struct think){.rng = &rng}, choice);
}

/* As the enemy's turn would let it think: for the next question that think_once() puts. */
static void let_ponder(struct agent *agent, const struct view *view, uint64_t seed, int threads)
{
    struct rng rng;
    rng_seed(&rng, seed, view->board.plies + 1);
    agent_ponder(agent, view, &(struct think){.rng = &rng, .threads = threads});
}

/* --- a game with one who ponders and one who does not --- */

struct ponder_tally {
    int questions, foreseen;
    uint64_t nodes, recalled;
};

static void play_seen(struct position *position, struct view view[SIDES], struct move move)
{
    struct event event;
    assert_int_equal(position_play(position, (struct move_with_ranks){move, RANK_UNKNOWN, RANK_UNKNOWN},
                                   &event, NULL), STATUS_OK);
    for (enum side side = RED; side <= BLUE; side++)
        view_apply(&view[side], &event);
}

static void play_pondered(const char *options, const char *enemy, uint64_t seed, int plies,
                          struct ponder_tally *tally)
{
    struct agent thinks, waits, other;
    struct position position = {0};
    struct view view[SIDES] = {{0}};
    struct placement placement;
    char spec[128];
    struct rng rng;
    int foreseen = tally->foreseen;
    rng_seed(&rng, seed, 0);
    snprintf(spec, sizeof spec, "vedette:ponder=1,%s", options);
    engine_start(&thinks, spec);
    snprintf(spec, sizeof spec, "vedette:%s", options);
    engine_start(&waits, spec);
    engine_start(&other, enemy);
    assert_true(agent_ponders(&thinks) && !agent_ponders(&waits) && !agent_ponders(&other));
    placement_random_game(&placement, &rng);
    assert_int_equal(position_init(&position, &placement, rules_find("isf"), NULL), STATUS_OK);
    for (enum side side = RED; side <= BLUE; side++)
        view_init(&view[side], &position, side);
    for (int ply = 0; ply < plies && board_outcome(&position.board).result == RESULT_OPEN; ply++) {
        struct agent_choice one, two;
        if (position.board.to_move == RED) {
            think_once(&thinks, &view[RED], seed, &one);
            think_once(&waits, &view[RED], seed, &two);
            agent_choices_same(&one, &two);
            assert_true(two.progress.recalled == 0);
            tally->questions++;
            tally->foreseen += one.progress.recalled > 0;
            tally->nodes += one.progress.nodes;
            tally->recalled += one.progress.recalled;
        } else {
            let_ponder(&thinks, &view[RED], seed, 1 + ply % 2);
            think_once(&other, &view[BLUE], seed, &one);
        }
        play_seen(&position, view, one.move);
    }
    for (enum side side = RED; side <= BLUE; side++)
        view_free(&view[side]);
    position_free(&position);
    agent_end(&thinks);
    agent_end(&waits);
    agent_end(&other);
    assert_true(tally->foreseen > foreseen);
}

/* With a fixed number of worlds the answers are the same to the last bit; some of them were thought out on
 * the enemy's time. */
TEST(test_same_answers)
{
    struct ponder_tally tally = {0};
    play_pondered("worlds=3,plies=5", "invincible", 1, 30, &tally);
    play_pondered("worlds=2,plies=4,mixture=1", "invincible", 2, 14, &tally);
    play_pondered("worlds=2,plies=4,behind=200", "people", 3, 14, &tally);
    if (getenv("VERBOSE"))
        printf("%d of %d foreseen, %d of %d rollouts\n", tally.foreseen, tally.questions, (int)tally.recalled,
               (int)tally.nodes);
    assert_true(tally.foreseen >= 4);
}

/* --- what is hidden --- */

/* A quiet move by a piece that is none of the exchanged ones; MOVE_NONE: there is none. */
static struct move quiet_move(const struct board *board, const struct twins *twins)
{
    struct move moves[MOVES_MAX];
    int count = board_moves(board, moves);
    for (int i = 0; i < count; i++) {
        int mover = board->at[moves[i].from];
        if (board->at[moves[i].to] == NO_PIECE && mover != twins->first && mover != twins->second)
            return moves[i];
    }
    return MOVE_NONE;
}

/* The move of the other side by the plans, which is often foreseen, if it is quiet and by none of the
 * exchanged pieces; else MOVE_NONE. */
static struct move likely_reply(struct twins *twins)
{
    struct agent agent;
    struct agent_choice answer;
    struct view view = {0};
    if (board_outcome(&twins->one.board).result != RESULT_OPEN)
        return MOVE_NONE;
    view_init(&view, &twins->one, side_other(twins->watcher));
    engine_start(&agent, "invincible");
    think_once(&agent, &view, 1, &answer);
    agent_end(&agent);
    view_free(&view);
    if (move_is_none(answer.move))
        return MOVE_NONE;
    const struct board *board = &twins->one.board;
    int mover = board->at[answer.move.from];
    bool plain = board->at[answer.move.to] == NO_PIECE && mover != twins->first && mover != twins->second;
    return plain && board_check(&twins->two.board, answer.move) == MOVE_LEGAL ? answer.move : MOVE_NONE;
}

/* Each event is played in both of the twins, and seen by the one who watches. */
static void play_both(struct twins *twins, struct view view[2], struct move move)
{
    struct position *both[] = {&twins->one, &twins->two};
    for (int i = 0; i < 2; i++) {
        struct event event;
        assert_int_equal(position_play(both[i], (struct move_with_ranks){move, RANK_UNKNOWN, RANK_UNKNOWN},
                                       &event, NULL), STATUS_OK);
        view_apply(&view[i], &event);
    }
}

/* Runs both once more after each has thought on the enemy's time; true where that had an effect. */
static bool ponder_twins(struct twins *twins, struct view view[2], int game)
{
    struct agent agent[2];
    struct agent_choice answer[2];
    struct move own = quiet_move(&view[0].board, twins), reply;
    if (move_is_none(own))
        return false;
    play_both(twins, view, own);
    reply = likely_reply(twins);
    if (move_is_none(reply))
        return false;
    for (int i = 0; i < 2; i++) {
        engine_start(&agent[i], "vedette:worlds=3,plies=4,behind=200,ponder=1");
        let_ponder(&agent[i], &view[i], (uint64_t)game, 1);
    }
    play_both(twins, view, reply);
    for (int i = 0; i < 2; i++) {
        think_once(&agent[i], &view[i], (uint64_t)game, &answer[i]);
        agent_end(&agent[i]);
    }
    agent_choices_same(&answer[0], &answer[1]);
    assert_true(answer[0].progress.recalled == answer[1].progress.recalled);
    return answer[0].progress.recalled > 0;
}

/* Hidden pieces are exchanged: what is foreseen, and what comes of it, stays. */
TEST(test_twins)
{
    struct rng rng;
    const int wanted = (int)test_size("PONDER_TWINS", 4);
    int reports = 0;
    rng_seed(&rng, 5, 0);
    for (int game = 0; game < 200 && reports < wanted; game++) {
        struct twins twins;
        struct view view[2] = {{0}};
        if (!twins_make(&twins, 60 + 2 * game, rules_find("isf"), &rng))
            continue;
        view_init(&view[0], &twins.one, twins.watcher);
        view_init(&view[1], &twins.two, twins.watcher);
        if (twins.one.board.to_move == twins.watcher && board_outcome(&view[0].board).result == RESULT_OPEN)
            reports += ponder_twins(&twins, view, game);
        view_free(&view[0]);
        view_free(&view[1]);
        twins_free(&twins);
    }
    assert_int_equal(reports, wanted);
}

/* --- what was tried --- */

/* The worlds that are kept of a move. */
static uint32_t kept(const struct tried_moves *tried, uint64_t seed, int to)
{
    uint32_t worlds;
    tried_values(tried, seed, 4, (struct move){0, (uint8_t)to}, &worlds);
    return worlds;
}

/* A run that was broken off after the first move loses nothing of what there was of it and of the others; one
 * of other moves, or from another seed, takes their place. */
TEST(test_kept)
{
    struct move moves[3] = {{0, 1}, {0, 2}, {0, 3}}, other[1] = {{0, 2}};
    double value[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    struct tried_moves tried = {0};
    struct halving halving = {0}, none = {0};
    for (int i = 0; i < 3; i++) {
        halving.arm[i].value = value[i];
        halving.arm[i].worlds = 4;
    }
    tried_keep(&tried, 7, 4, moves, 3, &halving);
    tried_keep(&tried, 7, 4, moves, 1, &none);
    for (int i = 1; i <= 3; i++)
        assert_int_equal(kept(&tried, 7, i), 4);
    tried_keep(&tried, 7, 4, other, 1, &halving);
    assert_int_equal(kept(&tried, 7, 2), 4);
    assert_int_equal(kept(&tried, 7, 1), 0);
    assert_int_equal(kept(&tried, 7, 3), 0);
    tried_keep(&tried, 8, 4, moves, 1, &halving);
    assert_int_equal(kept(&tried, 8, 1), 4);
    assert_int_equal(kept(&tried, 7, 2), 0);
    tried_forget(&tried);
    assert_int_equal(kept(&tried, 8, 1), 0);
    tried_free(&tried);
}

/* --- which reply it was --- */

/* Keeps for each reply the number of its seed. */
static bool count_replies(void *context, const struct view *view, int round, struct tried_moves *tried)
{
    struct halving none = {0};
    struct move move = {0, 1};
    (void)view;
    tried_keep(tried, (uint64_t)++*(int *)context, round, &move, 1, &none);
    return round == 0;
}

/* A view in which red, who moved last, waits. */
static void start_waiting(struct position *position, struct view *view)
{
    struct placement placement;
    struct rng rng;
    rng_seed(&rng, 4, 0);
    placement_random_game(&placement, &rng);
    assert_int_equal(position_init(position, &placement, rules_find("isf"), NULL), STATUS_OK);
    view_init(view, position, side_other(position->board.to_move));
}

/* Each reply that was thought about is known again by what was seen, and by that alone: not with another
 * history, and not after another set-up. A second run goes on where the first ended. */
TEST(test_recall)
{
    struct position position = {0};
    struct planner_state planner_state;
    struct belief_sources sources;
    struct view view = {0}, after = {0};
    struct ponder ponder = {0};
    int tries = 0;
    assert_int_equal(library_belief_sources(library, &settings, &sources, NULL), STATUS_OK);
    planner_state_init(&planner_state, &settings, &sources);
    start_waiting(&position, &view);
    planner_state_update(&planner_state, &view, NULL);
    const struct opponent_models models = {&planner_state.planner, &planner_state.worth_options, NULL};
    const double mixture[OPPONENTS] = {[OPPONENT_PLANNER] = 1};
    assert_true(ponder_recall(&ponder, &view) == NULL);
    ponder_run(&ponder, &models, mixture, &view, planner_state.observer.belief, NULL, count_replies, &tries);
    assert_true(ponder.count > 1 && tries == 2 * ponder.count);
    double odds = 0;
    for (int i = 0; i < ponder.count; i++) {
        odds += ponder.reply[i].odds;
        assert_true(i == 0 || ponder.reply[i].odds <= ponder.reply[i - 1].odds);
        view_copy(&after, &view);
        view_apply(&after, &ponder.reply[i].event);
        const struct tried_moves *tried = ponder_recall(&ponder, &after);
        assert_true(tried && tried->seed == (uint64_t)(ponder.count + 1 + i) && tried->plies == 1);
        int own = side_base(view.side);
        while (after.board.piece[own].rank == after.board.piece[own + 1].rank)
            own++;
        after.board.piece[own].rank = after.board.piece[own + 1].rank;
        assert_true(ponder_recall(&ponder, &after) == NULL);
    }
    assert_true(odds > 0.05 && odds <= 1 + 1e-9);
    ponder_run(&ponder, &models, mixture, &view, planner_state.observer.belief, NULL, count_replies, &tries);
    assert_true(tries == 2 * ponder.count); /* nothing was left to do */
    ponder_forget(&ponder);
    assert_true(ponder_recall(&ponder, &after) == NULL);
    ponder_free(&ponder);
    view_free(&after);
    view_free(&view);
    position_free(&position);
    planner_state_free(&planner_state);
}

/* The sum of what two lists of replies differ by; 0 where they are the same. */
static double apart(const struct replies *one, const struct replies *other)
{
    double sum = 0;
    for (int i = 0; i < one->count; i++) {
        double odds = one->reply[i].odds;
        for (int k = 0; k < other->count; k++)
            if (event_equal(&one->reply[i].event, &other->reply[k].event))
                odds -= other->reply[k].odds;
        sum += fabs(odds);
    }
    return sum;
}

/* The replies are those of the kinds that are probable: the same for the same, others for others, and where
 * two are as probable, between the two. */
TEST(test_kinds)
{
    static const double mixtures[][OPPONENTS] = {
        {[OPPONENT_PLANNER] = 1}, {[OPPONENT_PLANNER] = 1}, {[OPPONENT_PEOPLE] = 1},
        {[OPPONENT_PLANNER] = 0.5, [OPPONENT_PEOPLE] = 0.5},
    };
    struct position position = {0};
    struct planner_state planner_state;
    struct belief_sources sources;
    const struct belief_model *model;
    struct view view = {0};
    struct replies *list = memory_new(4, sizeof *list);
    struct move_model_weights *weights = memory_new(1, sizeof *weights);
    assert_int_equal(library_belief_sources(library, &settings, &sources, NULL), STATUS_OK);
    assert_int_equal(library_chosen_belief_model(library, &settings, &model, NULL), STATUS_OK);
    move_model_join(model->move_model, weights);
    planner_state_init(&planner_state, &settings, &sources);
    start_waiting(&position, &view);
    planner_state_update(&planner_state, &view, NULL);
    const struct opponent_models models = {&planner_state.planner, &planner_state.worth_options, weights};
    for (int i = 0; i < 4; i++) {
        double odds = 0;
        assert_true(replies_list(&list[i], &models, mixtures[i], &view, planner_state.observer.belief, NULL));
        for (int k = 0; k < list[i].count; k++)
            odds += list[i].reply[k].odds;
        assert_true(odds > 0.5 && odds <= 1 + 1e-9);
    }
    assert_true(apart(&list[0], &list[1]) == 0);
    double whole = apart(&list[0], &list[2]);
    assert_true(whole > 0.2);
    assert_true(apart(&list[0], &list[3]) < whole && apart(&list[2], &list[3]) < whole);
    for (int i = 0; i < 4; i++)
        replies_free(&list[i]);
    free(weights);
    free(list);
    view_free(&view);
    position_free(&position);
    planner_state_free(&planner_state);
}

/* --- stopping --- */

/* Told to stop it ends within 20 ms, the best of some tries, for a test's machine may be busy. */
TEST(test_ponder_stop)
{
    struct position position = {0};
    struct view view = {0};
    double fastest = INFINITY;
    start_waiting(&position, &view);
    for (int i = 0; i < 20 && fastest > 0.02; i++) {
        struct stop_button button = {0};
        struct agent agent;
        struct rng rng;
        pthread_t thread;
        rng_seed(&rng, 1, 0);
        engine_start(&agent, "vedette:time=3600,sure=0,behind=10000,ponder=1");
        assert_int_equal(pthread_create(&thread, NULL, press_stop, &button), 0);
        agent_ponder(&agent, &view, &(struct think){.rng = &rng, .threads = 2, .stop = &button.stop});
        double now = clock_now();
        pthread_join(thread, NULL);
        assert_true(now >= button.at); /* an hour was not over before */
        fastest = fmin(fastest, now - button.at);
        agent_end(&agent);
    }
    assert_true(fastest <= 0.02);
    view_free(&view);
    position_free(&position);
}

/* A game of these for so many plies, seen by red. */
static void play_view(const char *red, const char *blue, uint64_t seed, int plies, struct view *seen)
{
    struct agent agent[SIDES];
    struct position position = {0};
    struct view view[SIDES] = {{0}};
    struct placement placement;
    struct agent_choice answer;
    struct rng rng;
    rng_seed(&rng, seed, 0);
    engine_start(&agent[RED], red);
    engine_start(&agent[BLUE], blue);
    placement_random_game(&placement, &rng);
    assert_int_equal(position_init(&position, &placement, rules_find("isf"), NULL), STATUS_OK);
    for (enum side side = RED; side <= BLUE; side++)
        view_init(&view[side], &position, side);
    for (int ply = 0; ply < plies && board_outcome(&position.board).result == RESULT_OPEN; ply++) {
        enum side side = position.board.to_move;
        think_once(&agent[side], &view[side], seed, &answer);
        play_seen(&position, view, answer.move);
    }
    assert_int_equal(board_outcome(&position.board).result, RESULT_OPEN);
    *seen = view[RED];
    view_free(&view[BLUE]);
    position_free(&position);
    agent_end(&agent[RED]);
    agent_end(&agent[BLUE]);
}

/* What was seen of another game is forgotten, also where the first question of the new one is broken off at
 * once. */
TEST(test_broken_off)
{
    struct agent used, anew;
    struct view before, now;
    struct agent_choice one, two;
    struct rng rng;
    const atomic_bool stop = true;
    play_view("invincible", "invincible", 3, 30, &before); /* whose kind is known soon */
    play_view("invincible", "people", 4, 30, &now);
    engine_start(&used, "vedette:worlds=4,plies=4");
    engine_start(&anew, "vedette:worlds=4,plies=4");
    think_once(&used, &before, 3, &one);
    rng_seed(&rng, 4, 0);
    agent_choose(&used, &now, (struct think){.rng = &rng, .stop = &stop}, &one);
    /* What a broken look left out is no evidence of the enemy's kind, so it is broken off for both. */
    agent_choose(&anew, &now, (struct think){.rng = &rng, .stop = &stop}, &two);
    think_once(&used, &now, 5, &one);
    think_once(&anew, &now, 5, &two);
    agent_choices_same(&one, &two);
    view_free(&before);
    view_free(&now);
    agent_end(&used);
    agent_end(&anew);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kept),
        cmocka_unit_test(test_same_answers), cmocka_unit_test(test_twins), cmocka_unit_test(test_recall),
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_ponder_stop),
        cmocka_unit_test(test_broken_off),
    };
    return cmocka_run_group_tests(tests, engine_set_up, engine_tear_down);
}
