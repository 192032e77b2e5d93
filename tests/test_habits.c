/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Habits: what is counted of a hidden piece, and what is learnt of it. */
#include "belief/habits.h"

#include "boards.h"
#include "cmocka_all.h"
#include "learn/habits_learn.h"
#include "lifelike.h"
#include "shipped.h"
#include "shortcuts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- what is counted --- */

static void put_ranked(struct public_state *state, int number, const char *square, int rank)
{
    struct public_piece *piece = &state->piece[number];
    piece->square = (uint8_t)square_at(square[0] - 'a', square[1] - '1');
    piece->rank = (uint8_t)rank;
    state->at[piece->square] = (uint8_t)number;
}

/* Red's hidden pieces 0 on d4 and 1 on a2 and its known general 2 on a3; blue's known captain 40 on e5 and
 * unknown piece 41 on j9. */
static void scene(struct public_state *state)
{
    memset(state, 0, sizeof *state);
    for (int square = 0; square < SQUARES; square++)
        state->at[square] = square_is_lake(square) ? LAKE : NO_PIECE;
    for (int number = 0; number < PIECES; number++)
        state->piece[number] = (struct public_piece){.square = SQUARE_NONE, .rank = RANK_UNKNOWN,
                                                     .place = PLACE_NONE, .from = SQUARE_NONE};
    put_ranked(state, 0, "d4", RANK_UNKNOWN);
    put_ranked(state, 1, "a2", RANK_UNKNOWN);
    put_ranked(state, 2, "a3", GENERAL);
    put_ranked(state, 40, "e5", CAPTAIN);
    put_ranked(state, 41, "j9", RANK_UNKNOWN);
    state->piece[1].place = 20;
    state->to_move = RED;
}

static void play_public_move(struct habits *habits, struct public_state *state, const char *from,
                             const char *to)
{
    struct event event = {.attacker = RANK_UNKNOWN, .defender = RANK_UNKNOWN};
    event.move.from = (uint8_t)square_at(from[0] - 'a', from[1] - '1');
    event.move.to = (uint8_t)square_at(to[0] - 'a', to[1] - '1');
    int mover = state->at[event.move.from];
    if (state->piece[mover].rank != RANK_UNKNOWN)
        event.attacker = state->piece[mover].rank;
    habits_watch(habits, state, RED, &event);
    public_state_apply(state, &event, NULL);
    habits_learn(habits, state, RED, &event);
}

static int of_kind(const struct habit_row *row, enum habit_kind kind)
{
    int found = 0;
    for (int i = 0; i < row->count; i++)
        found += habit_kind_of(row->feature[i]) == kind;
    return found;
}

/* A piece steps up to a captain, leaves it alone, and goes away; the captain then comes after it. */
TEST(test_counters)
{
    static struct habit_weights weights;
    static struct habits habits;
    struct public_state public_state;
    const struct habit_piece *piece = &habits.piece[0];
    scene(&public_state);
    habits_start(&habits);
    habits_weigh(&habits, &weights, &public_state, RED);
    assert_int_equal(of_kind(&habits.row[0], HABIT_STEPS_UP), 0);
    play_public_move(&habits, &public_state, "d4", "e4");
    assert_int_equal(piece->step[CAPTAIN], 1);
    assert_int_equal(piece->first, 1);
    assert_true(habits_weigh(&habits, &weights, &public_state, RED) & 1);
    assert_int_equal(of_kind(&habits.row[0], HABIT_STEPS_UP), 2); /* just now, and once */
    play_public_move(&habits, &public_state, "j9", "j8");
    play_public_move(&habits, &public_state, "a3", "b3");
    assert_int_equal(piece->declined[CAPTAIN], 1);
    assert_int_equal(habits.piece[1].waited, 2);
    assert_int_equal(habits.piece[1].with[GENERAL], 0); /* the general went, not the piece */
    habits_weigh(&habits, &weights, &public_state, RED);
    assert_int_equal(of_kind(&habits.row[0], HABIT_STEPS_UP), 1);
    assert_int_equal(of_kind(&habits.row[0], HABIT_DECLINES), 1);
    play_public_move(&habits, &public_state, "j8", "j7");
    play_public_move(&habits, &public_state, "e4", "e3");
    assert_int_equal(piece->fled[CAPTAIN], 0); /* the captain had not come to it */
    assert_int_equal(piece->back, 1);
    play_public_move(&habits, &public_state, "e5", "e4");
    play_public_move(&habits, &public_state, "e3", "e2");
    assert_int_equal(piece->fled[CAPTAIN], 1);
    play_public_move(&habits, &public_state, "e4", "e3");
    play_public_move(&habits, &public_state, "b3", "b4");
    assert_int_equal(piece->stood[CAPTAIN], 1);
    play_public_move(&habits, &public_state, "j7", "j6");
    play_public_move(&habits, &public_state, "a2", "b2");
    play_public_move(&habits, &public_state, "j6", "j7");
    play_public_move(&habits, &public_state, "b2", "b3");
    assert_int_equal(habits.piece[1].with[GENERAL], 1);
    assert_int_equal(habits.piece[1].guard[GENERAL], 0);
}

/* Weights add up, and their kinds add up to the whole. */
TEST(test_weights)
{
    static struct habit_weights weights;
    static struct habits habits;
    struct public_state public_state;
    float sum[HABIT_KINDS][RANKS] = {{0}};
    for (int i = 0; i < HABIT_FEATURES; i++)
        for (int rank = 0; rank < RANKS; rank++)
            weights.weight[i][PLAYER_PROGRAMS][rank] = (float)(i % 7 - 3) * (float)rank;
    scene(&public_state);
    habits_start(&habits);
    play_public_move(&habits, &public_state, "d4", "e4");
    habits_weigh(&habits, &weights, &public_state, RED);
    habits_split(&weights, &habits.row[0], PLAYER_PROGRAMS, sum);
    for (int rank = 0; rank < RANKS; rank++) {
        float total = 0;
        for (int kind = 0; kind < HABIT_KINDS; kind++)
            total += sum[kind][rank];
        assert_true(fabsf(total - habits.row[0].log[PLAYER_PROGRAMS][rank]) < 1e-3f);
        assert_true(habits.row[0].log[PLAYER_PEOPLE][rank] == 0);
    }
    assert_true(sum[HABIT_STEPS_UP][MARSHAL] != 0);
    assert_int_equal(habits_weigh(&habits, &weights, &public_state, RED), 0); /* nothing new */
}

/* --- what is learnt --- */

struct school {
    struct setup_statistics *statistics;
    struct belief_model *model;
    struct training_game games[60];
};

/* Games whose moves are drawn blindly, or with a habit: a sergeant moves much more than others. */
static void take_games(struct school *school, bool habit, struct rng *rng)
{
    enum { PLIES = 160 };
    for (size_t i = 0; i < sizeof school->games / sizeof *school->games; i++) {
        static struct lifelike game;
        struct training_game *taken = &school->games[i];
        struct event *events = calloc(PLIES, sizeof *events);
        lifelike_start(&game, school->model, school->statistics, rng);
        struct move_model models[PLAYER_KINDS] = {[PLAYER_PEOPLE] = {.games = 1}};
        const struct feature_group_row *ways = &feature_table[FEATURE_DIRECTION];
        for (int way = 0; way < ways->size && habit; way++)
            models[PLAYER_PEOPLE].weight[ways->start + way][SERGEANT] = 4;
        move_model_join(models, &game.move_weights);
        *taken = (struct training_game){.start = game.public_state, .events = events};
        for (int number = 0; number < PIECES; number++)
            taken->truth[number] = game.position.board.piece[number].rank;
        while (taken->count < PLIES && lifelike_play(&game, PLAYER_PEOPLE, rng, &events[taken->count]))
            taken->count++;
        lifelike_end(&game);
    }
}

static void drop_games(struct school *school)
{
    for (size_t i = 0; i < sizeof school->games / sizeof *school->games; i++)
        free((void *)school->games[i].events);
}

/* The mean loss of the last third of the games, bits a hidden piece. */
static double loss(const struct school *school, const struct belief_model *model)
{
    struct belief_knowledge *knowledge = calloc(1, sizeof *knowledge);
    struct belief_options options;
    double sum = 0, pieces = 0;
    belief_options_default(&options);
    options.prior = options.weights.people = 0;
    assert_int_equal(belief_knowledge_init(knowledge, &options, school->statistics, model, NULL), STATUS_OK);
    for (size_t i = 40; i < 60; i++)
        for (enum side side = RED; side <= BLUE; side++) {
            static struct belief belief;
            belief_init_public(&belief, knowledge, &school->games[i].start, side);
            for (uint32_t ply = 0; ply < school->games[i].count; ply++) {
                belief_observe(&belief, &school->games[i].events[ply]);
                for (int number = side_base(side); number < side_base(side) + PIECES_A_SIDE; number++)
                    if (belief_is_hidden(&belief, number)) {
                        sum -= log2(fmax(belief_get(&belief, number, school->games[i].truth[number]), 1e-12));
                        pieces++;
                    }
            }
        }
    free(knowledge);
    return sum / pieces;
}

/* Learns from the first two thirds; the same for any number of jobs. */
static double gain(struct school *school)
{
    struct belief_knowledge *knowledge = calloc(1, sizeof *knowledge);
    struct belief_model *learnt[2] = {malloc(sizeof *learnt[0]), malloc(sizeof *learnt[0])};
    struct belief_options options;
    belief_options_default(&options);
    assert_int_equal(belief_knowledge_init(knowledge, &options, school->statistics, school->model, NULL),
                     STATUS_OK);
    for (int i = 0; i < 2; i++) {
        struct habit_samples *samples = habit_samples_new();
        struct habit_terms terms = {.games = school->games, .count = 40, .all = 40, .player = PLAYER_PEOPLE,
                                    .fold = 2, .knowledge = knowledge, .jobs = 1 + i};
        habit_samples_add(samples, &terms);
        *learnt[i] = *school->model;
        for (enum player_kind player = 0; player < PLAYER_KINDS; player++)
            habits_fit(learnt[i], player, samples, i ? -1 : 1, NULL);
        habit_samples_free(samples);
    }
    assert_memory_equal(&learnt[0]->habits, &learnt[1]->habits, sizeof learnt[0]->habits);
    assert_int_equal(learnt[0]->habits.learnt[PLAYER_PEOPLE].games, 40);
    assert_true(learnt[0]->weights.people >= 0 && learnt[0]->weights.people <= 2);
    double bits = loss(school, school->model) - loss(school, learnt[0]);
    free(knowledge);
    free(learnt[0]);
    free(learnt[1]);
    return bits;
}

/* A habit is found; where there is none, next to nothing is made up. */
TEST(test_learning)
{
    static struct school school;
    struct rng rng;
    rng_seed(&rng, 3, 0);
    school.statistics = calloc(1, sizeof *school.statistics);
    school.model = shipped_belief_model();
    memset(&school.model->habits, 0, sizeof school.model->habits);
    shipped_statistics(school.statistics);
    take_games(&school, true, &rng);
    double found = gain(&school);
    drop_games(&school);
    take_games(&school, false, &rng);
    double made_up = gain(&school);
    drop_games(&school);
    print_message("gain %.4f bits a piece with a habit, %.4f without\n", found, made_up);
    assert_true(found > 0.05);
    assert_true(fabs(made_up) < 0.03);
    free(school.statistics);
    belief_model_free(school.model);
}

TESTS_MAIN(NULL, NULL)
